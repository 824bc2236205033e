"""Nerves, rule by rule: a position, a move, what must follow. The order is the rulebook's."""

from __future__ import annotations

from collections import Counter

import pytest

import cardkit
from cardkit.games.nerves import way
from cardkit.games.nerves_sight import back_of, value_of
from tests.proof import kinds, only, refused, rule, structural

OPEN = "1 2 3 4 5 1 2 3 4 5"  # a pile of two-sided cards: what is drawn is known to all


def at(hand="1 2 3", players=3, **zones):
    """Seat 0 to act with that hand; everybody else holds plain cards."""
    others = dict.fromkeys(range(1, players), "1 2 3")
    zones = {"pile": OPEN, **zones}
    return cardkit.position("nerves", players=players, hands={**others, 0: hand}, **zones)


def answer(game, *callers):
    """Everybody asked answers the lay: these call, the others wait. All events that followed."""
    events = []
    for seat in list(game.asked):
        events += game.play("check" if seat in callers else "wait", seat)
    return events


def lay(game, move, *callers):
    """A lay, and the answers to it."""
    return game.play(move) + answer(game, *callers)


def counted(row, caller=0, players=3, **zones):
    """That row, checked by a player in turn: the game and the events."""
    game = at(players=players, row=row, to_act=caller, **zones)
    return game, game.play("check")


def tokens(game):
    return game.composure, game.nerves


# Components ------------------------------------------------------------------------------------


@structural("nerves.cards.numbers")
def test_fifty_numbers_seven_two_sided_and_three_one_sided_of_each():
    deck = cardkit.new("nerves", seed=0).options.deck
    assert {card: deck[card] for card in "12345"} == dict.fromkeys("12345", 7)
    assert {card: deck[f"{card}h"] for card in "12345"} == dict.fromkeys("12345", 3)
    assert sum(deck.values()) == 70
    with pytest.raises(cardkit.BadInput, match="only 3 of card 4h"):
        at("4h 4h 4h 4h")


@structural("nerves.cards.specials")
def test_five_of_each_special():
    deck = cardkit.new("nerves", seed=0).options.deck
    assert {c: deck[c] for c in deck if value_of(c) == 0} == {
        "reverse": 5, "two": 5, "remove": 5, "trap": 5,
    }  # fmt: skip
    with pytest.raises(cardkit.BadInput, match="only 5 of card trap"):
        at("trap trap trap trap trap trap")


@rule("nerves.tokens")
def test_fourteen_composure_and_ten_nerve_tokens():
    options = cardkit.new("nerves", players=6, seed=0).options
    assert (options.composure_tokens, options.nerve_tokens) == (14, 10)
    with pytest.raises(cardkit.BadInput, match="a box of 17; this one has 14"):
        cardkit.new("nerves", players=4, to_win=5)
    with pytest.raises(cardkit.BadInput, match="there are 14, not 15"):
        at(to_win=9, composure={0: 8, 1: 7})


@rule("nerves.tokens")
def test_what_is_not_in_the_box_cannot_be_taken():
    game, events = counted("5:1 1:2", nerve_tokens=1, nerves={2: 1})
    assert game.nerves == [0, 0, 1] and only(events, "none-left").facts["token"] == "nerve"
    game, events = counted("5:1 5:0 5:1 5:1", players=2, composure_tokens=3, composure={0: 1, 1: 2})
    assert only(events, "none-left").facts["token"] == "composure"
    assert tokens(game) == ([1, 2], [0, 1]) and game.to_act == 0


@rule("nerves.setup.players")
@pytest.mark.parametrize("players", [1, 7, 0, True, "3", 2.0])
def test_two_to_six_players(players):
    assert cardkit.new("nerves", seed=1).players == 4
    with pytest.raises(cardkit.BadInput) as wrong:
        cardkit.new("nerves", players=players, seed=1)
    assert "2 to 6 players" in wrong.value.text and wrong.value.rule == "nerves.setup.players"


# What can be seen ------------------------------------------------------------------------------


@rule("nerves.see.two-sided")
def test_a_two_sided_card_shows_in_a_hand_and_on_the_pile():
    game = cardkit.new("nerves", players=3, seed=1)
    for seat in range(3):
        backs = game.view(seat)["hands"]
        assert backs == [sorted(map(back_of, hand)) for hand in game.hands]
    shown = at("4 4h trap", pile="3 5h").view(1)
    assert shown["hands"][0] == ["4", "heart", "heart"] and shown["top"] == "3"
    game = at("4 1 2", pile="3 5h")
    lay(game, "lay 4")
    assert only(game.events, "draw").seen_by(1).cards == ("3",)
    assert game.view(1)["hands"][0] == ["1", "2", "3"] and game.view(1)["top"] == "heart"


@rule("nerves.see.heart")
def test_a_one_sided_card_shows_only_a_heart():
    deck = {"4h": 3, "trap": 3, "two": 3}
    game = cardkit.new("nerves", players=2, seed=1, deck=deck)
    assert game.view(1)["hands"][0] == ["heart"] * 3 and game.view(1)["top"] == "heart"
    assert only(game.events, "top").rule == "nerves.see.heart"
    game = at("4 1 2", pile="5h 3")
    lay(game, "lay 4")
    draw = only(game.events, "draw")
    assert draw.seen_by(0).cards == ("5h",) and draw.seen_by(2).cards == ("?",)
    assert "5h" not in str(game.view(2)["log"])


# Setup and turn --------------------------------------------------------------------------------


@rule("nerves.setup.deal")
def test_three_cards_each_and_the_rest_is_the_pile():
    game = cardkit.new("nerves", players=5, seed=1)
    assert [len(hand) for hand in game.hands] == [3] * 5 and len(game.pile) == 55
    assert not game.row and not game.used
    assert len(cardkit.new("nerves", seed=1, hand_size=4).hands[0]) == 4
    with pytest.raises(cardkit.BadInput, match="takes 12 cards, and the deck has 11"):
        cardkit.new("nerves", deck={"1": 11})


@rule("nerves.setup.first")
def test_the_first_seat_is_an_option_and_turns_go_clockwise():
    game = cardkit.new("nerves", seed=1)
    assert game.to_act == 0 and only(game.events, "first").seat == 0
    game = cardkit.new("nerves", players=3, seed=1, first=2)
    for expected in (2, 0, 1, 2):
        assert game.turn == expected
        number = next(card for card in game.hands[game.turn] + ["1"] if value_of(card))
        game.hands[game.turn].append(number)
        game.batches[game.turn].append(0)
        lay(game, f"lay {number}")
    with pytest.raises(cardkit.BadInput, match="Seat 4 cannot start"):
        cardkit.new("nerves", players=4, first=4)


@rule("nerves.turn.choice")
def test_lay_a_card_or_call():
    game = at("1 4h", row="5 5")
    assert list(map(str, game.moves())) == ["lay 1", "lay 4h", "lay 4h down", "check"]
    refused(game, "wait", "nerves.turn.choice")
    refused(game, "lay 5", "nerves.turn.choice")
    assert only(game.play("CHECK!"), "check").rule == "nerves.turn.choice"


@rule("nerves.turn.first-lays")
def test_who_begins_a_round_must_lay():
    game = at("1 2 3")
    refused(game, "check", "nerves.turn.first-lays")
    assert list(map(str, game.moves())) == ["lay 1", "lay 2", "lay 3"]
    game, _ = counted("5:1 1:2")
    assert game.to_act == 2
    refused(game, "check", "nerves.turn.first-lays")


@rule("nerves.turn.check-empty")
def test_no_call_on_an_empty_row():
    game = at("remove 2 3", row="5")
    events = game.play("lay remove")
    assert "no-window" in kinds(events) and game.to_act == 1 and game.phase == "lay"
    refused(game, "check", "nerves.turn.check-empty")
    refused(at("1", last=2), "check", "nerves.turn.check-empty")


@rule("nerves.lay.side")
def test_one_sided_cards_are_laid_face_up_or_down_and_two_sided_always_show():
    game = at("4 4h trap")
    refused(game, "lay 4 down", "nerves.lay.side")
    assert [str(move) for move in game.moves()] == [
        "lay 4", "lay 4h", "lay 4h down", "lay trap", "lay trap down",
    ]  # fmt: skip
    assert game.read("lay 4h up") == game.read("lay 4h")
    event = only(game.play("lay 4h down"), "lay-down")
    assert event.seen_by(0).cards == ("4h",) and event.seen_by(1).cards == ("?",)
    assert game.view(0)["row"] == [{"card": "4h", "owner": 0, "down": True, "batch": 0}]
    assert game.view(1)["row"][0]["card"] == "?" and game.view(1)["visible"] == 0
    game = at("4 4h trap")
    game.play("lay 4h")
    assert game.view(1)["row"][0]["card"] == "4h" and game.view(1)["visible"] == 4


@rule("nerves.lay.act")
def test_a_special_acts_only_face_up():
    game = at("reverse 1 2")
    lay(game, "lay reverse")
    assert game.direction == -1 and only(game.events, "lay").rule == "nerves.lay.act"
    game = at("reverse 1 2")
    lay(game, "lay reverse down")
    assert game.direction == 1 and game.to_act == 1
    event = only(game.events, "no-act")
    assert event.seen_by(0) is not None and event.seen_by(1) is None


@rule("nerves.lay.window")
def test_after_a_lay_every_rival_may_call():
    game = at("5 2 3", row="5 5 4", players=4)
    assert game.play("lay 5")[-1].kind == "lay" and game.asked == [1, 2, 3]
    refused(game, "lay 1", "nerves.lay.window", seat=2)
    for seat in (3, 1):
        assert game.play("wait", seat) == []
    events = game.play("check", 2)
    call = only(events, "check")
    assert (call.seat, call.rule, call.facts["rival"]) == (2, "nerves.lay.window", 0)
    assert tokens(game) == ([0, 0, 1, 0], [1, 0, 0, 0])


def test_nothing_shows_of_the_answers_before_all_are_there():
    game = at("5 2 3", row="5 5 4", players=4)
    game.play("lay 5")
    before = [game.view(seat) for seat in (0, 1, 3)]
    assert game.play("check", 2) == []
    assert [game.view(seat) for seat in (0, 1, 3)] == before
    assert before[0]["phase"] == "wait" and before[0]["moves"] == []
    assert before[1]["moves"] == ["check", "wait"]
    mine = game.view(2)
    assert (mine["answer"], mine["moves"], mine["phase"]) == ("check", [], "wait")
    again = cardkit.sample(mine, seed=3)
    assert again.sealed == game.sealed and again.view(2) == mine
    assert only(again.play("wait", 1) + again.play("wait", 3), "check").seat == 2


@rule("nerves.lay.window-simultaneous")
def test_several_calls_are_simultaneous_and_the_nearest_on_the_left_has_it():
    game = at("5 2 3", row="5 5 4", players=4)
    game.play("lay 5")
    game.play("check", 3)
    game.play("check", 1)
    events = game.play("wait", 2)
    assert only(events, "calls").facts["callers"] == [1, 3]
    assert only(events, "check").seat == 1 and game.composure == [0, 1, 0, 0]


@rule("nerves.lay.window-left")
def test_left_stays_left_after_a_reverse():
    game = at("5 2 3", row="5 5 4", players=4, direction=-1)
    events = lay(game, "lay 5", 1, 3)
    assert only(events, "left").seat == 1 and game.composure == [0, 1, 0, 0]


@rule("nerves.lay.draw")
def test_at_the_end_of_a_turn_one_card_is_drawn():
    game = at("1 2 3", pile="5 4", row="1")
    game.play("lay 1")
    assert len(game.hands[0]) == 2
    assert only(answer(game), "draw").cards == ("5",)
    assert sorted(game.hands[0]) == ["2", "3", "5"] and game.pile == ["4"]


@rule("nerves.lay.draw")
@rule("nerves.pile.when")
def test_the_used_cards_make_a_new_pile_when_a_card_is_needed():
    game = at("1 2 3", pile="5", used="4 4 4h")
    events = lay(game, "lay 1")
    assert game.pile == [] and "new-pile" not in kinds(events) and game.view(2)["top"] is None
    events = lay(game, "lay 1")
    assert only(events, "new-pile").facts["count"] == 3
    assert len(game.pile) == 2 and game.used == [] and len(game.hands[1]) == 3


@rule("nerves.lay.draw-checked")
def test_a_layer_who_is_checked_draws_before_the_count():
    game = at("1 2 3", pile="5 4", row="1")
    events = lay(game, "lay 1", 1)
    draw = only(events, "draw")
    assert draw.seat == 0 and draw.rule == "nerves.lay.draw-checked"
    assert kinds(events).index("draw") < kinds(events).index("miss")
    assert sorted(game.hands[0]) == ["2", "3", "5"]


@rule("nerves.lay.exhausted")
def test_with_both_piles_empty_nothing_is_drawn_and_an_empty_hand_must_call():
    game = at("1", players=2, pile="", used="", row="5:1")
    events = lay(game, "lay 1")
    assert "no-card" in kinds(events) and game.hands[0] == []
    events = lay(game, "lay 2")
    assert events[-1].kind == "must-check" and list(map(str, game.moves())) == ["check"]
    refused(game, "lay 1", "nerves.lay.exhausted")
    game.play("check")
    assert tokens(game) == ([0, 1], [1, 0])


@rule("nerves.lay.exhausted")
def test_with_too_few_cards_for_two_one_lays_what_there_is():
    game = at("1", players=2, pile="5 5 5", row="5:1", duty=True)
    events = lay(game, "lay 1")
    assert "too-few" in kinds(events) and game.to_act == 1
    assert game.hands[0] == ["5", "5"]  # nerves.special.two: and then draws two


@rule("nerves.lay.exhausted")
def test_with_no_card_and_no_row_the_turn_passes():
    game = cardkit.position(
        "nerves", players=3, hands={0: "remove 1", 1: "", 2: "2"}, pile="", used=""
    )
    events = game.play("lay remove")
    assert only(events, "pass").seat == 1 and game.to_act == 2
    assert [(event.seat, event.cards) for event in events if event.kind == "draw"] == [
        (0, ("remove",))
    ]
    with pytest.raises(cardkit.BadInput, match="neither a card to lay nor a row"):
        cardkit.position("nerves", players=2, hands={0: ""}, pile="", used="")


def test_a_passed_turn_ends_with_a_draw_so_that_the_game_goes_on():
    deck = {"2": 1, "3": 1}
    game = cardkit.new("nerves", players=2, seed=1, hand_size=1, deck=deck)
    for _ in range(2):
        game.play(game.moves()[0])
        game.play("wait")
    assert game.hands == [[], []]
    events = game.play("check")
    assert [event.seat for event in events if event.kind == "pass"] == [1, 0]
    assert game.to_act == 1 and list(map(len, game.hands)) == [1, 1]


@rule("nerves.used.hidden")
def test_a_card_removed_face_down_stays_unseen_but_its_owner_remembers():
    game = at("remove 2 3", row="5:1 4h:down:2", pile="1h trap 2", used="")
    events = game.play("lay remove")
    assert only(events, "unseen").rule == "nerves.used.hidden"
    assert [game.view(seat)["buried"][0]["card"] for seat in range(3)] == ["?", "?", "4h"]
    assert all("4h" not in game.view(seat)["used"] for seat in range(3))
    assert "4h" not in str(game.view(0)["log"]) and "4h" in str(game.view(2)["log"])
    guesses = {cardkit.sample(game.view(0), seed).buried[0].card for seed in range(60)}
    assert guesses == {"4h", "trap", "1h"}
    assert {cardkit.sample(game.view(2), s).buried[0].card for s in range(9)} == {"4h"}


@rule("nerves.turn.check-no-draw")
def test_a_call_in_ones_own_turn_draws_nothing():
    game = at("1 2 3", row="5:1 5:2")
    events = game.play("check")
    assert "no-draw" in kinds(events) and "draw" not in kinds(events)
    assert game.hands[0] == ["1", "2", "3"] and len(game.pile) == 10


# Special cards ---------------------------------------------------------------------------------


@rule("nerves.special.zero")
def test_specials_count_zero():
    _, events = counted("5 5 5 1 trap reverse two:1 remove:down:2")
    assert only(events, "miss").facts["sum"] == 16
    assert only(events, "zero").cards == ("trap", "reverse", "two", "remove")


@rule("nerves.special.face-down")
def test_face_down_specials_do_nothing_even_when_turned_up():
    game, events = counted("5:1 reverse:down:2 two:down:1 remove:down:2")
    assert [event.cards for event in events if event.kind == "dud"] == [
        ("reverse",), ("two",), ("remove",),
    ]  # fmt: skip
    assert game.direction == 1 and game.due == 1 and not game.duty
    assert len(only(events, "used").cards) == 4


@rule("nerves.special.reverse")
def test_reverse_turns_the_direction_at_once():
    game = at("reverse 2 3", players=4, row="1")
    assert only(lay(game, "lay reverse"), "reverse").facts["way"] == "counter-clockwise"
    assert game.to_act == 3
    lay(game, "lay 1")
    assert game.to_act == 2 and way(1) == "clockwise"
    game = at("reverse 2 3", players=4, row="1", direction=-1)
    lay(game, "lay reverse")
    assert game.to_act == 1


@rule("nerves.special.two")
def test_after_play_two_the_next_player_lays_two_and_draws_two():
    game = at("two 2 3", row="1")
    lay(game, "lay two")
    assert game.to_act == 1 and game.due == 2
    events = game.play("lay 1")
    assert game.to_act == 1 and game.phase == "lay"
    refused(game, "check", "nerves.turn.choice")
    events = lay(game, "lay 2")
    assert kinds(events).count("draw") == 2 and len(game.hands[1]) == 3
    assert game.to_act == 2 and game.due == 1
    game = at("two 2 3", row="1", two_cards=3)
    lay(game, "lay two")
    game.play("lay 1")
    game.play("lay 2")
    assert game.to_act == 1 and game.laid == 2


@rule("nerves.special.two-check")
def test_who_must_lay_two_may_call_instead():
    game = at("1 2 3", row="5:1 5:2", duty=True)
    assert "instead" in kinds(game.play("check"))
    game = at("1 2 3", row="5:1 5:2", duty=True, two_check=False)
    refused(game, "check", "nerves.special.two-check")
    game = at("", row="5:1 5:2", duty=True, two_check=False)
    assert list(map(str, game.moves())) == ["check"]


@rule("nerves.special.two-lapse")
def test_the_duty_lapses_at_any_check():
    game = at("two 2 3", row="1")
    assert "lapse" in kinds(lay(game, "lay two", 2))
    assert game.due == 1 and not game.duty and game.to_act == 0
    game = at("1 2 3", row="5:1 5:2", duty=True)
    assert "lapse" in kinds(game.play("check")) and game.due == 1


@rule("nerves.special.two-next")
def test_the_duty_falls_on_who_is_next_when_the_turn_ends():
    game = at("two reverse 3", row="1", duty=True)
    game.play("lay two")
    events = lay(game, "lay reverse")
    assert only(events, "duty").seat == 2 and game.to_act == 2 and game.due == 2


@rule("nerves.special.two-window")
def test_rivals_answer_after_the_second_card():
    game = at("1 2 3", row="5", duty=True)
    assert only(game.play("lay 1"), "lay-more").facts["count"] == 1
    assert game.asked == [0] and game.sealed is None
    game.play("lay 2")
    assert game.asked == [1, 2] and game.sealed == {}


@rule("nerves.special.two-twice")
def test_duties_do_not_add_up():
    game = at("two two 3", row="5", duty=True)
    assert "two" in kinds(game.play("lay two"))
    assert "two-twice" in kinds(lay(game, "lay two"))
    assert game.to_act == 1 and game.due == 2


@rule("nerves.special.remove")
def test_remove_last_takes_itself_and_the_card_before_unseen():
    game = at("remove 2 3", row="5:1 4:1 3h:2", used="1")
    events = game.play("lay remove")
    assert [laid.card for laid in game.row] == ["5", "4"]
    assert sorted(game.used) == ["1", "3h", "remove"]
    assert only(events, "remove").facts["owner"] == 2
    game = at("remove 2 3", row="5:1 4:1 trap:down:2")
    event = only(game.play("lay remove"), "remove")
    assert event.seen_by(0).cards == ("?",) and event.seen_by(2).cards == ("trap",)
    events = answer(game, 2)
    assert "trap" not in kinds(events) and only(events, "miss").facts["sum"] == 9


@rule("nerves.special.remove-reverse")
def test_a_removed_reverse_does_not_turn_the_direction_back():
    game = at("remove 2 3", row="5:2 reverse:1", direction=-1)
    events = lay(game, "lay remove")
    assert only(events, "still-reversed").facts["way"] == "counter-clockwise"
    assert game.direction == -1 and game.to_act == 2
    hidden = at("remove 2 3", row="5:2 reverse:down:1").play("lay remove")
    assert "still-reversed" not in kinds(hidden)  # nobody may know


@rule("nerves.special.remove-first")
def test_with_no_card_before_it_only_remove_last_goes():
    game = at("remove 2 3", used="")
    assert "remove-alone" in kinds(game.play("lay remove"))
    assert game.row == [] and game.used == ["remove"]


@rule("nerves.special.remove-target")
def test_the_card_before_is_the_last_now_in_the_row():
    game = at("remove 2 3", row="5:2 4:0 3:1")
    lay(game, "lay remove")
    game.hands[1] = ["remove", "2"]
    game.batches[1] = [0, 0]
    events = game.play("lay remove")
    assert "remove-target" in kinds(events)
    assert [laid.card for laid in game.row] == ["5"]
    assert "remove-target" not in kinds(at("remove 2", row="5 4").play("lay remove"))


@rule("nerves.special.remove-two")
def test_removing_a_play_two_does_not_cancel_the_duty():
    game = at("two remove 3", row="5:2", duty=True)
    game.play("lay two")
    assert "still-two" in kinds(lay(game, "lay remove"))
    assert game.to_act == 1 and game.due == 2
    game = at("remove 2 3", row="5:1 two:2", duty=True)
    assert "still-two" in kinds(game.play("lay remove"))
    assert game.to_act == 0 and game.laid == 1
    old = at("remove 2 3", row="5:1 two:2").play("lay remove")
    assert "still-two" not in kinds(old)


@rule("nerves.special.last-layer")
def test_the_last_layer_counts_even_if_the_card_is_gone():
    game = at("remove 2 3", row="5:1 5:2 5:1 2:2 4:2", players=3)
    lay(game, "lay remove")
    events = game.play("check")
    assert only(events, "last-layer").seat == 0
    assert tokens(game) == ([0, 1, 0], [1, 0, 0])
    _, events = counted("5:1 4:2")
    assert "last-layer" not in kinds(events)


@rule("nerves.trap.visible")
def test_a_visible_trap_does_nothing():
    game = at("trap 2 3", row="1:1", players=2)
    assert "trap-seen" in kinds(lay(game, "lay trap"))
    events = game.play("check")
    assert "trap" not in kinds(events) and tokens(game) == ([1, 0], [0, 1])


@rule("nerves.trap.hidden")
def test_a_hidden_trap_pays_its_owner_and_hurts_the_caller():
    game, events = counted("5 5 trap:down:1 5:2 4:2")
    assert only(events, "trap").seat == 1 and only(events, "trap").facts["caller"] == 0
    assert tokens(game) == ([1, 1, 0], [1, 0, 1])


@rule("nerves.trap.many")
def test_several_traps_cost_the_caller_one_nerve_token():
    row = "5 5 5 trap:down:1 trap:down:2 trap:down:1 2:2"
    game, events = counted(row, nerve_limit=9)
    assert only(events, "one-fright").facts["count"] == 3
    assert only(events, "trap-again").seat == 1
    assert tokens(game) == ([1, 1, 1], [1, 0, 1])
    game, _ = counted(row, nerve_limit=9, trap_nerves=3)
    assert game.nerves == [3, 0, 1]
    game, _ = counted(row, nerve_limit=9, composure_a_round=2)
    assert game.composure == [1, 1, 1]


@rule("nerves.trap.first")
def test_traps_act_before_the_count():
    _, events = counted("5 trap:down:1 4h:down:2")
    order = kinds(events)
    assert order.index("turn-up") < order.index("traps-first") < order.index("trap")
    assert order.index("trap") < order.index("miss")


@rule("nerves.trap.own")
def test_ones_own_trap_acts_like_any_other():
    game, events = counted("5:0 4:1 5:0 trap:down:0 4:1", players=2, composure={0: 1, 1: 1})
    assert only(events, "trap-own").seat == 0
    assert tokens(game) == ([2, 1], [1, 1])  # storyboard level 1.4
    assert "no-second" in kinds(events)


# End of a round and of the game ----------------------------------------------------------------


@rule("nerves.check.reveal")
def test_all_hearts_are_turned_over_one_by_one():
    _, events = counted("5:1 4h:down:2 3h:down:0 trap:down:1 2:2", goal=14)
    assert only(events, "reveal").facts["hearts"] == 3
    turned = [(e.facts["place"], e.seat, *e.cards) for e in events if e.kind == "turn-up"]
    assert turned == [(2, 2, "4h"), (3, 0, "3h"), (4, 1, "trap")]
    assert only(events, "hit").facts == {"sum": 14, "goal": 14, "rival": 2}
    assert all(event.seen_by(1) is event for event in events)
    assert "reveal" not in kinds(counted("5:1 4:2")[1])


@rule("nerves.check.hit")
def test_seventeen_is_a_hit():
    game, events = counted("5 5 5 2:2")
    assert only(events, "hit").facts["sum"] == 17
    assert tokens(game) == ([1, 0, 0], [0, 0, 1])
    game, events = counted("5 5 5 3:2", goal=19)
    assert "miss" in kinds(events)


@rule("nerves.check.miss")
def test_sixteen_is_a_miss():
    game, events = counted("5 5 5 1:2")
    assert only(events, "miss").facts["sum"] == 16
    assert tokens(game) == ([0, 0, 1], [1, 0, 0])


@rule("nerves.check.one-composure")
def test_only_one_composure_token_a_round():
    game, events = counted("5:1 trap:down:2 4:2")
    assert only(events, "no-second").seat == 2 and game.composure == [0, 0, 1]
    game, _ = counted("5:1 trap:down:2 4:2", composure_a_round=2)
    assert game.composure == [0, 0, 2]


@rule("nerves.check.two-nerves")
def test_two_nerve_tokens_cost_a_composure_token():
    game, events = counted("5:1 4:2", nerves={0: 1}, composure={0: 2})
    assert only(events, "return").facts == {"count": 2, "price": 1, "left": 1}
    assert tokens(game) == ([1, 0, 1], [0, 0, 0])
    game, _ = counted("5:1 4:2", nerves={0: 1})
    assert tokens(game) == ([0, 0, 1], [0, 0, 0])
    game, _ = counted("5:1 4:2", nerves={0: 1}, composure={0: 2}, nerve_price=2)
    assert game.composure[0] == 0
    game, _ = counted("5:1 4:2", nerves={0: 1}, composure={0: 2}, nerve_limit=3)
    assert tokens(game) == ([2, 0, 1], [2, 0, 0])


@rule("nerves.check.three-nerves")
def test_of_three_nerve_tokens_one_is_kept():
    game, events = counted("5:1 trap:down:1 4:2", nerves={0: 1}, composure={0: 1})
    assert only(events, "keeps").facts == {"held": 3, "left": 1}
    assert tokens(game) == ([0, 1, 1], [1, 0, 0])
    game, events = counted("5:1 trap:down:1 4:2", composure={0: 2}, nerve_limit=1)
    assert game.composure[0] == 0 and kinds(events).count("return") == 2


@rule("nerves.round.used")
def test_the_row_is_used_and_hands_are_kept():
    game, events = counted("5:1 4h:down:2", used="3 1h")
    assert sorted(game.used) == ["1h", "3", "4h", "5"] and game.row == []
    assert game.hands[0] == ["1", "2", "3"] and only(events, "used").cards == ("5", "4h")
    assert game.view(1)["used"] == ["1h", "3", "4h", "5"]  # all have seen them


@rule("nerves.round.next")
def test_who_gained_composure_begins():
    game, events = counted("5 5 5 2:2")
    assert game.to_act == 0 and only(events, "begin").seat == 0
    game, events = counted("5 5 5 1:2")
    assert game.to_act == 2 and only(events, "begin").facts["number"] == 2


@rule("nerves.round.next-many")
def test_of_several_the_one_who_got_it_by_the_count_begins():
    game, events = counted("5 5 5 trap:down:1 2:2")
    assert game.composure == [1, 1, 0] and game.to_act == 0
    assert only(events, "begin").rule == "nerves.round.next-many"
    game, _ = counted("5:3 trap:down:3 trap:down:2 2:2", players=4, caller=1, pile="")
    assert game.composure == [0, 0, 1, 1] and game.to_act == 2  # clockwise from the caller
    game, _ = counted("5:3 trap:down:3 trap:down:0 2:3", players=4, caller=1, pile="")
    assert game.composure == [1, 0, 0, 1] and game.to_act == 3
    game, _ = counted("5 5 5 5 trap:down:0 trap:down:1 2:2", players=3)
    assert game.composure == [1, 1, 0] and game.to_act == 1  # the caller comes last


@rule("nerves.round.next-lost")
def test_who_had_to_return_composure_still_begins():
    game, events = counted("5 5 5 trap:down:0 5:2", nerves={0: 1})
    assert tokens(game) == ([0, 0, 0], [0, 0, 1])
    assert game.to_act == 0 and only(events, "still-begins").seat == 0
    assert only(events, "begin").rule == "nerves.round.next"


@rule("nerves.round.direction")
def test_the_direction_carries_over():
    game, events = counted("5 5 5 2:1", direction=-1)
    assert only(events, "direction").facts["way"] == "counter-clockwise"
    lay(game, "lay 1")
    assert game.to_act == 2
    _, events = counted("5 5 5 2:2")
    assert "direction" not in kinds(events)


@rule("nerves.end.three")
def test_three_composure_tokens_win_after_the_round():
    game, events = counted("5 5 5 2:2", composure={0: 2, 1: 2})
    assert game.over and game.outcome == cardkit.Outcome(
        (0,), "nerves.end.three", "nerves.end.three"
    )
    assert kinds(events)[-3:] == ["used", "three", "win"] and game.scores() == [3, 2, 0]
    game, _ = counted("5 5 5 trap:down:0 4:2", composure={0: 2}, nerves={0: 1})
    assert not game.over and game.composure == [2, 0, 0]  # the third token was returned again
    game, _ = counted("5 5 5 2:2", composure={0: 1}, to_win=2)
    assert game.over
    with pytest.raises(cardkit.BadInput, match="between two rounds is a whole number from 0 to 2"):
        at(composure={1: 3})


@rule("nerves.end.tie")
def test_of_several_fewer_nerves_win_or_they_share():
    row = "5 5 5 trap:down:1 2:2"
    game, _ = counted(row, composure={0: 2, 1: 2})
    assert game.outcome.winners == (1,) and game.outcome.rule == "nerves.end.tie"
    game, _ = counted(row, composure={0: 2, 1: 2}, nerves={1: 1})
    assert game.outcome.winners == (0, 1) and game.outcome.shared


# Worked examples -------------------------------------------------------------------------------


@structural("nerves.example.lay")
def test_example_of_three_lays():
    game = cardkit.position("nerves", players=3, hands={0: "2h", 1: "3h", 2: "4"}, pile=OPEN)
    lay(game, "lay 2h down")
    lay(game, "lay 3h")
    game.play("lay 4")
    assert [laid["card"] for laid in game.view(2)["row"]] == ["?", "3h", "4"]
    assert game.view(2)["visible"] == 7


@structural("nerves.example.check")
def test_example_of_a_check():
    game = cardkit.position(
        "nerves", players=3, hands={2: "1 1 1"}, to_act=2, pile=OPEN,
        row="5 5h:down reverse 4 trap 3h:down",
    )  # fmt: skip
    game.play("lay 1")
    events = answer(game, 0)
    assert only(events, "hit").facts["sum"] == 18
    assert only(events, "zero").cards == ("reverse", "trap")
    assert tokens(game) == ([1, 0, 0], [0, 0, 1])


# Memory: samples never contradict what a seat has seen -----------------------------------------


@pytest.mark.parametrize("never", ["lay 4", "lay trap down"])
def test_a_view_cannot_tell_of_an_answer_that_nobody_could_give(never):
    game = at(row="5 5")
    game.play("lay 3")
    game.play("wait", 1)
    view = game.view(1)
    assert cardkit.sample(view).view(1) == view and view["answer"] == "wait"
    with pytest.raises(cardkit.BadInput, match="no answer that seat 1 can have given"):
        cardkit.sample({**view, "answer": never})


def hearts_of(view, seat, seeds=80):
    """The one-sided cards a rival may hold, as far as the samples of a view go."""
    hands = [cardkit.sample(view, seed).hands[seat] for seed in range(seeds)]
    return {card for hand in hands for card in hand if not card.isdecimal()}


def test_a_rivals_heart_may_be_any_one_sided_card_not_seen():
    deck = {"1": 9, "4h": 1, "5h": 1, "two": 1, "trap": 2}
    game = cardkit.position(
        "nerves", players=2, deck=deck, hands={0: "4h trap 1", 1: "1 trap 1"}, row="two:1"
    )
    assert hearts_of(game.view(0), 1) == {"5h", "trap"}
    assert hearts_of(game.view(1), 0) == {"4h", "5h", "trap"}
    assert game.view(0)["hands"][1] == ["1", "1", "heart"]


def test_an_old_heart_cannot_be_a_card_that_was_seen_used_when_the_pile_was_remade():
    deck = {"1": 9, "4h": 2, "trap": 1, "two": 1}
    game = cardkit.position(
        "nerves", players=2, deck=deck, hands={0: "1 1 1", 1: "4h 1 1"},
        pile="1", used="trap two 4h", to_act=0,
    )  # fmt: skip
    assert hearts_of(game.view(0), 1) == {"4h"}  # the only one not seen
    lay(game, "lay 1")
    lay(game, "lay 1")  # seat 1 needs a card: the pile is remade of trap, two and 4h
    view = game.view(0)
    assert view["memory"]["batch"] == 1 and view["memory"]["hearts"][1] == [0, 1]
    hands = [sorted(cardkit.sample(view, seed).hands[1]) for seed in range(60)]
    assert {tuple(hand) for hand in hands} == {
        ("1", "4h", "4h"), ("1", "4h", "trap"), ("1", "4h", "two"),
    }  # fmt: skip


def test_a_card_buried_unseen_and_shuffled_in_again_may_be_anywhere_it_can_be():
    deck = {"1": 9, "4h": 1, "trap": 1, "remove": 1, "two": 1}
    game = cardkit.position(
        "nerves", players=2, deck=deck, hands={0: "remove 1 1", 1: "two 1 1"},
        row="1:0 trap:down:1", pile="4h 1", used="", to_act=0,
    )  # fmt: skip
    lay(game, "lay remove")  # buries the trap; seat 0 draws 4h
    lay(game, "lay 1")  # seat 1 draws the last 1
    lay(game, "lay 1")  # the new pile: remove and the buried card, trap or two; seat 0 draws
    assert len(game.moved) == 1 and game.batch == 1
    view = game.view(0)
    guesses = {cardkit.sample(view, seed).moved[0][0] for seed in range(40)}
    assert guesses == ({"trap"} if "trap" in game.hands[0] else {"trap", "two"})
    for seed in range(20):
        assert cardkit.sample(view, seed).view(0) == view
    assert view["memory"]["moved"] == [["?", 1, 0, 1]]
    assert game.view(1)["memory"]["moved"] == [["trap", 1, 0, 1]]


# Positions -------------------------------------------------------------------------------------


def test_a_row_names_owners_or_was_laid_in_turn():
    game = at(row="5 4h:down trap", players=4)
    assert [(laid.card, laid.owner, laid.down) for laid in game.row] == [
        ("5", 1, False), ("4h", 2, True), ("trap", 3, False),
    ]  # fmt: skip
    assert game.last == 3
    game = at(row="5 4h:2:down trap", players=4, direction=-1)
    assert [laid.owner for laid in game.row] == [3, 2, 1]
    assert at(row=["5", "4h:down:1"]).row == at(row="5 4h:down:1").row


@pytest.mark.parametrize(
    ("zones", "wrong"),
    [
        ({"row": "4:down"}, "cannot lie face down"),
        ({"row": "4h:up"}, "no card of a row"),
        ({"row": "4h:1:2"}, "no card of a row"),
        ({"row": "4h:7"}, "seat is a number"),
        ({"row": "9h"}, "no card '9h'"),
        ({"direction": 0}, "direction is 1 or -1"),
        ({"duty": "yes"}, "duty is False or True"),
        ({"nerves": {0: 2}}, "between two rounds is a whole number from 0 to 1"),
        ({"window": True}, "row needs a card"),
        ({"last": 9}, "seat is a number"),
    ],
)
def test_bad_positions_get_a_sentence(zones, wrong):
    with pytest.raises(cardkit.BadInput, match=wrong):
        at(**zones)


def test_a_position_in_the_window():
    """Storyboard level 1.6: two traps, one fright; the third player calls out of turn."""
    game = cardkit.position(
        "nerves", players=3, composure=[1, 1, 1], window=True,
        row="trap:down:0 trap:down:1 2:2 5:0",
    )  # fmt: skip
    assert game.turn == 0 and game.asked == [1, 2]
    events = answer(game, 2)
    assert only(events, "one-fright").seat == 2 and only(events, "miss").facts["sum"] == 7
    assert tokens(game) == ([2, 2, 0], [0, 0, 0])


def test_the_storyboard_of_the_trap_lesson():
    """Levels 1.1 and 1.3, and the pay-offs of hide or show against call or wait at 14."""
    game, _ = counted(
        "5:0 4:1 reverse:0 5:1 trap:down:0", caller=1, players=2, composure={0: 1, 1: 1}
    )
    assert tokens(game) == ([2, 0], [0, 0])
    game, _ = counted("5:1 4:0 trap:1 5:0 3:1", players=2, composure={0: 1, 1: 1})
    assert tokens(game) == ([2, 1], [0, 1])
    for move, then, mine in (
        ("lay trap down", "call", ([2, 0], [0, 0])),
        ("lay 4h down", "call", ([1, 2], [1, 0])),
        ("lay 4h down", "wait", ([2, 1], [0, 1])),
        ("lay trap", "call", ([2, 1], [0, 1])),
    ):
        game = cardkit.position(
            "nerves", players=2, hands={0: "trap 4h 5", 1: "1 4 5"}, row="5 4 5",
            composure={0: 1, 1: 1},
        )  # fmt: skip
        game.play(move)
        if then == "call":
            game.play("check")
        else:
            game.play("wait")
            lay(game, "lay 1")
            game.play("check")
        assert tokens(game) == mine, move


# Notation --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["lay", "lay 4 5", "lay 9", "lay 4h sideways", "check now", "call", "lay 4h down down"]
)
def test_nonsense_is_refused_with_a_sentence(words):
    with pytest.raises(cardkit.BadInput):
        at("4h 1").play(words)


def test_notation_is_read_in_any_case():
    game = at("4h 1", row="5")
    assert str(game.read("LAY 4H Down")) == "lay 4h down" and str(game.read("Check!")) == "check"
    assert Counter(map(str, game.moves()))["check"] == 1

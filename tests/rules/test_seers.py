"""Seers, rule by rule: a position, a move, what must follow. The order is the rulebook's."""

from __future__ import annotations

import pytest

import cardkit
from cardkit.bots import bot, play_out, random_bot
from cardkit.bots.seers import Turn, ranked, sensible
from cardkit.games.seers_notation import cards_of
from cardkit.games.seers_options import DECK
from tests.plays import play_on
from tests.proof import kinds, only, plays, refused, rule, structural

# Three players: a first row of six, and hands without any combination.
ROW = "Ac 10s 4m Jt 7c 2s"
DULL = {1: "3s 5c 6s 9s Jc", 2: "2t 4t 6m 8t Qt"}


def at(hand: str, players: int = 3, **zones):
    """Seat 0 to act with that hand."""
    hands = {0: hand, **zones.pop("hands", {})}
    return cardkit.position("seers", players=players, hands=hands, **zones)


def moves(game) -> list[str]:
    return [str(move) for move in game.moves()]


def track(game) -> list[str]:
    return [name for row in game.view(0)["track"] for name in row]


def rules(events) -> list[str]:
    return [event.rule for event in events]


def showdown(hands: dict[int, str], named: list[int] | None = None, **zones):
    """A full track of two cards, so that the prediction begins with seat 0; and what follows."""
    players = len(hands)
    game = cardkit.position(
        "seers", players=players, hands=hands, columns={str(players): 1}, start_cards=0,
        track=zones.pop("track", ["6c", "6s"]), **zones,
    )  # fmt: skip
    named = named or [0] * players
    return game, plays(game, *(f"name {seat}" for seat in named))


# Components -------------------------------------------------------------------------------------


@rule("seers.cards.deck")
def test_cards_deck():
    deck = cardkit.new("seers", seed=0).options.deck
    suits, ranks = ("clock", "mask", "scarab", "tree"), "2 3 4 5 6 7 8 9 10 J Q K A".split()
    assert set(deck) == {f"{r}-{s}" for r in ranks for s in suits} | {"rune"}
    assert sum(deck.values()) == 54 and deck["rune"] == 2 and deck["A-mask"] == 1
    with pytest.raises(cardkit.BadInput, match="only 2 of card rune"):
        at("rune rune rune")
    with pytest.raises(cardkit.BadInput, match="no card; cards are") as wrong:
        cardkit.new("seers", deck={"1-mask": 4})
    assert wrong.value.rule == "seers.cards.deck"


ASSUMED = {
    "2": "reveal-4! rune", "3": "reveal-3! hypnosis", "4": "take! rune", "5": "reveal-3! eye",
    "6": "take! swap", "7": "draw! swap", "8": "reveal-2! rune", "9": "draw! hypnosis",
    "10": "take! eye", "J": "take! draw", "Q": "reveal-2! swap", "K": "draw! rune", "A": "draw!",
    "rune": "draw!",
}  # fmt: skip


@rule("seers.cards.effects")
def test_cards_effects_are_a_table_that_can_be_changed():
    game = at("Jm Jc 5t 2m Ks", effects={"J-mask": "rune! rune!", "K": ""})
    assert cardkit.new("seers").options.effects == ASSUMED
    assert game.view(0)["options"]["effects"] == {"J-mask": "rune! rune!", "K": ""}
    other, king = game.copy(), game.copy()
    assert kinds(game.play("play Jm")).count("rune") == 2 and game.scores() == [2, 0, 0]
    assert len(game.view(0)["hand"]) == 5, "a card that brings none is made up for from the deck"
    other.play("play Jc")
    assert moves(other)[0].startswith("take"), "the other jacks do as usual"
    assert kinds(king.play("play Ks")) == ["play", "fill", "place", "turn"]
    for table, why in (
        ({"X": "take"}, "no rank and no card"),
        ({"J": "steal!"}, "no effect"),
        ({"J": ["take"]}, "words like"),
        ({10: "take!"}, 'write "10" in quotes'),
        ("take", "maps ranks or cards"),
    ):
        with pytest.raises(cardkit.BadInput, match=why) as wrong:
            cardkit.new("seers", effects=table)
        assert wrong.value.rule == "seers.cards.effects"


@rule("seers.track.size")
@pytest.mark.parametrize(("players", "places"), [(2, 5), (3, 6), (4, 7), (5, 7)])
def test_track_size(players, places):
    game = cardkit.new("seers", players=players, seed=1)
    assert [len(row) for row in game.view(0)["track"]] == [places, places]
    small = cardkit.new("seers", players=players, seed=1, columns={str(players): 3})
    assert [len(row) for row in small.view(0)["track"]] == [3, 3]
    game.play(next(move for move in moves(game) if move.startswith("play")))
    with pytest.raises(cardkit.BadInput, match=f"has #1 to #{2 * places}") as wrong:
        game.play(f"take #{2 * places + 1}")
    assert wrong.value.rule == "seers.track.size"
    with pytest.raises(cardkit.BadInput, match="two rows, not 3"):
        at("Jm", track=["4c", "", ""])
    with pytest.raises(cardkit.BadInput, match="6 places, not 7"):
        at("Jm", track="4c 5c 6c 7c 8c 9c 10c")


@structural("seers.runes")
def test_runes_never_run_out():
    game = at("Kc 8s 7m 5t 3m", runes={0: 60, 1: 60, 2: 60})
    plays(game, "play Kc", "rune")
    assert game.scores() == [61, 60, 60]


@rule("seers.suits.order")
def test_suits_order():
    hands = {0: "8m 8s 2t 3t 5t", 1: "8c 8t 2s 3s 5s", 2: "4c 7m 9s Jt Kc"}
    assert only(showdown(hands)[1], "strongest-suit").seat == 1, "the clock is the best suit"
    worst = "tree scarab mask clock"
    game, events = showdown(hands, suits=worst)
    assert only(events, "strongest-suit").seat == 1 and game.options.suits == worst
    assert only(showdown(hands, suits="mask clock tree scarab")[1], "strongest-suit").seat == 0
    for order in ("clock mask scarab", "clock mask scarab scarab", 3):
        with pytest.raises(cardkit.BadInput, match="four suits") as wrong:
            cardkit.new("seers", suits=order)
        assert wrong.value.rule == "seers.suits.order"


# Setup of a round -------------------------------------------------------------------------------


@rule("seers.setup.players")
@pytest.mark.parametrize("players", [1, 6, 0, -1, True, "3", 2.0])
def test_setup_players(players):
    with pytest.raises(cardkit.BadInput) as wrong:
        cardkit.new("seers", players=players, seed=1)
    assert "2 to 5 players" in wrong.value.text and wrong.value.rule == "seers.setup.players"


@rule("seers.setup.side")
def test_setup_side():
    for side in "AB":
        game = cardkit.new("seers", seed=1, side=side)
        assert only(game.events, "side").facts["side"] == side
    with pytest.raises(cardkit.BadInput, match="one of A, B, not 'C'"):
        cardkit.new("seers", side="C")


@rule("seers.setup.deal")
def test_setup_deal():
    game = cardkit.new("seers", players=4, seed=3)
    view = game.view(2)
    assert view["hands"] == [5] * 4 and len(view["hand"]) == 5
    assert [bool(name) for name in track(game)] == [True, True] + [False] * 12
    assert view["deck"] == 54 - 20 - 2 and view["discards"] == 0
    hands = [name for seat in range(4) for name in game.view(seat)["hand"]]
    assert len(set(hands) - {"rune"}) + hands.count("rune") == 20
    assert cardkit.new("seers", hand_size=3, start_cards=4).view(0)["hands"] == [3] * 4
    with pytest.raises(cardkit.BadInput, match="would fill the track of 10 places"):
        cardkit.new("seers", players=2, start_cards=10)
    with pytest.raises(cardkit.BadInput, match="take 20 cards, and the deck has 4"):
        cardkit.new("seers", players=2, deck={"rune": 4})


@rule("seers.setup.pot")
@pytest.mark.parametrize(("players", "pots"), [(2, [2, 4, 6]), (3, [4, 6, 8]), (5, [4, 6, 8])])
def test_setup_pot(players, pots):
    game = play_on(cardkit.new("seers", players=players, seed=5), 5)
    told = [event for event in game.events if event.kind == "pot"]
    assert [event.facts["added"] for event in told] == pots
    assert all(e.facts["pot"] == e.facts["added"] + e.facts["carried"] for e in told)
    assert told[0].facts["carried"] == 0
    short = play_on(cardkit.new("seers", players=3, seed=5, pots={"1": 9}), 5)
    assert [e.facts["pot"] for e in short.events if e.kind == "pot"] == [9], "a game of one round"
    with pytest.raises(cardkit.BadInput, match="numbered from 1 without a gap"):
        cardkit.new("seers", pots={"1": 4, "3": 5})
    with pytest.raises(cardkit.BadInput, match='Option pots: write "1" in quotes'):
        cardkit.new("seers", pots={1: 4})
    with pytest.raises(cardkit.BadInput, match="a number for some of nothing, pair"):
        cardkit.new("seers", side_a=5)


@rule("seers.setup.first")
def test_setup_first():
    assert cardkit.new("seers", seed=1).to_act == 0
    assert cardkit.new("seers", seed=1, first=2).to_act == 2
    with pytest.raises(cardkit.BadInput, match="Seat 3 cannot start"):
        cardkit.new("seers", players=3, first=3)


@rule("seers.setup.first")
def test_setup_first_of_a_later_round_has_fewest_runes():
    hands = {0: "8c 8s 2t 3t 5t", 1: "9c Jc 2s 3s Ks", 2: "7c 7m 9s Jt Kc"}
    game, events = showdown(hands, [0, 0, 0], pot=3, runes={0: 0, 1: 9, 2: 3})
    assert game.scores() == [2, 10, 5] and only(events, "first").seat == 0 == game.to_act


@rule("seers.setup.first")
def test_setup_first_in_a_tie_is_the_weaker_hand():
    hands = {0: "8c 8s 2t 3t 5t", 1: "9c Jc 2s 3s Ks", 2: "7c 7m 9s Jt Kc"}
    game, events = showdown(hands, [1, 1, 1], runes={0: 5, 1: 9, 2: 5})
    assert game.scores() == [6, 9, 6] and only(events, "first").seat == 2 == game.to_act


@rule("seers.setup.first")
@pytest.mark.parametrize("better", ["10c 10s 2t 4t 6t", "9c 9s 2t 4t 6t"])
def test_setup_first_in_a_tie_looks_at_the_highest_card_and_the_suit_too(better):
    hands = {0: "9m 9t 2m 4m 6m", 1: "3c 5s 7m 8t Jc", 2: better}
    game, events = showdown(hands, [1, 1, 1], runes={0: 5, 1: 9, 2: 5})
    assert game.scores() == [6, 9, 6] and only(events, "first").seat == 0 == game.to_act


# A turn -----------------------------------------------------------------------------------------


@rule("seers.turn.choice")
def test_turn_choice():
    game = at("Jm 8c 8s 3t 2m", track=ROW)
    assert moves(game) == [
        "play J-mask", "play 8-clock", "play 8-scarab", "play 3-tree", "play 2-mask",
        "pass", "all-in",
    ]  # fmt: skip
    for other in ("take #1", "skip", "draw", "keep 3t", "discard 8c", "ask 1", "name 1"):
        refused(game, other, "seers.turn.choice")
    game.play("play Jm")
    for other in ("pass", "all-in", "play 8c"):
        refused(game, other, "seers.turn.choice")
    plays(game, "take #1", "skip")
    assert game.to_act == 1 and game.turn == 1


@rule("seers.play.effects")
def test_play_effects_from_top_to_bottom():
    game = at("6m 8c 8s 3t 2m", track=ROW)
    refused(game, "play Jm", "seers.play.effects")
    assert "not among 6-mask 8-clock" in str(game.why_not("play Jm"))
    assert "your hand is empty" in str(at("", track=ROW).why_not("play Jm"))
    assert kinds(game.play("play 6m")) == ["play"] and game.phase == "take"
    assert game.view(1)["played"] == "6-mask" and game.view(1)["effects"] == ["take", "swap"]
    game.play("take #1")
    assert game.phase == "swap" and game.view(2)["step"] == 2
    game.play("swap 2m #2")
    assert game.to_act == 1 and game.view(0)["hand"] == cards_of("8c 8s 3t Ac 10s")


@rule("seers.play.compulsory")
def test_play_compulsory_effects_cannot_be_skipped_others_can():
    game = at("6m 8c 8s 3t 2m", track=ROW)
    game.play("play 6m")
    refused(game, "skip", "seers.play.compulsory")
    assert "skip" not in moves(game)
    game.play("take #1")
    assert moves(game)[-1] == "skip"
    skipped = only(game.play("skip"), "skip")
    assert skipped.facts["effect"] == "swap" and skipped.rule == "seers.play.compulsory"
    for name, question in (("4s", "rune"), ("8c", "rune"), ("9c", "hypnosis"), ("Js", "draw")):
        game = at(f"{name} 6m 6c 6s 6t", track="4c", deck="2c 2s ...")
        game.play(f"play {name}")
        while game.phase != question:
            game.play(game.moves()[0])
        held = len(game.view(0)["hand"])
        game.play("skip")
        assert game.scores() == [0, 0, 0] and len(game.view(0)["hand"]) == held == 5


@rule("seers.play.impossible")
def test_play_impossible_take_from_an_empty_track():
    game = at("4m 8c 8s 3t 2m", track="", deck="Kc 9t ...")
    events = game.play("play 4m")
    assert only(events, "pointless").facts["effect"] == "take" and game.phase == "rune"
    events = game.play("rune")
    fill = only(events, "fill")
    assert fill.cards == ("K-clock",) and fill.rule == "seers.play.impossible"
    assert fill.seen_by(1).cards == ("?",)
    assert game.view(0)["hand"][-1] == "K-clock" and track(game)[0] == "4-mask"
    game = at("4m 8c 8s 3t 2m", track="", deck="Kc 9t ...")
    game.play("play 4m")
    again = cardkit.sample(game.view(1), seed=1)
    assert only(again.play("skip"), "fill").rule == fill.rule, "a sample remembers it"
    game.play("skip")
    assert not game.view(0)["impossible"], "and it is over with the turn"


@rule("seers.play.impossible")
def test_play_impossible_when_there_is_no_card_to_draw_anywhere():
    """A deck of two hands and a full track, and not a card more."""
    deck = dict.fromkeys(cards_of("2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc"), 1)
    effects = dict.fromkeys(ASSUMED, "draw! draw! draw! reveal-2!")
    small = {"deck": deck, "columns": {"2": 1}, "start_cards": 0}
    game = cardkit.new("seers", players=2, effects=effects, **small)
    events = game.play(game.moves()[0])
    assert kinds(events) == ["play", "draw", "draw", "pointless", "pointless"]
    assert [e.facts["effect"] for e in events if e.kind == "pointless"] == ["draw", "reveal"]
    assert game.phase == "surplus" and game.view(1)["deck"] == 0


@rule("seers.play.hand-five")
def test_play_hand_five():
    game = at("Jm 8c 8s 3t 2m", track=ROW, deck="Kc ...")
    plays(game, "play Jm", "take #1", "draw")
    assert len(game.view(0)["hand"]) == 6 and game.phase == "surplus" and game.to_act == 0
    refused(game, "discard Jm", "seers.play.hand-five")
    refused(game, "skip", "seers.play.hand-five")
    assert "You hold 6 cards, 5 may stay" in str(game.why_not("skip"))
    thrown = only(game.play("discard 3t"), "discard")
    assert thrown.rule == "seers.play.hand-five" and thrown.seen_by(2).cards == ("3-tree",)
    assert game.view(1)["discard"] == "3-tree" and game.to_act == 1
    with pytest.raises(cardkit.BadInput, match="at most 5 cards in hand, not 6"):
        at("Jm 8c 8s 3t 2m 2c")


@rule("seers.play.hand-five")
@pytest.mark.parametrize(
    ("hand", "line", "options"),
    [
        ("4s 8c", ["play 4s", "take #1", "skip"], {}),
        ("8m 8c 8s 3t 2m", ["play 8m", "swap 8c #1"], {"effects": {"8": "swap!"}}),
    ],
)
def test_play_hand_five_is_filled_up_where_nothing_was_impossible(hand, line, options):
    game = at(hand, track=ROW, **options)
    events = plays(game, *line)
    assert {e.rule for e in events if e.kind == "fill"} == {"seers.play.hand-five"}
    assert game.view(1)["hands"] == [5, 5, 5] and game.to_act == 1


@rule("seers.play.hand-five")
def test_play_hand_five_each_discard_is_shown_and_the_order_is_chosen():
    game = at("Jm 8c 8s 3t 2m", track=ROW, effects={"J": "take! take! draw!"}, deck="Kc ...")
    plays(game, "play Jm", "take #1", "take #2")
    assert game.view(0)["hands"] == [7, 5, 5]
    first, second = game.play("discard 3t")[0], game.play("discard 2m")[0]
    assert (first.cards, second.cards) == (("3-tree",), ("2-mask",))
    assert game.view(2)["discarded"] == ["3-tree", "2-mask"] and game.view(2)["discard"] == "2-mask"


@rule("seers.play.place")
def test_play_place_last_of_all():
    game = at("Am 8c 8s 3t 2m", track="4c 10s", deck="Kc ...")
    events = game.play("play Am")
    assert kinds(events) == ["play", "draw", "place", "turn"]
    place = only(events, "place")
    assert place.cards == ("A-mask",) and place.facts["place"] == 3
    assert place.rule == "seers.play.place" and track(game)[2] == "A-mask"
    surplus = at("Jm 8c 8s 3t 2m", track="4c 10s", deck="Kc ...")
    plays(surplus, "play Jm", "take #1", "draw")
    assert surplus.phase == "surplus" and track(surplus)[:2] == ["", "10-scarab"], "not yet"
    assert kinds(surplus.play("discard 3t")) == ["discard", "gap", "turn"]


# Placing cards on the track ---------------------------------------------------------------------


@rule("seers.place.first-free")
def test_place_first_free_row_by_row():
    game = at("Am 8c 8s 3t 2m", track="Ac 10s 4m Jt 7c", deck="Kc Qc ...")
    event = only(game.play("pass"), "place")
    assert event.facts["place"] == 6 and event.rule == "seers.place.first-free"
    assert track(game)[5:7] == ["K-clock", ""]
    game.play("pass")
    assert track(game)[5:7] == ["K-clock", "Q-clock"], "the first is full, the second starts"


@rule("seers.place.gaps")
def test_place_gaps_are_filled_first():
    game = at("4s 8c 8s 3t 2m", track=["Ac 10s 4m Jt 7c 2s", "Kt - 5m"])
    plays(game, "play 4s", "take #4")
    gap = only(game.play("skip"), "gap")
    assert gap.cards == ("4-scarab",) and gap.facts["place"] == 4
    gap = only(game.play("pass"), "gap-cover")
    assert gap.facts["place"] == 8 and gap.rule == "seers.place.gaps", "then that of the second row"
    assert track(game)[7] != "" and track(game)[9] == ""


@rule("seers.place.blocked")
def test_place_blocked_cards_can_be_neither_taken_nor_swapped():
    game = at("6m 8c 8s 3t 2m", track=[ROW, "Kt 6c"])
    game.play("play 6m")
    assert moves(game) == [f"take #{place}" for place in (3, 4, 5, 6, 7, 8)]
    refused(game, "take #1", "seers.place.blocked")
    refused(game, "take 10s", "seers.place.blocked")
    assert "10-scarab is blocked: 6-clock covers it" in str(game.why_not("take #2"))
    freed = only(game.play("take #8"), "freed")
    assert freed.cards == ("10-scarab",) and freed.rule == "seers.place.blocked"
    refused(game, "swap 2m #1", "seers.place.blocked")
    game.play("swap 2m #2")
    assert "10-scarab" in game.view(0)["hand"]


@rule("seers.place.covers")
def test_place_covers_the_same_column():
    game = at("4s 8c 8s 3t 2m", track=[ROW, "Kt 6c"], deck="Qs ...")
    cover = only(game.play("pass"), "cover")
    assert cover.facts["place"] == 9 and cover.rule == "seers.place.covers"
    blocked = at("4s 8c 8s 3t 2m", track=[ROW, "Kt 6c Qs"])
    blocked.play("play 4s")
    refused(blocked, "take #3", "seers.place.blocked")
    assert blocked.why_not("take #4") is None
    with pytest.raises(cardkit.BadInput, match="Q-scarab covers no card") as wrong:
        at("4s", track=["Ac 10s", "- - Qs"])
    assert wrong.value.rule == "seers.place.covers"


@rule("seers.discard.top")
def test_discard_only_the_top_can_be_seen():
    game = at("3s 8c 8s 4t 2m", track=ROW, discard="9c 9s", deck="Kc Qc Jc ...")
    events = plays(game, "play 3s", "keep Kc", "discard Jc")
    over = [event for event in events if event.kind == "discard-over"]
    assert [event.cards[0] for event in over] == ["J-clock", "Q-clock"]
    assert {event.rule for event in over} == {"seers.discard.top"}
    assert game.view(1)["discard"] == "Q-clock" and game.view(1)["discards"] == 4
    assert game.view(1)["discarded"] == ["?", "9-scarab", "J-clock", "Q-clock"]


@rule("seers.deck.reshuffle")
def test_deck_reshuffle_when_it_runs_out():
    game = at("Am 8c 8s 3t 2m", track=ROW, deck="Kc", hands=DULL)
    under = game.view(0)["discards"]
    events = game.play("play Am")
    assert only(events, "reshuffle").facts["count"] == under == 54 - 15 - 6 - 1
    view = game.view(0)
    assert view["deck"] == under and view["discards"] == 0 and view["discard"] == ""
    late = at("Am 8c 8s 3t 2m", track=ROW, deck="", hands=DULL)
    assert kinds(late.play("pass"))[1] == "reshuffle", "or when a card is wanted from an empty deck"


# Pass and all-in --------------------------------------------------------------------------------


@rule("seers.pass.card")
def test_pass_card():
    game = at("Am 8c 8s 3t 2m", track="4c 10s", deck="Kc Qc ...", hands=DULL)
    hand = game.view(0)["hand"]
    assert kinds(game.play("pass")) == ["pass", "place", "turn"]
    assert track(game)[2] == "K-clock" and game.view(0)["hand"] == hand and game.to_act == 1
    plays(game, "pass", "pass")
    assert game.to_act == 0 and "play A-mask" in moves(game), "passing is not for good"


@rule("seers.allin.cards")
def test_allin_cards():
    game = at("8c 8s 8m 3t 3m", track=["Ac 10s 4m Jt 7c 2s", "Kt 6c 5m 9s"], deck="Kc Qc ...")
    events = game.play("all in")
    assert only(events, "all-in").rule == "seers.allin.cards"
    assert track(game)[-2:] == ["K-clock", "Q-clock"]
    assert game.view(1)["all_in"] == 0 and game.view(0)["hands"] == [5, 5, 5]
    assert game.phase == "name" and game.to_act == 1, "nobody got another turn"


@rule("seers.allin.cards")
def test_allin_cards_are_still_a_hand_that_is_paid_for():
    small = {"columns": {"3": 1}, "start_cards": 0, "track": ""}
    game = at("8c 8s 9m 3t 2m", hands=DULL, pot=3, **small)
    events = plays(game, "all-in", "name 0", "name 0", "name 0")
    assert only(events, "strongest").seat == 0
    assert only(events, "pay").facts == {"runes": 1, "category": "pair"}
    assert game.scores() == [1 + 1, 1, 1]


@rule("seers.allin.immune")
def test_allin_immune():
    game = at("Kc Ks 9m 5t 2m", track=ROW, all_in=2)
    game.play("play 9m")
    assert moves(game) == ["ask 1", "skip"]
    refused(game, "ask 2", "seers.allin.immune")
    eye = at("Kc Ks 9m 5t 2m", track=ROW, all_in=2, deck="3c 4c 6c ...")
    plays(eye, "play 5t", "keep 3c", "discard 4c")
    assert moves(eye) == ["look 1", "skip"]
    refused(eye, "look 2", "seers.allin.immune")
    alone = at("Kc Ks 9m 5t 2m", players=2, track="Ac", all_in=1)
    skipped = only(alone.play("play 9m"), "pointless")
    assert skipped.rule == "seers.allin.immune" and skipped.facts["effect"] == "hypnosis"
    assert only(at("8c 8s 8m 3t 3m").play("all-in"), "immune").seat == 0


@rule("seers.allin.passes")
def test_allin_passes_automatically():
    game = at("8c 8s 8m 3t 3m", track=ROW, deck="Kc Qc Jc 10c 9c ...")
    plays(game, "all-in", "pass")
    events = game.play("pass")
    forced = only(events, "must-pass")
    assert forced.seat == 0 and forced.rule == "seers.allin.passes"
    assert track(game)[6:11] == ["K-clock", "Q-clock", "J-clock", "10-clock", "9-clock"]
    assert game.to_act == 1 and game.turn == 1


@rule("seers.allin.passes")
def test_allin_lasts_to_the_end_of_the_round():
    game = at("8c 8s 8m 3t 3m", track=["Ac 10s 4m Jt 7c 2s", "Kt 6c 5m 9s"])
    plays(game, "pass", "all-in", "name 1", "name 1", "name 1")
    assert game.view(0)["round"] == 2 and game.view(0)["all_in"] is None
    for _ in range(3):
        assert "all-in" in moves(game)
        assert "must-pass" not in kinds(game.play("pass"))
    late = at("8c 8s 8m 3t 3m", track=ROW, all_in=1)
    assert only(late.play("pass"), "must-pass").rule == "seers.allin.passes"


@rule("seers.allin.one")
def test_allin_one():
    game = at("Qm 9m 7m 4m 2m", track=["Ac 10s 4c Jt 7c 2s", "Kt"], all_in=2)
    assert "all-in" not in moves(game)
    refused(game, "all-in", "seers.allin.one")
    assert "player 2 has" in str(game.why_not("all-in"))
    game.play("pass")
    told = [event for event in game.events if event.kind == "turn-after"]
    assert {(event.rule, event.facts["rival"]) for event in told} == {("seers.allin.one", 2)}


@rule("seers.allin.overflow")
def test_allin_overflow():
    game = at("9c 8s 7m 6t 5c", track=[ROW, "Kt 6c 5m 9s Qm"], deck="Kc Qc ...")
    events = game.play("all-in")
    assert only(events, "overflow").facts["room"] == 1
    assert track(game)[-1] == "K-clock" and game.view(0)["deck"] == 54 - 15 - 12
    assert game.phase == "name" and game.to_act == 1


# The end of a round -----------------------------------------------------------------------------


@rule("seers.end.full")
def test_end_full():
    game = at("9c 8s 7m 6t 5c", track=[ROW, "Kt 6c 5m 9s"])
    assert "full" not in kinds(game.play("pass")) and game.phase == "turn"
    assert only(game.play("pass"), "full").seat == 1
    assert game.phase == "name" and game.to_act == 2


@rule("seers.end.stall")
def test_end_stall_after_so_many_turns_without_growth():
    game = cardkit.new("seers", players=3, seed=4, effects=dict.fromkeys(ASSUMED, "take!"), stall=5)
    for _ in range(5):
        assert game.phase == "turn" and "must-pass" not in kinds(game.events)
        assert sum(map(bool, track(game))) == 2
        plays(game, moves(game)[0])
        events = game.play("take #1")
    passes = [event for event in events if event.kind == "must-pass"]
    assert len(passes) == 10 and {event.rule for event in passes} == {"seers.end.stall"}
    assert game.phase == "name"
    plays(game, "name 0", "name 0", "name 0")
    assert game.view(0)["round"] == 2 and game.phase == "turn", "the next round counts from 0"
    assert game.view(0)["still"] == 0
    assert cardkit.new("seers").options.stall == 18


@rule("seers.end.stall")
def test_end_stall_growth_starts_the_count_anew():
    game = cardkit.new("seers", players=3, seed=4, effects=dict.fromkeys(ASSUMED, "take!"), stall=3)
    for turn in ("take", "take", "pass", "take", "take"):
        plays(game, *(["pass"] if turn == "pass" else [moves(game)[0], "take #1"]))
    assert game.view(1)["still"] == 2 and "must-pass" not in kinds(game.events)
    assert "must-pass" in kinds(plays(game, moves(game)[0], "take #1"))


@rule("seers.end.stall")
def test_end_stall_growth_by_an_automatic_pass_counts_too():
    """Seats 2 and 3 take, seat 0 passes; then seats 1, 2 and 3 take."""
    take = dict.fromkeys(ASSUMED, "take!")
    game = cardkit.position("seers", players=4, all_in=0, to_act=2, effects=take, stall=3)
    for _ in range(4):
        events = plays(game, moves(game)[0], "take #1")
        assert "seers.end.stall" not in rules(events)
    assert game.to_act == 3 and game.view(1)["still"] == 2
    assert "seers.end.stall" in rules(plays(game, moves(game)[0], "take #1"))


# Effects ----------------------------------------------------------------------------------------


@rule("seers.effect.take")
def test_effect_take():
    game = at("4s 8c 8s 3t 2m", track="Ac - 10s")
    game.play("play 4s")
    assert moves(game) == ["take #1", "take #3"]
    refused(game, "take #2", "seers.effect.take")
    for other in ("swap 8c #1", "ask 1", "look 2"):
        refused(game, other, "seers.effect.take")
        assert str(game.why_not(other)).startswith(f"'{game.read(other)}' must wait")
    with pytest.raises(cardkit.BadInput, match="no 9-tree on the track"):
        game.play("take 9t")
    taken = game.play("take 10 scarab")[0]
    assert taken.cards == ("10-scarab",) and taken.rule == "seers.effect.take"
    assert game.view(0)["hand"][-1] == "10-scarab" and track(game)[:3] == ["A-clock", "", ""]
    assert game.view(2)["known"][0] == ["10-scarab"]


@rule("seers.effect.take")
def test_effect_take_by_name_means_the_card_that_is_not_blocked():
    game = at("4s 8c 8s 3t 2m", track=["rune 10s 4m Jt 7c rune", "Kt 6c"])
    game.play("play 4s")
    assert str(game.read("take rune")) == "take #6"
    game.play("take rune")
    covered = at("4s 8c 8s 3t 2m", track=["rune 10s 4m Jt 7c 2s", "Kt 6c"])
    covered.play("play 4s")
    refused(covered, "take rune", "seers.place.blocked")


@rule("seers.effect.swap")
def test_effect_swap():
    game = at("7s 8c 8s 3t 2m", track="Ac - 10s", deck="Kc ...")
    game.play("play 7s")
    assert len(game.moves()) == 5 * 2 + 1
    refused(game, "swap 7s #1", "seers.effect.swap")
    refused(game, "swap 8c #2", "seers.effect.swap")
    swapped = game.play("swap 3t 10s")[0]
    assert swapped.cards == ("3-tree", "10-scarab") and swapped.rule == "seers.effect.swap"
    assert track(game)[:3] == ["A-clock", "7-scarab", "3-tree"]
    assert sorted(game.view(0)["hand"]) == sorted(
        ["8-clock", "8-scarab", "2-mask", "K-clock", "10-scarab"])  # fmt: skip


@rule("seers.effect.draw")
def test_effect_draw():
    game = at("As 8c 8s 3t 2m", deck="Kc ...")
    drawn = only(game.play("play As"), "draw")
    assert drawn.cards == ("K-clock",) and drawn.rule == "seers.effect.draw"
    assert drawn.seen_by(1).cards == ("?",) and game.view(1)["known"][0] == []
    optional = at("Js 8c 8s 3t 2m", track=ROW, deck="Kc ...")
    plays(optional, "play Js", "take #1")
    assert moves(optional) == ["draw", "skip"]
    refused(optional, "rune", "seers.effect.draw")


@rule("seers.effect.reveal")
@pytest.mark.parametrize(("name", "count"), [("2s", 4), ("3s", 3), ("5s", 3), ("8s", 2), ("Qs", 2)])
def test_effect_reveal(name, count):
    game = at(f"{name} 7s 7m 9t Jm", track=ROW.replace(" 2s", ""), deck="Kc Qc Jc 10c 9c ...")
    shown = only(game.play(f"play {name}"), "reveal")
    assert shown.cards == ("K-clock", "Q-clock", "J-clock", "10-clock")[:count]
    assert shown.seen_by(2).cards == shown.cards and game.view(2)["revealed"] == list(shown.cards)
    refused(game, "keep 9c", "seers.effect.reveal")
    refused(game, "discard Kc", "seers.effect.reveal")
    events = game.play("keep Q clock")
    assert events[0].rule == "seers.effect.reveal" and events[0].seen_by(1).cards == ("Q-clock",)
    for left in range(count - 1, 1, -1):
        assert game.phase == "rest" and len(game.moves()) == left
        refused(game, "keep Kc", "seers.effect.reveal")
        game.play(game.moves()[-1])
    assert game.view(0)["discards"] == count - 1 and game.view(1)["known"][0] == ["Q-clock"]
    assert game.view(2)["discard"] == "K-clock", "the last one goes by itself"


@rule("seers.effect.reveal-reshuffle")
def test_effect_reveal_reshuffle_keeps_out_what_was_turned_up():
    game = at("2m 7s 7m 9t Jm", track=ROW, deck="Kc Qc", hands=DULL)
    under = game.view(0)["discards"]
    events = game.play("play 2m")
    assert kinds(events) == ["play", "reveal", "reshuffle", "reveal"]
    assert only(events, "reshuffle").rule == "seers.effect.reveal-reshuffle"
    assert events[1].cards == ("K-clock", "Q-clock") and len(events[3].cards) == 2
    assert len(set(game.view(1)["revealed"]) | {"rune"}) >= 4
    assert game.view(0)["deck"] == under - 2 and game.view(0)["discards"] == 0
    exact = at("8s 7s 7m 9t Jm", track=ROW, deck="Kc Qc", hands=DULL)
    assert only(exact.play("play 8s"), "reshuffle").rule == "seers.deck.reshuffle"


@rule("seers.effect.rune")
def test_effect_rune():
    game = at("Ks 8c 8s 3t 2m")
    game.play("play Ks")
    assert moves(game) == ["rune", "skip"] and game.scores() == [0, 0, 0]
    assert only(game.play("rune"), "rune").rule == "seers.effect.rune"
    assert game.scores() == [1, 0, 0] == game.view(2)["runes"]


@rule("seers.effect.hypnosis")
def test_effect_hypnosis_is_said_aloud():
    hands = {1: "8c 8s 8m Kc Kt", 2: DULL[2]}
    game = at("9m Ks 5t 2m 7m", hands=hands)
    game.play("play 9m")
    assert moves(game) == ["ask 1", "ask 2", "skip"]
    refused(game, "ask 0", "seers.effect.hypnosis")
    refused(game, "rune", "seers.effect.hypnosis")
    other = game.copy()
    said = only(game.play("ask 1"), "hypnosis")
    assert said.facts == {"target": 1, "value": 6} and said.cards == () and said.seen_by(2) is said
    assert game.view(2)["said"] == [None, 6, None] == game.view(0)["said"]
    assert only(other.play("ask 2"), "no-value").facts["value"] == 0
    assert other.view(1)["said"] == [None, None, 0]
    runes = at("9m Ks 5t 2m 7m", hands={1: "rune rune 8m 8c Kt"})
    runes.play("play 9m")
    assert only(runes.play("ask 1"), "hypnosis").facts["value"] == 1, "rune cards do not count"
    game.play("play 8c")
    while game.turn == 1:
        game.play(game.moves()[0])
    assert game.view(0)["said"] == [None, None, None], "that was another hand"


@rule("seers.effect.hypnosis")
@pytest.mark.parametrize(("side", "value"), [("A", 4), ("B", 6)])
def test_effect_hypnosis_says_the_value_on_the_side_that_is_up(side, value):
    game = at("9m Ks 5t 2m 7m", hands={1: "4c 5s 6m 7t 8c"}, side=side)
    game.play("play 9m")
    assert only(game.play("ask 1"), "hypnosis").facts["value"] == value


@rule("seers.effect.eye")
def test_effect_eye_shows_four_cards_of_the_owners_choice_to_the_asker_alone():
    game = at("5m Ks 9t 2m 7m", hands=DULL, deck="4c 6c 10c ...")
    plays(game, "play 5m", "keep 4c", "discard 6c")
    assert moves(game) == ["look 1", "look 2", "skip"]
    refused(game, "look 0", "seers.effect.eye")
    game.play("look 2")
    assert game.to_act == 2 and game.turn == 0 and len(game.moves()) == 5
    refused(game, "show 2t 4t 6m", "seers.effect.eye")
    refused(game, "show 2t 4t 6m 9c", "seers.effect.eye")
    refused(game, "pass", "seers.turn.choice")
    shown = only(game.play("show Qt 2t 6m 4t"), "show")
    assert shown.cards == ("2-tree", "4-tree", "6-mask", "Q-tree")
    assert shown.seen_by(0).cards == shown.cards == shown.seen_by(2).cards
    assert shown.seen_by(1).cards == ("?",) * 4
    assert game.view(0)["known"][2] == list(shown.cards) and game.view(1)["known"][2] == []
    assert game.to_act == 1, "back to the one who asked, whose turn is over"


@rule("seers.effect.names")
def test_effect_names_hypnosis_speaks_and_the_eye_looks():
    game = at("9m Ks 5t 2m 7m")
    game.play("play 9m")
    refused(game, "look 1", "seers.effect.names")
    eye = at("10m Ks 5t 2m 7m", track=ROW)
    plays(eye, "play 10m", "take #1")
    refused(eye, "ask 1", "seers.effect.names")


# Prediction and scoring -------------------------------------------------------------------------


@rule("seers.predict.order")
def test_predict_order():
    game = cardkit.position(
        "seers", players=4, to_act=2, track=["Ac 10s 4m Jt 7c 2s 3s", "Kt 6c 5m 9s Qm Qc"]
    )
    game.play("pass")
    assert game.view(0)["turn"] == 2 and moves(game) == [f"name {seat}" for seat in range(4)]
    for other in ("skip", "pass", "all-in", "play Jm"):
        refused(game, other, "seers.predict.order")
    for seat, named in ((3, 1), (0, 0), (1, 1)):
        assert game.to_act == seat
        event = game.play(f"name {named}")[0]
        assert event.kind == ("name-self" if seat == named else "name")
        assert event.facts["target"] == named and event.rule == "seers.predict.order"
        assert game.view(2)["names"][seat] == named, "tokens lie open"
    assert game.to_act == 2
    game.play("name 3")
    assert game.view(0)["round"] == 2


@rule("seers.predict.order")
def test_predict_order_after_an_automatic_pass():
    game = at("9c 8s 7m 6t 5c", track=[ROW, "Kt 6c 5m 9s"], all_in=0, to_act=2)
    events = game.play("pass")
    assert only(events, "must-pass").seat == 0 == only(events, "full").seat
    for seat in (1, 2, 0):
        assert game.to_act == seat
        game.play("name 0")


@rule("seers.predict.duel")
def test_predict_duel_is_sealed():
    game = cardkit.position("seers", players=2, track=["Ac 10s 4m Jt 7c", "Kt 6c 5m 9s"])
    game.play("pass")
    assert game.asked == [0, 1] and [game.view(seat)["phase"] for seat in (0, 1)] == ["name"] * 2
    for other in ("skip", "pass"):
        refused(game, other, "seers.predict.duel", seat=1)
    before = game.view(0)
    assert game.play("name 0", seat=1) == []
    assert game.view(0) == before and game.view(0)["names"] == [None, None]
    waiting = game.view(1)
    assert waiting["names"] == [None, 0] and waiting["phase"] == "wait" and not waiting["moves"]
    for seat in (0, 1):
        assert cardkit.sample(game.view(seat), seed=3).view(seat) == game.view(seat)
    sample = cardkit.sample(waiting, seed=3)
    assert sample.asked == [0]
    events = game.play("name 1", seat=0)
    assert [(e.seat, e.facts["target"]) for e in events if e.rule == "seers.predict.duel"] == [
        (0, 1), (1, 0),
    ]  # fmt: skip


FULL, PAIR, DUD = "8c 8s 8t Kc Kt", "9c 9s 2t 4t 6t", "3c 5s 7m 9t Jc"


@rule("seers.pot.split")
def test_pot_split():
    hands = {0: FULL, 1: PAIR, 2: DUD}
    game, events = showdown(hands, [0, 0, 0], pot=7, track=["6c", "6s"])
    share = only(events, "share")
    assert share.facts == {"right": [0, 1, 2], "share": 2, "left": 1}
    assert game.scores() == [2 + 6, 2 + 1, 2]
    assert only(events, "pot").facts == {"added": 6, "carried": 1, "pot": 7} and game.pot == 7
    alone, _ = showdown(hands, [1, 1, 0], pot=7)
    assert alone.scores() == [6, 1, 7], "the only one who was right takes all"


@rule("seers.pot.none")
def test_pot_none():
    game, events = showdown({0: FULL, 1: PAIR, 2: DUD}, [1, 2, 1], pot=7)
    assert only(events, "nobody").facts["pot"] == 7 and game.scores() == [6, 1, 0]
    assert game.pot == 7 + 6
    duel, _ = showdown({0: FULL, 1: PAIR}, [1, 1], pot=7)
    assert duel.scores() == [6, 1] and duel.pot == 7 + 4


@rule("seers.pot.last")
def test_pot_last():
    game, events = showdown({0: FULL, 1: PAIR, 2: DUD}, [1, 2, 1], pot=7, round=3)
    assert only(events, "lost").facts["pot"] == 7 and game.over
    assert sum(game.scores()) == 7
    extra, events = showdown({0: FULL, 1: PAIR}, [1, 1], round=4, heirs=True)
    assert only(events, "lost").facts["pot"] == 10 and extra.over


@rule("seers.score.rank")
@pytest.mark.parametrize(
    ("hand", "category", "runes"),
    [
        ("3c 5s 7m 9t Jc", "nothing", 0),
        ("9c 9s 2t 4t 6t", "pair", 1),
        ("8c 8s 8t Kc 2t", "three", 3),
        ("4c 5s 6m 7t 8c", "straight", 4),
        ("8c 8s 8t Kc Kt", "full house", 6),
    ],
)
def test_score_rank(hand, category, runes):
    game, events = showdown({0: hand, 1: "2c 3s 5m 10t Qc", 2: "2s 3m 5c 10s Qm"}, [0, 0, 0],
                            track=["As", "Am"], pot=0)  # fmt: skip
    assert next(e for e in events if e.kind == "hand").facts["category"] == category
    assert game.scores() == [runes, 0, 0]


@rule("seers.score.inferred")
@pytest.mark.parametrize(
    ("hand", "category", "runes"),
    [
        ("8c 8s Kt Kc 2t", "two pairs", 2),
        ("8c 2c Kc Qc 7c", "flush", 5),
        ("8c 8s 8t 8m 2t", "four", 7),
        ("8c 7c 6c 5c 4c", "straight flush", 8),
    ],
)
def test_score_inferred(hand, category, runes):
    game, events = showdown({0: hand, 1: "3s 5m 10t Jt As", 2: "2s 3m 5s 10s Jm"}, [1, 2, 1],
                            track=["Am", "At"])  # fmt: skip
    pay = only(events, "pay")
    assert pay.facts == {"runes": runes, "category": category}
    assert pay.rule == "seers.score.inferred" and game.scores() == [runes, 0, 0]


@rule("seers.score.inferred")
def test_score_values_are_data():
    hands = {0: "8c 8s Kt Kc 2t", 1: "9c 9s 9m 4t 6t", 2: DUD}
    game, events = showdown(hands, [0, 0, 0], pot=3, side_a={"two pairs": 9})
    assert only(events, "strongest").seat == 0 and game.scores() == [10, 4, 1]


@rule("seers.score.side-b")
def test_score_side_b():
    hands = {0: "8c 8s 8t Kc Kt", 1: "4c 5s 6m 7t 8m", 2: "2c 4s 9c Qm Ac"}
    game, events = showdown(hands, [2, 2, 2], side="B", track=["As", "Am"])
    strongest = only(events, "strongest")
    assert strongest.seat == 1 and game.scores() == [4, 6, 0]
    assert strongest.rule == "seers.score.side-b", "by the other side it would be seat 0"
    assert rules(e for e in events if e.kind == "pay") == ["seers.score.side-b"] * 2
    flush = {**hands, 2: "2c 4c 9c Qc Ac", 0: "8c 8s 8t Ks Kt", 1: "4s 5s 6m 7t 8m"}
    assert showdown(flush, side="B", track=["As", "Am"])[0].scores()[2] == 5
    game, events = showdown(hands, [2, 2, 2], track=["As", "Am"])
    assert only(events, "strongest").seat == 0 and game.scores() == [6, 4, 0]


@rule("seers.score.rune-cards")
def test_score_rune_cards():
    game, events = showdown({0: "rune 8s 8t 2c 3c", 1: "4c 5s 7m 9t Jc", 2: "2s 3s 9c Qm rune"},
                            [1, 1, 1])  # fmt: skip
    assert game.scores() == [3, 0, 2]
    assert [e.facts["runes"] for e in events if e.kind == "rune-cards"] == [2, 2]
    hands = {0: "rune rune 8s 2c 3c", 1: "4c 5s 7m 9t Jc", 2: "2s 3s 9c Qm Ks"}
    assert showdown(hands, [0, 0, 0])[0].scores() == [4, 0, 0]


@rule("seers.rank.ace")
def test_rank_ace():
    hands = {0: "Ac 2s 3m 4t 5c", 1: "10c Js Qm Kt As", 2: "Qc Ks Am 2t 3c"}
    game, events = showdown(hands, [1, 1, 1], pot=0)
    assert [(e.seat, e.kind) for e in events if e.rule == "seers.rank.ace"] == [
        (0, "ace-low"), (1, "ace-high"),
    ]  # fmt: skip
    assert game.scores() == [4, 4, 0], "never both at once"
    assert only(events, "strongest-highest").seat == 1


@rule("seers.rank.runecard")
def test_rank_runecard():
    hands = {0: "rune 8c 9c Jc Qc", 1: "rune 3s 5s 7m 10t", 2: "2c 4s 6m 8t Kc"}
    game, events = showdown(hands, [0, 0, 0], pot=0, track=["As", "Am"])
    assert [e.seat for e in events if e.rule == "seers.rank.runecard"] == [0, 1]
    assert game.scores() == [2, 2, 0], "neither a flush nor a pair of rune cards"
    assert only(events, "strongest-nothing").seat == 2, "and not even a highest card"


@rule("seers.tie.highest")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4c 5s 6m 7t 8c", "Ac 2s 3m 4t 5c"),  # the highest card of A-2-3-4-5 is the 5
        ("3c 4m 5m 6t 7c", "At 2s 3m 4t 5c"),
        ("9c 9s 9m 2t 2c", "8c 8s 8m At Ac"),  # full house: the three
        ("8c 8s 8m 2t 3c", "7c 7s 7m At Kc"),
        ("Jc Jt 2t 3t 4t", "8c 8s Ac Kc Qs"),
        ("2m 3m 4m 5m Km", "8c 9c 7c 6c Qc"),
        ("8s 8c 8m 8t 2t", "7s 7c 7m 7t At"),
    ],
)
def test_tie_highest(better, worse):
    hands = {0: worse, 1: better, 2: "10c 10s 4s 6s Js"}
    events = showdown(hands, track=["Qm", "Qt"])[1]
    assert only(events, "strongest-highest").seat == 1


@rule("seers.tie.suit")
def test_tie_suit():
    better, worse = "5c 6s 7m 8t 9c", "5s 6m 7t 8c 9s"
    for seats in ((0, 1), (1, 0)):
        hands = {seats[0]: better, seats[1]: worse, 2: "2c 3s Jm Kt Ac"}
        events = showdown(hands, track=["10c", "10s"])[1]
        assert only(events, "strongest-suit").seat == seats[0]


@rule("seers.tie.combination")
def test_tie_combination_no_kickers():
    low, high = "8c 8t 2s 3s 4s", "8m 8s Ac Kc Qs"
    events = showdown({0: low, 1: high, 2: "2c 3c 7m 9t Jc"}, track=["10c", "10s"])[1]
    assert only(events, "strongest-suit").seat == 0, "the ace beside the pair does not count"
    assert only(events, "beside").facts["category"] == "pair"
    pairs = {0: "Kc Ks 2s 2m 4s", 1: "Km Kt Qs Qm As", 2: "2c 3c 7m 9t Jc"}
    assert only(showdown(pairs, track=["10c", "10s"])[1], "strongest-suit").seat == 0
    pairs = {0: "Kc Ks 2s 2m 4s", 1: "Am At 3s 3m 4t", 2: "2c 3c 7m 9t Jc"}
    assert only(showdown(pairs, track=["10c", "10s"])[1], "strongest-highest").seat == 1


@rule("seers.tie.combination")
def test_tie_combination_speaks_of_equal_combinations_only():
    three = {0: "8c 8t 2s 3s 4s", 1: "7m 7s 7c Kc Qs", 2: "2c 3c 5m 9t Jc"}
    events = showdown(three, side_a={"three": 1}, track=["10c", "10s"])[1]
    assert only(events, "strongest-highest").seat == 0 and "beside" not in kinds(events)
    pair = {**three, 1: "7m 7s 5c Kc Qs"}
    assert "beside" in kinds(showdown(pair, track=["10c", "10s"])[1])


@rule("seers.tie.combination")
@pytest.mark.parametrize(("hand", "category"), [("8c 8s", "pair"), ("rune rune", "nothing")])
def test_tie_combination_equal_hands_rank_by_seat(hand, category):
    small = {"deck": {"8-clock": 4, "8-scarab": 4, "rune": 9}, "hand_size": 2, "rune_card": 0}
    hands = {0: "rune 8s" if category == "pair" else hand, 1: hand, 2: hand}
    _, events = showdown(hands, track=["8c", "8s"], **small)
    equal = only(events, "strongest-seat")
    assert equal.seat == (1 if category == "pair" else 0) and equal.facts["category"] == category
    assert equal.rule == "seers.tie.combination"
    _, events = showdown(hands, [1, 1, 1], track=["8c", "8s"], pot=0, runes={0: 9}, **small)
    assert only(events, "first").seat == 2, "so the higher seat has the weaker hand"


@rule("seers.tie.nothing")
def test_tie_nothing():
    hands = {0: "3c 5s 7m 9t Ks", 1: "3s 5m 7t 9c Kc", 2: "2s 3m 6m 8t Qc"}
    game, events = showdown(hands, [1, 1, 1], pot=6)
    by_suit = only(events, "strongest-nothing-suit")
    assert by_suit.seat == 1 and game.scores() == [2, 2, 2]
    assert by_suit.rule == "seers.tie.nothing" and "beside" not in kinds(events)
    higher = only(showdown({**hands, 2: "2s 3m 6m 8t Ac"})[1], "strongest-nothing")
    assert higher.seat == 2 and higher.rule == "seers.tie.nothing"


@rule("seers.game.three")
def test_game_three_rounds():
    game = play_on(cardkit.new("seers", players=3, seed=8), 8)
    assert [e.facts["number"] for e in game.events if e.kind == "round"] == [1, 2, 3]
    assert game.outcome.ended == "seers.game.three" and len(game.outcome.winners) == 1
    assert game.scores()[game.outcome.winners[0]] == max(game.scores())


@rule("seers.game.three")
def test_game_three_a_tie_goes_to_the_stronger_last_hand():
    hands = {0: PAIR, 1: FULL, 2: DUD}
    game, events = showdown(hands, [2, 2, 2], round=3, runes={0: 10, 1: 5, 2: 3})
    assert game.scores() == [11, 11, 3] and game.outcome.winners == (1,)
    assert only(events, "win-tie").seat == 1
    game, events = showdown(hands, [2, 2, 2], round=3, runes={0: 11, 1: 5, 2: 3})
    assert game.outcome.winners == (0,) and only(events, "win").facts["runes"] == 12
    assert not game.moves()


@rule("seers.game.three")
@pytest.mark.parametrize("better", ["10c 10s 2t 4t 6t", "9c 9s 2t 4t 6t"])
def test_game_three_a_tie_looks_at_the_highest_card_and_the_suit_too(better):
    hands = {0: "9m 9t 2m 4m 6m", 1: better, 2: DUD.replace("9t", "8t")}
    game, _ = showdown(hands, [2, 2, 2], round=3, runes={0: 5, 1: 5, 2: 3}, track=["Qm", "Qt"])
    assert game.scores() == [6, 6, 3] and game.outcome.winners == (1,)


# Variants ---------------------------------------------------------------------------------------


@rule("seers.variant.heirs")
def test_variant_heirs_plays_a_tie_off():
    hands = {0: PAIR, 1: FULL, 2: DUD}
    tie = {"round": 3, "runes": {0: 10, 1: 5, 2: 3}, "heirs": True, "pot": 5}
    game, events = showdown(hands, [2, 2, 2], **tie)
    assert not game.over and only(events, "heirs").facts["tied"] == [0, 1]
    assert game.view(0)["round"] == 4 and only(events, "pot").facts["added"] == 10
    assert only(events, "round").rule == "seers.variant.heirs", "no longer one of the three"
    play_on(game, 3)
    best = [seat for seat in range(3) if game.scores()[seat] == max(game.scores())]
    assert game.outcome.winners == (tuple(best) if len(best) == 1 else ())
    won, _ = showdown(hands, [2, 2, 2], **{**tie, "runes": {0: 10, 1: 6, 2: 3}})
    assert won.over and won.outcome.winners == (1,), "without a tie there is nothing to play off"
    duel, events = showdown({0: PAIR, 1: FULL}, [0, 0], **{**tie, "runes": {0: 10, 1: 5}})
    assert only(events, "pot").facts == {"added": 10, "carried": 5, "pot": 15} and duel.pot == 15


@rule("seers.variant.heirs")
def test_variant_heirs_still_a_tie_nobody_wins():
    last = {"round": 4, "runes": {0: 10, 1: 5, 2: 3}, "heirs": True, "pot": 5}
    game, events = showdown({0: PAIR, 1: FULL, 2: DUD}, [2, 2, 2], **last)
    assert game.over and game.outcome.winners == () and game.outcome.rule == "seers.variant.heirs"
    assert only(events, "nobody-wins").facts["tied"] == [0, 1]
    last["runes"] = {0: 10, 1: 4, 2: 3}
    game, _ = showdown({0: PAIR, 1: FULL, 2: DUD}, [2, 2, 2], **last)
    assert game.outcome.winners == (0,) and game.outcome.ended == "seers.variant.heirs"
    with pytest.raises(cardkit.BadInput, match="from 1 to 3, not 4"):
        at("Jm", round=4)


@rule("seers.variant.heirs-who")
def test_variant_heirs_everybody_plays_and_the_pot_stays():
    tie = {"round": 3, "runes": {0: 10, 1: 5, 2: 3}, "heirs": True, "pot": 5}
    game, events = showdown({0: PAIR, 1: FULL, 2: DUD}, [2, 2, 2], **tie)
    assert only(events, "everybody").facts["carried"] == 5
    assert game.view(0)["pot"] == 15 and game.view(0)["hands"] == [5, 5, 5]


@rule("seers.variant.discard")
def test_variant_discard():
    game = cardkit.new("seers", seed=2, enchanted=True)
    assert game.view(3)["discards"] == 1
    assert only(game.events, "open").cards == (game.view(3)["discard"],)
    later, events = showdown({0: PAIR, 1: FULL, 2: DUD}, enchanted=True)
    assert only(events, "open").cards == (later.view(0)["discard"],), "in every round"
    assert later.view(0)["round"] == 2 and later.view(0)["discards"] == 1
    game = at("4s 8c 8s 3t 2m", track="Ac", discard="Qm Kc", enchanted=True)
    game.play("play 4s")
    assert moves(game) == ["take #1", "take discard"]
    taken = game.play("take discard")[0]
    assert taken.cards == ("K-clock",) and taken.rule == "seers.variant.discard"
    assert game.view(1)["known"][0] == ["K-clock"] and game.view(1)["discard"] == "Q-mask"
    plain = at("4s 8c 8s 3t 2m", track="Ac", discard="Qm Kc")
    plain.play("play 4s")
    refused(plain, "take discard", "seers.variant.discard")
    empty = at("4s 8c 8s 3t 2m", track="Ac", discard="", enchanted=True)
    empty.play("play 4s")
    refused(empty, "take discard", "seers.variant.discard")
    bare = at("4s 8c 8s 3t 2m", track="", discard="Kc", enchanted=True)
    bare.play("play 4s")
    assert moves(bare) == ["take discard"]


@rule("seers.variant.discard-swap")
def test_variant_discard_swap():
    game = at("7s 8c 8s 3t 2m", track="Ac", discard="Qm Kc", enchanted=True)
    game.play("play 7s")
    events = game.play("swap 3t discard")
    assert only(events, "bury").rule == "seers.variant.discard-swap"
    assert game.view(1)["discard"] == "3-tree" and "K-clock" in game.view(0)["hand"]
    assert game.view(2)["discarded"][-1] == "3-tree"


@rule("seers.variant.marked")
def test_variant_marked():
    for options, effects in (
        ({"enchanted": True}, ["take", "swap"]),
        ({"third_eye": True}, ["reveal"]),
        ({"enchanted": True, "third_eye": True}, ["take", "swap", "reveal"]),
    ):
        game = cardkit.new("seers", seed=1, **options)
        assert only(game.events, "marked").facts["effects"] == effects
    assert "marked" not in kinds(cardkit.new("seers", seed=1, heirs=True).events)


@rule("seers.variant.third-eye")
def test_variant_third_eye():
    game = at("5s 7s 7m 9t Jm", track=ROW, deck="Kc Qc 10c ...", third_eye=True)
    events = plays(game, "play 5s", "keep Qc", "discard 10c")
    for event in events[1:-1]:
        if event.cards:
            assert event.seen_by(0).cards == event.cards
            assert set(event.seen_by(1).cards) == {"?"}, event
    assert game.view(1)["discard"] == "?" == game.view(0)["discard"]
    assert game.view(1)["discarded"] == ["?", "?"]
    assert game.view(0)["discarded"] == ["10-clock", "K-clock"], "one knows one's own"
    assert game.view(1)["known"][0] == []
    hidden = at("5s 7s 7m 9t Jm", track=ROW, deck="Kc Qc 10c ...", third_eye=True)
    hidden.play("play 5s")
    assert hidden.view(1)["revealed"] == ["?"] * 3 and len(hidden.view(0)["revealed"]) == 3
    surplus = at("Js 7s 7m 9t Jm", track=ROW, third_eye=True)
    plays(surplus, "play Js", "take #1", "draw")
    thrown = surplus.play("discard Ac")[0]
    assert thrown.rule == "seers.variant.third-eye" and thrown.seen_by(2).cards == ("?",)
    assert surplus.view(2)["known"][0] == [], "it may be the ace that went"


@rule("seers.variant.both")
def test_variant_both_the_first_card_lies_open_and_others_are_taken_unseen():
    both = {"enchanted": True, "third_eye": True}
    opened = cardkit.new("seers", players=3, seed=4, **both)
    assert opened.view(2)["discard"] == only(opened.events, "open").cards[0]
    game = at("4s 8c 8s 3t 2m", track="Ac", discard="Qm Kc", **both)
    game.play("play 4s")
    taken = game.play("take discard")[0]
    assert taken.seen_by(0).cards == ("K-clock",) and taken.seen_by(1).cards == ("?",)
    assert taken.rule == "seers.variant.both"
    swap = at("7s 8c 8s 3t 2m", track="Ac", discard="Kc", **both)
    swap.play("play 7s")
    laid = only(swap.play("swap 3t discard"), "bury")
    assert laid.seen_by(1).cards == ("?",) and swap.view(1)["discard"] == "?"
    assert laid.rule == "seers.variant.both"
    thrown = at("3s 8c 8s 4t 2m", track="Ac", discard="Kc", deck="9c 9s 9m ...", **both)
    plays(thrown, "play 3s", "keep 9c", "discard 9s")
    assert thrown.view(1)["discarded"][1:] == ["?", "?"] and thrown.view(1)["discards"] == 3


@rule("seers.variant.both")
def test_variant_both_the_opening_card_is_hidden_by_what_lies_on_it():
    both = {"enchanted": True, "third_eye": True}
    game = at("8s 4s 8c 4t 2m", track="Ac", hands={1: "4c 3s 5c 6s 9s"}, deck="9c 9m ...", **both)
    opening = game.view(1)["discard"]
    assert opening != "?"
    plays(game, "play 8s", "keep 9c", "skip")
    assert [game.view(seat)["discard"] for seat in range(3)] == ["?"] * 3
    assert game.view(1)["discarded"] == [opening, "?"]
    game.play("play 4c")
    taken = only(game.play("take discard"), "take-top")
    assert taken.rule == "seers.variant.both" and taken.seen_by(2).cards == ("?",)
    assert game.view(2)["discard"] == opening, "it comes to light again"
    game.play("skip")
    open_top = at("4s 8s 8c 4t 2m", track="Ac", **both)
    open_top.play("play 4s")
    assert only(open_top.play("take discard"), "take-top").rule == "seers.variant.discard"


# Worked examples --------------------------------------------------------------------------------


@rule("seers.effect.take")
@structural("seers.example.jack")
def test_example_jack():
    game = at("Jm rune 8c 8s 3t", track=["Ac 10s 4m Jt 7c 2s", "Kt 6c"], deck="Qc ...")
    game.play("play J mask")
    refused(game, "skip", "seers.play.compulsory")
    refused(game, "take #1", "seers.place.blocked")
    plays(game, "take 4m", "draw")
    assert len(game.view(0)["hand"]) == 6
    game.play("discard rune")
    assert game.view(0)["hand"] == cards_of("8c 8s 3t 4m Qc")
    assert game.view(1)["discard"] == "rune" and track(game)[2] == "J-mask"


@rule("seers.pot.split")
@structural("seers.example.scoring")
def test_example_scoring():
    """Alicja (0), Daniel (1), Filip (2)."""
    hands = {0: "4c 5s 6m 7t 8c", 1: "Ac 2s 3m 4t 5c", 2: "Kc Ks Km 9t 2m"}
    game, events = showdown(hands, [2, 0, 0], pot=7, track=["Qm", "Qt"])
    assert only(events, "strongest-highest").seat == 0
    assert only(events, "share").facts == {"right": [1, 2], "share": 3, "left": 1}
    assert [e.facts["runes"] for e in events if e.kind == "pay"] == [4, 4, 3]
    assert game.scores() == [4, 7, 6] and game.pot == 1 + 6


# Notation and positions -------------------------------------------------------------------------


def test_notation_takes_short_and_long_names():
    game = at("Jm 10c rune 3t 2m", track=ROW)
    for words in ("play Jm", "play J-mask", "play J mask", "play  J  mask"):
        assert str(game.read(words)) == "play J-mask"
    assert str(game.read("all in")) == "all-in"
    assert str(game.read("swap 10 clock 4 mask")) == "swap 10-clock #3"
    assert str(game.read("swap 10c #03")) == "swap 10-clock #3"
    assert str(game.read("show rune 10c 3t 2m")) == "show 2-mask 3-tree 10-clock rune"
    for words, why in (
        ("play", "no move of Seers"), ("play 1m", "no card of Seers"), ("play Jm 3t", "one card"),
        ("take #0", "no place"), ("take #x", "no place"), ("ask 3", "0 to 2"), ("ask x", "seat"),
        ("swap 3t", "no move"), ("swap 3t 2m Jt", "names a card"), ("fly", "no move"),
        ("take Kc", "no K-clock on the track"), ("skip it", "no move"),
        ("take 3", "write #3"), ("swap 3t 3", "write #3"), ("play jm", "did you mean Jm"),
        ("play RUNE", "did you mean rune"), ("fly", "take discard, swap 7-clock #2, swap 7c disc"),
    ):  # fmt: skip
        with pytest.raises(cardkit.BadInput, match=why):
            game.read(words)


def test_positions_are_complete_as_given_and_filled_by_the_seed():
    zones = {"track": ["Ac - 10s", ""], "discard": "9c 9s", "deck": "Kc Qc ...", "pot": 9,
             "round": 2, "runes": {1: 3}, "all_in": 1, "to_act": 2}  # fmt: skip
    game = cardkit.position("seers", players=3, hands={0: "Jm 8c"}, seed=5, **zones)
    view = game.view(0)
    assert view["hand"] == ["J-mask", "8-clock"] and view["hands"] == [2, 5, 5]
    assert view["track"][0] == ["A-clock", "", "10-scarab", "", "", ""]
    assert (view["pot"], view["round"], view["runes"], view["all_in"]) == (9, 2, [0, 3, 0], 1)
    assert view["discard"] == "9-scarab" and view["discards"] == 2 and game.to_act == 2
    assert game.play("pass")[1].cards == ("K-clock",)
    assert cardkit.replay(game.record()).view(0) == game.view(0)
    whole = cardkit.position("seers", players=3, deck="Kc Qc", discard="9s")
    assert whole.view(0)["deck"] == 2 and whole.view(0)["discard"] == "9-scarab"
    passing = at("8c", all_in=0, track=ROW)
    assert passing.to_act == 1 and "must-pass" in kinds(passing.events)
    for zones, why in (
        ({"pot": -1}, "pot is a whole number"), ({"round": 0}, "round is a whole number"),
        ({"runes": {0: "x"}}, "in runes is a whole"), ({"all_in": 7}, "A seat is a number"),
        ({"hands": {0: "Jm Jm"}}, "only 1 of card J-mask"), ({"track": "Jm Jm"}, "only 1 of card"),
        ({"deck": 5}, "Cards are written in words"), ({"track": 5}, "a text for each row"),
        ({"deck": " ".join(list(DECK)[:45])}, "takes 5 more cards, and there are 4 left"),
    ):  # fmt: skip
        with pytest.raises(cardkit.BadInput, match=why):
            cardkit.position("seers", players=3, **zones)


# The sensible bot -------------------------------------------------------------------------------


def test_the_sensible_bot_wins_far_more_than_its_share():
    wins = 0
    for seed in range(24):
        bots = [random_bot(10 * seed + seat) for seat in range(4)]
        bots[seed % 4] = bot("sensible", "seers")
        game = play_out(cardkit.new("seers", players=4, seed=seed), bots)
        wins += seed % 4 in game.outcome.winners
    assert wins >= 16  # its share would be 6


def test_the_sensible_move_is_the_first_of_those_ranked():
    for seed in range(4):
        game = cardkit.new("seers", players=3, seed=seed, enchanted=seed % 2 == 1)
        while not game.over:
            view = game.view(game.to_act, log=False)
            order = ranked(view)
            assert order[0] == sensible(view) and sorted(order) == sorted(view["moves"])
            game.play(order[0])


def test_the_sensible_bot_knows_which_cards_it_has_not_seen():
    game = at("As rune 8s 3t 2m", track="4c", deck="rune Kc ...")
    plays(game, "play As", "pass", "pass")
    view = game.view(0)
    assert view["known"][0] == ["rune"] and "rune" not in Turn(view)._unseen
    fresh = at("As rune 8s 3t 2m", track="4c", deck="Kc ...")
    plays(fresh, "play As", "pass", "pass")
    left = Turn(fresh.view(0))._unseen
    assert left.count("rune") == 1 and "K-clock" not in left and len(left) == 54 - 5 - 4

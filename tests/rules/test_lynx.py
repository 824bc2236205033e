"""Lynx, rule by rule: a position, a move, what must follow. The order is the rulebook's."""

from __future__ import annotations

from collections import Counter

import pytest

import cardkit
from cardkit.games.lynx import DECK, JOKER, theft
from tests.proof import kinds, only, plays, refused, rule, structural


def at(hand: str, players: int = 3, **zones):
    """Seat 0 to lay from that hand."""
    return cardkit.position("lynx", players=players, hands={0: hand}, **zones)


# Components and setup --------------------------------------------------------------------------


@structural("lynx.cards.numbers")
def test_there_are_eight_of_each_number():
    deck = cardkit.new("lynx", seed=0).options.deck
    assert {card: deck[card] for card in deck if card != "*"} == {str(n): 8 for n in range(1, 14)}
    with pytest.raises(cardkit.BadInput, match="only 8 of card 7"):
        at("7 7 7 7 7 7 7 7 7")


@structural("lynx.cards.jokers")
def test_there_are_five_jokers():
    assert cardkit.new("lynx", seed=0).options.deck["*"] == 5
    with pytest.raises(cardkit.BadInput, match=r"only 5 of card \*"):
        at("★ ★ ★ ★ ★ ★")


@structural("lynx.cards.paw")
def test_the_paw_shows_whose_turn_it_is():
    game = at("7 7 7 9", tables={1: ["3 3 3"]})
    game.play("lay 7 7 7")
    game.play("leave")
    assert game.to_act == 1 and game.turn == 0 and game.view(2)["turn"] == 0


@rule("lynx.setup.players")
@pytest.mark.parametrize("players", [1, 6, 0, -1, True, "3", 2.0])
def test_setup_players(players):
    with pytest.raises(cardkit.BadInput) as wrong:
        cardkit.new("lynx", players=players, seed=1)
    assert "2 to 5 players" in wrong.value.text and wrong.value.rule == "lynx.setup.players"


@rule("lynx.setup.first")
def test_setup_first():
    assert cardkit.new("lynx", seed=1).to_act == 0
    game = cardkit.new("lynx", players=3, seed=1, first=2)
    assert game.to_act == 2
    for expected in (0, 1, 2):
        game.play("lay " + game.view(game.turn)["hand"][0])
        while game.phase != "lay":
            game.play(game.moves()[-1])
        assert game.to_act == expected
    with pytest.raises(cardkit.BadInput, match="Seat 3 cannot start"):
        cardkit.new("lynx", players=3, first=3)


@rule("lynx.setup.deal")
def test_setup_deal():
    game = cardkit.new("lynx", players=4, seed=3)
    assert game.view(0)["hands"] == [13, 13, 13, 13]
    assert game.view(0)["deck"] == 109 - 4 * 13 - 6
    assert game.view(1)["hand"] != game.view(2)["hand"]
    assert cardkit.new("lynx", seed=3, hand_size=5).view(0)["hands"] == [5] * 4
    with pytest.raises(cardkit.BadInput, match="takes 156 cards, and the deck has 109"):
        cardkit.new("lynx", players=5, hand_size=30)


@rule("lynx.setup.pool")
def test_setup_pool():
    pool = cardkit.new("lynx", seed=3).view(2)["pool"]
    assert [len(place) for place in pool] == [1] * 6
    assert len(cardkit.new("lynx", seed=3, pool_size=2).view(0)["pool"]) == 2


# 1. Laying -------------------------------------------------------------------------------------


@rule("lynx.play.must")
def test_play_must():
    game = at("7 7 9")
    for other in ("end", "take", "leave", "draw deck", "draw #1", "discard", "take back"):
        refused(game, other, "lynx.play.must")
    refused(game, "lay 7 7 7", "lynx.play.must")
    refused(game, "lay 7 *", "lynx.play.must")
    assert "holds 2 of card 7, not 3" in str(game.why_not("lay 7 7 7"))
    game.play("lay 7")
    refused(game, "lay 9", "lynx.play.must")


@rule("lynx.play.one-value")
def test_play_one_value():
    game = at("7 7 8 * 9")
    refused(game, "lay 7 8", "lynx.play.one-value")
    refused(game, "lay 7 8 *", "lynx.play.one-value")
    assert {str(move) for move in game.moves()} == {
        "lay 7", "lay 7 *", "lay 7 7", "lay 7 7 *", "lay 8", "lay 8 *", "lay 9", "lay 9 *", "lay *",
    }  # fmt: skip
    with pytest.raises(cardkit.BadInput, match="one value"):
        at("7", tables={0: ["7 8"]})


@rule("lynx.play.joker-joins")
def test_play_joker_joins():
    game = at("7 7 * 9", tables={1: ["3 3 3"], 2: ["7 7 *"]})
    events = game.play("lay * 7 7")
    assert only(events, "lay").cards == ("7", "7", "*")
    assert only(events, "steal").facts["victim"] == 1
    assert plays(game, "leave", "take back")[2].rule == "lynx.steal.equal-not-higher"


@rule("lynx.play.jokers-alone")
def test_play_jokers_alone():
    game = at("* * 9", tables={1: ["13 13"]})
    assert only(game.play("lay * *"), "steal").cards == ("13", "13")


@rule("lynx.play.layer")
def test_play_layer():
    game = at("7 7 9", tables={0: ["5 5", "2"]})
    game.play("lay 7 7")
    assert game.view(1)["tables"][0] == [["5", "5"], ["2"], ["7", "7"]]


# 2. Stealing -----------------------------------------------------------------------------------


@rule("lynx.steal.compare")
def test_steal_compare_goes_clockwise_from_the_left():
    game = cardkit.position(
        "lynx", players=4, hands={2: "7 9"}, tables={1: ["9 9"], 3: ["13"], 0: []}, to_act=2
    )
    events = game.play("lay 7")
    assert [(e.kind, e.facts["victim"]) for e in events if "victim" in e.facts] == [
        ("lower", 3), ("nothing", 0), ("other-count", 1),
    ]  # fmt: skip


@rule("lynx.steal.must")
def test_steal_must():
    game = at("7 7 9", players=4, tables={1: ["3 3"], 2: ["3 3 3"], 3: ["9 9"]})
    assert only(game.play("lay 7 7"), "steal").facts["victim"] == 1
    refused(game, "end", "lynx.steal.take")
    events = plays(game, "leave", "take back")
    assert [e.kind for e in events if e.rule == "lynx.steal.must"] == ["other-count", "lower"]
    assert game.turn == 1


@rule("lynx.steal.equal-not-higher")
def test_steal_equal_not_higher():
    events = at("7 7 9", tables={1: ["7 7"], 2: ["7 *"]}).play("lay 7 7")
    assert [e.facts["victim"] for e in events if e.kind == "equal"] == [1, 2]


@rule("lynx.steal.take")
def test_steal_take():
    game = at("7 7 9", tables={1: ["3 3"]}, pool="1 2 4 5 6 8")
    held = game.view(1)["hands"][1]
    events = plays(game, "lay 7 7", "take")
    assert only(events, "take").cards == ("3", "3")
    assert game.view(0)["hand"] == ["3", "3", "9"]
    assert game.to_act == 1 and game.view(1)["to_draw"] == 2
    plays(game, "draw #1", "draw deck")
    assert game.view(1)["hands"][1] == held + 2 and game.to_act == 1 and game.phase == "lay"


@rule("lynx.steal.leave")
def test_steal_leave():
    game = at("7 7 9", tables={1: ["3 3"]})
    held = game.view(1)["hands"][1]
    plays(game, "lay 7 7", "leave")
    assert game.to_act == 1 and {str(move) for move in game.moves()} == {"take back", "discard"}
    refused(game, "draw deck", "lynx.steal.leave")
    back, thrown = game.copy(), game.copy()
    back.play("take back")
    assert Counter(back.view(1)["hand"])["3"] >= 2 and back.view(1)["hands"][1] == held + 2
    thrown.play("discard")
    assert thrown.view(0)["discard"] == ["3", "3"] and thrown.view(1)["to_draw"] == 2
    plays(thrown, "draw deck", "draw deck")
    assert thrown.view(1)["hands"][1] == held + 2


@rule("lynx.steal.removed")
@pytest.mark.parametrize("choice", [["take"], ["leave", "take back"], ["leave", "discard"]])
def test_steal_removed(choice):
    game = at("7 7 9", tables={1: ["5", "3 3"]})
    plays(game, "lay 7 7", *choice)
    assert game.view(0)["tables"][1] == [["5"]]


@rule("lynx.steal.once")
def test_steal_once():
    game = at("7 7 9", tables={1: ["5 5", "3 3"]})
    events = game.play("lay 7 7")
    assert only(events, "once").cards == ("5", "5")
    assert "steal" not in kinds(plays(game, "leave", "take back"))
    assert game.view(0)["tables"][1] == [["5", "5"]]


@rule("lynx.steal.next-layer")
def test_steal_next_layer():
    game = cardkit.position(
        "lynx", players=3, hands={0: "7 7 9", 1: "8 8 2 2", 2: "1 1 1"}, tables={2: ["5 5", "3 3"]}
    )
    assert only(game.play("lay 7 7"), "next-layer").cards == ("5", "5")
    plays(game, "leave", "take back")
    assert only(game.play("lay 8 8"), "steal").cards == ("5", "5")


@rule("lynx.steal.jokers-safe")
def test_steal_jokers_safe():
    events = at("* 13 13 2", tables={1: ["* *"], 2: ["*"]}).play("lay 13 13")
    assert only(events, "safe").facts["victim"] == 1
    assert kinds(at("* 2", tables={1: ["*"]}).play("lay *")).count("safe") == 1


@rule("lynx.steal.joker-reverts")
def test_steal_joker_reverts():
    game = at("7 7 9", tables={1: ["3 *"]})
    plays(game, "lay 7 7", "take")
    assert game.view(0)["hand"] == ["3", "9", "*"]
    back = at("7 7 9", tables={1: ["3 *"]})
    assert "joker-reverts" in kinds(plays(back, "lay 7 7", "leave", "take back"))


# Drawing ---------------------------------------------------------------------------------------


@rule("lynx.draw.source")
def test_draw_source():
    game = at("7 7 9", tables={1: ["3 3"]}, pool="1 2 4", pool_size=3, deck="12 11 10")
    plays(game, "lay 7 7", "take")
    assert [str(move) for move in game.moves()] == ["draw deck", "draw #1", "draw #2", "draw #3"]
    refused(game, "draw #4", "lynx.draw.source")
    refused(game, "end", "lynx.draw.source")
    drawn = only(game.play("draw deck"), "draw")
    assert drawn.cards == ("12",) and drawn.seen_by(0).cards == ("?",)
    assert "12" in game.view(1)["hand"] and game.to_act == 1
    taken = only(game.play("draw pool 2"), "draw")
    assert taken.seen_by(0).cards == ("2",)
    assert game.view(0)["known"][1] == ["2"]
    with pytest.raises(cardkit.BadInput, match="no '13' to be seen"):
        game.play("draw pool 13")


@rule("lynx.draw.refill")
def test_draw_refill_only_when_the_drawer_has_finished():
    game = at("7 7 9", tables={1: ["3 3"]}, pool="1 2 4", pool_size=3, deck="12 11 10")
    plays(game, "lay 7 7", "take", "draw #1")
    assert game.view(0)["pool"] == [["2"], ["4"]]
    assert only(game.play("draw #2"), "refill").cards == ("12", "11")
    assert game.view(0)["pool"] == [["2"], ["12"], ["11"]] and game.view(0)["deck"] == 1


@rule("lynx.draw.deck-empty")
def test_draw_deck_empty():
    game = at("7 7 9", tables={1: ["3 3"]}, pool="1 2 4", pool_size=3, deck="12")
    plays(game, "lay 7 7", "take", "draw deck")
    refused(game, "draw deck", "lynx.draw.deck-empty")
    assert "deck-empty" in kinds(game.play("draw #1"))
    assert game.view(0)["pool"] == [["2"], ["4"]] and game.view(0)["deck"] == 0


@rule("lynx.draw.no-steal")
def test_draw_no_steal():
    game = at("7 7 9 9", tables={1: ["8 8"]}, pool="1 2 4")
    plays(game, "lay 7 7")
    refused(game, "take", "lynx.draw.no-steal")
    ended, drawn = game.copy(), game.copy()
    ended.play("end")
    assert ended.to_act == 1 and ended.view(0)["hand"] == ["9", "9"]
    drawn.play("draw #3")
    assert drawn.to_act == 1 and drawn.view(0)["hand"] == ["4", "9", "9"]
    stole = at("9 9 7 7", tables={1: ["8 8"]})
    assert "may-draw" not in kinds(plays(stole, "lay 9 9", "leave", "take back"))
    assert stole.to_act == 1


@rule("lynx.turn.end")
def test_turn_end():
    game = cardkit.position("lynx", players=3, hands={2: "7 9"}, to_act=2)
    assert only(plays(game, "lay 7", "end"), "turn").seat == 0
    assert game.turn == 0 == game.to_act


# The end and the score -------------------------------------------------------------------------


@rule("lynx.end.hand-empty")
def test_end_hand_empty():
    game = at("9 9", tables={1: ["4 4"]})
    assert "steal" not in kinds(game.play("lay 9 9"))
    assert game.over and game.outcome.ended == "lynx.end.hand-empty"
    assert game.view(0)["tables"][1] == [["4", "4"]] and game.moves() == ()
    with pytest.raises(cardkit.BadInput, match="Seat 1 has no cards in hand, so the game is over"):
        cardkit.position("lynx", players=3, hands={0: "9 9", 1: ""})


@rule("lynx.end.pool-empty")
def test_end_pool_empty_even_in_the_middle_of_drawing():
    game = at("7 7 7 9", tables={1: ["3 3 3"]}, pool="1 2", deck="")
    plays(game, "lay 7 7 7", "take", "draw #1")
    game.play("draw #1")
    assert game.outcome.ended == "lynx.end.pool-empty"
    assert game.view(1)["to_draw"] == 2


@rule("lynx.end.both-empty")
def test_end_both_empty():
    game = at("7 9", pool="", deck="5")
    plays(game, "lay 7", "draw deck")
    assert game.outcome.ended == "lynx.end.both-empty"
    refill = at("7 9", pool="", deck="5 6")
    plays(refill, "lay 7", "draw deck")
    assert not refill.over and refill.view(0)["pool"] == [["6"]]


@rule("lynx.score.cards")
def test_score_cards():
    game = cardkit.position(
        "lynx",
        players=3,
        hands={0: "9 9", 1: "13 13 *", 2: "1"},
        tables={0: ["5 5", "2"], 1: ["3"]},
    )
    assert game.scores() == [1, -2, -1]
    events = game.play("lay 9 9")
    assert [e.facts["score"] for e in events if e.kind == "score"] == [5, -2, -1] == game.scores()
    assert game.outcome.winners == (0,) and game.outcome.rule == "lynx.score.cards"


@rule("lynx.score.tie")
def test_score_tie_goes_to_the_fewest_cards_in_hand():
    hands = {0: "9", 1: "1 2 3", 2: "4 5"}
    game = cardkit.position("lynx", players=3, hands=hands, tables={1: ["8 8 8 8"], 2: ["6 6"]})
    game.play("lay 9")
    assert game.scores() == [1, 1, 0]
    assert game.outcome.winners == (0,) and game.outcome.rule == "lynx.score.tie"
    hands = {0: "9", 1: "1", 2: "4"}
    tables = {0: ["2"], 1: ["8 8 8 8"], 2: ["6 6 6 6"]}
    game = cardkit.position("lynx", players=3, hands=hands, tables=tables, pool="3", deck="",
                            to_act=1)  # fmt: skip
    game.play("lay 1")
    assert game.scores() == [0, 5, 3] and not game.outcome.shared
    shared = cardkit.position("lynx", players=3, hands={0: "9", 1: "1 3", 2: "4 4"},
                              tables={1: ["8 8 8"], 2: ["6 6 6"]}, pool="2", deck="")  # fmt: skip
    shared.play("lay 9")
    assert shared.scores() == [1, 1, 1] and shared.outcome.winners == (0,)
    even = cardkit.position("lynx", players=3, hands={0: "9 9", 1: "1 3", 2: "4 4"},
                            tables={1: ["8 8 8"], 2: ["6 6 6"]}, pool="2", deck="")  # fmt: skip
    plays(even, "lay 9", "draw #1")
    assert even.scores() == [-1, 1, 1] and even.outcome.winners == (1, 2) and even.outcome.shared


# Modes -----------------------------------------------------------------------------------------


@rule("lynx.mode.advanced")
def test_mode_advanced():
    game = at("7 7 9 9", tables={1: ["8 8"]}, mode="advanced")
    assert "no-draw" in kinds(game.play("lay 7 7")) and game.to_act == 1
    game = at("1 9", tables={1: ["13"]}, mode="advanced")
    assert "lower" in kinds(game.play("lay 1"))


@rule("lynx.mode.expert")
def test_mode_expert():
    tables = {1: ["13 13"], 2: ["* *"]}
    game = at("1 1 9", tables=tables, mode="expert")
    assert only(game.play("lay 1 1"), "steal").cards == ("13", "13")
    assert only(plays(game, "leave", "take back"), "steal").cards == ("*", "*")
    assert "steal" not in kinds(at("1 1 9", tables={1: ["12 12"], 2: ["13 13 13"]}, mode="expert")
                                .play("lay 1 1"))  # fmt: skip
    assert "steal" in kinds(at("2 2 9", tables={1: ["1 1"]}, mode="expert").play("lay 2 2"))
    assert "steal" not in kinds(at("1 1 9", tables=tables).play("lay 1 1"))
    assert "no-draw" in kinds(at("1 9", mode="expert").play("lay 1"))


@rule("lynx.mode.expert-jokers-thirteen")
def test_mode_expert_jokers_thirteen():
    game = at("* * 9", tables={1: ["13 13"]}, mode="expert")
    assert only(game.play("lay * *"), "steal").rule == "lynx.mode.expert-jokers-thirteen"


@rule("lynx.mode.expert-must")
def test_mode_expert_must():
    game = at("1 * 9", tables={1: ["13 13"]}, mode="expert")
    assert only(game.play("lay 1 *"), "steal").rule == "lynx.mode.expert-must"
    refused(game, "end", "lynx.steal.take")


# The duel --------------------------------------------------------------------------------------


def duel(hand: str, **zones):
    return at(hand, players=2, **zones)


@rule("lynx.duel.deal")
def test_duel_deal():
    game = cardkit.new("lynx", players=2, seed=4)
    for seat in (0, 1):
        view = game.view(seat)
        assert len(view["hand"]) == 13 and view["hand"].count("*") >= 2
        assert view["known"] == [["*", "*"], ["*", "*"]]


@rule("lynx.duel.pool")
def test_duel_pool_comes_before_the_virtual_player():
    game = cardkit.new("lynx", players=2, seed=4)
    assert kinds(game.events).index("pool") < kinds(game.events).index("virtual")
    assert len(game.view(0)["pool"]) == 6


@rule("lynx.duel.virtual")
def test_duel_virtual():
    for seed in range(10):
        virtual = cardkit.new("lynx", players=2, seed=seed).view(0)["virtual"]
        assert sum(virtual.values()) == 13
    with pytest.raises(cardkit.BadInput, match="Only the duel"):
        at("7", virtual="3 3")


def first_with(kind: str, accept=lambda game: True, **options):
    """The first dealt duel in which that happens during setup."""
    for seed in range(500):
        game = cardkit.new("lynx", players=2, seed=seed, **options)
        if kind in kinds(game.events) and accept(game):
            return game
    raise AssertionError(f"no {kind} in 500 deals")


@rule("lynx.duel.high-to-pool")
def test_duel_high_to_pool():
    game = first_with("high", lambda g: "high-tie" not in kinds(g.events))
    view = game.view(0)
    assert "13" not in view["virtual"] and "*" not in view["virtual"]
    event = next(event for event in game.events if event.kind == "high")
    bottom, high = event.cards
    assert high in ("13", "*")
    pool = only(game.events, "pool").cards
    assert bottom == min((card for card in pool if card != "*"), key=int)
    with pytest.raises(cardkit.BadInput, match="no jokers and no 13s"):
        duel("7", virtual="13")


@rule("lynx.duel.high-to-pool-tie")
def test_duel_high_to_pool_tie():
    tie = first_with("high-tie")
    event = next(event for event in tie.events if event.kind == "high-tie")
    pool = only(tie.events, "pool").cards
    lowest = min((card for card in pool if card != "*"), key=int)
    if pool.count(lowest) > 1:
        assert event.facts["place"] == pool.index(lowest) + 1
    deck = {"4": 40, "5": 20, "13": 10, "*": 4}
    empty = first_with("high-tie", pool_size=0, deck=deck)
    assert empty.view(0)["pool"][0][0] in ("13", "*")
    grouped = first_with("high", lambda g: len(g.pool) == 1 and len(g.pool[0]) > 2, pool_size=1,
                         deck=deck)  # fmt: skip
    assert "high-tie" in kinds(grouped.events)


@rule("lynx.duel.virtual-thirteen")
def test_duel_virtual_thirteen():
    game = first_with("replaced")
    sent = kinds(game.events).count("high")
    assert only(game.events, "replaced").facts["replaced"] == sent
    assert sum(game.view(0)["virtual"].values()) == 13


@rule("lynx.duel.group-is-one")
def test_duel_group_is_one():
    game = duel("9 2 3 3", tables={1: ["5 5"]}, virtual="6 6", pool="1 4", deck="13 7 8 *",
                pool_size=2, duel_virtual=2, high=13)  # fmt: skip
    game.play("lay 3 3")
    while game.phase != "free":
        game.play(game.moves()[0])
    assert game.view(0)["pool"] == [["1"], ["4"]]
    robbed = duel("7 7 7 2", tables={1: ["5 5 5"]}, virtual="6 6 6", pool="1 4 8",
                  deck="13 9 9 9 2", pool_size=3, duel_virtual=3)  # fmt: skip
    plays(robbed, "lay 7 7 7", "leave", "discard")
    assert robbed.view(0)["pool"] == [["1", "13"], ["4"], ["8"]]
    events = robbed.play("draw #1")
    assert only(events, "group").cards == ("1", "13")
    assert robbed.view(1)["to_draw"] == 2 and robbed.view(0)["known"][1] == ["1", "13"]


@rule("lynx.duel.steal-any-set")
def test_duel_steal_any_set():
    game = duel("9 9 2", virtual="4 4 6 6 8 8 8 10 10")
    game.play("lay 9 9")
    assert [str(move) for move in game.moves()] == ["rob 4 4", "rob 6 6"]
    refused(game, "rob 10 10", "lynx.duel.steal-any-set")
    refused(game, "end", "lynx.duel.steal-any-set")
    game.play("rob 6 6")
    assert game.view(0)["hand"] == ["2", "6", "6"] and "6" not in game.view(0)["virtual"]
    for equal_or_lower in ("3 3", "4 4"):
        nothing = duel(f"{equal_or_lower} 2", virtual="4 4 6 6")
        assert "no-set" in kinds(nothing.play(f"lay {equal_or_lower}"))


@pytest.mark.parametrize("mode", ["basic", "advanced", "expert"])
def test_what_robs_the_virtual_player_is_what_steals(mode):
    """It holds no 13s and no jokers: a higher value is all that stealing takes, in every mode."""
    layers = [(number,) for number in DECK] + [(number, JOKER) for number in DECK]
    for layer in layers:
        for number in map(str, range(1, 13)):
            game = duel(f"{' '.join(layer)} 2", virtual=" ".join([number] * len(layer)), mode=mode)
            robbed = "rob" in kinds(game.play(f"lay {' '.join(layer)}"))
            top = (number,) * len(layer)
            assert robbed == (theft(layer, top, game.options)[0] == "steal"), (layer, top)


@rule("lynx.duel.steal-into-hand")
def test_duel_steal_into_hand():
    game = duel("9 9 2", virtual="4 4 10 10")
    assert only(game.play("lay 9 9"), "into-hand").cards == ("4", "4")
    assert game.view(0)["hand"] == ["2", "4", "4"] and game.view(1)["known"][0] == ["4", "4"]


@rule("lynx.duel.virtual-first")
def test_duel_virtual_first():
    game = duel("9 9 2", tables={1: ["5 5"]}, virtual="4 4")
    order = kinds(game.play("lay 9 9"))
    assert order.index("rob") < order.index("virtual") < order.index("steal")


@rule("lynx.duel.refill")
def test_duel_refill_happens_before_the_opponent_is_robbed_and_is_safe():
    game = duel("9 9 2", tables={1: ["5 5"]}, virtual="4 4 3", deck="3 13 7 8", duel_virtual=3,
                pool="1 6", pool_size=2)  # fmt: skip
    events = game.play("lay 9 9")
    assert only(events, "virtual").cards == ("3", "7")
    assert game.view(0)["virtual"] == {"3": 2, "7": 1}  # 3 3 is complete, and safe this turn
    assert game.view(0)["pool"] == [["1", "13"], ["6"]]
    assert kinds(events).count("rob") == 1 and game.phase == "loot"


@rule("lynx.duel.refill-short")
def test_duel_refill_short():
    game = duel("9 9 2", virtual="4 4 3", deck="7", duel_virtual=3, pool="1")
    assert only(game.play("lay 9 9"), "short").facts["missing"] == 1
    assert game.view(0)["virtual"] == {"3": 1, "7": 1}


@rule("lynx.duel.must")
def test_duel_must():
    game = duel("9 9 2", virtual="4 4 6 6")
    game.play("lay 9 9")
    refused(game, "rob none", "lynx.duel.must")
    free = duel("9 9 2", virtual="4 4", duel_must=False)
    free.play("lay 9 9")
    assert [str(move) for move in free.moves()] == ["rob 4 4", "rob none"]
    assert "spare" in kinds(free.play("rob none")) and free.phase == "free"


@rule("lynx.duel.whole-set")
def test_duel_whole_set():
    game = duel("9 9 2", virtual="4 4 6 6 5 5 5")
    game.play("lay 9 9")
    refused(game, "rob 5 5", "lynx.duel.whole-set")
    refused(game, "rob 4", "lynx.duel.whole-set")
    none = duel("9 9 2", virtual="5 5 5")
    assert only(none.play("lay 9 9"), "whole-set").facts["top"] == ("5", "5", "5")


@rule("lynx.duel.pool-count")
def test_duel_pool_count():
    game = duel("7 7 7 2", tables={1: ["5 5 5"]}, virtual="6 6 6", pool="1 4 8",
                deck="13 9 9 9 12 11 10 3", pool_size=3, duel_virtual=3)  # fmt: skip
    plays(game, "lay 7 7 7", "leave", "discard", "draw #2", "draw #2")
    assert game.view(0)["pool"] == [["1", "13"]]
    assert only(game.play("draw deck"), "places").facts["places"] == 1
    assert game.view(0)["pool"] == [["1", "13"], ["11"], ["10"]]
    last = duel("9 2 2", virtual="9", pool="", deck="13 8", pool_size=1, duel_virtual=1)
    assert last.view(0)["deck"] == 2


@rule("lynx.duel.pool-joker")
def test_duel_pool_joker_ranks_above_thirteen():
    game = duel("9 9 2", virtual="4 4", deck="13 3 3", pool="* 12", pool_size=2, duel_virtual=2)
    assert only(game.play("lay 9 9"), "pool-joker").facts["place"] == 2
    assert game.view(0)["pool"] == [["*"], ["12", "13"]]


@rule("lynx.duel.modes")
def test_duel_modes():
    assert cardkit.new("lynx", players=2, seed=1, mode="expert").players == 2
    game = duel("7 9", mode="advanced", virtual="8", tables={})
    game.play("lay 7")
    assert game.to_act == 1


@rule("lynx.duel.no-steal")
def test_duel_no_steal():
    game = duel("9 9 2", virtual="4 4")
    assert "virtual-counts" in kinds(game.play("lay 9 9"))
    assert game.to_act == 1 and game.phase == "lay"
    free = duel("3 3 2", virtual="4 4")
    free.play("lay 3 3")
    assert free.phase == "free"


# Worked examples -------------------------------------------------------------------------------


@rule("lynx.play.joker-joins")
@structural("lynx.example.joker-joins")
def test_example_three_fours_and_a_joker_are_four_cards_of_value_four():
    game = at("4 4 4 * 9", tables={1: ["3 3 3 3"], 2: ["5 5 5 5"]})
    events = game.play("lay 4 4 4 *")
    assert only(events, "joker-joins").facts["value"] == "4"
    assert only(events, "steal").facts["victim"] == 1
    assert "lower" in kinds(plays(game, "leave", "take back"))


@rule("lynx.draw.refill")
@structural("lynx.example.steal-three")
def test_example_a_turn_with_stealing():
    """Nikodem (0) lays three 7s; Karolina (1), Michał (2) and Ela (3) are compared in turn."""
    game = cardkit.position(
        "lynx", players=4, seed=2,
        hands={0: "3 3 4 7 7 7 9 12 *", 3: "1 2 4 6 8"},
        tables={1: ["1 1 1", "6 6"], 2: ["10 10", "3 3 3"], 3: ["11", "5 5 5"]},
        pool="1 5 9 9 * 2",
    )  # fmt: skip
    events = game.play("lay 7 7 7")
    assert only(events, "other-count").facts["victim"] == 1
    assert only(events, "steal").facts["victim"] == 2
    game.play("take")
    assert game.view(0)["hand"].count("3") == 5 and game.to_act == 2
    plays(game, "draw pool *", "draw pool 9")
    assert len(game.view(0)["pool"]) == 4
    events = game.play("draw deck")
    assert len(only(events, "refill").cards) == 2 and len(game.view(0)["pool"]) == 6
    assert only(events, "steal").facts["victim"] == 3
    plays(game, "leave", "take back")
    assert game.view(3)["hand"] == ["1", "2", "4", "5", "5", "5", "6", "8"]
    assert game.to_act == 1 and game.phase == "lay"


@rule("lynx.draw.no-steal")
@structural("lynx.example.no-steal")
def test_example_a_turn_without_stealing():
    """Karolina (0) lays a 13; Michał (1), Ela (2), Nikodem (3); she takes a joker from the pool."""
    game = at("2 6 8 11 13", players=4, tables={1: ["7 7", "13"], 2: ["8 8"], 3: ["5 5 5"]},
              pool="* 3 6 6 10 12")  # fmt: skip
    assert [e.kind for e in game.play("lay 13") if "victim" in e.facts] == [
        "equal", "other-count", "other-count",
    ]  # fmt: skip
    game.play("draw pool *")
    assert "*" in game.view(0)["hand"] and game.to_act == 1

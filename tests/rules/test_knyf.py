"""Knyf, rule by rule: a position, a move, what must follow. The order is the rulebook's."""

from __future__ import annotations

from collections import Counter

import pytest

import cardkit
from cardkit.bots import bot, knyf, play_out, random_bot
from cardkit.games.knyf_card import BOXES, CardOptions, ScoreCard, misfit, scores_of, sorted_cards
from cardkit.narration import sentence
from tests.proof import kinds, only, plays, refused, rule, structural

UPPER_63 = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
LOWER = {"three": 20, "four": 22, "full": 25, "small": 30, "large": 40, "knyf": 50}
FULL = UPPER_63 | LOWER


def at(hand: str, players: int = 2, card: dict | None = None, **zones):
    """Seat 0 to play with that hand and that score card."""
    cards = {0: card or {}, **zones.pop("cards", {})}
    return cardkit.position("knyf", players=players, hands={0: hand}, cards=cards, **zones)


def but(*boxes: str, **changed: int) -> dict[str, int]:
    """A full score card, but for these boxes."""
    return {box: points for box, points in (FULL | changed).items() if box not in boxes}


def notation(game: cardkit.Game, verb: str) -> set[str]:
    return {str(move) for move in game.moves() if move.verb == verb}


# Components and setup --------------------------------------------------------------------------


@structural("knyf.cards.deck")
def test_there_are_eighteen_of_each_value():
    game = cardkit.new("knyf", seed=0)
    assert game.options.deck == {str(value): 18 for value in range(1, 7)}
    assert len(game.pile) + sum(map(len, game.hands)) == 108
    with pytest.raises(cardkit.BadInput, match="no card '7'"):
        at("7")
    with pytest.raises(cardkit.BadInput, match="only 2 of card 6"):
        at("6 6 6", deck={"6": 2, "1": 40})
    with pytest.raises(cardkit.BadInput, match="take 20 cards, and the deck has 12"):
        cardkit.new("knyf", deck=dict.fromkeys("123456", 2))


@rule("knyf.setup.players")
@pytest.mark.parametrize("players", [0, 6, -1, True, "2", 2.0])
def test_setup_players(players):
    with pytest.raises(cardkit.BadInput) as wrong:
        cardkit.new("knyf", players=players, seed=1)
    assert wrong.value.rule == "knyf.setup.players"
    assert cardkit.new("knyf").players == 2
    assert [cardkit.new("knyf", players=n).players for n in (2, 3, 4, 5)] == [2, 3, 4, 5]


@rule("knyf.setup.solo")
def test_setup_solo():
    game = cardkit.new("knyf", players=1, seed=1)
    assert only(game.events, "solo").seat == 0
    for _ in range(3):
        game.play("pass")
    assert game.to_act == 0 and game.view(0)["round"] == 4
    assert "solo" not in kinds(cardkit.new("knyf", players=2, seed=1).events)


@rule("knyf.setup.deal")
def test_setup_deal():
    game = cardkit.new("knyf", players=4, seed=3)
    view = game.view(0)
    assert view["hands"] == [5, 5, 5, 5] and view["pile"] == 108 - 20 and view["discard"] == []
    assert [card["points"] for card in view["cards"]] == [{}, {}, {}, {}]
    assert len({tuple(hand) for hand in game.hands}) > 1
    assert cardkit.new("knyf", seed=3, hand_size=7).view(0)["hands"] == [7, 7]
    with pytest.raises(cardkit.BadInput, match="above the limit"):
        cardkit.new("knyf", hand_size=11)


@rule("knyf.setup.first")
def test_setup_first():
    assert cardkit.new("knyf", seed=1).to_act == 0
    game = cardkit.new("knyf", players=3, seed=1, first=1)
    order = []
    for _ in range(6):
        order.append(game.to_act)
        game.play("pass")
    assert order == [1, 2, 0, 1, 2, 0]
    with pytest.raises(cardkit.BadInput, match="Seat 1 cannot start: the last seat is 0"):
        cardkit.new("knyf", players=1, first=1)


# 1. Discarding and drawing ---------------------------------------------------------------------


@rule("knyf.draw.discard")
def test_draw_discard():
    game = at("1 3 6 6 6", pile="2 4 5 1 1 1")
    refused(game, "discard 1 3 draw 1", "knyf.draw.discard")
    refused(game, "discard 1 3 draw 4", "knyf.draw.discard")
    refused(game, "discard 1 1 draw 2", "knyf.draw.discard")
    refused(game, "draw 2", "knyf.draw.discard")
    assert "You discard 2, so you draw 2 or 3, not 4." in str(game.why_not("discard 1 3 draw 4"))
    assert "holds 1 of card 1, not 2" in str(game.why_not("discard 1 1 draw 2"))
    events = game.play("discard 3 1 draw 3")
    assert only(events, "discard").cards == ("1", "3")
    assert game.view(0)["hand"] == ["2", "4", "5", "6", "6", "6"]
    assert game.view(0)["discard"][-2:] == ["1", "3"] and game.to_act == 1


@rule("knyf.draw.discard")
def test_draw_discard_five_of_six_at_most():
    game = at("1 2 3 4 5 6")
    refused(game, "discard 1 2 3 4 5 6 draw 6", "knyf.draw.discard")
    game.play("discard 1 2 3 4 5 draw 6")
    assert len(game.hands[0]) == 7
    house = at("1 2 3", most_discarded=2, more_drawn=2)
    refused(house, "discard 1 2 3 draw 3", "knyf.draw.discard")
    assert "You discard 0, so you draw 0 to 2, not 9." in str(house.why_not("draw 9"))
    house.play("discard 1 2 draw 4")
    same = at("1 2 3", more_drawn=0)
    refused(same, "discard 1 draw 2", "knyf.draw.discard")
    assert "You discard 1, so you draw 1, not 2." in str(same.why_not("discard 1 draw 2"))


def test_all_ways_to_discard_and_draw():
    draws = notation(at("1 6 6"), "discard") | notation(at("1 6 6"), "draw")
    assert draws == {
        "draw 1", "discard 1 draw 1", "discard 1 draw 2", "discard 6 draw 1", "discard 6 draw 2",
        "discard 1 6 draw 2", "discard 1 6 draw 3", "discard 6 6 draw 2", "discard 6 6 draw 3",
        "discard 1 6 6 draw 3", "discard 1 6 6 draw 4",
    }  # fmt: skip


@rule("knyf.draw.limit")
def test_draw_limit():
    game = at("1 1 2 2 3 3 4 4 5")
    events = game.play("draw 1")
    assert only(events, "limit").facts["held"] == 10 and len(game.hands[0]) == 10
    game.play("pass")
    refused(game, "draw 1", "knyf.draw.limit")
    refused(game, "discard 1 draw 2", "knyf.draw.limit")
    assert "you would have 11" in str(game.why_not("discard 1 draw 2"))
    assert "limit" not in kinds(game.play("discard 1 draw 1"))
    assert only(at("1 1 2 2 3", hand_limit=6).play("draw 1"), "limit").facts["held"] == 6
    with pytest.raises(cardkit.BadInput, match="given 11 cards"):
        at("1 1 1 1 1 1 2 2 2 2 2")


@rule("knyf.draw.pass")
def test_draw_pass():
    game = at("1 2 3 4 5")
    events = game.play("pass")
    assert kinds(events) == ["pass"] and game.hands[0] == list("12345") and game.to_act == 1
    assert game.read("draw 0") == game.read("pass")


@rule("knyf.draw.declare")
def test_draw_declare():
    game = at("1 3 6 6 6")
    for vague in ("discard 1 3", "draw", "discard 1 3 draw", "discard 1 draw x", "discard draw -1"):
        with pytest.raises(cardkit.BadInput) as wrong:
            game.play(vague)
        assert wrong.value.rule == "knyf.draw.declare"
    drawn = only(game.play("discard 1 3 draw 3"), "draw")
    assert drawn.rule == "knyf.draw.declare" and len(drawn.cards) == 3
    assert drawn.seen_by(1).cards == ("?", "?", "?") and drawn.seen_by(0) is drawn


# 2. Playing ------------------------------------------------------------------------------------


@rule("knyf.play.box")
def test_play_box():
    game = at("6 6 5 3 1", card={"sixes": 18})
    refused(game, "fill sixes with 6 6", "knyf.play.box")
    refused(game, "fill fives with 5 5", "knyf.play.box")
    assert "filled already, with 18" in str(game.why_not("fill sixes with 6"))
    events = game.play("fill fives with 5")
    assert only(events, "write").facts == {
        "box": "fives", "called": "fives", "points": 5, "left": 10,
    }  # fmt: skip
    assert game.cards[0].points == {"sixes": 18, "fives": 5} and game.scores() == [23, 0]
    with pytest.raises(cardkit.BadInput, match="no box"):
        game.play("fill chance with 1 2 3 4 5")


@rule("knyf.play.box")
def test_play_box_five_cards_at_most():
    game = at("6 6 6 6 6 6")
    refused(game, "fill sixes with 6 6 6 6 6 6", "knyf.play.box")
    game.play("fill sixes with 6 6 6 6 6")
    assert game.cards[0].points == {"sixes": 30}


@rule("knyf.play.penalty")
@pytest.mark.parametrize("excess", [1, 3, 5])
def test_play_penalty(excess):
    game = at("6 6 6 2 1" + " 1" * excess)
    event = only(game.play("fill sixes with 6 6 6"), "penalty")
    assert event.facts == {"excess": excess, "points": 2 * excess}
    assert game.cards[0].penalties == {"sixes": 2 * excess}
    assert game.scores()[0] == 18 - 2 * excess and game.cards[0].upper == 18


@rule("knyf.play.penalty")
def test_play_penalty_though_the_surplus_is_kept():
    game = at("1 1 2 2 3 3 4 6", keep_surplus=True)
    event = only(game.play("fill sixes with 6"), "penalty")
    assert event.facts == {"excess": 3, "points": 6} and game.scores()[0] == 6 - 6


def test_no_penalty_for_five_cards():
    game = at("6 6 6 2 1")
    assert "penalty" not in kinds(game.play("fill sixes with 6 6 6"))
    assert "penalty" not in kinds(plays(at("6 2 1"), "fill sixes with 6"))
    assert at("6 6 1 1 1 1", penalty=7).play("fill sixes with 6")[2].facts["points"] == 7
    assert "penalty" not in kinds(at("6 6 1 1 1 1", hand_size=6).play("fill sixes with 6 6"))
    house = at("6 6 1 1", hand_size=3).play("fill sixes with 6 6")
    assert only(house, "penalty").facts == {"excess": 1, "points": 2}


@rule("knyf.play.refill")
def test_play_refill():
    game = at("2 4 5 6 6 6", pile="1 3 1 1")
    event = only(game.play("fill sixes with 6 6 6"), "refill")
    assert event.cards == ("1", "3") and event.seen_by(1).cards == ("?", "?")
    assert game.hands[0] == ["1", "2", "3", "4", "5"] and game.to_act == 1
    exact = at("6 2 3 4 5 1")
    assert "refill" not in kinds(exact.play("fill sixes with 6"))
    assert exact.hands[0] == ["1", "2", "3", "4", "5"]
    assert len(only(at("6 6 1", hand_size=7).play("fill sixes with 6 6"), "refill").cards) == 6


@rule("knyf.play.surplus")
def test_play_surplus():
    game = at("1 1 2 2 3 3 4 6")
    events = game.play("fill sixes with 6")
    assert only(events, "surplus").facts["excess"] == 2 and game.to_act == 0 and game.turn == 0
    refused(game, "trim 2", "knyf.play.surplus")
    refused(game, "trim 2 2 3", "knyf.play.surplus")
    refused(game, "trim 2 6", "knyf.play.surplus")
    refused(game, "pass", "knyf.play.surplus")
    refused(game, "fill ones with 1 1", "knyf.play.surplus")
    assert "discard exactly 2 of them, not 3" in str(game.why_not("trim 2 2 3"))
    assert "discard exactly 2 of them, so that you keep 5" in str(game.why_not("pass"))
    assert "holds none of card 6, not 1" in str(game.why_not("trim 2 6"))
    assert "holds 1 of card 4, not 2" in str(game.why_not("trim 4 4"))
    assert notation(game, "trim") == {
        "trim 1 1", "trim 1 2", "trim 1 3", "trim 1 4", "trim 2 2", "trim 2 3", "trim 2 4",
        "trim 3 3", "trim 3 4",
    }  # fmt: skip
    assert only(game.play("trim 2 2"), "trim").cards == ("2", "2")
    assert game.hands[0] == ["1", "1", "3", "3", "4"] and game.to_act == 1
    assert Counter(game.discard)["2"] == 2
    refused(game, "trim 1", "knyf.play.surplus")


@rule("knyf.play.surplus")
def test_play_surplus_can_be_kept():
    game = at("1 1 2 2 3 3 4 6", keep_surplus=True)
    assert only(game.play("fill sixes with 6"), "keep").facts["excess"] == 2
    assert len(game.hands[0]) == 7 and game.to_act == 1


@rule("knyf.play.surplus")
def test_play_surplus_is_told_with_the_size_of_a_hand():
    game = at("1 1 2 2 6", hand_size=3)
    game.play("fill sixes with 6")
    assert sentence("knyf", game.play("trim 2")[0]) == "Player 0 discards 2, down to 3 cards."
    kept = at("1 1 2 2 6", hand_size=3, keep_surplus=True).play("fill sixes with 6")
    assert sentence("knyf", only(kept, "keep")) == "Player 0 keeps 1 card above 3."


@rule("knyf.play.no-zero")
def test_play_no_zero():
    game = at("2 3 4 5 6", card={"sixes": 18})
    for zero in ("fill ones with 0", "fill knyf with 0"):
        refused(game, zero, "knyf.play.no-zero")
    for vague in ("fill ones", "fill ones with", "fill ones announce"):
        with pytest.raises(cardkit.BadInput, match="Say which cards you play"):
            game.play(vague)
    assert not [move for move in game.moves() if move[:2] == ("fill", "ones")]
    with pytest.raises(cardkit.BadInput, match="filled with 0"):
        at("1", card={"ones": 0})
    with pytest.raises(cardkit.BadInput, match="filled with 0"):
        ScoreCard().write("ones", 0)


@rule("knyf.play.discarded")
def test_play_discarded():
    game = at("6 6 6 2 1", discard="4")
    assert only(game.play("fill sixes with 6 6 6"), "played").cards == ("6", "6", "6")
    assert game.view(1)["discard"] == ["4", "6", "6", "6"]


@rule("knyf.pile.reshuffle")
def test_pile_reshuffle_in_the_middle_of_a_draw():
    game = cardkit.position("knyf", hands={0: "1 1 1 1 1", 1: "2 2 2 2 2"}, pile="6 6")
    events = game.play("discard 1 1 1 draw 4")
    assert kinds(events) == ["discard", "draw", "reshuffle", "draw"]
    assert events[1].cards == ("6", "6") and len(events[3].cards) == 2
    new = Counter(events[2].cards)
    assert new == Counter({"1": 16, "2": 13, "3": 18, "4": 18, "5": 18, "6": 16})
    assert game.view(0)["discard"] == [] and game.view(0)["pile"] == 99 - 2


@rule("knyf.pile.reshuffle")
def test_pile_reshuffle_as_soon_as_it_runs_out():
    game = cardkit.position("knyf", hands={0: "1 1 1 1 1", 1: "2 2 2 2 2"}, pile="6 6 5")
    assert kinds(game.play("discard 1 1 1 draw 3")) == ["discard", "draw", "reshuffle"]
    assert game.view(1)["pile"] == 108 - 10 and game.view(1)["discard"] == []
    empty = cardkit.position("knyf", hands={0: "1 1 1 1 1"}, pile="", discard="6")
    assert kinds(empty.play("draw 1")) == ["reshuffle", "draw"]


# Boxes -----------------------------------------------------------------------------------------


@rule("knyf.box.upper")
@pytest.mark.parametrize("box, value", list(zip(BOXES, range(1, 7), strict=False)))
@pytest.mark.parametrize("count", [1, 3, 5])
def test_box_upper(box, value, count):
    game = at(" ".join([str(value)] * count + [str(value % 6 + 1)] * (5 - count)))
    event = game.play(f"fill {box} with " + f"{value} " * count)[0]
    assert event.rule == "knyf.box.upper" and event.facts["points"] == value * count
    assert game.cards[0].points == {box: value * count}


@rule("knyf.box.upper")
def test_box_upper_takes_only_its_value():
    game = at("6 6 6 5 1")
    refused(game, "fill sixes with 6 6 6 5", "knyf.box.upper")
    refused(game, "fill ones with 6", "knyf.box.upper")
    fills = {str(move) for move in game.moves() if move[:2] == ("fill", "sixes")}
    assert fills == {"fill sixes with 6", "fill sixes with 6 6", "fill sixes with 6 6 6"}


@rule("knyf.box.lower-five")
def test_box_lower_five():
    game = at("3 3 3 3 3 4 5 6 2 2")
    for cards in ("3 3 3", "3 3 3 3", "3 3 3 3 3 4"):
        refused(game, f"fill three with {cards}", "knyf.box.lower-five")
    for box in ("four", "full", "large", "knyf"):
        refused(game, f"fill {box} with 3 3 3 3", "knyf.box.lower-five")
    refused(game, "fill small with 2 3 4 5 6", "knyf.box.lower-five")
    refused(game, "fill small with 2 3 4", "knyf.box.lower-five")
    game.play("fill small with 2 3 4 5")


LOWER_BOXES = [  # box, cards, points; 0 points: refused
    ("three", "4 4 4 5 6", 23), ("three", "1 1 1 1 2", 6), ("three", "6 6 6 6 6", 30),
    ("three", "3 3 3 2 2", 13), ("three", "4 4 5 5 6", 0),
    ("four", "5 5 5 5 2", 22), ("four", "1 1 1 1 1", 5), ("four", "5 5 5 2 2", 0),
    ("full", "3 3 3 1 1", 25), ("full", "6 6 5 5 5", 25), ("full", "3 3 3 3 3", 0),
    ("full", "3 3 3 3 1", 0), ("full", "3 3 1 1 2", 0),
    ("small", "1 2 3 4", 30), ("small", "2 3 4 5", 30), ("small", "3 4 5 6", 30),
    ("small", "1 2 3 5", 0), ("small", "2 2 3 4", 0),
    ("large", "1 2 3 4 5", 40), ("large", "2 3 4 5 6", 40), ("large", "1 2 3 4 6", 0),
    ("large", "1 2 3 4 4", 0),
    ("knyf", "3 3 3 3 3", 50), ("knyf", "1 1 1 1 1", 50), ("knyf", "3 3 3 3 4", 0),
]  # fmt: skip


@pytest.mark.parametrize(
    "box, cards, points",
    [pytest.param(*row, marks=rule(f"knyf.box.{row[0]}")) for row in LOWER_BOXES],
)
def test_box_lower(box, cards, points):
    game = at(cards)
    move = f"fill {box} with {cards}"
    if points:
        assert game.play(move)[0].rule == f"knyf.box.{box}"
        assert game.cards[0].points == {box: points}
    else:
        refused(game, move, f"knyf.box.{box}")


@rule("knyf.box.three")
def test_box_three():
    why = at("4 4 5 5 6").why_not("fill three with 4 4 5 5 6")
    assert "needs 3 equal cards; 4 4 5 5 6 has at most 2" in str(why)


@rule("knyf.box.four")
def test_box_four():
    why = at("4 4 4 5 6").why_not("fill four with 4 4 4 5 6")
    assert "needs 4 equal cards; 4 4 4 5 6 has at most 3" in str(why)


@rule("knyf.box.full")
def test_box_full():
    assert "different one" in str(at("4 4 4 4 4").why_not("fill full with 4 4 4 4 4"))


@rule("knyf.box.small")
def test_box_small():
    why = at("1 2 3 5 6").why_not("fill small with 5 1 2 3")
    assert "needs 4 values in a row; the longest row in 1 2 3 5 is 1 2 3" in str(why)


@rule("knyf.box.large")
def test_box_large():
    why = at("1 3 4 5 6").why_not("fill large with 1 3 4 5 6")
    assert "needs 5 values in a row; the longest row in 1 3 4 5 6 is 3 4 5 6" in str(why)


@rule("knyf.box.knyf")
def test_box_knyf():
    game = at("2 2 2 2 2", fixed={"full": 1, "small": 2, "large": 3, "knyf": 77})
    assert game.play("fill knyf with 2 2 2 2 2")[0].facts["points"] == 77
    with pytest.raises(cardkit.BadInput, match="points for each of full, small, large, knyf"):
        cardkit.new("knyf", fixed={"knyf": 77})
    with pytest.raises(cardkit.BadInput, match="for knyf, a whole number from 1 to 1000"):
        cardkit.new("knyf", fixed={"full": 1, "small": 2, "large": 3, "knyf": 0})


@rule("knyf.box.knyf-once")
def test_box_knyf_once():
    game = at("3 3 3 3 3", card={"knyf": 50})
    refused(game, "fill knyf with 3 3 3 3 3", "knyf.box.knyf-once")
    assert "scores nothing" in str(game.why_not("fill knyf with 3 3 3 3 3"))
    refused(game, "fill knyf with 3 3 3 3 4", "knyf.play.box")


@rule("knyf.box.knyf-second")
@pytest.mark.parametrize("box, points", [("three", 15), ("four", 15), ("threes", 15)])
def test_box_knyf_second(box, points):
    game = at("3 3 3 3 3", card={"knyf": 50})
    assert only(game.play(f"fill {box} with 3 3 3 3 3"), "second-knyf").cards == ("3",) * 5
    assert game.scores()[0] == 50 + points
    first = at("3 3 3 3 3")
    assert "second-knyf" not in kinds(first.play(f"fill {box} with 3 3 3 3 3"))


def test_there_is_no_chance_box():
    assert len(BOXES) == 12 and "chance" not in BOXES


# Bonus, announcement, end ----------------------------------------------------------------------


def last_turn(hand: str, card: dict, move: str, **options):
    """Alone, in the last turn of the game."""
    game = at(hand, players=1, card=card, turn_limit=1, **options)
    game.play(move)
    assert game.over
    return game


@rule("knyf.bonus.63")
@pytest.mark.parametrize("sixes", ["6 6 6", "6 6 6 6"])
def test_bonus_63(sixes):
    """45 and 18 are 63; the penalty for the excess card does not touch it."""
    game = last_turn("2 4 6 6 6 6", but("sixes", "knyf"), f"fill sixes with {sixes} announce")
    card = game.cards[0]
    assert card.upper == 45 + 6 * len(sixes.split()) and card.penalty == 2
    assert only(game.events, "bonus").facts == {"upper": card.upper, "points": 35}
    assert game.scores() == [card.sum + 35]


@rule("knyf.bonus.43")
def test_bonus_43():
    """Two of each value is 42: one below."""
    two = {"ones": 2, "twos": 4, "threes": 6, "fives": 10, "sixes": 12}
    game = last_turn("4 4 4 1 1 2", two, "fill fours with 4 4")
    assert only(game.events, "loss").facts == {"upper": 42, "points": 20}
    assert game.scores() == [42 - 2 - 20]
    house = last_turn("4 4 4 1 1", two, "fill fours with 4 4", loss=7)
    assert only(house.events, "loss").facts["points"] == 7 and house.scores() == [42 - 7]


@pytest.mark.parametrize("fives, fours", [(10, "4 4 4"), (20, "4 4 4")])
def test_between_43_and_63_there_is_neither(fives, fours):
    card = {"ones": 2, "twos": 4, "threes": 6, "fives": fives, "sixes": 12}
    game = last_turn("4 4 4 1 1", card, f"fill fours with {fours}")
    assert not {"bonus", "loss"} & set(kinds(game.events))
    assert game.scores() == [sum(card.values()) + 4 * len(fours.split())]


def test_the_steps_are_at_43_and_63():
    cards = {42: "2 4 6 8 10 12", 43: "3 4 6 8 10 12", 62: "2 6 9 12 15 18", 63: "3 6 9 12 15 18"}
    for total, text in cards.items():
        card = ScoreCard(points=dict(zip(BOXES, map(int, text.split()), strict=False)))
        assert card.upper == total
        assert card.bonus == {42: -20, 43: 0, 62: 0, 63: 35}[total]
        house = CardOptions(bonus_from=62, bonus=9, loss_below=42, loss=1)
        assert ScoreCard(house, card.points).bonus == {42: 0, 43: 0, 62: 9, 63: 9}[total]


@rule("knyf.bonus.unfinished")
def test_bonus_unfinished():
    """Both are counted at the end, though a box is empty; and only then."""
    rich = {"twos": 6, "threes": 9, "fours": 12, "fives": 20, "sixes": 18}
    game = cardkit.position("knyf", cards={0: rich, 1: {"ones": 3}}, turn_limit=1)
    assert game.scores() == [65, 3]
    plays(game, "pass", "pass")
    empty = [event.facts["boxes"] for event in game.events if event.kind == "unfinished"]
    assert empty == [["ones"], ["twos", "threes", "fours", "fives", "sixes"]]
    told = [sentence("knyf", event) for event in game.events if event.kind == "unfinished"]
    assert told[1] == "That counts although twos, threes, fours, fives, sixes stayed empty."
    assert game.scores() == [65 + 35, 3 - 20]


@rule("knyf.announce.must")
def test_announce_must():
    game = at("6 6 6 1 1", card=but("sixes", "knyf"))
    event = only(game.play("fill sixes with 6 6 6"), "forget")
    assert event.facts["points"] == 10 and game.cards[0].forgot
    assert game.cards[0].penalty == 10 and game.scores()[0] == sum(but("knyf").values()) - 10
    house = at("6", card=but("sixes", "knyf"), forgotten=3)
    house.play("fill sixes with 6")
    assert house.cards[0].penalty == 3


@rule("knyf.announce.when")
def test_announce_when():
    game = at("6 6 6 1 1", card=but("sixes", "knyf"))
    assert "fill sixes with 6 6 6" in notation(game, "fill")
    event = only(game.play("fill sixes with 6 6 6 announce"), "announce")
    assert event.facts == {"box": "knyf", "called": "knyf"}
    assert game.cards[0].penalty == 0 and not game.cards[0].forgot
    for left in (("sixes", "knyf", "ones"), ("sixes",)):  # too early, too late
        other = at("6 6 6 1 1", card=but(*left))
        refused(other, "fill sixes with 6 6 6 announce", "knyf.announce.when")
    full = at("6 6 6 1 1", card=but("knyf"))
    refused(full, "fill sixes with 6 6 6 announce", "knyf.play.box")


@rule("knyf.end.round")
def test_end_round():
    """Seat 1 began; when seat 1 is done, seats 2 and 0 still have their turn."""
    game = cardkit.position(
        "knyf", players=3, first=1, to_act=1, hands={1: "6 6 6 1 1"}, cards={1: but("sixes")}
    )
    event = only(game.play("fill sixes with 6 6 6"), "last-round")
    assert event.seat == 1 and event.facts["to_come"] == 2
    assert not game.over and game.to_act == 2 and game.view(0)["finished"]
    game.play("pass")
    assert not game.over and game.to_act == 0
    game.play("pass")
    assert game.over and game.outcome.ended == "knyf.end.round" and game.view(0)["round"] == 1


@rule("knyf.end.round")
def test_end_round_of_the_last_player_is_the_end():
    game = cardkit.position(
        "knyf", first=1, to_act=0, hands={0: "6 6 6 1 1 2 3 4 5"}, cards={0: but("sixes")}
    )
    game.play("fill sixes with 6 6")
    assert not game.over and game.phase == "trim"
    events = game.play("trim 1 1")
    assert only(events, "last-round").facts["to_come"] == 0 and game.over


@rule("knyf.end.round")
def test_end_round_alone_is_a_full_card():
    game = at("6 6 6 1 1", players=1, card=but("sixes"))
    assert only(game.play("fill sixes with 6 6 6"), "last-round").facts["to_come"] == 0
    assert game.over and game.outcome.ended == "knyf.end.round" and game.outcome.winners == (0,)


@rule("knyf.end.round")
def test_end_round_once_though_two_finish_at_the_turn_limit():
    game = cardkit.position(
        "knyf", hands={0: "6 6 6 1 1", 1: "6 6 6 1 1"}, turn_limit=1,
        cards={0: but("sixes"), 1: but("sixes")},
    )  # fmt: skip
    events = plays(game, "fill sixes with 6 6 6", "fill sixes with 6 6 6")
    assert only(events, "last-round").seat == 0
    assert game.outcome.ended == "knyf.end.round" and "stall" not in kinds(events)


@rule("knyf.end.round")
@pytest.mark.parametrize("full, to_act", [(0, 0), (1, 1), (2, 1), (0, 2)])
def test_end_round_was_before(full, to_act):
    """Seat 1 begins: who is full before a turn of this round was full when the last one ended."""
    with pytest.raises(cardkit.BadInput, match=f"Seat {full} has filled all boxes before"):
        cardkit.position("knyf", players=3, first=1, to_act=to_act, cards={full: FULL})
    after = cardkit.position("knyf", players=3, first=1, to_act=2, cards={1: FULL})
    assert after.view(0)["finished"]


@rule("knyf.end.score")
def test_end_score():
    card = {"points": but("knyf"), "penalties": {"ones": 4, "full": 10}, "forgot": True}
    game = cardkit.position(
        "knyf", cards={0: card, 1: but("sixes", "knyf")}, to_act=1, turn_limit=1
    )
    events = game.play("pass")
    assert [event.facts for event in events if event.kind == "score"] == [
        {"score": 200 - 24 + 35, "boxes": 200, "penalty": 24, "bonus": 35},
        {"score": 182, "boxes": 182, "penalty": 0, "bonus": 0},
    ]
    assert game.scores() == [211, 182] and game.outcome.winners == (0,)
    assert game.outcome.rule == "knyf.end.score"


@rule("knyf.end.tie")
def test_end_tie():
    game = cardkit.position(
        "knyf", players=3, cards={0: but("knyf"), 2: but("knyf")}, to_act=2, turn_limit=1
    )
    game.play("pass")
    assert game.outcome.winners == (0, 2) and game.outcome.rule == "knyf.end.tie"


@rule("knyf.end.stall")
def test_end_stall():
    game = cardkit.position("knyf", turn_limit=30, turns=28)
    plays(game, "pass", "pass", "pass")
    assert not game.over
    events = game.play("pass")
    assert game.over and only(events, "stall").facts["round"] == 30
    assert game.outcome.ended == "knyf.end.stall"
    assert cardkit.new("knyf").options.turn_limit > 1000
    with pytest.raises(cardkit.BadInput, match="from 0 to 29, not 30"):
        cardkit.position("knyf", turn_limit=30, turns=30)
    with pytest.raises(cardkit.BadInput, match="from 0 to 0, not 1"):
        cardkit.position("knyf", turn_limit=1, turns=1)


# Worked examples -------------------------------------------------------------------------------


@structural("knyf.example.discard")
def test_example_discard():
    game = at("1 3 6 6 6", pile="2 4 5")
    assert game.why_not("discard 1 3 draw 2") is None
    game.play("discard 1 3 draw 3")
    assert game.view(0)["hand"] == ["2", "4", "5", "6", "6", "6"]


@structural("knyf.example.sixes")
def test_example_sixes():
    game = at("2 4 5 6 6 6")
    events = game.play("fill sixes with 6 6 6")
    assert only(events, "fill").facts["points"] == 18
    assert only(events, "penalty").facts == {"excess": 1, "points": 2}
    assert len(only(events, "refill").cards) == 2 and len(game.hands[0]) == 5


@structural("knyf.example.choice")
@pytest.mark.parametrize(
    "move, points, drawn",
    [("fill sixes with 6 6 6", 18, 1), ("fill three with 6 6 6 5 3", 26, 3)],
)
def test_example_choice(move, points, drawn):
    game = at("2 4 3 5 6 6 6")
    events = game.play(move)
    assert only(events, "fill").facts["points"] == points
    assert only(events, "penalty").facts == {"excess": 2, "points": 4}
    assert len(only(events, "refill").cards) == drawn


# The score card as a value ---------------------------------------------------------------------


def test_the_card_explains_each_box():
    lines = ScoreCard(points={"sixes": 18, "knyf": 50}).explain("2 4 5 6 6 6")
    assert [(line.box, line.points, line.rule) for line in lines.values()] == [
        ("ones", None, "knyf.box.upper"), ("twos", 2, "knyf.box.upper"),
        ("threes", None, "knyf.box.upper"), ("fours", 4, "knyf.box.upper"),
        ("fives", 5, "knyf.box.upper"), ("sixes", 18, "knyf.play.box"),
        ("three", 27, "knyf.box.three"), ("four", None, "knyf.box.four"),
        ("full", None, "knyf.box.full"), ("small", None, "knyf.box.small"),
        ("large", None, "knyf.box.large"), ("knyf", 50, "knyf.box.knyf-once"),
    ]  # fmt: skip
    assert lines["three"].cards == ("4", "5", "6", "6", "6")
    assert lines["sixes"].filled and not lines["three"].filled
    assert "needs 4 equal cards; 2 4 5 6 6 6 has at most 3" in lines["four"].why_not
    assert "longest row in 2 4 5 6 6 6 is 4 5 6" in str(lines["small"])
    assert "no 1 among" in lines["ones"].why_not and lines["twos"].why_not == ""
    few = ScoreCard().explain("6 6 6")
    assert few["three"].rule == "knyf.box.lower-five" and "there are 3" in few["three"].why_not
    assert "no 1 among no cards" in str(ScoreCard().explain("")["ones"])


def test_a_card_is_a_value():
    empty = ScoreCard()
    filled = empty.write("sixes", 18, penalty=2)
    assert empty.points == {} and filled == ScoreCard().write("sixes", 18, penalty=2)
    assert filled.free == tuple(box for box in BOXES if box != "sixes")
    assert ScoreCard.read(filled.data(), CardOptions()) == filled
    with pytest.raises(cardkit.BadInput, match="no free box"):
        filled.write("sixes", 6)


@pytest.mark.parametrize(
    "card, wrong",
    [
        ({"ones": 6}, "6 is not a score of ones"), ({"sixes": 17}, "17 is not a score"),
        ({"full": 24}, "24 is not a score of full house"), ({"chance": 20}, "no box 'chance'"),
        ({"four": 4}, "4 is not a score"), ({"ones": True}, "True is not a score"),
        ("ones", "given like"), ({"points": 3}, "given by box"),
        ({"points": {"ones": 3}, "penalties": {"twos": 2}}, "penalty beside 'twos'"),
        ({"points": {"ones": 3}, "penalties": {"ones": -2}}, "so 0 to 22, not -2"),
        ({"points": {"ones": 3}, "penalties": {"ones": 3}}, "2 for each excess card"),
        ({"points": {"ones": 3}, "penalties": {"ones": 24}}, "not 24"),
        ({"points": {"ones": 3}, "penalties": {"ones": 2.0}}, "not 2.0"),
        ({"ones": 3.0}, "3.0 is not a score of ones"), ({"ones": [3]}, "is not a score of ones"),
        ({"points": {"ones": 3}, "penalty": {"ones": 2}}, "no 'penalty'"),
        ({"points": {"ones": 3}, "forgot": 1}, "forgot: True or False, not 1"),
    ],
)  # fmt: skip
def test_impossible_cards_are_refused(card, wrong):
    with pytest.raises(cardkit.BadInput, match=wrong):
        ScoreCard.read(card, CardOptions())
    with pytest.raises(cardkit.BadInput, match=wrong):
        cardkit.position("knyf", cards={0: card})


def test_a_high_penalty_is_a_possible_one():
    game = at("6 6 6 1 1 1 1 1 1 1", penalty=300)
    plays(game, "fill sixes with 6 6 6", "trim 1 1")
    assert cardkit.sample(game.view(1)).cards[0].penalty == 1500


def test_possible_scores():
    assert scores_of("sixes", CardOptions()) == {6, 12, 18, 24, 30}
    assert min(scores_of("three", CardOptions())) == 5 and 29 in scores_of("four", CardOptions())
    assert misfit("three", sorted_cards("6 4 4 5 4")) is None


# What a seat can know --------------------------------------------------------------------------


def dealt_again(game: cardkit.Game, seat: int, seeds: int = 60) -> list[cardkit.Game]:
    view = game.view(seat)
    samples = [cardkit.sample(view, seed=seed) for seed in range(seeds)]
    assert all(sample.view(seat) == view for sample in samples)
    return samples


def test_who_counts_the_discards_knows_the_hand_of_the_only_opponent():
    """When the pile has run out, all that is not in my hand or the new pile is in theirs."""
    game = cardkit.position("knyf", hands={0: "1 1 1 1 1", 1: "2 2 3 4 5"}, pile="6", seed=3)
    assert len({tuple(sample.hands[1]) for sample in dealt_again(game, 0)}) == 5
    game.play("discard 1 draw 1")
    assert all(sample.hands[1] == list("22345") for sample in dealt_again(game, 0))
    game.play("discard 5 draw 2")
    samples = dealt_again(game, 0)
    assert all(not Counter("2234") - Counter(sample.hands[1]) for sample in samples)
    assert len({tuple(sample.hands[1]) for sample in samples}) > 10


def test_what_two_others_held_together_is_known():
    hands = {0: "1 1 1 1 1", 1: "2 2 3 4 5", 2: "6 6 6 6 6"}
    game = cardkit.position("knyf", players=3, hands=hands, pile="1", seed=3)
    game.play("discard 1 draw 1")
    both = Counter("2234566666")
    samples = dealt_again(game, 0)
    assert all(Counter(sample.hands[1] + sample.hands[2]) == both for sample in samples)
    assert len({tuple(sample.hands[1]) for sample in samples}) > 5
    plays(game, "discard 2 2 3 4 5 draw 5", "pass")
    assert all(sample.hands[2] == list("66666") for sample in dealt_again(game, 0))


@structural("knyf.pile.open")
def test_hands_are_hidden_and_discards_are_seen():
    game = at("1 3 6 6 6", pile="2 4 5 1")
    game.play("discard 1 3 draw 3")
    mine, theirs = game.view(0), game.view(1)
    assert theirs["discard"] == mine["discard"] and theirs["hands"] == mine["hands"] == [6, 5]
    assert [entry["cards"] for entry in theirs["log"]] == [["1", "3"], ["?", "?", "?"]]
    assert [entry["cards"] for entry in mine["log"]] == [["1", "3"], ["2", "4", "5"]]


def test_a_view_that_does_not_add_up_is_refused():
    game = cardkit.position("knyf", hands={0: "1 1 1 1 1", 1: "2 2 3 4 5"}, pile="6", seed=3)
    plays(game, "discard 1 draw 1", "discard 5 draw 2")
    view = game.view(0)
    view["log"] = [{**entry, "cards": ["6"]} if entry["kind"] == "discard" and entry["seat"] == 1
                   else entry for entry in view["log"]]  # fmt: skip
    with pytest.raises(cardkit.BadInput):
        cardkit.sample(view)
    with pytest.raises(cardkit.BadInput, match="do not add up"):
        cardkit.sample({**game.view(0), "pile": 3})


# Positions and the sensible player -------------------------------------------------------------


def test_positions():
    game = cardkit.position(
        "knyf", players=3, first=2, hands={0: "6 6", 2: "1 2 3"}, discard="1 1", pile="4 5",
        cards={0: {"ones": 3}}, turns=7, to_act=1,
    )  # fmt: skip
    view = game.view(0)
    assert view["hand"] == ["6", "6"] and view["hands"] == [2, 5, 3] and view["round"] == 8
    assert view["cards"][0]["points"] == {"ones": 3} and view["scores"] == [3, 0, 0]
    assert view["discard"][-2:] == ["1", "1"] and view["pile"] == 2 and game.to_act == 1
    assert game.play("draw 1")[0].cards == ("4",)


@pytest.mark.parametrize("players", [2, 4])
def test_the_sensible_player_beats_random_ones(players):
    for seed in range(3):
        bots = [bot("sensible", "knyf"), *map(random_bot, range(1, players))]
        game = play_out(cardkit.new("knyf", players=players, seed=seed), bots)
        assert game.outcome.winners == (0,) and not game.cards[0].free


def last_round(hand: str, card: dict, **options) -> str:
    """What the sensible player does in the last turn of all."""
    game = at(hand, card=card, first=1, cards={1: FULL}, **options)
    return bot("sensible", "knyf")(game.view(0))


def test_the_sensible_player_takes_what_pays_in_the_last_round():
    assert last_round("6 6 1 2 4", {}) == "fill sixes with 6 6"
    assert last_round("2 2 3 3 4", but("ones")) == "pass"
    assert last_round("1 1 2 2 3", but("ones")) == "fill ones with 1 1"
    assert last_round("1 1 2 2 3 3", but("ones")) == "pass"  # 2 points for a penalty of 2
    assert last_round("1 1 2 2 3 3", but("ones"), hand_size=6) == "fill ones with 1 1"
    poor = but("ones", "sixes")  # 42 in the upper part: one point saves 20
    assert last_round("1 2 2 3 3 4", poor) == "fill ones with 1 announce"


def test_the_sensible_player_announces():
    game = at("6 6 6 1 1", card=but("sixes", "knyf"))
    assert bot("sensible", "knyf")(game.view(0)) == "fill sixes with 6 6 6 announce"


def test_the_sensible_player_thinks_of_every_box_it_can_fill_and_of_good_draws():
    game = at("3 3 4 5 6", card=but("threes", "small", "knyf", "sixes"))
    assert knyf.ranked(game.view(0)) == [
        "fill small with 3 4 5 6", "discard 3 draw 1", "discard 3 draw 2",
        "discard 3 3 4 5 draw 5", "discard 4 5 6 draw 4", "discard 3 3 4 5 draw 4",
        "discard 4 5 6 draw 3", "fill threes with 3 3", "fill sixes with 6",
    ]  # fmt: skip


def test_the_first_thought_of_the_sensible_player_is_its_move():
    for seed in range(4):
        game = cardkit.new("knyf", players=3, seed=seed)
        while not game.over:
            view = game.view(game.to_act, log=False)
            thoughts = knyf.ranked(view)
            assert knyf.sensible(view) == thoughts[0] and set(thoughts) <= set(view["moves"])
            assert len(set(thoughts)) == len(thoughts)
            game.play(thoughts[0])

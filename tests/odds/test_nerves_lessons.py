"""The numbers of the Nerves lessons: pay-offs are the engine's, chances are checked by counting."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction as F
from itertools import combinations, product
from math import comb

import pytest

import cardkit
from cardkit.odds import (
    Deck,
    P,
    dominated,
    equilibrium,
    guaranteed,
    has,
    is_trap,
    sd,
    simulate,
    total,
)
from cardkit.odds.answers import Dist
from cardkit.odds.nerves import (
    GOAL,
    HABITS,
    Moment,
    Round,
    after_round,
    all_alike,
    any_seats,
    call_on,
    call_value,
    over_by,
    read_row,
    rounds_of,
    row_of,
    row_sum,
    swing,
    token_chain,
    under_hearts,
    unread,
)

HALF = F(1, 2)
ONE_EACH = {0: 1, 1: 1}


# The hidden sum -------------------------------------------------------------------------------


def test_a_row_is_read_as_one_player_knows_it() -> None:
    assert read_row("5 ♥ 4h heart trap 2h:down") == (9, 11, 2, ("5", "4h", "trap", "2h"))
    for wrong in ("7x", "4:down", "5 ?", "0"):
        with pytest.raises(cardkit.BadInput):
            read_row(wrong)


def values(seen: str) -> list[int]:
    """What each heart-backed card counts that is not seen, one by one."""
    left = Counter({f"{value}h": 3 for value in range(1, 6)} | {"special": 20})
    for card in seen.split():
        left["special" if not card.endswith("h") else card] -= 1
    return [0 if card == "special" else int(card[0]) for card in left.elements()]


@pytest.mark.parametrize(
    ("row", "hand", "seen"),
    [("5 4 3 ♥", "4h 2 1", "4h"), ("4 ♥ 5 ♥ 2", "5h trap 3", "5h trap"),
     ("5h ♥ 1 ♥ ♥ reverse", "4h 4h 2", "5h 4h 4h reverse")],
)  # fmt: skip
def test_the_sum_of_hidden_cards_counted_one_by_one(row: str, hand: str, seen: str) -> None:
    laid = read_row(row)
    hidden = list(combinations(values(seen), laid.hearts))
    counted = Counter(laid.known + sum(cards) for cards in hidden)
    found = row_sum(row, hand=hand)
    assert found == {value: F(number, len(hidden)) for value, number in counted.items()}


def test_two_hearts_by_total_probability() -> None:
    left = Counter(values("5h trap"))
    size = left.total()
    chance = F(0)
    for first, number in left.items():
        rest = left - Counter([first])
        enough = sum(count for value, count in rest.items() if 11 + first + value >= GOAL)
        chance += F(number, size) * F(enough, size - 1)
    assert P(row_sum("4 ♥ 5 ♥ 2", hand="5h trap 3") >= GOAL) == chance


def test_numbers_on_backs_say_nothing_about_a_heart() -> None:
    plain = P(row_sum("5 4 3 ♥", hand="4h 2 1") >= GOAL)
    assert plain == P(row_sum("5 4 3 ♥", "5 5 5", hand="4h 2 1") >= GOAL) == F(3, 34)
    assert P(row_sum("5 4 3 ♥", "5h", hand="4h 2 1") >= GOAL) == F(2, 33)


def test_an_own_hidden_card_is_known_to_its_owner() -> None:
    assert P(row_sum("5 5 5 2h:down") >= GOAL) == 1
    assert P(row_sum("5 5 5 ♥") >= GOAL) == F(12, 35)


# Calls ----------------------------------------------------------------------------------------


def test_a_hit_is_worth_what_a_miss_costs() -> None:
    """... also to one who has a nerve token, but not to one who has nothing to return."""

    def call(row: str, **tokens: dict[int, int]) -> F:
        return swing(cardkit.position("nerves", players=2, row=row, **tokens), "check")

    for nerves in ({}, {0: 1}):
        assert call("5 5 5 2", composure=ONE_EACH, nerves=nerves) == F(3, 2)
        assert call("5 5 5 1", composure=ONE_EACH, nerves=nerves) == F(-3, 2)
    assert call("5 5 5 2", composure={1: 1}, nerves={0: 1}) == F(3, 2)
    assert call("5 5 5 1", composure={1: 1}, nerves={0: 1}) == F(-1, 2)
    with pytest.raises(cardkit.BadInput):
        swing(cardkit.position("nerves", players=3, row="5"), "check")


def test_what_calling_on_one_heart_is_worth() -> None:
    assert [call_value(row_of(visible)) for visible in (13, 14, 15, 16, 17, 19)] == [
        F(-21, 20), F(-3, 4), F(-9, 20), F(-3, 20), F(21, 20), F(21, 20),
    ]  # fmt: skip
    assert (call_on("5 4 5", "trap"), call_on("5 5 5 2", "trap")) == (-2, 0)
    assert (call_on("5 5 5 1", "1h"), call_on("5 5 5 1", "reverse")) == (F(3, 2), F(-3, 2))


# The levels of the trap lesson ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "caller", "you", "kuba", "gain"),
    [
        ("5:0 4:1 reverse:0 5:1 trap:down:0", 1, (2, 0), (0, 0), 2),  # snap!
        ("5:1 4:0 trap:1 5:0 3:1", 0, (2, 0), (1, 1), F(3, 2)),  # the toothless trap
        ("5 4 5 trap:down:0 4:1", 0, (2, 1), (1, 1), 1),  # your own foot
        ("5 4 5 trap:0 4:1", 0, (2, 0), (1, 1), F(3, 2)),  # ... had it been face up
    ],
)
def test_the_tokens_of_the_levels(row, caller, you, kuba, gain) -> None:
    game = cardkit.position("nerves", players=2, row=row, to_act=caller, composure=ONE_EACH)
    assert swing(game, "check") == gain
    game.play("check")
    assert list(zip(game.composure, game.nerves, strict=True)) == [you, kuba]


def test_two_traps_one_fright() -> None:
    row = "trap:down:0 trap:down:2 2:1 5:0"
    tokens = dict.fromkeys(range(3), 1)
    game = cardkit.position("nerves", players=3, row=row, to_act=1, composure=tokens)
    game.play("check")
    assert (game.composure, game.nerves) == ([2, 0, 2], [0, 0, 0])


# The matrix -----------------------------------------------------------------------------------

ROWS = {11: "5 4 2", 12: "5 4 3", 13: "5 4 4", 14: "5 4 5", 15: "5 5 5", 16: "5 5 5 1",
        17: "5 5 4 3"}  # fmt: skip
MIX = (F(3, 5), F(2, 5))
MIXED = [[2, 0], [F(-3, 2), F(3, 2)], [F(3, 2), 0]]


def test_the_matrix_of_fourteen() -> None:
    moment = Moment(ROWS[14])
    assert moment.matrix() == MIXED
    assert dominated(moment.matrix()) == [2]
    found = moment.solution()
    assert (found.rows, found.columns[0], found.value) == ((F(3, 5), F(2, 5), 0), F(3, 10), F(3, 5))
    assert moment.best() == "mix"
    mixes = {"0": "-3/2", "1/4": "-5/8", "1/2": "1/4", "3/5": "3/5", "3/4": "3/8", "1": "0"}
    for p, least in mixes.items():
        assert guaranteed(moment.matrix()[:2], [F(p), 1 - F(p)]) == F(least)


@pytest.mark.parametrize(
    ("visible", "matrix", "best", "value"),
    [
        (11, [[2, 0], [F(3, 2), 0], [F(3, 2), 0]], "hide the trap", 0),
        (12, [[2, 0], [F(3, 2), F(3, 2)], [F(3, 2), 0]], "hide the 4", F(3, 2)),
        (13, MIXED, "mix", F(3, 5)),
        (15, MIXED, "mix", F(3, 5)),
        (16, [[2, 1], [F(-3, 2), F(3, 2)], [F(3, 2)] * 2], "show the trap", F(3, 2)),
        (17, [[0, 1], [F(-3, 2), F(3, 2)], [F(-3, 2), F(3, 2)]], "CHECK!", F(3, 2)),
    ],
)
def test_the_sum_moves(visible, matrix, best, value) -> None:
    moment = Moment(ROWS[visible])
    assert moment.matrix() == matrix == Moment().at(visible).matrix()
    assert (moment.best(), moment.value()) == (best, value)


def test_exercises_of_the_trap_lesson() -> None:
    stubborn = equilibrium(Moment(ROWS[16]).matrix()[:2])
    assert (stubborn.rows[0], stubborn.columns[0], stubborn.value) == (F(3, 4), F(1, 8), F(9, 8))
    patient = Moment(ROWS[14], unfinished=HALF).solution()
    assert (patient.rows[0], patient.columns[0], patient.value) == (F(2, 3), F(2, 9), F(5, 6))
    assert Moment(ROWS[11]).pay("lay 5") == [F(3, 2)] * 2
    bare = Moment(ROWS[14], composure=(1, 0))
    assert [row[0] for row in bare.matrix()] == [1, F(-3, 2), F(3, 2)]


def test_kuba_would_rather_lay_his_smallest_card() -> None:
    """Anything more than his 1 reaches 17 for certain, so that you call."""
    game = Moment(ROWS[14]).game()
    for card in ("4", "5"):
        assert swing(game, "lay trap down", "wait", f"lay {card}", "check") == 1
        assert swing(game, "lay 4h down", "wait", f"lay {card}", "check") == F(3, 2)


@pytest.mark.parametrize(
    ("visible", "unknown", "read"),
    [(12, "3/5", "21/50"), (13, "39/50", "27/50"), (14, "39/50", "33/50"), (15, "39/50", "39/50"),
     (16, "3/2", "3/2")],
)  # fmt: skip
def test_what_kuba_does_not_know(visible: int, unknown: str, read: str) -> None:
    moment = Moment(ROWS[visible])
    found = unread(moment)
    assert found.value == F(unknown)
    if 13 <= visible <= 15:
        assert (found.calls, found.trap) == (F(3, 10), F(12, 25))
    each = [replace(moment, number=number).solution().value for number in range(1, 6)]
    assert sum(each) / 5 == F(read)


def test_why_knowing_your_number_is_worth_nothing_at_fifteen() -> None:
    """Calling three times in ten is right against each of your numbers there."""
    for number in range(1, 6):
        moment = Moment(ROWS[15], number=number)
        against = [F(3, 10) * call + F(7, 10) * wait for call, wait in moment.matrix()]
        assert max(against) == moment.solution().value


def test_spreads() -> None:
    pay = Moment(ROWS[14]).matrix()
    for q, spread in ((F(3, 10), 1.12), (F(0), 0.73), (F(1), 1.71)):
        weights: dict[F, F] = {}
        for (row, p), (column, share) in product(enumerate(MIX), enumerate((q, 1 - q))):
            gain = F(pay[row][column])
            weights[gain] = weights.get(gain, F(0)) + p * share
        gains = Dist(weights)
        assert sum(F(value) * chance for value, chance in gains.items()) == F(3, 5)
        assert round(sd(gains), 2) == spread


# Special cards --------------------------------------------------------------------------------


def test_what_a_face_down_card_may_be() -> None:
    hearts = Deck("nerves").hearts
    assert P(has("special"), hearts.draw(1)) == F(4, 7)
    seen = "reverse reverse two trap 5h"
    assert P(total == 0, under_hearts("♥", seen)) == F(16, 30)
    assert P(has("special"), under_hearts("♥", habits=HABITS)) == HALF
    assert P(is_trap, under_hearts("♥ ♥")) == 1 - F(comb(30, 2), comb(35, 2)) == F(32, 119)


# Tokens ---------------------------------------------------------------------------------------


def test_the_engine_settles_a_round() -> None:
    start = ((0, 0), (0, 0))
    assert after_round(start, Round(0, 1, True)) == ((1, 0), (0, 1))
    assert after_round(((2, 1), (1, 0)), Round(0, 1, False)) == ((1, 0), (2, 0))
    assert after_round(((0, 1), (0, 0)), Round(0, 1, False, (1,))) == ((0, 1), (1, 0))  # three
    assert after_round(((2, 0), (2, 0)), Round(0, 1, True, (1,))) == "shared"
    assert after_round(((2, 1), (2, 0)), Round(0, 1, True, (1,))) == "seat 1"  # 0 had to return
    assert after_round(((1, 1), (1, 0)), Round(0, 1, False), price=0) == ((1, 0), (2, 0))


def test_a_fair_game_of_two() -> None:
    chain = token_chain(all_alike())
    assert chain.length() == F(73, 16)
    assert chain.ends() == {"seat 0": HALF, "seat 1": HALF}
    assert float(sum(1 - over for over in over_by(chain, 120))) == pytest.approx(73 / 16)
    # Whoever is right, one gains composure and the other a nerve: the share of hits cannot matter.
    assert token_chain(all_alike(hit="9/10")).length() == F(73, 16)
    assert token_chain(all_alike(), price=0).length() == F(33, 8)  # best of five


def play(stream, chance=HALF) -> int:
    """Rounds until somebody has three, by hand: no engine, no chain."""
    tokens, rounds = [[0, 0], [0, 0]], 0
    while max(composure for composure, _ in tokens) < 3:
        up = 0 if stream.random() < chance else 1
        tokens[up][0] += 1
        loser = tokens[1 - up]
        loser[1] += 1
        if loser[1] == 2:
            loser[:] = [max(0, loser[0] - 1), 0]
        rounds += 1
    return rounds


def test_the_length_by_hand_and_by_chain() -> None:
    assert F(73, 16) in simulate(play, n=20_000, seed=1, progress=False)


@pytest.mark.parametrize(
    ("edge", "wins"), [("3/5", "54189/78125"), ("2/3", "1760/2187"), ("1/2", "1/2")]
)
def test_a_small_edge_grows(edge: str, wins: str) -> None:
    p = F(edge)
    chain = token_chain({Round(0, 1, True): p, Round(1, 0, True): 1 - p})
    assert chain.ends()["seat 0"] == F(wins)


def test_seats_that_are_alike_can_be_lumped() -> None:
    rounds = all_alike(3, hit="3/5", trap="1/4")
    assert sum(rounds.values()) == 1
    whole, lumped = token_chain(rounds, 3), token_chain(rounds, 3, alike=True)
    assert len(lumped.next) < len(whole.next) / 3
    assert lumped.length() == whole.length()
    assert lumped.ends()["shared"] == whole.ends()["shared"] > 0
    assert any_seats(rounds, 3) == rounds


def test_rounds_are_read_from_the_events() -> None:
    bots = [cardkit.bot("random", "nerves", seed=seat) for seat in range(4)]
    game = cardkit.play_out(cardkit.new("nerves", players=4, seed=5), bots)
    tokens, ends = ((0, 0),) * 4, rounds_of(game)
    for end in ends[:-1]:
        tokens = after_round(tokens, end)
        assert isinstance(tokens, tuple)
    (winner,) = game.outcome.winners
    assert after_round(tokens, ends[-1]) == f"seat {winner}"

"""Every exact number that the four written lessons promise, as a Fraction where they give one."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import comb

import pytest

from cardkit.games import knyf
from cardkit.odds import (
    Chain,
    Deck,
    E,
    P,
    Var,
    all_weaker,
    can_rob,
    category,
    convolve,
    count,
    dist,
    equilibrium,
    given,
    guaranteed,
    has,
    has_any,
    is_trap,
    laid_face_down,
    sd,
    simulate,
    somebody,
    total,
    weaker_than,
    where_equal,
    which,
)  # fmt: skip
from cardkit.odds.collecting import bonus, clock, net, wait_for

# Lynx 2: stealing -----------------------------------------------------------------------------

LYNX = Deck("lynx")
SEEN = "1 4 6 6 8 8 10 10  2 2 2  3 3  6 6 9 9 9 1 1 1 5 5  1 2 4 8 12 13"
UNSEEN = LYNX - SEEN
FIRST = LYNX - "3 3 5 5 7 7 7 9 10 10 12 13 ★" - "2 4 6 9 11 13"
TEN, JOKER = has("10"), has("★")


def test_a_ten_or_a_joker():
    assert (len(UNSEEN), UNSEEN.count("10"), UNSEEN.jokers) == (80, 6, 5)
    assert P(TEN | JOKER, UNSEEN.draw(1)) == F(11, 80)
    two = UNSEEN.draw(2)
    assert two.size == 3160
    assert P(TEN, two) == F(459, 3160)
    assert P(JOKER, two) == F(385, 3160)
    assert P(TEN & JOKER, two) == F(30, 3160)
    either = P(TEN | JOKER, two)
    assert either == F(814, 3160) == P(TEN, two) + P(JOKER, two) - P(TEN & JOKER, two)
    assert either == 1 - F(comb(69, 2), comb(80, 2))
    three = UNSEEN.draw(3)
    assert P(TEN | JOKER, three) == F(29766, 82160)
    assert [P(event, three) * 82160 for event in (TEN, JOKER, TEN & JOKER)] == [17336, 14635, 2205]


def test_the_alarm_bell():
    hand = LYNX.draw(13)
    thirteen = has("13")
    chances = [P(event, hand) for event in (thirteen, JOKER, thirteen & JOKER, thirteen | JOKER)]
    assert [round(float(chance), 4) for chance in chances] == [0.6510, 0.4768, 0.3004, 0.8274]
    assert P(can_rob("12"), hand) == chances[3]
    assert round(float(chances[0] * chances[1]), 4) == 0.3104
    assert chances[0] + chances[1] == pytest.approx(1.1278, abs=5e-5)


def test_how_safe_is_my_layer():
    assert len(FIRST) == 90
    exact = F(80771413868581, 136948785778890)
    hand = FIRST.draw(13)
    assert P(can_rob("7 7 7"), hand) == exact
    assert P(lambda h: h.jokers + max(h.count(w) for w in range(8, 14)) >= 3, hand) == exact
    without = P(lambda h: max(h.count(w) for w in range(8, 14)) >= 3, hand)
    assert round(float(without), 4) == 0.2941
    assert round(float(exact - without), 4) == 0.2957
    found = simulate(can_rob("7 7 7"), hand, n=20_000, seed=2)
    assert exact in found


@pytest.mark.parametrize(
    ("lay", "one", "anybody"),
    [
        ("7 7 7", 0.5898, 0.9509), ("7 7 7 ★", 0.2050, 0.5216), ("10 10", 0.7910, 0.9964),
        ("10 10 ★", 0.3975, 0.8204), ("13", 0.4704, 0.9022), ("13 ★", 0.0982, 0.2875),
    ],
)  # fmt: skip
def test_one_rival_and_three(lay, one, anybody):
    assert round(float(P(can_rob(lay), FIRST.draw(13))), 4) == one
    assert round(float(P(somebody(can_rob(lay)), FIRST.deal(13, hands=3))), 4) == anybody


def test_somebody_can_rob_three_sevens_exactly():
    exact = P(somebody(can_rob("7 7 7")), FIRST.deal(13, hands=3))
    assert exact == F(790905838812052691180566466457918437, 831757971999652077037350619076067225)
    assert exact > 1 - (1 - P(can_rob("7 7 7"), FIRST.draw(13))) ** 3


GRID = {
    1: (1.000, 1.000, 1.000, 0.997, 0.949, 0.827, 0.477),
    2: (0.998, 0.980, 0.942, 0.861, 0.677, 0.480, 0.107),
    3: (0.762, 0.675, 0.593, 0.478, 0.309, 0.186, 0.012),
    4: (0.322, 0.261, 0.212, 0.156, 0.088, 0.048, 0.001),
    5: (0.074, 0.057, 0.044, 0.031, 0.016, 0.008, 0.000),
}


@pytest.mark.parametrize("cards", GRID)
def test_the_explorers_grid(cards):
    values = (2, 5, 7, 9, 11, 12, 13)
    chances = [P(can_rob([value] * cards), LYNX.draw(13)) for value in values]
    assert tuple(round(float(chance), 3) for chance in chances) == GRID[cards]


def test_lynx_exercises_and_extension():
    hand = LYNX.draw(13)
    assert P(can_rob("13 13"), hand) == F(4172909, 38942757)
    assert P(can_rob("12 12 12"), hand) == F(4345870145590117, 23381587434312765)
    assert P(can_rob("7 7 7"), LYNX.draw(3)) == 0
    assert round(float(P(can_rob("11 11 11"), hand)), 4) == 0.3093
    assert round(float(P(can_rob("2 2 2 2"), hand)), 4) == 0.3220
    assert round(float(1 - P(can_rob("7"), hand)) * 100_000) == 8
    plain = LYNX.without("joker")
    assert round(float(P(can_rob("7 7 7"), hand)), 4) == 0.5928
    assert round(float(P(can_rob("7 7 7"), plain.draw(13))), 4) == 0.3285
    assert round(float(P(can_rob("12 12 12"), plain.draw(13))), 4) == 0.0597


# Nerves 3: traps ------------------------------------------------------------------------------

HEART = Deck("nerves").hearts.draw(1)
HIDDEN = laid_face_down(trap=0.9, number=0.5, special=0.2)


def test_is_it_a_trap():
    assert (len(Deck("nerves")), HEART.size) == (70, 35)
    assert P(is_trap, HEART) == F(1, 7)
    assert P(is_trap, given(HIDDEN, HEART)) == F(3, 10)
    assert P(has("number"), given(HIDDEN, HEART)) == F(1, 2)
    assert P(has("special") & ~is_trap, given(HIDDEN, HEART)) == F(1, 5)
    known = dist(which, given(HIDDEN, HEART))
    assert [known[f"{number}h"] for number in range(1, 6)] == [F(1, 10)] * 5
    school = laid_face_down(trap=1, number=0.5)
    assert P(is_trap, given(school, HEART)) == F(2, 5)
    assert P(is_trap, Deck("nerves").hearts.draw(2)) == F(32, 119)


def test_intervals_miss_about_one_time_in_twenty():
    space = given(HIDDEN, HEART)
    hits = sum(F(3, 10) in simulate(is_trap, space, n=20_000, seed=seed) for seed in range(100))
    assert 88 <= hits <= 100


@pytest.mark.parametrize(
    ("visible", "hit", "miss", "value"),
    [
        (13, F(1, 5), F(1, 2), F(-21, 20)), (14, F(3, 10), F(2, 5), F(-3, 4)),
        (15, F(2, 5), F(3, 10), F(-9, 20)), (16, F(1, 2), F(1, 5), F(-3, 20)),
        (17, F(7, 10), F(0), F(21, 20)), (19, F(7, 10), F(0), F(21, 20)),
    ],
)  # fmt: skip
def test_call_or_wait(visible, hit, miss, value):
    space = given(HIDDEN, HEART)
    reached = visible + total >= 17
    assert P(reached & ~is_trap, space) == hit
    assert P(~reached & ~is_trap, space) == miss

    def call(hand):
        if "trap" in hand:
            return 0 if visible >= 17 else -2
        return F(3, 2) if visible + hand.total >= 17 else F(-3, 2)

    assert E(call, space) == value


def pay(visible, number=4, unfinished=0):
    """Your gain by what you hide or show (rows) if Kuba calls or waits and lays his 1 (columns)."""
    late = visible + 1 >= 17
    trap = (2 if visible < 17 else 0), (1 if late else unfinished)
    reached = visible + number >= 17
    hide = (F(-3, 2) if reached else F(3, 2)), (F(3, 2) if visible + number + 1 >= 17 else 0)
    show = (F(3, 2) if visible < 17 else F(-3, 2)), (F(3, 2) if late else 0)
    return [trap, hide, show]


def test_the_matrix():
    assert pay(14) == [(2, 0), (F(-3, 2), F(3, 2)), (F(3, 2), 0)]
    found = equilibrium([[2, 0], [-3 / 2, 3 / 2]])
    assert (found.rows[0], found.columns[0], found.value) == (F(3, 5), F(3, 10), F(3, 5))
    assert equilibrium(pay(14)).value == F(3, 5)
    mixes = {"0": "-3/2", "1/4": "-5/8", "1/2": "1/4", "3/5": "3/5", "3/4": "3/8", "1": "0"}
    for p, least in mixes.items():
        assert guaranteed(pay(14)[:2], [F(p), 1 - F(p)]) == F(least)
    call, wait = (lambda p: 2 * p - F(3, 2) * (1 - p)), (lambda p: F(3, 2) * (1 - p))
    assert where_equal(call, wait) == (F(3, 5), F(3, 5))


def test_the_sum_moves():
    assert [equilibrium(pay(visible)).value for visible in (12, 13, 14, 15, 16)] == [
        F(3, 2), F(3, 5), F(3, 5), F(3, 5), F(3, 2),
    ]  # fmt: skip
    assert equilibrium(pay(11)).value == 0
    assert pay(17) == [(0, 1), (F(-3, 2), F(3, 2)), (F(-3, 2), F(3, 2))]
    stubborn = equilibrium([[2, 1], [F(-3, 2), F(3, 2)]])
    assert (stubborn.rows[0], stubborn.columns[0], stubborn.value) == (F(3, 4), F(1, 8), F(9, 8))
    patient = equilibrium(pay(14, unfinished=F(1, 2))[:2])
    assert (patient.rows[0], patient.columns[0], patient.value) == (F(2, 3), F(2, 9), F(5, 6))


def unknown_number(visible):
    """Kuba does not know your number: a plan says for each number what you do, an answer says for
    a hidden and for a shown card whether he calls."""
    numbers = range(1, 6)
    rows = []
    for plan in product(range(3), repeat=5):
        row = []
        for hidden, shown in product(range(2), repeat=2):
            gains = [
                pay(visible, number)[choice][shown if choice == 2 else hidden]
                for number, choice in zip(numbers, plan, strict=True)
            ]
            row.append(F(sum(gains), 5))
        rows.append(row)
    return equilibrium(rows).value


@pytest.mark.parametrize(
    ("visible", "value"), [(12, "3/5"), (13, "39/50"), (14, "39/50"), (15, "39/50"), (16, "3/2")]
)
def test_what_kuba_does_not_know(visible, value):
    assert unknown_number(visible) == F(value)


@pytest.mark.parametrize(
    ("visible", "value"), [(12, "21/50"), (13, "27/50"), (14, "33/50"), (15, "39/50")]
)
def test_if_kuba_could_read_your_number(visible, value):
    read = [equilibrium(pay(visible, number)).value for number in range(1, 6)]
    assert sum(read) / 5 == F(value)


# Seers 3: all-in ------------------------------------------------------------------------------

SEERS = Deck("seers")


@pytest.mark.parametrize(
    ("hand", "chance"),
    [
        ("8c 8s Km 5t 2m", "231839/317814"), ("Ac As 9m 5t 2m", "254419/272412"),
        ("Qc Qs 6m 6t 2m", "457397/476721"), ("Kc Ks Km 9t 5m", "945487/953442"),
        ("9c 8s 7m 6t 5c", "158204/158907"), ("Qm 9m 7m 4m 2m", "1901645/1906884"),
        ("8c 8s 8m 3t 3m", "41411/41454"),
    ],
)  # fmt: skip
def test_how_strong_is_strong(hand, chance):
    rest = SEERS - hand
    assert rest.draw(5).size == 1_906_884
    assert P(weaker_than(hand), rest.draw(5)) == F(chance)


def test_may_we_cube():
    hand = "8c 8s Km 5t 2m"
    one = P(weaker_than(hand), (SEERS - hand).draw(5))
    three = simulate(all_weaker(hand), (SEERS - hand).deal(5, hands=3), n=200_000)
    assert 0.3822 in three
    assert round(float(one**3), 4) == 0.3882
    assert one**3 not in three


def test_hands_of_each_category():
    hands = SEERS.draw(5)
    assert hands.size == 3_162_510
    assert P(category("nothing"), hands) * hands.size == 1_686_924
    assert P(category("pair"), hands) * hands.size == 1_266_720


@pytest.mark.parametrize(
    ("seen", "chance"), [(1, "2/19"), (2, "142/703"), (3, "613/2109"), (4, "27439/73815")]
)
def test_what_one_turn_is_worth(seen, chance):
    track = "Ac 10s 4m Jt 7c 2s Kt 8c 5m 9s 3m"
    unseen = SEERS - "Qc Qs 6m 6t 2m" - track
    assert len(unseen) == 38
    assert P(has_any("Q", "6"), unseen.draw(seen)) == F(chance)


def turns(free, you):
    """Rivals' turns in a round for three, rivals playing at random, by what you do."""
    grows = {"you": F(19, 27) if you == "draft" else F(1), "rival": F(19, 27)}

    def rule(state):
        places, seat = state
        if not places:
            return {}
        grow = grows["rival" if seat else "you"]
        after = (seat + 1) % 3
        return {(places - 1, after): grow, (places, after): 1 - grow}

    start = (max(free - 2, 0), 1) if you == "all-in" else (free, 0)
    return Chain(rule, start).expected(lambda state: int(state[1] > 0))


@pytest.mark.parametrize(
    ("free", "expected"),
    [(10, (9.141, 7.837, 6.997)), (4, (3.410, 2.726, 2.114)), (2, (1.620, 1.296, 0))],
)
def test_the_turn_clock(free, expected):
    found = tuple(round(float(turns(free, you)), 3) for you in ("draft", "pass", "all-in"))
    assert found == expected
    assert turns(2, "pass") == F(35, 27)


# Knyf 2: the upper section --------------------------------------------------------------------

STRATEGIES = {
    "wait for 2": (wait_for(2), 2.2577, 47.41, 4.74, 17.11, 0.0062, 0.2064, -3.91),
    "wait for 3": (wait_for(3), 3.1713, 66.60, 3.82, 27.54, 1, 0, 35),
    "wait for 4": (wait_for(4), 4.0857, 85.80, 2.67, 43.21, 1, 0, 35),
    "clock 2": (clock(2), 2.1994, 46.19, 9.10, 18.45, 0.0427, 0.3581, -5.67),
    "clock 3": (clock(3), 2.6420, 55.48, 9.61, 24.08, 0.2345, 0.0885, 6.44),
    "clock 4": (clock(4), 3.0369, 63.77, 9.56, 29.80, 0.5546, 0.0129, 19.15),
}


@pytest.mark.parametrize("name", STRATEGIES)
def test_adding_averages_and_the_cliff(name):
    box, cards, mean, spread, turn, high, low, average = STRATEGIES[name]
    upper = box.upper()
    assert E(upper) == sum(v * E(box.cards) for v in range(1, 7)) == 21 * E(box.cards)
    assert Var(upper) == 91 * Var(box.cards)
    assert upper == convolve(v * box.cards for v in range(1, 7))
    near = pytest.approx
    assert (E(box.cards), E(upper), sd(upper)) == (
        near(cards, abs=6e-5), near(mean, abs=6e-3), near(spread, abs=6e-3)
    )  # fmt: skip
    assert 6 * E(box.turns) == near(turn, abs=6e-3)
    assert (P(upper >= 63), P(upper < 43)) == (near(high, abs=6e-5), near(low, abs=6e-5))
    assert E(bonus, upper) == near(average, abs=6e-3)


@pytest.mark.parametrize("box", [wait_for(2), clock(3), wait_for(3, extra=1)])
def test_boxes_filled_with_real_cards_agree_with_the_formula(box):
    for part, exact in enumerate((box.cards, box.turns, box.excess)):
        found = simulate(lambda stream, part=part: box.trial(stream)[part], n=4_000, level=0.9999)
        assert E(exact) in found


def test_wait_for_two_and_three():
    cards = wait_for(3).cards
    assert [round(float(cards[number]), 4) for number in (3, 4, 5)] == [0.8378, 0.1530, 0.0092]
    two = wait_for(2)
    assert round(float(two.cards[2]), 5) == 0.76875
    assert P(two.upper() < 43) == F(two.cards[2]) ** 6


FOURS = Deck(knyf.DECK) - "1 2 4 4 6"


def test_one_hand_three_score_cards():
    assert (len(FOURS), FOURS.count("4")) == (103, 16)
    three, four = FOURS.draw(3), FOURS.draw(4)
    assert P(has("4"), three) == F(4168, 10403)
    assert P(has("4"), four) == F(25828, 52015)
    assert P(has("4"), four) - P(has("4"), three) == F(4988, 52015)
    assert (E(count("4"), three), E(count("4"), four)) == (F(48, 103), F(64, 103))


@pytest.mark.parametrize(
    ("upper", "deck", "value", "three", "four"),
    [
        (51, "1 2 4 4 6", 4, F(248496, 10403), F(269070, 10403)),
        (34, "1 2 4 4 6", 4, F(-22084, 10403), F(-16474, 10403)),
        (48, "1 2 5 5 6", 5, None, None),
    ],
)  # fmt: skip
def test_points_still_to_come(upper, deck, value, three, four):
    unseen = Deck(knyf.DECK) - deck

    def to_come(hand):
        points = value * (2 + hand.count(str(value)))
        return points + bonus(upper + points)

    found = [E(to_come, unseen.draw(3)), E(to_come, unseen.draw(4)) - 2]
    if three is None:
        assert found[1] - found[0] == F(22190, 10403)
        assert [round(float(one), 3) for one in found] == [26.353, 28.486]
    else:
        assert found == [three, four]


def test_out_of_reach_and_the_least_prize():
    three, four = FOURS.draw(3), FOURS.draw(4)
    assert 8 + 4 * E(count("4"), three) == F(1016, 103)
    assert 8 + 4 * E(count("4"), four) - 2 == F(874, 103)
    gain = P(has("4"), four) - P(has("4"), three)
    assert (2 - 4 * (E(count("4"), four) - E(count("4"), three))) / gain == F(35855, 2494)
    one = Deck(knyf.DECK) - "1 2 3 4 6"
    assert P(count("4") >= 2, one.draw(4)) == F(6564, 52015)
    assert P(count("4") >= 2, one.draw(5)) == F(977324, 5149485)


def test_the_price_of_a_turn():
    boxes = {
        "two": wait_for(2),
        "three": wait_for(3),
        "four": wait_for(4),
        "more": wait_for(3, extra=1),
    }
    points = {name: float(net(box)) for name, box in boxes.items()}
    turns = {name: float(6 * E(box.turns)) for name, box in boxes.items()}
    assert {name: round(value, 2) for name, value in points.items()} == {
        "two": 43.50, "three": 101.60, "four": 120.80, "more": 75.15,
    }  # fmt: skip
    assert turns["more"] == pytest.approx(21.56, abs=6e-3)
    assert float(E(boxes["more"].excess)) == pytest.approx(2.55, abs=5e-3)
    assert [round(float(net(boxes[name], 3)), 2) for name in ("three", "four", "two")] == [
        18.98,
        -8.82,
        -7.82,
    ]

    def crossing(one, other):
        return (points[one] - points[other]) / (turns[one] - turns[other])

    prices = crossing("four", "three"), crossing("three", "more"), crossing("more", "two")
    assert [round(price, 2) for price in prices] == [1.23, 4.43, 7.10]

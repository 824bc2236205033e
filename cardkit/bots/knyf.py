"""A sensible Knyf player: fill a box that came out well, else keep what most likely makes one.

It looks one draw ahead with simple chances, and takes what still pays when the game is ending.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from cardkit.game import View
from cardkit.games.knyf import Options, draw_move, fill_move
from cardkit.games.knyf_card import (
    BOXES,
    EQUAL,
    FIXED,
    ROW,
    UPPER,
    VALUES,
    Cards,
    ScoreCard,
    best_ways,
    without,
)
from cardkit.options import options_of

ENOUGH = 3  # of a value, to fill its upper box: three of each make 63
USUAL = {box: ENOUGH * int(value) for box, value in UPPER.items()}
USUAL |= {"three": 20, "four": 18, **FIXED}
CONTENT = USUAL | {"three": 15, "four": 5} | dict.fromkeys(FIXED, 0)  # with these it fills a box
ROWS = {box: [VALUES[low : low + size] for low in range(7 - size)] for box, size in ROW.items()}


def sensible(view: View) -> str:
    """The notation of the move it would play."""
    return next(_thoughts(view))


def ranked(view: View) -> list[str]:
    """The moves worth a thought, the best first: every box in its best way, every good draw."""
    return list(_thoughts(view))


def _thoughts(view: View) -> Iterator[str]:
    """What comes to its mind, one after the other: it is not worked out before it is asked for."""
    options = options_of(Options, view)
    card, hand = ScoreCard.read(view["cards"][view["seat"]], options), tuple(view["hand"])
    if view["phase"] == "trim":
        yield from sorted(view["moves"], key=lambda move: -_hope_without(move, hand, card))
        return
    fills = _fills(hand, card)
    if view["finished"]:
        penalty = options.penalty * options.excess(len(hand))
        yield from _last(fills, card, penalty)
        return
    fills.sort(key=_rank, reverse=True)
    good = [fill for fill in fills if fill.points >= CONTENT[fill.box]]
    yield from (fill.move for fill in good)
    yield from _draws(hand, card, options)
    yield from (fill.move for fill in fills if fill not in good)


# Filling a box --------------------------------------------------------------------------------


class Fill(NamedTuple):
    """The best way to fill a box."""

    box: str
    points: int
    move: str


def _fills(hand: Cards, card: ScoreCard) -> list[Fill]:
    made, announce = best_ways()[hand], len(card.free) == 2
    return [
        Fill(box, card.worth(box, made[box]), str(fill_move(box, made[box], announce)))
        for box in card.free
        if box in made
    ]


def _rank(fill: Fill) -> tuple[bool, int]:
    """The rare boxes first, then by how much better than usual it came out."""
    return fill.box in FIXED, fill.points - USUAL[fill.box]


def _last(fills: list[Fill], card: ScoreCard, penalty: int) -> Iterator[str]:
    """In the last round nothing is usual any more: what makes the card better, else nothing."""
    totals = {fill.move: card.write(fill.box, fill.points, penalty).total for fill in fills}
    gains = [move for move, total in totals.items() if total > card.total]
    yield from sorted(gains, key=lambda move: -totals[move])
    yield "pass"


# Drawing --------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """Cards to discard, to draw so many more; and what each box is worth then."""

    away: Cards
    extra: int
    worth: dict[str, float]
    move: str


def _draws(hand: Cards, card: ScoreCard, options: Options) -> Iterator[str]:
    """Keep the cards that give the best hope; draw one more if that is worth its penalty."""
    towards = _plans(hand, options.most_discarded, options.more_drawn, options.hand_limit)
    plans = {plan.move: plan for box in card.free for plan in towards[box]}

    def hope(plan: Plan) -> tuple[float, int, Cards]:
        hoped = sum(map(plan.worth.__getitem__, card.free))
        return hoped - options.penalty * plan.extra, -plan.extra, plan.away

    return (plan.move for plan in sorted(plans.values(), key=hope, reverse=True))


@lru_cache(maxsize=4096)
def _plans(hand: Cards, most: int, more: int, limit: int) -> dict[str, list[Plan]]:
    """For each box, the ways to keep what goes towards it."""
    plans: dict[str, list[Plan]] = {box: [] for box in BOXES}
    for box in BOXES:
        away = without(hand, _useful(box, hand))[:most]
        for extra in range(max(0, min(more, limit - len(hand))) + 1):
            drawn = len(away) + extra
            worth, move = _worth(without(hand, away), drawn), str(draw_move(away, drawn))
            plans[box].append(Plan(away, extra, worth, move))
    return plans


def _useful(box: str, hand: Cards) -> Cards:
    """The cards of a hand that go towards a box."""
    if box in UPPER:
        return tuple(card for card in hand if card == UPPER[box])
    if box in ROW:
        return max((tuple(card for card in row if card in hand) for row in ROWS[box]), key=len)
    values = sorted(set(hand), key=lambda value: (hand.count(value), value), reverse=True)
    most = values[: 2 if box == "full" else 1]
    sizes = (3, 2) if box == "full" else (EQUAL[box],)
    kept = [value for value, size in zip(most, sizes, strict=False)
            for _ in range(min(size, hand.count(value)))]  # fmt: skip
    return tuple(sorted(kept))


def _hope_without(trim: str, hand: Cards, card: ScoreCard) -> float:
    """What the free boxes are worth in two draws if these cards are trimmed."""
    worth = _worth(without(hand, tuple(trim.split()[1:])), 2)
    return sum(worth[box] for box in card.free)


@cache
def _worth(keep: Cards, drawn: int) -> dict[str, float]:
    """What each box is worth after that draw, by its chance of being ready then."""
    return {box: USUAL[box] * _chance(box, keep, drawn) for box in BOXES}


def _chance(box: str, keep: Cards, drawn: int) -> float:
    """Roughly how likely these cards and so many new ones make a box (every value 1 in 6)."""
    useful = _useful(box, keep)
    if box in ROW:
        return _all_of(ROW[box] - len(useful), drawn)
    wanted = ENOUGH if box in UPPER else EQUAL.get(box, 5)
    either = box == "full" and [useful.count(card) for card in useful] == [2, 2, 2, 2]
    return _at_least(wanted - len(useful), drawn, 2 / 6 if either else 1 / 6)


def _at_least(wanted: int, drawn: int, chance: float) -> float:
    misses = range(max(wanted, 0))
    return 1 - sum(comb(drawn, n) * chance**n * (1 - chance) ** (drawn - n) for n in misses)


def _all_of(wanted: int, drawn: int) -> float:
    """That many different values, all of them among the drawn ones."""
    missed = (comb(wanted, n) * (1 - n / 6) ** drawn * (-1) ** n for n in range(wanted + 1))
    return float(sum(missed))

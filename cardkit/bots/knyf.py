"""A sensible Knyf player: fill a box that came out well, else keep what most likely makes one.

It looks one draw ahead with simple chances, and takes what it can get when the game is ending.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Any

from cardkit.games.knyf import Options, draw_move, fill_move
from cardkit.games.knyf_card import (
    EQUAL,
    FIXED,
    ROW,
    UPPER,
    VALUES,
    BoxLine,
    Cards,
    ScoreCard,
    without,
)

View = Mapping[str, Any]

ENOUGH = 3  # of a value, to fill its upper box: three of each make 63
USUAL = {box: ENOUGH * int(value) for box, value in UPPER.items()}
USUAL |= {"three": 20, "four": 18, **FIXED}
CONTENT = USUAL | {"three": 15, "four": 5} | dict.fromkeys(FIXED, 0)  # with these it fills a box
ROWS = {box: [VALUES[low : low + size] for low in range(7 - size)] for box, size in ROW.items()}


def sensible(view: View) -> str:
    """The notation of the move it would play."""
    hand, options = tuple(view["hand"]), Options(**view["options"])
    card = ScoreCard.read(view["cards"][view["seat"]], options)
    if view["phase"] == "trim":
        trims = [(tuple(move.split()[1:]), move) for move in view["moves"]]
        return str(max(trims, key=lambda trim: _hope(without(hand, trim[0]), 2, card))[1])
    lines = [line for line in card.explain(hand).values() if not line.why_not]
    if not view["finished"]:  # there is time to wait for more
        lines = [line for line in lines if (line.points or 0) >= CONTENT[line.box]]
    if lines:
        best = max(lines, key=lambda line: _rank(line, card if view["finished"] else None))
        return str(fill_move(best.box, best.cards, announce=len(card.free) == 2))
    return _draw(hand, card, options)


def _rank(line: BoxLine, card: ScoreCard | None) -> tuple[bool, int]:
    """The rare boxes first, then by how much better than usual it came out.

    In the last round there is no usual any more, only what the card is worth then.
    """
    points = line.points or 0
    if card:
        return False, card.write(line.box, points).total
    return line.box in FIXED, points - USUAL[line.box]


def _draw(hand: Cards, card: ScoreCard, options: Options) -> str:
    """Keep the cards that give the best hope; draw one more if that is worth its penalty."""
    plans = []
    for keep in {_useful(box, hand) for box in card.free}:
        away = without(hand, keep)[: options.most_discarded]
        for extra in range(options.more_drawn + 1):
            if len(hand) + extra <= max(len(hand), options.hand_limit):
                hope = _hope(without(hand, away), len(away) + extra, card)
                plans.append((hope - options.penalty * extra, -extra, away))
    _, extra, away = max(plans, default=(0, 0, ()))
    return str(draw_move(away, len(away) - extra))


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


def _hope(keep: Cards, drawn: int, card: ScoreCard) -> float:
    """What the free boxes are worth after that draw, each by its chance of being ready then."""
    return sum(USUAL[box] * _chance(box, keep, drawn) for box in card.free)


@cache
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

"""Lynx: who can rob what you lay, and what a last lay is worth."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import cardkit
from cardkit.facts import Fact, Facts
from cardkit.game import View
from cardkit.games.lynx import JOKER, Options, theft
from cardkit.options import options_of
from cardkit.zones import Box, spread


def facts(view: View) -> Facts:
    """How likely a rival's hand can rob what you lay; and a last lay ends the game for certain."""
    if view["phase"] != "lay":
        return {}
    return {move: _lay(view, move.split()[1:]) for move in view["moves"]}


def _lay(view: View, layer: list[str]) -> tuple[Fact, ...]:
    if len(layer) == len(view["hand"]):  # all that counts now is open
        game = cardkit.sample(view)
        game.play(" ".join(["lay", *layer]))
        assert game.outcome is not None
        winners = game.outcome.winners
        wins = Fraction(view["seat"] in winners, len(winners))
        text = "ends the game; your share of the victory"
        return (Fact(text, wins, "lynx.end.hand-empty", decides=True),)
    unseen = _unseen(view)
    most = max(
        _robbed(view, layer, unseen, known, count - len(known))
        for seat, (known, count) in enumerate(zip(view["known"], view["hands"], strict=True))
        if seat != view["seat"]
    )
    text = "highest chance of a rival to be able to rob it"
    return (Fact(text, most, "lynx.steal.must"),)


def _robbed(
    view: View, layer: list[str], unseen: dict[str, int], known: list[str], hidden: int
) -> Fraction:
    """The chance that a hand of these known and so many hidden cards can rob the layer.

    Counts the harmless hands: for each number of jokers, so few of each number that they do not
    reach the size of the layer; the other cards are free.
    """
    options, size = options_of(Options, view), len(layer)
    if hidden + len(known) <= size:
        return Fraction(0)  # lynx.end.hand-empty: a last lay steals nothing
    robbers = [
        number
        for number in options.deck
        if theft(tuple([number] * size), tuple(layer), options)[0] == "steal"
    ]
    numbers = [number for number in robbers if number != JOKER]
    free = sum(unseen.values()) - sum(unseen[number] for number in [*numbers, JOKER])
    harmless = 0
    for drawn in range(min(unseen[JOKER], hidden) + 1):
        jokers = drawn + known.count(JOKER)
        if JOKER in robbers and jokers >= size:
            break
        ways = [1]  # ways[n]: to draw n harmless cards of the numbers so far
        for number in numbers:
            held = known.count(number)
            few = [
                comb(unseen[number], more) if not held + more or held + more + jokers < size else 0
                for more in range(unseen[number] + 1)
            ]
            ways = _convolved(ways, few, hidden)
        harmless += comb(unseen[JOKER], drawn) * sum(
            way * comb(free, hidden - drawn - count)
            for count, way in enumerate(ways)
            if count <= hidden - drawn
        )
    return 1 - Fraction(harmless, comb(sum(unseen.values()), hidden))


def _convolved(left: list[int], right: list[int], most: int) -> list[int]:
    out = [0] * min(len(left) + len(right) - 1, most + 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right[: len(out) - i]):
            out[i + j] += a * b
    return out


def _unseen(view: View) -> dict[str, int]:
    """What this seat has not seen and does not know to be in a hand."""
    box = Box(options_of(Options, view).deck)
    laid = [card for layers in view["tables"] for layer in layers for card in layer]
    pool = [card for group in view["pool"] for card in group]
    known = [card for seat, cards in enumerate(view["known"]) if seat != view["seat"]
             for card in cards]  # fmt: skip
    virtual = spread(view.get("virtual", {}))
    box.take([*view["hand"], *laid, *pool, *virtual, *known, *view["discard"], *view["stolen"]])
    return {JOKER: 0, **box.left}

"""What can be known exactly about a move: not an estimate, a Fraction, with the rule behind it.

One small function per game; a game without one simply has no exact facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from cardkit.events import HIDDEN
from cardkit.games.lynx import JOKER, Options, theft
from cardkit.zones import spread

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something certain about a move: a chance or a number, what it is of, and its rule."""

    text: str
    value: Fraction
    rule: str

    @property
    def brief(self) -> str:
        """For a narrow place: the number rounded, the rule left out."""
        number = self.value
        return f"{self.text}: {number if number.denominator == 1 else f'{float(number):.3f}'}"

    def __str__(self) -> str:
        number = self.value
        shown = str(number) if number.denominator == 1 else f"{number} = {float(number):.3f}"
        return f"{self.text}: {shown} ({self.rule})"


def facts(view: View) -> dict[str, tuple[Fact, ...]]:
    """The exact facts about each legal move of this view."""
    known = FACTS.get(view["game"])
    return {} if known is None else known(view)


def _lynx(view: View) -> dict[str, tuple[Fact, ...]]:
    """How likely a rival's hand can rob what you lay; and a last lay ends the game for certain."""
    if view["phase"] != "lay":
        return {}
    return {move: _lynx_lay(view, move.split()[1:]) for move in view["moves"]}


def _lynx_lay(view: View, layer: list[str]) -> tuple[Fact, ...]:
    if len(layer) == len(view["hand"]):
        scores = list(view["scores"])
        scores[view["seat"]] += 2 * len(layer)
        mine = scores.pop(view["seat"])
        wins = Fraction(int(mine > max(scores)))
        return (Fact("ends the game; you win alone", wins, "lynx.end.hand-empty"),)
    unseen = _lynx_unseen(view)
    most = max(
        _lynx_robbed(view, layer, unseen, known, count - len(known))
        for seat, (known, count) in enumerate(zip(view["known"], view["hands"], strict=True))
        if seat != view["seat"]
    )
    return (Fact("chance that a rival can rob it, at most", most, "lynx.steal.must"),)


def _lynx_robbed(
    view: View, layer: list[str], unseen: dict[str, int], known: list[str], hidden: int
) -> Fraction:
    """The chance that a hand of these known and so many hidden cards can rob the layer.

    Counts the harmless hands: for each number of jokers, so few of each number that they do not
    reach the size of the layer; the other cards are free.
    """
    options, size = Options(**view["options"]), len(layer)
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


def _lynx_unseen(view: View) -> dict[str, int]:
    """What this seat has not seen and does not know to be in a hand."""
    left = dict(Options(**view["options"]).deck)
    left.setdefault(JOKER, 0)
    laid = [card for layers in view["tables"] for layer in layers for card in layer]
    pool = [card for group in view["pool"] for card in group]
    known = [card for seat, cards in enumerate(view["known"]) if seat != view["seat"]
             for card in cards]  # fmt: skip
    virtual = spread(view.get("virtual", {}))
    for card in (*view["hand"], *laid, *pool, *virtual, *known, *view["discard"], *view["stolen"]):
        left[card] -= 1
    return left


def _knyf(view: View) -> dict[str, tuple[Fact, ...]]:
    """What a filled box is worth, less what the excess cards cost."""
    from cardkit.games.knyf import Options as KnyfOptions
    from cardkit.games.knyf_card import ScoreCard, box_rule, sorted_cards

    card = ScoreCard.read(view["cards"][view["seat"]], KnyfOptions(**view["options"]))
    found: dict[str, tuple[Fact, ...]] = {}
    for move in view["moves"]:
        words = [word for word in move.split() if word != "announce"]
        if words[0] == "fill":
            points = card.worth(words[1], sorted_cards(" ".join(words[3:])))
            found[move] = (Fact("points written", Fraction(points), box_rule(words[1])),)
    return found


def _nerves(view: View) -> dict[str, tuple[Fact, ...]]:
    """Whether the row has reached its goal, every unseen heart being as likely as the next."""
    from cardkit.games.nerves import Options as NervesOptions
    from cardkit.games.nerves_sight import value_of
    from cardkit.odds import Deck, P, total

    if "check" not in view["moves"] or len(view["memory"]["unseen"]) > 1:
        return {}  # after a new pile not every heart can be every card
    row = [laid["card"] for laid in view["row"]]
    known = [card for card in row if card != HIDDEN]
    buried = [laid["card"] for laid in view["buried"] if laid["card"] != HIDDEN]
    options = NervesOptions(**view["options"])
    unseen = (Deck(options.deck) - [*view["hand"], *known, *view["used"], *buried]).hearts
    missing = options.goal - sum(map(value_of, known))
    reached = Fraction(P(total >= missing, unseen.draw(len(row) - len(known))))
    text = f"chance that the row has reached {options.goal}"
    return {"check": (Fact(text, reached, "nerves.check.hit"),)}


FACTS: dict[str, Callable[[View], dict[str, tuple[Fact, ...]]]] = {
    "lynx": _lynx,
    "knyf": _knyf,
    "nerves": _nerves,
}

"""What can be known exactly about a move: not an estimate, a Fraction, with the rule behind it.

One small function per game; a game without one simply has no exact facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something certain about a move: a chance or a number, what it is of, and its rule."""

    text: str
    value: Fraction
    rule: str

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
    from cardkit.odds import P, can_rob

    if len(layer) == len(view["hand"]):
        scores = list(view["scores"])
        scores[view["seat"]] += 2 * len(layer)
        mine = scores.pop(view["seat"])
        wins = Fraction(int(mine > max(scores)))
        return (Fact("ends the game; you win alone", wins, "lynx.end.hand-empty"),)
    unseen = _lynx_unseen(view)
    rivals = {count for seat, count in enumerate(view["hands"]) if seat != view["seat"]}
    mode = view["options"].get("mode", "basic")
    most = max(Fraction(P(can_rob(layer, mode), unseen.draw(count))) for count in rivals)
    return (Fact("chance that the largest rival hand can rob it", most, "lynx.steal.must"),)


def _lynx_unseen(view: View) -> Any:
    from cardkit.odds import Deck

    laid = [card for layers in view["tables"] for layer in layers for card in layer]
    pool = [card for group in view["pool"] for card in group]
    virtual = [card for card, n in view.get("virtual", {}).items() for _ in range(n)]
    deck = view["options"].get("deck")
    seen = [*view["hand"], *laid, *pool, *virtual, *view["discard"], *view["stolen"]]
    return Deck(deck or "lynx") - seen


FACTS: dict[str, Callable[[View], dict[str, tuple[Fact, ...]]]] = {"lynx": _lynx}

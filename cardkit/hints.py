"""What is best here, and how sure is that? Each legal move with its chance to win and a reason.

Chances come from imagined games that fit what the seat sees (bots/lookahead.py) and carry their
interval; what can be known exactly is said exactly (hint_facts.py).
"""

from __future__ import annotations

import html
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cardkit
from cardkit.bots.lookahead import Tally, Thinking
from cardkit.errors import BadInput
from cardkit.hint_facts import Fact, facts
from cardkit.intervals import Estimate, mean, wilson
from cardkit.narration import sentence

View = Mapping[str, Any]
FINALISTS = 4  # so many moves are compared to the end
QUIET = {"turn", "refill", "removed", "first"}  # kinds of event that are no reason for a move


@dataclass(frozen=True, slots=True)
class Advice:
    """One legal move: how it fares, what is known for certain, and what it does."""

    move: str
    win: Estimate
    score: Estimate
    facts: tuple[Fact, ...]
    reason: str


class Hint(tuple[Advice, ...]):
    """The legal moves of a seat, the best first.

    >>> game = cardkit.position("lynx", players=3, hands={0: "9 9 9", 1: "13", 2: "1"},
    ...                         tables={0: ["2 2 2 2"], 1: ["5 5 5 5 5 5"]})
    >>> hint(game.view(0), playouts=30)[0].move
    'lay 9 9 9'
    """

    __slots__ = ()

    @property
    def games(self) -> int:
        """How many games were imagined for each move."""
        return min((advice.win.n for advice in self), default=0)

    def __repr__(self) -> str:
        return "\n".join(_line(advice) for advice in self) or "There is nothing to decide."

    def _repr_html_(self) -> str:
        rows = "".join(_row(advice) for advice in self)
        head = "".join(f"<th>{word}</th>" for word in ("move", "chance to win", "", "because"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def hint(
    view: View,
    playouts: int = 400,
    seconds: float | None = None,
    seed: int = 0,
    names: Sequence[str] = (),
) -> Hint:
    """Each legal move of the seat whose view this is, within a budget of games or of time."""
    if not isinstance(view, Mapping) or "moves" not in view:
        raise BadInput("A hint needs a view, as game.view(seat) gives it.")
    if not view["moves"]:
        return Hint()
    adviser, began = Adviser(view, seed, names), time.monotonic()
    for spent in range(1, playouts + 1):
        adviser.think()
        if seconds is not None and time.monotonic() - began >= seconds and spent >= adviser.fair:
            break
    return adviser.hint()


class Adviser:
    """A hint that grows: think a little, look at it, think on, or stop."""

    def __init__(self, view: View, seed: int = 0, names: Sequence[str] = ()) -> None:
        self.thinking = Thinking(view, seed)
        self.facts = facts(view)
        self.fair = len(view["moves"])  # each move has been tried once by then
        self.reasons = {move: reason(view, move, names) for move in view["moves"]}
        self.rest = 8  # games after which the worse half is no longer thought about

    def think(self) -> None:
        """Imagine one more game for one move."""
        thinking = self.thinking
        thinking.step()
        if thinking.even and len(thinking.field) > FINALISTS and thinking.games >= self.rest:
            thinking.halve()
            self.rest *= 2

    def hint(self) -> Hint:
        """What is known so far, the best first; moves given up early have wide intervals."""
        ranked = sorted(self.thinking.tallies, key=self._rank, reverse=True)
        return Hint(self._advice(tally) for tally in ranked)

    def _rank(self, tally: Tally) -> tuple[bool, tuple[float, float]]:
        return tally in self.thinking.field, tally.worth

    def _advice(self, tally: Tally) -> Advice:
        return Advice(
            tally.move,
            wilson(tally.wins, tally.n),
            mean(tally.score, tally.squares, tally.n),
            self.facts.get(tally.move, ()),
            self.reasons[tally.move],
        )


def reason(view: View, move: str, names: Sequence[str] = ()) -> str:
    """What the move does at once, in the words of the log, as far as this seat can know it."""
    game, seat = cardkit.sample(view, seed=0), view["seat"]
    told = []
    for event in game.play(move, seat):
        seen = event.seen_by(seat)
        if seen is not None and event.kind not in QUIET and event.shown_to is None:
            told.append(f"{sentence(game.name, seen, names, me=seat)} ({event.rule})")
    return " ".join(told[:3])


def _line(advice: Advice) -> str:
    win = advice.win
    known = "".join(f"; {fact}" for fact in advice.facts)
    return f"{advice.move}: wins {win.value:.0%} [{win.low:.0%}, {win.high:.0%}]{known}"


def _row(advice: Advice) -> str:
    win = advice.win
    known = "; ".join(map(str, advice.facts))
    cells = (
        advice.move.replace("*", "★"),
        f"{win.value:.0%}",
        f"{win.low:.0%} to {win.high:.0%} ({win.n} games)",
        f"{known}. {advice.reason}" if known else advice.reason,
    )
    return (
        "<tr>"
        + "".join(f"<td style='text-align:left'>{html.escape(c)}</td>" for c in cells)
        + "</tr>"
    )

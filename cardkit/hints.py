"""What is best here, and how sure is that? Each legal move with its chance to win and a reason.

Chances come from imagined games that fit what the seat sees (bots/lookahead.py) and carry their
interval; what can be known exactly is said exactly (facts/). All intervals of a hint hold
together at 95 %, so the best of many moves is not best by luck alone.
"""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cardkit
from cardkit.bots.lookahead import MANY, Tally, Thinking
from cardkit.errors import BadInput
from cardkit.events import HIDDEN, Event
from cardkit.facts import Fact, facts
from cardkit.game import Game, View
from cardkit.intervals import Estimate, mean_of, wilson
from cardkit.narration import sentence

PLAYOUTS = 400  # the budget, if none is given
FINALISTS = 4  # so many moves are compared to the end
TOGETHER = 0.95  # how sure it is that all intervals of a hint hold
IMAGINED = 4  # games in which a move must do the same, to be told as what it does
NOTHING = "There is nothing to decide."
SECRET = "Your answer stays secret until all have answered."
QUIET = {  # kinds of event that are no reason for a move: they go without saying or came to nothing
    "turn", "refill", "removed", "first", "window", "nothing", "other-count", "lower", "equal",
    "safe", "no-set", "whole-set", "may-draw", "no-draw",
}  # fmt: skip


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

    @property
    def by_score(self) -> bool:
        """Whether the score tells more than the chance to win: alone, or when all win alike."""
        return len({advice.win.value for advice in self}) == 1 and len(self) > 1

    def __repr__(self) -> str:
        shown = _score if self.by_score else _win
        return "\n".join(_line(advice, shown(advice)) for advice in self) or NOTHING

    def _repr_html_(self) -> str:
        shown, what = (_score, "score") if self.by_score else (_win, "chance to win")
        rows = "".join(_row(advice, shown(advice)) for advice in self)
        head = "".join(f"<th>{word}</th>" for word in ("move", what, "because"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def hint(
    view: View,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    names: Sequence[str] = (),
) -> Hint:
    """Each legal move of the seat whose view this is, within a budget of games or of time."""
    if not isinstance(view, Mapping) or not {"game", "moves", "seat", "options"} <= set(view):
        raise BadInput("A hint needs a view, as game.view(seat) gives it.")
    for budget in (playouts, seconds):
        if budget is not None and not (isinstance(budget, int | float) and budget > 0):
            raise BadInput(f"A budget is more than 0 games or seconds, not {budget!r:.20}.")
    if not view["moves"]:
        return Hint()
    if playouts is None:
        playouts = PLAYOUTS if seconds is None else sys.maxsize
    adviser, began = Adviser(view, seed, names), time.monotonic()
    for spent in range(1, max(playouts, adviser.fair) + 1):
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
        self.reasons = reasons(view, names)
        self.rest = 8  # games after which the worse half is no longer thought about

    def think(self) -> None:
        """Imagine one more game for one move."""
        thinking = self.thinking
        thinking.step()
        if not thinking.even or len(thinking.field) <= FINALISTS:
            return
        if thinking.games == 1:
            thinking.keep_likely(MANY)
        elif thinking.games >= self.rest:
            thinking.halve()
            self.rest *= 2

    def hint(self) -> Hint:
        """What is known so far, the best first; moves given up early have wide intervals."""
        return Hint(map(self._advice, sorted(self.thinking.tallies, key=self._place)))

    def _place(self, tally: Tally) -> tuple[bool, float, float]:
        """Those still considered first; then by victories, then by points."""
        wins, scores = (sum(end[part] for end in tally.ends) for part in (0, 1))
        return tally not in self.thinking.field, -wins / tally.n, -scores / tally.n

    def _advice(self, tally: Tally) -> Advice:
        known, ends = self.facts.get(tally.move, ()), tally.ends
        level = 1 - (1 - TOGETHER) / len(self.thinking.tallies)
        certain = next((fact for fact in known if fact.decides), None)
        win = wilson(sum(end.win for end in ends), len(ends), level)
        if certain:
            win = Estimate(float(certain.value), float(certain.value), float(certain.value), win.n)
        score = mean_of([end.score for end in ends], level)
        return Advice(tally.move, win, score, known, self.reasons[tally.move])


# Reasons ----------------------------------------------------------------------------------------


def reasons(view: View, names: Sequence[str] = ()) -> dict[str, str]:
    """What each move does at once, in the words of the log, as far as this seat can know it."""
    games = [cardkit.sample(view, seed) for seed in range(IMAGINED)]
    return {move: _reason(view, move, games, names) for move in view["moves"]}


def _reason(view: View, move: str, games: Sequence[Game], names: Sequence[str]) -> str:
    """Only what is the same in all the imagined games is told; hidden cards differ."""
    seat = view["seat"]
    seen = [_seen(game.copy().play(move, seat), seat) for game in games]
    known = [event for same in zip(*seen, strict=False) if (event := _common(same)) is not None]
    if not known:
        return SECRET
    loud = [event for event in known if event.kind not in QUIET]
    told = loud[1:3] or loud or known[:1]  # the first is the move itself
    return " ".join(
        f"{sentence(view['game'], event, names, me=seat)} ({event.rule})" for event in told
    )


def _seen(events: Sequence[Event], seat: int) -> list[Event]:
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


def _common(same: Sequence[Event]) -> Event | None:
    """One event that stands for all of them, its cards hidden if they differ; None if more does."""
    first = same[0]
    if all(event == first for event in same):
        return first
    hidden = [event._replace(cards=(HIDDEN,) * len(event.cards)) for event in same]
    return hidden[0] if all(event == hidden[0] for event in hidden) else None


# As text ------------------------------------------------------------------------------------------


def _win(advice: Advice) -> str:
    win = advice.win
    if win.low == win.high:
        return f"{win.value:.0%} for certain"
    return f"{win.value:.0%} [{win.low:.0%}, {win.high:.0%}], {win.n} games"


def _score(advice: Advice) -> str:
    score = advice.score
    if score.n < 2:
        return f"{score.value:.1f}, one game"
    return f"{score.value:.1f} [{score.low:.1f}, {score.high:.1f}], {score.n} games"


def _line(advice: Advice, shown: str) -> str:
    return f"{advice.move}: {shown}" + "".join(f"; {fact}" for fact in advice.facts)


def _row(advice: Advice, shown: str) -> str:
    because = ". ".join([*map(str, advice.facts), advice.reason])
    cells = (advice.move.replace("*", "★"), shown, because)
    return (
        "<tr>"
        + "".join(f"<td style='text-align:left'>{html.escape(c)}</td>" for c in cells)
        + "</tr>"
    )

"""Thinking on a thread of its own, so that the table answers every click meanwhile.

A Thinker fills the Hint tab: it imagines games for a view until it is told to stop or its time is
up, and the table looks at what it has so far whenever it likes. A Ponderer is a bot that does so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.bots import Bot
from cardkit.hints import Advice, Adviser, Hint
from widgets.scene import Bar, Line, Piece

SHOWN = 6  # moves with a bar; the others are worse
SECONDS = 6.0
EARLY = 30  # imagined games below which a chance says little


class Thinker:
    """Thinks about one view; `stop` ends it within one imagined game."""

    def __init__(
        self, view: Mapping[str, Any], names: Sequence[str], seconds: float = SECONDS
    ) -> None:
        self.view, self.names, self.seconds = view, tuple(names), seconds
        self._hint, self._stopped, self._failed = Hint(), threading.Event(), ""
        self._thread = threading.Thread(target=self._try, daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        return not self._thread.is_alive()

    def stop(self) -> None:
        self._stopped.set()

    def wait(self) -> Hint:
        """Until its time is up: for scripts and tests."""
        self._thread.join()
        return self._hint

    def _try(self) -> None:
        try:
            self._think()
        except Exception as wrong:  # the tab says so, and the game goes on
            self._failed = f"{type(wrong).__name__}: {wrong}"

    def _think(self) -> None:
        adviser, began, looked = Adviser(self.view, names=self.names), time.monotonic(), 0.0
        for spent in range(1, 1_000_000):
            if self._stopped.is_set():
                return
            adviser.think()
            now = time.monotonic() - began
            if spent >= adviser.fair and now - looked > 0.2:
                self._hint, looked = adviser.hint(), now
            if now > self.seconds and spent >= adviser.fair:
                break
            time.sleep(0)  # let the table answer a click
        self._hint = adviser.hint()

    def pieces(self) -> tuple[Piece, ...]:
        """What the Hint tab shows now."""
        hint = self._hint
        if self._failed:
            return (Line(f"No hint for this one, sorry ({self._failed:.80})."),)
        if not hint:
            return (Line("Imagining games that fit what you see …"),)
        games = f"{hint[0].win.n} imagined games for the best move, sensible rivals"
        if hint[0].win.n < EARLY:
            games = f"Too early to tell: {games}"
        mark = Line(f"{games}." if self.done else f"{games}, and still thinking …")
        if hint.by_score:
            lines = tuple(Line(f"{_points(a)} {_fine(a)}", strong=f"{_called(a)}:")
                          for a in hint[:SHOWN])  # fmt: skip
            return (Line("with its interval:", strong="Score,"), *lines, mark)
        bars = tuple(map(bar, hint[:SHOWN]))
        return (Line("with its interval:", strong="Chance to win,"), *bars, mark)


def bar(advice: Advice) -> Bar:
    win = advice.win
    if win.low == win.high:
        return Bar(_called(advice), 100 * win.value, fine=_fine(advice))
    return Bar(_called(advice), 100 * win.value, 100 * win.low, 100 * win.high, _fine(advice))


def _called(advice: Advice) -> str:
    label = advice.move.replace("*", "★")
    return label[:1].upper() + label[1:]


def _points(advice: Advice) -> str:
    score = advice.score
    return f"{score.value:.0f}, {score.low:.0f} to {score.high:.0f}."


def _fine(advice: Advice) -> str:
    """What is known for certain, and what the move does."""
    facts = [f"{fact.brief} ({fact.rule})." for fact in advice.facts]
    return " ".join([*(fact[0].upper() + fact[1:] for fact in facts), advice.reason])


class Ponderer:
    """A bot that takes its time: `ready` says whether it knows what to do."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._view: Mapping[str, Any] | None = None
        self._answer: str | Exception = ""

    def ready(self, view: Mapping[str, Any]) -> bool:
        """Starts to think, if it has not yet thought about this view."""
        if view != self._view:
            self._view = view
            self._thread = threading.Thread(target=self._ponder, args=(view,), daemon=True)
            self._thread.start()
        return not self._thread.is_alive()

    def _ponder(self, view: Mapping[str, Any]) -> None:
        try:
            answer: str | Exception = self.bot(view)
        except Exception as wrong:
            answer = wrong
        if view is self._view:  # and not about an older one
            self._answer = answer

    def __call__(self, view: Mapping[str, Any]) -> str:
        self.ready(view)
        self._thread.join()
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

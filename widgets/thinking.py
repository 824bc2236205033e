"""The Hint tab's chances: thought about on a thread of its own, and shown as they grow.

A Thinker imagines games for a view until it is told to stop or its time is up; the table looks at
what it has so far whenever it likes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.hints import Advice, Adviser, Hint
from widgets.scene import Bar, Line, Piece

SHOWN = 6  # moves with a bar; the others are worse
SECONDS = 6.0


class Thinker:
    """Thinks about one view; `stop` ends it within one imagined game."""

    def __init__(
        self, view: Mapping[str, Any], names: Sequence[str], seconds: float = SECONDS
    ) -> None:
        self.view, self.names, self.seconds = view, tuple(names), seconds
        self._hint, self._stopped = Hint(), threading.Event()
        self._thread = threading.Thread(target=self._think, daemon=True)
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
        if not hint:
            return (Line("Imagining games that fit what you see …"),)
        bars = tuple(map(bar, hint[:SHOWN]))
        games = f"{hint[0].win.n} imagined games for the best move, sensible rivals"
        mark = Line(f"{games}." if self.done else f"{games}, and still thinking …")
        return (Line("with its interval:", strong="Chance to win,"), *bars, mark)


def bar(advice: Advice) -> Bar:
    win = advice.win
    label = advice.move.replace("*", "★")
    fine = "; ".join(f"{fact.brief} ({fact.rule})" for fact in advice.facts)
    return Bar(label[:1].upper() + label[1:], 100 * win.value, 100 * win.low, 100 * win.high, fine)

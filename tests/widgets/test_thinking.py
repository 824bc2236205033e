"""The Hint tab: chances that grow, say what they rest on, and vanish when the position changes."""

from __future__ import annotations

import asyncio
import time

import pytest

import cardkit
from widgets import Table
from widgets.scene import Bar, Choice


def table(**more) -> Table:
    game = cardkit.position(
        "lynx", players=3, hands={0: "9 9 9", 1: "13", 2: "1"},
        tables={0: ["2 2 2 2"], 1: ["5 5 5 5 5 5"]},
    )  # fmt: skip
    return Table(game, save=False, pause=0, **more)


def bars(shown: Table) -> list[Bar]:
    return [piece for piece in shown.scene().hint if isinstance(piece, Bar)]


def test_the_hint_tab_offers_to_think_and_then_shows_chances_with_intervals() -> None:
    shown = table()
    assert any(isinstance(p, Choice) and p.verb == "think" for p in shown.scene().hint)
    shown.think(seconds=0.5)
    first = bars(shown)[0]
    assert first.label == "Lay 9 9 9" and first.percent == 100 and first.low < 100
    assert "lynx.end.hand-empty" in first.fine and "imagined games" in shown.html


def test_a_move_drops_the_thoughts_and_stops_them() -> None:
    shown = table()
    shown.think(seconds=0.3)
    thinker = shown._thinker
    shown.play("lay 9")
    assert shown._thinker is None and thinker._stopped.is_set() and not bars(shown)


def test_thinking_does_not_hold_up_the_table() -> None:
    """While a thread thinks, a click is answered; the thread ends soon after."""

    async def click() -> tuple[float, bool]:
        shown = table()
        shown._on_think([], {}, seconds=30)
        thinker = shown._thinker
        await asyncio.sleep(0.6)
        assert not thinker.done
        began = time.monotonic()
        shown._receive(None, {"verb": "pick", "places": ["hand-0"], "version": shown._version,
                              "seat": 0}, None)  # fmt: skip
        took = time.monotonic() - began
        shown.play("lay 9 9 9")
        thinker._thread.join(timeout=20)
        return took, thinker.done

    took, done = asyncio.run(click())
    assert done and took < 2


def test_nothing_to_think_about() -> None:
    shown = table()
    shown.play("lay 9 9 9")
    with pytest.raises(cardkit.BadInput, match="nothing for you to decide"):
        shown.think()

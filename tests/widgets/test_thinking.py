"""The Hint tab: chances that grow, say what they rest on, and vanish when the position changes."""

from __future__ import annotations

import asyncio
import time

import pytest

import cardkit
from widgets import Table, thinking
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
    assert first.label == "Lay 9 9 9" and first.percent == 100 and first.low is None  # certain
    assert "lynx.end.hand-empty" in first.fine and "imagined games" in shown.html
    second = bars(shown)[1]
    assert second.low < second.percent < second.high or second.percent in (0, 100)
    assert f"{second.low:.0f}–{second.high:.0f}" in shown.html
    assert "You lay 9" in second.fine and "(lynx.play.layer)" in second.fine


def test_a_few_games_are_called_too_early_to_tell_and_a_failure_is_said(monkeypatch) -> None:
    shown = table()
    shown.think(seconds=0.001)
    assert "Too early to tell" in shown.html
    monkeypatch.setattr(thinking.Adviser, "think", lambda self: 1 / 0)
    shown.think(seconds=1)
    assert "No hint for this one" in shown.html and "ZeroDivisionError" in shown.html


def test_a_look_ahead_rival_thinks_while_the_table_answers() -> None:
    """Its thread takes a second; the event loop turns meanwhile, and then its move comes."""

    async def wait() -> tuple[int, int]:
        game = cardkit.new("lynx", players=3, seed=3, mode="advanced")
        shown = Table(game, save=False, pause=0, bots="look-ahead")
        shown.play(str(shown.game.moves()[0]))
        turns, began = 0, time.monotonic()
        while len(shown.game.history) == 1 and time.monotonic() - began < 60:
            await asyncio.sleep(0.02)
            turns += 1
        return turns, len(shown.game.history)

    turns, moves = asyncio.run(wait())
    assert turns >= 5 and moves > 1


def test_a_ponderer_answers_at_once_where_there_is_no_loop_and_passes_faults_on() -> None:
    view = cardkit.new("lynx", seed=1).view(0)
    assert thinking.Ponderer(lambda view: view["moves"][0])(view) == view["moves"][0]
    with pytest.raises(ZeroDivisionError):
        thinking.Ponderer(lambda view: 1 / 0)(view)


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

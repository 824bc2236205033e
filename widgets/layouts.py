"""Finds the layout of a game, and shows a game without a widget."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from cardkit import BadInput, Game
from widgets import render
from widgets.scene import Scene

NAMES = ("Ola", "Karolina", "Michał", "Ela", "Nikodem", "Zosia")


def layout_of(game: str) -> ModuleType:
    """The module with `layout`, `notation` and `explain` for a game."""
    name = f"widgets.{game}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise BadInput(f"There is no table for {game!r:.40} yet.") from None


def scene(game: Game, seat: int | None = None, names: Sequence[str] = NAMES) -> Scene:
    """What that seat sees now (the seat to act, if none is given)."""
    if seat is None:
        seat = game.to_act if game.to_act is not None else game.turn
    view = game.view(seat)
    made: Scene = layout_of(game.name).layout(view, names, since=len(view["log"]))
    return made


class Picture:
    """A table as a picture: HTML that needs no widget and no kernel."""

    def __init__(self, scene: Scene, theme: str = "") -> None:
        self.scene, self.theme = scene, theme

    def _repr_html_(self) -> str:
        return render.static(self.scene, self.theme)

    def __repr__(self) -> str:
        asked = self.scene.question
        return f"<{self.scene.title}, {self.scene.meta}: {asked or 'nothing is asked'}>"


def show(
    game: Game, seat: int | None = None, names: Sequence[str] = NAMES, theme: str = ""
) -> Picture:
    """A picture of the game as that seat sees it.

    >>> import cardkit
    >>> show(cardkit.new("lynx", seed=7), seat=0)
    <Lynx, basic · 4 players: Lay cards of one value; jokers may join. Pick cards in your hand.>
    """
    return Picture(scene(game, seat, names), theme)


def register() -> None:
    """Let game objects show themselves in a notebook. Without IPython there is nothing to do."""
    try:
        from IPython import get_ipython
    except ImportError:
        return
    shell: Any = get_ipython()
    if shell is not None:
        shell.display_formatter.formatters["text/html"].for_type(Game, _game_html)


def _game_html(game: Game) -> str | None:
    try:
        return show(game)._repr_html_()
    except BadInput:  # a game without a table shows its plain line
        return None

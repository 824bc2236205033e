"""The five games, by name; a game's module is loaded when it is first asked for."""

from __future__ import annotations

import difflib
import importlib
from functools import cache

from cardkit.errors import BadInput
from cardkit.game import Game

NAMES = ("lynx", "sevens", "seers", "knyf", "nerves")


def named(name: object) -> type[Game]:
    """The class of the game with that name."""
    if not isinstance(name, str) or name not in NAMES:
        near = difflib.get_close_matches(str(name), NAMES, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(NAMES)}."
        raise BadInput(f"There is no game {name!r:.40}. {hint}")
    return _loaded(name)


@cache
def _loaded(name: str) -> type[Game]:
    kind: type[Game] = getattr(importlib.import_module(f"cardkit.games.{name}"), name.capitalize())
    return kind

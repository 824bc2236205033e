"""What a click at the Nerves table means: notation for the engine, or an answer to a try.

>>> import cardkit
>>> view = cardkit.position("nerves", players=2, row="5", hands={0: "trap 4h 5"}).view(0)
>>> view["hand"], notation(view, "lay-down", ["hand-2"]), notation(view, "check", [])
(['4h', '5', 'trap'], 'lay trap down', 'check')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit import BadInput
from widgets.places import at, one
from widgets.scene import Line

View = dict[str, Any]


def notation(view: View, verb: str, places: Sequence[str]) -> str:
    """The move that a verb and its places mean, legal or not."""
    if verb in ("lay-up", "lay-down"):
        if not places:
            raise BadInput("Pick the card that you want to lay.", "nerves.turn.choice")
        card = at(view["hand"], one(places), "hand")
        return f"lay {card}" + " down" * (verb == "lay-down")
    if verb in ("check", "wait"):
        return verb
    raise BadInput(f"There is no verb {verb!r:.40} at this table.")


def explain(view: View, names: Sequence[str], verb: str, places: Sequence[str],
            picked: Sequence[str]) -> Line | None:  # fmt: skip
    """The answer to a try that is no move of the game: looking under a heart."""
    if verb != "peek":
        return None
    laid = at(view["row"], one(places), "row")
    owner = laid["owner"]
    whose = "you know" if owner == view["seat"] else f"{names[owner]} knows"
    return Line(
        f"Only {whose} what lies here: hearts are turned over when somebody calls CHECK!",
        ("nerves.see.heart",),
    )

"""Reads the places that a page sends: "hand-2" is the third card of the hand, or it is refused.

>>> at(["4", "trap"], "hand-1", "hand")
'trap'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit import BadInput


def one(places: Sequence[str]) -> str:
    """The only place of them."""
    if len(places) != 1:
        raise BadInput(f"One place is wanted here, not {len(places)}.")
    return places[0]


def at(things: Sequence[Any], place: str, zone: str) -> Any:
    """What lies at a place like "pool-2"."""
    name, _, number = place.partition("-")
    if name != zone or not number.isdecimal() or int(number) >= len(things):
        raise BadInput(f"There is no place {place!r:.40} to choose here.")
    return things[int(number)]

"""What a page may send to a table: a verb, places and fields, of the right shape and size.

>>> understood({"verb": "lay", "places": ["hand-2"], "seat": 0, "version": 12})
('lay', ['hand-2'], {})
"""

from __future__ import annotations

from typing import Any

from cardkit import BadInput
from widgets import saves

MOST_PLACES, LONGEST = 60, 60  # of a message: how many places, how long a word
NONSENSE = "The table did not understand that; nothing has changed."


def understood(message: Any) -> tuple[str, list[str], dict[str, str]]:
    """The verb, places and fields of a message that has the right shape and size."""
    if not isinstance(message, dict) or not set(message) <= {
        "verb", "places", "seat", "version", "fields",
    }:  # fmt: skip
        raise BadInput(NONSENSE)
    verb: Any = message.get("verb")
    places: Any = message.get("places")
    given: Any = message.get("fields", {})
    words = [verb, *places] if isinstance(places, list) else [None]
    if len(words) > MOST_PLACES or not all(_word(word) for word in words):
        raise BadInput(NONSENSE)
    if not isinstance(given, dict) or len(given) > 20:
        raise BadInput(NONSENSE)
    for name, value in given.items():
        longest = saves.LARGEST if name == "record" else LONGEST
        if not _word(name) or not isinstance(value, str) or len(value) > longest:
            raise BadInput(NONSENSE)
    return verb, places, given


def _word(word: Any) -> bool:
    return isinstance(word, str) and 0 < len(word) <= LONGEST


def whole(text: str, what: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"{what}: a whole number, not {text!r:.20}.") from None

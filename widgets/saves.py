"""Keeps games on the kernel's side: one JSON file for each table, written whole or not at all.

A record holds the seed, hence every hand: it goes to the browser only when somebody downloads it.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from cardkit import BadInput

FOLDER = Path(".cardkit")
LARGEST = 2_000_000  # characters of a record; a long game has about ten thousand
_number = count(1)


def fresh_name(game: str) -> str:
    """A name that no other table of this kernel has."""
    return f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{next(_number)}"


def path_of(name: str) -> Path:
    """The file of a saved game; a name is letters, digits, dots and dashes, never a path."""
    if not isinstance(name, str) or not re.fullmatch(r"\w[\w.-]{0,60}", name):
        raise BadInput(f"A saved game has a plain name like 'evening', not {name!r:.40}.")
    return FOLDER / f"{name}.json"


def write(name: str, data: dict[str, Any]) -> None:
    """Save a game under a name."""
    put(path_of(name), data)


def put(path: Path, data: dict[str, Any]) -> None:
    """Write a file whole or not at all: first beside the old one, then in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, indent=1)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(name: str) -> dict[str, Any] | None:
    """A saved game, or None if there is none of that name."""
    path = path_of(name)
    return parse(path.read_text(encoding="utf-8")) if path.exists() else None


def parse(text: object) -> dict[str, Any]:
    """The data of a record somebody brings.

    >>> parse('{"cardkit": 1}')
    {'cardkit': 1}
    >>> parse("seven")
    Traceback (most recent call last):
    cardkit.errors.BadInput: That is no record: it is not JSON.
    """
    if not isinstance(text, str) or len(text) > LARGEST:
        raise BadInput(f"A record is a text of at most {LARGEST:,} characters.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("That is no record: it is not JSON.") from None
    if not isinstance(data, dict):
        raise BadInput("That is no record: it has no names and values.")
    return data


def saved(game: str, most: int = 8) -> list[str]:
    """The names of the saved games, the latest first."""
    if not FOLDER.is_dir():
        return []
    files = sorted(FOLDER.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [path.stem for path in files if _plays(path, game)][:most]


def _plays(path: Path, game: str) -> bool:
    try:
        data = parse(path.read_text(encoding="utf-8"))
    except (BadInput, OSError, UnicodeDecodeError):
        return False
    record = data.get("record")
    return isinstance(record, dict) and record.get("game") == game

"""Where golden transcripts are, and the moves that a transcript tells of."""

from __future__ import annotations

import re
from pathlib import Path

MOVE = re.compile(r"^(\d+: .+)$", re.MULTILINE)
SEED = re.compile(r"seed (\d+)")


def path_of(title: str) -> Path:
    return Path(__file__).parent / f"{title}.txt"


def moves_of(text: str) -> list[str]:
    return MOVE.findall(text)


def seed_of(text: str) -> int:
    found = SEED.search(text)
    assert found
    return int(found[1])

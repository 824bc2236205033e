"""Write the golden transcripts anew: `python -m tests.golden`; then read the difference."""

from __future__ import annotations

from cardkit.narration import transcript
from tests.golden.files import path_of
from tests.plays import GOLDEN, sensible_game

SEED = 11

for title, row in GOLDEN.items():
    path_of(title).write_text(transcript(sensible_game(row, SEED)), encoding="utf-8")
    print(f"wrote {path_of(title).name}")

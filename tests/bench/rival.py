"""Whoever plays for a figure, ours or another engine: each in a process of its own, asked by pipe.

So both sides have the same chances: nothing else is loaded there, and nothing else was played.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[2]
FOLDER = "Scripts" if sys.platform == "win32" else "bin"
OTHERS = PROJECT / ".venv-bench" / FOLDER / "python"


@cache
def worker(script: str, *words: str) -> subprocess.Popen[str]:
    """The running script, started at the first question; those of others have their own Python."""
    ours = script.startswith("our_")
    if not ours and not OTHERS.exists():
        sys.exit("The rivals' environment .venv-bench is not there yet: `make bench` makes it.")
    python, path = sys.executable if ours else OTHERS, Path(__file__).with_name(script)
    process = subprocess.Popen(
        [python, path, *words], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    atexit.register(process.terminate)
    return process


def ask(seconds: float, script: str, *words: str) -> float:
    """Let it play for so long; its figure."""
    process = worker(script, *words)
    assert process.stdin and process.stdout
    print(seconds, file=process.stdin, flush=True)
    answer = process.stdout.readline()
    if not answer:
        sys.exit(f"{script} ended without an answer.")
    return float(answer)

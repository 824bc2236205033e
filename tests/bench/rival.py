"""Another engine in .venv-bench, asked for figures over a pipe; it lives through the rounds."""

from __future__ import annotations

import atexit
import subprocess
import sys
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[2]
FOLDER = "Scripts" if sys.platform == "win32" else "bin"
PYTHON = PROJECT / ".venv-bench" / FOLDER / "python"


@cache
def worker(script: str) -> subprocess.Popen[str]:
    """The running script, started at the first question."""
    if not PYTHON.exists():
        sys.exit("The rivals' environment .venv-bench is not there yet: `make bench` makes it.")
    path = Path(__file__).with_name(script)
    process = subprocess.Popen(
        [PYTHON, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(process.terminate)
    return process


def ask(script: str, question: str) -> float:
    """Send one line, read one figure."""
    process = worker(script)
    assert process.stdin and process.stdout
    print(question, file=process.stdin, flush=True)
    answer = process.stdout.readline()
    if not answer:
        sys.exit(f"{script} ended without an answer.")
    return float(answer)

"""Deliberate small changes to a game's rules: the rule tests must catch every one of them.

`make mutants`, or `python -m tests.mutants.run lynx`. Each `[[mutant]]` of <game>.toml names a
file, a text that stands in it exactly once, and what to put in its place.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def mutants_of(game: str) -> list[dict[str, str]]:
    return tomllib.loads((HERE / f"{game}.toml").read_text(encoding="utf-8"))["mutant"]


def mutated(mutant: dict[str, str]) -> str:
    """The changed text of the file; the place must be there exactly once."""
    text = (ROOT / mutant["file"]).read_text(encoding="utf-8")
    count = text.count(mutant["find"])
    if count != 1:
        raise SystemExit(f"{mutant['file']}: {mutant['find']!r} stands there {count} times")
    return text.replace(mutant["find"], mutant["put"])


def caught(game: str, mutant: dict[str, str]) -> bool:
    """Do the game's rule tests fail with this change?"""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("cardkit", "tests", "pyproject.toml"):
            source, target = ROOT / part, copy / part
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        (copy / mutant["file"]).write_text(mutated(mutant), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", f"tests/rules/test_{game}.py"]
        quiet = ["-x", "-q", "-p", "no:cacheprovider", "--no-header"]
        try:
            done = subprocess.run(
                command + quiet, cwd=copy, capture_output=True, timeout=120, preexec_fn=_modest
            )
        except subprocess.TimeoutExpired:
            return True  # a game that never ends has been noticed
        return done.returncode == 1


def _modest() -> None:
    """A mutant that loops may not eat the machine's memory."""
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def main(games: list[str]) -> int:
    survivors = 0
    for game in games or sorted(path.stem for path in HERE.glob("*.toml")):
        mutants = mutants_of(game)
        with ThreadPoolExecutor(max_workers=2) as pool:
            results = list(pool.map(lambda mutant, game=game: caught(game, mutant), mutants))
        for mutant, found in zip(mutants, results, strict=True):
            if not found:
                survivors += 1
                print(f"SURVIVED  {game}: {mutant['why']}")
        print(f"{game}: {sum(results)} of {len(mutants)} mutants caught")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Measure every bench in rounds, ours and the other's in turn; print medians and ratios.

python -m tests.bench.run               everything
python -m tests.bench.run lynx import   only the rows whose name has one of these words
python -m tests.bench.run --rounds 15   more repetitions than the usual 7
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from statistics import median

from tests.bench import Bench

HEAD = ("", "ours", "other", "ratio", "goal", "beside")


def benches() -> Iterator[Bench]:
    """What the functions bench_*() of the modules bench_*.py give, in order of name."""
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        module = import_module(f"tests.bench.{path.stem}")
        for name, function in vars(module).items():
            if name.startswith("bench_"):
                yield from function()


def measure(chosen: list[Bench], rounds: int) -> list[tuple[float, float]]:
    """Medians of (ours, other) for each bench; a round measures all, so a slow spell hits all."""
    found: list[tuple[list[float], list[float]]] = [([], []) for _ in chosen]
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        for bench, (ours, other) in zip(chosen, found, strict=True):
            sides = [(ours, bench.ours), (other, bench.other)]
            for figures, side in sides if number % 2 else reversed(sides):
                figures.append(side() if callable(side) else side)
    progress("")
    return [(median(ours), median(other)) for ours, other in found]


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:20}\r", end="", file=sys.stderr, flush=True)


def table(chosen: list[Bench], medians: list[tuple[float, float]]) -> list[tuple[str, ...]]:
    rows = [HEAD]
    for bench, (ours, other) in zip(chosen, medians, strict=True):
        ratio = bench.ratio(ours, other)
        goal = f"{bench.goal:.1f} ×" + ("" if ratio >= bench.goal else " missed")
        figures = (figure(ours), f"{figure(other)} {bench.unit}", f"{ratio:.2f} ×")
        rows.append((bench.name, *figures, goal, bench.rival))
    return rows


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def show(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = [
            cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join([first, *rest]).rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="only rows whose name has one of these words")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    chosen = [b for b in benches() if not asked.words or any(w in b.name for w in asked.words)]
    if not chosen:
        sys.exit(f"No bench has {' or '.join(asked.words)} in its name.")
    medians = measure(chosen, asked.rounds)
    show(table(chosen, medians))
    print(f"Medians of {asked.rounds} rounds; a ratio above 1 means that ours is the better.")
    missed = sum(b.ratio(*pair) < b.goal for b, pair in zip(chosen, medians, strict=True))
    sys.exit(f"{missed} of {len(chosen)} goals missed." if missed else 0)


if __name__ == "__main__":
    main()

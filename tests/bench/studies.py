"""Who is stronger, and does it pay to begin? Measured with `cardkit.study`, 99 % intervals.

`make studies` writes docs/studies.md, in about a quarter of an hour on two cores. Every comparison
of a game deals the same cards (paired seeds); the bots change seats from game to game.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from cardkit.intervals import Estimate, mean_of
from cardkit.studies import Study, study

OUT = Path(__file__).parents[2] / "docs" / "studies.md"
LEVEL = 0.99
SEED = 2026


class Plan(NamedTuple):
    """How a game is measured: players, playouts of look-ahead, games with and without it."""

    game: str
    players: int
    playouts: int
    deep: int
    many: int


PLANS = (
    Plan("lynx", 3, 32, 30, 600),
    Plan("sevens", 3, 40, 90, 600),
    Plan("nerves", 3, 32, 36, 400),
    Plan("knyf", 2, 16, 8, 100),
    Plan("seers", 3, 16, 9, 120),
)
MODES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("lynx", {"players": 3}),
    ("lynx", {"players": 4}),
    ("lynx", {"players": 4, "mode": "advanced"}),
    ("lynx", {"players": 4, "mode": "expert"}),
    ("lynx", {"players": 2}),
    ("sevens", {"players": 2}),
    ("sevens", {"players": 4}),
    ("seers", {"players": 2}),
    ("seers", {"players": 4}),
    ("seers", {"players": 4, "side": "B"}),
    ("knyf", {"players": 2}),
    ("nerves", {"players": 2}),
    ("nerves", {"players": 4}),
)


def matches(plan: Plan, workers: ProcessPoolExecutor) -> Iterator[str]:
    """One against the others: its share of the victories beside the even share."""
    deep = f"look-ahead:{plan.playouts}"
    for one, other, games in (
        ("sensible", "random", plan.many),
        (deep, "random", plan.deep),
        (deep, "sensible", plan.deep),
    ):
        began = time.perf_counter()
        found = study(
            plan.game, [one, *[other] * (plan.players - 1)], games=games, seed=SEED,
            executor=workers, players=plan.players,
        )  # fmt: skip
        wins, even = found.wins(one, LEVEL), 1 / plan.players
        spent = time.perf_counter() - began
        print(f"{plan.game}: {one} against {other}, {spent:.0f} s", flush=True)
        yield (
            f"| {plan.game}, {plan.players} players | {one} | {other} | {games} "
            f"| {shown(wins)} | {even:.3f} | {verdict(wins, even)} | {shown(_score(found, one))} |"
        )


def _score(found: Study, name: str) -> Estimate:
    return mean_of([row["score"] for row in found.rows if row["bot"] == name], LEVEL)


def verdict(wins: Estimate, even: float) -> str:
    if wins.low > even:
        return "better"
    return "worse" if wins.high < even else "not clear"


def shown(estimate: Estimate) -> str:
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def beginnings(workers: ProcessPoolExecutor) -> Iterator[str]:
    """Four equal, sensible players: how often does the one who begins win?"""
    for game, options in MODES:
        found = study(game, ["sensible"], games=400, seed=SEED, executor=workers, **options)
        wins, even = found.seat_wins(0, LEVEL), 1 / options["players"]
        said = ", ".join(f"{name} {value}" for name, value in options.items())
        print(f"{game}: {said}, who begins", flush=True)
        yield f"| {game} | {said} | {shown(wins)} | {even:.3f} | {verdict(wins, even)} |"


def speed() -> Iterator[str]:
    """What a study costs beside bare play, and what a second worker gains."""
    from cardkit import new
    from cardkit.bots import play_out
    from cardkit.studies import made

    games = 200
    began = time.perf_counter()
    for number in range(games):
        seed = SEED * 1_000_003 + number
        play_out(new("lynx", seed=seed), [made("sensible", "lynx", 0)] * 4)
    bare = time.perf_counter() - began
    times = {}
    for workers in (0, 1, 2):
        pool = ProcessPoolExecutor(workers) if workers else None
        if pool:
            list(pool.map(abs, range(workers)))  # started before the clock
        began = time.perf_counter()
        study("lynx", ["sensible"], games=games, seed=SEED, executor=pool)
        times[workers] = time.perf_counter() - began
        if pool:
            pool.shutdown()
    yield f"- A study takes {times[0] / bare:.2f} × the time of the same {games} games played bare."
    yield f"- Two workers are {times[1] / times[2]:.2f} × as fast as one."


def main() -> None:
    """Each study is written down as soon as it is finished."""
    strength: list[str] = []
    begins: list[str] = []
    with ProcessPoolExecutor(2) as workers:
        for plan in PLANS:
            for line in matches(plan, workers):
                write(strength := [*strength, line], begins, [])
        for line in beginnings(workers):
            write(strength, begins := [*begins, line], [])
    write(strength, begins, list(speed()))


def write(strength: list[str], begins: list[str], costs: list[str]) -> None:
    parts = {"strength": strength, "begins": begins, "speed": costs}
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(PAGE.format(**{k: "\n".join(v) for k, v in parts.items()}), encoding="utf-8")


PAGE = """# Measured: bots and beginnings

Made by `make studies` (tests/bench/studies.py). Intervals are 99 %; a shared victory counts as its
share; every comparison of a game deals the same cards. `look-ahead:40` imagines 40 games a move.

## Who is stronger?

| game | one | against | games | wins | even share | verdict | its score |
|---|---|---|---|---|---|---|---|
{strength}

## Does it pay to begin?

Sensible players in every seat, 400 games each: how often does the one who begins win?

| game | mode | the beginner wins | even share | verdict |
|---|---|---|---|---|
{begins}

## What a study costs

{speed}
"""

if __name__ == "__main__":
    sys.exit(main())

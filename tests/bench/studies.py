"""Who is stronger, and does it pay to begin? Measured with `cardkit.study`, 99 % intervals.

`make studies` writes docs/studies.md, in about half an hour on two cores. Every comparison of a
game deals the same cards: one player is exchanged, the games are compared in pairs, and seats
change from game to game.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from cardkit.intervals import Estimate
from cardkit.studies import Study, study

OUT = Path(__file__).parents[2] / "docs" / "studies.md"
LEVEL = 0.99
SEED = 2026
BEGINNINGS = 1000  # games per mode


class Plan(NamedTuple):
    """How a game is measured: players, playouts of look-ahead, and games of each comparison."""

    game: str
    players: int
    playouts: int
    sensible: int  # games of sensible against random
    easy: int  # games of look-ahead against random
    hard: int  # games of look-ahead against sensible


PLANS = (
    Plan("lynx", 3, 60, 600, 20, 150),
    Plan("sevens", 3, 60, 600, 30, 300),
    Plan("seers", 3, 60, 300, 12, 75),
    Plan("knyf", 2, 60, 200, 12, 60),
    Plan("nerves", 3, 40, 600, 12, 90),
)
MODES: dict[str, tuple[dict[str, Any], ...]] = {
    "lynx": (
        {"players": 3}, {"players": 4}, {"players": 5},
        {"players": 4, "mode": "advanced"}, {"players": 4, "mode": "expert"}, {"players": 2},
    ),
    "sevens": ({"players": 2}, {"players": 3}, {"players": 4}, {"players": 5}),
    "seers": (
        {"players": 2}, {"players": 4}, {"players": 4, "side": "B"}, {"players": 4, "heirs": True},
        {"players": 4, "enchanted": True}, {"players": 4, "third_eye": True},
    ),
    "knyf": ({"players": 2}, {"players": 4}, {"players": 2, "keep_surplus": True}),
    "nerves": ({"players": 2}, {"players": 4}, {"players": 6}),
}  # fmt: skip


# Why look-ahead may not be clearly better than the sensible player whose playouts it uses; shown
# where that was measured. How much two moves differ between playouts, over the same cards, is from
# a few positions after eight decisions.
WHY = {
    "knyf": "after the first draw two moves have no card in common any more, so that playing them "
    "on over the same pile pairs little: the lead differs by some 68 points from playout to "
    "playout, while good moves are a few points apart. It would take hundreds of playouts a move "
    "to tell them from each other; with 60 it keeps, rightly, to the sensible move.",
    "seers": "a round ends in one comparison of hands, and a whole game is three such rounds: what "
    "a single move changes is small beside the luck of the deck that follows.",
    "sevens": "what matters is what rivals hold, and that is guessed from habits; hands change "
    "with every card, so that one decision in about eighteen settles little.",
    "nerves": "the sensible player already reckons with the chance that the row has reached its "
    "goal; look-ahead adds what the others will do next, in games of three rounds and more.",
}


class Bench:
    """The studies, on two workers; kept in a folder, if there is one, to go on from there."""

    def __init__(self, workers: ProcessPoolExecutor, folder: Path | None) -> None:
        self.workers, self.folder = workers, folder
        self.unclear: list[str] = []  # games in which look-ahead is not clearly the better player

    def study(self, game: str, bots: list[str], games: int, **options: Any) -> Study:
        began = time.perf_counter()
        said = " ".join([game, *bots, *(f"{name}={value}" for name, value in options.items())])
        name = f"{said} {games}.jsonl".replace(" ", "_").replace(":", "-")
        file = self.folder and self.folder / name
        found = study(game, bots, games, SEED, self.workers, resume=file, **options)
        print(f"{said}: {games} games, {time.perf_counter() - began:.0f} s", flush=True)
        return found

    def matches(self, plan: Plan) -> Iterator[str]:
        """Exchange one player of a table of equals: what does that change?"""
        deep, players = f"look-ahead:{plan.playouts}", plan.players
        for one, other, games in (
            ("sensible", "random", plan.sensible),
            (deep, "random", plan.easy),
            (deep, "sensible", plan.hard),
        ):
            found = self.study(plan.game, [one, *[other] * (players - 1)], games, players=players)
            base = self.study(plan.game, [other] * players, games, players=players)
            share, paired = found.wins(one, LEVEL), found.compare(base, level=LEVEL)
            gain, even = paired.wins.difference, 1 / players
            if other == "sensible" and verdict(share, even) != "better":
                self.unclear.append(plan.game)
            yield (
                f"| {plan.game}, {players} players | {one} | {other} | {games} | {shown(share)} "
                f"| {even:.3f} | {signed(gain)} | {signed(paired.score.difference)} "
                f"| {verdict(share, even)} |"
            )

    def beginnings(self, game: str) -> Iterator[str]:
        """Equal, sensible players: how often does the one who begins win?"""
        for options in MODES[game]:
            found = self.study(game, ["sensible"], BEGINNINGS, **options)
            wins, even = found.seat_wins(0, LEVEL), 1 / options["players"]
            said = ", ".join(f"{name} {value}" for name, value in options.items())
            yield f"| {game} | {said} | {shown(wins)} | {even:.3f} | {verdict(wins, even)} |"


def verdict(wins: Estimate, even: float) -> str:
    if wins.low > even:
        return "better"
    return "worse" if wins.high < even else "not clear"


def shown(estimate: Estimate) -> str:
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def signed(estimate: Estimate) -> str:
    return f"{estimate.value:+.2f} [{estimate.low:+.2f}, {estimate.high:+.2f}]".replace("-", "−")


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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=Path, help="a folder for the games: go on where one stopped")
    folder = parser.parse_args().keep
    if folder:
        folder.mkdir(exist_ok=True)
    with ProcessPoolExecutor(2) as workers:
        bench = Bench(workers, folder)
        strength = [line for plan in PLANS for line in bench.matches(plan)]
        begins = [line for game in MODES for line in bench.beginnings(game)]
    why = [f"- {game}: {WHY.get(game, 'we do not know why.')}" for game in bench.unclear]
    parts = {"strength": strength, "why": why, "begins": begins, "speed": list(speed())}
    page = PAGE.format(**{name: "\n".join(lines) for name, lines in parts.items()})
    OUT.write_text(page, encoding="utf-8")


PAGE = """# Measured: bots and beginnings

Made by `make studies` (tests/bench/studies.py). Intervals are 99 %; a shared victory counts as its
share. `look-ahead:60` imagines 60 games a move.

## Who is stronger?

At a table of equal players one is exchanged, the cards stay the same: how often does it win, and
how much more often, and with how many more points, than the player whose place it took? Among
equals, who take all seats in turn, everyone's share is even by symmetry, so the verdict compares
the wins with that.

| game | one | among | games | wins | even share | more wins | more points | verdict |
|---|---|---|---|---|---|---|---|---|
{strength}

Where look-ahead is not clearly better than sensible players, and why we think so:

{why}

## Does it pay to begin?

Sensible players in every seat, 1000 games each: how often does the one who begins win?

| game | mode | the beginner wins | even share | verdict |
|---|---|---|---|---|
{begins}

## What a study costs

{speed}
"""

if __name__ == "__main__":
    main()

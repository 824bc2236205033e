"""Random play through the public `moves` and `play`, beside RLCard's bare uno game."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import cardkit
from tests.bench import Bench
from tests.bench.rival import ask

SECONDS = 0.5
# Besides every game as it comes: what follows its name in the row, and its options.
VARIANTS: dict[str, dict[str, dict[str, Any]]] = {
    "lynx": {
        "advanced": {"mode": "advanced"},
        "expert": {"mode": "expert"},
        "duel": {"players": 2},
    },
}


def moves_per_second(name: str, options: dict[str, Any]) -> float:
    """Whole games with random moves, dealing included."""
    moves, seed, choice, start = 0, 0, random.Random(1).choice, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        game = cardkit.new(name, seed=seed, **options)
        seed += 1
        while game.to_act is not None:
            game.play(choice(game.moves()))
            moves += 1
    return moves / spent


def bench_random_play() -> Iterator[Bench]:
    other = partial(ask, "rlcard_uno.py", str(SECONDS))
    for name in cardkit.NAMES:
        for variant, options in {"": {}, **VARIANTS.get(name, {})}.items():
            ours = partial(moves_per_second, name, options)
            row = f"{name} {variant}".strip()
            yield Bench(f"{row}: random play", "moves/s", ours, other, "RLCard's bare uno")

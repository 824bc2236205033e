"""Random play through the public `moves` and `play`, beside RLCard's bare uno game."""

from __future__ import annotations

import json
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


def bench_random_play() -> Iterator[Bench]:
    other = partial(ask, SECONDS, "rlcard_uno.py")
    for name in cardkit.NAMES:
        for variant, options in {"": {}, **VARIANTS.get(name, {})}.items():
            ours = partial(ask, SECONDS, "our_play.py", name, json.dumps(options))
            row = f"{name} {variant}".strip()
            yield Bench(f"{row}: random play", "moves/s", ours, other, "RLCard's bare uno")

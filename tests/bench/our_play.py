"""Random play through the public `moves` and `play`, in moves a second; run by rival.py.

Its words are a game and its options as JSON. Each line read is a number of seconds; each line
written is the speed of whole games played in them, dealing included.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

import cardkit


def moves_per_second(name: str, options: dict[str, Any], seconds: float) -> float:
    moves, seed, choice, start = 0, 0, random.Random(1).choice, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        game = cardkit.new(name, seed=seed, **options)
        seed += 1
        while game.to_act is not None:
            game.play(choice(game.moves()))
            moves += 1
    return moves / spent


game, options = sys.argv[1], json.loads(sys.argv[2])
for line in sys.stdin:
    print(moves_per_second(game, options, float(line)), flush=True)

"""Random play on RLCard's bare uno game, in moves a second; run by rival.py in .venv-bench.

Each line read is a number of seconds; each line written is the speed of whole games played in them.
"""

from __future__ import annotations

import random
import sys
import time

from rlcard.games.uno import Game


def moves_per_second(seconds: float) -> float:
    moves, choice, start = 0, random.Random(1).choice, time.perf_counter()
    game = Game()
    while (spent := time.perf_counter() - start) < seconds:
        game.init_game()
        while not game.is_over():
            game.step(choice(game.get_legal_actions()))
            moves += 1
    return moves / spent


for line in sys.stdin:
    print(moves_per_second(float(line)), flush=True)

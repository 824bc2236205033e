"""Players: a bot is a function from what its seat sees (a view) to the notation of a move.

`random` plays any legal move, `sensible` knows a few things about its game (bots/<game>.py), and
`look-ahead` imagines the cards it cannot see and plays on (bots/lookahead.py).
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from cardkit.errors import BadInput
from cardkit.game import Game
from cardkit.games import named

View = Mapping[str, Any]
Bot = Callable[[View], str]


BOTS = ("random", "sensible", "look-ahead")


def bot(name: str, game: str, seed: int = 0, **budget: int) -> Bot:
    """The bot of that name for a game; look-ahead takes a budget, like playouts=60.

    >>> import cardkit
    >>> lynx = cardkit.new("lynx", seed=1)
    >>> bot("sensible", "lynx")(lynx.view(0)) in lynx.view(0)["moves"]
    True
    """
    if name == "random":
        return random_bot(seed)
    if name == "sensible":
        module = importlib.import_module(f"cardkit.bots.{named(game).name}")
        sensible: Bot = module.sensible
        return sensible
    if name == "look-ahead":
        lookahead = importlib.import_module("cardkit.bots.lookahead")
        return partial(lookahead.look_ahead, seed=seed, **budget)
    raise BadInput(f"There is no bot {name!r:.40}. There are: {', '.join(BOTS)}.")


def random_bot(seed: int) -> Bot:
    """Any legal move, each as likely as the next; the seed decides."""
    chance = random.Random(seed)
    return lambda view: str(view["moves"][int(chance.random() * len(view["moves"]))])


def play_out(game: Game, bots: Sequence[Bot]) -> Game:
    """Let the bots finish this game, each seeing only its own view."""
    while game.to_act is not None:
        seat = game.to_act
        game.play(bots[seat](game.view(seat)), seat)
    return game

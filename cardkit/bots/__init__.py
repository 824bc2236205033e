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
from cardkit.game import Game, View, leading
from cardkit.games import named

Bot = Callable[[View], str]


BOTS = ("random", "sensible", "look-ahead")


def bot(name: str, game: str, seed: int = 0, **budget: float) -> Bot:
    """The bot of that name for a game; look-ahead takes a budget, playouts=60 or seconds=0.5.

    >>> import cardkit
    >>> lynx = cardkit.new("lynx", seed=1)
    >>> bot("sensible", "lynx")(lynx.view(0)) in lynx.view(0)["moves"]
    True
    >>> bot("look-ahead:60", "lynx")          # the same as playouts=60
    functools.partial(<function look_ahead at ...>, seed=0, playouts=60)
    """
    if not isinstance(name, str) or name.partition(":")[0] not in BOTS:
        raise BadInput(f"There is no bot {name!r:.40}. There are: {', '.join(BOTS)}.")
    kind, colon, playouts = name.partition(":")
    if kind == "look-ahead":
        return _look_ahead(seed, {**budget, "playouts": playouts} if colon else budget)
    if colon or budget:
        raise BadInput(f"The {kind} bot thinks about no games: only look-ahead takes a budget.")
    if kind == "random":
        return random_bot(seed)
    sensible: Bot = _module(game).sensible
    return sensible


def _look_ahead(seed: int, budget: Mapping[str, Any]) -> Bot:
    checked = {name: _positive(name, value) for name, value in budget.items()}
    function = importlib.import_module("cardkit.bots.lookahead").look_ahead
    return partial(function, seed=seed, **checked)


def _positive(name: str, value: Any) -> float:
    """A budget as it was given, or as it stands in a name like look-ahead:60."""
    if name == "playouts" and isinstance(value, str) and value.isdecimal() and len(value) < 7:
        value = int(value)
    kinds = int if name == "playouts" else (int, float)
    if name not in ("playouts", "seconds") or not isinstance(value, kinds) or not value > 0:
        raise BadInput(
            "A budget of look-ahead is a whole number of playouts, like look-ahead:60, or some "
            f"seconds; not {name} {value!r:.20}."
        )
    return value


def ranked(view: View) -> list[str]:
    """The legal moves in the order in which they come to a sensible player's mind, the best first.

    >>> import cardkit
    >>> ranked(cardkit.position("lynx", players=3, hands={0: "2 9 9 9"}).view(0))[0]
    'lay 9 9 9'
    """
    module = _module(view["game"])
    order = module.ranked(view) if hasattr(module, "ranked") else view["moves"]
    return list(dict.fromkeys([module.sensible(view), *order, *view["moves"]]))


def habits(game: str) -> Callable[[View, Game], float] | None:
    """How likely an imagined game is, given what players of this game tend to do; None: any is."""
    likely: Callable[[View, Game], float] | None = getattr(_module(game), "likely", None)
    return likely


def _module(game: str) -> Any:
    return importlib.import_module(f"cardkit.bots.{named(game).name}")


def random_bot(seed: int) -> Bot:
    """Any legal move, each as likely as the next; the seed decides."""
    chance = random.Random(seed)
    return lambda view: str(view["moves"][int(chance.random() * len(view["moves"]))])


def play_out(
    game: Game, bots: Sequence[Bot], most: int | None = None, log: bool = True
) -> Game:
    """Let the bots finish this game (or play so many decisions), each seeing only its own view."""
    while game.to_act is not None and (most is None or len(game.history) < most):
        seat = game.to_act
        game.play(bots[seat](game.view(seat, log)), seat)
    return game


def winners(game: Game) -> tuple[int, ...]:
    """Who has won; of a game that was stopped, who is ahead."""
    if game.outcome:
        return game.outcome.winners
    return tuple(leading(range(game.players), game.scores().__getitem__))

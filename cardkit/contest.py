"""A class tournament: every bot meets every other; a faulty one loses its game and is told why.

A bot is a function of a view that returns a move's notation; ten lines are enough.
"""

from __future__ import annotations

import ctypes
import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import cardkit
from cardkit.bots import Bot
from cardkit.errors import BadInput
from cardkit.intervals import Estimate, wilson


class TooSlow(Exception):
    """Raised inside a bot that takes for ever."""


@dataclass
class Standing:
    """How one bot fared."""

    name: str
    games: int = 0
    points: float = 0.0  # a shared victory counts as its share
    faults: list[str] = field(default_factory=list)

    @property
    def wins(self) -> Estimate:
        return wilson(self.points, self.games)


@dataclass(frozen=True)
class Tournament:
    """The standings, best first; faults say which bot lost a game by its own doing, and why."""

    standings: tuple[Standing, ...]

    def __repr__(self) -> str:
        lines = [f"{s.name}: {s.wins.value:.0%} [{s.wins.low:.0%}, {s.wins.high:.0%}] "
                 f"of {s.games} games" + (f", {len(s.faults)} lost by a fault" if s.faults else "")
                 for s in self.standings]  # fmt: skip
        return "\n".join(lines)

    @property
    def faults(self) -> list[str]:
        return [fault for standing in self.standings for fault in standing.faults]


def tournament(
    game: str,
    bots: Mapping[str, Bot],
    games: int = 20,
    seed: int = 0,
    seconds: float = 1.0,
    players: int | None = None,
    **options: Any,
) -> Tournament:
    """Every group of bots plays `games` games, each deal once from every seat.

    >>> def first(view):
    ...     return view["moves"][0]
    >>> def broken(view):
    ...     return 1 / 0
    >>> result = tournament("lynx", {"first": first, "broken": broken}, games=2, players=2)
    >>> result.standings[0].name, result.faults[0]
    ('first', 'broken, game 0: it raised ZeroDivisionError: division by zero.')
    """
    size = cardkit.new(game, players=players, seed=0, **options).players
    if not isinstance(bots, Mapping) or len(bots) < size:
        raise BadInput(f"{game.capitalize()} with {size} players needs at least {size} bots.")
    for name, player in bots.items():
        if not callable(player):
            raise BadInput(f"{name!r:.40} is no bot: a bot is a function of a view.")
    standings = {name: Standing(name) for name in bots}
    referee = Referee(seconds)
    for group in combinations(bots, size):
        for number in range(games):
            turn = number % size
            seated = [group[(seat + turn) % size] for seat in range(size)]
            deal = cardkit.new(game, players=size, seed=seed + number // size, **options)
            points, fault = _match(deal, [bots[name] for name in seated], seated, referee)
            for name, share in zip(seated, points, strict=True):
                standings[name].games += 1
                standings[name].points += share
            if fault:
                seat, why = fault
                standings[seated[seat]].faults.append(f"{seated[seat]}, game {number}: {why}")
    ranked = sorted(standings.values(), key=lambda s: -s.wins.value)
    return Tournament(tuple(ranked))


def _match(
    game: cardkit.Game, bots: list[Bot], names: list[str], referee: Referee
) -> tuple[list[float], tuple[int, str] | None]:
    """Each seat's share of the victory; a faulty bot loses, the others share."""
    while game.to_act is not None:
        seat = game.to_act
        why = referee.move(game, bots[seat], seat)
        if why:
            share = 1 / (game.players - 1)
            return [0.0 if other == seat else share for other in range(game.players)], (seat, why)
    assert game.outcome is not None
    winners = game.outcome.winners
    return [(seat in winners) / max(1, len(winners)) for seat in range(game.players)], None


class Referee:
    """Asks bots for their moves, with a time limit, on a thread of their own."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._start()

    def _start(self) -> None:
        self.questions: queue.SimpleQueue[tuple[Bot, Any]] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        work = threading.Thread(
            target=_answer_all, args=(self.questions, self.answers), daemon=True
        )
        work.start()
        self.thread = work

    def move(self, game: cardkit.Game, bot: Bot, seat: int) -> str | None:
        """Let the bot move; what it did wrong, or None."""
        self.questions.put((bot, game.view(seat)))
        try:
            kind, answer = self.answers.get(timeout=self.seconds)
        except queue.Empty:
            self._give_up()
            return f"it took longer than {self.seconds:g} s for one move."
        if kind == "raised":
            return f"it raised {answer}."
        try:
            game.play(answer, seat)
        except BadInput as wrong:
            return f"it answered {str(answer)!r:.60}: {wrong}"
        return None

    def _give_up(self) -> None:
        """Stop the bot if it runs Python; leave it behind if it sleeps."""
        ident = ctypes.c_ulong(self.thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(TooSlow))
        self._start()


def _answer_all(questions: Any, answers: Any) -> None:
    """The bot's thread: one question, one answer, until the referee has given up on it."""
    with suppress(TooSlow):
        while True:
            bot, view = questions.get()
            answers.put(_asked(bot, view))


def _asked(bot: Callable[[Any], Any], view: Any) -> tuple[str, Any]:
    try:
        return "answered", bot(view)
    except TooSlow:
        raise  # the referee has moved on
    except BaseException as wrong:
        return "raised", f"{type(wrong).__name__}: {wrong!s:.80}"

"""A class tournament: bots meet in a fair schedule; a faulty one loses its game and is told why.

A bot is a function of a view that returns a move's notation; ten lines are enough. `try_bot` is
for the first attempt, `tournament` for the class; referee.py keeps each bot in its place.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from itertools import combinations
from math import ceil, comb, inf, isfinite
from typing import Any

import cardkit
from cardkit.bots import Bot
from cardkit.chance import SEEDS, checked_seed, fresh_seed, shuffled
from cardkit.errors import BadInput
from cardkit.events import Event
from cardkit.game import Game, leading
from cardkit.narration import sentence
from cardkit.progress import Progress, bar
from cardkit.referee import Faulty, Guarded, short
from cardkit.standings import Fault, Played, Tournament
from cardkit.studies import made

LONGEST = 2000  # decisions in a game; then whoever is ahead has won


def tournament(
    game: str,
    bots: Mapping[str, str | Bot],
    games: int = 40,
    seed: int | None = None,
    seconds: float = 1.0,
    players: int | None = None,
    progress: bool | Progress = False,
    **options: Any,
) -> Tournament:
    """Every bot plays about `games` games in mixed groups, each deal once from every seat.

    >>> def ann(view):
    ...     best = view["moves"][0]
    ...     for move in view["moves"]:
    ...         if len(move) > len(best) and "*" not in move:  # many cards, but no joker
    ...             best = move
    ...     return best
    >>> def ben(view):
    ...     return view["mvoes"][0]
    >>> bots = {"ann": ann, "ben": ben, "house": "sensible"}
    >>> result = tournament("lynx", bots, games=4, players=2, seed=1)
    >>> result.standings[-1].bot
    'ben'
    >>> print(result.faults[0])
    ben, game 3 against house: line 2 `return view["mvoes"][0]` raised KeyError: 'mvoes'.

    A bot that raises, answers illegally or takes more than `seconds` for one move loses that game:
    the house plays its cards on, and the best of the others wins. It has a process of its own for
    each game: what it remembers lasts for that game, what it prints is dropped, `random` is seeded
    by `seed`. (Where there is no fork, as on Windows, `cardkit.referee.Guarded` says what differs.)
    That keeps mistakes apart, not spies.

    A house bot is given by name, like "sensible" or "look-ahead:20", and may take its time. Without
    a `seed` nobody can guess the deals; the result keeps it, so that it can be played again.
    Ctrl-C stops early with the standings so far; progress=True shows a bar, a function is told
    (done, of).
    """
    size = cardkit.new(game, players=players, seed=0, **options).players
    _check(game, bots, size, games, seconds)
    seed = secrets.randbelow(SEEDS) if seed is None else checked_seed(seed)
    plan = schedule(list(bots), size, games, seed)
    played: list[Played] = []
    faults: list[Fault] = []
    report = bar() if progress is True else progress
    with suppress(KeyboardInterrupt):  # what is finished is the result
        for number, (deal, seated) in enumerate(plan, 1):
            table = cardkit.new(game, players=size, seed=deal, **options)
            line_up = {name: bots[name] for name in seated}
            result, wrong = _match(table, line_up, number, seconds)
            played.append(result)
            faults += wrong
            if report:
                report(number, len(plan))
    return Tournament(game, size, seed, tuple(bots), len(plan), tuple(played), tuple(faults))


def try_bot(
    game: str,
    bot: Bot,
    seed: int | None = None,
    seconds: float = 1.0,
    players: int | None = None,
    **options: Any,
) -> Trial:
    """One game against sensible rivals: what your bot saw, did and printed, and its first fault.

    >>> def greedy(view):
    ...     print("I hold", view["hand"])
    ...     return max(view["moves"], key=len)
    >>> try_bot("lynx", greedy, seed=4, players=3)
    # lynx, 3 players, seed 4
    Seat 1: you
    ...
    > I hold ...
    you: lay ...
       You lay ... (lynx.play.layer)
    ...
    """
    _check_bot("The bot", bot)
    _check_seconds(seconds)
    table = cardkit.new(game, players, fresh_seed() if seed is None else seed, **options)
    me = table.seed % table.players  # not always the same seat: a bot must not count on one
    names = [f"rival {seat}" for seat in range(table.players)]
    names[me] = short(str(getattr(bot, "__name__", "bot")))
    log = _Log(table, names, me)
    line_up = {name: bot if seat == me else "sensible" for seat, name in enumerate(names)}
    fault = None
    with ExitStack() as processes:
        try:
            for events in _moves(table, _seats(table, line_up, 1, seconds, processes, log.hear)):
                log.tell(events)
        except Faulty as wrong:
            fault = _fault(table, tuple(names), 1, wrong)
    return Trial(log.text(fault), fault, table)


@dataclass(frozen=True, repr=False)
class Trial:
    """One game of a bot, as a text to read; `fault` is what it did wrong, if anything."""

    log: str
    fault: Fault | None
    game: Game

    def __repr__(self) -> str:
        return self.log


# The schedule ----------------------------------------------------------------------------------


def schedule(
    names: Sequence[str], size: int, games: int, seed: int
) -> list[tuple[int, tuple[str, ...]]]:
    """The games of a tournament: the seed of the deal, and who sits where.

    Each group plays a deal once from every seat, so a bot's games come in steps of `size`.

    >>> [seats for _, seats in schedule(["ann", "ben", "cat"], 2, games=2, seed=1)]
    [('ben', 'cat'), ('cat', 'ben'), ('ann', 'cat'), ('cat', 'ann')]
    """
    return [
        (_derived(seed, "deal", number), (*group[turn:], *group[:turn]))
        for number, group in enumerate(_groups(names, size, ceil(games / size), seed))
        for turn in range(size)
    ]


def _groups(names: Sequence[str], size: int, deals: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Whole rounds of all groups; then those who played and met least, as often as needed."""
    rounds, rest = divmod(deals, comb(len(names) - 1, size - 1))
    for number in range(rounds):
        yield from shuffled(combinations(names, size), seed, number)
    played: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for number in range(ceil(len(names) * rest / size)):
        waiting, group = shuffled(names, seed, rounds + number), list[str]()
        for _ in range(size):
            group.append(min(waiting, key=lambda name: (
                played[name], sum(met[frozenset((name, other))] for other in group)
            )))  # fmt: skip
            waiting.remove(group[-1])
        played.update(group)
        met.update(map(frozenset, combinations(group, 2)))
        yield tuple(group)


def _derived(*parts: object) -> int:
    """A seed that follows from these, on every platform."""
    return int(random.Random(" ".join(map(str, parts))).random() * SEEDS)


# One game --------------------------------------------------------------------------------------


def _match(
    game: Game, bots: Mapping[str, str | Bot], number: int, seconds: float
) -> tuple[Played, list[Fault]]:
    """Play one game; whoever is faulty is out, and the house plays on with its cards."""
    names, faults = tuple(bots), dict[int, Fault]()
    with ExitStack() as processes:
        seats = _seats(game, bots, number, seconds, processes)
        while len(faults) < len(seats):
            try:
                for _ in _moves(game, seats):
                    pass
                break
            except Faulty as wrong:
                fault = _fault(game, names, number, wrong)
                faults[names.index(fault.bot)] = fault
                seats[names.index(fault.bot)] = made("sensible", game.name, game.seed)
    return Played(names, _points(game, faults), _scores(game, faults)), list(faults.values())


def _seats(
    game: Game,
    bots: Mapping[str, str | Bot],
    number: int,
    seconds: float,
    processes: ExitStack,
    hear: Callable[[str], object] | None = None,
) -> list[Bot]:
    """The house's own bots as they are, all others with a referee."""
    seats: list[Bot] = []
    for name, player in bots.items():
        luck = f"{game.seed} {number} {name}"
        if isinstance(player, str):
            seats.append(made(player, game.name, _derived(luck)))
        else:
            guarded = closing(Guarded(player, seconds, luck, hear))
            seats.append(processes.enter_context(guarded))
    return seats


def _moves(game: Game, seats: Sequence[Bot]) -> Iterator[Sequence[Event]]:
    """Let them play, a decision at a time; one that does wrong raises Faulty."""
    while game.to_act is not None and len(game.history) < LONGEST:
        seat = game.to_act
        answer = seats[seat](game.view(seat))
        try:
            events = game.play(answer, seat)
        except BadInput as wrong:
            raise Faulty(f"answered {short(repr(answer))}: {wrong}") from None
        yield events


def _fault(game: Game, names: tuple[str, ...], number: int, wrong: Faulty) -> Fault:
    seat, move = game.to_act or 0, len(game.history) + 1
    rivals = names[:seat] + names[seat + 1 :]
    return Fault(
        names[seat], number, rivals, game.seed, move, wrong.why, wrong.line, game.record()
    )


def _points(game: Game, faulty: Collection[int] = ()) -> tuple[float, ...]:
    """Each seat's share of the victory: the winners', else that of those ahead, without a fault."""
    scores, won = game.scores(), game.outcome.winners if game.outcome else ()
    clean = [seat for seat in range(game.players) if seat not in faulty]
    winners = [seat for seat in won if seat in clean]
    if not winners and (faulty or not game.outcome):
        winners = leading(clean, scores.__getitem__) if clean else []
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(game.players))


def _scores(game: Game, faulty: Collection[int]) -> tuple[float, ...]:
    """The scores; that of a faulty bot is below all others."""
    return tuple(-inf if seat in faulty else score for seat, score in enumerate(game.scores()))


# One game to read ------------------------------------------------------------------------------


class _Log:
    """What one seat sees of a game and prints meanwhile, as lines to read."""

    def __init__(self, game: Game, names: Sequence[str], me: int) -> None:
        self.game, self.names, self.me, self.printed = game, names, me, ""
        self.lines = [f"# {game.name}, {game.players} players, seed {game.seed}", f"Seat {me}: you"]
        self.tell(game.events)

    def hear(self, text: str) -> None:
        self.printed += text

    def tell(self, events: Sequence[Event]) -> None:
        self._flush()
        if self.game.history and self.game.history[-1][0] == self.me:
            self.lines.append(f"you: {self.game.history[-1][1]}")
        for event in events:
            seen = event.seen_by(self.me)
            if seen:
                said = sentence(self.game.name, seen, self.names, self.me)
                self.lines.append(f"   {said} ({seen.rule})")

    def _flush(self) -> None:
        printed = self.printed.encode("utf-8", "replace").decode()
        self.lines += [f"> {line}" for line in printed.splitlines()]
        self.printed = ""

    def text(self, fault: Fault | None) -> str:
        self._flush()
        if fault:
            moves = short(", ".join(map(str, self.game.moves())), 400)
            self.lines.append(f"Your bot loses at move {fault.move}: {fault.what}")
            self.lines.append(f"Legal were: {moves}")
        else:
            won = _points(self.game)[self.me]
            self.lines.append("You win." if won == 1 else "You share." if won else "You lose.")
        return "\n".join(self.lines)


# What is asked for -----------------------------------------------------------------------------


def _check(game: str, bots: object, size: int, games: object, seconds: object) -> None:
    if size < 2:
        raise BadInput(f"A tournament needs rivals; {game} for one is for cardkit.try_bot.")
    if not isinstance(bots, Mapping):
        raise BadInput("Give the bots by name, like {'ann': ann, 'house': 'sensible'}.")
    if len(bots) < size:
        raise BadInput(
            f"{game.capitalize()} with {size} players needs at least {size} bots, not {len(bots)}."
        )
    for name, player in bots.items():
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise BadInput(f"A bot is called by a text on one line, not {name!r:.40}.")
        if isinstance(player, str):
            made(player, game, 0)
        else:
            _check_bot(name, player)
    if not isinstance(games, int) or isinstance(games, bool) or games < 1:
        raise BadInput(f"A bot plays a whole number of games, at least 1, not {games!r:.40}.")
    _check_seconds(seconds)


def _check_bot(name: str, player: object) -> None:
    if not callable(player):
        raise BadInput(f"{name:.40} is no bot: a bot is a function of a view, not {player!r:.40}.")


def _check_seconds(seconds: object) -> None:
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not isfinite(seconds) or seconds <= 0:  # type: ignore[operator,arg-type]
        raise BadInput(f"The seconds for a move are a number above 0, not {seconds!r:.40}.")

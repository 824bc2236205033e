"""The games of a study: who plays, one game by its number, and whoever computes them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from itertools import islice
from queue import SimpleQueue
from typing import Any

import cardkit
from cardkit.bots import Bot, bot, play_out, winners
from cardkit.errors import BadInput
from cardkit.study_files import Games, Row

Player = str | Bot  # a bot's name, with a budget like "look-ahead:60", or a function of a view
CHUNK = 5  # games a worker gets at a time; the result does not depend on it
LONGEST = 20_000  # decisions; a game of bots that go round in circles goes to who is ahead then
STOPPED = cardkit.Outcome((), "stopped", "stopped")
WINDOW = 500  # chunks handed out at a time, so that a study may be of any size


# Who plays -----------------------------------------------------------------------------------


def line_up_of(bots: Any, opening: cardkit.Game) -> list[tuple[str, Player]]:
    """The bot of each place, with its name; all are tried before anything is played."""
    players = opening.players
    several = isinstance(bots, Mapping | Sequence) and not isinstance(bots, str)
    if not several or not 1 <= len(bots) <= players:
        raise BadInput(f"Give 1 to {players} bots, as a list of names or functions.")
    given = list(bots.items()) if isinstance(bots, Mapping) else _named(bots)
    for name, player in given:
        if not callable(player) and not isinstance(player, str):
            raise BadInput(f"A bot is a name or a function of a view, not {player!r:.40}.")
        if not isinstance(name, str) or not name.isprintable():
            raise BadInput(f"A bot is called by a text on one line, not {name!r:.40}.")
        made(player, opening.name, 0)
    return [given[place % len(given)] for place in range(players)]


def _named(bots: Sequence[Player]) -> list[tuple[str, Player]]:
    """Functions are called by their names; two that share a name get numbers."""
    names: dict[str, Player] = {}
    given = []
    for player in bots:
        own = player if isinstance(player, str) else getattr(player, "__name__", "bot")
        name, number = own, 1
        while names.setdefault(name, player) != player:
            number += 1
            name = f"{own} {number}"
        given.append((name, player))
    return given


def made(player: Player, game: str, seed: int) -> Bot:
    """The bot that a player of a study means: a function is one itself."""
    return bot(player, game, seed % 2**30) if isinstance(player, str) else player


def check_executor(executor: object, line_up: list[tuple[str, Player]]) -> None:
    if executor is not None and not isinstance(executor, Executor):
        raise BadInput(
            "An executor is a ProcessPoolExecutor, a Dask client's get_executor() or another of "
            f"concurrent.futures, not {executor!r:.40}."
        )
    for name, player in line_up if isinstance(executor, ProcessPoolExecutor) else ():
        try:
            pickle.dumps(player)  # only to see whether it can go to another process
        except Exception:
            raise BadInput(
                f"Bot {name!r:.40} cannot be sent to other processes: define it with def at the "
                "top level of a file, or use a Dask cluster."
            ) from None


# One game ----------------------------------------------------------------------------------------


class Fault(Exception):
    """A bot failed: what happened, and the games that its worker had finished before."""

    games: Games = {}


def play(parameters: dict[str, Any], line_up: list[Player], numbers: list[int]) -> Games:
    """The games of these numbers, here or on a worker."""
    games: Games = {}
    for number in numbers:
        try:
            games[number] = _one(parameters, line_up, number)
        except Fault as fault:
            fault.games = games
            raise
    return games


def _one(parameters: dict[str, Any], line_up: list[Player], number: int) -> list[Row]:
    """One game: its seed, the seats of the bots and their own chance all follow from its number."""
    players, names = parameters["players"], parameters["bots"]
    seed = (parameters["seed"] * 1_000_003 + number) % 2**40
    game = cardkit.new(parameters["game"], players=players, seed=seed, **parameters["options"])
    turn = number % players if parameters["rotate"] else 0
    places = [(seat - turn) % players for seat in range(players)]
    seated = [made(line_up[place], game.name, seed * 10 + place) for place in places]
    try:
        play_out(game, seated, LONGEST)
    except Exception as wrong:
        name = names[places[game.to_act or 0]]
        text = f"Bot {name!r} failed in game {number}, seed {seed} ({_said(wrong)})"
        raise Fault(text) from wrong
    scores, won, end = game.scores(), winners(game), game.outcome or STOPPED
    return [
        {
            "game": number, "seat": seat, "place": place, "bot": names[place],
            "score": scores[seat], "rank": _rank(seat, scores, won),
            "win": 1 / len(won) if seat in won else 0.0,
            "length": len(game.history), "ended": end.ended, "rule": end.rule,
        }
        for seat, place in enumerate(places)
    ]  # fmt: skip


def _rank(seat: int, scores: list[int], winners: tuple[int, ...]) -> int:
    """Winners are first; the others by score."""
    if seat in winners:
        return 1
    better = sum(score > scores[seat] for place, score in enumerate(scores) if place not in winners)
    return 1 + len(winners) + better


# All of them --------------------------------------------------------------------------------------


def run(
    play: Callable[[list[int]], Games],
    missing: Iterator[int],
    executor: Executor | None,
    keep: Callable[[Games], None],
) -> None:
    """Have the missing games played, and keep them as they are finished, in any order."""
    if executor is None:
        for number in missing:
            keep(play([number]))
        return
    chunks = iter(lambda: list(islice(missing, CHUNK)), [])
    waiting: set[Future[Games]] = set()
    done: SimpleQueue[Future[Games]] = SimpleQueue()
    try:
        while True:
            for numbers in islice(chunks, WINDOW - len(waiting)):
                waiting.add(future := executor.submit(play, numbers))
                future.add_done_callback(done.put)
            if not waiting:
                return
            keep((future := done.get()).result())
            waiting.remove(future)
    finally:  # after an interrupt or a fault, all that is finished is still kept
        for future in waiting:
            if not future.cancel() and future.done():
                keep(_finished(future))


def _finished(future: Future[Games]) -> Games:
    wrong = future.exception()
    if wrong:
        return wrong.games if isinstance(wrong, Fault) else {}
    return future.result()


def reason(wrong: Exception) -> tuple[str, BaseException]:
    """Why a study stopped, and the error behind it: the bot's own, where it is known."""
    if isinstance(wrong, Fault):
        return str(wrong), wrong.__cause__ or wrong
    if isinstance(wrong, BrokenExecutor):
        text = "A worker was lost (it was killed, or had no memory left, or could not find a bot)"
        return text, wrong
    return _said(wrong), wrong


def _said(wrong: Exception) -> str:
    return f"{type(wrong).__name__}: {wrong!s:.120}".rstrip(".")

"""The look-ahead player, for every game: imagine, play on, count.

It deals the cards it cannot see anew (`cardkit.sample`), plays each of its moves in that same
imagined game, lets sensible players finish it, and counts how often it wins. It never sees more
than its view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import cardkit
from cardkit.bots import Bot, bot
from cardkit.game import Game

View = Mapping[str, Any]
LONGEST = 3000  # decisions in one imagined game, so that thinking always ends


@dataclass(slots=True)
class Tally:
    """What came of one move in the games imagined so far."""

    move: str
    n: int = 0
    wins: float = 0.0  # a shared victory counts as its share
    score: float = 0.0
    squares: float = 0.0

    def add(self, win: float, score: float) -> None:
        self.n += 1
        self.wins += win
        self.score += score
        self.squares += score * score

    @property
    def worth(self) -> tuple[float, float]:
        """Wins first; where they are even, points."""
        return self.wins / self.n, self.score / self.n


def imagine(view: View, seed: int = 0) -> Iterator[list[Tally]]:
    """Think for ever: each step imagines one game and plays every move still considered in it.

    Yields the tallies, the same list each time: a caller stops when it has had enough, and may
    delete from the list the moves it no longer wants to think about.
    """
    considered = [Tally(move) for move in view["moves"]]
    friend = bot("sensible", view["game"])
    for number in count():
        start = cardkit.sample(view, seed=(seed * 1_000_003 + number) % 2**40)
        for tally in considered:
            game = start.copy()
            game.play(tally.move, view["seat"])
            tally.add(*finish(game, friend, view["seat"]))
        yield considered


def finish(game: Game, friend: Bot, seat: int) -> tuple[float, float]:
    """Play the game out: this seat's share of the victory, and its score."""
    for _ in range(LONGEST):
        acting = game.to_act
        if acting is None:
            break
        game.play(friend(game.view(acting, log=False)), acting)
    scores = game.scores()
    winners = game.outcome.winners if game.outcome else _ahead(scores)
    return (1 / len(winners) if seat in winners else 0.0), scores[seat]


def _ahead(scores: list[int]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def look_ahead(view: View, playouts: int = 120, seed: int = 0) -> str:
    """The best move found within a budget of imagined games; the field is halved as it goes.

    >>> game = cardkit.position("lynx", players=3, hands={0: "9 9 9", 1: "13", 2: "1"},
    ...                         tables={0: ["2 2 2 2"], 1: ["5 5 5 5 5 5"]})
    >>> look_ahead(game.view(0), playouts=30)
    'lay 9 9 9'
    """
    halvings = (len(view["moves"]) - 1).bit_length()
    spent, field = 0, [Tally(move) for move in view["moves"]]
    thinking = imagine(view, seed)
    for halving in range(1, halvings + 1):
        while not spent or spent < playouts * halving / halvings:
            field = next(thinking)
            spent += len(field)
        field.sort(key=lambda tally: tally.worth, reverse=True)
        del field[(len(field) + 1) // 2 :]
    return field[0].move

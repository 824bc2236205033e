"""The look-ahead player, for every game: imagine, play on, count.

It deals the cards it cannot see anew (`cardkit.sample`), plays each of its moves in that same
imagined game, lets sensible players finish it, and counts how often it wins. It never sees more
than its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cardkit
from cardkit.bots import Bot, bot
from cardkit.chance import shuffled
from cardkit.game import Game

View = Mapping[str, Any]
ROUNDS = 4  # each move considered is tried in at least so many games
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
        return (self.wins / self.n, self.score / self.n) if self.n else (-1.0, 0.0)


class Thinking:
    """Imagined games for the moves of a view: `step` plays one, `halve` drops the worse half.

    All moves still considered are tried in the same imagined cards before new ones are dealt, so
    that they are compared fairly.
    """

    def __init__(self, view: View, seed: int = 0, most: int | None = None) -> None:
        """With `most`, only so many moves are considered: the sensible one and some others."""
        self.view, self.seed = view, seed
        self.friend = bot("sensible", view["game"])
        moves = list(view["moves"])
        if most is not None and len(moves) > most:
            moves = [self.friend(view), *shuffled(moves, seed, len(moves))][:most]
        self.tallies = [Tally(move) for move in dict.fromkeys(moves)]
        self.field = list(self.tallies)  # the moves still considered
        self.games = self.next = 0  # imagined so far, and which of the field is tried next
        self.start: Game | None = None

    @property
    def even(self) -> bool:
        """Whether every move considered has been tried in the same games."""
        return self.next == 0

    def step(self) -> None:
        if self.next == 0 or self.start is None:
            self.start = cardkit.sample(self.view, (self.seed * 1_000_003 + self.games) % 2**40)
            self.games += 1
        tally, game = self.field[self.next], self.start.copy()
        game.play(tally.move, self.view["seat"])
        tally.add(*finish(game, self.friend, self.view["seat"]))
        self.next = (self.next + 1) % len(self.field)

    def halve(self) -> None:
        self.field.sort(key=lambda tally: tally.worth, reverse=True)
        del self.field[(len(self.field) + 1) // 2 :]


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
    thinking = Thinking(view, seed, most=max(2, playouts // ROUNDS))
    halvings = (len(thinking.field) - 1).bit_length()
    spent = 0
    for halving in range(1, halvings + 1):
        while spent < playouts * halving / halvings or not thinking.even:
            thinking.step()
            spent += 1
        thinking.halve()
    return thinking.field[0].move

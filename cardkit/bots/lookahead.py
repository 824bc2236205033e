"""The look-ahead player, for every game: imagine, play on, compare.

It deals the cards it cannot see anew (`cardkit.sample`), plays each of its moves in that same
imagined game, lets sensible players finish it, and compares. It plays what a sensible player would
unless another move did clearly better in the same games. It never sees more than its view.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

import cardkit
from cardkit.bots import Bot, bot, habits, play_out, ranked, winners
from cardkit.game import Game, View

TRIES = 4  # games that each move considered must get: a small budget considers fewer moves
MANY = 16  # moves considered at the most, where the budget is time
SURE = 1.0  # standard errors by which a move must do better than the sensible one
LIKELY = 8  # games imagined for one that is played on, where players have known habits
LONGEST = 3000  # decisions in one imagined game, so that thinking always ends


class End(NamedTuple):
    """How one imagined game ended for a seat."""

    win: float  # a shared victory counts as its share
    score: float
    lead: float  # over the best of the others


class Tally:
    """What came of one move in the games imagined so far."""

    __slots__ = ("move", "ends")

    def __init__(self, move: str) -> None:
        self.move = move
        self.ends: list[End] = []  # in the same order for all moves: the n-th game is the same one

    @property
    def n(self) -> int:
        return len(self.ends)


class Thinking:
    """Imagined games for the moves of a view: `step` plays one, `halve` drops the worse half.

    All moves still considered are tried in the same imagined cards before new ones are dealt, so
    that they are compared fairly. The sensible move is never dropped: others are measured by it.
    """

    def __init__(self, view: View, seed: int = 0) -> None:
        self.view, self.seed = view, seed
        self.friend = bot("sensible", view["game"])
        self.tallies = [Tally(move) for move in ranked(view)]  # the sensible one first
        self.field = list(self.tallies)  # the moves still considered
        self.games = self.next = 0  # imagined so far, and which of the field is tried next
        self.played = 0  # how many were played out, one for each move tried
        self.start: Game | None = None

    @property
    def even(self) -> bool:
        """Whether every move considered has been tried in the same games."""
        return self.next == 0

    def step(self) -> None:
        if self.next == 0 or self.start is None:
            self.start = imagined(self.view, self.seed * 1_000_003 + self.games)
            self.games += 1
        tally, game = self.field[self.next], self.start.copy()
        game.play(tally.move, self.view["seat"])
        tally.ends.append(finish(game, self.friend, self.view["seat"]))
        self.next = (self.next + 1) % len(self.field)
        self.played += 1

    def keep_likely(self, most: int) -> None:
        """Go on with so many moves, those that come first to a sensible player's mind."""
        del self.field[max(2, most) :]

    def halve(self) -> None:
        """Go on with the sensible move and the better half of the others."""
        sensible, *others = self.field
        gains = self.gains()
        others.sort(key=lambda tally: -gains[tally.move][0])
        self.field = [sensible, *others[: max(1, len(others) // 2)]]

    def forget(self) -> None:
        """Judge those still considered by new games only: the old ones flatter whom they chose."""
        for tally in self.field:
            tally.ends.clear()

    def gains(self) -> dict[str, tuple[float, float]]:
        """How much better than the sensible move each of the field did, and the standard error.

        A game counts by victory and by lead, each in units of how much it varies here: victory is
        what matters, the lead tells sooner.
        """
        games = min(tally.n for tally in self.field)
        ends = [tally.ends[:games] for tally in self.field]
        every = [end for row in ends for end in row]
        wins, leads = spread([end.win for end in every]), spread([end.lead for end in every])
        worth = [[end.win / wins + end.lead / leads for end in row] for row in ends]
        return {
            tally.move: _mean([one - base for one, base in zip(row, worth[0], strict=True)])
            for tally, row in zip(self.field, worth, strict=True)
        }

    def choice(self) -> str:
        """The sensible move, unless another is clearly better."""
        gains = self.gains()
        best = max(gains, key=lambda move: gains[move][0])
        gain, error = gains[best]
        return best if gain > SURE * error else self.field[0].move


def imagined(view: View, seed: int) -> Game:
    """A game that fits the view; where players have habits, one that they would likely lead to."""
    likely = habits(view["game"])
    if likely is None:
        return cardkit.sample(view, seed % 2**40)
    games = [cardkit.sample(view, (seed * LIKELY + n) % 2**40) for n in range(LIKELY)]
    weights = [likely(view, game) for game in games]
    return random.Random(seed).choices(games, weights)[0] if any(weights) else games[0]


def finish(game: Game, friend: Bot, seat: int) -> End:
    """Play the game out with sensible players: what it came to for this seat."""
    play_out(game, [friend] * game.players, most=LONGEST, log=False)
    scores = game.scores()
    won = winners(game)
    rivals = scores[:seat] + scores[seat + 1 :]
    lead = scores[seat] - max(rivals, default=0)
    return End(1 / len(won) if seat in won else 0.0, scores[seat], lead)


def spread(numbers: Sequence[float]) -> float:
    """The standard deviation; 1 where all numbers are the same."""
    mean = sum(numbers) / len(numbers)
    return math.sqrt(sum((x - mean) ** 2 for x in numbers) / len(numbers)) or 1.0


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error (none to speak of with a single number)."""
    n, mean = len(numbers), sum(numbers) / len(numbers)
    squares = sum((x - mean) ** 2 for x in numbers)
    return mean, math.sqrt(squares / (n - 1) / n) if n > 1 else math.inf


def look_ahead(
    view: View, playouts: int = 120, seconds: float | None = None, seed: int = 0
) -> str:
    """The best move found within a budget of imagined games, or of time if that is given.

    >>> game = cardkit.position("lynx", players=3, hands={0: "9 9 9", 1: "13", 2: "1"},
    ...                         tables={0: ["2 2 2 2"], 1: ["5 5 5 5 5 5"]})
    >>> look_ahead(game.view(0), playouts=60)
    'lay 9 9 9'
    """
    if len(view["moves"]) == 1:
        return str(view["moves"][0])
    thinking, began = Thinking(view, seed), time.monotonic()

    def spent() -> float:
        """The share of the budget that is used up."""
        if seconds is None:
            return thinking.played / playouts
        return (time.monotonic() - began) / seconds

    thinking.keep_likely(MANY if seconds is not None else playouts // TRIES)
    rounds = (len(thinking.field) - 1).bit_length()
    for number in range(1, rounds):  # half of the budget finds the one rival of the sensible move
        while spent() < number / rounds / 2 or not thinking.games or not thinking.even:
            thinking.step()
        thinking.halve()
    thinking.forget()
    while spent() < 1 or not thinking.field[-1].n or not thinking.even:
        thinking.step()
    return thinking.choice()

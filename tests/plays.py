"""Which games the contract tests play: one row per game, mode and number of players.

A new game gets every contract test by adding its rows, its cards and its own sums here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import cardkit
from cardkit.bots import bot, random_bot

Row = tuple[str, dict[str, Any]]

PLAYS: list[Row] = [
    ("lynx", {"players": 3}),
    ("lynx", {"players": 4}),
    ("lynx", {"players": 5}),
    ("lynx", {"players": 3, "mode": "advanced"}),
    ("lynx", {"players": 5, "mode": "advanced", "first": 2}),
    ("lynx", {"players": 3, "mode": "expert"}),
    ("lynx", {"players": 4, "mode": "expert"}),
    ("lynx", {"players": 2}),
    ("lynx", {"players": 2, "duel_must": False}),
    ("lynx", {"players": 2, "mode": "expert"}),
    ("lynx", {"players": 3, "hand_size": 5, "pool_size": 2, "deck": {"1": 8, "2": 8, "9": 8, "*": 4}}),
    ("lynx", {"players": 4, "pool_size": 0}),
]

# One whole game each, kept as a readable text in tests/golden.
GOLDEN: dict[str, Row] = {
    "lynx-basic": ("lynx", {"players": 4}),
    "lynx-advanced": ("lynx", {"players": 3, "mode": "advanced"}),
    "lynx-expert": ("lynx", {"players": 3, "mode": "expert"}),
    "lynx-duel": ("lynx", {"players": 2}),
}


def _lynx_cards(game: Any) -> Iterable[str]:
    yield from game.deck
    yield from game.discard
    yield from game.stolen
    for zone in (*game.pool, *(layer for layers in game.tables for layer in layers)):
        yield from zone
    for counts in (*game.hands, getattr(game, "virtual", {})):
        yield from Counter(counts).elements()


def _lynx_sums(game: Any) -> None:
    for seat, score in enumerate(game.scores()):
        laid = sum(len(layer) for layer in game.tables[seat])
        assert score == laid - sum(game.hands[seat].values())
    for seat in range(game.players):
        assert not Counter(game.known[seat]) - Counter(game.hands[seat])
    assert len(game.pool) <= game.options.pool_size or game.players == 2


# All cards of a game, wherever they are; and what must always add up.
CARDS: dict[str, Callable[[Any], Iterable[str]]] = {"lynx": _lynx_cards}
SUMS: dict[str, Callable[[Any], None]] = {"lynx": _lynx_sums}


def name(row: Row) -> str:
    game, options = row
    shown = [f"{key}={value}" for key, value in options.items() if not isinstance(value, dict)]
    return "-".join([game, *shown])


def start(row: Row, seed: int) -> cardkit.Game:
    game, options = row
    return cardkit.new(game, seed=seed, **options)


def play_on(game: cardkit.Game, seed: int, decisions: int = 100_000) -> cardkit.Game:
    """That many random decisions more, or to the end."""
    chance = random.Random(seed)
    while not game.over and decisions:
        legal = game.moves()
        game.play(legal[int(chance.random() * len(legal))])
        decisions -= 1
    return game


def sensible_game(row: Row, seed: int) -> cardkit.Game:
    """A whole game between sensible players, for a person to read."""
    from cardkit.bots import play_out

    game = start(row, seed)
    bots = [bot("sensible", row[0]) for _ in range(game.players - 1)]
    return play_out(game, [*bots, random_bot(seed)])

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

# Decks of Nerves: many hearts to remove and shuffle in again; almost only play two and traps;
# and so few cards that there is nothing to draw.
NERVES_HEARTS = {"1": 2, "4": 2, "2h": 3, "5h": 2, "reverse": 2, "two": 3, "remove": 6, "trap": 4}
NERVES_TRAPS = {"2": 4, "2h": 2, "two": 8, "trap": 8}
NERVES_TINY = {"3": 1, "2h": 1, "reverse": 1, "two": 1, "remove": 2, "trap": 1}

# Knyf with a deck that is reshuffled all the time: every card can be in a hand.
KNYF_SMALL = {"hand_limit": 6, "more_drawn": 2, "deck": dict.fromkeys("123456", 2)}

# A deck of Sevens that is reshuffled in the middle of effects, and has no 4s.
SEVENS_SMALL = {"1": 4, "2": 4, "3": 4, "5": 4, "6": 4, "7": 4}

# Seers with so few cards that decks are reshuffled in the middle of reveals, everybody is asked and
# looked at all the time, and nothing is compulsory; and with takes only, so that rounds stall.
SEERS_FEW = {f"{rank}-{suit}": 1 for rank in "23456789JQKA" for suit in ("mask", "tree")}
SEERS_TALK = {
    "2": "reveal-4! hypnosis", "3": "reveal-3! eye", "4": "hypnosis! eye!", "5": "",
    "6": "draw rune", "7": "reveal-2 take", "8": "swap! hypnosis", "9": "draw! eye",
    "J": "take! hypnosis", "Q": "rune!", "K-mask": "take! take!", "A": "reveal-4!",
}  # fmt: skip
SEERS_TAKES = dict.fromkeys("2 3 4 5 6 7 8 9 10 J Q K A rune".split(), "take!")

LYNX_SMALL = {"1": 8, "2": 8, "9": 8, "*": 4}
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
    ("lynx", {"players": 3, "hand_size": 5, "pool_size": 2, "deck": LYNX_SMALL}),
    ("lynx", {"players": 4, "pool_size": 0}),
    ("sevens", {"players": 2}),
    ("sevens", {"players": 3, "first": 2, "three_self": False}),
    ("sevens", {"players": 4}),
    ("sevens", {"players": 4, "settled_plays": True, "last_draw": False}),
    ("sevens", {"players": 5}),
    ("sevens", {"players": 3, "deck": SEVENS_SMALL}),
    ("sevens", {"players": 4, "hand_size": 2}),
    ("sevens", {"players": 2, "hand_size": 6, "rounds": 3, "five_total": 24, "three_cards": 3}),
    ("seers", {"players": 2}),
    ("seers", {"players": 3, "side": "B", "first": 2}),
    ("seers", {"players": 4}),
    ("seers", {"players": 5, "heirs": True}),
    ("seers", {"players": 3, "enchanted": True}),
    ("seers", {"players": 4, "third_eye": True}),
    ("seers", {"players": 2, "enchanted": True, "third_eye": True, "heirs": True}),
    ("seers", {"players": 2, "deck": SEERS_FEW, "effects": SEERS_TALK, "heirs": True}),
    ("seers", {"players": 2, "third_eye": True, "deck": SEERS_FEW, "effects": SEERS_TALK}),
    ("seers", {"players": 3, "side": "B", "effects": SEERS_TALK, "allin_cards": 5}),
    ("seers", {"players": 3, "stall": 2, "start_cards": 0, "effects": SEERS_TAKES}),
    ("nerves", {"players": 2}),
    ("nerves", {"players": 3, "first": 2, "two_check": False}),
    ("nerves", {"players": 4}),
    ("nerves", {"players": 5, "hand_size": 4, "goal": 11}),
    ("nerves", {"players": 6}),
    ("nerves", {"players": 4, "composure_tokens": 9, "nerve_tokens": 1}),
    ("nerves", {"players": 3, "to_win": 5, "goal": 7, "deck": NERVES_HEARTS}),
    ("nerves", {"players": 2, "to_win": 1, "goal": 3, "deck": NERVES_TRAPS}),
    ("nerves", {"players": 2, "to_win": 6, "hand_size": 2, "goal": 4, "deck": NERVES_TINY}),
    ("knyf", {"players": 1}),
    ("knyf", {"players": 2}),
    ("knyf", {"players": 3, "first": 2, "turn_limit": 60, "bonus_from": 25, "loss_below": 20}),
    ("knyf", {"players": 4, "keep_surplus": True, "turn_limit": 60}),
    ("knyf", {"players": 5, "turn_limit": 60}),
    ("knyf", {"players": 2, "turn_limit": 60, **KNYF_SMALL}),
]

# One whole game each, kept as a readable text in tests/golden.
GOLDEN: dict[str, Row] = {
    "lynx-basic": ("lynx", {"players": 4}),
    "lynx-advanced": ("lynx", {"players": 3, "mode": "advanced"}),
    "lynx-expert": ("lynx", {"players": 3, "mode": "expert"}),
    "lynx-duel": ("lynx", {"players": 2}),
    "sevens-two": ("sevens", {"players": 2}),
    "sevens-four": ("sevens", {"players": 4}),
    "seers-two": ("seers", {"players": 2, "side": "B"}),
    "seers-four": ("seers", {"players": 4}),
    "seers-heirs": ("seers", {"players": 3, "heirs": True, "enchanted": True}),
    "seers-third-eye": ("seers", {"players": 5, "third_eye": True}),
    "nerves-four": ("nerves", {"players": 4}),
    "nerves-two": ("nerves", {"players": 2}),
    "nerves-six": ("nerves", {"players": 6}),
    "nerves-hearts": ("nerves", {"players": 3, "to_win": 4, "goal": 11, "deck": NERVES_HEARTS}),
    "knyf-two": ("knyf", {"players": 2}),
    "knyf-four": ("knyf", {"players": 4, "first": 1}),
    "knyf-solo": ("knyf", {"players": 1, "turn_limit": 30}),
    "knyf-keep": ("knyf", {"players": 3, "keep_surplus": True, "turn_limit": 20}),
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


def _nerves_cards(game: Any) -> Iterable[str]:
    yield from game.pile
    yield from game.used
    yield from (laid.card for laid in (*game.row, *game.buried))
    for hand in game.hands:
        yield from hand


def _nerves_sums(game: Any) -> None:
    options = game.options
    assert sum(game.composure) <= options.composure_tokens
    assert sum(game.nerves) <= options.nerve_tokens and max(game.nerves) < options.nerve_limit
    assert game.over == (max(game.composure) >= options.to_win)
    assert not any(laid.down and laid.card.isdecimal() for laid in game.row)
    for hand, batches in zip(game.hands, game.batches, strict=True):
        assert len(hand) == len(batches) and set(batches) <= set(range(game.batch + 1))


def _knyf_cards(game: Any) -> Iterable[str]:
    for zone in (game.pile, game.discard, *game.hands):
        yield from zone


def _knyf_sums(game: Any) -> None:
    for hand, card in zip(game.hands, game.cards, strict=True):
        assert hand == sorted(hand) and len(hand) <= game.options.hand_limit
        assert card.sum == sum(card.points.values()) - card.penalty
        assert card.total - card.sum in (35, 0, -20)
        assert min(card.points.values(), default=1) > 0
    assert game.round <= game.options.turn_limit


def _sevens_cards(game: Any) -> Iterable[str]:
    yield from game.deck
    yield from game.discard
    for hand in game.hands:
        yield from hand


def _sevens_sums(game: Any) -> None:
    size = game.options.hand_size
    for seat, hand in enumerate(game.hands):
        acts = game.phase == "play" and seat == game.turn
        assert len(hand) + game.owes[seat] >= size + acts, "only who reacted may be short"
        assert len(hand) <= size + acts
    for hand, seen in zip(game.hands, game.known, strict=True):
        assert not any(Counter(cards) - Counter(hand) for cards in seen.values())
    assert 1 <= game.round <= game.options.rounds
    assert game.protected in (None, (game.turn - 1) % game.players)


def _seers_cards(game: Any) -> Iterable[str]:
    for zone in (*game.hands, game.deck, game.discard, game.revealed, game.track, [game.played]):
        yield from filter(None, zone)


def _seers_sums(game: Any) -> None:
    size, rows = game.options.hand_size, game.columns
    for seat, hand in enumerate(game.hands):
        assert len(hand) == size or (seat == game.turn and game.played) or game.over
        assert not Counter(game.view(seat)["known"][seat]) - Counter(hand)
    for under, over in zip(game.track, game.track[rows:], strict=False):
        assert under or not over
    assert (game.phase in ("name", "over")) == all(game.track)
    assert min(game.pot, *game.runes) >= 0


# All cards of a game, wherever they are; and what must always add up.
CARDS: dict[str, Callable[[Any], Iterable[str]]] = {
    "lynx": _lynx_cards, "sevens": _sevens_cards, "nerves": _nerves_cards, "knyf": _knyf_cards,
    "seers": _seers_cards,
}  # fmt: skip
SUMS: dict[str, Callable[[Any], None]] = {
    "lynx": _lynx_sums, "sevens": _sevens_sums, "nerves": _nerves_sums, "knyf": _knyf_sums,
    "seers": _seers_sums,
}  # fmt: skip


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

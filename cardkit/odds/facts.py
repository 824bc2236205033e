"""What a card's name says about it: its worth, its rank, its suit, and the words that mean it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from cardkit.errors import BadInput
from cardkit.games import seers_ranks
from cardkit.zones import cards_in

JOKER = "*"
_SHORT = re.compile(r"(\d+|[JQKA])[cmst]")  # the short names of Seers: 10s, Km
_NERVES = re.compile(r"(\d+)h")  # a number with a heart on its back


def word(name: object) -> str:
    """The kit's name of a card: a star becomes *, a number its digits, 10s becomes 10-scarab.

    >>> word("★"), word(7), word("10s")
    ('*', '7', '10-scarab')
    """
    if isinstance(name, int) and not isinstance(name, bool):
        return str(name)
    if not isinstance(name, str) or len(name.split()) != 1:
        raise BadInput(f"A card is one word, like 7 or 10-scarab, not {name!r:.40}.")
    plain = name.strip().replace("★", JOKER)
    return seers_ranks.card(plain) if _SHORT.fullmatch(plain) else plain


def words(cards: object) -> list[str]:
    """Cards one after another, from a text or from any collection of names.

    >>> words("7 7 ★"), words([7, "10s"])
    (['7', '7', '*'], ['7', '10-scarab'])
    """
    if isinstance(cards, str | int):
        return [word(name) for name in cards_in(str(cards))]
    if isinstance(cards, Mapping):
        return [word(name) for name, times in cards.items() for _ in range(times)]
    if isinstance(cards, Iterable):
        return [name for part in cards for name in words(part)]
    raise BadInput(f"Cards are written like '7 7 *' or given as a list, not as {cards!r:.40}.")


@cache
def rank(card: str) -> str:
    """The rank of a card: Q of Q-mask, 4 of 4h (the 4 with a heart on its back), else its name."""
    heart = _NERVES.fullmatch(card)
    return heart[1] if heart else card.partition("-")[0]


@cache
def worth(card: str) -> int:
    """The points of a card: its number; J 11, Q 12, K 13, A 14; 0 for a card without a number."""
    name = rank(card)
    return int(name) if name.isdecimal() else seers_ranks.WORTH.get(name, 0)


@cache
def meanings(card: str) -> frozenset[str]:
    """All words that mean this card: its name, its rank, its suit, and what kind it is.

    >>> sorted(meanings("4h"))
    ['4', '4h', 'heart', 'number']
    """
    names = {card, rank(card), *card.split("-")[1:]}
    if rank(card).isdecimal():
        names |= {"number"}
    if card == JOKER:
        names |= {"joker"}
    if card in ("reverse", "two", "remove", "trap"):
        names |= {"special", "heart"}
    if _NERVES.fullmatch(card):
        names |= {"heart"}
    return frozenset(names)


@cache
def place(card: str) -> tuple[bool, int, str]:
    """Where a card stands in a row: jokers first (they decide what the others are worth), then
    by worth, then by name."""
    return card != JOKER, worth(card), card

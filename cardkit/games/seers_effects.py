"""Seers: what the cards do when they are played, as data that a teacher can change.

A card's effects are words from top to bottom; `!` marks the compulsory ones (seers.cards.effects).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from cardkit.errors import BadInput
from cardkit.games.seers_ranks import RANKS, RUNE, card
from cardkit.options import Frozen, quotes_missing

# By rank; a single card (like "J-mask") may have effects of its own.
EFFECTS = {
    "2": "reveal-4! rune",
    "3": "reveal-3! hypnosis",
    "4": "take! rune",
    "5": "reveal-3! eye",
    "6": "take! swap",
    "7": "draw! swap",
    "8": "reveal-2! rune",
    "9": "draw! hypnosis",
    "10": "take! eye",
    "J": "take! draw",
    "Q": "reveal-2! swap",
    "K": "draw! rune",
    "A": "draw!",
    RUNE: "draw!",
}
WORDS = frozenset(("take", "swap", "draw", "reveal", "rune", "hypnosis", "eye"))
AIMED = frozenset(("take", "swap", "hypnosis", "eye"))  # these need a card or a player to aim at
_EFFECT = re.compile(r"(take|swap|draw|rune|hypnosis|eye|reveal-([1-9]))(!?)")


class Effect(NamedTuple):
    """One effect of a card."""

    word: str
    cards: int  # how many a reveal turns up
    must: bool  # whether it is compulsory


Effects = tuple[Effect, ...]


@cache
def effects_in(text: str) -> Effects:
    """The effects that a text names, from top to bottom.

    >>> effects_in("reveal-3! eye")
    (Effect(word='reveal', cards=3, must=True), Effect(word='eye', cards=0, must=False))
    """
    found = []
    for word in text.split():
        match = _EFFECT.fullmatch(word)
        if not match:
            raise BadInput(
                f"{word!r:.40} is no effect: there are take, swap, draw, reveal-2, rune, hypnosis "
                "and eye, with ! if compulsory.",
                "seers.cards.effects",
            )
        name, count, must = match.groups()
        found.append(Effect(name.split("-")[0], int(count or 0), bool(must)))
    return tuple(found)


@cache
def printed(table: tuple[tuple[str, str], ...], cards: tuple[str, ...]) -> Mapping[str, Effects]:
    """What is printed on each card: its own line of the table, its rank's, or the usual one."""
    full = {**EFFECTS, **dict(table)}
    lines = {name: name if name in full else name.split("-")[0] for name in cards}
    return Frozen({name: effects_in(full[line]) for name, line in lines.items()})


def effects_check(table: Any) -> str | None:
    """What is wrong with an option that changes the table, or None."""
    if not isinstance(table, Mapping):
        return 'a table maps ranks or cards to effects, like {"J": "take! draw"}.'
    for name, text in table.items():
        if name not in RANKS and not is_card(name):
            return quotes_missing(name, RANKS) or (
                f"{name!r:.40} is no rank and no card; write J for all jacks, or J-mask."
            )
        if not isinstance(text, str):
            return f"the effects of {name} are words like 'take! draw', not {text!r:.40}."
        try:
            effects_in(text)
        except BadInput as wrong:
            return wrong.text
    return None


def is_card(name: object) -> bool:
    """Is this the full name of a card?"""
    try:
        return isinstance(name, str) and card(name) == name
    except BadInput:
        return False

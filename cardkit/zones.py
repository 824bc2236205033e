"""Cards in notation and the box they come from, for positions and samples of any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cardkit.errors import BadInput


def cards_in(text: object) -> list[str]:
    """The cards of a text (or of a list of texts).

    >>> cards_in("7 7 ★")
    ['7', '7', '*']
    """
    if isinstance(text, list | tuple):
        text = " ".join(word if isinstance(word, str) else repr(word) for word in text)
    if not isinstance(text, str):
        raise BadInput(f"Cards are written in words with spaces between, not {text!r:.40}.")
    return text.replace("★", "*").split()


def known_cards(deck: Mapping[str, int], cards: list[str]) -> list[str]:
    """These cards, if the deck has such cards."""
    for card in cards:
        if not deck.get(card):
            raise BadInput(f"There is no card {card!r:.20} in this deck.")
    return cards


class Box:
    """The cards of a deck that have not been given a place yet; what is not there cannot be taken.

    >>> box = Box({"7": 2, "8": 1})
    >>> box.take("7 7")
    ['7', '7']
    >>> box.take("7")
    Traceback (most recent call last):
    cardkit.errors.BadInput: There are only 2 of card 7 in the deck, and this needs one more.
    """

    def __init__(self, deck: Mapping[str, int]) -> None:
        self.deck = deck
        self.left = dict(deck)

    def take(self, text: object) -> list[str]:
        cards = known_cards(self.deck, cards_in(text))
        for card in cards:
            if not self.left[card]:
                raise BadInput(
                    f"There are only {self.deck[card]} of card {card} in the deck, "
                    "and this needs one more."
                )
            self.left[card] -= 1
        return cards

    def rest(self) -> list[str]:
        """The cards left, in the deck's own order."""
        return spread(self.left)


def by_seat(given: object, players: int, what: str) -> dict[int, Any]:
    """What is given per seat, as a mapping {seat: …} (or a list from seat 0 on)."""
    if given is None:
        return {}
    if isinstance(given, list | tuple):
        given = dict(enumerate(given))
    if not isinstance(given, Mapping):
        raise BadInput(f"{what} are given by seat, like {{0: …}}, not {given!r:.40}.")
    seats = {}
    for seat, value in given.items():
        number = int(seat) if isinstance(seat, str) and seat.isdecimal() else seat
        if isinstance(number, bool) or number not in range(players):
            raise BadInput(f"{what}: there is no seat {seat!r:.20} in a game of {players}.")
        seats[number] = value
    return seats


def whole(value: object, least: int, most: int, what: str, rule: str | None = None) -> int:
    """A whole number as somebody gave it, if it is within these bounds."""
    if type(value) is not int or not least <= value <= most:
        raise BadInput(f"{what} is a whole number from {least} to {most}, not {value!r:.40}.", rule)
    return value


def counted(cards: Iterable[str]) -> dict[str, int]:
    """How many of each card there are."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def spread(counts: Mapping[str, int]) -> list[str]:
    """Each card as often as it is there."""
    cards: list[str] = []
    for card, count in counts.items():
        cards += [card] * count
    return cards


def add(counts: dict[str, int], card: str) -> None:
    counts[card] = counts.get(card, 0) + 1


def remove(counts: dict[str, int], card: str) -> None:
    if counts[card] == 1:
        del counts[card]
    else:
        counts[card] -= 1


def off(cards: list[str], count: int) -> list[str]:
    """Take that many off the top of a pile (its end), or what there is."""
    if count <= 0:
        return []
    taken = cards[: -count - 1 : -1]
    del cards[-count:]
    return taken


def fill(rest: list[str], count: int) -> list[str]:
    """As many cards as a zone that was not given needs, off the top of those without a place."""
    if count > len(rest):
        raise BadInput(
            f"What is not given takes {count} more cards, and there are {len(rest)} left."
        )
    return off(rest, count)

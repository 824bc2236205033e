"""What happens in a game, as data: moves, events with their rule and audience, the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

HIDDEN = "?"
NO_FACTS: dict[str, Any] = {}  # shared by the many events that have none; never changed


class Move(tuple[str, ...]):
    """A decision as the words of its notation.

    >>> move = Move(("lay", "7", "7", "*"))
    >>> move.verb, str(move)
    ('lay', 'lay 7 7 *')
    """

    __slots__ = ()

    @property
    def verb(self) -> str:
        return self[0]

    def __str__(self) -> str:
        return " ".join(self)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


class Event(NamedTuple):
    """One thing that happened, the rule that made it happen, and who may know of it.

    `shown_to` are the seats that see the cards (None: all), `told_to` those that learn of it.

    >>> draw = Event("draw", 1, ("7",), "lynx.draw.source", shown_to=(1,))
    >>> draw.seen_by(1).cards, draw.seen_by(0).cards
    (('7',), ('?',))
    """

    kind: str
    seat: int | None
    cards: tuple[str, ...]
    rule: str
    shown_to: tuple[int, ...] | None = None
    told_to: tuple[int, ...] | None = None
    facts: dict[str, Any] = NO_FACTS

    def seen_by(self, seat: int) -> Event | None:
        """This event as that seat sees it: whole, with its cards hidden, or not at all."""
        if self.told_to is not None and seat not in self.told_to:
            return None
        if self.shown_to is None or seat in self.shown_to:
            return self
        hidden = (HIDDEN,) * len(self.cards)
        return Event(self.kind, self.seat, hidden, self.rule, facts=self.facts)

    def data(self) -> dict[str, Any]:
        """As plain data, for a view's log."""
        facts = {
            name: list(fact) if type(fact) in (tuple, list) else fact
            for name, fact in self.facts.items()
        }
        cards = list(self.cards)
        return {"kind": self.kind, "seat": self.seat, "cards": cards, "rule": self.rule, **facts}

    def __repr__(self) -> str:
        facts = "".join(f", {name}={value!r}" for name, value in self.facts.items())
        return f"Event({self.kind}, seat={self.seat}, {' '.join(self.cards)!r}, {self.rule}{facts})"


@dataclass(frozen=True)
class Outcome:
    """Who won, by which rule the game ended, and by which rule it was decided."""

    winners: tuple[int, ...]
    ended: str
    rule: str

    @property
    def shared(self) -> bool:
        return len(self.winners) > 1

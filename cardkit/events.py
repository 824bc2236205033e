"""What happens in a game, as data: moves, events with their rule and audience, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, overload

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


# A game keeps what it tells as plain tuples, in the order of an Event's fields: they are many,
# and in a simulation nobody reads them. They are made Events when somebody does.
Told = tuple[
    str, int | None, tuple[str, ...], str, tuple[int, ...] | None, tuple[int, ...] | None,
    dict[str, Any],
]  # fmt: skip
event_of: Callable[[Told], Event] = partial(tuple.__new__, Event)  # quicker than Event._make


class Events(Sequence[Event]):
    """What a game has told from some moment up to now.

    >>> told = [("draw", 1, ("7",), "lynx.draw.source", (1,), None, NO_FACTS)]
    >>> Events(told)[0].kind, [event.rule for event in Events(told)]
    ('draw', ['lynx.draw.source'])
    """

    __slots__ = ("told", "first", "end")

    def __init__(self, told: list[Told], first: int = 0) -> None:
        self.told, self.first, self.end = told, first, len(told)

    def __len__(self) -> int:
        return self.end - self.first

    def __iter__(self) -> Iterator[Event]:
        return map(event_of, self.told[self.first : self.end])

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        if isinstance(place, slice):
            return list(map(event_of, self.told[self.first : self.end][place]))
        return event_of(self.told[range(self.first, self.end)[place]])

    def __add__(self, others: Iterable[Event]) -> list[Event]:
        return [*self, *others]

    def __radd__(self, others: Iterable[Event]) -> list[Event]:
        return [*others, *self]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))


@dataclass(frozen=True)
class Outcome:
    """Who won, by which rule the game ended, and by which rule it was decided."""

    winners: tuple[int, ...]
    ended: str
    rule: str

    @property
    def shared(self) -> bool:
        return len(self.winners) > 1

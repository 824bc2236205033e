"""The scene: what lies on a table, as small frozen data. It knows no game and no HTML.

A game's layout turns a view into a scene, `widgets.render` turns any scene into HTML. Keys name
places ("hand-2", "pool-0"), never cards, so a key tells nothing that its place does not show.

>>> hand = Zone("hand", spots=spots("hand", ["7", "7", "*"], verb="pick"), layout="spread")
>>> [spot.key for spot in hand.spots]
['hand-0', 'hand-1', 'hand-2']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from widgets.cards import UNSEEN

STATES = ("selected", "playable", "quiet", "blocked", "moved", "tried")
LAYOUTS = ("row", "fan", "spread", "pile", "backs", "layers", "track", "stacks", "laid")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence: `strong` comes first and in bold, `who` is whose it is, `rules` are cited."""

    text: str = ""
    rules: tuple[str, ...] = ()
    strong: str = ""
    who: str = ""
    heading: bool = False  # a divider of the log: "Round 3"

    def __str__(self) -> str:
        return f"{self.strong} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with a card: no verb, a picture; "pick", it is selected; another verb is sent."""

    key: str
    card: str = UNSEEN
    verb: str = ""
    states: tuple[str, ...] = ()
    words: str = ""  # after the card's name, for a screen reader: "just played by Ela"
    badge: str = ""
    drawn: str = "face"
    effects: tuple[str, ...] = ()
    column: int = 0  # on a track
    second: bool = False  # on a track: the row that covers the first
    empty: bool = False  # no card lies here
    whose: str = ""  # the player a card of a row belongs to
    came: str = ""  # the place it came from, so that it can glide


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards that lie together. "layers" and "stacks" consist of parts, the last one on top."""

    key: str
    layout: str = "row"
    spots: tuple[Spot, ...] = ()
    parts: tuple[Zone, ...] = ()
    label: str = ""
    count: int | None = None
    words: str = ""  # for a screen reader, if the label does not say it
    note: Line | None = None
    states: tuple[str, ...] = ()  # "top", "tried"
    single: bool = False  # one card can be picked, not several


@dataclass(frozen=True, slots=True)
class Tokens:
    """Filled and empty tokens; shape "disc", "nerve" (a diamond) or "paw"."""

    label: str
    on: int
    of: int
    shape: str = "disc"


@dataclass(frozen=True, slots=True)
class Chip:
    text: str
    icon: str = ""
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and its value, on one line: "Your total 20"."""

    label: str
    value: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """Rounds or turns in order; those before `now` are done. Look "pips" or "order"."""

    label: str
    items: tuple[str, ...]
    now: int
    look: str = "pips"


@dataclass(frozen=True, slots=True)
class Scale:
    """A bar up to `top`: certain up to `sure`, possible up to `most`, with named marks."""

    label: str  # for a screen reader
    top: float
    sure: float
    most: float = 0
    marks: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """A chance in percent with its interval; a certainty or an exact chance has none."""

    label: str
    percent: float
    low: float | None = None
    high: float | None = None
    fine: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A line of a score card; look "full", "open", "shut"."""

    key: str
    label: str
    value: str
    look: str = "shut"
    verb: str = ""
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score card in columns; `mini` is a rival's, seen from afar."""

    label: str
    columns: tuple[tuple[Box, ...], ...]
    mini: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    icon: str
    text: str
    small: str = ""
    now: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces side by side or one below the other, as `look` says (a class of table.css)."""

    look: str
    pieces: tuple[Piece, ...]
    label: str = ""




@dataclass(frozen=True, slots=True)
class Seat:
    """A rival: a name, a score, and what lies before them."""

    key: str
    name: str
    score: str = ""
    unit: str = ""
    pieces: tuple[Piece, ...] = ()
    acting: bool = False
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A verb and, below it, its consequence. With places it plays them, without what is picked."""

    text: str
    consequence: str = ""
    verb: str = ""
    places: tuple[str, ...] | None = None
    main: bool = False
    loud: bool = False
    icon: str = ""
    seconds: float = 0  # after so long it is chosen by itself


Piece = Zone | Tokens | Chip | Fact | Steps | Scale | Bar | Sheet | Effect | Group | Line | Choice


@dataclass(frozen=True, slots=True)
class Field:
    """Something to fill in before a verb is sent; with options a list to choose from."""

    name: str
    label: str
    value: str = ""
    options: tuple[tuple[str, str], ...] = ()  # value, what is shown
    kind: str = "text"  # "text", "number" or "file"


@dataclass(frozen=True, slots=True)
class Form:
    verb: str
    text: str
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in play now, for the Rules tab."""

    id: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one seat sees."""

    game: str
    title: str
    meta: str = ""
    status: tuple[Line, ...] = ()  # what just happened
    lesson: tuple[Piece, ...] = ()  # above the table: what a level is about, and how far one is
    seats: tuple[Seat, ...] = ()
    middle: tuple[Piece, ...] = ()
    mine: tuple[Piece, ...] = ()
    points: Line | None = None
    hand: Zone | None = None
    me: tuple[Piece, ...] = ()
    question: Line | None = None
    choices: tuple[Choice, ...] = ()
    notes: tuple[Line, ...] = ()  # what came of a move: why nobody was robbed
    refusal: Line | None = None
    praise: Line | None = None  # good news above the choices: a level solved, a game won
    log: tuple[Line, ...] = ()  # newest first
    hint: tuple[Piece, ...] = ()
    rules: tuple[Rule, ...] = ()
    tools: tuple[Choice, ...] = ()
    menu: tuple[Form, ...] = ()
    seat: int | None = None
    version: int = 0  # what is picked belongs to one version
    over: bool = False

    def zones(self) -> Iterator[Zone]:
        """Every zone with cards of its own, in the order it is shown."""
        for seat in self.seats:
            yield from _zones(seat.pieces)
        yield from _zones((*self.middle, *self.mine, *((self.hand,) if self.hand else ())))


def spots(zone: str, cards: Iterable[str], verb: str = "", drawn: str = "face") -> tuple[Spot, ...]:
    """One spot for each card of a zone, keyed by its place."""
    return tuple(Spot(f"{zone}-{i}", card, verb, drawn=drawn) for i, card in enumerate(cards))


def fan(zone: str, cards: Sequence[str], top: bool = True) -> tuple[Spot, ...]:
    """A fan of small cards: each shows its index; of an earlier layer only the first card does,

    and it comes last, because it lies over the others.
    """
    out = spots(zone, cards)
    if top:
        return (*(replace(spot, drawn="strip") for spot in out[:-1]), *out[-1:])
    return (*(replace(spot, drawn="blank") for spot in out[:0:-1]), *out[:1])


def _zones(pieces: Iterable[Piece]) -> Iterator[Zone]:
    for piece in pieces:
        if isinstance(piece, Group):
            yield from _zones(piece.pieces)
        elif isinstance(piece, Zone):
            if piece.parts:
                yield from _zones(piece.parts)
            else:
                yield piece


# ---- where cards came from ---------------------------------------------------------------------


def origins(before: Scene, after: Scene) -> dict[str, str]:
    """For each place of `after` whose card has moved: the place of `before` it came from.

    It is found from what both scenes show, so it tells nothing new: a card stays in its zone if
    it can; else it came from a place that lost the same card; else from a pile or a rival's hand
    that became smaller.
    """
    lost: dict[str, list[str]] = defaultdict(list)
    found: dict[str, str] = {}
    new: list[Spot] = []
    old = {zone.key: zone for zone in before.zones()}
    shrunk = _shrunk(old, after)
    for zone in after.zones():
        was = old.pop(zone.key, None)
        stayed, came, gone = _match(was.spots if was else (), zone.spots)
        found |= {now: then for now, then in stayed.items() if now != then}
        if was is None or was.count is None:
            new += came
        for spot in gone:
            lost[spot.card].append(spot.key)
    for zone in old.values():
        for spot in zone.spots:
            lost[spot.card].append(spot.key)
    for spot in new:
        if spot.card != UNSEEN and lost[spot.card]:
            found[spot.key] = lost[spot.card].pop(0)
        elif shrunk:
            found[spot.key] = shrunk[0]
    return found


def _match(
    was: Sequence[Spot], now: Sequence[Spot]
) -> tuple[dict[str, str], list[Spot], list[Spot]]:
    """Which card of a zone is which one of before; which have come, and which have gone."""
    rest = list(was)
    stayed, came = {}, []
    for spot in now:
        same = next((other for other in rest if other.card == spot.card), None)
        if same is None:
            came.append(spot)
        else:
            rest.remove(same)
            stayed[spot.key] = same.key
    return stayed, came, rest


def _shrunk(old: dict[str, Zone], after: Scene) -> list[str]:
    """Rivals' hands and piles that became smaller, the hands first."""
    smaller = [
        zone
        for zone in after.zones()
        if zone.count is not None and zone.key in old and (old[zone.key].count or 0) > zone.count
    ]
    return [zone.key for zone in sorted(smaller, key=lambda zone: zone.layout != "backs")]


def trace(before: Scene | None, after: Scene) -> Scene:
    """`after` with each card knowing where it came from, those new to their zone ringed."""
    if before is None or before.seat != after.seat:
        return after
    came = origins(before, after)
    zone_of = {spot.key: zone.key for zone in before.zones() for spot in zone.spots}

    def mark(zone: Zone) -> Zone:
        if zone.parts:
            return replace(zone, parts=tuple(map(mark, zone.parts)))
        marked = []
        for spot in zone.spots:
            start = came.get(spot.key)
            if start:
                moved = () if zone_of.get(start) == zone.key else ("moved",)
                spot = replace(spot, came=start, states=(*spot.states, *moved))
            marked.append(spot)
        return replace(zone, spots=tuple(marked))

    def walk(piece: Piece) -> Piece:
        if isinstance(piece, Group):
            return replace(piece, pieces=tuple(map(walk, piece.pieces)))
        return mark(piece) if isinstance(piece, Zone) else piece

    return replace(
        after,
        seats=tuple(replace(s, pieces=tuple(map(walk, s.pieces))) for s in after.seats),
        middle=tuple(map(walk, after.middle)),
        mine=tuple(map(walk, after.mine)),
        hand=mark(after.hand) if after.hand else None,
    )

"""The cards of Nerves from both sides, and what each seat sees, remembers and can only guess.

`Sight` is the game's table: all zones, views of them and samples. The rules are in nerves.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, Self

from cardkit.errors import BadInput
from cardkit.events import HIDDEN
from cardkit.game import Game, clockwise
from cardkit.zones import Box, whole

HEART = "heart"  # the back of every one-sided card
SPECIALS = ("reverse", "two", "remove", "trap")


class Laid(NamedTuple):
    """A card in the row: who laid it, whether face down, and which draw pile it came from."""

    card: str
    owner: int
    down: bool
    batch: int


@cache
def value_of(card: str) -> int:
    """What a card counts in the row (nerves.special.zero).

    >>> value_of("4"), value_of("4h"), value_of("trap")
    (4, 4, 0)
    """
    return 0 if card in SPECIALS else int(card.removesuffix("h"))


def back_of(card: str) -> str:
    """What everybody sees of a card from behind (nerves.see.two-sided, nerves.see.heart).

    >>> back_of("4"), back_of("4h"), back_of("trap")
    ('4', 'heart', 'heart')
    """
    return card if card.isdecimal() else HEART


class Sight(Game):
    """Everything on the table of a game of Nerves, as each seat may know it."""

    __slots__ = (
        "pile", "used", "buried", "hands", "row", "composure", "nerves",
        "direction", "duty", "due", "laid", "last", "gone", "round", "batch", "batches", "moved",
    )  # fmt: skip

    pile: list[str]  # the draw pile; its top card is the last
    used: list[str]  # used cards that everybody has seen
    buried: list[Laid]  # used cards that were removed face down, seen only by who laid them
    hands: list[list[str]]  # in the order drawn
    row: list[Laid]
    composure: list[int]
    nerves: list[int]
    direction: int  # 1 clockwise, -1 the other way
    duty: bool  # the next player must lay two
    due: int  # cards to lay in this turn, and then to draw
    laid: int  # cards laid in this turn so far
    last: int | None  # who laid most recently in this round
    gone: bool  # that card has been removed
    round: int
    # What a good memory needs once the pile has been remade: the number of the draw pile from
    # which each card came, and how cards nobody saw got from an old pile into a new one.
    batch: int
    batches: list[list[int]]  # for each card of each hand
    moved: list[tuple[str, int, int, int]]  # card, who had laid it, from batch, to batch

    def _clear(self) -> None:
        seats = range(self.players)
        self.pile, self.used, self.buried, self.row, self.moved = [], [], [], [], []
        self.hands, self.batches = [[] for _ in seats], [[] for _ in seats]
        self.composure, self.nerves = [0] * self.players, [0] * self.players
        self.direction, self.duty, self.due, self.laid = 1, False, 1, 0
        self.last, self.gone, self.round, self.batch = None, False, 1, 0

    # Views and samples --------------------------------------------------------------------------

    def _see(self, seat: int) -> dict[str, Any]:
        return {
            "hand": sorted(self.hands[seat]),
            "hands": [sorted(map(back_of, hand)) for hand in self.hands],
            "row": [self._seen(laid, seat) for laid in self.row],
            "visible": sum(value_of(laid.card) for laid in self.row if not laid.down),
            "pile": len(self.pile),
            "top": back_of(self.pile[-1]) if self.pile else None,
            "used": sorted(self.used),
            "buried": [self._seen(laid, seat) for laid in self.buried],
            "composure": self.composure.copy(),
            "nerves": self.nerves.copy(),
            "direction": self.direction,
            "duty": self.duty,
            "due": self.due,
            "laid": self.laid,
            "last": self.last,
            "gone": self.gone,
            "round": self.round,
            "answer": self._own_answer(seat),
            "memory": self._memory(seat),
        }

    def _seen(self, laid: Laid, seat: int) -> dict[str, Any]:
        """A card as a seat sees it: face down, only its owner knows what it is."""
        return {**laid._asdict(), "card": HIDDEN if laid.down and laid.owner != seat else laid.card}

    def _memory(self, seat: int) -> dict[str, Any]:
        """What a seat that forgets nothing knows of the cards it cannot see.

        `unseen` has, for each batch (draw pile), the cards that came from it and that this seat
        cannot see now. A card buried unseen and shuffled into a later pile counts for the pile it
        left and against the one it joined, since nobody knows which card it was: counts may be
        negative, and `moved` says how many such cards there are.
        """
        unseen: dict[int, Counter[str]] = {self.batch: Counter(self.pile)}
        for card, batch in self._hidden_from(seat):
            unseen.setdefault(batch, Counter())[card] += 1
        for card, owner, old, new in self.moved:
            if owner != seat:
                unseen.setdefault(old, Counter())[card] += 1
                unseen.setdefault(new, Counter())[card] -= 1
        mine = sorted(zip(self.hands[seat], self.batches[seat], strict=True))
        return {
            "batch": self.batch,
            "hand": [batch for _, batch in mine],
            "hearts": [
                sorted(b for card, b in zip(*held, strict=True) if not card.isdecimal())
                for held in zip(self.hands, self.batches, strict=True)
            ],
            "moved": [[card if owner == seat else HIDDEN, owner, old, new]
                      for card, owner, old, new in self.moved],
            "unseen": {
                str(batch): {card: counts[card] for card in sorted(counts) if counts[card]}
                for batch, counts in sorted(unseen.items())
            },
        }  # fmt: skip

    def _hidden_from(self, seat: int) -> Iterable[tuple[str, int]]:
        """The cards outside the pile that a seat cannot see, with their batch."""
        for rival in clockwise(seat, self.players):
            for card, batch in zip(self.hands[rival], self.batches[rival], strict=True):
                if not card.isdecimal():
                    yield card, batch
        for laid in (*self.row, *self.buried):
            if laid.down and laid.owner != seat:
                yield laid.card, laid.batch

    def _guess(self, view: Mapping[str, Any]) -> None:
        """Deal the cards this seat has not seen, each batch among the places it can be in."""
        me, memory = self._checked(view["seat"]), view["memory"]
        self.batch = memory["batch"]
        hearts, shown = self._deal_unseen(memory)
        top = view["top"]
        if top == HEART:
            on_top = [hearts[self.batch].pop()]
        else:
            on_top = [] if top is None else [top]
            for card in on_top:
                shown.remove(card)
        self.row = [self._unseen_laid(laid, hearts) for laid in view["row"]]
        self.buried = [self._unseen_laid(laid, hearts) for laid in view["buried"]]
        for seat, backs in enumerate(view["hands"]):
            if seat == me:
                self.hands[seat], self.batches[seat] = list(view["hand"]), list(memory["hand"])
            else:
                batches = memory["hearts"][seat]
                numbers = [back for back in backs if back != HEART]
                self.hands[seat] = numbers + [hearts[batch].pop() for batch in batches]
                self.batches[seat] = [0] * len(numbers) + list(batches)
        self.pile = self._shuffled(shown + hearts[self.batch]) + on_top
        self.used = list(view["used"])
        for name in ("composure", "nerves"):
            setattr(self, name, list(view[name]))
        for name in ("direction", "duty", "due", "laid", "last", "gone", "round"):
            setattr(self, name, view[name])
        self._adds_up(view, hearts)
        self._resume(view)

    def _deal_unseen(self, memory: Mapping[str, Any]) -> tuple[dict[int, list[str]], list[str]]:
        """The one-sided cards of each batch, shuffled, and the two-sided ones of the pile."""
        for counts in memory["unseen"].values():
            for card, count in counts.items():
                most = self.options.deck.get(card, 0)
                whole(count, -most, most, f"How many {card!r:.20} are unseen")
        for _ in range(100):
            stock = {int(batch): Counter(counts) for batch, counts in memory["unseen"].items()}
            self.moved = [self._guess_moved(stock, *moved) for moved in memory["moved"]]
            if all(count >= 0 for counts in stock.values() for count in counts.values()):
                break
        else:
            raise BadInput("The cards of this view do not add up.")
        cards = {batch: self._shuffled(counts.elements()) for batch, counts in stock.items()}
        hearts = {batch: [c for c in some if not c.isdecimal()] for batch, some in cards.items()}
        return hearts, [card for card in cards[self.batch] if card.isdecimal()]

    def _guess_moved(
        self, stock: dict[int, Counter[str]], card: str, owner: int, old: int, new: int
    ) -> tuple[str, int, int, int]:
        """Which card was buried unseen: one that has turned up since and was missing, or any."""
        if card == HIDDEN:
            left = [card for card in stock[old].elements() if not card.isdecimal()]
            missing = [card for card in left if stock[new][card] < 0]
            card = self._shuffled(missing or left)[0]
            stock[old][card] -= 1
            stock[new][card] += 1
        return card, owner, old, new

    def _unseen_laid(self, seen: Mapping[str, Any], hearts: dict[int, list[str]]) -> Laid:
        card, batch = seen["card"], seen["batch"]
        if card == HIDDEN:
            card = hearts[batch].pop()
        return Laid(card, self._checked(seen["owner"]), seen["down"], batch)

    def _adds_up(self, view: Mapping[str, Any], hearts: dict[int, list[str]]) -> None:
        box = Box(self.options.deck)
        for cards in (*self.hands, self.pile, self.used):
            box.take(cards)
        box.take([laid.card for laid in (*self.row, *self.buried)])
        left = any(cards for batch, cards in hearts.items() if batch != self.batch)
        if left or len(self.pile) != view["pile"]:
            raise BadInput("The cards of this view do not add up.")

    def _resume(self, view: Mapping[str, Any]) -> None:
        """A window is open to all rivals of the layer; of the answers only one's own is known."""
        if view["outcome"] or view["phase"] not in ("window", "wait"):
            return super()._resume(view)
        rivals = clockwise(self.turn, self.players)
        self._reopen("window", rivals, view["seat"], view["answer"])

    def _copy(self, new: Self) -> None:
        new.pile, new.used, new.buried = self.pile[:], self.used[:], self.buried[:]
        new.hands = [hand[:] for hand in self.hands]
        new.batches = [batches[:] for batches in self.batches]
        new.row, new.moved = self.row[:], self.moved[:]
        new.composure, new.nerves = self.composure[:], self.nerves[:]
        new.direction, new.duty, new.due, new.laid = self.direction, self.duty, self.due, self.laid
        new.last, new.gone, new.round, new.batch = self.last, self.gone, self.round, self.batch

"""Knyf: the classic dice game with cards. Fill twelve boxes; more cards help you and cost you.

In the order of the rulebook: components, setup, a turn (discard and draw, or play), the end and
the score; then what may not be done, positions, views. The score card is in knyf_card.py, where
the unseen cards may be in knyf_unseen.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Self

from cardkit.errors import BadInput, IllegalMove
from cardkit.events import Move
from cardkit.game import Game, leading
from cardkit.games.knyf_card import (
    BOXES,
    MOST_HELD,
    VALUES,
    CardOptions,
    Cards,
    Held,
    ScoreCard,
    box_rule,
    choices,
    misfit,
    sorted_cards,
    title,
    ways,
)
from cardkit.games.knyf_unseen import Unseen
from cardkit.options import HasDeck, deck_check, option
from cardkit.tables import Table
from cardkit.zones import Box, by_seat, cards_in, fill, off, whole

# Components -----------------------------------------------------------------------------------

DECK = dict.fromkeys(VALUES, 18)  # knyf.cards.deck


@dataclass(frozen=True)
class Options(CardOptions, HasDeck):
    first: int = option(0, "knyf.setup.first", "the seat that starts", most=4)
    deck: dict[str, int] = option(
        DECK, "knyf.cards.deck", "how many of each card there are",
        check=deck_check(VALUES.__contains__, "1 to 6"),
    )  # fmt: skip
    hand_size: int = option(
        5, "knyf.setup.deal", "cards dealt, and held without penalty", least=1, most=MOST_HELD
    )
    hand_limit: int = option(
        10, "knyf.draw.limit", "the most cards in hand", least=1, most=MOST_HELD
    )
    most_discarded: int = option(
        5, "knyf.draw.discard", "the most cards discarded in a turn", least=1, most=8
    )
    more_drawn: int = option(1, "knyf.draw.discard", "how many more may be drawn", most=5)
    keep_surplus: bool = option(
        False, "knyf.play.surplus", "whether excess cards are kept after playing"
    )
    turn_limit: int = option(
        2000, "knyf.end.stall", "turns each, after which the game ends", least=1, most=1_000_000
    )

    def excess(self, held: int) -> int:
        """How many of so many cards cost a penalty when a box is filled (knyf.play.penalty)."""
        return max(0, held - self.hand_size)


PASS = Move(("pass",))
ZERO = ("0",)  # how filling a box with nothing is written, to be refused


def draw_move(cards: Cards, count: int) -> Move:
    if cards:
        return Move(("discard", *cards, "draw", str(count)))
    return Move(("draw", str(count))) if count else PASS


def fill_move(box: str, cards: Cards, announce: bool = False) -> Move:
    return Move(("fill", box, "with", *(cards or ZERO), *(("announce",) if announce else ())))


# The moves of a hand are worked out once: there are about 100 of them, and some 8,000 hands.

Draws = tuple[tuple[Move, ...], dict[Move, int], bytes]


@cache
def draws(most: int, more: int, limit: int) -> Table[Cards, Draws]:
    """Discard some, draw as many or one more (knyf.draw.discard), up to the limit (.limit).

    To pass comes first. Each way to draw has a mark, so that a move is quickly found among them.
    """
    held = [_drawing(most, extra) for extra in range(more + 1)]

    def by_room(hand: Cards) -> Draws:
        within = held[max(0, min(more, limit - len(hand)))]
        return (PASS, *within.by(hand)), within.places, within.marks(hand)

    return Table(by_room)


def _drawing(most: int, more: int) -> Held[Move]:
    moves = [
        (draw_move(cards, len(cards) + extra), cards)
        for cards in choices(most)
        for extra in range(more + 1)
        if cards or extra
    ]
    return Held((cards, move) for move, cards in sorted(moves))


@cache
def fills(announce: bool) -> Table[Cards, dict[str, tuple[Move, ...]]]:
    """Fill a box, by box; for the last but one, with an announcement and without."""
    said = (False, True) if announce else (False,)
    held = Held((cards, fill_move(box, cards, word)) for box, cards in ways() for word in said)
    made: dict[tuple[Move, ...], tuple[Move, ...]] = {}  # many hands fill a box in the same ways

    def by_box(hand: Cards) -> dict[str, tuple[Move, ...]]:
        moves = groupby(held.by(hand), key=itemgetter(1))
        alike = ((box, tuple(filling)) for box, filling in moves)
        return {box: made.setdefault(filling, filling) for box, filling in alike}

    return Table(by_box)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a hand can do in its turn."""

    draws: tuple[Move, ...]  # to pass comes first
    places: dict[Move, int]  # where each way to draw has its mark, also those it cannot do
    marks: bytes  # 1 for those that it can
    fills: dict[str, tuple[Move, ...]]  # by box that it can fill


NOTHING = Choice((), {}, b"", {})  # before a turn, and while cards are trimmed


@cache
def by_hand(most: int, more: int, limit: int, announce: bool) -> Table[Cards, Choice]:
    """Either draw or fill a box, by these options."""
    drawing, filling = draws(most, more, limit), fills(announce)
    return Table(lambda hand: Choice(*drawing[hand], filling[hand]))


@cache
def trims(excess: int) -> Held[Move]:
    """Discard so many after playing (knyf.play.surplus)."""
    trimmed = [cards for cards in choices(excess) if len(cards) == excess]
    return Held((cards, Move(("trim", *cards))) for cards in trimmed)


class Knyf(Game):
    """A game of Knyf.

    >>> import cardkit
    >>> game = cardkit.position("knyf", players=2, hands={0: "2 4 5 6 6 6"})
    >>> [event.kind for event in game.play("fill sixes with 6 6 6")][:2]
    ['fill', 'write']
    >>> game.cards[0].points, game.cards[0].penalty
    ({'sixes': 18}, 2)
    """

    __slots__ = ("pile", "discard", "hands", "cards", "round", "finished", "by_hand", "choice")

    name = "knyf"
    OPTIONS = Options
    PLAYERS, DEFAULT_PLAYERS, PLAYERS_RULE = range(1, 6), 2, "knyf.setup.players"
    ZONES = ("hands", "cards", "discard", "pile", "turns")

    options: Options
    pile: list[str]  # the top card is the last
    discard: list[str]  # face up (knyf.pile.open)
    hands: list[list[str]]  # from low to high
    cards: list[ScoreCard]
    round: int  # from 1 on; each player has one turn in a round
    finished: bool  # somebody has filled all boxes: this round is the last
    by_hand: tuple[Table[Cards, Choice], ...]  # what a hand can do; the second table announces
    choice: Choice  # what the hand to act can do, since its moves were last asked for

    # Setup ------------------------------------------------------------------------------------

    def _setup(self) -> None:
        self._can_be_set_up()
        self.pile = self._shuffled(self.options.cards)
        self.hands = [sorted(off(self.pile, self.options.hand_size)) for _ in self.hands]
        self._tell("deal", None, (), "knyf.setup.deal", each=self.options.hand_size)
        self.turn = self.options.first
        self._tell("first", self.turn, (), "knyf.setup.first")
        if self.players == 1:
            self._tell("solo", self.turn, (), "knyf.setup.solo")
        self._ask("turn", self.turn)

    def _clear(self) -> None:
        self.pile, self.discard = [], []
        self.hands = [[] for _ in range(self.players)]
        self.cards = [ScoreCard(self.options)] * self.players
        self.round, self.finished = 1, False
        options = self.options
        limits = options.most_discarded, options.more_drawn, options.hand_limit
        self.by_hand = by_hand(*limits, announce=False), by_hand(*limits, announce=True)
        self.choice = NOTHING

    def _can_be_set_up(self) -> None:
        size, limit = self.options.hand_size, self.options.hand_limit
        if size > limit:
            raise BadInput(
                f"Hands of {size} cards are above the limit of {limit}.", "knyf.draw.limit"
            )
        what = f"{self.players} hands of up to {limit} take"
        self._must_have(self.players * limit, what, "knyf.cards.deck")

    # A turn -------------------------------------------------------------------------------------

    def _moves(self, seat: int) -> Iterable[Move]:
        hand, free = tuple(self.hands[seat]), self.cards[seat].free
        if self.phase == "trim":
            self.choice = NOTHING
            return trims(len(hand) - self.options.hand_size).by(hand)
        self.choice = choice = self.by_hand[len(free) == 2][hand]
        filling: tuple[Move, ...] = ()
        for box in free:
            if box in choice.fills:
                filling += choice.fills[box]
        return choice.draws + filling

    def _is_among(self, legal: tuple[Move, ...], move: Move) -> bool:
        place = self.choice.places.get(move)
        return move in legal if place is None else self.choice.marks[place] == 1

    def _do(self, seat: int, move: Move) -> None:
        verb = move[0]
        if verb == "discard" or verb == "draw":
            self._discard_and_draw(seat, move[1:-2], int(move[-1]))
        elif verb == "pass":
            self._tell("pass", seat, (), "knyf.draw.pass")
            self._end_turn()
        elif verb == "fill":
            self._fill(seat, move)
        else:
            self._trim(seat, move[1:])

    # 1. Discarding and drawing

    def _discard_and_draw(self, seat: int, cards: Cards, count: int) -> None:
        if cards:
            self._tell("discard", seat, cards, "knyf.draw.discard")
            self._away(seat, cards)
        self._draw(seat, count, "draw", "knyf.draw.declare")
        held = len(self.hands[seat])
        if held == self.options.hand_limit and count > len(cards):
            self._tell("limit", seat, (), "knyf.draw.limit", held=held)
        self._end_turn()

    def _away(self, seat: int, cards: Cards) -> None:
        """From a hand to the discard pile."""
        hand = self.hands[seat]
        for card in cards:
            hand.remove(card)
        self.discard += cards

    def _draw(self, seat: int, count: int, kind: str, rule: str) -> None:
        """Draw so many; as soon as the pile runs out, a new one is made (knyf.pile.reshuffle)."""
        if not self.pile:
            self._reshuffle()
        drawn = tuple(off(self.pile, count))
        if drawn:
            hand = self.hands[seat]
            hand += drawn
            hand.sort()
            self._tell(kind, seat, drawn, rule, (seat,))
        if not self.pile:
            self._reshuffle()
        if len(drawn) < count:
            self._draw(seat, count - len(drawn), kind, rule)

    def _reshuffle(self) -> None:
        if self.discard:
            self._tell("reshuffle", None, tuple(sorted(self.discard)), "knyf.pile.reshuffle")
            self.pile, self.discard = self._shuffled(self.discard), []

    # 2. Playing cards into a box

    def _fill(self, seat: int, move: Move) -> None:
        announced = move[-1] == "announce"
        box, cards = move[1], move[3:-1] if announced else move[3:]
        card = self.cards[seat]
        points = card.worth(box, cards)
        excess = self.options.excess(len(self.hands[seat]))
        penalty = self.options.penalty * excess
        self.cards[seat] = card.write(box, points, penalty)
        left = len(card.free) - 1
        what: dict[str, Any] = {"box": box, "called": title(box), "points": points}
        self._tell("fill", seat, cards, box_rule(box), **what)
        self._tell("write", seat, (), "knyf.play.box", **what, left=left)
        if penalty:
            self._tell("penalty", seat, (), "knyf.play.penalty", excess=excess, points=penalty)
        if box != "knyf" and "knyf" in card.points and misfit("knyf", cards) is None:
            self._tell("second-knyf", seat, cards, "knyf.box.knyf-second", called=title(box))
        if left == 1:
            self._announce(seat, announced)
        self._tell("played", seat, cards, "knyf.play.discarded")
        self._away(seat, cards)
        self._to_five(seat)

    def _announce(self, seat: int, announced: bool) -> None:
        last = self.cards[seat].free[0]
        if announced:
            self._tell("announce", seat, (), "knyf.announce.when", box=last, called=title(last))
        else:
            self.cards[seat] = self.cards[seat].forget()
            points = self.options.forgotten
            self._tell("forget", seat, (), "knyf.announce.must", points=points)

    def _to_five(self, seat: int) -> None:
        """After playing, a hand is filled up to five, or cut down to five."""
        size = self.options.hand_size
        missing = size - len(self.hands[seat])
        if missing >= 0:
            self._draw(seat, missing, "refill", "knyf.play.refill")
        elif self.options.keep_surplus:
            self._tell("keep", seat, (), "knyf.play.surplus", excess=-missing, size=size)
        else:
            self._tell("surplus", seat, (), "knyf.play.surplus", excess=-missing)
            return self._ask("trim", seat)
        self._end_turn()

    def _trim(self, seat: int, cards: Cards) -> None:
        self._tell("trim", seat, cards, "knyf.play.surplus", size=self.options.hand_size)
        self._away(seat, cards)
        self._end_turn()

    def _end_turn(self) -> None:
        seat = self.turn
        if not self.cards[seat].free and not self.finished:
            self.finished = True
            self._tell("last-round", seat, (), "knyf.end.round", to_come=self._still_to_come(seat))
        self.turn = (seat + 1) % self.players
        if self.turn == self.options.first:
            if self.finished:
                return self._finish("knyf.end.round")
            if self.round >= self.options.turn_limit:
                return self._finish("knyf.end.stall")
            self.round += 1
        self._ask("turn", self.turn)

    def _still_to_come(self, seat: int) -> int:
        """How many players have not had their turn of this round after that seat."""
        return (self.options.first - seat - 1) % self.players

    # The end and the score ----------------------------------------------------------------------

    def _finish(self, ended: str) -> None:
        kind = "stall" if ended == "knyf.end.stall" else "end"
        self._tell(kind, None, (), ended, round=self.round)
        for seat, card in enumerate(self.cards):
            self._settle(seat, card)
        totals = [card.total for card in self.cards]
        winners = leading(range(self.players), totals.__getitem__)
        self._win(winners, ended, "knyf.end.tie" if len(winners) > 1 else "knyf.end.score")

    def _settle(self, seat: int, card: ScoreCard) -> None:
        """Bonus or loss, then the total."""
        upper = card.upper
        if upper >= self.options.bonus_from:
            self._tell("bonus", seat, (), "knyf.bonus.63", upper=upper, points=self.options.bonus)
        elif upper < self.options.loss_below:
            self._tell("loss", seat, (), "knyf.bonus.43", upper=upper, points=self.options.loss)
        missing = [box for box in card.free if box_rule(box) == "knyf.box.upper"]
        if missing and card.bonus:
            called = ", ".join(missing)
            self._tell(
                "unfinished", seat, (), "knyf.bonus.unfinished", boxes=missing, called=called
            )
        self._tell(
            "score", seat, (), "knyf.end.score", score=card.total, boxes=sum(card.points.values()),
            penalty=card.penalty, bonus=card.bonus,
        )  # fmt: skip

    def scores(self) -> list[int]:
        """What is written, penalties included; bonus and loss only when the game is over."""
        return [card.total if self.over else card.sum for card in self.cards]

    # What may not be done, and why --------------------------------------------------------------

    def _read(self, words: list[str]) -> Move:
        verb, rest = words[0], words[1:]
        if verb == "pass" and not rest:
            return PASS
        if verb == "fill" and rest:
            return self._read_fill(rest)
        if verb == "trim" and rest:
            return Move((verb, *sorted_cards(rest)))
        if verb in ("discard", "draw"):
            return self._read_draw(words)
        raise self._no_move(
            words,
            "discard 1 3 draw 3, draw 1, pass, fill three with 3 5 6 6 6, "
            "fill sixes with 6 6 announce, trim 2 2",
        )

    def _read_draw(self, words: list[str]) -> Move:
        if len(words) < 2 or words[-2] != "draw" or not _is_number(words[-1]):
            raise BadInput(
                "Say how many cards you draw before you see any, like 'discard 1 3 draw 2'.",
                "knyf.draw.declare",
            )
        cards = words[1:-2] if words[0] == "discard" else words[:-2]
        return draw_move(sorted_cards(cards), int(words[-1]))

    def _read_fill(self, words: list[str]) -> Move:
        box, rest = words[0], words[1:]
        if box not in BOXES:
            raise BadInput(f"There is no box {box!r:.20}; there are {', '.join(BOXES)}.")
        announce = rest[-1:] == ["announce"]
        cards = rest[:-1] if announce else rest
        if cards[:1] == ["with"]:
            cards = cards[1:]
        if not cards:
            raise BadInput(
                "Say which cards you play, like 'fill sixes with 6 6 6'.", "knyf.play.box"
            )
        return fill_move(box, () if cards == ["0"] else sorted_cards(cards), announce)

    def _refuse(self, seat: int, move: Move) -> IllegalMove:
        hand = tuple(self.hands[seat])
        if self.phase == "trim" or move.verb == "trim":
            return IllegalMove("knyf.play.surplus", self._why_no_trim(hand, move))
        if move.verb == "fill":
            return self._refuse_fill(seat, move)
        return self._refuse_draw(hand, move[1:-2], int(move[-1]))

    def _why_no_trim(self, hand: Cards, move: Move) -> str:
        size, given = self.options.hand_size, len(move) - 1
        excess = len(hand) - size
        if self.phase != "trim":
            return (
                f"You discard down to {size} cards only after playing. To change cards, discard "
                "and draw."
            )
        if move.verb == "trim" and given == excess:
            return _not_held(hand, move[1:])
        wrong = f", not {given}" if move.verb == "trim" else ""
        return (
            f"You hold {len(hand)} cards after playing: discard exactly {excess} of them{wrong}, "
            f"so that you keep {size}."
        )

    def _refuse_draw(self, hand: Cards, cards: Cards, count: int) -> IllegalMove:
        options = self.options
        if len(cards) > options.most_discarded:
            return IllegalMove(
                "knyf.draw.discard",
                f"You discard at most {options.most_discarded} cards in a turn, not {len(cards)}.",
            )
        if not len(cards) <= count <= len(cards) + options.more_drawn:
            return IllegalMove(
                "knyf.draw.discard",
                f"You discard {len(cards)}, so you draw "
                f"{_from_to(len(cards), len(cards) + options.more_drawn)}, not {count}.",
            )
        lacking = _not_held(hand, cards)
        if lacking:
            return IllegalMove("knyf.draw.discard", lacking)
        return IllegalMove(
            "knyf.draw.limit",
            f"You hold {len(hand)} cards; with {count - len(cards)} more you would have "
            f"{len(hand) - len(cards) + count}, and {options.hand_limit} is the most.",
        )

    def _refuse_fill(self, seat: int, move: Move) -> IllegalMove:
        box, card, hand = move[1], self.cards[seat], tuple(self.hands[seat])
        cards = tuple(word for word in move[3:] if word in VALUES)
        wrong = misfit(box, cards)
        if box in card.points:
            once = box == "knyf" and not wrong
            more = "A second knyf scores nothing." if once else "Each box is filled exactly once."
            return IllegalMove(
                "knyf.box.knyf-once" if once else "knyf.play.box",
                f"Your box {title(box)} is filled already, with {card.points[box]}. {more}",
            )
        if wrong:
            return IllegalMove(*wrong)
        lacking = _not_held(hand, cards)
        if lacking:
            return IllegalMove("knyf.play.box", lacking)
        return IllegalMove(
            "knyf.announce.when",
            "You announce with the box that leaves one free, neither earlier nor later; "
            f"this one leaves {len(card.free) - 1}.",
        )

    # Positions ----------------------------------------------------------------------------------

    def _place(self, zones: dict[str, Any]) -> None:
        self._can_be_set_up()
        box = Box(self.options.deck)
        hands = by_seat(zones.get("hands"), self.players, "Hands")
        for seat, cards in hands.items():
            self.hands[seat] = sorted(box.take(cards))
            if len(self.hands[seat]) > self.options.hand_limit:
                raise BadInput(
                    f"Seat {seat} is given {len(self.hands[seat])} cards, and "
                    f"{self.options.hand_limit} is the most.",
                    "knyf.draw.limit",
                )
        for seat, card in by_seat(zones.get("cards"), self.players, "Cards").items():
            self.cards[seat] = ScoreCard.read(card, self.options)
        self.discard = box.take(zones.get("discard", ""))
        self.pile = box.take(zones.get("pile", ""))[::-1]
        rest = self._shuffled(box.rest())
        for seat in range(self.players):
            if seat not in hands:
                self.hands[seat] = sorted(fill(rest, self.options.hand_size))
        if "pile" in zones:
            self.discard = rest + self.discard
        else:
            self.pile = rest
        self.round = 1 + whole(
            zones.get("turns", 0), 0, self.options.turn_limit - 1, "How many turns each has had",
            "knyf.end.stall",
        )  # fmt: skip
        self.turn = self._checked(zones.get("to_act", 0))
        for seat, card in enumerate(self.cards):
            if not card.free and self._still_to_come(seat) <= self._still_to_come(self.turn):
                raise BadInput(
                    f"Seat {seat} has filled all boxes before its turn of this round, so the game "
                    "is over.",
                    "knyf.end.round",
                )
        self.finished = any(not card.free for card in self.cards)
        self._ask("turn", self.turn)

    # Views and samples --------------------------------------------------------------------------

    def _see(self, seat: int) -> dict[str, Any]:
        return {
            "hand": list(self.hands[seat]),
            "hands": [len(hand) for hand in self.hands],
            "cards": [card.data() for card in self.cards],
            "pile": len(self.pile),
            "discard": list(self.discard),
            "round": self.round,
            "finished": self.finished,
            "scores": self.scores(),
        }

    def _guess(self, view: Mapping[str, Any]) -> None:
        """Deal the cards this seat has not seen, so that all it has seen could have happened."""
        self._can_be_set_up()
        self.hands, self.pile = Unseen(self.options.deck, view).dealt(self.seed, self._shuffled)
        self.discard = cards_in(view["discard"])
        self.cards = [ScoreCard.read(card, self.options) for card in view["cards"]]
        self.round = whole(view["round"], 1, self.options.turn_limit, "The round")
        self.finished = bool(view["finished"])
        self._resume(view)

    def _copy(self, new: Self) -> None:
        new.pile, new.discard = self.pile[:], self.discard[:]
        new.hands, new.cards = [hand[:] for hand in self.hands], self.cards[:]
        new.by_hand, new.choice = self.by_hand, self.choice
        new.round, new.finished = self.round, self.finished


def _not_held(hand: Cards, cards: Cards) -> str:
    """Which of these cards the hand does not hold, as a sentence; empty if it holds them all."""
    for card in cards:
        if cards.count(card) > hand.count(card):
            held, wanted = hand.count(card) or "none", cards.count(card)
            return f"Your hand holds {held} of card {card}, not {wanted}."
    return ""


def _from_to(low: int, high: int) -> str:
    """The numbers from low to high, in words.

    >>> _from_to(2, 2), _from_to(2, 3), _from_to(0, 3)
    ('2', '2 or 3', '0 to 3')
    """
    if low == high:
        return str(low)
    return f"{low} or {high}" if high == low + 1 else f"{low} to {high}"


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and word == str(int(word))

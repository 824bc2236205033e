"""Lynx: lay sets before you, steal sets from others; what lies before you scores.

In the order of the rulebook: components, setup, a turn (laying, stealing, drawing), the end and
the score; then what may not be done, positions, views. The two-player duel is in lynx_duel.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from cardkit.errors import BadInput, IllegalMove
from cardkit.events import Move
from cardkit.game import Game, clockwise, leading
from cardkit.options import HasDeck, deck_check, option
from cardkit.tables import Table
from cardkit.zones import (
    Box,
    add,
    by_seat,
    cards_in,
    counted,
    fill,
    known_cards,
    off,
    remove,
    spread,
)

# Components -----------------------------------------------------------------------------------

JOKER = "*"
DECK = {**{str(value): 8 for value in range(1, 14)}, JOKER: 5}  # lynx.cards.numbers, .jokers
ABOVE_ALL = 1000  # what jokers laid alone count as (lynx.play.jokers-alone)

VALUES = {**{str(value): value for value in range(1, 100)}, JOKER: ABOVE_ALL}

Layer = tuple[str, ...]  # cards laid together: numbers first, then jokers


@dataclass(frozen=True)
class Options(HasDeck):
    mode: str = option(
        "basic", "lynx.mode.advanced", "which rules of stealing and drawing hold",
        choices=("basic", "advanced", "expert"),
    )  # fmt: skip
    first: int = option(0, "lynx.setup.first", "the seat that starts with the paw", most=4)
    deck: dict[str, int] = option(
        DECK, "lynx.cards.numbers", "how many of each card there are",
        check=deck_check(VALUES.__contains__, "numbers from 1 to 99 and * for a joker"),
    )  # fmt: skip
    hand_size: int = option(13, "lynx.setup.deal", "cards dealt to each player", least=1, most=60)
    pool_size: int = option(6, "lynx.setup.pool", "face-up cards in the pool", most=30)
    low: int = option(1, "lynx.mode.expert", "the value that steals the highest in expert", least=1)
    high: int = option(13, "lynx.mode.expert", "the highest value, which it steals", least=1)
    duel_jokers: int = option(2, "lynx.duel.deal", "jokers each player takes in the duel", most=20)
    duel_virtual: int = option(13, "lynx.duel.virtual", "cards of the virtual player", most=60)
    duel_must: bool = option(
        True, "lynx.duel.must", "whether stealing from the virtual player is compulsory"
    )


def value_of(layer: Layer) -> int:
    """The value a layer counts as (lynx.play.joker-joins, lynx.play.jokers-alone)."""
    return VALUES[layer[0]]


def theft(laid: Layer, top: Layer, options: Options) -> tuple[str, str]:
    """What comes of comparing the layer just laid with a top layer, and by which rule.

    >>> theft(("7", "7", "*"), ("3", "3", "3"), Options())
    ('steal', 'lynx.steal.must')
    >>> theft(("7", "7"), ("7", "7"), Options())
    ('equal', 'lynx.steal.equal-not-higher')
    """
    if len(laid) != len(top):
        return "other-count", "lynx.steal.must"
    mine, theirs = VALUES[laid[0]], VALUES[top[0]]
    if options.mode == "expert":
        if mine == options.low and theirs in (options.high, ABOVE_ALL):
            return "steal", "lynx.mode.expert-must" if JOKER in laid else "lynx.mode.expert"
        if mine == ABOVE_ALL and theirs == options.high:
            return "steal", "lynx.mode.expert-jokers-thirteen"
    if theirs == ABOVE_ALL:
        return "safe", "lynx.steal.jokers-safe"
    if mine == theirs:
        return "equal", "lynx.steal.equal-not-higher"
    return "steal" if mine > theirs else "lower", "lynx.steal.must"


def in_order(cards: Iterable[str]) -> list[str]:
    """Numbers from low to high, then jokers: how hands and layers are written."""
    return sorted(cards, key=VALUES.__getitem__)


TAKE, LEAVE, END = Move(("take",)), Move(("leave",)), Move(("end",))
TAKE_BACK, DISCARD = Move(("take", "back")), Move(("discard",))


def lays_of(number: str, held: int, jokers: int) -> tuple[Move, ...]:
    """Any number of cards of one value, with any number of jokers (lynx.play.one-value)."""
    if number == JOKER:
        jokers = 0  # they are the cards themselves
    return tuple(
        Move(("lay",) + (number,) * count + (JOKER,) * joined)
        for count in range(1, held + 1)
        for joined in range(jokers + 1)
    )


# By the jokers in hand, the number, and how many of it there are.
LAYS: Table[int, Table[str, Table[int, tuple[Move, ...]]]] = Table(
    lambda jokers: Table(lambda number: Table(lambda held: lays_of(number, held, jokers)))
)


@cache
def draws_of(places: int, deck: bool, free: bool) -> tuple[Move, ...]:
    """From the deck or a place of the pool; a free draw need not be made (lynx.draw.no-steal)."""
    sources = ["deck"] * deck + [f"#{place}" for place in range(1, places + 1)]
    draws = tuple(Move(("draw", source)) for source in sources)
    return (*draws, END) if free else draws


class Lynx(Game):
    """A game of Lynx.

    >>> import cardkit
    >>> game = cardkit.position("lynx", players=3, hands={0: "7 7 7 9"}, tables={1: ["3 3 3"]})
    >>> [event.rule for event in game.play("lay 7 7 7") if event.kind == "steal"]
    ['lynx.steal.must']
    >>> game.moves()
    (Move('take'), Move('leave'))
    """

    __slots__ = (
        "deck", "pool", "discard", "hands", "known", "tables",
        "victims", "robbed", "stolen", "victim", "to_draw",
    )  # fmt: skip

    name = "lynx"
    OPTIONS = Options
    PLAYERS, DEFAULT_PLAYERS, PLAYERS_RULE = range(2, 6), 4, "lynx.setup.players"
    ZONES = ("hands", "tables", "pool", "discard", "deck", "virtual")

    options: Options
    deck: list[str]  # the top card is the last
    pool: list[Layer]  # places of one card each; in the duel a place may hold a group
    discard: list[str]
    hands: list[dict[str, int]]
    known: list[dict[str, int]]  # what everybody has seen go into a hand, and not come out again
    tables: list[list[Layer]]  # the layers before each player, the top one last
    victims: list[int]  # whose top layers are still to be compared this turn
    robbed: list[int]  # who has been robbed this turn
    stolen: Layer  # the layer that a decision is about
    victim: int  # whose it was
    to_draw: int  # how many cards the victim still has to draw

    @classmethod
    def for_players(cls, players: int) -> type[Game]:
        from cardkit.games.lynx_duel import Duel

        return Duel if players == 2 else cls

    # Setup ------------------------------------------------------------------------------------

    def _setup(self) -> None:
        self._must_have(self._cards_needed(), "Setting up takes", "lynx.setup.deal")
        self.deck = self._shuffled(self.options.cards)
        self._deal()
        self.turn = self.options.first
        self._tell("first", self.turn, (), "lynx.setup.first")
        self._ask("lay", self.turn)

    def _clear(self) -> None:
        self.deck, self.pool, self.discard = [], [], []
        self.hands = [{} for _ in range(self.players)]
        self.known = [{} for _ in range(self.players)]
        self.tables = [[] for _ in range(self.players)]
        self.victims, self.robbed = [], []
        self.stolen, self.victim, self.to_draw = (), 0, 0

    def _cards_needed(self) -> int:
        return self.players * self.options.hand_size + self.options.pool_size

    def _deal(self) -> None:
        each = self.options.hand_size
        self.hands = [counted(off(self.deck, each)) for _ in self.hands]
        self._tell("deal", None, (), "lynx.setup.deal", each=each)
        self.pool = [(card,) for card in off(self.deck, self.options.pool_size)]
        self._tell("pool", None, self._pool_cards(), "lynx.setup.pool")

    def _pool_cards(self) -> Layer:
        return tuple(card for cards in self.pool for card in cards)

    # A turn -------------------------------------------------------------------------------------

    def _moves(self, seat: int) -> Iterable[Move]:
        if self.phase == "lay":
            return self._lays(self.hands[seat])
        if self.phase == "loot":
            return TAKE, LEAVE
        if self.phase == "robbed":
            return TAKE_BACK, DISCARD
        return draws_of(len(self.pool), bool(self.deck), self.phase == "free")

    def _do(self, seat: int, move: Move) -> None:
        if self.phase == "lay":
            self._lay(seat, move[1:])
        elif self.phase == "loot":
            self._take_or_leave(seat, move)
        elif self.phase == "robbed":
            self._take_back_or_discard(seat, move)
        elif move == END:
            self._end_turn()
        else:
            self._draw(seat, move[1])

    # 1. Laying cards

    def _lays(self, hand: dict[str, int]) -> list[Move]:
        lays = LAYS[hand.get(JOKER, 0)]
        moves: list[Move] = []
        for number in self.options.deck:
            if number in hand:
                moves += lays[number][hand[number]]
        return moves

    def _lay(self, seat: int, layer: Layer) -> None:
        hand, known = self.hands[seat], self.known[seat]
        for card in layer:
            remove(hand, card)
            if card in known:
                remove(known, card)
        self.tables[seat].append(layer)
        self._tell("lay", seat, layer, "lynx.play.layer")
        if layer[0] == JOKER:
            self._tell("jokers-alone", seat, layer, "lynx.play.jokers-alone")
        elif layer[-1] == JOKER:
            self._tell("joker-joins", seat, layer, "lynx.play.joker-joins", value=layer[0])
        if not hand:
            return self._finish("lynx.end.hand-empty", seat)
        self.victims, self.robbed = list(clockwise(seat, self.players)), []
        self._compare()

    # 2. Stealing

    def _compare(self) -> None:
        """Compare with each other player in turn, until somebody has to decide something."""
        robber, tables, victims = self.turn, self.tables, self.victims
        laid = tables[robber][-1]
        while victims:
            victim = victims.pop(0)  # compared once, hence robbed at most once
            layers = tables[victim]
            if not layers:
                self._tell("nothing", robber, (), "lynx.steal.compare", victim=victim)
                continue
            top = layers[-1]
            result, rule = theft(laid, top, self.options)
            if result == "steal":
                return self._steal(robber, victim, rule)
            self._tell(result, robber, laid, rule, victim=victim, top=top)
        if self.robbed:
            self._end_turn()
        else:
            self._no_steal(robber)

    def _steal(self, robber: int, victim: int, rule: str) -> None:
        layers = self.tables[victim]
        self.stolen, self.victim = layers.pop(), victim
        self.robbed.append(victim)
        self._tell("steal", robber, self.stolen, rule, victim=victim)
        self._tell("removed", victim, self.stolen, "lynx.steal.removed")
        if layers:
            self._tell("next-layer", victim, layers[-1], "lynx.steal.next-layer")
            if theft(self.tables[robber][-1], layers[-1], self.options)[0] == "steal":
                self._tell("once", robber, layers[-1], "lynx.steal.once", victim=victim)
        self._ask("loot", robber)

    def _take_or_leave(self, robber: int, move: Move) -> None:
        victim = self.victim
        if move == TAKE:
            self._tell("take", robber, self.stolen, "lynx.steal.take", victim=victim)
            self._into_hand(robber, self.stolen)
            self._start_drawing(victim)
        else:
            self._tell("leave", robber, self.stolen, "lynx.steal.leave", victim=victim)
            self._ask("robbed", victim)

    def _take_back_or_discard(self, victim: int, move: Move) -> None:
        if move == TAKE_BACK:
            self._tell("take-back", victim, self.stolen, "lynx.steal.leave")
            self._into_hand(victim, self.stolen)
            self.stolen = ()
            self._compare()
        else:
            self._tell("discard", victim, self.stolen, "lynx.steal.leave")
            self.discard += self.stolen
            self._start_drawing(victim)

    def _into_hand(self, seat: int, cards: Layer) -> None:
        """Cards that everybody sees go into a hand; a joker is a plain joker again."""
        for card in cards:
            add(self.hands[seat], card)
            add(self.known[seat], card)
        if cards[0] != JOKER and cards[-1] == JOKER:
            self._tell("joker-reverts", seat, cards, "lynx.steal.joker-reverts")

    # Drawing

    def _start_drawing(self, victim: int) -> None:
        self.to_draw, self.stolen = len(self.stolen), ()
        if not self.deck and not self.pool:  # only in a position that was set up so
            return self._finish("lynx.end.both-empty", victim)
        self._ask("draw", victim)

    def _draw(self, seat: int, source: str) -> None:
        """One card; the drawer sees it before choosing the next (lynx.draw.source)."""
        owed = self.phase == "draw"
        rule = "lynx.draw.source" if owed else "lynx.draw.no-steal"
        if source == "deck":
            card = self.deck.pop()
            add(self.hands[seat], card)
            self._tell("draw", seat, (card,), rule, shown_to=(seat,), source="deck")
        else:
            self._draw_from_pool(seat, int(source[1:]) - 1, rule)
        if not self.deck and not self.pool:
            last = "lynx.end.both-empty" if source == "deck" else "lynx.end.pool-empty"
            return self._finish(last, seat)
        if owed:
            self.to_draw -= 1
            if self.to_draw:
                return
        self._refill(seat)
        if owed:
            self._compare()
        else:
            self._end_turn()

    def _draw_from_pool(self, seat: int, place: int, rule: str) -> None:
        cards = self.pool.pop(place)
        self._tell("draw", seat, cards, rule, source="pool")
        for card in cards:
            add(self.hands[seat], card)
            add(self.known[seat], card)

    def _refill(self, seat: int) -> None:
        """The pool is refilled only now, when the drawer has finished."""
        new = off(self.deck, self.options.pool_size - len(self.pool))
        if new:
            self.pool += zip(new)  # each a place of its own
            self._tell("refill", seat, tuple(new), "lynx.draw.refill")
        if not self.deck:
            self._tell("deck-empty", None, (), "lynx.draw.deck-empty", places=len(self.pool))

    def _no_steal(self, seat: int) -> None:
        if self.options.mode != "basic":
            self._tell("no-draw", seat, (), "lynx.mode.advanced")
            self._end_turn()
        elif not self.deck and not self.pool:  # only in a position that was set up so
            self._end_turn()
        else:
            self._tell("may-draw", seat, (), "lynx.draw.no-steal")
            self._ask("free", seat)

    def _end_turn(self) -> None:
        self.turn = (self.turn + 1) % self.players
        self._tell("turn", self.turn, (), "lynx.turn.end")
        self._ask("lay", self.turn)

    # The end and the score ----------------------------------------------------------------------

    def _finish(self, ended: str, seat: int) -> None:
        self._tell("end", seat, (), ended)
        scores = self.scores()
        held = [sum(hand.values()) for hand in self.hands]
        for player, score in enumerate(scores):
            self._tell(
                "score", player, (), "lynx.score.cards",
                score=score, table=score + held[player], hand=held[player],
            )  # fmt: skip
        best = leading(range(self.players), scores.__getitem__)
        winners = leading(best, lambda player: -held[player])
        self._win(winners, ended, "lynx.score.tie" if len(best) > 1 else "lynx.score.cards")

    def scores(self) -> list[int]:
        """+1 for each card before you, -1 for each card in hand (lynx.score.cards)."""
        return [
            sum(map(len, layers)) - sum(hand.values())
            for layers, hand in zip(self.tables, self.hands, strict=True)
        ]

    # What may not be done, and why --------------------------------------------------------------

    def _read(self, words: list[str]) -> Move:
        verb, rest = words[0], words[1:]
        if verb in ("lay", "rob") and rest and rest != ["none"]:
            return Move([verb, *in_order(known_cards(self.options.deck, rest))])
        if verb == "draw" and rest[:1] == ["pool"] and len(rest) == 2:
            return self._read_pool_card(rest[1])
        if verb == "draw" and len(rest) == 1 and _is_source(rest[0]):
            return Move(words)
        if " ".join(words) in ("take", "leave", "take back", "discard", "end", "rob none"):
            return Move(words)
        raise self._no_move(
            words, "lay 7 7 *, take, leave, take back, discard, draw deck, draw #3, rob 5 5, end"
        )

    def _read_pool_card(self, card: str) -> Move:
        """`draw pool 9`: the first place of the pool that shows a 9."""
        for place, cards in enumerate(self.pool, 1):
            if cards[-1] == card:
                return Move(("draw", f"#{place}"))
        raise BadInput(f"There is no {card!r:.20} to be seen in the pool.")

    def _refuse(self, seat: int, move: Move) -> IllegalMove:
        if self.phase == "lay":
            return self._refuse_lay(seat, move)
        if move.verb == "lay":
            return IllegalMove("lynx.play.must", "You lay once, at the start of your turn.")
        if self.phase == "loot":
            return IllegalMove(
                "lynx.steal.take",
                f"First decide about the stolen {shown(self.stolen)}: take them or leave them.",
            )
        if self.phase == "robbed":
            return IllegalMove(
                "lynx.steal.leave",
                f"You were robbed of {shown(self.stolen)}: take them back, or discard them and "
                "draw as many.",
            )
        return self._refuse_draw(move)

    def _refuse_lay(self, seat: int, move: Move) -> IllegalMove:
        if move.verb != "lay":
            return IllegalMove(
                "lynx.play.must", f"'{move}' must wait: you start your turn by laying cards."
            )
        values = {card for card in move[1:] if card != JOKER}
        if len(values) > 1:
            return IllegalMove(
                "lynx.play.one-value",
                f"{' and '.join(in_order(values))} are {len(values)} values: "
                "one value a turn, jokers apart.",
            )
        hand, wanted = self.hands[seat], counted(move[1:])
        card = next(card for card in wanted if wanted[card] > hand.get(card, 0))
        return IllegalMove(
            "lynx.play.must",
            f"You lay cards from your hand. It holds {hand.get(card, 0)} of card {shown((card,))}, "
            f"not {wanted[card]}.",
        )

    def _refuse_draw(self, move: Move) -> IllegalMove:
        if move == Move(("draw", "deck")):
            return IllegalMove(
                "lynx.draw.deck-empty", "The deck is empty and is not remade: draw from the pool."
            )
        if move.verb == "draw":
            return IllegalMove(
                "lynx.draw.source",
                f"The pool has {len(self.pool)} places; {move[1]} is not one of them.",
            )
        if self.phase == "free":
            return IllegalMove(
                "lynx.draw.no-steal", "You could steal from nobody: draw one card, or end the turn."
            )
        return IllegalMove(
            "lynx.draw.source", f"You still have to draw {self.to_draw}: from deck or pool."
        )

    # Positions ----------------------------------------------------------------------------------

    def _place(self, zones: dict[str, Any]) -> None:
        box = Box(self.options.deck)
        hands = by_seat(zones.get("hands"), self.players, "Hands")
        for seat, cards in hands.items():
            self.hands[seat] = counted(box.take(cards))
        for seat, layers in by_seat(zones.get("tables"), self.players, "Tables").items():
            listed = [layers] if isinstance(layers, str) else layers
            self.tables[seat] = [self._layer(box.take(layer)) for layer in listed]
        self.pool = [(card,) for card in box.take(zones.get("pool", ""))]
        self.discard = box.take(zones.get("discard", ""))
        self.deck = box.take(zones.get("deck", ""))[::-1]
        self._place_virtual(box, zones)
        rest = self._shuffled(box.rest())
        for seat in range(self.players):
            if seat not in hands:
                missing = self.options.hand_size - sum(map(len, self.tables[seat]))
                self.hands[seat] = counted(fill(rest, max(1, missing)))
        if "pool" not in zones:
            self.pool = [(card,) for card in off(rest, self.options.pool_size)]
        if "deck" in zones:
            self.discard = rest + self.discard
        else:
            self.deck = rest
        self.turn = self._checked(zones.get("to_act", 0))
        for seat, hand in enumerate(self.hands):
            if not hand:
                raise BadInput(
                    f"Seat {seat} has no cards in hand, so the game is over.", "lynx.end.hand-empty"
                )
        self._ask("lay", self.turn)

    def _place_virtual(self, box: Box, zones: dict[str, Any]) -> None:
        if "virtual" in zones:
            raise BadInput("Only the duel (2 players) has a virtual player.", "lynx.duel.virtual")

    def _layer(self, cards: list[str]) -> Layer:
        if not cards or len({card for card in cards if card != JOKER}) > 1:
            raise BadInput(
                f"{' '.join(cards)!r:.40} is no layer: one value, jokers apart.",
                "lynx.play.one-value",
            )
        return tuple(in_order(cards))

    # Views and samples --------------------------------------------------------------------------

    def _see(self, seat: int) -> dict[str, Any]:
        return {
            "hand": in_order(spread(self.hands[seat])),
            "hands": [sum(hand.values()) for hand in self.hands],
            "known": [in_order(spread(known)) for known in self.known],
            "tables": [[list(layer) for layer in layers] for layers in self.tables],
            "pool": [list(cards) for cards in self.pool],
            "deck": len(self.deck),
            "discard": list(self.discard),
            "stolen": list(self.stolen),
            "victim": self.victim,
            "victims": list(self.victims),
            "robbed": list(self.robbed),
            "to_draw": self.to_draw,
            "scores": self.scores(),
        }

    def _guess(self, view: Mapping[str, Any]) -> None:
        """Deal the cards this seat has not seen; hands keep what they were seen to take."""
        me, box = self._checked(view["seat"]), Box(self.options.deck)
        for seat, layers in enumerate(view["tables"]):
            self.tables[seat] = [self._layer(box.take(layer)) for layer in layers]
        self.pool = [tuple(box.take(cards)) for cards in view["pool"]]
        self.discard = box.take(view["discard"])
        self.stolen = tuple(box.take(view["stolen"]))
        self._guess_virtual(box, view)
        self.known = [counted(cards_in(known)) for known in view["known"]]
        seen = [box.take(view["hand"] if seat == me else view["known"][seat])
                for seat in range(self.players)]  # fmt: skip
        self.deck = self._shuffled(box.rest())
        for seat, cards in enumerate(seen):
            self.hands[seat] = counted(cards + off(self.deck, view["hands"][seat] - len(cards)))
        if len(self.deck) != view["deck"]:
            raise BadInput("The cards of this view do not add up.")
        self.victim, self.victims = view["victim"], list(view["victims"])
        self.robbed, self.to_draw = list(view["robbed"]), view["to_draw"]
        self._resume(view)

    def _guess_virtual(self, box: Box, view: Mapping[str, Any]) -> None:
        """Only the duel has a virtual player."""

    def _copy(self, new: Self) -> None:
        new.deck, new.pool, new.discard = self.deck[:], self.pool[:], self.discard[:]
        new.hands = [hand.copy() for hand in self.hands]
        new.known = [known.copy() for known in self.known]
        new.tables = [layers[:] for layers in self.tables]
        new.victims, new.robbed = self.victims[:], self.robbed[:]
        new.stolen, new.victim, new.to_draw = self.stolen, self.victim, self.to_draw


def shown(cards: Iterable[str]) -> str:
    return " ".join(cards).replace(JOKER, "★")


def _is_source(word: str) -> bool:
    return word == "deck" or (word[0] == "#" and word[1:].isdecimal() and word[1] != "0")

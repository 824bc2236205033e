"""Lynx for two: basic rules with these changes. A virtual player lies between the players.

The virtual player has one layer of sets; 13s and jokers meant for it form groups in the pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Self

from cardkit.errors import BadInput, IllegalMove
from cardkit.events import Move
from cardkit.games.lynx import JOKER, VALUES, Lynx, value_of
from cardkit.zones import Box, add, counted, off, spread

ROB_NONE = Move(("rob", "none"))


@cache
def robbing(value: str, count: int) -> Move:
    return Move(("rob", *[value] * count))


class Duel(Lynx):
    """The two-player game.

    >>> import cardkit
    >>> game = cardkit.position("lynx", players=2, hands={0: "9 9 2"}, virtual="4 4 6 6 6")
    >>> [event.rule for event in game.play("lay 9 9")][1:3]
    ['lynx.duel.steal-any-set', 'lynx.duel.steal-into-hand']
    """

    __slots__ = ("virtual", "robbed_virtual")

    virtual: dict[str, int]  # the sets of the virtual player: value and how many
    robbed_virtual: bool  # whether this turn has robbed it

    # Setup ------------------------------------------------------------------------------------

    def _clear(self) -> None:
        super()._clear()
        self.virtual, self.robbed_virtual = {}, False

    def _cards_needed(self) -> int:
        return super()._cards_needed() + self.options.duel_virtual

    def _deal(self) -> None:
        options = self.options
        jokers = min(options.duel_jokers, options.hand_size, options.deck.get(JOKER, 0) // 2)
        more = options.hand_size - jokers
        for _ in range(2 * jokers):
            self.deck.remove(JOKER)
        taken = [JOKER] * jokers
        self.known = [counted(taken) for _ in self.known]
        self.hands = [counted(taken + off(self.deck, more)) for _ in self.hands]
        self._tell("duel-deal", None, (), "lynx.duel.deal", jokers=jokers, more=more)
        if options.mode != "basic":
            self._tell("duel-mode", None, (), "lynx.duel.modes", mode=options.mode)
        self.pool = [(card,) for card in off(self.deck, options.pool_size)]
        self._tell("pool", None, self._pool_cards(), "lynx.duel.pool")
        self._fill_virtual("lynx.duel.virtual")

    def _fill_virtual(self, rule: str) -> None:
        """Lay out cards for the virtual player until it has 13."""
        missing = self.options.duel_virtual - sum(self.virtual.values())
        high = (JOKER, str(self.options.high))
        new: list[str] = []
        replaced = 0
        while len(new) < missing and self.deck:
            card = self.deck.pop()
            if card in high:
                self._high_to_pool(card)
                replaced += 1
            else:
                add(self.virtual, card)
                new.append(card)
        self._tell("virtual", None, tuple(new), rule)
        if replaced and rule == "lynx.duel.virtual":
            self._tell("replaced", None, (), "lynx.duel.virtual-thirteen", replaced=replaced)
        if len(new) < missing:
            self._tell("short", None, (), "lynx.duel.refill-short", missing=missing - len(new))

    def _high_to_pool(self, card: str) -> None:
        """A 13 or a joker goes on the lowest single card of the pool, forming a group."""
        places = [place for place, cards in enumerate(self.pool) if len(cards) == 1]
        no_single = not places
        places = places or list(range(len(self.pool)))
        if not places:
            self.pool.append((card,))
            return self._tell("high-tie", None, (card,), "lynx.duel.high-to-pool-tie", place=1)
        bottoms = [value_of(self.pool[place][:1]) for place in places]
        place = places[bottoms.index(min(bottoms))]
        if (JOKER,) in self.pool:
            self._tell("pool-joker", None, (card,), "lynx.duel.pool-joker", place=place + 1)
        if no_single or bottoms.count(min(bottoms)) > 1:
            self._tell("high-tie", None, (card,), "lynx.duel.high-to-pool-tie", place=place + 1)
        self.pool[place] += (card,)
        self._tell("high", None, self.pool[place], "lynx.duel.high-to-pool", place=place + 1)

    # Stealing from the virtual player -------------------------------------------------------------

    def _compare(self) -> None:
        """The virtual player is robbed first; then the opponent, as in basic."""
        if self.phase == "lay":
            self.robbed_virtual = False
            self._compare_virtual()
        else:
            Lynx._compare(self)

    def _compare_virtual(self) -> None:
        robs = self._robs()
        if len(robs) > 1:
            self._ask("rob", self.turn)
        elif robs:
            self._rob(self.turn, robs[0])
        else:
            self._no_set(self.turn)
            Lynx._compare(self)

    def _robs(self) -> list[Move]:
        """The sets that the layer just laid steals, wherever they lie.

        There are no jokers and no 13s among them, so in every mode a higher value is all it takes.
        """
        laid = self.tables[self.turn][-1]
        size, worth, lower = len(laid), value_of(laid), []
        for value, count in self.virtual.items():
            if count == size and VALUES[value] < worth:
                lower.append(value)
        if not lower:
            return []
        robs = [robbing(value, size) for value in sorted(lower, key=VALUES.__getitem__)]
        return robs if self.options.duel_must else [*robs, ROB_NONE]

    def _no_set(self, robber: int) -> None:
        laid = self.tables[robber][-1]
        size, worth = len(laid), value_of(laid)
        for value, count in self.virtual.items():
            if count > size and worth > VALUES[value]:
                part = (value,) * count
                return self._tell("whole-set", robber, laid, "lynx.duel.whole-set", top=part)
        self._tell("no-set", robber, laid, "lynx.duel.steal-any-set")

    def _moves(self, seat: int) -> Iterable[Move]:
        return self._robs() if self.phase == "rob" else Lynx._moves(self, seat)

    def _do(self, seat: int, move: Move) -> None:
        if self.phase != "rob":
            Lynx._do(self, seat, move)
        elif move == ROB_NONE:
            self._tell("spare", seat, (), "lynx.duel.must")
            Lynx._compare(self)
        else:
            self._rob(seat, move)

    def _rob(self, robber: int, move: Move) -> None:
        cards = move[1:]
        del self.virtual[cards[0]]
        self.robbed_virtual = True
        self._tell("rob", robber, cards, "lynx.duel.steal-any-set")
        self._tell("into-hand", robber, cards, "lynx.duel.steal-into-hand")
        self._into_hand(robber, cards)
        self._fill_virtual("lynx.duel.refill")
        Lynx._compare(self)

    def _steal(self, robber: int, victim: int, rule: str) -> None:
        if self.robbed_virtual:
            self._tell("virtual-first", robber, (), "lynx.duel.virtual-first", victim=victim)
        Lynx._steal(self, robber, victim, rule)

    def _no_steal(self, seat: int) -> None:
        """A free draw is only for a turn with no steal at all."""
        if self.robbed_virtual:
            self._tell("virtual-counts", seat, (), "lynx.duel.no-steal")
            self._end_turn()
        else:
            Lynx._no_steal(self, seat)

    # Groups in the pool ---------------------------------------------------------------------------

    def _draw_from_pool(self, seat: int, place: int, rule: str) -> None:
        group = self.pool[place]
        Lynx._draw_from_pool(self, seat, place, rule)
        if len(group) > 1:
            self._tell("group", seat, group, "lynx.duel.group-is-one")

    def _refill(self, seat: int) -> None:
        if sum(map(len, self.pool)) > len(self.pool):
            self._tell("places", None, (), "lynx.duel.pool-count", places=len(self.pool))
        Lynx._refill(self, seat)

    # What may not be done, positions, views -------------------------------------------------------

    def _refuse(self, seat: int, move: Move) -> IllegalMove:
        if self.phase != "rob" or move.verb == "lay":
            return super()._refuse(seat, move)
        if move == ROB_NONE:
            return IllegalMove(
                "lynx.duel.must", "A set of the virtual player can be stolen, so one must be."
            )
        laid = len(self.tables[self.turn][-1])
        held = self.virtual.get(move[1], 0) if move.verb == "rob" else 0
        if held and not held == len(move) - 1 == laid:
            return IllegalMove(
                "lynx.duel.whole-set",
                f"You laid {laid}, and the virtual player's set of {move[1]} has {held}: "
                "only a whole set of exactly as many can be stolen.",
            )
        return IllegalMove(
            "lynx.duel.steal-any-set", "Choose exactly one of the sets that your layer steals."
        )

    def _place_virtual(self, box: Box, zones: dict[str, Any]) -> None:
        high = (JOKER, str(self.options.high))
        if "virtual" in zones:
            cards = box.take(zones["virtual"])
        else:
            low = [card for card in self._shuffled(box.rest()) if card not in high]
            cards = box.take(low[: self.options.duel_virtual])
        if any(card in high for card in cards):
            raise BadInput(
                f"The virtual player holds no jokers and no {self.options.high}s: they go to the "
                "pool.", "lynx.duel.high-to-pool",
            )  # fmt: skip
        self.virtual = counted(cards)

    def _see(self, seat: int) -> dict[str, Any]:
        virtual = {"virtual": dict(self.virtual), "robbed_virtual": self.robbed_virtual}
        return {**super()._see(seat), **virtual}

    def _guess_virtual(self, box: Box, view: Mapping[str, Any]) -> None:
        self.virtual = counted(box.take(spread(view["virtual"])))
        self.robbed_virtual = bool(view["robbed_virtual"])

    def _copy(self, new: Self) -> None:
        super()._copy(new)
        new.virtual, new.robbed_virtual = self.virtual.copy(), self.robbed_virtual

"""Nerves: add cards to a row, some face down, and call CHECK! when it has reached 17.

In the order of the rulebook: components, setup, a turn (laying, the window, drawing), the special
cards, the end of a round and of the game; then what may not be done, and positions. What a seat
sees and remembers is in nerves_sight.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cardkit.errors import BadInput, IllegalMove
from cardkit.events import Move
from cardkit.game import clockwise, leading
from cardkit.games.nerves_sight import HEART, SPECIALS, Laid, Sight, back_of, value_of
from cardkit.options import HasDeck, deck_check, option
from cardkit.zones import Box, by_seat, cards_in, fill, known_cards, off, whole

# Components -----------------------------------------------------------------------------------

DECK = {
    **{str(value): 7 for value in range(1, 6)},  # two-sided: nerves.cards.numbers
    **{f"{value}h": 3 for value in range(1, 6)},  # one-sided: a heart behind
    **dict.fromkeys(SPECIALS, 5),  # nerves.cards.specials
}


def is_card(card: str) -> bool:
    number = card.removesuffix("h")
    return card in SPECIALS or (number.isascii() and number.isdecimal() and 0 < len(number) < 3
                                and number[0] != "0")  # fmt: skip


@dataclass(frozen=True)
class Options(HasDeck):
    first: int = option(0, "nerves.setup.first", "the seat that begins", most=5)
    deck: dict[str, int] = option(
        DECK, "nerves.cards.numbers", "how many of each card there are",
        check=deck_check(is_card, f"1 to 99, 1h to 99h (one-sided), {', '.join(SPECIALS)}"),
    )  # fmt: skip
    goal: int = option(17, "nerves.check.hit", "the sum at which a CHECK! is right", least=1)
    to_win: int = option(3, "nerves.end.three", "composure tokens that win", least=1, most=100)
    nerve_limit: int = option(
        2, "nerves.check.two-nerves", "nerve tokens that must be returned", least=1, most=100
    )
    nerve_price: int = option(
        1, "nerves.check.two-nerves", "composure tokens returned along with them", most=100
    )
    composure_a_round: int = option(
        1, "nerves.check.one-composure", "composure tokens to gain in a round", least=1, most=100
    )
    trap_nerves: int = option(
        1, "nerves.trap.many", "nerve tokens the caller takes for all traps together", most=100
    )
    hand_size: int = option(3, "nerves.setup.deal", "cards dealt to each player", least=1, most=30)
    two_cards: int = option(
        2, "nerves.special.two", "cards to lay and draw after a play two", least=1, most=30
    )
    two_check: bool = option(
        True, "nerves.special.two-check", "whether one may call CHECK! instead of laying two"
    )
    composure_tokens: int = option(14, "nerves.tokens", "composure tokens in the box")
    nerve_tokens: int = option(10, "nerves.tokens", "nerve tokens in the box")


CHECK, WAIT = Move(("check",)), Move(("wait",))


@lru_cache(maxsize=4096)
def lays(*hand: str) -> tuple[Move, ...]:
    """Every card face up, the one-sided ones also face down (nerves.lay.side).

    >>> lays("4h", "4")
    (Move('lay 4'), Move('lay 4h'), Move('lay 4h down'))
    """
    moves = []
    for card in sorted(set(hand)):
        moves.append(Move(("lay", card)))
        if not card.isdecimal():
            moves.append(Move(("lay", card, "down")))
    return tuple(moves)


class Nerves(Sight):
    """A game of Nerves.

    >>> import cardkit
    >>> game = cardkit.position("nerves", players=2, row="5 4 5", hands={0: "trap 4h 5"})
    >>> _ = game.play("lay trap down")
    >>> [event.rule for event in game.play("check") if event.kind == "nerve"]
    ['nerves.trap.hidden', 'nerves.check.miss']
    """

    __slots__ = ()

    name = "nerves"
    OPTIONS = Options
    PLAYERS, DEFAULT_PLAYERS, PLAYERS_RULE = range(2, 7), 4, "nerves.setup.players"
    ZONES = ("hands", "row", "pile", "used", "composure", "nerves", "direction", "duty", "last",
             "window")  # fmt: skip

    options: Options

    # Setup ------------------------------------------------------------------------------------

    def _setup(self) -> None:
        self._can_be_set_up()
        self.pile = self._shuffled(self.options.cards)
        for seat in range(self.players):
            self._give(seat, off(self.pile, self.options.hand_size))
        self._tell("deal", None, (), "nerves.setup.deal", each=self.options.hand_size)
        self._show_backs()
        self._tell("first", self.options.first, (), "nerves.setup.first")
        self._tell("turn-first", self.options.first, (), "nerves.turn.first-lays")
        self._begin_turn(self.options.first)

    def _can_be_set_up(self) -> None:
        dealt = self.players * self.options.hand_size
        self._must_have(dealt, "Dealing takes", "nerves.setup.deal")
        tokens = self.players * (self.options.to_win - 1) + 1  # with fewer, nobody may ever win
        if tokens > self.options.composure_tokens:
            raise BadInput(
                f"{self.players} players who need {self.options.to_win} composure tokens each take "
                f"a box of {tokens}; this one has {self.options.composure_tokens}.",
                "nerves.tokens",
            )

    def _give(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] += cards
        self.batches[seat] += [self.batch] * len(cards)

    def _show_backs(self) -> None:
        """What everybody sees of the hands and of the pile."""
        for seat, hand in enumerate(self.hands):
            shown = tuple([card for card in hand if card.isdecimal()])
            rule = "nerves.see.two-sided" if shown else "nerves.see.heart"
            self._tell("backs", seat, shown, rule, hearts=len(hand) - len(shown))
        if self.pile:
            top = back_of(self.pile[-1])
            rule = "nerves.see.heart" if top == HEART else "nerves.see.two-sided"
            self._tell("top", None, (), rule, top=top)

    # A turn -------------------------------------------------------------------------------------

    def _begin_turn(self, seat: int) -> None:
        self._turn_of(seat)
        while not self.hands[self.turn] and not self.row:  # nothing to lay, nothing to check
            self._tell("pass", self.turn, (), "nerves.lay.exhausted")
            self._draw(self.turn, "nerves.lay.draw")
            self._turn_of((self.turn + self.direction) % self.players)
        self._ask_turn()

    def _turn_of(self, seat: int) -> None:
        self.turn, self.laid = seat, 0
        if self.row:
            self._tell("turn", seat, (), "nerves.turn.choice")
        elif self.last is not None:
            self._tell("turn-empty", seat, (), "nerves.turn.check-empty")
        self.due = 1
        if self.duty:
            self.due, self.duty = self.options.two_cards, False
            self._tell("duty", seat, (), "nerves.special.two-next", count=self.due)

    def _ask_turn(self) -> None:
        seat = self.turn
        if not self.hands[seat]:
            self._tell("must-check", seat, (), "nerves.lay.exhausted")
            self._ask("check", seat)
        elif self.row and not self.laid and (self.due == 1 or self.options.two_check):
            self._ask("turn", seat)
        else:
            self._ask("lay", seat)

    def _moves(self, seat: int) -> Iterable[Move]:
        if self.phase == "window":
            return CHECK, WAIT
        if self.phase == "check":
            return (CHECK,)
        cards = lays(*self.hands[seat])
        return (*cards, CHECK) if self.phase == "turn" else cards

    def _do(self, seat: int, move: Move) -> None:
        if move == CHECK:
            self._check_in_turn(seat)
        else:
            self._lay(seat, move[1], len(move) == 3)

    # A. Laying a card

    def _lay(self, seat: int, card: str, down: bool) -> None:
        hand = self.hands[seat]
        place = hand.index(card)
        del hand[place]
        self.row.append(Laid(card, seat, down, self.batches[seat].pop(place)))
        self.last, self.laid = seat, self.laid + 1
        before, self.gone = self.gone, False
        special = card in SPECIALS
        if down:
            self._tell("lay-down", seat, (card,), "nerves.lay.side", (seat,))
            if special:
                self._tell("no-act", seat, (card,), "nerves.lay.act", told_to=(seat,))
        elif special:
            self._tell("lay", seat, (card,), "nerves.lay.act")
            self._act(seat, card, before)
        else:
            self._tell("lay", seat, (card,), "nerves.lay.side")
        if self.laid < self.due:
            if hand:
                left = self.due - self.laid
                self._tell("lay-more", seat, (), "nerves.special.two-window", count=left)
                return self._ask_turn()
            self._tell("too-few", seat, (), "nerves.lay.exhausted", count=self.due)
        if self.row:
            self._ask_sealed("window", clockwise(seat, self.players))
        else:
            self._tell("no-window", seat, (), "nerves.turn.check-empty")
            self._end_turn()

    def _together(self, answers: dict[int, Move]) -> None:
        """All have answered the lay: the caller nearest to the layer's left ends the round."""
        layer = self.turn
        around = clockwise(layer, self.players)
        callers = [seat for seat in around if answers[seat] == CHECK]
        if not callers:
            return self._end_turn()
        caller = callers[0]
        if len(callers) > 1:
            self._tell("calls", None, (), "nerves.lay.window-simultaneous", callers=callers)
            if self.direction < 0:
                self._tell("left", caller, (), "nerves.lay.window-left", rival=layer)
        self._tell("check", caller, (), "nerves.lay.window", rival=layer)
        self._draw(layer, "nerves.lay.draw-checked")
        self._end_round(caller)

    def _end_turn(self) -> None:
        self._draw(self.turn, "nerves.lay.draw")
        self._begin_turn((self.turn + self.direction) % self.players)

    def _draw(self, seat: int, rule: str) -> None:
        for _ in range(self.due):
            if not self.pile:
                if not self.used and not self.buried:
                    return self._tell("no-card", seat, (), "nerves.lay.exhausted")
                self._remake_pile()
            card = self.pile.pop()
            self.hands[seat].append(card)
            self.batches[seat].append(self.batch)
            self._tell("draw", seat, (card,), rule, None if card.isdecimal() else (seat,))

    def _remake_pile(self) -> None:
        self.batch += 1
        self.moved += [(c.card, c.owner, c.batch, self.batch) for c in self.buried]
        self.pile = self._shuffled(self.used + [c.card for c in self.buried])
        self.used, self.buried = [], []
        self._tell("new-pile", None, (), "nerves.pile.when", count=len(self.pile))

    # B. Calling CHECK!

    def _check_in_turn(self, seat: int) -> None:
        assert self.last is not None
        self._tell("check", seat, (), "nerves.turn.choice", rival=self.last)
        self._tell("no-draw", seat, (), "nerves.turn.check-no-draw")
        if self.due > 1:
            self._tell("instead", seat, (), "nerves.special.two-check", count=self.due)
            self._tell("lapse", seat, (), "nerves.special.two-lapse")
        self._end_round(seat)

    # The special cards, face up -------------------------------------------------------------------

    def _act(self, seat: int, card: str, gone: bool) -> None:
        if card == "reverse":
            self.direction = -self.direction
            self._tell("reverse", seat, (), "nerves.special.reverse", way=way(self.direction))
        elif card == "two":
            kind = "two-twice" if self.duty else "two"
            self.duty = True
            self._tell(kind, seat, (), f"nerves.special.{kind}", count=self.options.two_cards)
        elif card == "remove":
            self._remove(seat, gone)
        else:
            self._tell("trap-seen", seat, (), "nerves.trap.visible")

    def _remove(self, seat: int, gone: bool) -> None:
        """This card and the last one before it go to the used pile, unseen."""
        self.used.append(self.row.pop().card)
        self.gone = True
        if not self.row:
            return self._tell("remove-alone", seat, (), "nerves.special.remove-first")
        if gone:
            self._tell("remove-target", seat, (), "nerves.special.remove-target")
        removed = self.row.pop()
        card, owner = removed.card, removed.owner
        if removed.down:
            self.buried.append(removed)
            self._tell("remove", seat, (card,), "nerves.special.remove", (owner,), owner=owner)
            self._tell("unseen", seat, (), "nerves.used.hidden")
            return
        self.used.append(card)
        self._tell("remove", seat, (card,), "nerves.special.remove", owner=owner)
        if card == "reverse":
            still = way(self.direction)
            self._tell("still-reversed", seat, (), "nerves.special.remove-reverse", way=still)
        elif card == "two" and (self.duty or self.laid < self.due):
            self._tell("still-two", seat, (), "nerves.special.remove-two")

    # The end of a round ---------------------------------------------------------------------------

    def _end_round(self, caller: int) -> None:
        """Turn over the hearts; traps first, then the count, then nerves; then the next round."""
        if self.duty:
            self.duty = False
            self._tell("lapse", caller, (), "nerves.special.two-lapse")
        self._turn_over(caller)
        cards = tuple([laid.card for laid in self.row])
        gained: list[int] = []
        self._spring_traps(caller, gained)
        trapped = len(gained)
        winner = self._count(caller, cards, gained)
        lost = self._return_nerves()
        self.used += cards
        self._tell("used", None, cards, "nerves.round.used")
        self.row, self.last, self.gone = [], None, False
        if max(self.composure) >= self.options.to_win:
            return self._finish()
        self._next_round(caller, winner, gained, trapped, lost)

    def _turn_over(self, caller: int) -> None:
        hearts = [(place, laid) for place, laid in enumerate(self.row, 1) if laid.down]
        if hearts:
            self._tell("reveal", caller, (), "nerves.check.reveal", hearts=len(hearts))
        for place, laid in hearts:
            shown = (laid.card,)
            self._tell("turn-up", laid.owner, shown, "nerves.check.reveal", place=place)
            if laid.card in SPECIALS and laid.card != "trap":
                self._tell("dud", laid.owner, shown, "nerves.special.face-down", place=place)

    def _spring_traps(self, caller: int, gained: list[int]) -> None:
        owners = [laid.owner for laid in self.row if laid.down and laid.card == "trap"]
        if not owners:
            return
        self._tell("traps-first", None, (), "nerves.trap.first", count=len(owners))
        for number, owner in enumerate(owners):
            if owner in owners[:number]:
                self._tell("trap-again", owner, (), "nerves.trap.many")
                continue
            rule = "nerves.trap.own" if owner == caller else "nerves.trap.hidden"
            self._tell("trap-own" if owner == caller else "trap", owner, (), rule, caller=caller)
            self._take_composure(owner, gained, rule)
        if len(owners) > 1:
            self._tell("one-fright", caller, (), "nerves.trap.many", count=len(owners))
        for _ in range(self.options.trap_nerves):
            self._take_nerve(caller, "nerves.trap.hidden")

    def _count(self, caller: int, cards: tuple[str, ...], gained: list[int]) -> int:
        """Add up the row; returns who gets a composure token for it (or would)."""
        assert self.last is not None
        zeros = tuple([card for card in cards if card in SPECIALS])
        if zeros:
            self._tell("zero", None, zeros, "nerves.special.zero")
        if self.gone:
            self._tell("last-layer", self.last, (), "nerves.special.last-layer")
        total = sum(map(value_of, cards))
        hit = total >= self.options.goal
        kind, rule = ("hit", "nerves.check.hit") if hit else ("miss", "nerves.check.miss")
        goal = self.options.goal
        self._tell(kind, caller, cards, rule, sum=total, goal=goal, rival=self.last)
        if hit:
            self._take_composure(caller, gained, rule)
            self._take_nerve(self.last, rule)
            return caller
        self._take_nerve(caller, rule)
        self._take_composure(self.last, gained, rule)
        return self.last

    def _take_composure(self, seat: int, gained: list[int], rule: str) -> None:
        if gained.count(seat) >= self.options.composure_a_round:
            self._tell("no-second", seat, (), "nerves.check.one-composure")
        elif sum(self.composure) >= self.options.composure_tokens:
            self._tell("none-left", seat, (), "nerves.tokens", token="composure")
        else:
            self.composure[seat] += 1
            gained.append(seat)
            self._tell("composure", seat, (), rule, now=self.composure[seat])

    def _take_nerve(self, seat: int, rule: str) -> None:
        if sum(self.nerves) >= self.options.nerve_tokens:
            self._tell("none-left", seat, (), "nerves.tokens", token="nerve")
        else:
            self.nerves[seat] += 1
            self._tell("nerve", seat, (), rule, now=self.nerves[seat])

    def _return_nerves(self) -> set[int]:
        """Whoever has two nerve tokens returns them; returns those who lost composure by it."""
        lost = set()
        limit = self.options.nerve_limit
        for seat, held in enumerate(self.nerves):
            if held < limit:
                continue
            for _ in range(held // limit):  # nerves.check.three-nerves: as often as need be
                price = min(self.options.nerve_price, self.composure[seat])
                self.nerves[seat] -= limit
                self.composure[seat] -= price
                if price:
                    lost.add(seat)
                self._tell(
                    "return", seat, (), "nerves.check.two-nerves",
                    count=limit, price=price, left=self.composure[seat],
                )  # fmt: skip
            if held > limit:
                left = self.nerves[seat]
                self._tell("keeps", seat, (), "nerves.check.three-nerves", held=held, left=left)
        return lost

    def _next_round(
        self, caller: int, winner: int, gained: list[int], trapped: int, lost: set[int]
    ) -> None:
        begins, rule = (gained or [winner])[0], "nerves.round.next"
        if len(set(gained)) > 1:
            rule = "nerves.round.next-many"
            by_count = len(gained) > trapped
            around = (*clockwise(caller, self.players), caller)
            begins = winner if by_count else next(seat for seat in around if seat in gained)
        self.round += 1
        self._tell("begin", begins, (), rule, number=self.round)
        if begins in lost:
            self._tell("still-begins", begins, (), "nerves.round.next-lost")
        if self.direction < 0:
            self._tell("direction", None, (), "nerves.round.direction", way=way(self.direction))
        self._begin_turn(begins)

    # The end and the score ----------------------------------------------------------------------

    def _finish(self) -> None:
        """Three composure tokens win; of several who have them, the fewest nerve tokens."""
        most = self.options.to_win
        full = [seat for seat in range(self.players) if self.composure[seat] >= most]
        for seat in full:
            self._tell("three", seat, (), "nerves.end.three", now=self.composure[seat])
        winners = leading(full, lambda seat: -self.nerves[seat])
        rule = "nerves.end.tie" if len(full) > 1 else "nerves.end.three"
        self._win(winners, "nerves.end.three", rule)

    def scores(self) -> list[int]:
        """The composure tokens (nerves.end.three)."""
        return self.composure.copy()

    # What may not be done, and why --------------------------------------------------------------

    def _read(self, words: list[str]) -> Move:
        words = [word.lower().rstrip("!") for word in words]
        if words in (["check"], ["wait"]):
            return Move(words)
        if words[0] == "lay" and len(words) in (2, 3) and words[2:] in ([], ["up"], ["down"]):
            (card,) = known_cards(self.options.deck, words[1:2])
            return Move(("lay", card, "down") if words[2:] == ["down"] else ("lay", card))
        raise self._no_move(words, "lay 4, lay 4h, lay trap down, check, wait")

    def _refuse(self, seat: int, move: Move) -> IllegalMove:
        if self.phase == "window":
            return IllegalMove(
                "nerves.lay.window",
                f"Player {self.turn} has just laid a card: you can only call CHECK! or wait.",
            )
        if move == WAIT:
            return IllegalMove(
                "nerves.turn.choice", "It is your turn: lay a card or call CHECK!, you cannot wait."
            )
        return self._refuse_check() if move == CHECK else self._refuse_lay(seat, move)

    def _refuse_check(self) -> IllegalMove:
        if self.laid:
            return IllegalMove(
                "nerves.turn.choice",
                f"You have chosen to lay: {self.due - self.laid} more card(s), and no CHECK! now.",
            )
        if self.row:
            return IllegalMove(
                "nerves.special.two-check",
                f"You must lay {self.due} cards; in this game you cannot call CHECK! instead.",
            )
        if self.last is None:
            return IllegalMove(
                "nerves.turn.first-lays", "You begin the round: lay the first card of the row."
            )
        return IllegalMove(
            "nerves.turn.check-empty", "No card is left in the row: there is nothing to check."
        )

    def _refuse_lay(self, seat: int, move: Move) -> IllegalMove:
        hand, card = self.hands[seat], move[1]
        if not hand:
            return IllegalMove(
                "nerves.lay.exhausted", "You must call CHECK!, for you have no card to lay."
            )
        if len(move) == 3 and card.isdecimal():
            return IllegalMove(
                "nerves.lay.side",
                f"The {card} has its number on both sides: it cannot lie face down.",
            )
        return IllegalMove(
            "nerves.turn.choice",
            f"You lay a card from your hand, and {card} is not there: {' '.join(sorted(hand))}.",
        )

    # Positions ----------------------------------------------------------------------------------

    def _place(self, zones: dict[str, Any]) -> None:
        """Zones: hands {seat: "4 4h trap"}; row "5 4h:down trap:down:1", each card with `down` and
        its owner's seat where wanted (left out: laid in turn, one card each, by who comes before
        the next card's owner, or before who is to act); pile (top card first) and used (if both are
        given, all other cards are out of the game); composure
        and nerves {seat: tokens}; direction 1 or -1; duty (must lay two); last (who laid most
        recently); window (that card was laid just now: its rivals are asked, not to_act)."""
        box = Box(self.options.deck)
        self.direction = self._one_of(zones.get("direction", 1), (1, -1), "The direction")
        self.turn = self._checked(zones.get("to_act", 0))
        hands = by_seat(zones.get("hands"), self.players, "Hands")
        for seat, cards in hands.items():
            self._give(seat, box.take(cards))
        self._place_row(box, zones)
        self.pile = box.take(zones.get("pile", ""))[::-1]
        self.used = box.take(zones.get("used", ""))
        self._place_tokens(zones)
        rest = self._shuffled(box.rest())
        for seat in range(self.players):
            if seat not in hands:
                self._give(seat, fill(rest, self.options.hand_size))
        if "pile" not in zones:
            self.pile = rest
        elif "used" not in zones:
            self.used = rest
        self._place_question(zones)

    def _place_row(self, box: Box, zones: dict[str, Any]) -> None:
        layer = self.turn
        for text in reversed(cards_in(zones.get("row", ""))):
            card, *marks = text.split(":")
            down = "down" in marks
            if down:
                marks.remove("down")
            box.take(card)
            if down and card.isdecimal():
                raise BadInput(
                    f"The two-sided {card} cannot lie face down in the row.", "nerves.lay.side"
                )
            if len(marks) > 1 or not all(mark.isdecimal() for mark in marks):
                raise BadInput(f"{text!r:.40} is no card of a row: write it like 4h:down:1.")
            layer = (layer - self.direction) % self.players
            if marks:
                layer = self._checked(int(marks[0]))
            self.row.insert(0, Laid(card, layer, down, 0))

    def _place_tokens(self, zones: dict[str, Any]) -> None:
        options = self.options
        for name, held, most, in_box, rule in (
            ("composure", self.composure, options.to_win, options.composure_tokens,
             "nerves.end.three"),
            ("nerves", self.nerves, options.nerve_limit, options.nerve_tokens,
             "nerves.check.two-nerves"),
        ):  # fmt: skip
            for seat, count in by_seat(zones.get(name), self.players, name.capitalize()).items():
                what = f"What a seat has of {name} between two rounds"
                held[seat] = whole(count, 0, most - 1, what, rule)
            if sum(held) > in_box:
                raise BadInput(
                    f"Tokens of {name}: there are {in_box}, not {sum(held)}.", "nerves.tokens"
                )

    def _place_question(self, zones: dict[str, Any]) -> None:
        """Whose decision it is: the turn of who is to act, or the window after the last lay."""
        if zones.get("last") is not None:
            self.last = self._checked(zones["last"])
        elif self.row:
            self.last = self.row[-1].owner
        self.gone = self.last is not None and (not self.row or self.row[-1].owner != self.last)
        if not any((*self.hands, self.row, self.pile, self.used)):
            raise BadInput("There is no card anywhere to play with.", "nerves.lay.exhausted")
        if self._one_of(zones.get("duty", False), (False, True), "The duty"):
            self.due = self.options.two_cards
        if self._one_of(zones.get("window", False), (False, True), "The window"):
            if self.last is None or not self.row:
                raise BadInput("A window is open after a lay: the row needs a card.",
                               "nerves.turn.check-empty")  # fmt: skip
            self.turn, self.laid = self.last, self.due
            self._ask_sealed("window", clockwise(self.turn, self.players))
        elif not self.hands[self.turn] and not self.row:
            raise BadInput(
                f"Seat {self.turn} is to act, and has neither a card to lay nor a row to check.",
                "nerves.lay.exhausted",
            )
        else:
            self._ask_turn()

    def _one_of(self, given: Any, choices: tuple[Any, ...], what: str) -> Any:
        if not any(type(given) is type(good) and given == good for good in choices):
            raise BadInput(f"{what} is {' or '.join(map(str, choices))}, not {given!r:.20}.")
        return given


def way(direction: int) -> str:
    return "clockwise" if direction > 0 else "counter-clockwise"

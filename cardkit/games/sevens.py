"""Sevens: seven rounds of drawing one card and playing one; what you hold at the end scores.

In the order of the rulebook: components, setup, an action, the seven effects (with reactions), the
end and the score; then what may not be done, positions, views. Samples: sevens_guess.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from cardkit.errors import BadInput, IllegalMove
from cardkit.events import Move
from cardkit.game import Game, clockwise, leading
from cardkit.games.sevens_guess import dealt
from cardkit.options import HasDeck, deck_check, option
from cardkit.zones import Box, by_seat, fill, known_cards, off, whole

# Components -----------------------------------------------------------------------------------

NUMBERS = "1234567"
POINTS = {card: int(card) for card in NUMBERS}
DECK = dict.fromkeys(NUMBERS, 11)  # sevens.cards.deck
AIMED = ("1", "3")  # cards that are played on somebody


@dataclass(frozen=True)
class Options(HasDeck):
    first: int = option(0, "sevens.setup.deal", "the seat that starts every round", most=4)
    deck: dict[str, int] = option(
        DECK, "sevens.cards.deck", "how many of each card there are",
        check=deck_check(POINTS.__contains__, "the numbers 1 to 7"),
    )  # fmt: skip
    rounds: int = option(7, "sevens.round.seven", "how many rounds there are", least=1, most=50)
    hand_size: int = option(
        4, "sevens.action.four", "cards dealt to each, and held after each action", least=1, most=12
    )
    three_cards: int = option(
        2, "sevens.effect.3", "cards that a 3 discards unseen", least=1, most=12
    )
    three_self: bool = option(True, "sevens.effect.3-self", "whether you may aim a 3 at yourself")
    five_total: int = option(
        18, "sevens.effect.5", "the total from which a 5 hits a hand", least=1, most=99
    )
    five_cards: int = option(2, "sevens.effect.5", "highest cards that a 5 takes", least=1, most=12)
    settled_plays: bool = option(
        False, "sevens.react.settled", "whether who reacted and has four again plays normally"
    )
    last_draw: bool = option(
        True, "sevens.react.last", "whether short hands are filled before scoring"
    )


def total(hand: Iterable[str]) -> int:
    """The number of a card is also its points.

    >>> total(["1", "4", "6", "7"])
    18
    """
    return sum(map(POINTS.__getitem__, hand))


def ladder(hand: list[str]) -> list[int]:
    """What breaks a tie: how many 7s, then 6s, then 5s, … (sevens.end.tie)."""
    return [hand.count(card) for card in reversed(NUMBERS)]


@cache
def plays_of(
    cards: frozenset[str], swap: tuple[int, ...], three: tuple[int, ...]
) -> tuple[Move, ...]:
    """What can be played from these cards, with whom a 1 and a 3 can be aimed at."""
    moves: list[Move] = []
    for card in sorted(cards):
        targets = {"1": swap, "3": three}.get(card, ())
        aimed = [Move(("play", card, "on", str(target))) for target in targets]
        moves += aimed or [Move(("play", card))]
    return tuple(moves)


@cache
def gives_of(cards: frozenset[str]) -> tuple[Move, ...]:
    return tuple(Move(("give", card)) for card in sorted(cards))


REACT, LET = Move(("react",)), Move(("let",))


class Sevens(Game):
    """A game of Sevens.

    >>> import cardkit
    >>> game = cardkit.position("sevens", players=3, hands={0: "4 5 6 6 7", 1: "1 4 6 7"})
    >>> [event.kind for event in game.play("play 5")]
    ['play', 'window', 'offer']
    >>> [str(move) for move in game.moves()], [str(move) for move in game.moves(2)]
    (['react', 'let'], ['let'])
    """

    __slots__ = (
        "deck", "discard", "hands", "known", "round", "owes", "protected",
        "card", "target", "chain",
    )  # fmt: skip

    name = "sevens"
    OPTIONS = Options
    PLAYERS, DEFAULT_PLAYERS, PLAYERS_RULE = range(2, 6), 4, "sevens.setup.players"
    ZONES = ("hands", "deck", "discard", "round", "owes", "protected")

    options: Options
    deck: list[str]  # the top card is the last
    discard: list[str]
    hands: list[list[str]]
    known: list[dict[int, list[str]]]  # of each hand, who saw which cards go there in a swap
    round: int  # from 1
    owes: list[int]  # how often each player has reacted since their last action
    protected: int | None  # who is protected from this action by a 6 of their own
    card: str  # the card being resolved, "" before the first of an action
    target: int | None  # whom it is aimed at
    chain: int  # how many 2s this action has played

    # Setup ------------------------------------------------------------------------------------

    def _setup(self) -> None:
        self._can_be_set_up()
        self.deck = self._shuffled(self.options.cards)
        for seat in range(self.players):
            self.hands[seat] = off(self.deck, self.options.hand_size)
            cards = tuple(self.hands[seat])
            self._tell("deal", seat, cards, "sevens.setup.deal", shown_to=(seat,))
        self.turn = self.options.first
        self._tell_round()
        self._action()

    def _clear(self) -> None:
        self.deck, self.discard = [], []
        self.hands = [[] for _ in range(self.players)]
        self.known = [{} for _ in range(self.players)]
        self.owes = [0] * self.players
        self.round, self.protected = 1, None
        self.card, self.target, self.chain = "", None, 0

    def _can_be_set_up(self) -> None:
        held, deck = self.players * self.options.hand_size, self.options.deck
        self._must_have(held + 1, "Dealing and one card to draw take", "sevens.setup.deal")
        others = len(self.options.cards) - deck.get("2", 0)
        if others <= held:
            raise BadInput(
                f"With {others} cards other than 2s for {held} in the hands, a chain of 2s might "
                "never end.", "sevens.effect.2",
            )  # fmt: skip

    # An action ----------------------------------------------------------------------------------

    def _tell_round(self) -> None:
        self._tell(
            "round", self.turn, (), "sevens.round.seven",
            round=self.round, rounds=self.options.rounds,
        )  # fmt: skip

    def _action(self) -> None:
        """Draw one card, then play one; who has reacted since the last action pays for it."""
        seat = self.turn
        self.card, self.target, self.chain = "", None, 0
        if self.owes[seat] and self._pay(seat):
            return self._end_action()
        self._draw(seat, 1, "sevens.action.draw")
        self._ask_play(seat)

    def _pay(self, seat: int) -> bool:
        """Draw back to four and play none; False if the action is a normal one after all."""
        reacted, self.owes[seat] = self.owes[seat], 0
        missing = self.options.hand_size - len(self.hands[seat])
        if missing > 0:
            rule = "sevens.react.twice" if reacted > 1 else "sevens.effect.6-react"
            self._tell("pay", seat, (), rule, reactions=reacted)
            self._draw(seat, missing, rule)
            return True
        plays = self.options.settled_plays
        self._tell("settled-plays" if plays else "settled", seat, (), "sevens.react.settled")
        return not plays

    def _draw(self, seat: int, count: int, rule: str) -> None:
        """Draw from the deck; when it runs out, the discard pile becomes the new deck at once."""
        drawn = off(self.deck, count)
        if drawn:
            self.hands[seat] += drawn
            self._tell("draw", seat, tuple(drawn), rule, shown_to=(seat,))
        if not self.deck and self.discard:
            self._reshuffle()
        missing = count - len(drawn)
        if missing and self.deck:
            self._draw(seat, missing, rule)
        elif missing:
            self._tell("no-cards", seat, (), "sevens.deck.reshuffle", missing=missing)

    def _reshuffle(self) -> None:
        cards = tuple(sorted(self.discard))
        self.deck, self.discard = self._shuffled(cards), []
        self._tell("reshuffle", None, cards, "sevens.deck.reshuffle")
        if self.card:
            self._tell("with-played", None, (self.card,), "sevens.deck.reshuffle-played")

    def _ask_play(self, seat: int) -> None:
        if self.hands[seat]:
            self._ask("play", seat)
        else:  # only when there is no card left to draw
            self._end_action()

    def _moves(self, seat: int) -> Iterable[Move]:
        if self.phase == "play":
            hand = self.hands[seat]
            swap = self._partners(seat) if "1" in hand else ()
            three = self._targets(seat) if "3" in hand else ()
            return plays_of(frozenset(hand), swap, three)
        if self.phase == "give":
            return gives_of(frozenset(self.hands[seat]))
        return (REACT, LET) if self._can_react(seat) else (LET,)

    def _partners(self, seat: int) -> tuple[int, ...]:
        """Whom a 1 can be played on: rivals with cards, if you have one left to give yourself."""
        if len(self.hands[seat]) == 1:
            return ()
        rivals = clockwise(seat, self.players)
        if self.protected is None and all(self.hands):
            return rivals
        return tuple(rival for rival in rivals if rival != self.protected and self.hands[rival])

    def _targets(self, seat: int) -> tuple[int, ...]:
        """Whom a 3 can be played on: any player, you included (sevens.effect.3-self)."""
        rivals = clockwise(seat, self.players)
        if self.protected is not None:
            rivals = tuple(rival for rival in rivals if rival != self.protected)
        return (*rivals, seat) if self.options.three_self else rivals

    def _do(self, seat: int, move: Move) -> None:
        card = self.card = move[1]
        self._out(seat, card)
        target = self.target = int(move[3]) if len(move) == 4 else None
        if target is None or target == seat:
            self._tell("play", seat, (card,), "sevens.action.play")
        else:
            self._tell("aim", seat, (card,), "sevens.action.play", target=target)
        EFFECTS[card](self, seat)

    def _out(self, seat: int, card: str) -> None:
        """A card goes from a hand to the discard pile, and everybody sees it."""
        self.hands[seat].remove(card)
        self.discard.append(card)
        if self.known[seat]:
            self._seen_to_leave(seat, card)

    def _end_action(self) -> None:
        seat = self.turn
        self._tell("done", seat, (), "sevens.action.four", held=len(self.hands[seat]))
        if self.protected is not None:
            self._tell("expiry", self.protected, (), "sevens.react.expiry", rival=seat)
        self.protected = seat if self.card == "6" else None
        self.turn = (seat + 1) % self.players
        if self.turn == self.options.first:
            if self.round == self.options.rounds:
                return self._finish()
            self.round += 1
            self._tell_round()
        self._action()

    # Reactions ----------------------------------------------------------------------------------
    # All whom the card could hit are asked, in secret and whatever they hold: if only those with a
    # 6 were, the very pause would give them away (sevens.react.secret).

    def _window(self, asked: list[int]) -> None:
        if asked:
            self._tell("window", self.turn, (self.card,), "sevens.react.secret")
        for seat in asked:
            if self._can_react(seat):
                self._tell(
                    "offer", seat, (self.card,), "sevens.react.when", told_to=(seat,),
                    rival=self.turn,
                )  # fmt: skip
        self._ask_sealed("react", asked)

    def _others(self) -> list[int]:
        """Whom the acting player's cards can hit, from their left."""
        return [seat for seat in clockwise(self.turn, self.players) if seat != self.protected]

    def _tell_protected(self) -> None:
        if self.protected is not None:
            rule = "sevens.react.chain" if self.chain else "sevens.effect.6-own"
            self._tell("protected", self.protected, (self.card,), rule)

    def _can_react(self, seat: int) -> bool:
        """With a 6, to a card that is about to affect you (sevens.react.when)."""
        hand = self.hands[seat]
        return "6" in hand and self._affects(hand)

    def _affects(self, hand: list[str]) -> bool:
        if self.card == "5":
            return total(hand) >= self.options.five_total
        return self.card != "7" or "7" in hand

    def _tell_own(self, seat: int) -> None:
        if "6" in self.hands[seat]:
            self._tell("own-card", seat, (self.card,), "sevens.react.self", told_to=(seat,))

    def _together(self, answers: dict[int, Move]) -> None:
        if self.phase == "give":
            return self._swap(answers)
        reacted: list[int] = []
        if REACT in answers.values():  # most often nobody does
            reacted = [seat for seat in self._others() if answers.get(seat) == REACT]
        for seat in reacted:
            self._react(seat)
        if self.target is not None:
            if reacted:
                self._tell("fizzle", self.turn, (self.card,), "sevens.react.fizzle")
                self._end_action()
            elif self.card == "1":
                self._ask_gifts(self.target)
            else:
                self._discard_unseen(self.target)
        else:
            hit = [seat for seat in self._others() if seat not in reacted]
            self._hit_totals(hit) if self.card == "5" else self._discard_sevens([self.turn, *hit])

    def _react(self, seat: int) -> None:
        self._out(seat, "6")
        self.owes[seat] += 1
        rule, card = "sevens.effect.6-react", self.card
        self._tell("react", seat, ("6",), rule, rival=self.turn, against=card)

    # The effects --------------------------------------------------------------------------------

    # 1. Swap a card with a rival

    def _one(self, seat: int) -> None:
        if self.target is not None:
            return self._window([self.target])
        safe = self.protected is not None and self.hands[seat] and self.hands[self.protected]
        rule = "sevens.react.target" if safe else "sevens.effect.3-few"
        self._tell("nobody", seat, ("1",), rule)
        self._end_action()

    def _ask_gifts(self, rival: int) -> None:
        """Both choose before either sees."""
        self._tell("gifts", self.turn, (), "sevens.effect.1", target=rival)
        self._ask_sealed("give", [self.turn, rival])

    def _swap(self, answers: dict[int, Move]) -> None:
        assert self.target is not None
        seat, rival = pair = self.turn, self.target
        for giver, taker in (pair, (rival, seat)):
            card = answers[giver][1]
            self.hands[giver].remove(card)
            self._unseen_to_leave(giver, taker, card)
        for giver, taker in (pair, (rival, seat)):
            card = answers[giver][1]
            self.hands[taker].append(card)
            self.known[taker].setdefault(giver, []).append(card)
            self._tell("give", giver, (card,), "sevens.effect.1", shown_to=pair, target=taker)
        self._end_action()

    # 2. Draw, and play another card

    def _two(self, seat: int) -> None:
        self.chain += 1
        self._draw(seat, 1, "sevens.effect.2")
        self._ask_play(seat)

    # 3. Discard two cards unseen

    def _three(self, seat: int) -> None:
        if self.target is None:
            self._tell("nobody", seat, ("3",), "sevens.react.target")
            self._end_action()
        elif self.target == seat:
            self._tell("own-hand", seat, ("3",), "sevens.effect.3-self")
            self._tell_own(seat)
            self._discard_unseen(seat)
        else:
            self._window([self.target])

    def _discard_unseen(self, victim: int) -> None:
        wanted = self.options.three_cards
        lost = self._shuffled(self.hands[victim])[:wanted]
        for card in lost:
            self._out(victim, card)
        self._tell("unseen", victim, tuple(lost), "sevens.effect.3-random")
        if len(lost) < wanted:
            self._tell("few", victim, tuple(lost), "sevens.effect.3-few", wanted=wanted)
        self._draw(victim, len(lost), "sevens.effect.3")
        self._end_action()

    # 4. Nothing

    def _four(self, seat: int) -> None:
        self._tell("nothing", seat, ("4",), "sevens.effect.4")
        self._end_action()

    # 5. Totals of 18 or more lose their two highest cards

    def _five(self, seat: int) -> None:
        self._tell_protected()
        self._window(self._others())

    def _hit_totals(self, seats: list[int]) -> None:
        limit, hit = self.options.five_total, []
        for seat in seats:
            if self._affects(self.hands[seat]):
                hit.append((seat, self._lose_highest(seat)))
            else:
                self._tell("below", seat, (), "sevens.effect.5", limit=limit)
        self._tell_order(len(hit))
        for seat, lost in hit:
            self._draw(seat, lost, "sevens.effect.5")
        self._end_action()

    def _lose_highest(self, seat: int) -> int:
        cards = sorted(self.hands[seat], reverse=True)
        count = self.options.five_cards
        lost, kept = tuple(cards[:count]), cards[count:]
        for card in lost:
            self._out(seat, card)
        self._tell("highest", seat, lost, "sevens.effect.5", limit=self.options.five_total)
        if kept[:1] == [lost[-1]]:  # the others must not learn of it
            self._tell("tie", seat, lost[-1:], "sevens.effect.5-tie", told_to=(seat,))
        return len(lost)

    def _tell_order(self, hit: int) -> None:
        if hit > 1:
            self._tell("order", self.turn, (), "sevens.effect.order")

    # 6. Protection from the next player's action

    def _six(self, seat: int) -> None:
        rival = (seat + 1) % self.players
        self._tell("protect", seat, ("6",), "sevens.effect.6-own", rival=rival)
        self._end_action()

    # 7. All 7s are discarded

    def _seven(self, seat: int) -> None:
        if "7" in self.hands[seat]:
            self._tell_own(seat)
        self._tell_protected()
        self._window(self._others())

    def _discard_sevens(self, seats: list[int]) -> None:
        hit = []
        for seat in seats:
            sevens = self.hands[seat].count("7")
            if not sevens:
                self._tell("no-sevens", seat, (), "sevens.effect.7")
                continue
            for _ in range(sevens):
                self._out(seat, "7")
            self._tell("sevens", seat, ("7",) * sevens, "sevens.effect.7")
            hit.append(seat)
        self._tell_order(len(hit))
        for seat in hit:
            missing = self.options.hand_size - len(self.hands[seat])
            if missing > 0:
                self._draw(seat, missing, "sevens.effect.7")
            if "7" in self.hands[seat]:
                self._tell("stays", seat, ("7",), "sevens.effect.7-once", told_to=(seat,))
        self._end_action()

    # The end and the score ----------------------------------------------------------------------

    def _finish(self) -> None:
        self.card = ""
        first = self.options.first
        self._tell("end", None, (), "sevens.round.seven", rounds=self.options.rounds)
        for seat in (first, *clockwise(first, self.players)):
            missing = self.options.hand_size - len(self.hands[seat])
            if missing > 0 and self.options.last_draw:
                self._tell("last", seat, (), "sevens.react.last")
                self._draw(seat, missing, "sevens.react.last")
        scores = self.scores()
        for seat, hand in enumerate(self.hands):
            cards = tuple(sorted(hand))
            self._tell("score", seat, cards, "sevens.end.score", score=scores[seat])
        best = leading(range(self.players), scores.__getitem__)
        winners = leading(best, lambda seat: ladder(self.hands[seat]))
        rule = "sevens.end.tie" if len(best) > 1 else "sevens.end.score"
        self._win(winners, "sevens.round.seven", rule)

    def scores(self) -> list[int]:
        """The totals of the hands (sevens.end.score)."""
        return [total(hand) for hand in self.hands]

    # What may not be done, and why --------------------------------------------------------------

    def _read(self, words: list[str]) -> Move:
        verb, rest = words[0], words[1:]
        if (verb, len(rest)) in (("play", 1), ("play", 3), ("give", 1)):
            known_cards(self.options.deck, rest[:1])
            if len(rest) == 1:
                return Move(words)
            if rest[1] == "on" and rest[2].isdecimal():
                return Move((*words[:3], str(self._checked(int(rest[2])))))
        if words in (["react"], ["let"]):
            return Move(words)
        raise self._no_move(words, "play 4, play 3 on 2, give 4, react, let")

    def _refuse(self, seat: int, move: Move) -> IllegalMove:
        from cardkit.games.sevens_why import refusal

        return refusal(self, seat, move)

    # Positions ----------------------------------------------------------------------------------

    def _place(self, zones: dict[str, Any]) -> None:
        """Who is to act has drawn already, and plays from the hand as given."""
        self._can_be_set_up()
        box = Box(self.options.deck)
        self.turn = self._checked(zones.get("to_act", 0))
        for seat, reactions in by_seat(zones.get("owes"), self.players, "Reactions").items():
            self.owes[seat] = whole(reactions, 0, 99, "What a seat owes for reactions")
        hands = by_seat(zones.get("hands"), self.players, "Hands")
        for seat, cards in hands.items():
            self.hands[seat] = box.take(cards)
        self.discard = box.take(zones.get("discard", ""))
        self.deck = box.take(zones.get("deck", ""))[::-1]
        rest = self._shuffled(box.rest())
        for seat in range(self.players):
            if seat not in hands:
                drawn = seat == self.turn and not self.owes[seat]
                wanted = self.options.hand_size + drawn - self.owes[seat]
                self.hands[seat] = fill(rest, max(0, wanted))
        if "deck" in zones:
            self.discard = rest + self.discard
        else:
            self.deck = rest
        self.round = whole(zones.get("round", 1), 1, self.options.rounds, "The round")
        self.protected = self._place_protected(zones.get("protected"))
        if self.owes[self.turn]:
            self._action()
        elif self.hands[self.turn]:
            self._ask("play", self.turn)
        else:
            raise BadInput(f"Seat {self.turn} is to play, and has no cards.", "sevens.action.play")

    def _place_protected(self, seat: object) -> int | None:
        if seat is None:
            return None
        before = (self.turn - 1) % self.players
        if self._checked(seat) != before:
            raise BadInput(
                f"When seat {self.turn} acts, only seat {before} can be protected by a 6 of their "
                f"own, not seat {seat}.", "sevens.react.expiry",
            )  # fmt: skip
        return before

    # Views and samples --------------------------------------------------------------------------

    def _see(self, seat: int) -> dict[str, Any]:
        return {
            "hand": sorted(self.hands[seat]),
            "total": total(self.hands[seat]),
            "hands": [len(hand) for hand in self.hands],
            "known": [sorted(known.get(seat, [])) for known in self.known],
            "final": [sorted(hand) for hand in self.hands] if self.over else [],
            "scores": self.scores() if self.over else [],
            "deck": len(self.deck),
            "discard": list(self.discard),
            "round": self.round,
            "owes": list(self.owes),
            "protected": self.protected,
            "card": self.card,
            "target": self.target,
            "chain": self.chain,
            "sealed": "" if self.sealed is None else self.phase,  # everybody sees which question
            "answer": self._own_answer(seat),
        }

    def _seen_to_leave(self, owner: int, card: str) -> None:
        for cards in self.known[owner].values():
            if card in cards:
                cards.remove(card)

    def _unseen_to_leave(self, owner: int, taker: int, card: str) -> None:
        """The taker sees the card; for others it may be any, so one of each kind is in doubt."""
        for who, cards in self.known[owner].items():
            for doubtful in {card} & set(cards) if who == taker else set(cards):
                cards.remove(doubtful)

    def _guess(self, view: Mapping[str, Any]) -> None:
        """Deal the cards this seat has not seen so that all it has seen could have happened."""
        self.hands, self.deck = dealt(view, self.options, self.players, self.seed)
        self.deck = self._shuffled(self.deck)
        self.discard = Box(self.options.deck).take(view["discard"])
        me = self._checked(view["seat"])
        for owner, cards in enumerate(view["known"]):
            if cards:
                self.known[owner][me] = list(cards)
        self.round = whole(view["round"], 1, self.options.rounds, "The round")
        self.owes = [whole(owed, 0, 99, "What a seat owes") for owed in view["owes"]]
        self.protected = self._somebody(view["protected"])
        self.target = self._somebody(view["target"])
        self.card, self.chain = view["card"], whole(view["chain"], 0, 10**6, "The chain")
        if len(self.owes) != self.players or self.card not in ("", *NUMBERS):
            raise BadInput("The parts of this view do not fit together.")
        if view["sealed"]:
            self._reopen(view["sealed"], self._were_asked(view["sealed"]), me, view["answer"])
        elif view["phase"] in ("play", "over"):
            self._resume(view)
        else:
            raise BadInput(f"Sevens has no open question {view['phase']!r:.20}.")

    def _were_asked(self, phase: str) -> list[int]:
        """Whom a sealed question was put to."""
        if phase == "give":
            return [self.turn, self._checked(self.target)]
        if phase == "react" and self.card:
            return [self._checked(self.target)] if self.card in AIMED else self._others()
        raise BadInput(f"Sevens has no sealed question {phase!r:.20}.")

    def _copy(self, new: Self) -> None:
        new.deck, new.discard = self.deck[:], self.discard[:]
        new.hands = [hand[:] for hand in self.hands]
        new.known = [{who: cards[:] for who, cards in known.items()} for known in self.known]
        new.owes = self.owes[:]
        new.round, new.protected = self.round, self.protected
        new.card, new.target, new.chain = self.card, self.target, self.chain


EFFECTS: dict[str, Callable[[Sevens, int], None]] = {
    "1": Sevens._one, "2": Sevens._two, "3": Sevens._three, "4": Sevens._four,
    "5": Sevens._five, "6": Sevens._six, "7": Sevens._seven,
}  # fmt: skip

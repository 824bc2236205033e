"""Seers: draft five cards by the effects of what you play, and foretell whose hand is strongest.

In the order of the rulebook: setup of a round, a turn, effects, prediction and scoring; then views.
Beside it: seers_options.py (what is in the box), seers_effects.py (what cards do), seers_ranks.py
(what hands are worth), seers_moves.py (what one may do), seers_notation.py (moves in words, and why
not), seers_position.py, seers_scoring.py, and seers_memory.py (what a seat remembers of a round).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from cardkit.errors import BadInput
from cardkit.events import HIDDEN, Move, event_of
from cardkit.game import Game, clockwise, leading
from cardkit.games.seers_effects import AIMED, Effect
from cardkit.games.seers_memory import FOLLOWED, Memory, imagined
from cardkit.games.seers_moves import PHASES, moves_of, unblocked
from cardkit.games.seers_notation import DISCARD, read, refusal
from cardkit.games.seers_options import COLUMNS, DECK, Options
from cardkit.games.seers_position import FREE, place
from cardkit.games.seers_ranks import Rank
from cardkit.games.seers_scoring import pay_hand, share_pot, show_hand, tell_strongest
from cardkit.zones import off

__all__ = ["DECK", "Options", "Seers"]


class Seers(Game):
    """A game of Seers.

    >>> import cardkit
    >>> game = cardkit.position("seers", players=3, hands={0: "Jm 8c 8s 3t 2m"}, track="4c 10s")
    >>> [event.rule for event in game.play("play Jm")]
    ['seers.play.effects']
    >>> game.moves()
    (Move('take #1'), Move('take #2'))
    """

    __slots__ = (
        "deck", "discard", "opened", "columns", "track", "hands", "runes", "pot", "round", "all_in",
        "still", "filled", "played", "step", "impossible", "revealed", "names", "remembered",
        "memories",
    )  # fmt: skip

    name = "seers"
    OPTIONS = Options
    PLAYERS, DEFAULT_PLAYERS, PLAYERS_RULE = range(2, 6), 4, "seers.setup.players"
    ZONES = ("hands", "track", "discard", "deck", "pot", "runes", "round", "all_in")

    options: Options
    deck: list[str]  # the top card is the last
    discard: list[str]  # the top card is the last
    opened: bool  # whether the discard pile's first card, turned up at the start, still lies there
    columns: int  # places in a row
    track: list[str]  # the first row, then the second
    hands: list[list[str]]
    runes: list[int]
    pot: int
    round: int
    all_in: int | None  # who has gone all-in this round
    still: int  # turns in a row without growth of the track; at the limit it stays there
    filled: int  # cards on the track when the last turn ended
    played: str  # the card whose effects are being resolved
    step: int  # how many of them have been begun
    impossible: bool  # whether a compulsory one had nothing to act on
    revealed: list[str]  # turned up, and neither kept nor discarded yet
    names: list[int | None]  # whom each seat has named as the strongest
    remembered: Memory  # of a sampled game: what its seat knew at the start
    memories: dict[int, tuple[int, Memory]]  # what each seat knows after so many events

    # Setup of a round ---------------------------------------------------------------------------

    def __init__(self, options: Options, players: int, seed: int, start: dict[str, Any]) -> None:
        super().__init__(options, players, seed, start)
        self.remembered, self.memories = Memory(players), {}

    def _setup(self) -> None:
        self._can_be_set_up()
        options = self.options
        self._tell("side", None, (), "seers.setup.side", side=options.side)
        marked = ["take", "swap"] * options.enchanted + ["reveal"] * options.third_eye
        if marked:
            self._tell("marked", None, (), "seers.variant.marked", effects=marked)
        self._new_round(options.first)

    def _clear(self) -> None:
        self.deck, self.discard, self.opened = [], [], False
        players = str(self.players)
        self.columns = self.options.columns.get(players, COLUMNS[players])
        self.track = [FREE] * (2 * self.columns)
        self.hands = [[] for _ in range(self.players)]
        self.runes, self.pot, self.round = [0] * self.players, 0, 0
        self.all_in, self.still, self.filled = None, 0, 0
        self.played, self.step, self.impossible, self.revealed = "", 0, False, []
        self.names = [None] * self.players

    def _can_be_set_up(self) -> None:
        options = self.options
        if options.start_cards >= len(self.track):
            raise BadInput(
                f"{options.start_cards} cards would fill the track of {len(self.track)} places at "
                "the start.", "seers.setup.deal",
            )  # fmt: skip
        needed = self.players * options.hand_size + len(self.track) + options.enchanted
        self._must_have(needed, "Hands and a full track take", "seers.setup.deal")

    def _new_round(self, first: int) -> None:
        carried, runes, number = self.pot, self.runes, self.round + 1
        self._clear()
        self.runes, self.round = runes, number
        self._tell("round", None, (), self._lasts(), number=number)
        self.deck = self._shuffled(self.options.cards)
        for hand in self.hands:
            hand += off(self.deck, self.options.hand_size)
        self._tell("deal", None, (), "seers.setup.deal", each=self.options.hand_size)
        if self.options.enchanted:
            self.discard, self.opened = [self.deck.pop()], True
            self._tell("open", None, tuple(self.discard), "seers.variant.discard")
        for _ in range(self.options.start_cards):
            self._from_deck(None)
        self.filled = self.options.start_cards
        self._fill_pot(carried)
        self._tell("first", first, (), "seers.setup.first")
        self._go_on(first)

    def _lasts(self) -> str:
        """The rule by which there is this round: three, or an extra one after a tie."""
        extra = self.round > len(self._pots())
        return "seers.variant.heirs" if extra else "seers.game.three"

    def _fill_pot(self, carried: int) -> None:
        pots, number = self._pots(), str(self.round)
        added = pots.get(number, self.options.heirs_pot)
        self.pot = carried + added
        rule = "seers.setup.pot" if number in pots else "seers.variant.heirs"
        self._tell("pot", None, (), rule, added=added, carried=carried, pot=self.pot)

    def _pots(self) -> dict[str, int]:
        return self.options.pots_duel if self.players == 2 else self.options.pots

    # A turn -------------------------------------------------------------------------------------

    def _go_on(self, seat: int) -> None:
        """This seat's turn, or the next one's who may choose; or the prediction."""
        places, limit = len(self.track), self.options.stall
        while self.filled < places:
            self.turn = seat
            if self.still < limit and seat != self.all_in:
                if self.all_in is None:
                    self._tell("turn", seat, (), "seers.turn.choice")
                else:
                    self._tell("turn-after", seat, (), "seers.allin.one", rival=self.all_in)
                return self._ask("turn", seat)
            why = "seers.end.stall" if self.still >= limit else "seers.allin.passes"
            self._tell("must-pass", seat, (), why)
            self._from_deck(seat)
            self._count_growth()
            seat = (seat + 1) % self.players
        self._predict()

    def _end_turn(self) -> None:
        self.played, self.step, self.impossible = "", 0, False
        self._count_growth()
        self._go_on((self.turn + 1) % self.players)

    def _count_growth(self) -> None:
        before, self.filled = self.filled, len(self.track) - self.track.count(FREE)
        if self.filled <= before:
            self.still += 1
        elif self.still < self.options.stall:
            self.still = 0

    _moves = moves_of

    def _do(self, seat: int, move: Move) -> None:
        ACTS[move[0]](self, seat, move)

    # Playing a card

    def _play(self, seat: int, move: Move) -> None:
        self.played = move[1]
        self.hands[seat].remove(self.played)
        self._tell("play", seat, (self.played,), "seers.play.effects")
        self._resolve()

    def _resolve(self) -> None:
        """The effects of the card played from top to bottom, until a decision is wanted."""
        effects, seat = self.options.printed[self.played], self.turn
        while self.step < len(effects):
            effect = effects[self.step]
            self.step += 1
            if effect.word in AIMED:
                if self._can_aim(seat, effect.word):
                    return self._ask(effect.word, seat)
                self._pointless(seat, effect)
            elif not effect.must:
                return self._ask(effect.word, seat)
            elif self._happens(seat, effect):
                return
        self._settle(seat)

    def _effect(self) -> Effect:
        """The effect being resolved."""
        return self.options.printed[self.played][self.step - 1]

    def _skip(self, seat: int, move: Move) -> None:
        self._tell("skip", seat, (), "seers.play.compulsory", effect=self._effect().word)
        self._resolve()

    def _can_aim(self, seat: int, effect: str) -> bool:
        """Is there a card to take or swap, an opponent for hypnosis or the eye?"""
        if effect == "hypnosis" or effect == "eye":
            return bool(self._minds(seat))
        if effect == "swap" and not self.hands[seat]:
            return False
        return any(self.track) or (self.options.enchanted and bool(self.discard))

    def _pointless(self, seat: int, effect: Effect) -> None:
        """Nothing and nobody to aim at: even a compulsory effect is skipped."""
        if effect.must:
            return self._cannot(seat, effect.word)
        if effect.word in ("hypnosis", "eye") and self.all_in is not None:
            rule = "seers.allin.immune"
        else:
            rule = f"seers.effect.{effect.word}"
        self._tell("pointless", seat, (), rule, effect=effect.word)

    def _cannot(self, seat: int, effect: str) -> None:
        self.impossible = True
        self._tell("pointless", seat, (), "seers.play.impossible", effect=effect)

    def _settle(self, seat: int) -> None:
        """The end of a turn: five cards in hand, then the played card goes on the track."""
        missing = self.options.hand_size - len(self.hands[seat])
        if missing < 0:
            return self._ask("surplus", seat)
        if missing:
            rule = "seers.play.impossible" if self.impossible else "seers.play.hand-five"
            for _ in range(missing):
                self._draw(seat, "fill", rule)
        self._put(seat, self.played, "play")
        self._end_turn()

    def _discard(self, seat: int, move: Move) -> None:
        """One card at a time, so that the order is the player's."""
        name, hand = move[1], self.hands[seat]
        if self.phase == "rest":
            self.revealed.remove(name)
            self._throw(seat, name, "reveal")
            return self._discard_rest(seat)
        hand.remove(name)
        self._throw(seat, name, "hand")
        if len(hand) <= self.options.hand_size:
            self._settle(seat)

    def _throw(self, seat: int, name: str, source: str) -> None:
        if self.options.third_eye:
            kind, rule = "discard", "seers.variant.third-eye"
        elif source == "hand":
            kind, rule = "discard", "seers.play.hand-five"
        elif self.discard:
            kind, rule = "discard-over", "seers.discard.top"
        else:
            kind, rule = "discard", "seers.effect.reveal"
        self.discard.append(name)
        self._tell(kind, seat, (name,), rule, self._hidden(seat), source=source)

    def _hidden(self, seat: int) -> tuple[int, ...] | None:
        """Who sees what this seat reveals and discards: all, or nobody else."""
        return (seat,) if self.options.third_eye else None

    # Placing cards on the track

    def _put(self, seat: int | None, name: str, source: str) -> None:
        """On the first free place from the left: the first row, then the second."""
        track, at = self.track, self.track.index(FREE)
        track[at] = name
        second = at >= self.columns
        if any(track[at + 1 :]):
            kind, rule = "gap-cover" if second else "gap", "seers.place.gaps"
        elif second:
            kind, rule = "cover", "seers.place.covers"
        else:
            kind = "place"
            rule = "seers.play.place" if source == "play" else "seers.place.first-free"
        self._tell(kind, seat, (name,), rule, place=at + 1, source=source)

    def _targets(self) -> Sequence[str]:
        """What take and swap may aim at: unblocked cards of the track, perhaps the discard pile."""
        targets = unblocked(tuple(map(bool, self.track)))
        if self.options.enchanted and self.discard:
            return [*targets, DISCARD]
        return targets

    # The deck

    def _from_deck(self, seat: int | None) -> None:
        """The deck's top card goes on the track."""
        if self.deck or self._reshuffle():
            self._put(seat, self.deck.pop(), "deck")
            if not self.deck:
                self._reshuffle()

    def _reshuffle(self, rule: str = "seers.deck.reshuffle") -> bool:
        """A deck that ran out is made anew of the discard pile, if there is one."""
        if not self.discard:
            return False
        self._tell("reshuffle", None, (), rule, count=len(self.discard))
        self.deck, self.discard, self.opened = self._shuffled(self.discard), [], False
        return True

    # Pass and all-in

    def _pass(self, seat: int, move: Move) -> None:
        self._tell("pass", seat, (), "seers.pass.card")
        self._from_deck(seat)
        self._end_turn()

    def _go_all_in(self, seat: int, move: Move) -> None:
        cards, room = self.options.allin_cards, self.track.count(FREE)
        self.all_in = seat
        self._tell("all-in", seat, (), "seers.allin.cards", placed=cards)
        self._tell("immune", seat, (), "seers.allin.immune")
        if room < cards:
            self._tell("overflow", seat, (), "seers.allin.overflow", room=room)
        for _ in range(min(room, cards)):
            self._from_deck(seat)
        self._end_turn()

    # Effects ------------------------------------------------------------------------------------

    def _take(self, seat: int, move: Move) -> None:
        if move[1] == DISCARD:
            self._take_discard(seat)
        else:
            at = int(move[1][1:]) - 1
            name, self.track[at] = self.track[at], FREE
            self.hands[seat].append(name)
            self._tell("take", seat, (name,), "seers.effect.take", place=at + 1)
            if at >= self.columns:
                under = self.track[at - self.columns]
                self._tell("freed", seat, (under,), "seers.place.blocked", by=name)
        self._resolve()

    def _swap(self, seat: int, move: Move) -> None:
        _, mine, target = move
        hand = self.hands[seat]
        hand.remove(mine)
        if target == DISCARD:
            self._take_discard(seat)
            self.discard.append(mine)
            rule = "seers.variant.both" if self.options.third_eye else "seers.variant.discard-swap"
            self._tell("bury", seat, (mine,), rule, self._hidden(seat))
        else:
            at = int(target[1:]) - 1
            theirs, self.track[at] = self.track[at], mine
            hand.append(theirs)
            self._tell(
                "swap", seat, (mine, theirs), "seers.effect.swap",
                place=at + 1, given=mine, got=theirs,
            )  # fmt: skip
        self._resolve()

    def _take_discard(self, seat: int) -> None:
        if self._top_seen():
            shown_to, rule = None, "seers.variant.discard"
        else:
            shown_to, rule = (seat,), "seers.variant.both"
        name = self.discard.pop()
        self.opened = self.opened and bool(self.discard)
        self.hands[seat].append(name)
        self._tell("take-top", seat, (name,), rule, shown_to)

    def _top_seen(self) -> bool:
        """Whether the top of the discard pile lies face up."""
        return not self.options.third_eye or (self.opened and len(self.discard) == 1)

    def _choose(self, seat: int, move: Move) -> None:
        """An effect that is not compulsory and aims at nothing, chosen."""
        if not self._happens(seat, self._effect()):
            self._resolve()

    def _happens(self, seat: int, effect: Effect) -> bool:
        """Draw, rune or reveal; True if it leads to another decision."""
        if effect.word == "reveal":
            return self._reveal(seat, effect.cards)
        if effect.word == "draw":
            self._draw(seat, "draw", "seers.effect.draw")
        else:
            self.runes[seat] += 1
            self._tell("rune", seat, (), "seers.effect.rune")
        return False

    def _draw(self, seat: int, kind: str, rule: str) -> None:
        if not self.deck and not self._reshuffle():
            return self._cannot(seat, "draw")
        name = self.deck.pop()
        self.hands[seat].append(name)
        self._tell(kind, seat, (name,), rule, (seat,))
        if not self.deck:
            self._reshuffle()

    def _reveal(self, seat: int, count: int) -> bool:
        """Turn up so many; if the deck ends meanwhile, those already turned up stay out."""
        while count and (self.deck or self._reshuffle()):
            cards = off(self.deck, count)
            count -= len(cards)
            self.revealed += cards
            self._tell("reveal", seat, tuple(cards), "seers.effect.reveal", self._hidden(seat))
            if not self.deck:
                which = "effect.reveal-reshuffle" if count else "deck.reshuffle"
                self._reshuffle(f"seers.{which}")
        if self.revealed:
            self._ask("keep", seat)
            return True
        self._cannot(seat, "reveal")
        return False

    def _keep(self, seat: int, move: Move) -> None:
        self.revealed.remove(move[1])
        self.hands[seat].append(move[1])
        self._tell("keep", seat, move[1:], "seers.effect.reveal", self._hidden(seat))
        self._discard_rest(seat)

    def _discard_rest(self, seat: int) -> None:
        """The turned-up cards that are left, in the order chosen; the last goes by itself."""
        if len(self.revealed) > 1:
            return self._ask("rest", seat)
        if self.revealed:
            self._throw(seat, self.revealed.pop(), "reveal")
        self._resolve()

    def _minds(self, seat: int) -> list[int]:
        """Whom hypnosis and the eye may aim at: opponents with a hand who are not all-in."""
        return [other for other in clockwise(seat, self.players)
                if other != self.all_in and self.hands[other]]  # fmt: skip

    def _hypnotise(self, seat: int, move: Move) -> None:
        other = int(move[1])
        value = self.options.rank(self.hands[other]).points
        kind = "hypnosis" if value else "no-value"
        self._tell(kind, seat, (), "seers.effect.hypnosis", target=other, value=value)
        self._resolve()

    def _look(self, seat: int, move: Move) -> None:
        other = int(move[1])
        self._tell("look", seat, (), "seers.effect.eye", target=other)
        self._ask("show", other)

    def _show(self, seat: int, move: Move) -> None:
        shown_to = (seat, self.turn)
        self._tell("show", seat, move[1:], "seers.effect.eye", shown_to, target=self.turn)
        self._resolve()

    # Prediction ---------------------------------------------------------------------------------

    def _predict(self) -> None:
        """From the left of whoever placed the last card; with two players both at once."""
        self._tell("full", self.turn, (), "seers.end.full")
        if self.players == 2:
            self._ask_sealed("name", (0, 1))
        else:
            self._ask("name", (self.turn + 1) % self.players)

    def _name(self, seat: int, move: Move) -> None:
        self._put_token(seat, move, "seers.predict.order")
        following = (seat + 1) % self.players
        if self.names[following] is None:
            self._ask("name", following)
        else:
            self._score()

    def _together(self, answers: dict[int, Move]) -> None:
        for seat in (0, 1):
            self._put_token(seat, answers[seat], "seers.predict.duel")
        self._score()

    def _put_token(self, seat: int, move: Move, rule: str) -> None:
        self.names[seat] = other = int(move[1])
        self._tell("name-self" if other == seat else "name", seat, (), rule, target=other)

    # The end and the score ----------------------------------------------------------------------

    def _score(self) -> None:
        """Hands are shown; first the pot is shared, then everybody is paid for the own hand."""
        ranks = [self.options.rank(hand) for hand in self.hands]
        for seat in range(self.players):
            show_hand(self, seat, ranks[seat])
        strongest = max(range(self.players), key=ranks.__getitem__)
        tell_strongest(self, strongest, ranks)
        share_pot(self, strongest)
        for seat in range(self.players):
            pay_hand(self, seat, ranks[seat])
        self._end_round(ranks)

    def _end_round(self, ranks: list[Rank]) -> None:
        """Fewest runes start the next round, in a tie the weaker hand; the last round decides."""
        first = min(range(self.players), key=lambda seat: (self.runes[seat], ranks[seat], -seat))
        rounds, tied = len(self._pots()), leading(range(self.players), self.runes.__getitem__)
        if self.round < rounds:
            self._new_round(first)
        elif self.round == rounds and len(tied) > 1 and self.options.heirs:
            self._tell("heirs", None, (), "seers.variant.heirs", tied=tied)
            self._tell("everybody", None, (), "seers.variant.heirs-who", carried=self.pot)
            self._new_round(first)
        else:
            self._finish(tied, ranks)

    def _finish(self, tied: list[int], ranks: list[Rank]) -> None:
        if self.pot:
            self._tell("lost", None, (), "seers.pot.last", pot=self.pot)
        if len(tied) > 1 and self.options.heirs:
            self._tell("nobody-wins", None, (), "seers.variant.heirs", tied=tied)
            return self._end((), self._lasts(), "seers.variant.heirs")
        winner = max(tied, key=ranks.__getitem__)
        kind = "win-tie" if len(tied) > 1 else "win"
        self._tell(kind, winner, (), "seers.game.three", runes=self.runes[winner])
        self._end((winner,), self._lasts(), "seers.game.three")

    def scores(self) -> list[int]:
        """The runes (seers.game.three)."""
        return self.runes.copy()

    # What may not be done, and why --------------------------------------------------------------

    _read, _refuse = read, refusal

    # Positions ----------------------------------------------------------------------------------

    def _place(self, zones: dict[str, Any]) -> None:
        self._can_be_set_up()
        self._begin_at(place(self, zones))

    def _begin_at(self, seat: int) -> None:
        """The start of this seat's turn; with a full track, it is the first to predict."""
        self.filled = len(self.track) - self.track.count(FREE)
        self._tell(
            "start", seat, tuple(name for name in self.track if name), "seers.setup.deal",
            track=self.track.copy(), hands=[len(hand) for hand in self.hands],
            discards=len(self.discard), top=self._top(),
        )  # fmt: skip
        if self.filled == len(self.track):
            self.turn = (seat - 1) % self.players
            self._predict()
        else:
            self._go_on(seat)

    # Views and samples --------------------------------------------------------------------------

    def _top(self) -> str:
        """The top of the discard pile as everybody sees it."""
        if not self.discard:
            return ""
        return self.discard[-1] if self._top_seen() else HIDDEN

    def _memory(self, seat: int) -> Memory:
        """What this seat knows for certain; kept, so that asking again only adds what is new."""
        done, memory = self.memories.get(seat) or (0, self.remembered.copy())
        for told in self.told[done:]:
            if told[0] in FOLLOWED and (seen := event_of(told).seen_by(seat)):
                memory.follow(seen.data())
        self.memories[seat] = len(self.told), memory
        return memory

    def _see(self, seat: int) -> dict[str, Any]:
        memory = self._memory(seat)
        secret = self.options.third_eye and seat != self.turn
        names = self.names.copy()
        if self.sealed and seat in self.sealed:
            names[seat] = int(self.sealed[seat][1])
        return {
            "hand": self.hands[seat].copy(),
            "hands": [len(hand) for hand in self.hands],
            "known": memory.known(),
            "said": memory.said.copy(),
            "track": [self.track[: self.columns], self.track[self.columns :]],
            "deck": len(self.deck),
            "discard": self._top(),
            "discards": len(self.discard),
            "discarded": memory.discard.copy(),
            "opened": self.opened,
            "played": self.played,
            "step": self.step,
            "impossible": self.impossible,
            "effects": [effect.word for effect in self.options.printed.get(self.played, ())],
            "revealed": [HIDDEN] * len(self.revealed) if secret else self.revealed.copy(),
            "pot": self.pot,
            "runes": self.runes.copy(),
            "round": self.round,
            "all_in": self.all_in,
            "still": self.still,
            "filled": self.filled,
            "names": names,
        }

    def _guess(self, view: Mapping[str, Any]) -> None:
        """A round that could have gone as this seat remembers it."""
        me = self._checked(view["seat"])
        self.track = [str(name) for row in view["track"] for name in row]
        self.opened, self.impossible = bool(view["opened"]), bool(view.get("impossible"))
        self.played, self.step = view["played"], view["step"]
        self.pot, self.runes, self.round = view["pot"], list(view["runes"]), view["round"]
        self.still, self.filled = view["still"], view["filled"]
        self.all_in = self._somebody(view["all_in"])
        self.remembered = Memory.of(view)
        self.hands, self.revealed, self.discard, deck = imagined(view, self.options, self.seed)
        self.hands[me] = list(view["hand"])
        self.deck = self._shuffled(deck)
        self.names = list(map(self._somebody, view["names"]))
        self._adds_up(view)
        phase, sealed = view["phase"], ("name", "wait") if self.players == 2 else ()
        if phase not in (("over",) if view["outcome"] else (*PHASES, *sealed)):
            raise BadInput(f"There is no question {phase!r:.20} in this game of Seers.")
        if phase in sealed:  # whether the other has named somebody cannot be known
            mine, self.names = self.names[me], [None, None]
            self._reopen("name", (0, 1), me, None if mine is None else f"name {mine}")
        else:
            self._resume(view)
        self.moves()  # raises if this question cannot be asked now

    def _adds_up(self, view: Mapping[str, Any]) -> None:
        zones = [*self.hands, self.deck, self.discard, self.revealed, self.track, [self.played]]
        cards = sorted(name for zone in zones for name in zone if name)
        counts = [len(hand) for hand in self.hands]
        if cards != sorted(self.options.cards) or counts != list(view["hands"]):
            raise BadInput("The cards of this view do not add up.")
        numbers = [self.pot, self.round, self.still, self.filled, self.step, *self.runes]
        if not all(type(number) is int and 0 <= number < 1_000_000 for number in numbers):
            raise BadInput("The numbers of this view are not whole, or too large.")
        sizes = len(self.track), len(self.runes), len(self.names)
        if sizes != (2 * self.columns, self.players, self.players):
            raise BadInput("The track, runes or tokens of this view do not fit its players.")

    def _copy(self, new: Self) -> None:
        new.deck, new.discard, new.opened = self.deck[:], self.discard[:], self.opened
        new.columns, new.track = self.columns, self.track[:]
        new.hands = [hand[:] for hand in self.hands]
        new.runes, new.pot, new.round = self.runes[:], self.pot, self.round
        new.all_in, new.still, new.filled = self.all_in, self.still, self.filled
        new.played, new.step, new.impossible = self.played, self.step, self.impossible
        new.revealed = self.revealed[:]
        new.names, new.remembered, new.memories = self.names[:], self.remembered, {}


ACTS: dict[str, Callable[[Seers, int, Move], None]] = {
    "play": Seers._play, "pass": Seers._pass, "all-in": Seers._go_all_in,
    "take": Seers._take, "swap": Seers._swap, "skip": Seers._skip,
    "draw": Seers._choose, "rune": Seers._choose, "reveal": Seers._choose,
    "keep": Seers._keep, "discard": Seers._discard,
    "ask": Seers._hypnotise, "look": Seers._look, "show": Seers._show, "name": Seers._name,
}  # fmt: skip

"""The contract every game keeps: ask for the moves, play one, look through one seat's eyes.

A game is a subclass that reads like its rulebook. It supplies, in this order: its `OPTIONS`,
`_setup`, `_clear` (an empty table), `_moves`, `_do` (and `_together` for sealed
decisions), `scores`, `_read` (notation), `_refuse`, `_place` (positions), `_see`, `_guess`
(samples), `_copy`. All else is here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Self

from cardkit.chance import checked_seed, shuffled
from cardkit.errors import BadInput, IllegalMove
from cardkit.events import NO_FACTS, Events, Move, Outcome, Told, event_of
from cardkit.options import changed

VERSION = 1
View = Mapping[str, Any]  # what one seat may know, as plain data
_SHARED = (  # what a copy may share, since it is never changed in place
    "options", "house", "players", "seed", "shuffles", "start", "past", "turn", "phase", "outcome",
    "_legal", "_legal_for",
)  # fmt: skip


class Game:
    """One game in progress. Make one with `cardkit.new`, `position`, `replay` or `sample`."""

    __slots__ = (
        "options", "house", "players", "seed", "shuffles", "start", "past", "history",
        "told", "turn", "phase", "asked", "sealed", "outcome", "_legal", "_legal_for", "_logs",
    )  # fmt: skip

    name: ClassVar[str]
    OPTIONS: ClassVar[type[Any]]
    PLAYERS: ClassVar[range]
    DEFAULT_PLAYERS: ClassVar[int]
    PLAYERS_RULE: ClassVar[str]
    ZONES: ClassVar[tuple[str, ...]]  # what `position` can be given

    options: Any
    house: dict[str, Any]  # the options that differ from the rulebook
    players: int
    seed: int
    shuffles: int  # how many shuffles there have been: the next one is number `shuffles`
    start: dict[str, Any]  # how this game began: a seed, a position, or a view it was sampled from
    past: list[dict[str, Any]]  # of a sampled game: the log of the view, as it was seen
    history: list[tuple[int, Move]]
    told: list[Told]  # all that has happened; `events` are the same, to be read
    turn: int  # whose turn it is; during a turn others may be asked
    phase: str  # which question is open
    asked: list[int]  # the seats whose decision is wanted; several only if it is sealed
    sealed: dict[int, Move] | None  # the sealed answers so far
    outcome: Outcome | None
    _legal: tuple[Move, ...]  # the moves of the seat `_legal_for`, until something is played
    _legal_for: int | None
    _logs: dict[int, tuple[int, list[dict[str, Any]]]]  # per seat: events seen to, and as data

    def __init__(self, options: Any, players: int, seed: int, start: dict[str, Any]) -> None:
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.PLAYERS:
            few, many = self.PLAYERS[0], self.PLAYERS[-1]
            raise BadInput(
                f"{self.name.capitalize()} is for {few} to {many} players, not {players!r:.20}.",
                self.PLAYERS_RULE,
            )
        if options.first >= players:
            rule = self.OPTIONS.__dataclass_fields__["first"].metadata["rule"]
            raise BadInput(
                f"Seat {options.first} cannot start: the last seat is {players - 1}.", rule
            )
        self.options, self.players, self.seed, self.start = options, players, seed, start
        self.house = changed(options)
        self.shuffles, self.turn, self.phase = 0, 0, ""
        self.past, self.history, self.told = [], [], []
        self.asked, self.sealed, self.outcome = [], None, None
        self._legal, self._legal_for, self._logs = (), None, {}

    @classmethod
    def for_players(cls, players: int) -> type[Game]:
        """The class that plays this game with so many people."""
        return cls

    # What a game supplies ------------------------------------------------------------------

    def _setup(self) -> None:
        raise NotImplementedError

    def _clear(self) -> None:
        raise NotImplementedError

    def _moves(self, seat: int) -> Iterable[Move]:
        raise NotImplementedError

    def _is_among(self, legal: tuple[Move, ...], move: Move) -> bool:
        """Whether it is one of them; a game with very many moves may know a quicker way."""
        return move in legal

    def _do(self, seat: int, move: Move) -> None:
        raise NotImplementedError

    def _together(self, answers: dict[int, Move]) -> None:
        raise NotImplementedError

    def scores(self) -> list[int]:
        raise NotImplementedError

    def _read(self, words: list[str]) -> Move:
        return Move(words)

    def _refuse(self, seat: int, move: Move) -> IllegalMove:
        raise NotImplementedError

    def _place(self, zones: dict[str, Any]) -> None:
        raise NotImplementedError

    def _see(self, seat: int) -> dict[str, Any]:
        raise NotImplementedError

    def _guess(self, view: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def _copy(self, new: Self) -> None:
        raise NotImplementedError

    # Playing -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def to_act(self) -> int | None:
        """The seat whose decision is wanted, None when the game is over."""
        return self.asked[0] if self.asked else None

    def moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """The legal moves of the seat to act (or of another seat, if it is asked too)."""
        if seat is None:
            if not self.asked:
                return ()
            seat = self.asked[0]
        elif self._checked(seat) not in self.asked:
            return ()
        if self._legal_for != seat:
            self._legal, self._legal_for = tuple(self._moves(seat)), seat
        return self._legal

    @property
    def events(self) -> Events:
        """All that has happened so far."""
        return Events(self.told)

    def play(self, move: Move | str, seat: int | None = None) -> Events:
        """Play a move or its notation for the seat to act; returns the events that followed."""
        seat = self.asked[0] if seat is None and self.asked else self._actor(seat)
        legal = self._legal if self._legal_for == seat else self.moves(seat)
        if type(move) is not Move or not self._is_among(legal, move):
            move = self.read(move, seat)
            if not self._is_among(legal, move):
                raise self._refusal(seat, move)
        before = len(self.told)
        self.history.append((seat, move))
        self._legal_for = None
        if self.sealed is None:
            self._do(seat, move)
        else:
            self._answer(seat, move)
        return Events(self.told, before)

    def why_not(self, move: Move | str, seat: int | None = None) -> IllegalMove | None:
        """Why this move is not legal now, or None if it is."""
        seat = self._actor(seat)
        move = self.read(move, seat)
        return None if move in self.moves(seat) else self._refusal(seat, move)

    def read(self, notation: object, seat: int | None = None) -> Move:
        """The move that a notation means, whether or not it is legal now (for that seat)."""
        if isinstance(notation, Move):  # perhaps one made by hand
            notation = " ".join(map(str, notation))
        if not isinstance(notation, str):
            raise BadInput(f"A move is written in words{self._like(seat)}, not {notation!r:.40}.")
        words = notation.replace("★", "*").split()
        if not words or len(words) > 40 or max(map(len, words)) > 40:
            raise BadInput(f"A move is written in a few words{self._like(seat)}.")
        return self._read(words)

    def undo(self) -> None:
        """Step back one decision."""
        if not self.history:
            raise BadInput("There is no decision to take back.")
        earlier = replayed(self, self.history[:-1])
        for kind in type(self).__mro__:
            for slot in getattr(kind, "__slots__", ()):
                setattr(self, slot, getattr(earlier, slot))

    def _actor(self, seat: int | None) -> int:
        if not self.asked:
            raise BadInput("The game is over: no more moves.")
        if seat is None:
            return self.asked[0]
        if self._checked(seat) not in self.asked:
            if self.sealed is not None:  # who is asked, and who has answered, is nobody's business
                raise BadInput(f"Seat {seat} is not asked now.")
            raise BadInput(f"It is seat {self.asked[0]}'s decision, not seat {seat}'s.")
        return seat

    def _checked(self, seat: object) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise BadInput(f"A seat is a number from 0 to {self.players - 1}, not {seat!r:.40}.")
        return seat

    def _somebody(self, seat: object) -> int | None:
        """A seat, or None for nobody."""
        return None if seat is None else self._checked(seat)

    def _refusal(self, seat: int, move: Move) -> IllegalMove:
        refusal = self._refuse(seat, move)
        refusal.legal = tuple(map(str, self.moves(seat)))
        return refusal

    def _like(self, seat: int | None) -> str:
        """An example, of what the seat itself may do: another's moves would tell its cards."""
        legal = self.moves(seat) if seat is not None else ()
        return f", like '{legal[0]}'" if legal else ""

    # For a game's own rules ----------------------------------------------------------------

    def _must_have(self, needed: int, what: str, rule: str) -> None:
        """Refuse a deck with fewer cards than that takes."""
        cards = len(self.options.cards)
        if needed > cards:
            raise BadInput(f"{what} {needed} cards, and the deck has {cards}.", rule)

    def _no_move(self, words: list[str], moves: str) -> BadInput:
        """What to say of words that are no move; `moves` are some that are."""
        written = f"{' '.join(words)!r:.60}"
        return BadInput(f"{written} is no move of {self.name.capitalize()}. Moves are: {moves}.")

    def _tell(
        self,
        kind: str,
        seat: int | None,
        cards: tuple[str, ...],
        rule: str,
        /,  # so that a fact need not be told apart from these: there are very many events
        shown_to: tuple[int, ...] | None = None,
        told_to: tuple[int, ...] | None = None,
        **facts: Any,
    ) -> None:
        self.told.append((kind, seat, cards, rule, shown_to, told_to, facts or NO_FACTS))

    def _ask(self, phase: str, seat: int) -> None:
        """Open a question for one seat."""
        self.phase, self.asked, self.sealed = phase, [seat], None

    def _ask_sealed(self, phase: str, seats: Iterable[int]) -> None:
        """Ask several seats at once and in secret; `_together` gets all the answers."""
        self.phase, self.asked, self.sealed = phase, list(seats), {}
        if not self.asked:
            self._unseal()

    def _answer(self, seat: int, move: Move) -> None:
        assert self.sealed is not None
        self.sealed[seat] = move
        self.asked.remove(seat)
        if not self.asked:
            self._unseal()

    def _unseal(self) -> None:
        answers, self.sealed = self.sealed, None
        assert answers is not None
        self._together(answers)

    def _win(self, winners: list[int], ended: str, rule: str) -> None:
        """Tell who has won by which rule, and end the game."""
        self._tell("win", None, (), rule, winners=winners)
        self._end(winners, ended, rule)

    def _end(self, winners: Iterable[int], ended: str, rule: str) -> None:
        self.asked, self.sealed, self.phase = [], None, "over"
        self.outcome = Outcome(tuple(winners), ended, rule)

    def _shuffled(self, cards: Iterable[str]) -> list[str]:
        self.shuffles += 1
        return shuffled(cards, self.seed, self.shuffles - 1)

    # What one seat may know ----------------------------------------------------------------

    def view(self, seat: int, log: bool = True) -> dict[str, Any]:
        """All that this seat may know, and nothing else, as plain data (quicker with no log).

        The entries of a log are the same in all views of a seat, since there are very many.
        """
        self._checked(seat)
        asked = seat in self.asked
        return {
            "game": self.name,
            "players": self.players,
            "options": plain(self.house),
            "seat": seat,
            "turn": self.turn,
            "to_act": self._seen_to_act(seat),
            "phase": self.phase if asked or self.sealed is None else "wait",
            "moves": [str(move) for move in self.moves(seat)] if asked else [],
            "outcome": self._outcome_data(),
            **self._see(seat),
            "log": self._log(seat) if log else [],
        }

    def _seen_to_act(self, seat: int) -> int | None:
        """Who acts, as that seat may know: a sealed question shows only to those it is put to."""
        if self.sealed is None:
            return self.to_act
        return seat if seat in self.asked else self.turn

    def _remember(self, view: Mapping[str, Any]) -> None:
        """Become a game that this view could be a view of."""
        self.past = list(view["log"])
        self.turn = self._checked(view["turn"])
        self._guess(view)

    def _resume(self, view: Mapping[str, Any]) -> None:
        """Open the question that the view shows, or end as it ended."""
        ended = view["outcome"]
        if ended:
            self._end(ended["winners"], ended["ended"], ended["rule"])
        else:
            self._ask(view["phase"], self._checked(view["to_act"]))

    def _reopen(self, phase: str, seats: Iterable[int], me: int, answer: str | None) -> None:
        """A sealed question as it stands for one seat: what others answered, it cannot know."""
        self._ask_sealed(phase, seats)
        if answer is None or len(self.asked) == 1:
            return
        move = self.read(answer)
        if move not in self.moves(me):
            raise BadInput(f"'{move}' is no answer that seat {me} can have given.")
        self._answer(me, move)
        self._legal_for = None

    def _own_answer(self, seat: int) -> str | None:
        """What this seat has answered to the sealed question that is open."""
        return str(self.sealed[seat]) if self.sealed and seat in self.sealed else None

    def _outcome_data(self) -> dict[str, Any] | None:
        if self.outcome is None:
            return None
        won = self.outcome
        return {"winners": list(won.winners), "ended": won.ended, "rule": won.rule}

    def _log(self, seat: int) -> list[dict[str, Any]]:
        """What this seat has seen so far; kept, so that asking again only adds what is new."""
        done, log = self._logs.get(seat, (0, list(self.past)))
        for event in map(event_of, self.told[done:]):
            seen = event.seen_by(seat)
            if seen is not None:
                log.append(seen.data())
        self._logs[seat] = len(self.told), log
        return log.copy()

    # Copies and records --------------------------------------------------------------------

    def copy(self) -> Self:
        """A game of its own, sharing nothing that changes."""
        new = object.__new__(type(self))
        for slot in _SHARED:
            setattr(new, slot, getattr(self, slot))
        new.history = self.history.copy()
        new.told = self.told.copy()
        new.asked = self.asked.copy()
        new.sealed = None if self.sealed is None else self.sealed.copy()
        new._logs = {}
        self._copy(new)
        return new

    def record(self) -> dict[str, Any]:
        """The game as plain data: readable, diffable, writable by hand; `replay` plays it again."""
        return {
            "cardkit": VERSION,
            "game": self.name,
            "players": self.players,
            "options": plain(self.house),
            "start": plain(self.start),
            "moves": [f"{seat}: {move}" for seat, move in self.history],
        }

    def __repr__(self) -> str:
        state = f"won by {self.outcome.winners}" if self.outcome else f"seat {self.to_act} to act"
        return f"<{self.name}, {self.players} players, {len(self.history)} moves, {state}>"


def plain(data: Any) -> Any:
    """Data of its own to give away: whoever changes it changes nothing here."""
    if isinstance(data, Mapping):
        return {name: plain(value) for name, value in data.items()}
    return [plain(value) for value in data] if isinstance(data, list | tuple) else data


@cache
def clockwise(seat: int, players: int) -> tuple[int, ...]:
    """The other seats, from that seat's left.

    >>> clockwise(2, players=4)
    (3, 0, 1)
    """
    return tuple((seat + step) % players for step in range(1, players))


def leading(seats: Iterable[int], worth: Callable[[int], Any]) -> list[int]:
    """Those of the seats that are worth most.

    >>> leading((0, 1, 2), [7, 9, 9].__getitem__)
    [1, 2]
    """
    worths = {seat: worth(seat) for seat in seats}
    most = max(worths.values())
    return [seat for seat in worths if worths[seat] == most]


def replayed(game: Game, history: Iterable[tuple[int, Move]]) -> Game:
    """The same start, with these moves."""
    fresh = begin(type(game), game.options, game.players, game.start)
    for seat, move in history:
        fresh.play(move, seat)
    return fresh


def begin(kind: type[Game], options: Any, players: int, start: dict[str, Any]) -> Game:
    """A game as it starts: dealt by a seed, set up as a position, or sampled from a view."""
    seed = checked_seed(start.get("seed"))
    game = kind.for_players(players)(options, players, seed, start)
    game._clear()
    if "position" in start:
        _plainly(lambda: game._place(start["position"]), f"That is no position of {kind.name}")
    elif "view" in start:
        _plainly(lambda: game._remember(start["view"]), f"That is no view of {kind.name}")
    else:
        game._setup()
    return game


def _plainly(build: Callable[[], None], sentence: str) -> None:
    """Data from outside can be wrong in any way; the answer is a sentence, never internals."""
    try:
        build()
    except BadInput:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, TypeError,
            ValueError) as wrong:  # fmt: skip
        detail = f"{type(wrong).__name__} {wrong}"
        raise BadInput(f"{sentence} ({detail:.80}).") from None

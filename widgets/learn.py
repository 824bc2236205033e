"""Levels: a position, a goal, moves that reach it, and telling answers to those that do not.

Levels are data (`widgets/levels/<game>/*.toml`, written so that a teacher can add one); an
`Attempt` is one learner at one level, without any widget. `widgets.learn_table` shows it.

>>> attempt = Attempt(level("lynx/lonely-13"))
>>> attempt.try_move("lay 6").kind, attempt.try_move("lay 13").kind
('wrong', 'right')
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from importlib.resources import files
from typing import Any

import cardkit
from cardkit import BadInput, Event, Game, Move, narration
from widgets.chronicle import named
from widgets.layouts import layout_of

HELP_STEPS = 3  # look here, think of this, do that
PATIENCE = 2  # wrong tries before help is offered to somebody who has done the level before
TOLD = 3  # events that a generic answer tells

# ---- a level as data -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Wrong:
    """A likely wrong move and its telling answer. A move that is refused needs none: `say` adds.

    `after` are the learner's moves before it; `then` go on from it, so that it tells its story, and
    `others` is what the others do in that story, instead of what the level has them do.
    The move "claim 2" is a click on seat 2's top layer.
    """

    move: str
    say: str = ""
    rules: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An answer to a question; `say` explains what is behind it, right or wrong.

    With `deal` the engine is asked to deal such a game, and its refusal is told.
    """

    text: str
    say: str
    right: bool = False
    rules: tuple[str, ...] = ()
    deal: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """Asked before the moves, or after them."""

    ask: str
    choices: tuple[Choice, ...]
    after: bool = False


@dataclass(frozen=True)
class Level:
    """One level. It has `accepted` lines for the learner to find, or `plays`, which it shows.

    `others` answer for the other seats: "2: draw deck" once and in this order, "take back" always
    where it is legal; otherwise they play their first legal move.
    """

    id: str
    game: str
    title: str
    section: str
    rules: tuple[str, ...]
    goal: str
    done: str
    names: tuple[str, ...]
    position: Mapping[str, Any] = field(default_factory=dict)
    deal: Mapping[str, Any] = field(default_factory=dict)
    seat: int = 0
    before: tuple[str, ...] = ()
    accepted: tuple[tuple[str, ...], ...] = ()
    plays: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    questions: tuple[Question, ...] = ()
    help: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    applies: bool = True

    def start(self) -> Game:
        """The game as the learner finds it."""
        if self.position:
            game = cardkit.position(self.game, **self.position)
        else:
            game = cardkit.new(self.game, **self.deal)
        for line in self.before:
            _play_line(game, line, self.seat)
        return game

    def told(self, event: Event) -> str:
        """An event as the learner hears it."""
        return narration.sentence(self.game, event, self.names, self.seat)


@cache
def levels(game: str) -> tuple[Level, ...]:
    """All levels of a game, in the order of the course.

    >>> levels("lynx")[0].section
    'Setup'
    """
    folder = files("widgets") / "levels" / game if game in cardkit.NAMES else None
    if folder is None or not folder.is_dir():
        raise BadInput(f"There are no levels for {game!r:.40} yet.")
    found: list[Level] = []
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        if file.name.endswith(".toml"):
            found += read(game, file.read_text(encoding="utf-8"), file.name)
    ids = [each.id for each in found]
    if twice := {id for id in ids if ids.count(id) > 1}:
        raise BadInput(f"There are two levels called {', '.join(sorted(twice))}.")
    return tuple(found)


def level(id: str) -> Level:
    """The level of that name, like lynx/lonely-13."""
    for each in levels(str(id).partition("/")[0]):
        if each.id == id:
            return each
    raise BadInput(f"There is no level {id!r:.60}.")


def read(game: str, toml: str, where: str = "level") -> list[Level]:
    """The levels in a file; a slip of whoever wrote it is named."""
    try:
        data = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as wrong:
        raise BadInput(f"{where}: {wrong}.") from None
    return [_level(game, entry, where) for entry in data.get("level", [])]


def _level(game: str, entry: dict[str, Any], where: str) -> Level:
    where = f"{where}, level {entry.get('id', 'without id')!r:.40}"
    made = _made(
        Level,
        {"game": game, **entry},
        where,
        wrong=lambda each: _made(Wrong, each, where),
        questions=lambda each: _made(
            Question, each, where, choices=lambda one: _made(Choice, one, where)
        ),
    )
    if bool(made.position) == bool(made.deal):
        raise BadInput(f"{where}: either a position or a deal.")
    if (made.accepted and made.plays) or not (made.accepted or made.plays or made.questions):
        raise BadInput(f"{where}: accepted lines, or what it plays, or questions.")
    if made.help and len(made.help) != HELP_STEPS:
        raise BadInput(f"{where}: help has {HELP_STEPS} steps, not {len(made.help)}.")
    if any(sum(choice.right for choice in each.choices) != 1 for each in made.questions):
        raise BadInput(f"{where}: a question has one right choice.")
    return made


def _made(kind: type, entry: object, where: str, **parts: Callable[[Any], Any]) -> Any:
    """A frozen thing from a table of TOML: lists become tuples, parts are made by their maker."""
    if not isinstance(entry, dict):
        raise BadInput(f"{where}: {kind.__name__.lower()} has names and values.")
    known = {each.name: each for each in fields(kind)}
    if unknown := set(entry) - set(known):
        raise BadInput(f"{where}: there is no field {' or '.join(sorted(unknown))}.")
    needed = {
        name
        for name, each in known.items()
        if each.default is MISSING and each.default_factory is MISSING
    }
    if missing := needed - set(entry):
        raise BadInput(f"{where}: {' and '.join(sorted(missing))} is missing.")
    made = {}
    for name, value in entry.items():
        if name in parts:
            value = [parts[name](each) for each in value]
        made[name] = _frozen(value) if isinstance(value, list) else value
    return kind(**made)


def _frozen(value: list[Any]) -> tuple[Any, ...]:
    return tuple(_frozen(each) if isinstance(each, list) else each for each in value)


# ---- one learner at one level --------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What came of a try: kind "right", "done", "wrong", "refused", "told" or "help".

    `moves` were played, with their seats, and `game` is how it then stands; after a wrong try the
    attempt itself is back where it was.
    """

    kind: str
    text: str = ""
    rules: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    moves: tuple[tuple[int, Move], ...] = ()
    game: Game | None = None

    @property
    def good(self) -> bool:
        return self.kind in ("right", "done")


class Attempt:
    """One go at a level. `known` says that this learner has done it before: help has faded."""

    def __init__(self, level: Level, known: bool = False) -> None:
        self.level, self.known = level, known
        self.mistakes = self.helped = 0
        self.reset()

    def reset(self) -> None:
        """Back to the start; mistakes and help stay counted."""
        self.game = self.level.start()
        self.made: tuple[Move, ...] = ()  # the learner's moves so far
        self._lines = self.level.accepted
        self._script = [line for line in self.level.others if ":" in line]
        self._asked = 0  # questions answered
        self.done = False
        self._given: tuple[int, tuple[Move, ...]] | None = None  # where help was asked for
        self.step = 0  # and how much of it was given

    @property
    def question(self) -> Question | None:
        """The question that is open now."""
        left = self.level.questions[self._asked :]
        if self.done or not left or (left[0].after and not self._played_out()):
            return None
        return left[0]

    @property
    def paws(self) -> int:
        """Three for a clean solution, two after a mistake or help, one after several."""
        slips = self.mistakes + max(0, self.helped - 1)
        return 3 if slips == 0 else 2 if slips < 3 else 1

    # ---- trying ----

    def try_move(self, notation: str, picked: Sequence[str] = ()) -> Answer:
        """Try anything; what is not accepted is answered and set back."""
        if self.done:
            return Answer("told", "This level is done.")
        if self.question:
            return Answer("told", f"First the question: {self.question.ask}")
        if notation.startswith("claim "):
            return self._claim(notation, picked)
        try:
            move = self.game.read(notation)
        except BadInput as wrong:
            return Answer("refused", wrong.text, _rules(wrong))
        refusal = self.game.why_not(move, self.level.seat)
        if refusal:
            return self._refused(move, refusal)
        fitting = [line for line in self._lines if self._next(line) == move]
        return self._right(move, fitting) if fitting else self._wrong(move)

    def answer(self, choice: int) -> Answer:
        """Choose an answer to the open question, by its number from 0."""
        question = self.question
        if question is None or not 0 <= choice < len(question.choices):
            raise BadInput("There is no such answer to choose now.")
        chosen = question.choices[choice]
        text, rules = chosen.say, chosen.rules
        if chosen.deal:
            try:
                cardkit.new(self.level.game, **chosen.deal)
            except BadInput as wrong:
                text = f"{wrong.text} {text}"
                rules = tuple(dict.fromkeys((*_rules(wrong), *rules)))
        if not chosen.right:
            self.mistakes += 1
            return Answer("wrong", text, rules)
        self._asked += 1
        return self._on(text, rules)

    def help(self) -> Answer:
        """One more step of help about what is asked now."""
        here = (self._asked, self.made)
        if self._given != here:
            self._given, self.step = here, 0
        if self.step < HELP_STEPS:
            self.step += 1
            self.helped += 1
        return Answer("help", self.hint)

    @property
    def hint(self) -> str:
        """The words of the help given so far for what is asked now."""
        if self._given != (self._asked, self.made) or not self.step:
            return ""
        if self.made or not self.level.help:  # further on, only the next move can be named
            return f"Next: {_in_words(self.next_move)}." if self.next_move else ""
        return self.level.help[self.step - 1]

    @property
    def helps(self) -> bool:
        """Whether help is offered: to newcomers always, to others when they are stuck."""
        return not self.done and (not self.known or self.mistakes >= PATIENCE)

    @property
    def next_move(self) -> Move | None:
        """The move that an accepted line has next."""
        if self.done or self.question or not self._lines:
            return None
        return self._next(self._lines[0])

    # ---- what comes of it ----

    def _right(self, move: Move, fitting: Sequence[tuple[str, ...]]) -> Answer:
        before, turn = (len(self.game.history), len(self.game.events)), self.game.turn
        self.game.play(move, self.level.seat)
        self.made += (move,)
        self._lines = tuple(fitting)
        self._others(self.game, self._script, turn if self._played_out() else None)
        return self._on("", (), before)

    def _on(
        self, text: str, rules: tuple[str, ...], before: tuple[int, int] | None = None
    ) -> Answer:
        """Go on: play what the level plays, or finish, if nothing more is asked."""
        before = before or (len(self.game.history), len(self.game.events))
        if not self.question and self._played_out() and not self.made:
            turn = self.game.turn
            for line in self.level.plays:
                _play_line(self.game, line, self.level.seat)
                self.made += (self.game.history[-1][1],)
            self._others(self.game, self._script, turn)
        self.done = self._played_out() and self._asked == len(self.level.questions)
        if self.done:
            text, rules = f"{text} {self.level.done}".strip(), self.level.rules
        return self._answered("done" if self.done else "right", text, rules, self.game, before)

    def _wrong(self, move: Move) -> Answer:
        """Play it on a copy, tell what it does, and stay where we are."""
        self.mistakes += 1
        game, before = self.game.copy(), (len(self.game.history), len(self.game.events))
        game.play(move, self.level.seat)
        written = self._written(move)
        script = list(written.others if written and written.others else self._script)
        self._others(game, script, self.game.turn)
        for more in written.then if written else ():
            game.play(more, self.level.seat)
            self._others(game, script, self.game.turn)
        answer = self._answered("wrong", "", (), game, before)
        if written:
            text, rules = written.say, written.rules
        else:
            text, rules = self._generic(answer.events)
        return Answer("wrong", text, rules, answer.events, answer.moves, game)

    def _refused(self, move: Move, refusal: BadInput) -> Answer:
        self.mistakes += 1
        written = self._written(move)
        said = named(refusal.text, self.level.names)
        text = f"{said} {written.say if written else ''}".strip()
        more = written.rules if written else ()
        return Answer("refused", text, tuple(dict.fromkeys((*_rules(refusal), *more))))

    def _claim(self, notation: str, picked: Sequence[str]) -> Answer:
        """A click on somebody's top layer, which is no move: its comparison is the answer."""
        for each in self.level.wrong:
            if each.move == notation and self._here(each.after):
                return Answer("told", each.say, each.rules)
        place = f"layers-{notation.split()[1]}-0-0"
        view = self.game.view(self.level.seat)
        explain = layout_of(self.level.game).explain
        told = explain(view, self.level.names, "claim", [place], picked)
        return Answer("told", str(told), told.rules)

    def _generic(self, events: Sequence[Event]) -> tuple[str, tuple[str, ...]]:
        """A fair answer made from what happened, where none is written."""
        told = [event for event in events[1:] if event.kind not in ("turn", "removed")][:TOLD]
        said = " ".join(map(self.level.told, told))
        rules = tuple(dict.fromkeys(event.rule for event in told))
        return f"Legal, but not yet the goal. {said}".strip(), rules

    def _answered(
        self, kind: str, text: str, rules: tuple[str, ...], game: Game, before: tuple[int, int]
    ) -> Answer:
        seen = (event.seen_by(self.level.seat) for event in game.events[before[1] :])
        events = tuple(event for event in seen if event)
        return Answer(kind, text, rules, events, tuple(game.history[before[0] :]), game)

    # ---- reading what is written ----

    def _next(self, line: Sequence[str]) -> Move | None:
        if len(line) <= len(self.made):
            return None
        return self.game.read(line[len(self.made)])

    def _played_out(self) -> bool:
        """Whether all moves of an accepted line have been made."""
        return not self.level.accepted or any(len(line) == len(self.made) for line in self._lines)

    def _here(self, after: tuple[str, ...]) -> bool:
        """Whether the learner stands where a wrong move is written for."""
        many = len(self.made)
        return len(after) == many and any(line[:many] == after for line in self._lines)

    def _written(self, move: Move) -> Wrong | None:
        for each in self.level.wrong:
            claims = each.move.startswith("claim ")
            if not claims and self._here(each.after) and self.game.read(each.move) == move:
                return each
        return None

    # ---- the other seats ----

    def _others(self, game: Game, script: list[str], turn: int | None = None) -> None:
        """Let the others play until the learner is asked; given a turn, only while it lasts.

        What is scripted for them is played in any case.
        """
        while game.asked and self.level.seat not in game.asked:
            scripted = script and _fits(game, script[0])
            if turn is not None and game.turn != turn and not scripted:
                return
            if scripted:
                _play_line(game, script.pop(0), self.level.seat)
            else:
                self._habit(game)

    def _habit(self, game: Game) -> None:
        always = (line for line in self.level.others if ":" not in line)
        habit = next((move for move in always if _legal(game, move)), None)
        game.play(habit or game.moves()[0])


def _fits(game: Game, line: str) -> bool:
    """Whether a scripted move like "2: draw deck" is due now."""
    seat, _, move = line.partition(":")
    return int(seat) in game.asked and _legal(game, move, int(seat))


def _play_line(game: Game, line: str, seat: int) -> None:
    """A move like "3: lay 5 5", or one of the learner's own without a seat."""
    who, colon, move = line.rpartition(":")
    game.play(move.strip(), int(who) if colon else seat)


def _legal(game: Game, move: str, seat: int | None = None) -> bool:
    try:
        return game.why_not(move.strip(), seat) is None
    except BadInput:
        return False


def _in_words(move: Move) -> str:
    return re.sub(r"#(\d+)", r"place \1", str(move)).replace("*", "★")


def _rules(wrong: BadInput) -> tuple[str, ...]:
    return (wrong.rule,) if wrong.rule else ()

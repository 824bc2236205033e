"""Levels on the table: the goal above it, help on demand, every try answered, the next level below.

    learn("lynx")                          # the whole course
    learn("lynx", section="Stealing")      # one section
    learn("lynx/beneath", "lynx/last-lay") # these levels

`Attempt` decides what a try is worth; this shows it, move by move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cardkit
from cardkit import BadInput, Move
from widgets.learn import HELP_STEPS, Answer, Attempt, Level, level, levels
from widgets.messages import NONSENSE, understood
from widgets.progress import Progress, mine
from widgets.scene import (
    Choice,
    Field,
    Form,
    Group,
    Line,
    Piece,
    Rule,
    Scene,
    Spot,
    Steps,
    Tokens,
    Zone,
)
from widgets.table import ASK, HUMAN, Table

MOST_PIPS = 12  # a longer course says its number only
# verbs of a free game
NOT_HERE = ("new", "pace", "wait-time", "resume", "download", "upload", "undo")
PRAISE = {3: "Solved!", 2: "Solved.", 1: "Solved in the end."}
LEARNT = {
    True: "What you have learnt:",
    False: "What you have learnt, and where a rule does not reach:",
}
_HERE = Path(__file__).parent


def learn(*ids: str, section: str | None = None, **settings: Any) -> LevelTable:
    """Levels to play one after another: a game's whole course, a section, or those named."""
    found: list[Level] = []
    for id in ids:
        found += [level(id)] if "/" in id else levels(id)
    if section is not None:
        found = [each for each in found if each.section == section]
    if not found:
        raise BadInput("Name a game or levels, like learn('lynx') or learn('lynx/beneath').")
    return LevelTable(found, **settings)


class LevelTable(Table):
    """A table with one learner; the other seats play what the level has them play.

    >>> table = learn("lynx/first-lay", progress=Progress("/dev/null/nowhere"), pause=0)
    >>> table.play("lay 5 5")
    >>> table.scene().refusal.rules
    ('lynx.play.layer',)
    >>> table.again()
    >>> table.play("lay 5 5 5")
    >>> table.attempt.done
    True
    """

    _css = "\n".join((_HERE / name).read_text("utf-8") for name in ("table.css", "learn.css"))

    def __init__(
        self, levels: Sequence[Level], progress: Progress | None = None, pause: float = 0.6
    ) -> None:
        self.levels = tuple(levels)
        self.kept = mine() if progress is None else progress
        first = next((i for i, each in enumerate(self.levels) if each.id not in self.kept), 0)
        self._prepare(first)
        super().__init__(
            self.level.start(),
            seats={self.level.seat: HUMAN},
            names=self.level.names,
            pause=pause,
            window=ASK,
            save=False,
            helping=0,
            menu=False,
        )

    # ---- for Python, and for the page's verbs ----

    @property
    def level(self) -> Level:
        return self.attempt.level

    def play(self, move: str) -> None:
        """Try a move: right or wrong, the table shows what it does and says why."""
        self._free()
        self._show(self.attempt.try_move(move))

    def answer(self, number: int) -> None:
        """Choose an answer to the question, by its number from 0."""
        self._free()
        self._show(self.attempt.answer(number))

    def help(self) -> None:
        """One more step of help."""
        self._free()
        self.attempt.help()
        self._paint()

    def again(self) -> None:
        """After a wrong try: back to where it was made."""
        self._stand(self.attempt.game)

    def reset(self) -> None:
        """Start this level again; after the end it is a new attempt."""
        if self.attempt.done:
            return self.go(self.number)
        self.attempt.reset()
        self._stand(self.attempt.game)

    def go(self, number: int) -> None:
        """Go to a level, by its number from 0."""
        if not 0 <= number < len(self.levels):
            raise BadInput("There is no such level.")
        self._prepare(number)
        self.players_are = {self.level.seat: HUMAN}
        self._names = self.level.names
        self._begin(self.attempt.game.copy())

    def next(self) -> None:
        """On to the next level."""
        self.go(self.number + 1)

    def undo(self) -> None:
        raise BadInput("In a level you start again instead.")

    # ---- what a try brings ----

    def _prepare(self, number: int) -> None:
        self.number = number
        chosen = self.levels[number]
        self.attempt = Attempt(chosen, known=chosen.id in self.kept)
        self._queue: list[tuple[int, Move]] = []  # what is still to be played before our eyes
        self._told: Answer | None = None

    def _free(self) -> None:
        if self._queue or len(self._moments) > 1:
            raise BadInput("A moment: the others are still playing.")
        if self._stuck:
            raise BadInput("That try is over: press “Try again” first.")

    @property
    def _stuck(self) -> bool:
        """Whether a wrong move lies on the table, to be looked at."""
        return self._told is not None and self._told.kind == "wrong" and bool(self._told.moves)

    def _show(self, answer: Answer) -> None:
        self._told, self._moments = answer, []
        if answer.kind == "done":
            self.kept.mark(self.level.id, self.attempt.paws)
        self._queue = list(answer.moves)
        if self._queue:
            self._turned()
            self._bot_plays(self.level.seat)
        elif answer.good:
            self._turned()
        self._go_on()

    def _stand(self, game: cardkit.Game) -> None:
        """Show the game as it stands in the attempt."""
        self._stop()
        self._queue, self._told, self._moments = [], None, []
        self._game = game.copy()
        self._scene = None
        self._turned()
        self._paint()

    # ---- the table's course: moves come from the queue ----

    def _next_bot(self) -> int | None:
        return self._queue[0][0] if self._queue else None

    def _bot_plays(self, seat: int) -> None:
        who, move = self._queue.pop(0)
        self._act(move, who)
        self._version += 1

    def _curtain(self) -> None:
        """There is one learner, and nobody to hide the table from."""

    # ---- from the page ----

    def _handle(self, message: Any) -> None:
        verb, _, given = understood(message)
        if verb in NOT_HERE:
            raise BadInput(NONSENSE)
        if verb == "level" and message.get("version") == self._version:
            return self.go(_number(given.get("level", "")))
        super()._handle(message)

    def verb(self, verb: str, places: Sequence[str]) -> bool:
        if verb in ("help", "again", "reset", "next"):
            getattr(self, verb)()
        elif verb == "answer":
            self.answer(_number(places[0] if len(places) == 1 else ""))
        elif verb == "claim" and len(places) == 1:
            self._free()
            self._claim(places[0])
        else:
            return False
        return True

    def _claim(self, place: str) -> None:
        """A click on a top layer, with cards picked or not."""
        told = self.attempt.try_move(f"claim {_number(place.split('-')[1:2])}", self._picked)
        self._show(told)
        self._tried = (place.rpartition("-")[0],)
        self._paint()

    def _on_move(self, verb: str, places: list[str]) -> None:
        view = self._game.view(self.level.seat)
        self.play(self._layout.notation(view, verb, places))

    def _on_pick(self, places: list[str], given: Any) -> None:
        if self._told and not self._stuck and not self.attempt.done:
            self._told = None
        super()._on_pick(places, given)

    def _on_close(self, places: list[str], given: Any) -> None:
        if self._stuck:
            return self.again()
        self._told = None
        super()._on_close(places, given)

    # ---- showing ----

    def dress(self, scene: Scene) -> Scene:
        scene = replace(
            scene,
            meta=self._meta(),
            lesson=self._lesson(),
            tools=self._tools(),
            menu=self._menu_of_levels(),
            rules=self._rules(scene),
            hint=tuple(map(Line, self._helped())),
            praise=None,
        )
        if len(self._moments) > 1:
            return scene
        if self._queue:
            return replace(scene, choices=(), question=Line(strong="Watch what happens."))
        if self.attempt.done:
            return self._finished(scene)
        if self._stuck:
            return self._looking_back(scene)
        if self._moments and not self.attempt.question:
            return scene
        return self._pointed(self._asking(scene))

    def _meta(self) -> str:
        many = len(self.levels)
        where = f"level {self.number + 1} of {many} · " if many > 1 else ""
        return where + self.level.section.lower()

    def _lesson(self) -> tuple[Piece, ...]:
        about = Line(self.level.goal, strong=self.level.title)
        if self.attempt.done and not self._queue:
            return about, Tokens("paws", self.attempt.paws, 3, shape="paw")
        if not 1 < len(self.levels) <= MOST_PIPS:
            return (about,)
        items = tuple(str(i + 1) for i in range(len(self.levels)))
        return about, Steps("Levels", items, self.number)

    def _tools(self) -> tuple[Choice, ...]:
        again = Choice("Start again", verb="reset", icon="undo")
        left = HELP_STEPS - self.attempt.step
        if not self.attempt.helps or self._queue or self._stuck or left <= 0:
            return (again,)
        return Choice("Help", verb="help", icon="info"), again

    def _menu_of_levels(self) -> tuple[Form, ...]:
        if len(self.levels) < 2:
            return ()
        names = tuple(
            (str(i), f"{i + 1}. {each.title}" + " ✓" * (each.id in self.kept))
            for i, each in enumerate(self.levels)
        )
        return (Form("level", "Go", (Field("level", "Level", str(self.number), names),)),)

    def _rules(self, scene: Scene) -> tuple[Rule, ...]:
        """The texts of what this level teaches and of what is being told, then those in play."""
        told = self._told.rules if self._told else ()
        ids = dict.fromkeys((*told, *self.level.rules))
        wanted = [Rule(each.id, each.label, each.text) for each in map(cardkit.rule, ids)]
        return (*wanted, *(rule for rule in scene.rules if rule.id not in ids))

    def _helped(self) -> tuple[str, ...]:
        if self.attempt.made or not self.attempt.step:
            return (self.attempt.hint or "Help is a button above the table.",)
        return self.level.help[: self.attempt.step]

    def _asking(self, scene: Scene) -> Scene:
        """The open question or the next move, what has just been told, and help."""
        told = self._told
        if told and told.text:
            line = Line(told.text, told.rules)
            if told.good:
                scene = replace(scene, notes=(line, *scene.notes), status=(Line(told.text),))
            else:
                scene = replace(scene, refusal=line)
        if self.attempt.hint:  # said as well as shown
            line = Line(self.attempt.hint, strong="Help:")
            scene = replace(scene, notes=(*scene.notes, line), status=(line,))
        asked = self.attempt.question
        if asked is None:
            return scene
        choices = tuple(
            Choice(choice.text, verb="answer", places=(str(i),))
            for i, choice in enumerate(asked.choices)
        )
        return replace(scene, question=Line(strong=asked.ask), choices=choices)

    def _looking_back(self, scene: Scene) -> Scene:
        assert self._told is not None
        return replace(
            scene,
            notes=(),
            refusal=Line(self._told.text, self._told.rules),
            question=Line("See what it did, then take it back.", strong="Not yet."),
            choices=(Choice("Try again", verb="again", places=(), main=True),),
        )

    def _finished(self, scene: Scene) -> Scene:
        told = self._told.text if self._told else self.level.done
        last = self.number + 1 == len(self.levels)
        choices = [Choice("Play it again", verb="reset", places=())]
        if not last:
            after = self.levels[self.number + 1].title
            choices.insert(0, Choice("Next level", after, verb="next", places=(), main=True))
        words = "That was the last level." if last else "Ready for the next one?"
        learnt = tuple(Line(cardkit.rule(id).text, (id,)) for id in self.level.rules)
        return replace(
            scene,
            praise=Line(told, strong=PRAISE[self.attempt.paws]),
            notes=(Line(strong=LEARNT[self.level.applies]), *learnt),
            question=Line(words, strong=_paws(self.attempt.paws)),
            choices=tuple(choices),
            refusal=None,
        )

    # ---- pointing at what matters ----

    def _pointed(self, scene: Scene) -> Scene:
        """First at what to look at; with the last step of help, at the cards of the move.

        Newcomers are pointed at it without asking, but for a question: that would answer it.
        """
        attempt = self.attempt
        asked = 1 if attempt.known or attempt.question else 0  # steps of help before one points
        if attempt.hint and (attempt.made or attempt.step == HELP_STEPS) and attempt.next_move:
            return _marked(scene, _places(attempt.next_move, scene))
        if attempt.made or not attempt.helps or attempt.step < asked:
            return scene
        return _marked(scene, self.level.look)


def _paws(many: int) -> str:
    return f"{('One paw', 'Two paws', 'Three paws')[many - 1]} out of three."


def _number(word: Any) -> int:
    word = word[0] if isinstance(word, list) and word else word
    if not isinstance(word, str) or not word.isdecimal() or len(word) > 3:
        raise BadInput(NONSENSE)
    return int(word)


def _places(move: Move | None, scene: Scene) -> tuple[str, ...]:
    """Where the cards of a move lie: in the hand, in the pool, on the deck."""
    if move is None:
        return ()
    hand = list(scene.hand.spots) if scene.hand else []
    out = []
    for word in move[1:]:
        spot = next((spot for spot in hand if spot.card == word), None)
        if spot:
            hand.remove(spot)
            out.append(spot.key)
        elif word.startswith("#"):
            out.append(f"pool-{int(word[1:]) - 1}")
        elif word == "deck":
            out.append("deck")
    return tuple(out)


def _marked(scene: Scene, keys: Sequence[str]) -> Scene:
    """The scene with an arrow at these places: a card, a layer, or every card of a zone."""

    def spot(each: Spot, whole: bool) -> Spot:
        if not whole and each.key not in keys:
            return each
        words = ", ".join(filter(None, (each.words, "look here")))
        return replace(each, states=(*each.states, "shown"), words=words)

    def zone(each: Zone) -> Zone:
        whole = each.key in keys
        top = len(each.spots) - 1 if each.layout == "fan" else 0
        spots = tuple(spot(one, whole and i >= top) for i, one in enumerate(each.spots))
        return replace(each, spots=spots, parts=tuple(part(one, whole) for one in each.parts))

    def part(each: Zone, within: bool) -> Zone:
        if within or each.key in keys:
            words = f"look here: {each.words or each.label}"
            return replace(each, states=(*each.states, "shown"), words=words)
        return zone(each)

    def piece(each: Piece) -> Piece:
        if isinstance(each, Group):
            return replace(each, pieces=tuple(map(piece, each.pieces)))
        return zone(each) if isinstance(each, Zone) else each

    if not keys:
        return scene
    return replace(
        scene,
        seats=tuple(replace(s, pieces=tuple(map(piece, s.pieces))) for s in scene.seats),
        middle=tuple(map(piece, scene.middle)),
        mine=tuple(map(piece, scene.mine)),
        hand=zone(scene.hand) if scene.hand else None,
    )

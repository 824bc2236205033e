"""The table as a widget: the game lives here, on the kernel's side; the page shows one seat's view.

    Table("lynx")                                   # you are seat 0, bots play the others
    Table("lynx", seats={0: "human", 2: "human"})   # two people pass the laptop, with a curtain
    Table(cardkit.position("lynx", …), save=False)  # from a position

A level or a quiz builds on it: see `check`, `played` and `dress`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import anywidget
import traitlets

import cardkit
from cardkit import BadInput, Event, Game, Move
from cardkit.bots import Bot, bot
from cardkit.game import replayed
from cardkit.options import changed
from widgets import render, saves
from widgets.chronicle import named
from widgets.layouts import NAMES, layout_of
from widgets.messages import LONGEST, NONSENSE, understood, whole
from widgets.pieces import faces
from widgets.scene import Choice, Field, Form, Line, Piece, Scene, trace
from widgets.thinking import SECONDS, Ponderer, Thinker

HUMAN = "human"
SLOWLY = 2  # bots' pauses that a step of a reveal takes
PONDERED = 1.0  # seconds in which a look-ahead bot chooses its move
POLL = 0.4  # seconds between two looks at what is being thought
PAUSES = ("0", "0.3", "0.6", "1")
ASK = "ask"  # a window that never closes by itself
WINDOWS = ("0", "2", "4", "8", ASK)


class Table(anywidget.AnyWidget):
    """A game that people and bots play.

    >>> table = Table("lynx", seed=7, pause=0, save=False)
    >>> table.game.to_act
    0
    >>> table.play("lay 13")
    >>> table.play("end")
    >>> table.game.to_act
    0
    """

    _esm = Path(__file__).with_name("table.js")
    _css = Path(__file__).with_name("table.css")
    html = traitlets.Unicode().tag(sync=True)  # one seat's view, nothing else
    faces = traitlets.Dict().tag(sync=True)  # every card of the game, seen or not
    _game: Game
    _moments: list[dict[str, Any]]  # views of what has happened, still to be shown

    def __init__(
        self,
        game: Game | str = "lynx",
        seats: Mapping[int, str | Bot] | None = None,
        names: Sequence[str] | None = None,
        bots: str | Bot = "sensible",
        pause: float = 0.6,
        window: float | str = 4,
        save: str | bool = True,
        helping: int = 2,
        menu: bool = True,
        **options: Any,
    ) -> None:
        """`seats` says who plays: "human", a bot's name, or a function from a view to a move.

        Seats that are not named are played by `bots`, which take `pause` seconds for a move.
        A question that most let pass (Nerves: CHECK!, or wait?) closes by itself after `window`
        seconds: 0 is at once, "ask" never. Without an event loop, as in a script, it waits too.
        `save` is a name (a game saved under it is resumed), True for a fresh name, or False.
        `helping` is how much the table tells before a move: 2, 1 or 0. Options go to the game.
        """
        super().__init__()
        self.players_are = dict(seats if seats is not None else {0: HUMAN})
        self.bots, self.pause = bots, float(pause)
        self.window = None if window == ASK else float(window)
        self.helping, self.has_menu = helping, menu
        self.save_as = save if isinstance(save, str) else None
        self.saving = bool(save)
        self._names = tuple(map(str, names)) if names else NAMES
        self._timer: asyncio.TimerHandle | None = None
        self._thinker: Thinker | None = None
        self._version = 0
        resumed = saves.read(self.save_as) if self.save_as else None
        if resumed:
            self._restore(resumed)
        else:
            self._begin(cardkit.new(game, **options) if isinstance(game, str) else game)
        self.on_msg(self._receive)

    # ---- what a level or a quiz may change ----

    def check(self, notation: str) -> Line | None:
        """Called before a person's move is played; a Line stops it and is shown in its place."""
        return None

    def played(self, notation: str, events: Sequence[Event]) -> None:
        """Called after a person's move, before bots answer."""

    def dress(self, scene: Scene) -> Scene:
        """Called on each scene before it is shown: add praise, another question, choices."""
        return scene

    def verb(self, verb: str, places: Sequence[str]) -> bool:
        """Called for verbs of choices that `dress` added; True if it was handled."""
        return False

    # ---- for Python ----

    @property
    def game(self) -> Game:
        return self._game

    @property
    def seat(self) -> int | None:
        """Whose view is shown; None while the curtain is down."""
        return self._seat

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    def scene(self) -> Scene:
        """What is shown now."""
        assert self._scene is not None
        return self._scene

    def play(self, move: str) -> None:
        """Play a move for the person whose view is shown; a refusal is raised."""
        if self._moments:
            self.onward()
        self._play(move)
        self._go_on()

    def onward(self) -> None:
        """What was shown in steps has been seen: the game goes on."""
        self._moments = []
        self._turned()
        self._go_on()

    def undo(self) -> None:
        """Back to the last decision of the person who is shown; from then on it is practice."""
        history = self._game.history
        mine = [i for i, (seat, _) in enumerate(history) if seat == self._seat]
        if not mine:
            raise BadInput("You have not decided anything yet.")
        self._stop()
        self._game = replayed(self._game, history[: mine[-1]])
        self._practice = True
        self._moments = []
        self._held = True  # whoever takes something back is given time
        self._turned()
        self._go_on()

    def load(self, record: Mapping[str, Any]) -> None:
        """Go on with a record, or with a game this table has saved."""
        self._restore(record)

    # ---- the course of a game ----

    def _begin(self, game: Game, practice: bool = False) -> None:
        self._layout = layout_of(game.name)
        self._stop()
        self._game, self._practice = game, practice
        self.faces = faces(game.name)
        self._older = tuple((name, name) for name in saves.saved(game.name))
        self._players = [self._player(seat) for seat in range(game.players)]
        self._names = (*self._names, *NAMES[len(self._names) :])[: game.players]
        self._names += tuple(f"Player {seat}" for seat in range(len(self._names), game.players))
        humans = [seat for seat, player in enumerate(self._players) if player is None]
        self._seat: int | None = humans[0] if len(humans) == 1 else None if humans else 0
        self._waiting: int | None = None  # whom the curtain waits for
        self._read = self._since = 0  # how much of the log has been shown, and was before
        self._moments = []
        self._held = False  # whether a window stays open
        self._scene: Scene | None = None
        self._before: Scene | None = None  # as it was in the version before this one
        self._saved_as = self.save_as or (saves.fresh_name(game.name) if self.saving else None)
        self._turned()
        self._go_on()

    def _player(self, seat: int) -> Bot | None:
        """A bot, or None for a person."""
        who = self.players_are.get(seat, self.bots)
        if who == HUMAN:
            return None
        if not isinstance(who, str):
            return who
        budget = {"seconds": PONDERED} if who == "look-ahead" else {}
        player = bot(who, self._game.name, seed=seat, **budget)
        return Ponderer(player) if who.startswith("look-ahead") else player

    def _play(self, move: str) -> None:
        seat = self._seat
        if seat is None:
            raise BadInput("Nobody's cards are shown: draw the curtain first.")
        told = self.check(move)
        if told:
            raise BadInput(str(told), told.rules[0] if told.rules else None)
        events = self._act(move, seat)
        self._held = False
        self._turned()
        self.played(move, events)
        self._save()

    def _act(self, move: Move | str, seat: int) -> Sequence[Event]:
        """Play a move. What it brings may be worth showing in steps: the layout knows."""
        moments = getattr(self._layout, "moments", None)
        before = self._game.view(self._seat) if moments and self._seat is not None else None
        events = self._game.play(move, seat)
        if moments and before:
            self._moments += moments(before, self._game.view(before["seat"]))
        return events

    def _go_on(self) -> None:
        """Let bots play until a person is asked; with a pause, one move at a time."""
        self._stop()
        while not self._moments and (seat := self._next_bot()) is not None:
            wait = 0 if self._secret() else self.pause
            if (wait or self._ponders(seat)) and self._later(wait, self._step):
                return self._paint()
            self._bot_plays(seat)
        if self._moments:
            return self._show_moment()
        self._curtain()
        self._wait_for_window()
        self._paint()

    def _secret(self) -> bool:
        """Whether the next answer shows nothing: it is sealed, and others are still to answer."""
        return self._game.sealed is not None and len(self._game.asked) > 1

    def _show_moment(self) -> None:
        """Step by step with pauses, else at once; the last step stays until one goes on."""
        steps = self.pause and len(self._moments) > 1
        if not (steps and self._later(SLOWLY * self.pause, self._next_moment)):
            del self._moments[:-1]
        self._paint()

    def _next_moment(self) -> None:
        self._timer = None
        self._moments.pop(0)
        self._turned()
        self._go_on()

    def _wait_for_window(self) -> None:
        """A question that closes by itself: at once, after a moment, or not at all."""
        if self.window is not None and self._windows() and not self._held:
            self._later(self.window, self._close_window)

    def _windows(self) -> str | None:
        """The answer that is given for the person who is shown, if they say nothing."""
        if self._seat is None or self._seat not in self._game.asked:
            return None
        answer: str | None = getattr(self._layout, "WINDOWS", {}).get(self._game.phase)
        return answer

    def _close_window(self) -> None:
        self._timer = None
        answer = self._windows()
        if answer:
            self.play(answer)

    def _next_bot(self) -> int | None:
        """The bot to move. When several are asked in secret, bots answer before people."""
        return next((seat for seat in self._game.asked if self._players[seat] is not None), None)

    def _bot_plays(self, seat: int) -> None:
        player = self._players[seat]
        assert player is not None
        self._act(player(self._game.view(seat)), seat)
        self._version += 1
        self._save()

    def _later(self, seconds: float, act: Callable[[], None]) -> bool:
        """Come back after a pause; False where no event loop runs, as in a plain script."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        self._stop()
        self._timer = loop.call_later(seconds, act)
        return True

    def _ponders(self, seat: int) -> bool:
        """Whether this bot still thinks about its move, on a thread of its own."""
        player = self._players[seat]
        return isinstance(player, Ponderer) and not player.ready(self._game.view(seat))

    def _step(self) -> None:
        self._timer = None
        seat = self._next_bot()
        if seat is not None:
            if self._ponders(seat):
                self._later(POLL, self._step)
                return
            self._bot_plays(seat)
        self._go_on()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _turned(self) -> None:
        """Something has happened: what was picked, refused or thought of belongs to the past."""
        self._version += 1
        self._stop_thinking()
        self._picked: tuple[str, ...] = ()
        self._tried: tuple[str, ...] = ()
        self._refusal: Line | None = None

    # ---- thinking ----

    def think(self, seconds: float = SECONDS) -> None:
        """Fill the Hint tab with chances; at a table they grow while one looks."""
        self._on_think([], {}, seconds)
        if self._thinker and not self._later(POLL, self._look):
            self._thinker.wait()
            self._paint()

    def _on_think(self, places: list[str], _: Any, seconds: float = SECONDS) -> None:
        self._stop_thinking()
        if self._moments or self._seat is None or self._seat not in self._game.asked:
            raise BadInput("There is nothing for you to decide now.")
        self._thinker = Thinker(self._game.view(self._seat), self._names, seconds)
        self._held = True
        self._later(POLL, self._look)
        self._paint()

    def _look(self) -> None:
        """Show what has been thought so far; look again while there is more to come."""
        self._timer = None
        if self._thinker:
            if not self._thinker.done:
                self._later(POLL, self._look)
            self._paint()

    def _stop_thinking(self) -> None:
        if self._thinker:
            self._thinker.stop()
            self._thinker = None

    def _hints(self, scene: Scene) -> tuple[Piece, ...]:
        """The chances, or the offer to think; below it what the layout has to say."""
        if self._moments or self._seat not in self._game.asked or not self.helping:
            return scene.hint
        if self._thinker:
            return (*self._thinker.pieces(), *scene.hint)
        offer = Choice("Think it over", "imagines games, about 6 s", "think", ())
        return (offer, *scene.hint)

    def _curtain(self) -> None:
        """Before another person's cards are shown, nobody's are."""
        if not self._game.asked or self._seat in self._game.asked:
            return
        self._waiting = self._game.asked[0]
        self._seat, self._scene, self._read = None, None, 0
        self._turned()

    # ---- showing ----

    def _paint(self) -> None:
        scene = self._curtain_scene() if self._seat is None else self._table_scene(self._seat)
        scene = self.dress(replace(scene, version=self._version))
        self._scene = scene
        self.html = render.html(scene)

    def _table_scene(self, seat: int) -> Scene:
        view = self._moments[0] if self._moments else self._game.view(seat)
        scene: Scene = self._layout.layout(
            view,
            self._names,
            picked=self._picked,
            helping=self.helping,
            since=self._news(view),
            tried=self._tried,
        )
        scene = replace(
            scene,
            meta=scene.meta + " · practice" * self._practice,
            refusal=self._refusal,
            hint=self._hints(scene),
            choices=self._closing(scene.choices),
            tools=(Choice("Undo", verb="undo", icon="undo"),),
            menu=self._menu(),
        )
        if self._moments and self._players.count(None) > 1:  # for everybody to see
            scene = replace(scene, hand=None, me=(), log=(), hint=())
        if scene.over:
            scene = replace(scene, choices=(Choice("New game", "same players", "new", ()),))
            if self._game.outcome and seat in self._game.outcome.winners:
                scene = replace(scene, praise=scene.question, question=None)
        return trace(self._before, scene)

    def _closing(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """The answer that a window gives by itself says so, while its time is running."""
        answer = self._windows()
        if not (answer and self._timer and self.window) or self._held:
            return choices
        said = f"by itself in {self.window:g} s"
        return tuple(
            replace(each, consequence=said, seconds=self.window) if each.verb == answer else each
            for each in choices
        )

    def _news(self, view: Mapping[str, Any]) -> int:
        """From where on the log is news: from what the version before this one has shown."""
        if self._scene is None or self._scene.version != self._version:
            self._before, self._since, self._read = self._scene, self._read, len(view["log"])
        return self._since

    def _curtain_scene(self) -> Scene:
        name = self._names[self._waiting or 0]
        return Scene(
            game=self._game.name,
            title=self._game.name.capitalize(),
            question=Line("Everybody else looks away.", strong=f"Hand the table to {name}."),
            choices=(Choice(f"I am {name}, show my cards", verb="show", places=(), main=True),),
            refusal=self._refusal,
            seat=self._waiting,
        )

    def _menu(self) -> tuple[Form, ...]:
        if not self.has_menu:
            return ()
        game = self._game
        players = tuple((str(n), str(n)) for n in game.PLAYERS)
        choices = [Field("players", "Players", str(game.players), players)]
        for option in fields(game.OPTIONS):
            if options := option.metadata["choices"]:
                shown = tuple((str(value), str(value)) for value in options)
                value = str(getattr(game.options, option.name))
                choices.append(Field(option.name, option.name.capitalize(), value, shown))
        seed = Field("seed", "Seed", kind="number")
        pace = tuple((value, f"{value} s" if value != "0" else "none") for value in PAUSES)
        forms = [
            Form("new", "New game", (*choices, seed)),
            Form("pace", "Set", (Field("pause", "Bots' pause", f"{self.pause:g}", pace),)),
        ]
        if hasattr(self._layout, "WINDOWS"):
            said = {"0": "at once", ASK: "when I say so"}
            waits = tuple((value, said.get(value, f"after {value} s")) for value in WINDOWS)
            now = ASK if self.window is None else f"{self.window:g}"
            forms.append(Form("wait-time", "Set", (Field("window", "To call", now, waits),)))
        if self._older:
            forms.append(Form("resume", "Resume", (Field("saved", "Saved", "", self._older),)))
        forms.append(Form("download", "Download record"))
        forms.append(Form("upload", "Open record", (Field("record", "Record", kind="file"),)))
        return tuple(forms)

    # ---- from the page ----

    def set_state(self, sync_data: Any) -> None:
        """A page sends verbs; what it is shown is not its to set."""

    def _receive(self, _: Any, message: Any, buffers: Any) -> None:
        """Whatever a page sends: understood and done, or refused with the state intact."""
        try:
            self._handle(message)
        except BadInput as wrong:
            said = named(wrong.text, self._names)
            self._refusal = Line(said, (wrong.rule,) if wrong.rule else ())
            self._paint()
        finally:
            self.send({"done": True})

    def _handle(self, message: Any) -> None:
        verb, places, given = understood(message)
        if message.get("version") != self._version:
            return self._paint()  # about a table that has moved on: a second click, an old page
        shown = self._waiting if self._seat is None else self._seat
        if message.get("seat") != shown:
            raise BadInput("That is not the seat this table is showing.")
        if self._seat is None and verb != "show":
            raise BadInput("The curtain is down.")
        act = getattr(self, f"_on_{verb.replace('-', '_')}", None) if verb in VERBS else None
        if act:
            act(places, given)
        elif not self.verb(verb, places):
            self._on_move(verb, places)

    def _on_move(self, verb: str, places: list[str]) -> None:
        assert self._seat is not None
        if self._moments:
            raise BadInput("First see how the round has ended, then go on.")
        view = self._game.view(self._seat)
        told = self._layout.explain(view, self._names, verb, places, self._picked)
        if told:
            self._refusal = told
            self._tried = tuple(places)
            return self._paint()
        self.play(self._layout.notation(view, verb, places))

    def _on_pick(self, places: list[str], _: Any) -> None:
        assert self._scene is not None
        known = {
            spot.key for zone in self._scene.zones() for spot in zone.spots if spot.verb == "pick"
        }
        if not set(places) <= known or len(set(places)) < len(places):
            raise BadInput(NONSENSE)
        self._picked, self._refusal, self._tried = tuple(places), None, ()
        self._paint()

    def _on_close(self, places: list[str], _: Any) -> None:
        self._refusal, self._tried = None, ()
        self._paint()

    def _on_undo(self, places: list[str], _: Any) -> None:
        self.undo()

    def _on_show(self, places: list[str], _: Any) -> None:
        if self._seat is None:
            self._seat, self._waiting = self._waiting, None
            self._turned()
        self._go_on()

    def _on_new(self, places: list[str], given: dict[str, str]) -> None:
        game = self._game
        options = changed(game.options) | {
            option.name: value
            for option in fields(game.OPTIONS)
            for value in option.metadata["choices"]
            if given.get(option.name) == str(value)
        }
        self._begin(
            cardkit.new(
                game.name,
                players=whole(given.get("players", str(game.players)), "Players"),
                seed=whole(given["seed"], "Seed") if given.get("seed") else None,
                **options,
            )
        )

    def _on_pace(self, places: list[str], given: dict[str, str]) -> None:
        if given.get("pause") not in PAUSES:
            raise BadInput(f"The pause is one of {', '.join(PAUSES)} seconds.")
        self.pause = float(given["pause"])
        self._paint()

    def _on_wait_time(self, places: list[str], given: dict[str, str]) -> None:
        wanted = given.get("window")
        if wanted not in WINDOWS:
            raise BadInput(f"The time to call is one of {', '.join(WINDOWS)}.")
        self.window = None if wanted == ASK else float(wanted)
        self._go_on()

    def _on_skip(self, places: list[str], _: Any) -> None:
        if not self._moments:
            raise BadInput("There are no steps to skip.")
        del self._moments[:-1]
        self._turned()
        self._go_on()

    def _on_onward(self, places: list[str], _: Any) -> None:
        if len(self._moments) != 1:
            raise BadInput("There is nothing to go on from.")
        self.onward()

    def _on_resume(self, places: list[str], given: dict[str, str]) -> None:
        name = given.get("saved", "")
        data = saves.read(name)
        if data is None:
            raise BadInput(f"There is no saved game {name!r:.40}.")
        self._restore(data)
        self._saved_as = name

    def _on_download(self, places: list[str], _: Any) -> None:
        record = json.dumps(self._game.record(), ensure_ascii=False, indent=1)
        self.send({"download": record, "name": f"{self._game.name}-record.json"})

    def _on_upload(self, places: list[str], given: dict[str, str]) -> None:
        self._restore(saves.parse(given.get("record")))

    # ---- saving ----

    def _save(self) -> None:
        if not (self.saving and self._saved_as):
            return
        data = {
            "record": self._game.record(),
            "names": list(self._names),
            "practice": self._practice,
        }
        try:
            saves.write(self._saved_as, data)
        except OSError:  # a folder one may not write in: the game goes on, unsaved
            self.saving = False

    def _restore(self, data: Mapping[str, Any]) -> None:
        record = data.get("record", data)
        game = cardkit.replay(record)
        layout_of(game.name)  # a game without a table is refused before anything changes
        names = data.get("names")
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            self._names = tuple(name[:LONGEST] for name in names)
        self._begin(game, practice=bool(data.get("practice")))


VERBS = (
    "pick", "think", "close", "undo", "show", "skip", "onward", "new", "pace", "wait-time",
    "resume", "download", "upload",
)  # fmt: skip

"""Many games at once: who wins how often, with intervals, the same bits on any number of workers.

Game number i of a study depends on (seed, i) alone: so two studies with the same seed deal the
same cards, and `this.compare(other)` is a comparison in pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cardkit
from cardkit import study_files
from cardkit.chance import checked_seed
from cardkit.comparison import Comparison, compare, shown
from cardkit.errors import BadInput
from cardkit.game import VERSION
from cardkit.intervals import Estimate, mean_of, wilson
from cardkit.progress import Progress, bar
from cardkit.study_files import COLUMNS, Games, Row, fingerprint, whole_games
from cardkit.study_games import CHUNK, Player, check_executor, line_up_of, made, play, reason, run

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CHUNK", "COLUMNS", "Comparison", "Player", "Study", "StudyStopped", "load_study", "made",
    "study",
]  # fmt: skip


class Study:
    """The games of a study: `frame` has one row per seat and game, `summary()` the intervals.

    A place is a bot's place in the line-up; with `rotate` it sits in another seat in every game.
    """

    def __init__(self, parameters: dict[str, Any], rows: list[Row]) -> None:
        self.parameters, self.rows = parameters, rows

    @property
    def games(self) -> int:
        return len({row["game"] for row in self.rows})

    @property
    def finished(self) -> bool:
        return bool(self.games == self.parameters["games"])

    @property
    def frame(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(self.rows, columns=list(COLUMNS))

    def wins(self, name: str, level: float = 0.95) -> Estimate:
        """How often a seat of that bot wins; a shared victory counts as its share, n is in games.

        A game is one observation, however many seats the bot has in it: the interval is Wilson's
        for all its seats together, divided by their number. Even is 1 / players; a bot that has
        every seat wins just that, for certain.

        >>> study("lynx", ["random"], games=5, players=4).wins("random")
        0.25 [0.25, 0.25], n = 5
        """
        seats = self.parameters["bots"].count(self._known("bot", name, self.parameters["bots"]))
        shares = self._means("win", "bot", name)
        value, low, high, n = wilson(seats * sum(shares), len(shares), level)
        if n and seats == self.parameters["players"]:
            low = high = value
        return Estimate(value / seats, low / seats, high / seats, n)

    def seat_wins(self, seat: int, level: float = 0.95) -> Estimate:
        """How often that seat wins, whoever sits there; seat 0 begins."""
        seats = range(self.parameters["players"])
        shares = self._means("win", "seat", self._known("seat", seat, seats))
        return wilson(sum(shares), len(shares), level)

    def summary(self, level: float = 0.95) -> pd.DataFrame:
        """Per bot: games, seats, wins and score per seat, length of a game, with their intervals.

        Every interval counts games, not seats, since the seats of one game hang together.
        """
        import pandas as pd

        rows = []
        for name in dict.fromkeys(self.parameters["bots"]):
            row = {"bot": name, "games": self.games, "seats": self.parameters["bots"].count(name)}
            for quantity, found in (
                ("wins", self.wins(name, level)),
                ("score", mean_of(self._means("score", "bot", name), level)),
                ("length", mean_of(self._means("length", "bot", name), level)),
            ):
                ends = {f"{quantity} from": found.low, f"{quantity} to": found.high}
                row |= {quantity: found.value, **ends}
            rows.append(row)
        return pd.DataFrame(rows).set_index("bot")

    def compare(self, other: Study, place: int = 0, level: float = 0.95) -> Comparison:
        """This study minus another with the same cards: wins, score and length, game by game.

        The bots or the options differ; what is compared is one place of the line-up, the first
        unless told. The intervals are Student's t of the differences, so where all games differ
        by the same they have no width, and more games should be played.

        >>> clever = study("lynx", ["sensible", "random"], games=20, seed=1, players=2)
        >>> simple = study("lynx", ["random", "random"], games=20, seed=1, players=2)
        >>> clever.compare(simple).wins.difference.low > 0
        True
        """
        return compare(self, other, place, level)

    def save(self, path: str | Path) -> Path:
        """Keep it as JSON lines (or CSV, by its ending), with its parameters in the first line."""
        study_files.write(place := _place(path), self.parameters, self.rows)
        return place

    def __repr__(self) -> str:
        return f"<study of {self._title}, bots {', '.join(self.parameters['bots'])}>"

    def _repr_html_(self) -> str:
        return shown(self._title, self.summary())

    @property
    def _title(self) -> str:
        of = "" if self.finished else f" of {self.parameters['games']}"
        return f"{self.parameters['game']}: {self.games}{of} games"

    def _known(self, kind: str, name: Any, names: Sequence[Any]) -> Any:
        if name not in names:
            there = ", ".join(map(str, dict.fromkeys(names)))
            raise BadInput(f"There is no {kind} {name!r:.40} in this study. There are: {there}.")
        return name

    def _means(self, column: str, key: str, wanted: object) -> list[float]:
        """Per game, the mean of a column over the seats wanted."""
        found: dict[int, list[float]] = {}
        for row in self.rows:
            if row[key] == wanted:
                found.setdefault(row["game"], []).append(row[column])
        return [sum(numbers) / len(numbers) for numbers in found.values()]


class StudyStopped(BadInput):
    """A bot or a worker failed: the text says which, `study` has the games finished before.

    >>> try:
    ...     study("lynx", {"broken": lambda view: 1 / 0}, games=3, players=2)
    ... except StudyStopped as stopped:
    ...     print(stopped.study)
    <study of lynx: 0 of 3 games, bots broken, broken>
    """

    def __init__(self, why: str, study: Study) -> None:
        games = f"{study.games} of {study.parameters['games']} games"
        super().__init__(f"{why}; {games} are finished and kept in this error's study.")
        self.study = study


def study(
    game: str,
    bots: Sequence[Player] | Mapping[str, Player] = ("sensible",),
    games: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    players: int | None = None,
    rotate: bool = True,
    resume: str | Path | Study | None = None,
    progress: Progress | bool = False,
    **options: Any,
) -> Study:
    """Play many games; bots take the seats in turn (`rotate`), so that no seat is favoured.

    >>> result = study("lynx", ["sensible", "random", "random"], games=9, seed=1, players=3)
    >>> result.wins("sensible").value > 0.8
    True

    A bot is a name, a name with a budget ("look-ahead:60") or a function of a view; a mapping such
    as {"mine": my_bot, "plain": "sensible"} gives them names. The kit's bots get a seed of their
    own in every game; a function that draws lots can only be repeated if they follow from what it
    sees: random.Random(repr(view)).choice(view["moves"]).

    `executor` is a ProcessPoolExecutor, a Dask client's get_executor(), or any other. Ctrl-C ends
    a study early; what is finished is the result. With resume="file.jsonl" (or .csv) every game is
    kept in that file as soon as it is finished, and the same line again goes on from there;
    resume=study goes on without a file. progress=True shows a bar; a function is told (done, of).
    """
    opening = cardkit.new(game, players=players, seed=0, **options)
    line_up = line_up_of(bots, opening)
    check_executor(executor, line_up)
    if not isinstance(games, int) or isinstance(games, bool) or games < 1:
        raise BadInput(f"A study plays at least one game, not {games!r:.40}.")
    parameters = {
        "cardkit": VERSION, "game": game, "bots": [name for name, _ in line_up],
        "code": {name: p if isinstance(p, str) else fingerprint(p) for name, p in line_up},
        "games": games, "seed": checked_seed(seed), "players": opening.players,
        "rotate": bool(rotate), "options": opening.house,
    }  # fmt: skip
    earlier = resume if resume is None or isinstance(resume, Study) else _place(resume)
    kept = _earlier(earlier, parameters)
    missing = (number for number in range(games) if number not in kept)
    keep = _keeper(kept, parameters, earlier, progress)
    try:
        run(partial(play, parameters, [p for _, p in line_up]), missing, executor, keep)
    except KeyboardInterrupt:
        pass  # what is finished is the result
    except Exception as wrong:
        why, cause = reason(wrong)
        raise StudyStopped(why, Study(parameters, _rows(kept))) from cause
    return Study(parameters, _rows(kept))


def load_study(path: str | Path) -> Study:
    """A study saved before, as JSON lines or CSV; of a damaged file, the games that are whole."""
    parameters, games = study_files.read(_place(path))
    return Study(parameters, _rows(games))


def _place(path: object) -> Path:
    if not isinstance(path, str | Path):
        raise BadInput(f"A study is kept in a file, named by text, not {path!r:.40}.")
    if not Path(path).parent.is_dir():
        raise BadInput(f"There is no folder {str(Path(path).parent)!r:.80} for a study.")
    return Path(path)


def _earlier(resume: Path | Study | None, parameters: dict[str, Any]) -> Games:
    """The whole games of an earlier run of the very same study."""
    if resume is None or (isinstance(resume, Path) and not resume.exists()):
        return {}
    earlier = load_study(resume) if isinstance(resume, Path) else resume
    for name, mine in parameters.items():
        if name != "games" and earlier.parameters[name] != mine:
            what = "code of a bot" if name == "code" else name
            raise BadInput(
                f"That is another study (not the same {what}): only the number of games may grow."
            )
    kept = whole_games(earlier.rows, earlier.parameters)
    if kept and max(kept) >= parameters["games"]:
        raise BadInput(f"That study has {len(kept)} games already: ask for as many, or more.")
    return kept


def _keeper(
    kept: Games, parameters: dict[str, Any], file: Path | Study | None, progress: Progress | bool
) -> Callable[[Games], None]:
    """What happens to games as they are finished: they are kept, written down and told."""
    told = bar() if progress is True else progress or None
    if told and not callable(told):
        raise BadInput(f"progress is True, or a function of (done, of), not {told!r:.40}.")
    path = file if isinstance(file, Path) else None
    if path and len(kept) < parameters["games"]:
        study_files.write(path, parameters, _rows(kept))

    def keep(finished: Games) -> None:
        new = {number: rows for number, rows in finished.items() if number not in kept}
        kept.update(new)
        if path:
            study_files.add(path, _rows(new))
        if told and new:
            told(len(kept), parameters["games"])

    return keep


def _rows(games: Games) -> list[Row]:
    return [row for number in sorted(games) for row in games[number]]

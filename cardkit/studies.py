"""Many games at once: who wins how often, with intervals, the same bits on any number of workers.

Game number i of a study depends on (seed, i) alone: so two studies with the same seed deal the
same cards, and comparing their rules or bots is a paired comparison.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cardkit
from cardkit.bots import Bot, bot, play_out
from cardkit.chance import checked_seed
from cardkit.errors import BadInput
from cardkit.intervals import Estimate, mean_of, wilson

if TYPE_CHECKING:
    import pandas as pd

Player = str | Bot  # a bot's name, with a budget like "look-ahead:60", or a function of a view
Row = dict[str, Any]
CHUNK = 20  # games a worker gets at a time; the result does not depend on it
COLUMNS = ("game", "seat", "bot", "score", "rank", "win", "length", "ended", "rule")


class Study:
    """The games of a study: `frame` has one row per seat and game, `summary()` the intervals."""

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
        """How often that bot wins (a shared victory counts as its share)."""
        shares = [row["win"] for row in self.rows if row["bot"] == name]
        return wilson(sum(shares), len(shares), level)

    def seat_wins(self, seat: int, level: float = 0.95) -> Estimate:
        shares = [row["win"] for row in self.rows if row["seat"] == seat]
        return wilson(sum(shares), len(shares), level)

    def summary(self, level: float = 0.95) -> pd.DataFrame:
        """Per bot: games, chance to win, mean score and mean length, each with its interval."""
        import pandas as pd

        rows = []
        for name in dict.fromkeys(row["bot"] for row in self.rows):
            mine = [row for row in self.rows if row["bot"] == name]
            win = self.wins(name, level)
            score = mean_of([row["score"] for row in mine], level)
            rows.append({
                "bot": name, "games": len(mine),
                "wins": win.value, "wins from": win.low, "wins to": win.high,
                "score": score.value, "score from": score.low, "score to": score.high,
                "length": sum(row["length"] for row in mine) / len(mine),
            })  # fmt: skip
        return pd.DataFrame(rows).set_index("bot")

    def __repr__(self) -> str:
        p = self.parameters
        state = "" if self.finished else f" of {p['games']}"
        return f"<study of {p['game']}: {self.games}{state} games, bots {', '.join(p['bots'])}>"

    def _repr_html_(self) -> str:
        html: str = self.summary().to_html(float_format=lambda number: f"{number:.3f}")
        return html

    def save(self, path: str | Path) -> Path:
        """Keep it as JSON lines (or CSV, by its ending), with its parameters in the first line."""
        path = Path(path)
        with path.open("w", encoding="utf-8", newline="") as file:
            if path.suffix == ".csv":
                file.write(f"# {json.dumps(self.parameters)}\n")
                writer = csv.DictWriter(file, COLUMNS)
                writer.writeheader()
                writer.writerows(self.rows)
            else:
                for line in (self.parameters, *self.rows):
                    file.write(json.dumps(line) + "\n")
        return path


def study(
    game: str,
    bots: Sequence[Player] = ("sensible",),
    games: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    players: int | None = None,
    rotate: bool = True,
    resume: str | Path | Study | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Study:
    """Play many games; bots take the seats in turn (`rotate`), so that no seat is favoured.

    >>> result = study("lynx", ["sensible", "random", "random"], games=9, seed=1, players=3)
    >>> result.wins("sensible").value > 0.8
    True
    """
    opening = cardkit.new(game, players=players, seed=0, **options)
    names = _names(bots, opening.players)
    if not isinstance(games, int) or isinstance(games, bool) or games < 1:
        raise BadInput(f"A study plays at least one game, not {games!r:.40}.")
    parameters = {
        "game": game, "bots": names, "games": games, "seed": checked_seed(seed),
        "players": opening.players, "rotate": rotate, "options": opening.house,
    }  # fmt: skip
    rows = _earlier(resume, parameters)
    done = len({row["game"] for row in rows})
    line_up = [bots[place % len(bots)] for place in range(opening.players)]
    tasks = [
        (parameters, line_up, list(range(first, min(first + CHUNK, games))))
        for first in range(done, games, CHUNK)
    ]
    try:
        for finished in _run(tasks, executor):
            rows += finished
            if progress:
                progress(len(rows) // opening.players, games)
    except KeyboardInterrupt:
        pass  # what is finished is the result
    return Study(parameters, rows)


def load_study(path: str | Path) -> Study:
    """A study saved before, as JSON lines or CSV."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        if Path(path).suffix == ".csv":
            parameters = json.loads(lines[0].removeprefix("# "))
            rows = [_typed(row) for row in csv.DictReader(lines[1:])]
        else:
            parameters, *rows = map(json.loads, lines)
        return Study({**parameters}, [{name: row[name] for name in COLUMNS} for row in rows])
    except (OSError, ValueError, KeyError, IndexError, TypeError) as wrong:
        raise BadInput(f"{Path(path).name} is no saved study: {wrong!s:.80}.") from None


def _typed(row: Mapping[str, str]) -> Row:
    numbers = {name: int(row[name]) for name in ("game", "seat", "rank", "length")}
    return {**row, **numbers, "score": _number(row["score"]), "win": float(row["win"])}


def _number(text: str) -> float:
    return int(text) if text.lstrip("-").isdecimal() else float(text)


def _earlier(resume: str | Path | Study | None, parameters: dict[str, Any]) -> list[Row]:
    """The games of an earlier, unfinished run of the very same study."""
    if resume is None or (not isinstance(resume, Study) and not Path(resume).exists()):
        return []
    earlier = resume if isinstance(resume, Study) else load_study(resume)
    same = {**earlier.parameters, "games": parameters["games"]}
    if same != parameters:
        raise BadInput("That is another study: only its number of games may differ to go on.")
    return [row for row in earlier.rows if row["game"] < parameters["games"]]


def _run(tasks: list[Any], executor: Executor | None) -> Iterable[list[Row]]:
    """The chunks in order, whoever computes them."""
    if executor is None:
        yield from map(_chunk, tasks)
        return
    waiting: list[Future[list[Row]]] = [executor.submit(_chunk, task) for task in tasks]
    try:
        for future in waiting:
            yield future.result()
    finally:
        for future in waiting:
            future.cancel()


def _chunk(task: tuple[dict[str, Any], list[Player], list[int]]) -> list[Row]:
    parameters, line_up, numbers = task
    return [row for number in numbers for row in _play(parameters, line_up, number)]


def _play(parameters: dict[str, Any], line_up: list[Player], number: int) -> list[Row]:
    """One game: its seed, the seats of the bots and their own chance all follow from its number."""
    players = parameters["players"]
    seed = (parameters["seed"] * 1_000_003 + number) % 2**40
    game = cardkit.new(parameters["game"], players=players, seed=seed, **parameters["options"])
    turn = number % players if parameters["rotate"] else 0
    places = [(seat - turn) % players for seat in range(players)]
    seated = [made(line_up[place], game.name, seed * 10 + place) for place in places]
    play_out(game, seated)
    assert game.outcome is not None
    scores, winners = game.scores(), game.outcome.winners
    return [
        {
            "game": number, "seat": seat, "bot": parameters["bots"][place],
            "score": scores[seat], "rank": _rank(seat, scores, winners),
            "win": 1 / len(winners) if seat in winners else 0.0,
            "length": len(game.history), "ended": game.outcome.ended, "rule": game.outcome.rule,
        }
        for seat, place in enumerate(places)
    ]  # fmt: skip


def _rank(seat: int, scores: list[int], winners: tuple[int, ...]) -> int:
    """Winners are first; the others by score."""
    if seat in winners:
        return 1
    better = sum(score > scores[seat] for place, score in enumerate(scores) if place not in winners)
    return 1 + len(winners) + better


def made(player: Player, game: str, seed: int) -> Bot:
    """The bot that a player of a study means: "look-ahead:60" has a budget of 60 playouts."""
    if callable(player):
        return player
    name, _, budget = player.partition(":")
    return bot(name, game, seed % 2**30, **({"playouts": int(budget)} if budget else {}))


def _names(bots: Sequence[Player], players: int) -> list[str]:
    if isinstance(bots, str) or not bots or len(bots) > players:
        raise BadInput(f"Give 1 to {players} bots, as a list of names or functions.")
    for player in bots:
        if not callable(player) and not isinstance(player, str):
            raise BadInput(f"A bot is a name or a function of a view, not {player!r:.40}.")
    line_up = [bots[place % len(bots)] for place in range(players)]
    return [p if isinstance(p, str) else getattr(p, "__name__", "bot") for p in line_up]

"""What came of a tournament: the standings with their intervals, the faults, who beat whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import permutations
from typing import TYPE_CHECKING, Any

from cardkit.intervals import Estimate, wilson

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 20  # different faults that are shown at once


@dataclass(frozen=True, repr=False)
class Fault:
    """A game that a bot lost by its own doing; `cardkit.replay(record)` goes up to that move."""

    bot: str
    game: int  # counted from 1
    rivals: tuple[str, ...]
    seed: int  # of the deal
    move: int  # counted from 1
    why: str
    line: str = ""  # of the bot's own code, like: line 2 `return 1 / 0`
    record: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def what(self) -> str:
        return f"{self.line or 'it'} {self.why}"

    def __str__(self) -> str:
        where = f"against {', '.join(self.rivals)}" if self.rivals else "alone"
        return f"{self.bot}, game {self.game} {where}: {self.what}"

    __repr__ = __str__


@dataclass(frozen=True)
class Played:
    """One game: who sat where, each one's share of the victory, and the scores."""

    seats: tuple[str, ...]
    points: tuple[float, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Standing:
    """How one bot fared; a shared victory counts as its share."""

    place: int
    bot: str
    games: int
    points: float
    faults: int

    @property
    def wins(self) -> Estimate:
        return wilson(self.points, self.games)


@dataclass(frozen=True, repr=False)
class Tournament:
    """The standings, best first, with 95 % intervals; and the faults, with where and why."""

    game: str
    players: int
    seed: int  # plays the same tournament again
    bots: tuple[str, ...]
    planned: int
    played: tuple[Played, ...]
    faults: tuple[Fault, ...]

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        games, points = Counter[str](), dict.fromkeys(self.bots, 0.0)
        for match in self.played:
            games.update(match.seats)
            for name, part in zip(match.seats, match.points, strict=True):
                points[name] += part
        faults = Counter(fault.bot for fault in self.faults)
        share = {name: points[name] / games[name] if games[name] else 0.0 for name in self.bots}
        return tuple(
            Standing(1 + sum(share[name] < other for other in share.values()),
                     name, games[name], points[name], faults[name])
            for name in sorted(self.bots, key=lambda name: -share[name])
        )  # fmt: skip

    @cached_property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """Neighbours in the standings that cannot be told apart: all their intervals overlap."""
        wins = [standing.wins for standing in self.standings]
        groups, end = [], 0
        for first in range(len(wins)):
            last = first + 1
            while last < len(wins) and _overlap(wins[first : last + 1]):
                last += 1
            if last > max(end, first + 1):  # more than itself, and than a group before
                groups.append(tuple(standing.bot for standing in self.standings[first:last]))
                end = last
        return tuple(groups)

    @property
    def grouped(self) -> list[str]:
        """The faults as sentences; equal ones once, with how often."""
        times = Counter((fault.bot, fault.what) for fault in self.faults)
        firsts = {(fault.bot, fault.what): fault for fault in reversed(self.faults)}
        said = [
            (f"{often} × " if often > 1 else "") + str(firsts[key])
            for key, often in times.most_common()
        ]
        more = len(said) - SHOWN
        return said if more <= 0 else [*said[:SHOWN], f"… and {more} others, in .faults"]

    @property
    def frame(self) -> pd.DataFrame:
        """The standings as a table."""
        import pandas as pd

        rows = [
            {"bot": s.bot, "place": s.place, "wins": s.wins.value, "from": s.wins.low,
             "to": s.wins.high, "games": s.games, "faults": s.faults}
            for s in self.standings
        ]  # fmt: skip
        return pd.DataFrame(rows).set_index("bot")

    @property
    def against(self) -> pd.DataFrame:
        """How often the row did better than the column where both played (by halves if level)."""
        import pandas as pd

        met, better = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for match in self.played:
            marks = zip(match.seats, zip(match.points, match.scores, strict=True), strict=True)
            for (one, mine), (other, theirs) in permutations(marks, 2):
                met[one, other] += 1
                better[one, other] += 2 * (mine > theirs) + (mine == theirs)
        order = [standing.bot for standing in self.standings]
        share = [
            [better[row, column] / met[row, column] / 2 if met[row, column] else None
             for column in order]
            for row in order
        ]  # fmt: skip
        return pd.DataFrame(share, index=order, columns=order, dtype=float)

    # How it is shown -----------------------------------------------------------------------

    @property
    def _title(self) -> str:
        done, planned = len(self.played), self.planned
        games = f"{done} games" if done == planned else f"stopped after {done} of {planned} games"
        return f"{self.game.capitalize()}, {self.players} players, {games}, seed {self.seed}"

    @property
    def _unsure(self) -> str:
        if not self.alike:
            return ""
        spans = ", ".join(f"{group[0]} to {group[-1]}" for group in self.alike)
        return f"Cannot be told apart, since their intervals overlap: {spans}."

    def __repr__(self) -> str:
        width = max(len(name) for name in self.bots)
        lines = [
            f"{s.place:>3}. {s.bot:<{width}} {s.wins.value:>4.0%} "
            f"[{s.wins.low:.0%}, {s.wins.high:.0%}] of {s.games} games"
            + (f", {s.faults} lost by a fault" if s.faults else "")
            for s in self.standings
        ]
        return "\n".join(filter(None, [self._title, *lines, self._unsure, *self.grouped]))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{word}</th>" for word in "place,bot,wins,,games,faults".split(","))
        rows = "".join(map(_row, self.standings))
        faults = "".join(f"<li>{escape(said)}</li>" for said in self.grouped)
        return (
            f"<p>{escape(self._title)}</p><table><tr>{head}</tr>{rows}</table>"
            f"<p>{escape(self._unsure)}</p><ul>{faults}</ul>"
        )


def _overlap(wins: Sequence[Estimate]) -> bool:
    return max(win.low for win in wins) <= min(win.high for win in wins)


def _row(standing: Standing) -> str:
    wins = standing.wins
    bar = (
        "<div style='position:relative;width:14em;height:.8em;background:#8883' "
        f"title='{wins.low:.0%} to {wins.high:.0%}'>"
        f"<div style='position:absolute;left:{wins.low:.1%};width:{wins.high - wins.low:.1%};"
        "height:100%;background:#4a90d9'></div></div>"
    )
    cells = (
        standing.place, escape(standing.bot), f"{wins.value:.0%}", bar, standing.games,
        standing.faults or "",
    )  # fmt: skip
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

"""Studies on disk: the parameters in the first line, then a row per seat and game (JSON or CSV).

Whatever happened to a file, only whole games are read from it: the others can be played again.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any, TextIO

from cardkit.errors import BadInput

Row = dict[str, Any]
DEEPEST = 9  # how far a fingerprint follows functions that use functions
Games = dict[int, list[Row]]  # the rows of each game, by its number


def _number(text: Any) -> float:
    return int(text) if str(text).lstrip("-").isdecimal() else float(text)


COLUMNS: dict[str, Callable[[Any], Any]] = {
    "game": int, "seat": int, "place": int, "bot": str, "score": _number, "rank": int,
    "win": float, "length": int, "ended": str, "rule": str,
}  # fmt: skip
PARAMETERS = {
    "cardkit": int, "game": str, "bots": list, "code": dict, "games": int, "seed": int,
    "players": int, "rotate": bool, "options": dict,
}  # fmt: skip


def write(path: Path, parameters: dict[str, Any], rows: Iterable[Row]) -> None:
    """A new file takes the place of the old one only when it is complete."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            if path.suffix == ".csv":
                file.write(f"# {json.dumps(parameters)}\n{','.join(COLUMNS)}\n")
            else:
                file.write(f"{json.dumps(parameters)}\n")
            _write_rows(file, rows, path)
        part.replace(path)
    except OSError as wrong:
        raise BadInput(f"{path.name} cannot be written: {wrong.strerror}.") from None


def add(path: Path, rows: Iterable[Row]) -> None:
    """Games that were finished just now, at the end of the file."""
    with path.open("a", encoding="utf-8", newline="") as file:
        _write_rows(file, rows, path)


def _write_rows(file: TextIO, rows: Iterable[Row], path: Path) -> None:
    if path.suffix == ".csv":
        csv.DictWriter(file, list(COLUMNS)).writerows(rows)
    else:
        file.writelines(f"{json.dumps(row)}\n" for row in rows)


def read(path: Path) -> tuple[dict[str, Any], Games]:
    """The parameters and the whole games of a file."""
    if not path.is_file():
        raise BadInput(f"There is no file {path.name}.")
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
        first, *lines = text[: text.rfind("\n") + 1].splitlines()  # no line that was cut off
        parameters = json.loads(first.removeprefix("# "))
        lacking = [name for name, kind in PARAMETERS.items()
                   if not isinstance(parameters.get(name), kind)]  # fmt: skip
        if not lacking and len(parameters["bots"]) != parameters["players"]:
            lacking = ["a bot for every place"]
    except (OSError, ValueError, AttributeError):
        lacking = ["a first line with its parameters"]
    if lacking:
        raise BadInput(f"{path.name} is no saved study: it lacks {', '.join(lacking)}.")
    found = csv.DictReader(lines) if path.suffix == ".csv" else _objects(lines)
    return parameters, whole_games(_typed(found), parameters)


def _objects(lines: list[str]) -> Iterator[Any]:
    for line in lines:
        try:
            yield json.loads(line)
        except ValueError:
            continue


def _typed(found: Iterable[Any]) -> Iterator[Row]:
    for row in found:
        try:
            yield {name: kind(row[name]) for name, kind in COLUMNS.items()}
        except (ValueError, KeyError, TypeError):
            continue


def whole_games(rows: Iterable[Row], parameters: dict[str, Any]) -> Games:
    """The games of which every seat has just one row, in order."""
    games: Games = {}
    for row in rows:
        games.setdefault(row["game"], []).append(row)
    seats = list(range(parameters["players"]))
    return {
        number: sorted(games[number], key=lambda row: int(row["seat"]))
        for number in sorted(games)
        if number in range(parameters["games"])
        and sorted(row["seat"] for row in games[number]) == seats
    }


def fingerprint(bot: Callable[..., Any]) -> str:
    """A short name for what a function does: another one of the same name has another.

    >>> fingerprint(lambda view: view["moves"][0]) == fingerprint(lambda view: view["moves"][-1])
    False
    """
    known = isinstance(bot, FunctionType | MethodType | partial)
    text = _text(bot if known else getattr(bot, "__call__"))  # noqa: B004, B009
    return f"function {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _text(thing: Any, depth: int = 0) -> str:
    """The same in every session: no addresses, and sets in an order of their own."""
    if thing is None or isinstance(thing, int | float | complex | str | bytes):
        return repr(thing)
    within = [_text(part, depth + 1) for part in _parts(thing)] if depth < DEEPEST else []
    return f"{type(thing).__name__}{sorted(within) if isinstance(thing, frozenset) else within}"


def _parts(thing: Any) -> Iterable[Any]:
    """What counts: code, constants, and the values and functions it uses; not lists that change."""
    match thing:
        case tuple() | frozenset():
            return thing
        case CodeType():
            return thing.co_code, thing.co_names, thing.co_consts
        case FunctionType():
            enclosed = [cell.cell_contents for cell in thing.__closure__ or ()]
            used = [thing.__globals__.get(name) for name in sorted(_names(thing.__code__))]
            return thing.__code__, thing.__defaults__, *enclosed, *used
        case MethodType():
            return thing.__func__, *getattr(thing.__self__, "__dict__", {}).items()
        case partial():
            return thing.func, thing.args, *thing.keywords.items()
    return ()


def _names(code: CodeType) -> set[str]:
    """The names that a function uses, also in the loops and functions within."""
    inner = [_names(part) for part in code.co_consts if isinstance(part, CodeType)]
    return {*code.co_names}.union(*inner)

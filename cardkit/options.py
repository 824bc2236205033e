"""House rules: every number and deck of a rulebook is a field of the game's frozen options.

A field knows the rule it belongs to and what it may be, so one function can check them all.
"""

from __future__ import annotations

import dataclasses
import difflib
import html
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any, TypeVar

from cardkit.errors import BadInput
from cardkit.zones import spread

T = TypeVar("T")


class Frozen(dict[str, Any]):
    """A table of the rulebook, to read: all games share it. Whoever wants another one gives it.

    >>> Frozen(J="take!")["J"]
    'take!'
    >>> Frozen(J="take!").update(J="rune!")
    Traceback (most recent call last):
    cardkit.errors.BadInput: The tables of a game do not change: give your own as an option.
    """

    def _refuse(self, *given: Any, **more: Any) -> Any:
        raise BadInput("The tables of a game do not change: give your own as an option.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Frozen], tuple[dict[str, Any]]]:
        return Frozen, (dict(self),)  # for a process pool: else it would be filled key by key


_MADE: dict[type[Any], Any] = {}
_HOUSES: dict[tuple[type[Any], str], Any] = {}


def option(
    default: Any,
    rule: str,
    meaning: str,
    choices: tuple[Any, ...] = (),
    least: int = 0,
    most: int = 1000,
    check: Callable[[Any], str | None] | None = None,
) -> Any:
    """A field of a game's options; `check` answers with what is wrong, or None."""
    about = {
        "rule": rule, "meaning": meaning, "choices": choices,
        "least": least, "most": most, "check": check,
    }  # fmt: skip
    if isinstance(default, dict):
        table = Frozen(default)
        return dataclasses.field(default_factory=lambda: table, metadata=about)
    return dataclasses.field(default=default, metadata=about)


class HasDeck:
    """The options of a game with a deck: a mapping from cards to how many of them there are."""

    deck: dict[str, int]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every card of the deck, as often as it is there."""
        return tuple(spread(self.deck))


def default_of(field: dataclasses.Field[Any]) -> Any:
    made = field.default_factory
    return field.default if made is dataclasses.MISSING else made()


def checked(kind: type[T], given: Mapping[str, Any]) -> T:
    """The options of that kind with what is given, or BadInput with a sentence."""
    if not given:
        return rulebook(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for name, value in given.items():
        if name not in fields:
            near = difflib.get_close_matches(str(name), fields, n=1)
            hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(fields)}."
            raise BadInput(f"There is no option {name!r:.40}.{hint}")
        wrong = _wrong(fields[name], value)
        if wrong:
            raise BadInput(f"Option {name}: {wrong}", fields[name].metadata["rule"])
    return kind(**{name: _frozen(value) for name, value in given.items()})


def rulebook(kind: type[T]) -> T:
    """The options as the rulebook has them, made once: they are frozen."""
    if kind not in _MADE:
        _MADE[kind] = kind()
    made: T = _MADE[kind]
    return made


def options_of(kind: type[T], view: Mapping[str, Any]) -> T:
    """The options of a view; made once for each set of house rules, since views are very many."""
    house = view["options"]
    if not house:
        return rulebook(kind)
    key = kind, repr(house)
    if key not in _HOUSES:
        if len(_HOUSES) >= 100:
            _HOUSES.clear()
        _HOUSES[key] = kind(**{name: _frozen(value) for name, value in house.items()})
    made: T = _HOUSES[key]
    return made


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Frozen({key: _frozen(inner) for key, inner in value.items()})
    return tuple(value) if isinstance(value, list) else value


def _wrong(field: dataclasses.Field[Any], value: Any) -> str | None:
    about, default = field.metadata, default_of(field)
    if about["choices"]:
        if not any(value is good or (type(value) is type(good) and value == good)
                   for good in about["choices"]):  # fmt: skip
            return f"choose one of {', '.join(map(str, about['choices']))}, not {value!r:.40}."
    elif isinstance(default, bool):
        if not isinstance(value, bool):
            return f"True or False, not {value!r:.40}."
    elif isinstance(default, int):
        if not isinstance(value, int) or isinstance(value, bool):
            return f"a whole number, not {value!r:.40}."
        if not about["least"] <= value <= about["most"]:
            return f"a whole number from {about['least']} to {about['most']}, not {value}."
    return about["check"](value) if about["check"] else None


def deck_check(is_card: Callable[[str], bool], cards: str) -> Callable[[Any], str | None]:
    """The check of a deck option: a mapping from cards of that game to how many there are."""

    def check(deck: Any) -> str | None:
        if not isinstance(deck, Mapping) or not deck:
            return "a deck maps each card to how many of it there are."
        for card, count in deck.items():
            if not isinstance(card, str) or not is_card(card):
                return f"{card!r:.40} is no card; cards are {cards}."
            if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 200:
                return f"there can be 0 to 200 of card {card}, not {count!r:.40}."
        return None

    return check


def numbers_check(keys: Collection[str], least: int, most: int) -> Callable[[Any], str | None]:
    """The check of an option that gives numbers for some of these keys."""

    def check(table: Any) -> str | None:
        if not isinstance(table, Mapping) or not table:
            return f"it gives a number for some of {', '.join(keys)}, not {table!r:.40}."
        for key, number in table.items():
            if key not in keys:
                return quotes_missing(key, keys) or f"{key!r:.40} is none of {', '.join(keys)}."
            if type(number) is not int or not least <= number <= most:
                return f"for {key}, a whole number from {least} to {most}, not {number!r:.40}."
        return None

    return check


def quotes_missing(key: object, keys: Collection[str]) -> str | None:
    """A whole number where a table has it as text: what to write instead."""
    return f'write "{key}" in quotes.' if type(key) is int and str(key) in keys else None


def changed(options: Any) -> dict[str, Any]:
    """What differs from the rulebook, as plain data for records and views."""
    if options is rulebook(type(options)):
        return {}
    return {
        field.name: getattr(options, field.name)
        for field in dataclasses.fields(options)
        if getattr(options, field.name) != default_of(field)
    }


class OptionTable:
    """The options of a game, to read: name, default, rule and meaning."""

    def __init__(self, kind: type[Any]) -> None:
        self.rows = [
            (f.name, default_of(f), f.metadata["rule"], f.metadata["meaning"])
            for f in dataclasses.fields(kind)
        ]

    def __repr__(self) -> str:
        return "\n".join(
            f"{name} = {_short(default)}: {meaning} ({rule})"
            for name, default, rule, meaning in self.rows
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            "<tr>" + "".join(f"<td style='text-align:left'>{html.escape(str(cell))}</td>"
                             for cell in (name, _short(default), meaning, rule)) + "</tr>"
            for name, default, rule, meaning in self.rows
        )  # fmt: skip
        head = "".join(f"<th>{word}</th>" for word in ("option", "default", "meaning", "rule"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

"""What a table says: the log in entries, each with its citations, and the rules now in play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import cardkit
from cardkit import narration
from widgets.scene import Line, Rule

_NUMBERED = re.compile(r"\b[Pp]layer (\d+)\b")
Entry = tuple[int, Line]  # where in the view's log it begins, and what it says


def points(score: int) -> str:
    """A score in words.

    >>> points(-1), points(13)
    ('−1 point', '13 points')
    """
    return f"{score} point{'' if abs(score) == 1 else 's'}".replace("-", "−")


def victory(view: dict[str, Any], names: Sequence[str]) -> str:
    """Who has won: "You win!", "Ela and Jan win!"."""
    winners, me = view["outcome"]["winners"], view["seat"]
    who = " and ".join("you" if seat == me else names[seat] for seat in winners)
    verb = "win" if winners == [me] or len(winners) > 1 else "wins"
    return f"{who[0].upper()}{who[1:]} {verb}!"


def named(text: str, names: Sequence[str]) -> str:
    """A refusal of the engine, which knows players by their number, with their names.

    >>> named("Player 1 has just laid a card.", ["Ola", "Ela"])
    'Ela has just laid a card.'
    """
    return _NUMBERED.sub(
        lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text
    )


def cited(game: str, event: dict[str, Any], names: Sequence[str], me: int | None) -> Line:
    """One event as a sentence with its rule."""
    return Line(narration.sentence(game, event, names, me), (event["rule"],))


def entries(
    view: dict[str, Any],
    names: Sequence[str],
    opening: Sequence[str],
    minor: Sequence[str],
    headings: Sequence[str] = ("turn",),
    silent: Sequence[str] = (),
) -> list[Entry]:
    """A view's log, oldest first: an entry begins with an opening event, others add to it.

    Minor events are cited, but not worth a sentence of their own; silent ones are left out.
    """
    game, me = view["game"], view["seat"]
    out: list[Entry] = []
    for number, event in enumerate(view["log"]):
        if event["kind"] in silent:
            continue
        said = "" if event["kind"] in minor else narration.sentence(game, event, names, me)
        rules = (event["rule"],)
        if event["kind"] in headings:
            out.append((number, Line(said, rules, heading=True)))
        elif event["kind"] in opening or not out or out[-1][1].heading:
            seat = event["seat"]
            who = "" if seat is None else "You" if seat == me else names[seat]
            out.append((number, Line(said, rules, who=who)))
        else:
            start, line = out[-1]
            more = tuple(rule for rule in rules if rule not in line.rules)
            text = f"{line.text} {said}".strip()
            out[-1] = (start, Line(text, line.rules + more, who=line.who))
    return out


def fresh(log: Sequence[Entry], since: int, asked: bool) -> tuple[Line, ...]:
    """What happened since that place in the log, shortly: the first sentence of each entry."""
    new = [line for start, line in log if start >= since and line.text and not line.heading]
    said = tuple(Line(line.text.split(". ")[0].rstrip(".") + ".") for line in new[-3:])
    return (*said, *((Line(strong="Your turn."),) if asked else ()))


def rules_in_play(game: str, ids: Iterable[str], log: Sequence[Entry]) -> tuple[Rule, ...]:
    """The texts of the rules a question is about, then of those the log has cited."""
    wanted = dict.fromkeys([*ids, *(rule for _, line in log for rule in line.rules)])
    known = {rule.id: rule for rule in cardkit.rules(game)}
    return tuple(Rule(id, known[id].label, known[id].text) for id in wanted if id in known)

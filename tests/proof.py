"""How a rule is proven: `@rule(id)` marks a test, and it fails unless the engine cited that id.

The few ids that describe what is in the box are `@structural(id)`: checked by inspection.
"""

from __future__ import annotations

import pytest

import cardkit

rule = pytest.mark.rule
structural = pytest.mark.structural


def kinds(events: list[cardkit.Event]) -> list[str]:
    return [event.kind for event in events]


def only(events: list[cardkit.Event], kind: str) -> cardkit.Event:
    """The one event of that kind."""
    (event,) = [event for event in events if event.kind == kind]
    return event


def refused(game: cardkit.Game, move: str, rule_id: str, seat: int | None = None) -> None:
    """The move is refused by that rule, in a sentence, and nothing changes."""
    before = game.record()
    why = game.why_not(move, seat)
    assert why is not None and why.rule == rule_id, why
    assert why.text[-1] in ".!?" and str(why) == f"{why.text} ({rule_id})"
    with pytest.raises(cardkit.IllegalMove):
        game.play(move, seat)
    assert game.record() == before


def plays(game: cardkit.Game, *moves: str) -> list[cardkit.Event]:
    """Play these moves in a row; all events that followed."""
    return [event for move in moves for event in game.play(move)]

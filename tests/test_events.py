"""Events as a game gives them: a sequence like any other, though each is made when it is read."""

from __future__ import annotations

import pytest

import cardkit


def test_events_are_a_sequence_that_does_not_grow_with_the_game() -> None:
    game = cardkit.position("lynx", players=3, hands={0: "7 7 7 2"}, tables={1: ["3 3 3"]})
    before = game.events
    events = game.play("lay 7 7 7")
    kinds = [event.kind for event in events]
    assert kinds[0] == "lay" and len(events) == len(kinds) > 2
    assert events[0].cards == ("7", "7", "7") and events[-1].kind == kinds[-1]
    assert [event.kind for event in events[1:]] == kinds[1:] and events[0] in events
    with pytest.raises(IndexError):
        events[len(kinds)]
    after = game.play("take")
    assert [event.kind for event in events] == kinds and len(game.events) > len(before) + len(kinds)
    assert game.events == [*before, *events, *after]


def test_events_join_lists() -> None:
    game = cardkit.new("sevens", seed=1)
    start = game.events
    more = game.play(game.moves()[0])
    assert start + more == [*start, *more] == list(start) + more == game.events
    assert repr(more) == repr(list(more)) and more != start

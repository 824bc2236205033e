"""Presses every live widget of a kernel: questions are hinted, answered wrongly and rightly; levels
solved; explorers moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ipywidgets.widgets import widget as registry

from widgets.explorers import Explorer
from widgets.learn_table import LevelTable
from widgets.quiz import ONE, Quiz, _is_right
from widgets.table import Table


def press_everything() -> str:
    pressed = 0
    for live in list(_live()):
        for kind, press in PRESSES.items():
            if isinstance(live, kind):
                press(live)
                pressed += 1
                break
    return f"{pressed} pressed"


def _live() -> Iterator[Any]:
    yield from list(registry._instances.values())


def _press_quiz(quiz: Any) -> None:
    for _ in quiz.hints:
        quiz.hint()
    if getattr(quiz, "options", ()):
        rights = [words for words, why in quiz.options if _is_right(why)]
        quiz.answer(rights[0] if rights else quiz.options[0][0])
    elif list(quiz.answers) == [ONE]:
        quiz.answer(quiz.answers[ONE])
    else:
        quiz.answer(**quiz.answers)
    assert quiz.done and quiz.said.right is not False, quiz.question


def _press_levels(table: Any) -> None:
    table.pause = 0
    for number, level in enumerate(table.levels):
        table.go(number)
        for _ in range(30):
            attempt = table.attempt
            if attempt.done:
                break
            if attempt.question:
                right = [choice.right for choice in attempt.question.choices].index(True)
                table.answer(right)
            else:
                table.play(str(attempt.next_move))
        assert table.attempt.done, level.id


def _press_table(table: Any) -> None:
    table.pause = 0
    before = len(table.game.history)
    if table.game.moves():
        table.play(str(table.game.moves()[0]))
        assert len(table.game.history) > before


def _press_explorer(explorer: Any) -> None:
    for name, control in explorer.controls.items():
        for value in _values(control):
            assert explorer.set(**{name: value}).alt


def _values(control: Any) -> list[Any]:
    if hasattr(control, "min"):
        return [control.max, control.min, control.value]
    if hasattr(control, "options"):
        return list(control.options)
    return [not control.value, control.value] if isinstance(control.value, bool) else ["", "?"]


PRESSES = {
    Quiz: _press_quiz,
    LevelTable: _press_levels,
    Table: _press_table,
    Explorer: _press_explorer,
}

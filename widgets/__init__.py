"""What a person sees and clicks: tables, levels, questions, explorers. No rule lives here.

`import widgets` lets every game object show itself as a table in a notebook.
"""

from __future__ import annotations

from typing import Any

from widgets.layouts import Picture, register, show
from widgets.learn_table import learn
from widgets.progress import mine
from widgets.quiz import ask, choose, predict
from widgets.table import Table

__all__ = ["Picture", "Table", "ask", "choose", "learn", "predict", "progress", "register", "show"]


def progress() -> Any:
    """What the learner has done so far, with buttons to download and to restore it."""
    return mine().panel()


register()

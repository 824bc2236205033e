"""A progress bar: a widget in a notebook, a line of text in a terminal, else nothing."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable

Progress = Callable[[int, int], None]  # is told how many are done, and of how many


def bar() -> Progress:
    """The bar that fits where this runs."""
    ipython = sys.modules.get("IPython")  # loaded already, where it matters
    if ipython and hasattr(ipython.get_ipython(), "kernel"):
        try:
            return _widget()
        except ImportError:
            return _text
    return _text if sys.stderr.isatty() else lambda done, of: None


def _text(done: int, of: int) -> None:
    if done == of or done % max(1, of // 200) == 0:
        end = "\n" if done == of else ""
        line = f"\r{'█' * (40 * done // of):·<40} {done} of {of} games"
        print(line, end=end, file=sys.stderr, flush=True)


def _widget() -> Progress:
    show = importlib.import_module("IPython.display").display
    widget = importlib.import_module("ipywidgets").IntProgress(description="games")

    def told(done: int, of: int) -> None:
        if not widget.value:
            show(widget)
        widget.max, widget.value, widget.description = of, done, f"{done} of {of}"

    return told

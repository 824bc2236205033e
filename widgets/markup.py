"""HTML from Python, escaped where it is made.

>>> tag("p", text("a < b"), class_="ck-fine", hidden=True, title=None)
'<p class="ck-fine" hidden>a &lt; b</p>'
"""

from __future__ import annotations

from html import escape

VOID = ("input",)


def text(words: object) -> str:
    """Words that came from anywhere, safe to put into a page."""
    return escape(str(words))


def tag(name: str, /, *inside: str, **attributes: object) -> str:
    """An element. What is inside is HTML already; attributes are escaped here.

    None and False leave an attribute out; `class_` means class and `data_key` data-key.
    """
    out = f"<{name}"
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        out += " " + key.rstrip("_").replace("_", "-")
        if value is not True:
            out += f'="{escape(str(value))}"'
    return f"{out}>" if name in VOID else f"{out}>{''.join(inside)}</{name}>"


def look(*names: str, **when: bool) -> str:
    """Class names: the plain ones, and `is-…` for each state that holds.

    >>> look("ck-seat", acting=True, tried=False)
    'ck-seat is-acting'
    """
    states = (f"is-{state}" for state, holds in when.items() if holds)
    return " ".join((*filter(None, names), *states))

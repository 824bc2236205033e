"""HTML is escaped, well formed, and the same picture with and without a widget."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import cardkit
import widgets
from tests.widgets.mock_lynx import scene as mock
from widgets import render
from widgets import scene as s
from widgets.pieces import GROUPS, Pieces, faces

HOSTILE = "<img src=x onerror=alert(1)>\"'&"
VOID = {"input"}


class Tree(HTMLParser):
    """Checks that every element is closed where it should be."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_table_is_well_formed_and_its_keys_are_unique() -> None:
    tree = Tree(render.html(mock()))
    keys = [attrs["data-key"] for _, attrs in tree.tags if "data-key" in attrs]
    assert len(set(keys)) == len(keys) > 30


def test_the_static_picture_has_nothing_to_click_and_its_own_stylesheet() -> None:
    html = render.static(mock())
    tags = {tag for tag, _ in Tree(html).tags}
    assert "button" not in tags and "a" not in tags
    assert html.count("<style>") == 1 and "data-face" not in html
    assert html.count("ck-art") > 40, "pictures are inside"


def test_live_html_names_its_faces_and_the_page_has_them_all() -> None:
    named = set(re.findall(r'data-face="([^"]*)"', render.html(mock())))
    assert len(named) > 10 and named <= set(faces("lynx"))


def test_words_from_anywhere_are_escaped() -> None:
    shown = mock()
    seat = replace(shown.seats[0], name=HOSTILE, key=HOSTILE, score=HOSTILE, unit=HOSTILE)
    line = s.Line(HOSTILE, (HOSTILE,), strong=HOSTILE, who=HOSTILE)
    field = s.Field(HOSTILE, HOSTILE, HOSTILE, ((HOSTILE, HOSTILE),))
    hostile = replace(
        shown, title=HOSTILE, meta=HOSTILE, status=(line,), seats=(seat,), points=line,
        question=line, refusal=line, praise=line, notes=(line,), log=(line,), hint=(line,),
        menu=(s.Form(HOSTILE, HOSTILE, (field,)),),
    )  # fmt: skip
    for html in (render.html(hostile), render.static(hostile)):
        assert "img" not in {tag for tag, _ in Tree(html).tags}
        assert "<img" not in html


PIECES = [
    s.Tokens(HOSTILE, 1, 3, "nerve"),
    s.Chip(HOSTILE, "shield", True),
    s.Fact(HOSTILE, HOSTILE, "rune"),
    s.Steps(HOSTILE, ("1", HOSTILE), 1),
    s.Steps("Order", ("Ela", "Jan"), 1, "order"),
    s.Scale(HOSTILE, 30, 13, 28, ((17, HOSTILE),)),
    s.Bar(HOSTILE, 41, 38, 44, HOSTILE),
    s.Bar("All", 100),
    s.Effect("take", HOSTILE, "must", now=True),
    s.Group("before", (s.Chip("a"), s.Chip("b")), "Both"),
    s.Sheet(HOSTILE, ((s.Box("box-0", HOSTILE, "18", "open", "pick"),), (s.Box("b", "c", "d"),))),
    s.Sheet("Ela's", ((s.Box("x", "1", "3", "full"),),), mini=True),
    s.Zone("track", "track", (s.Spot("t-0", "7", column=1), s.Spot("t-1", empty=True, column=2))),
    s.Zone(
        "row", "row", (s.Spot("r-0", "7", "take", ("blocked", "moved"), badge="−2", whose="Ela"),)
    ),
]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: type(piece).__name__)
@pytest.mark.parametrize("live", [True, False])
def test_every_piece_is_drawn(piece: object, live: bool) -> None:
    html = Pieces("lynx", live).draw([piece])  # type: ignore[list-item]
    assert Tree(html).tags and "<img" not in html


def test_a_group_must_be_one_the_stylesheet_knows() -> None:
    assert all(f".ck-{look} " in render.stylesheet() for look in GROUPS)
    with pytest.raises(ValueError, match="A group looks like one of"):
        Pieces("lynx", live=False).draw([s.Group("heap", ())])


def test_a_refusal_is_what_the_live_region_says() -> None:
    html = render.html(mock())
    assert re.search(r'role="status"[^>]*>Two 7s don&#x27;t rob Michał: he has three', html)


def test_only_rules_with_a_text_are_links() -> None:
    html = render.html(mock())
    linked = set(re.findall(r'data-rule="([^"]*)"', html))
    assert "lynx.steal.must" in linked and "lynx.draw.refill" not in linked


def test_a_game_shows_itself_without_a_widget() -> None:
    game = cardkit.new("lynx", seed=7)
    html = widgets.show(game, seat=2)._repr_html_()
    assert "Your hand" in html and "<button" not in html
    assert Tree(html).tags


def test_a_notebook_shows_game_objects_as_tables() -> None:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    try:
        widgets.register()
        shown, _ = shell.display_formatter.format(cardkit.new("lynx", seed=7))
        assert "ck-table" in shown["text/html"]
    finally:
        InteractiveShell.clear_instance()


def test_an_empty_scene_is_a_table_too() -> None:
    assert Tree(render.html(s.Scene("knyf", "Knyf"))).tags

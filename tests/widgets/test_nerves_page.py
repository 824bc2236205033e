"""Nerves in a browser, without Jupyter: keyboard, one card at a time, motion, widths, axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.widgets.test_nerves import middle, patient, table, waiting
from widgets import Table
from widgets.nerves import moments

pytestmark = pytest.mark.browser
Lay = Callable[..., Page]


def reveal(steps: int) -> Table:
    """A table that is showing a step of a reveal."""
    at = table(middle())
    before = at.game.view(0)
    at.game.play("check", 0)
    at._moments = moments(before, at.game.view(0))[steps:]
    at._turned()
    at._paint()
    return at


def picked() -> Table:
    at = table(middle())
    at._on_pick(["hand-1"], None)
    return at


SCENES: dict[str, Callable[[], Table]] = {
    "start": lambda: Table("nerves", seed=3, pause=0, save=False),
    "six": lambda: Table("nerves", players=6, seed=9, pause=0, save=False),
    "picked": picked,
    "window": lambda: table(waiting(), bots=patient, window="ask"),
    "reveal": lambda: reveal(2),
    "summary": lambda: reveal(-1),
}


@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing_and_nothing_sticks_out(lay: Lay, name: str) -> None:
    at = SCENES[name]()
    for width, theme in ((600, "light"), (900, "dark"), (1240, "light"), (400, "dark")):
        page = lay(at, width, theme, motion="no-preference" if name == "reveal" else "reduce")
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert not found, [(each["id"], each["nodes"][0]["html"][:150]) for each in found]
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_check_is_large_and_beside_the_lays(lay: Lay) -> None:
    page = lay(picked())
    boxes: list[Any] = [
        button.bounding_box() for button in page.locator(".ck-choices > .ck-choice").all()
    ]
    assert len(boxes) == 3 and boxes[2]["height"] >= 54
    assert len({round(box["y"] + box["height"] / 2) // 8 for box in boxes}) == 1, "in one line"


def test_one_card_is_picked_at_a_time(lay: Lay) -> None:
    at = table(middle())
    page = lay(at)
    for place in (0, 1, 2, 1):
        page.locator(f'[data-key="hand-{place}"]').click()
        expect(page.locator('[aria-pressed="true"]')).to_have_count(1)
    expect(page.locator(".ck-choice").first).to_have_text("Lay 5 face uprow shows 18, 3 hidden")
    page.locator('[data-key="hand-1"]').click()
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)


def test_a_lay_face_down_by_keyboard_only(lay: Lay) -> None:
    at = table(waiting(window=False, to_act=0), bots=patient, window="ask")
    page = lay(at)
    page.locator('[data-key="hand-0"]').focus()
    for key in ("ArrowRight", "ArrowRight", "Space", "Tab"):
        page.keyboard.press(key)
    for _ in range(20):
        if page.evaluate("document.activeElement.closest('.ck-choices') !== null"):
            break
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.verb") == "lay-up"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator('[data-key="row-3"]')).to_have_attribute(
        "aria-label", re.compile("you know it: trap"))  # fmt: skip
    assert str(at.game.history[0][1]) == "lay trap down"


def test_reduced_motion_goes_straight_to_the_summary(lay: Lay) -> None:
    at = reveal(2)
    page = lay(at, motion="reduce")
    expect(page.locator(".ck-choice")).to_have_text(re.compile("^Go on"))
    page.locator(".ck-choice").click()
    expect(page.locator(".ck-meta")).to_contain_text("round 2")


def test_steps_are_shown_where_motion_is_welcome(lay: Lay) -> None:
    page = lay(reveal(2), motion="no-preference")
    expect(page.locator(".ck-sentence")).to_contain_text("Place 4: Ela laid 2")
    expect(page.locator(".is-turned")).to_have_count(2)
    expect(page.locator('[role="status"]')).to_contain_text("Place 4")

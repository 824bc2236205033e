"""For everybody: screen readers and colours in both themes, touch, narrow screens, Notebook 7."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import check_access
from tests.browser.lab import Lab
from tests.browser.tables import (
    ROBBERY,
    ask,
    choice,
    choices,
    hand,
    history,
    in_hand,
    lay,
    play,
    question,
    why,
)

PHONE = {"viewport": {"width": 600, "height": 900}, "has_touch": True, "is_mobile": True}
THEME = "theme => jupyterapp.commands.execute('apputils:change-theme', { theme })"
OTHERS = """
from widgets import ask, choose, learn, progress
display(
    Table("lynx", {0: "human", 1: "human"}, seed=1, save=False),
    learn("lynx/two-robberies"),
    choose("May you add?", {"Always": "What of the overlap?", "If nothing overlaps": True}),
    ask("Two dice, two sixes?", answer="1/36", hints=["One die?", "Both?", "Multiply."]),
    progress(),
)
"""


def test_axe_finds_nothing_serious_in_either_theme(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROBBERY, OTHERS)
    in_hand(table, "7").first.click()
    in_hand(table, "9").click()
    choice(table, "Lay 7 9").click()
    expect(why(table)).to_be_visible()
    for theme, light in (("JupyterLab Light", "true"), ("JupyterLab Dark", "false")):
        page.evaluate(THEME, theme)
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        for tab in ("Log", "Hint", "Rules"):
            table.get_by_role("tab", name=tab).click()
            expect(table.get_by_role("tabpanel", name=tab)).to_be_visible()
            check_access(page)
        table.locator("summary").click()
        expect(table.get_by_role("button", name="Download record")).to_be_visible()
        check_access(page)
        table.locator("summary").click()
    assert page.locator(".ck").count() == 6

    # it would have found something
    table.evaluate("node => node.append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        check_access(page)


@pytest.mark.parametrize("screen", [PHONE])
def test_a_turn_by_touch_on_a_narrow_screen(page: Page, lab: Lab, screen: dict[str, Any]) -> None:
    table = lay(page, lab, ROBBERY, app="doc/tree")
    for place in range(3):
        in_hand(table, "7").nth(place).tap()
    expect(choices(table).first).to_contain_text("Lay 7 7 7")
    choices(table).first.tap()
    expect(question(table)).to_contain_text("You robbed Michał")
    choice(table, "Take").tap()
    expect(question(table)).to_contain_text("You robbed Ela")
    choice(table, "Leave").tap()
    expect(question(table)).not_to_contain_text("You robbed")
    assert history(page) == ["lay 7 7 7", "take", "leave"]

    # everything is inside the table, the table inside the page, and large enough for a finger
    frame = table.bounding_box()
    assert frame and frame["x"] >= 0 and frame["x"] + frame["width"] <= 600
    wide = table.evaluate("node => node.scrollWidth - node.clientWidth")
    assert wide <= 0
    for button in (*choices(table).all(), *hand(table).all()):
        box = button.bounding_box()
        assert box and box["height"] >= 24 and box["width"] >= 16
        assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


def test_a_turn_in_notebook_7(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROBBERY, app="notebooks")
    in_hand(table, "4").click()
    expect(choices(table).first).to_contain_text("Lay 4")
    play(table, choices(table).first)
    expect(question(table)).to_contain_text("You robbed nobody")
    expect(table.locator('[data-key="notes"]')).to_contain_text("lynx.steal.must")
    play(table, choice(table, "End turn"))
    assert history(page) == ["lay 4", "end"]
    assert ask(page, "table.game.to_act") == 0
    check_access(page)

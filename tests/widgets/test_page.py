"""The page's half: mouse, keyboard, focus, tabs, gliding, widths, themes, two tables on a page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import cardkit
from widgets import Table

pytestmark = pytest.mark.browser
Lay = Callable[..., Page]


def robbery(**more: Any) -> Table:
    game = cardkit.position(
        "lynx",
        players=4,
        seed=4,
        hands={0: "3 3 4 7 7 7 9 12 *"},
        tables={0: ["5 5"], 1: ["6 6"], 2: ["10 10", "3 3 3"], 3: ["5 5 5"]},
        pool="1 5 9 9 * 2",
        discard="8 8",
    )
    return Table(game, **{"pause": 0, "save": False, **more})


def at(page: Page, key: str) -> Any:
    return page.locator(f'[data-key="{key}"]')


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.dataset.key ?? document.activeElement.textContent")


def mine(table: Table) -> list[str]:
    return [str(move) for seat, move in table.game.history if seat == 0]


def test_a_turn_with_thefts_by_mouse(lay: Lay) -> None:
    table = robbery()
    page = lay(table)
    for place in (3, 4, 5):
        at(page, f"hand-{place}").click()
    page.get_by_role("button", name="Lay 7 7 7 robs Michał, Ela").click()
    page.get_by_role("button", name=re.compile("^Take")).click()
    page.get_by_role("button", name=re.compile("^Leave")).click()
    expect(page.locator(".ck-sentence")).not_to_contain_text("You robbed")
    assert mine(table) == ["lay 7 7 7", "take", "leave"]


def test_a_turn_by_keyboard_only(lay: Lay) -> None:
    table = robbery()
    page = lay(table)
    for _ in range(20):
        page.keyboard.press("Tab")
        if focused(page).startswith("hand-"):
            break
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(at(page, "hand-7")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ck-choice").first).to_contain_text("Lay 12")
    assert focused(page) == "hand-7", "the redraw keeps the focus"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".ck-sentence")).to_contain_text("draw one card, or end your turn")
    assert mine(table) == ["lay 12"]


def test_one_tab_stop_for_each_group(lay: Lay) -> None:
    page = lay(robbery())
    stops = "group => [...group.querySelectorAll('button')].filter(b => b.tabIndex === 0).length"
    for group in page.locator("[data-arrows]").all():
        assert group.evaluate(stops) == 1


def test_an_illegal_move_shows_its_rule_and_escape_closes_it(lay: Lay) -> None:
    page = lay(robbery())
    at(page, "hand-3").click()
    at(page, "hand-6").click()
    page.locator(".ck-choice").first.click()
    why = at(page, "why")
    expect(why).to_contain_text("lynx.play.one-value")
    expect(page.get_by_role("status")).to_contain_text("one value a turn")
    why.get_by_role("link").click()
    rule = at(page, "rule-lynx.play.one-value")
    expect(rule).to_be_visible()
    expect(rule).to_be_focused()
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    expect(at(page, "hand-3")).to_have_attribute("aria-pressed", "true")


def test_tabs_follow_the_arrows_and_stay_open_when_the_table_changes(lay: Lay) -> None:
    page = lay(robbery())
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Hint")).to_be_focused()
    expect(at(page, "page-hint")).to_be_visible()
    expect(at(page, "page-log")).to_be_hidden()
    at(page, "hand-3").click()
    expect(at(page, "page-hint")).to_contain_text("If you lay 7")


def test_plain_keys_are_kept_from_the_notebook_and_shortcuts_are_not(lay: Lay) -> None:
    """JupyterLab asks the focused element itself; without this "x" would cut the cell."""
    page = lay(robbery())
    kept = "document.activeElement.hasAttribute('data-lm-suppress-shortcuts')"
    at(page, "hand-3").focus()
    page.keyboard.press("x")
    assert page.evaluate(kept)
    page.keyboard.press("Control+y")
    assert not page.evaluate(kept)


def test_a_double_click_is_one_move(lay: Lay) -> None:
    table = robbery()
    page = lay(table)
    at(page, "hand-2").click()
    page.locator(".ck-choice").first.dblclick()
    expect(page.locator(".ck-sentence")).to_contain_text("end your turn")
    assert mine(table) == ["lay 4"]


@pytest.mark.parametrize("motion, moving", [("no-preference", True), ("reduce", False)])
def test_cards_glide_unless_motion_is_reduced(lay: Lay, motion: str, moving: bool) -> None:
    page = lay(robbery(), motion=motion)
    page.evaluate(
        "() => { window.glides = 0; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (...a)"
        " { window.glides++; return animate.apply(this, a); }; }"
    )
    at(page, "hand-2").click()
    page.locator(".ck-choice").first.click()
    expect(page.locator(".ck-sentence")).to_contain_text("end your turn")
    assert (page.evaluate("window.glides") > 0) is moving


def test_a_record_is_downloaded_on_request(lay: Lay) -> None:
    table = robbery()
    page = lay(table)
    page.locator(".ck-menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download record").click()
    assert json.loads(download.value.path().read_text()) == table.game.record()


def test_a_record_is_uploaded(lay: Lay, tmp_path: Any) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(cardkit.new("lynx", players=3, seed=9).record()))
    table = robbery()
    page = lay(table)
    page.locator(".ck-menu summary").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Open record").click()
    expect(page.locator(".ck-meta")).to_contain_text("3 players")
    assert table.game.seed == 9


def test_ids_are_unique_when_two_views_share_a_page(lay: Lay) -> None:
    page = lay(robbery())
    page.evaluate("() => table2()")
    ids = page.evaluate("() => [...document.querySelectorAll('.ck [id]')].map((node) => node.id)")
    assert len(ids) == 12 and len(set(ids)) == 12


def test_nothing_unseen_is_in_the_pages_memory(lay: Lay) -> None:
    """The record would tell every hand: neither it nor the seed is in the page."""
    table = Table("lynx", seed=918273645, pause=0, save=False)
    page = lay(table)
    held = page.content() + page.evaluate("JSON.stringify([model.get('html'), model.get('faces')])")
    assert "918273645" not in held
    backs = page.locator(".ck-backs [data-face]").evaluate_all(
        "all => all.map(n => n.dataset.face)"
    )
    assert len(backs) == 39 and set(backs) <= {"? plain", "? edge"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 600, 900, 1240])
def test_the_table_fits_and_is_accessible(lay: Lay, width: int, theme: str) -> None:
    page = lay(robbery(), width=width, theme=theme)
    at(page, "hand-3").click()
    at(page, "hand-6").click()
    page.locator(".ck-choice").first.click()
    expect(at(page, "why")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for tab in ("Log", "Hint", "Rules"):
        page.get_by_role("tab", name=tab).click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_number_of_players_fits(lay: Lay, players: int) -> None:
    table = Table("lynx", players=players, seed=2, pause=0, save=False)
    for width in (600, 900, 1240):
        page = lay(table, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        inside = page.evaluate(
            "() => [...document.querySelectorAll('.ck-seat')].every((seat) =>"
            " [...seat.querySelectorAll('.ck-card')].every((card) =>"
            " card.getBoundingClientRect().right <= seat.getBoundingClientRect().right + 1))"
        )
        assert inside, f"cards stay inside their seat at {width}"

"""A person at the table, in JupyterLab: turns, refusals, whole games, undo, saving, two people."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Lab, run_all
from tests.browser.tables import (
    ROBBERY,
    ask,
    choice,
    choices,
    hand,
    history,
    in_hand,
    lay,
    lay_first,
    on_the_menu,
    play,
    question,
    tab_to,
    why,
)

RESTART = "() => { jupyterapp.commands.execute('notebook:restart-kernel'); }"
INFO = "() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.info"


def test_turns_with_thefts_by_mouse_an_illegal_move_and_undo(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROBBERY)

    # an illegal move shows its rule, and the rule's text
    in_hand(table, "7").first.click()
    in_hand(table, "9").click()
    choice(table, "Lay 7 9").click()
    expect(why(table)).to_contain_text("one value a turn")
    expect(table.get_by_role("status")).to_contain_text("one value a turn")
    why(table).get_by_role("link", name="lynx.play.one-value").click()
    expect(table.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    rule = table.locator('[data-key="rule-lynx.play.one-value"]')
    expect(rule).to_be_focused()
    expect(rule).to_be_in_viewport()
    assert history(page) == []
    why(table).get_by_role("button", name="Close").click()
    expect(why(table)).to_have_count(0)

    # a turn: two are robbed, one loot is taken and one left
    in_hand(table, "9").click()
    for place in (1, 2):
        in_hand(table, "7").nth(place).click()
    expect(choices(table).first).to_have_text("Lay 7 7 7robs Michał, Ela")
    play(table, choice(table, "Lay 7 7 7 robs Michał, Ela"))
    expect(question(table)).to_contain_text("You robbed Michał")
    play(table, choice(table, "Take"))
    expect(question(table)).to_contain_text("You robbed Ela")
    expect(in_hand(table, "3")).to_have_count(5)
    play(table, choice(table, "Leave"))
    expect(question(table)).not_to_contain_text("You robbed")
    assert history(page) == ["lay 7 7 7", "take", "leave"]
    assert ask(page, "table.game.to_act") == 0, "the bots have had their turns"
    table.get_by_role("tab", name="Log").click()
    expect(table.get_by_role("list", name="Log, newest first")).to_contain_text("lynx.steal.take")

    # undo goes back to my own last decision, and from then on it is practice
    expect(table.locator(".ck-meta")).not_to_contain_text("practice")
    play(table, table.get_by_role("button", name="Undo"))
    expect(question(table)).to_contain_text("You robbed Ela")
    expect(table.locator(".ck-meta")).to_contain_text("practice")
    assert history(page) == ["lay 7 7 7", "take"]
    play(table, table.get_by_role("button", name="Undo"))
    play(table, table.get_by_role("button", name="Undo"))
    expect(hand(table)).to_have_count(9)
    assert history(page) == []


def test_a_turn_with_thefts_by_keyboard_only(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROBBERY)
    key = page.keyboard.press
    key("Escape")  # out of the cell's editor

    spread = table.get_by_role("list", name="Your hand")
    tab_to(page, spread)
    expect(hand(table).first).to_be_focused()
    for _ in range(3):
        key("ArrowRight")
    for _ in range(3):
        key("Space")
        key("ArrowRight")
    pressed = spread.get_by_role("button", pressed=True)
    expect(pressed).to_have_count(3)
    expect(choices(table).first).to_contain_text("Lay 7 7 7")
    expect(hand(table).nth(6)).to_be_focused()
    key("Home")
    expect(hand(table).first).to_be_focused()

    moves = table.get_by_role("group", name="Moves")
    tab_to(page, moves)
    key("Enter")
    expect(question(table)).to_contain_text("You robbed Michał")
    tab_to(page, moves)
    key("Enter")
    expect(question(table)).to_contain_text("You robbed Ela")
    tab_to(page, moves)
    key("ArrowRight")
    expect(choice(table, "Leave")).to_be_focused()
    key("Space")
    expect(question(table)).not_to_contain_text("You robbed")
    assert history(page) == ["lay 7 7 7", "take", "leave"]
    assert ask(page, "6 * 7") == 42, "no key reached the notebook: the cells are what they were"
    expect(page.locator(".jp-CodeCell")).to_have_count(2)


def test_whole_games_at_two_tables_in_one_notebook(page: Page, lab: Lab) -> None:
    basic = 'one = Table("lynx", players=3, seed=3, pause=0, save=False)\none'
    duel = 'two = Table("lynx", players=2, seed=7, pause=0, save=False)\ntwo'
    lay(page, lab, basic, duel)
    tables = page.get_by_role("region", name="Lynx table")
    expect(tables).to_have_count(2)
    first, second = tables.nth(0), tables.nth(1)

    # one move here changes nothing there
    before = second.inner_html()
    play(first, choices(first).first)
    assert ask(page, "[len(one.game.history) > 0, len(two.game.history)]") == [True, 0]
    assert second.inner_html() == before
    hand(second).first.click()
    expect(second.get_by_role("button", pressed=True)).to_have_count(1)
    expect(first.get_by_role("button", pressed=True)).to_have_count(0)
    hand(second).first.click()

    for table, name in ((first, "one"), (second, "two")):
        finish(table)
        ended = f"{name}.game.outcome"
        winners, *rules = ask(page, f"[{ended}.winners, {ended}.ended, {ended}.rule]")
        told = table.get_by_role("region", name="Your decision")
        expect(told).to_contain_text("You win!" if winners == [0] else "win")
        for rule in rules:
            expect(told).to_contain_text(rule)
            told.get_by_role("link", name=rule).click()
            expect(table.locator(f'[data-key="rule-{rule}"]')).to_be_visible()
    play(second, choice(second, "New game"))
    expect(question(second)).to_contain_text("Lay cards")
    expect(choice(first, "New game")).to_be_visible()


def finish(table: Locator) -> None:
    """Press the first button that is offered, until the game is over."""
    for _ in range(80):
        if "New game" in choices(table).first.inner_text():
            return
        play(table, choices(table).first)
    raise AssertionError("80 decisions, and no end")


def test_a_game_is_saved_and_resumed_after_a_kernel_restart(page: Page, lab: Lab) -> None:
    evening = 'table = Table("lynx", seed=7, pause=0, save="evening")\ntable'
    table = lay(page, lab, evening)
    lay_first(table)
    play(table, choice(table, "End turn"))
    said = "[table.game.record(), table.game.view(0)]"
    before, shown = ask(page, said), hand(table).count()
    saved = [*lab.root.glob("copy-*/.cardkit/evening.json")]
    assert json.loads(saved[-1].read_text())["record"] == before[0]

    page.evaluate(RESTART)
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    page.evaluate(INFO)
    hand(table).first.click()
    expect(table.locator("xpath=..").get_by_role("alert")).to_contain_text("Run this cell again")
    run_all(page)
    table = page.get_by_role("region", name="Lynx table")
    expect(table).to_have_count(1)
    expect(hand(table)).to_have_count(shown)
    assert ask(page, said) == before
    play(table, choices(table).first)
    assert len(history(page)) == 3


def test_a_record_is_downloaded_and_opened(page: Page, lab: Lab, tmp_path: Path) -> None:
    table = lay(page, lab, 'table = Table("lynx", seed=7, pause=0, save=False)\ntable')
    lay_first(table)
    with page.expect_download() as download:
        on_the_menu(table, "Download record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert json.loads(record.read_text()) == ask(page, "table.game.record()")

    # a new game with a seed and options, then the record again
    menu = table.locator("details")
    on_the_menu(table, "New game")
    menu.get_by_label("Players").select_option("3")
    menu.get_by_label("Mode").select_option("expert")
    menu.get_by_label("Seed").fill("12")
    play(table, menu.get_by_role("button", name="New game"))
    expect(table.locator(".ck-meta")).to_have_text("expert · 3 players")
    assert ask(page, "table.game.seed") == 12
    button = on_the_menu(table, "Open record")
    menu.get_by_label("Record").set_input_files(record)
    play(table, button)
    expect(table.locator(".ck-meta")).to_have_text("basic · 4 players")
    assert ask(page, "table.game.record()") == json.loads(record.read_text())

    # a file that is no record is refused and changes nothing
    record.write_text('{"cardkit": 1, "game": "chess"}')
    button = on_the_menu(table, "Open record")
    menu.get_by_label("Record").set_input_files(record)
    button.click()
    expect(why(table)).to_be_visible()
    assert len(history(page)) == 1


def test_two_people_pass_the_table_behind_a_curtain(page: Page, lab: Lab) -> None:
    source = 'table = Table("lynx", seats={0: "human", 2: "human"}, seed=7, pause=0, save=False)'
    table = lay(page, lab, f"{source}\ntable")

    def curtain(name: str) -> Locator:
        expect(question(table)).to_contain_text(f"Hand the table to {name}.")
        for nothing in (table.locator(".ck-card"), table.get_by_role("list"), hand(table)):
            expect(nothing).to_have_count(0)
        assert not re.search("ck-card|data-face|log-", ask(page, "table.html"))
        return choice(table, f"I am {name}, show my cards")

    def shown() -> list[str | None]:
        return [card.get_attribute("aria-label") for card in hand(table).all()]

    play(table, curtain("Ola"))
    olas = ["joker" if card == "*" else card for card in ask(page, "table.game.view(0)['hand']")]
    assert shown() == olas
    lay_first(table)
    play(table, choice(table, "End turn"))
    show = curtain("Michał")
    assert ask(page, "table.game.to_act") == 2
    play(table, show)
    michals = ["joker" if card == "*" else card for card in ask(page, "table.game.view(2)['hand']")]
    assert shown() == michals != olas
    expect(table.get_by_role("list", name=re.compile("^Opponents"))).to_contain_text("Ola")

"""What tests of tables share: a table in a notebook, a player's hands, what the kernel says."""

from __future__ import annotations

import json
import re
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.lab import Lab, cells, open_notebook, run_all

IMPORTS = "import cardkit\nfrom widgets import Table"
# Three 7s rob two people; a 7 with a 9 is illegal; a 4 robs nobody.
ROBBERY = """
game = cardkit.position(
    "lynx", players=4, seed=4, hands={0: "3 3 4 7 7 7 9 12 *"}, pool="1 5 9 9 * 2", discard="8 8",
    tables={0: ["5 5"], 1: ["6 6"], 2: ["10 10", "3 3 3"], 3: ["5 5 5"]})
table = Table(game, pause=0, save=False)
table
"""

# Run code in the notebook's kernel without a cell; what it prints comes back.
ASK = """async (code) => {
    const { kernel } = jupyterapp.shell.currentWidget.context.sessionContext.session;
    const asked = kernel.requestExecute({ code, store_history: false });
    let said = "";
    asked.onIOPub = ({ header, content }) => {
        if (header.msg_type === "stream") said += content.text;
        if (header.msg_type === "error") said += `${content.ename}: ${content.evalue}`;
    };
    await asked.done;
    return said;
}"""


def lay(
    page: Page, lab: Lab, *sources: str, app: str = "lab/tree", game: str = "Lynx"
) -> Locator:
    """Run a notebook of these cells and give its first table."""
    open_notebook(page, lab, notebook(*sources), app)
    run_all(page)
    table = page.get_by_role("region", name=f"{game} table").first
    expect(table).to_be_visible()
    return table


def notebook(*sources: str) -> nbformat.NotebookNode:
    return cells(IMPORTS, *sources)


def ask(page: Page, expression: str) -> Any:
    """The value of an expression in the kernel, as JSON."""
    said = page.evaluate(ASK, f"import json; print(json.dumps({expression}))")
    return json.loads(said)


def history(page: Page, table: str = "table") -> list[str]:
    """The moves of seat 0, as the kernel has them."""
    moves: list[str] = ask(page, f"[str(m) for s, m in {table}.game.history if s == 0]")
    return moves


# ---- a player's eyes and hands ----


def hand(table: Locator) -> Locator:
    return table.get_by_role("list", name="Your hand").get_by_role("button")


def in_hand(table: Locator, card: str) -> Locator:
    return called(table.get_by_role("list", name="Your hand"), card)


def called(where: Locator, card: str) -> Locator:
    """The buttons of that card; more may be said of it ("5, look here")."""
    return where.get_by_role("button", name=re.compile(f"^{re.escape(card)}(,|$)"))


def lay_first(table: Locator) -> None:
    """Pick the first card of the hand and lay it: the first button then offers that."""
    card = hand(table).first
    card.click()
    expect(choices(table).first).to_contain_text(f"Lay {card.get_attribute('aria-label')}")
    play(table, choices(table).first)


def choice(table: Locator, words: str) -> Locator:
    """The move whose name begins with these words."""
    moves = table.get_by_role("group", name="Moves")
    return moves.get_by_role("button", name=re.compile(f"^{re.escape(words)}"))


def choices(table: Locator) -> Locator:
    return table.get_by_role("group", name="Moves").get_by_role("button")


def question(table: Locator) -> Locator:
    return table.locator(".ck-sentence")


def why(table: Locator) -> Locator:
    """The refusal."""
    return table.locator('[data-key="why"]')


def version(table: Locator) -> str | None:
    return table.locator("xpath=..").get_attribute("data-version")


def play(table: Locator, button: Locator) -> None:
    """Press a button that changes the table, and wait until it has."""
    before = version(table)
    button.click()
    expect(table.locator("xpath=..")).not_to_have_attribute("data-version", before or "")


def on_the_menu(table: Locator, words: str) -> Locator:
    """A button of the Game menu, which is opened for it."""
    menu = table.locator("details")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    return menu.get_by_role("button", name=words)


# ---- what a page received ----


def listen(page: Page) -> list[bytes]:
    """Every frame of every websocket from now on."""
    frames: list[bytes] = []

    def heard(frame: str | bytes) -> None:
        frames.append(frame.encode() if isinstance(frame, str) else frame)

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", heard)

    page.on("websocket", opened)
    return frames


def contents(frame: bytes) -> bytes:
    """What a frame of a kernel's websocket says, without the headers (ids and dates)."""
    word = 8  # bytes of a little-endian number: first how many offsets, then the offsets
    many = int.from_bytes(frame[:word], "little")
    if not 5 < many < 100:
        return frame  # not a message of the kernel
    start = int.from_bytes(frame[5 * word : 6 * word], "little")
    return frame[start:]  # channel, header, parent header and metadata come before


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if wanted.evaluate("node => node.contains(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never came there")

"""A real browser with the table's own module and stylesheet, and a table in this process behind it.

There is no Jupyter here: the page's model is a stand-in that passes messages to the table, so a
test takes about a second. `tests/browser` drives the real thing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import widgets
from widgets import Table
from widgets.render import stylesheet

SCRIPT = Path(widgets.__file__).with_name("table.js")
STAND_IN = """
<!doctype html><html lang="en" data-theme="%s"><meta charset="utf-8"><title>Table</title>
<style>%s</style><body style="margin:0"><main>
<h1 style="position:absolute;opacity:0">Table</h1><div id="here"></div></main>
<script type="module">
%s
const heard = {}, state = %s;
window.model = {
  get: (name) => state[name],
  on: (name, act) => { (heard[name] ??= []).push(act); },
  off: () => {},
  send: (message) => { window.sent = message; window.toPython(message); },
};
window.fromPython = (html, message) => {
  const changed = html !== state.html;
  state.html = html;
  if (changed) (heard["change:html"] ?? []).forEach((act) => act());
  if (message) (heard["msg:custom"] ?? []).forEach((act) => act(message));
};
table.render({ model: window.model, el: document.getElementById("here") });
window.table2 = () => table.render({
  model: window.model, el: document.body.appendChild(document.createElement("div")),
});
window.ready = true;
</script></body></html>
"""


@pytest.fixture
def lay(browser: Browser) -> Iterator[Callable[..., Page]]:
    """`page = lay(table, width=900)`: the table on a page of that width."""
    pages = []

    def laid(table: Table, width: int = 900, theme: str = "light", motion: str = "reduce") -> Page:
        page = browser.new_page(
            viewport={"width": width, "height": 700}, reduced_motion=motion, device_scale_factor=1.4
        )
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and page.errors.append(said.text))
        back: list[dict[str, Any]] = []
        table.send = lambda content, buffers=None: back.append(content)  # type: ignore[method-assign]

        def receive(message: Any) -> None:
            table._receive(table, message, [])
            for answer in [*back]:
                page.evaluate("([html, said]) => fromPython(html, said)", [table.html, answer])
            back.clear()

        page.expose_function("toPython", receive)
        module = SCRIPT.read_text(encoding="utf-8").replace("export default", "const table =")
        state = json.dumps({"html": table.html, "faces": table.faces}).replace("</", "<\\/")
        page.set_content(STAND_IN % (theme, stylesheet(), module, state))
        page.wait_for_function("window.ready")
        pages.append(page)
        return page

    yield laid
    for page in pages:
        assert page.errors == []
        page.close()

"""Fixtures: one JupyterLab for all browser tests, a watched page for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.lab import Lab, Watch, start_lab

collect_ignore_glob = ["*.ipynb"]  # run here by a browser, not by nbval
expect.set_options(timeout=20_000)  # milliseconds; only a failure takes as long
# Notebook 7.6 says these of itself, with any notebook; JupyterLab does not.
NOTEBOOKS_OWN = {
    "Cannot read properties of undefined (reading 'schema')",
    "Command 'filebrowser:open-path' not registered.",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on this machine, with settings of its own."""
    server = start_lab(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


@pytest.fixture
def watch() -> Watch:
    """What this test's page did that it should not; a test that provokes it clears the list."""
    return Watch()


@pytest.fixture
def screen() -> dict[str, Any]:
    """What the page is shown on; a test for phones asks for another."""
    return {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture
def page(browser: Browser, lab: Lab, watch: Watch, screen: dict[str, Any]) -> Iterator[Page]:
    """A fresh page that can reach the lab and nothing else, and must not try to."""
    context = browser.new_context(**screen)
    context.set_default_timeout(30_000)
    elsewhere = re.compile(rf"^(?!(data|blob|about):)(?!(http|ws){re.escape(lab.url[4:])}/)")

    def request(url: str) -> None:
        if elsewhere.match(url):
            watch.offsite.append(url)

    def error(text: str) -> None:
        if not ("/notebooks/" in page.url and text in NOTEBOOKS_OWN):
            watch.errors.append(text)

    context.route(elsewhere, lambda route: route.abort())
    page = context.new_page()
    page.on("request", lambda asked: request(asked.url))
    page.on("websocket", lambda socket: request(socket.url))
    page.on("pageerror", lambda thrown: error(str(thrown)))
    page.on("console", lambda said: error(said.text) if said.type == "error" else None)
    yield page
    context.close()
    lab.stop_kernels()
    assert not watch.offsite, f"asked other sites: {watch.offsite}"
    assert not watch.errors, f"errors in the browser's console: {watch.errors}"


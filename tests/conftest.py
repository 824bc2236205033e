"""Fixtures for all tests: the proof of a rule, and one browser.

A test marked `@rule(id)` fails unless the engine cited that id meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from cardkit.errors import BadInput
from cardkit.events import Event, Outcome

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def citations(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Collect every rule id that an event, a refusal or an outcome carries during the test."""
    wanted = [mark.args[0] for mark in request.node.iter_markers("rule")]
    if not wanted:
        yield
        return
    cited: set[str | None] = set()
    for kind in (Event, BadInput, Outcome):
        _record(kind, cited, monkeypatch)
    yield
    missing = [rule for rule in wanted if rule not in cited]
    assert not missing, f"the engine never cited {missing}; it cited {sorted(filter(None, cited))}"


def _record(kind: type, cited: set[str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    original = kind.__init__

    def init(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        original(self, *args, **kwargs)
        cited.add(self.rule)
        cited.add(getattr(self, "ended", None))

    monkeypatch.setattr(kind, "__init__", init)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; without one the tests fail and say what to install."""
    from playwright.sync_api import sync_playwright

    from tests.browser.find_browser import ADVICE, FLAGS, find

    path = find()
    if path is None:
        pytest.fail(ADVICE, pytrace=False)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(autouse=True)
def no_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright keeps its event loop running between tests; those without a browser see none."""
    loop = asyncio._get_running_loop()
    if "browser" in request.fixturenames or loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)

"""Fixtures for all tests: the proof of a rule, and one browser.

A test marked `@rule(id)` fails unless the engine cited that id meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from cardkit.errors import BadInput
from cardkit.events import Outcome
from cardkit.game import Game

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
    _record(Game, "_tell", lambda game: cited.add(game.events[-1].rule), monkeypatch)
    _record(BadInput, "__init__", lambda refusal: cited.add(refusal.rule), monkeypatch)
    _record(Outcome, "__init__", lambda won: cited.update({won.ended, won.rule}), monkeypatch)
    yield
    missing = [rule for rule in wanted if rule not in cited]
    assert not missing, f"the engine never cited {missing}; it cited {sorted(filter(None, cited))}"


def _record(
    kind: type, method: str, note: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each call of that method, take a note of the object."""
    original = getattr(kind, method)

    def recorded(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        original(self, *args, **kwargs)
        note(self)

    monkeypatch.setattr(kind, method, recorded)


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

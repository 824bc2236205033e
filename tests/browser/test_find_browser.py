"""A browser is found, or got, or its absence is said: never a silent skip."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import find_browser


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine without a browser; what is tried to get one is noted here."""
    tried: list[str] = []
    monkeypatch.delenv("CARDKIT_BROWSER", raising=False)
    monkeypatch.setattr(find_browser, "candidates", lambda: iter(tried))
    monkeypatch.setattr(find_browser, "runs", lambda path: path == "works")
    monkeypatch.setattr(find_browser, "get_debians", lambda: tried.append("debian"))
    monkeypatch.setattr(find_browser, "get_playwrights", lambda: tried.append("playwright"))
    return tried


def test_an_installed_browser_is_taken_first(machine: list[str]) -> None:
    machine.append("works")
    assert find_browser.find_or_get() == "works"
    assert machine == ["works"]


def test_debians_comes_before_playwrights(
    machine: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_browser, "get_playwrights", lambda: machine.append("works"))
    assert find_browser.find_or_get() == "works"
    assert machine == ["debian", "works"]


def test_without_any_we_are_told_what_to_install(machine: list[str]) -> None:
    with pytest.raises(find_browser.NoBrowser, match="apt-get install chromium"):
        find_browser.find_or_get()
    assert machine == ["debian", "playwright"]


def test_what_is_no_chromium_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stub = tmp_path / "chromium"  # as Ubuntu's, which only says that one should install a snap
    stub.write_text("#!/bin/sh\necho Install me first\nexit 1\n")
    stub.chmod(0o755)
    monkeypatch.setenv("CARDKIT_BROWSER", str(stub))
    with pytest.raises(find_browser.NoBrowser, match="not a Chromium that starts"):
        find_browser.find_or_get()

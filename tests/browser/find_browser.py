"""Find a Chromium to test with, or get one: installed, Debian's package, Playwright's download.

`python -m tests.browser.find_browser` prints its path, or says what to install and fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_APPS = ("Chromium", "Google Chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
ADVICE = (
    "The browser tests need Chromium and none could be found or installed. Install Chromium or "
    "Google Chrome from your system's packages (Debian: apt-get install chromium), or Playwright's "
    "own (.venv/bin/playwright install chromium), or name one: CARDKIT_BROWSER=/path/to/it"
)


class NoBrowser(Exception):
    """No browser can be had; the message says what to install."""


def candidates() -> Iterator[str]:
    """Where a browser may be; a chosen one stands alone."""
    if chosen := os.environ.get("CARDKIT_BROWSER"):
        yield chosen
        return
    yield from filter(None, map(shutil.which, NAMES))
    for app in MAC_APPS:
        yield f"/Applications/{app}.app/Contents/MacOS/{app}"
    yield playwrights_own()


def playwrights_own() -> str:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def runs(path: str) -> bool:
    """True if there is a browser behind the name (Ubuntu's is a script that asks for a snap)."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and "Chrom" in answer.stdout


def find() -> str | None:
    """The path of an installed browser that starts."""
    return next(filter(runs, candidates()), None)


def get_debians() -> None:
    """Debian's package, when we may install it."""
    release = Path("/etc/os-release")
    if not release.exists() or "ID=debian" not in release.read_text().split() or os.geteuid() != 0:
        return
    print("Installing Debian's chromium", file=sys.stderr)
    quietly(["apt-get", "update", "-qq"])
    quietly(["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium"])


def get_playwrights() -> None:
    """Playwright's own download, for this user."""
    print("Downloading Playwright's Chromium", file=sys.stderr)
    quietly([sys.executable, "-m", "playwright", "install", "chromium"])


def quietly(command: list[str]) -> None:
    """Run it; only if it fails show the end of what it said."""
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    except OSError as problem:
        print(f"{command[0]}: {problem}", file=sys.stderr)
        return
    if done.returncode:
        print(*done.stdout.splitlines()[-3:], sep="\n", file=sys.stderr)


def find_or_get() -> str:
    """The path of a browser that starts, installed first if need be."""
    if path := find():
        return path
    if chosen := os.environ.get("CARDKIT_BROWSER"):
        raise NoBrowser(f"CARDKIT_BROWSER={chosen} is not a Chromium that starts.")
    for get in (get_debians, get_playwrights):
        get()
        if path := find():
            return path
    raise NoBrowser(ADVICE)


if __name__ == "__main__":
    try:
        print("Browser:", find_or_get())
    except NoBrowser as nothing:
        sys.exit(str(nothing))

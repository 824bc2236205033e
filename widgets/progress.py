"""What a learner has done, kept in a small JSON file beside the notebook.

It can be downloaded and restored, because a hosted session forgets its files after a while.

>>> import tempfile
>>> kept = Progress(Path(tempfile.mkdtemp()) / "progress.json")
>>> kept.mark("lynx/lonely-13", paws=2)
>>> kept.paws("lynx/lonely-13"), kept.paws("lynx/last-lay")
(2, 0)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cardkit import BadInput
from widgets import saves

VERSION = 1
MARK = "cardkit-progress"  # what tells our file from any other
PAWS = range(1, 4)
MOST = 5000  # entries; the lessons have a few hundred
LARGEST = 500_000  # characters of a file that is brought back
_KEY = re.compile(r"[\w][\w ./:-]{0,119}")


class Progress:
    """Levels and questions done, each with one to three paws; the best result is kept."""

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path else saves.FOLDER / "progress.json"
        self.trouble = ""  # why nothing could be read or written, in a sentence
        self._heard: list[Callable[[], None]] = []
        self._done: dict[str, int] = {}
        try:
            if self.path.exists():
                self._done = parse(self.path.read_text(encoding="utf-8"))
        except (BadInput, OSError, UnicodeDecodeError):
            self.trouble = "The progress kept here could not be read, so a new page is begun."

    def mark(self, key: str, paws: int = 3) -> None:
        """Note that a level or a question is done."""
        self._merge({_checked_key(key): _checked_paws(key, paws)})

    def paws(self, key: str) -> int:
        """How well it was done: 3, 2 or 1 paws; 0 if it has not been done."""
        return self._done.get(key, 0)

    def __contains__(self, key: object) -> bool:
        return key in self._done

    def __len__(self) -> int:
        return len(self._done)

    def text(self) -> str:
        """The file's content, as it is downloaded."""
        return json.dumps(self._data(), ensure_ascii=False, indent=1)

    def restore(self, content: object) -> int:
        """Add what a downloaded file holds; returns how many entries it has. Nothing gets worse."""
        brought = parse(content)
        self._merge(brought)
        return len(brought)

    def forget(self) -> None:
        """Begin anew."""
        self._done = {}
        self._keep()

    def on_change(self, act: Callable[[], None]) -> None:
        """Call this whenever something is added."""
        self._heard.append(act)

    def panel(self) -> Any:
        """Buttons to download and to restore, for a notebook."""
        from widgets.progress_panel import Panel  # only a notebook needs a widget

        return Panel(self)

    def __repr__(self) -> str:
        return f"<{len(self)} done, kept in {self.path}>"

    def _data(self) -> dict[str, Any]:
        return {MARK: VERSION, "done": dict(sorted(self._done.items()))}

    def _merge(self, more: Mapping[str, int]) -> None:
        for key, paws in more.items():
            self._done[key] = max(paws, self.paws(key))
        self._keep()

    def _keep(self) -> None:
        try:
            saves.put(self.path, self._data())
        except OSError:  # a folder one may not write in: remembered until the kernel stops
            self.trouble = "Progress cannot be kept in this folder: download it before you leave."
        for act in self._heard:
            act()


@cache
def mine() -> Progress:
    """The progress of whoever uses this kernel."""
    return Progress()


def parse(content: object) -> dict[str, int]:
    """The entries of a progress file, or a sentence about what is wrong with it.

    >>> parse('{"cardkit-progress": 1, "done": {"lynx/last-lay": 3}}')
    {'lynx/last-lay': 3}
    >>> parse("[]")
    Traceback (most recent call last):
    cardkit.errors.BadInput: That is no progress file of this kit.
    """
    if not isinstance(content, str) or len(content) > LARGEST:
        raise BadInput(f"A progress file is a text of at most {LARGEST:,} characters.")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise BadInput("That is no progress file: it is not JSON.") from None
    if not isinstance(data, dict) or MARK not in data:
        raise BadInput("That is no progress file of this kit.")
    if data[MARK] != VERSION:
        raise BadInput(
            f"This kit reads progress files of version {VERSION}, not {data[MARK]!r:.20}."
        )
    done = data.get("done")
    if not isinstance(done, dict) or len(done) > MOST:
        raise BadInput(f"A progress file lists what is done, at most {MOST:,} entries.")
    return {_checked_key(key): _checked_paws(key, paws) for key, paws in done.items()}


def _checked_key(key: object) -> str:
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise BadInput(f"{key!r:.40} is no name of a level or a question.")
    return key


def _checked_paws(key: str, paws: object) -> int:
    if not isinstance(paws, int) or isinstance(paws, bool) or paws not in PAWS:
        raise BadInput(f"{key:.40}: one to three paws, not {paws!r:.20}.")
    return paws

"""Two buttons for a notebook: download what has been done, and restore it from that file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from cardkit import BadInput
from widgets.icons import icon
from widgets.markup import tag, text
from widgets.messages import NONSENSE, understood
from widgets.progress import Progress

_HERE = Path(__file__).parent


class Panel(anywidget.AnyWidget):
    """Shows how much is done; what is wrong with a file is said beside the buttons."""

    _esm = _HERE / "table.js"
    _css = "\n".join((_HERE / name).read_text("utf-8") for name in ("table.css", "quiz.css"))
    html = traitlets.Unicode().tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)  # there are no cards here

    def __init__(self, kept: Progress, game: str = "lynx") -> None:
        super().__init__()
        self.kept, self.game = kept, game
        self.said = kept.trouble
        self._paint()
        kept.on_change(self._paint)
        self.on_msg(self._receive)

    def restore(self, content: object) -> None:
        """Bring a downloaded file back; a bad one gets a sentence and changes nothing."""
        try:
            many = self.kept.restore(content)
            self.said = f"Welcome back: {many} restored."
        except BadInput as wrong:
            self.said = f"{wrong.text} Nothing has changed."
        self._paint()

    def _receive(self, _: Any, message: Any, buffers: Any) -> None:
        try:
            verb, _, given = understood(message)
            if verb == "download":
                self.send({"download": self.kept.text(), "name": "progress.json"})
            elif verb == "restore":
                self.restore(given.get("record"))
            else:
                raise BadInput(NONSENSE)
        except BadInput as wrong:
            self.said = wrong.text
            self._paint()
        self.send({"done": True})

    def _paint(self) -> None:
        many = len(self.kept)
        counted = "Nothing done yet." if not many else f"{many} done so far."
        down = tag(
            "button",
            icon("draw"),
            tag("span", "Download"),
            type="button",
            class_="ck-tool",
            data_verb="download",
            data_places="",
            data_key="down",
        )
        file = tag("input", type="file", name="record", accept=".json,application/json")
        label = tag("label", tag("span", "File"), file)
        up = tag("form", label, tag("button", "Restore", class_="ck-tool"), class_="q-restore",
                 data_verb="restore", data_key="up")  # fmt: skip
        box = tag(
            "section",
            tag("p", icon("paw"), tag("span", "Your progress"), class_="q-kind"),
            tag("p", tag("b", text(counted)), " ", text(self.said), role="status", data_key="live"),
            tag("div", down, up, class_="q-keep"),
            class_="q-box",
            aria_label="Your progress",
        )
        self.html = tag("div", box, class_="ck ck-quiz", data_game=self.game, data_version=0)

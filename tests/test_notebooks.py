"""Every lesson is done: each question answered, each level solved, each slider moved.

nbval runs the cells; this presses what is shown, so that no callback goes untested.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
BOOKS = sorted(ROOT.joinpath("notebooks").rglob("*.ipynb"))
PRESS = "from tests.pressing import press_everything\nprint(press_everything())"


@pytest.mark.slow
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_everything_in_the_notebook_can_be_pressed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    book = nbformat.read(path, as_version=4)
    book.cells.append(nbformat.v4.new_code_cell(PRESS))
    NotebookClient(book, timeout=240, resources={"metadata": {"path": str(tmp_path)}}).execute()
    pressed = book.cells[-1].outputs[0]["text"]
    widgets = sum(
        cell.source.count(word + "(") for cell in book.cells for word in ("ask", "predict")
    )
    assert int(pressed.split()[0]) >= widgets, pressed


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_stored_notebook_shows_pictures_and_keeps_no_widget_state(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    text = path.read_text(encoding="utf-8")
    assert "widget-view+json" not in text and "widgets" not in book.metadata
    assert any("image/png" in o.get("data", {}) for c in book.cells for o in c.get("outputs", []))
    assert path.stat().st_size < 600_000

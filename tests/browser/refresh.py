"""Run the notebooks in a real JupyterLab and store what a reader of the file should see.

`make notebooks`, or `python -m tests.browser.refresh notebooks/00-welcome.ipynb`. Text and figures
are kept as they are; a widget is stored as a picture of itself, never as widget state, so that code
hosting shows something good and a re-run changes nothing.
"""

from __future__ import annotations

import base64
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.find_browser import FLAGS, find
from tests.browser.lab import CELLS, PROJECT, Lab, open_notebook, run_all, start_lab

WIDGET = "application/vnd.jupyter.widget-view+json"
DRAWN = 'class="ck'  # a table drawn as HTML, whose style code hosting would strip
INTERACTIVE = "An interactive part of the lesson: run the notebook to use it."
COLOURS = 128  # of a stored picture: enough for drawn cards, small as a file
# Every cell must be in the page to be photographed, not only those in sight.
SETTINGS = {"windowingMode": "none"}


def refresh(page: Page, lab: Lab, path: Path) -> None:
    """Run one notebook and write its outputs back into the file."""
    open_notebook(page, lab, path)
    run_all(page)
    page.wait_for_timeout(2500)  # bots move, cards glide
    book = nbformat.read(path, as_version=4)
    shown = page.locator(".jp-NotebookPanel .jp-Cell")
    count = 0
    for number, (cell, run) in enumerate(zip(book.cells, page.evaluate(CELLS), strict=True)):
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
            areas = shown.nth(number).locator(".jp-OutputArea-child")
            cell.outputs = [
                nbformat.from_dict(_stored(output, areas.nth(place), count))
                for place, output in enumerate(run["outputs"])
            ]
    book.metadata.pop("widgets", None)
    nbformat.write(book, path)
    print(f"{path.relative_to(PROJECT)}: {path.stat().st_size // 1024} KB")


def _stored(output: dict[str, Any], area: Any, count: int) -> dict[str, Any]:
    output = {key: value for key, value in output.items() if key != "transient"}
    if "execution_count" in output:
        output["execution_count"] = count
    data = output.get("data", {})
    if "image/png" in data:
        data["image/png"] = _small(base64.b64decode(data["image/png"]))
    if WIDGET not in data and DRAWN not in "".join(data.get("text/html", "")):
        return output
    area.scroll_into_view_if_needed()
    picture = _small(area.locator(".jp-OutputArea-output").first.screenshot(animations="disabled"))
    words = data["text/plain"] if WIDGET not in data else INTERACTIVE
    return {
        "output_type": "display_data",
        "metadata": {},
        "data": {"image/png": picture, "text/plain": words},
    }


def _small(png: bytes) -> str:
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    image = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return base64.b64encode(out.getvalue()).decode()


def main(paths: list[Path]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lab = start_lab(Path(folder) / "lab")
        settings = Path(folder) / "lab" / "settings" / "@jupyterlab" / "notebook-extension"
        settings.mkdir(parents=True)
        (settings / "tracker.jupyterlab-settings").write_text(json.dumps(SETTINGS))
        chromium = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        try:
            for path in paths:
                page = chromium.new_page(viewport={"width": 1240, "height": 1000})
                page.set_default_timeout(60_000)
                refresh(page, lab, path.resolve())
                page.close()
                lab.stop_kernels()
        finally:
            chromium.close()
            lab.stop()


if __name__ == "__main__":
    given = [Path(name) for name in sys.argv[1:]]
    main(given or sorted((PROJECT / "notebooks").rglob("*.ipynb")))

"""A JupyterLab of our own for the browser tests, and what a test does with it: open, run.

Nothing of the user's settings is read, nothing is written outside a temporary folder.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
from playwright.sync_api import Page

PROJECT = Path(__file__).parents[2]
START_SECONDS = 90
NEWS_OFF = {"fetchNews": "false", "checkForUpdates": False}

# Awaited in the page before cells are run; sooner, JupyterLab asks which kernel to use.
READY = """async () => {
    const pause = () => new Promise(done => setTimeout(done, 50));
    while (!window.jupyterapp) await pause();
    await jupyterapp.restored;
    while (!jupyterapp.shell.currentWidget?.context) await pause();
    const { context } = jupyterapp.shell.currentWidget;
    await context.ready;
    await context.sessionContext.ready;
    await context.sessionContext.session.kernel.info;
}"""
RUN_ALL = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
CELLS = "() => jupyterapp.shell.currentWidget.context.model.toJSON().cells"


@dataclass
class Lab:
    """A running server: its address, the folder that it serves, its process."""

    url: str
    root: Path
    process: subprocess.Popen[bytes]
    log: Path
    copies: int = 0

    def alive(self) -> bool:
        return self.process.poll() is None

    def said(self) -> str:
        return self.log.read_text(errors="replace")[-2000:]

    def ask(self, method: str, path: str) -> Any:
        """Ask the server's own interface, as in `lab.ask("GET", "api/sessions")`."""
        request = urllib.request.Request(f"{self.url}/{path}", method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or b"null")

    def stop_kernels(self) -> None:
        """End what a test left running, so that memory does not grow from test to test."""
        for session in self.ask("GET", "api/sessions"):
            self.ask("DELETE", f"api/sessions/{session['id']}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def place(self, notebook: Path | nbformat.NotebookNode) -> str:
        """A copy that no other test has (the same path would reuse the same kernel)."""
        self.copies += 1
        folder = self.root / f"copy-{self.copies}"
        folder.mkdir()
        if isinstance(notebook, Path):
            return str(Path(shutil.copy(notebook, folder)).relative_to(self.root))
        nbformat.write(notebook, folder / "test.ipynb")
        return f"{folder.name}/test.ipynb"


@dataclass
class Watch:
    """What a page did that it should not: asked another site, or reported an error."""

    offsite: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def start_lab(folder: Path) -> Lab:
    """Start JupyterLab on a free port and wait until it answers."""
    home = {
        "HOME": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    paths = {name: folder / place for name, place in home.items()}
    for path in (*paths.values(), root := folder / "files"):
        path.mkdir(parents=True)
    news = folder / "settings" / "@jupyterlab" / "apputils-extension"
    news.mkdir(parents=True)
    (news / "notification.jupyterlab-settings").write_text(json.dumps(NEWS_OFF))

    port = free_port()
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={root}", "--ServerApp.disable_check_xsrf=True",
        "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]  # fmt: skip
    env = os.environ | {name: str(path) for name, path in paths.items()}
    env["PYTHONPATH"] = str(PROJECT)
    log = folder / "log.txt"
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=root, env=env, stdout=out, stderr=out)
    lab = Lab(f"http://127.0.0.1:{port}", root, process, log)
    wait_for(lab)
    return lab


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(lab: Lab) -> None:
    deadline = time.monotonic() + START_SECONDS
    while lab.alive() and time.monotonic() < deadline:
        try:
            lab.ask("GET", "api/status")
            return
        except OSError:
            time.sleep(0.2)
    lab.stop()
    raise RuntimeError(f"JupyterLab did not start. It said:\n{lab.said()}")


def cells(*sources: str) -> nbformat.NotebookNode:
    """A notebook of these code cells."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    return book


def open_notebook(
    page: Page, lab: Lab, notebook: Path | nbformat.NotebookNode, app: str = "lab/tree"
) -> str:
    """Open a copy and wait for its kernel; app is lab/tree, doc/tree or notebooks (Notebook 7)."""
    path = lab.place(notebook)
    page.goto(f"{lab.url}/{app}/{quote(path)}?reset")
    page.evaluate(READY)
    return path


def run_all(page: Page) -> None:
    """Run every cell to the end; an error in one is an AssertionError with its words."""
    page.evaluate(RUN_ALL)
    errors = [
        f"{output['ename']}: {output['evalue']}"
        for cell in page.evaluate(CELLS)
        for output in cell.get("outputs", [])
        if output["output_type"] == "error"
    ]
    assert not errors, errors

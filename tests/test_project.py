"""The project itself: pins, paths, packages, stored notebooks, the Makefile, what Binder builds."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
RUN_TIME = PROJECT / "binder/requirements.txt"
PINS = [RUN_TIME, PROJECT / "tests/requirements.txt", PROJECT / "tests/bench/requirements.txt"]
FOLDERS = [".ci", "binder", "cardkit", "docs", "notebooks", "tests", "widgets"]
NOTEBOOKS = sorted(
    path.relative_to(PROJECT)
    for path in (PROJECT / "notebooks").rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)
WIDGET_STATE = "application/vnd.jupyter.widget"
OUTSIDE_MAKE = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}
MADE = {"__pycache__", ".ipynb_checkpoints"}


def files() -> Iterator[Path]:
    """Every file of the project that a person wrote."""
    yield from (path for path in PROJECT.iterdir() if path.is_file() and path.name != ".git")
    for folder in FOLDERS:
        for path in (PROJECT / folder).rglob("*"):
            if path.is_file() and not MADE & set(path.parts):
                yield path


def pins(path: Path) -> dict[str, Requirement]:
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    found = [Requirement(line) for line in lines if line and not line.startswith("-")]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


def run(*command: str | Path, **settings: object) -> str:
    """What a command says; if it fails, its last words are the reason."""
    done = subprocess.run(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **settings
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}:\n{done.stdout[-2000:]}"
    return done.stdout


# ---- pins and addresses ----


@pytest.mark.parametrize("path", PINS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_every_pin_is_exact(path: Path) -> None:
    found = pins(path)
    assert found
    exact = re.compile(r"==[^*,]+")
    loose = [str(pin) for pin in found.values() if not exact.fullmatch(str(pin.specifier))]
    assert loose == []


def test_development_is_constrained_by_run_time_and_repeats_nothing() -> None:
    assert "-c ../binder/requirements.txt" in PINS[1].read_text().splitlines()
    assert pins(RUN_TIME).keys() & pins(PINS[1]).keys() == set()


def test_what_is_installed_is_what_is_pinned() -> None:
    wrong = {
        name: version(name)
        for path in PINS[:2]
        for name, pin in pins(path).items()
        if (not pin.marker or pin.marker.evaluate()) and not pin.specifier.contains(version(name))
    }
    assert wrong == {}


def test_the_extras_allow_the_pins() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []  # the core needs the standard library only
    everything = pins(RUN_TIME) | pins(PINS[1])
    for line in chain.from_iterable(project["optional-dependencies"].values()):
        wanted = Requirement(line)
        pinned = str(everything[canonicalize_name(wanted.name)].specifier).removeprefix("==")
        assert wanted.specifier.contains(pinned), line


def test_no_address_of_a_registry_and_no_path_of_a_machine() -> None:
    registry = r"--(?:extra-)?index-url|--find-links|pypi\.(?:org|python)|pythonhosted"
    machine = r"/(?:work/(?:main|shared)|home/(?!jovyan)\w+|root|Users/\w+|opt/pypi)/"
    pattern = re.compile(f"{registry}|{machine}")
    found = []
    for path in files():
        text = path.read_bytes().decode("utf-8", errors="ignore")
        if path != Path(__file__) and (match := pattern.search(text)):
            found.append(f"{path.relative_to(PROJECT)}: {match[0]}")
    assert found == []


# ---- packages ----


def test_the_core_needs_the_standard_library_only() -> None:
    games = "[named(name) for name in NAMES]"
    code = f"import sys; sys.path.insert(0, '.'); from cardkit.games import NAMES, named; {games}"
    run(sys.executable, "-S", "-c", code, cwd=PROJECT)  # -S: no installed package can be found


def test_the_core_imports_in_a_blink() -> None:
    clock = "from time import process_time as now"
    code = f"{clock}; start = now(); import cardkit; print(now() - start)"
    times = [float(run(sys.executable, "-c", code, cwd=PROJECT)) for _ in range(5)]
    assert min(times) < 0.1  # of the processor's time, so that a busy machine does not matter


def test_cardkit_knows_nothing_of_widgets_or_notebooks() -> None:
    banned = {"widgets", "ipywidgets", "anywidget", "notebooks", "tests"}
    found = []
    for path in (PROJECT / "cardkit").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            found += [f"{path.name}: {name}" for name in names if name.split(".")[0] in banned]
    assert found == []


@pytest.mark.slow
def test_a_wheel_holds_the_packages_with_their_data(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps"]
    run(*pip, "--wheel-dir", tmp_path, PROJECT)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(PROJECT).as_posix()
        for path in files()
        if path.is_relative_to(PROJECT / "cardkit") or path.is_relative_to(PROJECT / "widgets")
    }
    assert wanted - held == set()
    assert any(name.endswith(".toml") for name in held)
    assert not any(name.startswith("tests") for name in held)


# ---- notebooks as stored ----


def test_the_welcome_is_there() -> None:
    assert Path("notebooks/00-welcome.ipynb") in NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=str)
def test_a_stored_notebook_is_tidy(path: Path) -> None:
    book = nbformat.read(PROJECT / path, as_version=4)
    nbformat.validate(book)
    assert book.metadata.kernelspec.name == "python3"
    assert "widgets" not in book.metadata, "widget state is stored"
    for number, cell in enumerate(book.cells):
        outputs = cell.get("outputs", [])
        if "nbval-check-output" in cell.metadata.get("tags", []):
            assert outputs, f"cell {number} is to be checked but has no stored output"
        kinds = [kind for output in outputs for kind in output.get("data", {})]
        assert not [kind for kind in kinds if kind.startswith(WIDGET_STATE)], f"cell {number}"
        assert "error" not in [output.output_type for output in outputs], f"cell {number}"


# ---- the Makefile ----


def test_make_alone_lists_the_targets() -> None:
    said = run("make", cwd=PROJECT, env=OUTSIDE_MAKE)
    targets = "help lab test quick bench soak mutants studies notebooks prove clean".split()
    assert re.findall(r"^make (\w+)  +\w", said, re.MULTILINE) == targets


@pytest.mark.parametrize("python", ["old", "missing"])
def test_an_old_python_gets_one_clear_sentence(tmp_path: Path, python: str) -> None:
    shutil.copy(PROJECT / "Makefile", tmp_path)
    shutil.copytree(PROJECT / "binder", tmp_path / "binder")
    (tmp_path / "pyproject.toml").touch()
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    command = ["make", "lab", f"PYTHON={tmp_path / python}"]
    done = subprocess.run(
        command, cwd=tmp_path, env=OUTSIDE_MAKE, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert done.stdout == ""
    sentence, *rest = done.stderr.splitlines()
    assert sentence.startswith("cardkit needs Python 3.11 or newer")
    assert [line for line in rest if not line.startswith("make")] == []
    assert not (tmp_path / ".venv").exists()


# ---- Binder ----


@pytest.mark.binder
def test_binder_would_build_this() -> None:
    repo2docker = Path(sys.executable).with_name("jupyter-repo2docker")
    dockerfile = run(repo2docker, "--no-build", "--debug", PROJECT)
    python = (PROJECT / "binder/runtime.txt").read_text().strip().removeprefix("python-")
    assert f"environment-2epy-2d{python.replace('.', '-2e')}-2dlinux" in dockerfile
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in dockerfile
    assert "RUN ./binder/postBuild" in dockerfile
    assert os.access(PROJECT / "binder/postBuild", os.X_OK)


@pytest.fixture(scope="module")
def binder() -> Path:
    """An environment as Binder makes it; kept until binder/ or the packaging changes."""
    place = PROJECT / ".venv-binder"
    python = place / "bin/python"
    sources = [PROJECT / "pyproject.toml", *sorted((PROJECT / "binder").iterdir())]
    contents = [sys.version.encode(), *(path.read_bytes() for path in sources)]
    digest = hashlib.sha256(b"\0".join(contents)).hexdigest()
    stamp = place / ".made-of"
    if not stamp.exists() or stamp.read_text() != digest:
        run(sys.executable, "-m", "venv", "--clear", place)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        run(*pip, "install", "--no-deps", "-r", RUN_TIME)
        path = f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"
        run(PROJECT / "binder/postBuild", env=os.environ | {"PATH": path})
        stamp.write_text(digest)
    return python


@pytest.mark.binder
@pytest.mark.timeout(900)
def test_the_pins_are_complete(binder: Path) -> None:
    """Installed with nothing but the pins, no package misses another."""
    assert "No broken requirements found" in run(binder, "-m", "pip", "check")


@pytest.mark.binder
@pytest.mark.timeout(900)
def test_the_kit_works_where_binder_put_it(binder: Path, tmp_path: Path) -> None:
    code = "import cardkit, widgets, matplotlib, pandas; print(cardkit.new('lynx', seed=7).to_act)"
    assert run(binder, "-c", code, cwd=tmp_path).strip().isdecimal()
    assert "python3" in run(binder, "-m", "jupyter", "kernelspec", "list", cwd=tmp_path)
    lab = run(binder, "-m", "jupyter", "labextension", "list", cwd=tmp_path)
    for extension in ("anywidget", "@jupyter-widgets/jupyterlab-manager"):
        assert re.search(rf"{extension} .*enabled.*OK", lab), lab

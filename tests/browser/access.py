"""What every table must pass: axe-core finds nothing serious in it."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")


def check_access(page: Page, within: str = ".ck") -> None:
    """Of the table only: JupyterLab around it is not ours."""
    found = Axe().run(page, context=within, options={"resultTypes": ["violations"]})
    assert found.response["testEngine"]["name"] == "axe-core"
    grave = {
        wrong["id"]: [node["html"][:160] for node in wrong["nodes"]]
        for wrong in found.response["violations"]
        if wrong["impact"] in GRAVE
    }
    assert not grave, grave

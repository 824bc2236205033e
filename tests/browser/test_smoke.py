"""What the other browser tests stand on: a widget runs, and the watch sees what goes wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import Lab, Watch, cells, open_notebook, run_all

WIDGET = cells(
    """
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
      const button = document.createElement("button");
      const show = () => { button.textContent = `laid ${model.get("count")}`; };
      button.onclick = () => { model.set("count", model.get("count") + 1); model.save_changes(); };
      model.on("change:count", show);
      show();
      el.append(button);
    } };
    '''
    count = traitlets.Int(7).tag(sync=True)

counter = Counter()
counter
""",
    "print('seen by the kernel')",
)


@pytest.mark.parametrize("app", ["lab/tree", "doc/tree", "notebooks"])
def test_a_widget_shows_and_answers(page: Page, lab: Lab, app: str) -> None:
    open_notebook(page, lab, WIDGET, app)
    run_all(page)
    expect(page.get_by_text("seen by the kernel", exact=True)).to_be_visible()
    page.get_by_role("button", name="laid 7").click()
    expect(page.get_by_role("button", name="laid 8")).to_be_visible()


def test_a_failing_cell_is_reported(page: Page, lab: Lab) -> None:
    open_notebook(page, lab, cells("1 / 0"))
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run_all(page)


def test_requests_to_other_sites_are_blocked_and_seen(page: Page, lab: Lab, watch: Watch) -> None:
    page.goto(f"{lab.url}/lab")
    reached = page.evaluate("() => fetch('http://example.org/').then(() => true, () => false)")
    assert not reached
    assert watch.offsite == ["http://example.org/"]
    assert watch.errors
    watch.offsite.clear()
    watch.errors.clear()

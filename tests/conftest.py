"""The proof fixture: a test marked `@rule(id)` fails unless the engine cited that id meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardkit.errors import BadInput
from cardkit.events import Event, Outcome


@pytest.fixture(autouse=True)
def citations(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Collect every rule id that an event, a refusal or an outcome carries during the test."""
    wanted = [mark.args[0] for mark in request.node.iter_markers("rule")]
    if not wanted:
        yield
        return
    cited: set[str | None] = set()
    for kind in (Event, BadInput, Outcome):
        _record(kind, cited, monkeypatch)
    yield
    missing = [rule for rule in wanted if rule not in cited]
    assert not missing, f"the engine never cited {missing}; it cited {sorted(filter(None, cited))}"


def _record(kind: type, cited: set[str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    original = kind.__init__

    def init(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        original(self, *args, **kwargs)
        cited.add(self.rule)
        cited.add(getattr(self, "ended", None))

    monkeypatch.setattr(kind, "__init__", init)

"""Which tests prove which rule: `make prove` lists every id of the games there are, with its tests.

An id without a test is an error. That a test proves its rule is checked when it runs.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO

import pytest

import cardkit


class Collector:
    """Notes the ids that the collected tests are marked with."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, list[str]] = defaultdict(list)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for kind in ("rule", "structural"):
                for mark in item.iter_markers(kind):
                    for rule_id in mark.args:
                        self.tests[rule_id].append(item.name)


def main() -> None:
    found = Collector()
    with redirect_stdout(StringIO()):
        ended = pytest.main(["--collect-only", "-q", "tests/rules"], plugins=[found])
    if ended != pytest.ExitCode.OK:
        sys.exit("The rule tests could not be collected: run pytest tests/rules to see why.")
    bare = 0
    for name in cardkit.NAMES:
        for rule in cardkit.rules(name):
            tests = sorted(set(found.tests[rule.id]))
            bare += not tests
            print(f"{rule.id:32} {len(tests) or 'NONE':>4}  {', '.join(tests)[:110]}")
    sys.exit(f"{bare} ids have no test." if bare else 0)


if __name__ == "__main__":
    main()

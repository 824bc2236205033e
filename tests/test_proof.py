"""The proof fixture itself: a rule test that does not make the engine cite its rule must fail."""

from __future__ import annotations

import pytest

import cardkit
from tests.mutants.run import ROOT, mutants_of

pytest_plugins = ["pytester"]

TEST = """
import cardkit
from tests.proof import rule

@rule("lynx.steal.must")
def test_cites():
    tables = {{1: ["{top}"]}}
    cardkit.position("lynx", players=3, hands={{0: "7 7 9"}}, tables=tables).play("lay 7 7")
"""


@pytest.mark.parametrize(("top", "passed", "errors"), [("3 3", 1, 0), ("7 7", 1, 1)])
def test_a_rule_test_fails_unless_its_rule_was_cited(
    pytester: pytest.Pytester, top: str, passed: int, errors: int
) -> None:
    pytester.makeconftest("from tests.conftest import citations")
    pytester.makeini("[pytest]\nmarkers = rule(id): proves a rule")
    pytester.makepyfile(TEST.format(top=top))
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(
        passed=passed, errors=errors
    )


@pytest.mark.parametrize("game", cardkit.NAMES)
def test_every_mutant_has_its_place_exactly_once(game: str) -> None:
    """`make mutants` takes long; whether its places are still there is seen at once."""
    for mutant in mutants_of(game):
        text = (ROOT / mutant["file"]).read_text(encoding="utf-8")
        assert text.count(mutant["find"]) == 1, mutant["find"]
        assert mutant["put"] != mutant["find"]

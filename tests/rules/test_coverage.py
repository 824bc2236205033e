"""Every id of every catalogue is proven by a test, and no test proves an unknown id."""

from __future__ import annotations

import importlib

import pytest

import cardkit


def proven(game: str) -> set[str]:
    module = importlib.import_module(f"tests.rules.test_{game}")
    return {
        mark.args[0]
        for test in vars(module).values()
        for mark in getattr(test, "pytestmark", [])
        if mark.name in ("rule", "structural")
    }


@pytest.mark.parametrize("game", cardkit.NAMES)
def test_every_rule_is_proven(game: str) -> None:
    catalogue = {rule.id for rule in cardkit.rules(game)}
    assert proven(game) == catalogue

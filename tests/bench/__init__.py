"""Benchmarks: each bench_*.py here holds functions bench_*() that give the rows of one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Bench:
    """One row: our figure beside another's, or beside a limit.

    A figure is measured anew at every call. The ratio says how many times better ours is:
    ours / other for a rate (moves/s), other / ours for a time (ms).
    """

    name: str
    unit: str
    ours: Callable[[], float]
    other: Callable[[], float] | float
    rival: str
    goal: float = 1.0

    def ratio(self, ours: float, other: float) -> float:
        return ours / other if self.unit.endswith("/s") else other / ours

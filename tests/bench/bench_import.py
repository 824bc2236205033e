"""How long `import cardkit` takes in a fresh Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from tests.bench import Bench

CODE = "from time import perf_counter as now; start = now(); import cardkit; print(now() - start)"
LIMIT = 100.0


def import_time() -> float:
    """Milliseconds, the quickest of three fresh Pythons."""
    command = [sys.executable, "-c", CODE]
    return 1000 * min(float(subprocess.check_output(command)) for _ in range(3))


def bench_import() -> Iterator[Bench]:
    yield Bench("import cardkit", "ms", import_time, LIMIT, "the limit")

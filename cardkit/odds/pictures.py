"""Pictures of chances: each with its data as a frame and a text that says what it shows.

Transparent, with mid-tone text, so that they read on light and dark pages; colours are Okabe and
Ito's, and what a colour says a pattern or a label says too.
"""

from __future__ import annotations

import base64
import io
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from cardkit.errors import BadInput
from cardkit.intervals import wilson
from cardkit.odds.answers import Dist, P
from cardkit.odds.chance import Chance, decimal
from cardkit.odds.matrix import equilibrium
from cardkit.odds.simulation import Simulation
from cardkit.odds.spaces import Deal

TEXT = "#787878"  # over 4 : 1 on white and on JupyterLab's dark grey
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
PATTERNS = ("", "///", "...", "xx", "\\\\\\", "++")
LINES = ("-", "--", "-.", ":")


@dataclass(frozen=True)
class Picture:
    """A figure, its data, and the same in words."""

    figure: Figure
    data: pd.DataFrame
    alt: str

    def _repr_png_(self) -> bytes:
        image = io.BytesIO()
        self.figure.savefig(image, format="png", dpi=110, transparent=True)
        return image.getvalue()

    def _repr_html_(self) -> str:
        image = base64.b64encode(self._repr_png_()).decode()
        return f'<img src="data:image/png;base64,{image}" alt="{escape(self.alt, quote=True)}">'

    def __repr__(self) -> str:
        return f"Picture: {self.alt}"


def _axes(width: float = 6.4, height: float = 3.6) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    axes.tick_params(colors=TEXT, labelsize=10)
    for side, spine in axes.spines.items():
        spine.set_color(TEXT)
        spine.set_visible(side in ("left", "bottom"))
    for label in (axes.xaxis.label, axes.yaxis.label, axes.title):
        label.set_color(TEXT)
    return figure, axes


def _look(number: int) -> dict[str, Any]:
    """The n-th kind of bar."""
    return {
        "color": COLOURS[number % 6], "hatch": PATTERNS[number % 6], "edgecolor": TEXT,
        "linewidth": 0.6,
    }  # fmt: skip


def _legend(axes: Any) -> None:
    axes.legend(frameon=False, labelcolor=TEXT, fontsize=10)


def distribution(
    dist: Dist, title: str = "", zones: Mapping[str, Callable[[Any], bool]] | None = None
) -> Picture:
    """Bars, one for each value; zones (name: which values) are drawn in patterns of their own."""
    frame = pd.DataFrame([(value, float(chance)) for value, chance in dist.items()],
                         columns=["value", "chance"])  # fmt: skip
    figure, axes = _axes()
    numeric = all(isinstance(value, int | float | Fraction) for value in dist)
    places = [float(value) if numeric else n for n, value in enumerate(dist)]
    named = dict(zones or {"": lambda value: True})
    frame["zone"] = [next((n for n, test in named.items() if test(v)), "") for v in dist]
    for number, zone in enumerate(dict.fromkeys(frame["zone"])):
        rows = frame.index[frame["zone"] == zone]
        spots = [places[row] for row in rows]
        axes.bar(spots, frame["chance"][rows], label=zone or None, **_look(number))
    if not numeric:
        axes.set_xticks(places, [str(value) for value in dist])
    axes.set_ylabel("chance")
    axes.set_title(title)
    if zones:
        _legend(axes)
    return Picture(figure, frame, _tell(dist, frame, title, bool(zones)))


def _tell(dist: Dist, frame: pd.DataFrame, title: str, zones: bool) -> str:
    values = list(dist)
    likeliest = max(values, key=dist.__getitem__)
    text = (
        f"{title or 'Distribution'}: values from {values[0]} to {values[-1]}, the likeliest "
        f"{likeliest} with chance {decimal(dist[likeliest])}."
    )
    if zones:
        shares = frame.groupby("zone", sort=False)["chance"].sum()
        text += (
            " "
            + "; ".join(f"{zone or 'other'} {share:.4f}" for zone, share in shares.items())
            + "."
        )
    return text


def converging(simulation: Simulation) -> Picture:
    """The estimate and its interval as trials add up, with the exact line where it is known."""
    frame = pd.DataFrame(simulation.path, columns=["trials", "estimate", "low", "high"])
    last = pd.DataFrame([(simulation.n, simulation.estimate, simulation.low, simulation.high)],
                        columns=frame.columns)  # fmt: skip
    frame = pd.concat([frame, last]) if len(frame) else last
    frame = frame.drop_duplicates("trials", ignore_index=True)
    exact = simulation.exact()
    figure, axes = _axes()
    percent = f"{simulation.level * 100:.3g} %"
    axes.fill_between(frame["trials"], frame["low"], frame["high"], color=COLOURS[4], alpha=0.35,
                      linewidth=0, label=f"{percent} interval")  # fmt: skip
    axes.plot(frame["trials"], frame["estimate"], color=COLOURS[0], marker=".", label="simulated")
    text = f"After {simulation.n:,} trials {simulation.estimate:.4f}, {percent} interval "
    text += f"{simulation.low:.4f} to {simulation.high:.4f}"
    if exact is not None:
        axes.axhline(
            float(exact), color=COLOURS[5], linestyle="--", label=f"exact {decimal(exact)}"
        )
        inside = "inside" if float(exact) in simulation else "outside"
        text += f"; the exact value {decimal(exact)} lies {inside}"
    axes.set_xscale("log")
    axes.set_xlabel("trials")
    _legend(axes)
    return Picture(figure, frame, text + ".")


def against(exact: Dist, simulated: Iterable[Any], title: str = "", level: float = 0.95) -> Picture:
    """Exact bars, and on each the simulated share with its interval."""
    seen = Counter(simulated)
    n = sum(seen.values())
    if not n:
        raise BadInput("There are no simulated values to set beside the exact ones.")
    rows = []
    for value in exact:
        found = wilson(seen[value], n, level)
        rows.append((value, float(exact[value]), found.value, found.low, found.high))
    frame = pd.DataFrame(rows, columns=["value", "exact", "simulated", "low", "high"])
    figure, axes = _axes()
    places = range(len(frame))
    axes.bar(places, frame["exact"], width=0.8, color=COLOURS[4], hatch="///", edgecolor=TEXT,
             linewidth=0.6, label="exact")  # fmt: skip
    gaps = [frame["simulated"] - frame["low"], frame["high"] - frame["simulated"]]
    gaps = [gap.clip(lower=0) for gap in gaps]
    axes.errorbar(places, frame["simulated"], yerr=gaps, fmt="o", color=COLOURS[5], capsize=3,
                  label=f"simulated, {n:,}")  # fmt: skip
    axes.set_xticks(list(places), [str(value) for value in frame["value"]])
    axes.set_title(title)
    _legend(axes)
    inside = sum(low <= p <= high for _, p, _, low, high in rows)
    alt = (
        f"{title or 'Exact against simulated'}: {inside} of {len(rows)} exact values lie in their "
    )
    return Picture(figure, frame, f"{alt}{level * 100:.3g} % interval from {n:,} trials.")


def head_to_head(results: Mapping[str, Any], title: str = "") -> Picture:
    """Chances or averages side by side: exact numbers, or simulations with their intervals."""
    if not results:
        raise BadInput("There is nothing to set side by side.")
    rows = [(name, *_with_interval(result)) for name, result in results.items()]
    frame = pd.DataFrame(rows, columns=["name", "value", "low", "high"])
    figure, axes = _axes(height=0.8 + 0.5 * len(rows))
    for number, (_, value, low, high) in enumerate(rows):
        axes.barh(number, value, height=0.7, xerr=[[value - low], [high - value]],
                  error_kw={"ecolor": TEXT, "capsize": 3}, **_look(number))  # fmt: skip
        axes.annotate(f" {value:.4g}", (max(high, 0), number), va="center", color=TEXT)
    axes.set_yticks(range(len(rows)), [name for name, *_ in rows])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_title(title)
    told = "; ".join(f"{name} {value:.4f}" for name, value, _, _ in rows)
    best = max(rows, key=lambda row: row[1])
    others = [row for row in rows if row is not best]
    clear = all(best[2] > row[3] for row in others)
    verdict = f"{best[0]} is largest" if clear else "too close to call"
    return Picture(figure, frame, f"{title + ': ' if title else ''}{told}. {verdict}.")


def _with_interval(result: Any) -> tuple[float, float, float]:
    if isinstance(result, Simulation):
        return result.estimate, result.low, result.high
    return float(result), float(result), float(result)


def histogram(values: Sequence[float], title: str = "", bins: int = 20) -> Picture:
    """How often simulated numbers fall where."""
    plain = [float(value) for value in values]
    if not plain:
        raise BadInput("There are no values to draw.")
    figure, axes = _axes()
    whole = all(value.is_integer() for value in plain) and max(plain) - min(plain) < 60
    edges: Any = [x - 0.5 for x in range(int(min(plain)), int(max(plain)) + 2)] if whole else bins
    counts, borders, _ = axes.hist(
        plain, bins=edges, color=COLOURS[0], edgecolor=TEXT, linewidth=0.6
    )
    mean = math.fsum(plain) / len(plain)
    axes.axvline(mean, color=COLOURS[5], linestyle="--", label=f"average {mean:.4g}")
    axes.set_title(title)
    _legend(axes)
    frame = pd.DataFrame({"from": borders[:-1], "to": borders[1:], "count": counts.astype(int)})
    alt = (
        f"{title or 'Histogram'}: {len(plain):,} values from {min(plain):.4g} to {max(plain):.4g}, "
    )
    return Picture(figure, frame, f"{alt}average {mean:.4g}.")


# Two overlapping discs ------------------------------------------------------------------------


def discs(
    one: object, other: object, space: Deal, names: tuple[str, str] = ("first", "second")
) -> Picture:
    """Two events as discs drawn to scale, their overlap hatched, with the number of hands in each
    part."""
    first, second, both = (
        int(P(event, space) * space.size)
        for event in (one, other, space.question(one) & space.question(other))
    )
    if not first or not second:
        raise BadInput("An event that cannot happen has no disc.")
    parts = {
        f"only {names[0]}": first - both, "both": both,
        f"only {names[1]}": second - both, "neither": space.size - first - second + both,
    }  # fmt: skip
    left, right = math.sqrt(first / math.pi), math.sqrt(second / math.pi)
    apart = _distance(left, right, both)
    figure, axes = _axes(5.6, 3.6)
    from matplotlib.patches import Circle

    for centre, radius, colour in ((0.0, left, COLOURS[0]), (apart, right, COLOURS[1])):
        axes.add_patch(Circle((centre, 0), radius, facecolor=colour, alpha=0.18, linewidth=0))
        axes.add_patch(Circle((centre, 0), radius, fill=False, edgecolor=TEXT, linewidth=1.2))
    lens = Circle((0, 0), left, fill=False, hatch="///", edgecolor=TEXT, linewidth=0)
    axes.add_patch(lens)
    lens.set_clip_path(Circle((apart, 0), right, transform=axes.transData))
    texts = list(parts.items())
    spots = ((-left / 3, texts[0]), (apart + right / 3, texts[2]))
    bold = {"color": TEXT, "fontsize": 12, "fontweight": "bold"}
    for x, (name, count) in spots:
        axes.text(x, 0, f"{name}\n{count:,}", ha="center", va="center", **bold)
    top = max(left, right)
    middle = (apart - right + left) / 2
    axes.annotate(f"both {both:,}", (middle, 0), (middle, top * 1.15), ha="center", color=TEXT,
                  arrowprops={"arrowstyle": "-", "color": TEXT})  # fmt: skip
    axes.text(apart / 2, -top * 1.25, f"neither {parts['neither']:,}", ha="center", color=TEXT)
    axes.set_xlim(-left * 1.1, apart + right * 1.1)
    axes.set_ylim(-top * 1.4, top * 1.35)
    axes.set_aspect("equal")
    axes.set_axis_off()
    told = ", ".join(f"{name} {count:,}" for name, count in parts.items())
    frame = pd.DataFrame(list(parts.items()), columns=["part", "hands"])
    return Picture(
        figure, frame, f"Two discs to scale, of {space.size:,} equally likely hands: {told}."
    )


def _distance(left: float, right: float, overlap: float) -> float:
    """How far apart two discs must be for their overlap to have this area, by halving."""
    near, far = abs(left - right), left + right
    for _ in range(60):
        middle = (near + far) / 2
        if _lens(left, right, middle) > overlap:
            near = middle
        else:
            far = middle
    return (near + far) / 2


def _lens(left: float, right: float, apart: float) -> float:
    """The area that two discs have in common."""
    if apart >= left + right:
        return 0.0
    if apart <= abs(left - right):
        return math.pi * min(left, right) ** 2
    first = math.acos((apart**2 + left**2 - right**2) / (2 * apart * left))
    second = math.acos((apart**2 + right**2 - left**2) / (2 * apart * right))
    kite = apart * left * math.sin(first)
    return left**2 * first + right**2 * second - kite


# A matrix game --------------------------------------------------------------------------------


def mixing(matrix: Sequence[Sequence[Any]], names: Sequence[str] = ()) -> Picture:
    """Two rows mixed with chance p: one line for each answer of the rival, the worst of them
    thick, its peak marked."""
    if len(matrix) != 2:
        raise BadInput("Only a choice between two rows can be drawn over one chance p.")
    solution = equilibrium(matrix)
    labels = list(names) or [f"column {number + 1}" for number in range(len(matrix[0]))]
    figure, axes = _axes()
    grid = [step / 100 for step in range(101)]
    frame = pd.DataFrame({"p": grid})
    for number, (label, top, bottom) in enumerate(zip(labels, *matrix, strict=True)):
        frame[label] = [p * float(top) + (1 - p) * float(bottom) for p in grid]
        axes.plot(
            grid, frame[label], color=COLOURS[number % 6], linestyle=LINES[number % 4], label=label
        )
    frame["guaranteed"] = frame[labels].min(axis=1)
    axes.plot(grid, frame["guaranteed"], color=TEXT, linewidth=4, alpha=0.6, label="guaranteed")
    p, value = Chance(solution.rows[0]), solution.value
    axes.plot([float(p)], [float(value)], marker="o", color=COLOURS[5], markersize=9)
    axes.set_xlabel("p, the chance of the first row")
    _legend(axes)
    peak = f"p = {Fraction(p)}, where {Fraction(value)} is guaranteed"
    return Picture(
        figure, frame, f"Gain over p for {', '.join(labels)}; the worst case peaks at {peak}."
    )

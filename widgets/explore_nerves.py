"""The explorers of Nerves: what hidden cards add up to, and when to hide, show, call or wait."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import ipywidgets as ipw

from cardkit.errors import BadInput
from cardkit.odds import Chance, Deck, Dist, Exact, P, has, is_trap
from cardkit.odds.chance import exact
from cardkit.odds.nerves import (
    COLUMNS,
    GOAL,
    HABITS,
    Moment,
    read_row,
    row_of,
    row_sum,
    under_hearts,
)
from cardkit.zones import cards_in
from widgets.explorers import FILLS, Explorer, Painting, cite, entry, slider, stacked, switch
from widgets.markup import tag, text

SUMS = range(9, 20)
SHARES = ("-1/2", "-1/4", "0", "1/4", "1/2", "3/4", "1")
FILL = {  # a pattern for each answer of the strip, so that colour is never the only cue
    "trap": FILLS[0],
    "number": FILLS[1],
    "mix": FILLS[3],
    "show": FILLS[2],
    "check": "background:repeating-linear-gradient(90deg,#cc79a7 0 4px,#f0d3e2 4px 9px)",
}
HEARTS = 8  # in a row; with more, habits would take too long for a slider
CHIP = "background:#ffffffd9;color:#1a1a1a;border-radius:3px;padding:0 3px"  # words on a pattern
TALL = 110  # pixels of the highest bar
WIDE, HIGH = 360, 190  # of the lines


# What the hidden cards add up to ------------------------------------------------------------------


def hidden_sum() -> Explorer:
    """What lies in the row, what you hold and what backs show: the exact chance of 17."""
    controls = {
        "row": entry("The row", "5 ♥ 4 ♥ 3"),
        "hand": entry("You hold", "4h trap 5"),
        "backs": entry("The next player's backs", "1 4 ♥"),
        "habits": switch("with habits", False),
    }
    return Explorer(paint_hidden_sum, controls)


def paint_hidden_sum(row: str, hand: str, backs: str, habits: bool) -> Painting:
    if not row.strip():
        raise BadInput("Lay something in the row, like 5 ♥ 4 or 5 2h:down (a card of your own).")
    laid, numbers = read_row(row), _backs(backs)
    if laid.hearts > HEARTS:
        raise BadInput(f"Not more than {HEARTS} hearts at once, please.")
    Deck("nerves") - (laid.cards, hand, numbers)  # says so if a card is there too often
    known: dict[str, Any] = {"hand": hand, "habits": HABITS if habits else None}
    sums = row_sum(row, **known)
    reached = P(sums >= GOAL)
    trap = P(is_trap, under_hearts(row, **known)) if laid.hearts else Chance(0)
    says = (
        f"{GOAL} or more: {reached}. In sight {laid.shown}, and the others' hearts: {laid.hearts}; "
        f"a trap under them: {trap}."
    )
    after = [(card, P(sums + int(card) >= GOAL)) for card in dict.fromkeys(numbers)]
    lays = [f"If the next player lays {card}: {float(chance):.4f}." for card, chance in after]
    told = " ".join(lays)
    body = tag("p", tag("strong", text(says)), class_="says") + _bars(sums)
    body += tag("p", text(told), " ", cite("nerves.see.two-sided"), class_="says") if told else ""
    return Painting(body, f"{says} {_likeliest(sums)} {told}".strip())


def _backs(backs: str) -> list[str]:
    """The numbers that backs show; a heart says nothing more."""
    words = [word for word in cards_in(backs) if word not in ("♥", "heart")]
    for word in words:
        if not word.isdecimal():
            raise BadInput(f"A back shows a number or ♥, not {word!r:.20}.", "nerves.see.heart")
    return words


def _likeliest(sums: Dist) -> str:
    values = list(sums)
    peak = max(values, key=lambda value: sums[value])
    told = f"the likeliest {peak} with {float(sums[peak]):.4f}"
    return f"Sums from {values[0]} to {values[-1]}, {told}."


def _bars(sums: Dist) -> str:
    """A column for every sum; those that reach 17 have a pattern of their own."""
    most = max(chance for _, chance in sums.items())
    columns = "".join(
        tag("div",
            tag("div", text(f"{float(chance):.1%}"), style="font-size:11px"),
            tag("div", "", style=f"height:{max(1, round(TALL * float(chance / most)))}px;"
                                 f"border:1px solid currentColor;{FILLS[1 + (value < GOAL)]}"),
            tag("div", text(value), style="font-weight:600"),
            style="flex:1 1 0;min-width:2.4em;max-width:4.5em;text-align:center")
        for value, chance in sums.items()
    )  # fmt: skip
    keys = " · ".join(
        tag("span", "&nbsp;" * 4, style=f"{fill};border:1px solid currentColor", aria_hidden="true")
        + f" {words}"
        for fill, words in ((FILLS[1], f"{GOAL} or more"), (FILLS[2], f"below {GOAL}"))
    )
    style = "display:flex;align-items:flex-end;gap:3px;margin:.5em 0"
    return tag("div", tag("div", columns, style=style), class_="scroll") + tag("div", keys)


# Hide or show, call or wait -----------------------------------------------------------------------


def trap() -> Explorer:
    """Is it a trap, and what is best: hide it or show it, call or wait?"""
    controls = {
        "visible": slider("visible sum", 14, SUMS[0], SUMS[-1]),
        "number": slider("your number", 4, 1, 5),
        "smallest": slider("Kuba's smallest card", 1, 1, 5),
        "unfinished": _scale("an unfinished round is worth", SHARES, "0"),
        "nerve": _scale("a nerve token costs", SHARES[2:], "1/2"),
        "traps": _share("traps laid face down", HABITS["trap"]),
        "numbers": _share("numbers face down", HABITS["number"]),
        "specials": _share("other specials face down", HABITS["special"]),
    }
    return Explorer(paint_trap, controls)


def _scale(label: str, options: Sequence[str], value: str) -> ipw.SelectionSlider:
    return ipw.SelectionSlider(
        options=options, value=value, description=label,
        style={"description_width": "initial"}, layout=ipw.Layout(width="330px"),
    )  # fmt: skip


def _share(label: str, value: float) -> ipw.FloatSlider:
    return ipw.FloatSlider(
        value=value, min=0, max=1, step=0.05, description=label, readout_format=".2f",
        style={"description_width": "initial"}, layout=ipw.Layout(width="330px"),
    )  # fmt: skip


def paint_trap(
    visible: int, number: int, smallest: int, unfinished: str, nerve: str,
    traps: float, numbers: float, specials: float,
) -> Painting:  # fmt: skip
    moment = Moment(row_of(visible), number, smallest, Fraction(unfinished), -Fraction(nerve))
    bayes, bayes_alt = _bayes(traps, numbers, specials)
    matrix, best = moment.matrix(), moment.best()
    says = _advice(moment, best)
    strip, strip_alt = _strip(moment)
    body = tag("p", tag("strong", text(says)), class_="says")
    body += tag("div", _matrix(moment, matrix), _lines(matrix[:2]),
                style="display:flex;flex-wrap:wrap;gap:1em;align-items:center")  # fmt: skip
    body += strip + bayes
    return Painting(body, f"{says} {strip_alt} {bayes_alt}")


def _advice(moment: Moment, best: str) -> str:
    found = moment.solution()
    first, second, third = (_short(share) for share in found.rows)
    trap, number, show = moment.choices
    says = (
        f"Visible sum {read_row(moment.row).shown}. {trap.capitalize()} with p = {first}, {number} "
        f"with {second}, {show} with {third}; Kuba calls with q = {_short(found.columns[0])}; "
        f"value {_short(found.value)}. "
    )
    if best == "CHECK!":
        return says + f"Best: none of these, call CHECK! yourself for {_short(moment.check())}."
    return says + f"Best: {best}."


def _matrix(moment: Moment, matrix: Sequence[Sequence[Exact]]) -> str:
    """Framed: your best answer to his column. Underlined: his best answer to your row."""
    head = tag("tr", tag("th", "you ↓ Kuba →", scope="col"),
               *(tag("th", text(name), scope="col") for name in COLUMNS))  # fmt: skip
    rows = ""
    for choice, row in zip(moment.choices, matrix, strict=True):
        cells = ""
        for place, value in enumerate(row):
            mine = value == max(other[place] for other in matrix)
            his = value == min(row)
            style = "min-width:4em" + ";text-decoration:underline double" * his
            words = tag("span", text(_marks(mine, his)), class_="ck-sr", style=HIDE)
            cells += tag("td", text(_short(value)), words, style=style,
                         aria_current="true" if mine else None)  # fmt: skip
        rows += tag("tr", tag("th", text(choice), scope="row", style="text-align:left"), cells)
    key = "Framed: your best answer. Doubly underlined: Kuba's best answer."
    return tag("div", tag("table", head, rows), tag("div", text(key), style="font-size:11px"))


HIDE = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"


def _marks(mine: bool, his: bool) -> str:
    return " (your best answer)" * mine + " (Kuba's best answer)" * his


def _lines(matrix: Sequence[Sequence[Exact]]) -> str:
    """What you get if he calls and if he waits, over p; the worse one broad, its peak marked."""
    ends = [(float(matrix[1][column]), float(matrix[0][column])) for column in range(2)]
    low, high = min(map(min, ends)) - 0.2, max(map(max, ends)) + 0.2

    def spot(p: float, gain: float) -> str:
        return f"{40 + (WIDE - 60) * p:.1f},{10 + (HIGH - 40) * (high - gain) / (high - low):.1f}"

    def at(line: tuple[float, float], p: float) -> float:
        return line[0] + (line[1] - line[0]) * p

    def drawn(points: list[tuple[float, float]], look: str) -> str:
        path = " ".join(spot(*point) for point in points)
        return f'<polyline points="{path}" fill="none" stroke="currentColor" {look}/>'

    turns = sorted({0.0, 1.0, *_crossing(ends)})
    worst = [(p, min(at(line, p) for line in ends)) for p in turns]
    peak = max(worst, key=lambda point: point[1])
    x, y = spot(*peak).split(",")
    pieces = drawn(worst, 'stroke-width="7" opacity=".35"')
    for line, dashes in zip(ends, ("none", "7 5"), strict=True):
        points = [(p, at(line, p)) for p in (0, 1)]
        pieces += drawn(points, f'stroke-width="2" stroke-dasharray="{dashes}"')
    pieces += f'<circle cx="{x}" cy="{y}" r="6" fill="#d55e00" stroke="currentColor"/>'
    zero = spot(0, 0).split(",")[1]
    pieces += f'<path d="M40 {zero}H{WIDE - 20}" stroke="currentColor" opacity=".4"/>'
    for p, words in ((0, "p = 0"), (1, "p = 1")):
        pieces += _word(float(spot(p, 0).split(",")[0]), HIGH - 8, words)
    for gain in (ends[0][0], ends[1][0]):
        pieces += _word(18, float(spot(0, gain).split(",")[1]) + 4, _short(Fraction(gain)))
    chart = f'<svg viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" aria-hidden="true">{pieces}</svg>'
    key = (
        "p: the chance to hide the trap, else the number. Solid: he calls; dashed: he waits; "
        "broad: the worse of the two."
    )
    return tag("div", chart, tag("div", text(key), style="font-size:11px;max-width:350px"))


def _crossing(ends: list[tuple[float, float]]) -> list[float]:
    gaps = [ends[0][side] - ends[1][side] for side in range(2)]
    return [gaps[0] / (gaps[0] - gaps[1])] if gaps[0] * gaps[1] < 0 else []


def _word(x: float, y: float, words: str) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="11" fill="currentColor" text-anchor="middle">'
        f"{text(words)}</text>"
    )


def _strip(moment: Moment) -> tuple[str, str]:
    """What is best at every visible sum."""
    answers = [(sum_, moment.at(sum_).best()) for sum_ in SUMS]
    shown = read_row(moment.row).shown
    heads = "".join(tag("th", str(sum_), scope="col") for sum_, _ in answers)
    cells = "".join(
        tag("td", tag("span", text(words), style=CHIP), style=f"{FILL[kind]};min-width:4em",
            aria_current="true" if sum_ == shown else None)
        for sum_, best in answers for kind, words in [_kind(best)]
    )  # fmt: skip
    table = tag("table", tag("tr", tag("th", "visible sum", scope="row"), heads),
                tag("tr", tag("th", "best", scope="row"), cells))  # fmt: skip
    told = "; ".join(f"{sum_} {best}" for sum_, best in answers)
    return tag("div", table, class_="scroll"), f"By visible sum: {told}."


def _kind(best: str) -> tuple[str, str]:
    """The pattern of an answer and its word."""
    if best == "CHECK!":
        return "check", best
    if best == "mix":
        return "mix", best
    verb, _, what = best.split()
    if verb == "show":
        return "show", "show"
    return "trap" if what == "trap" else "number", f"hide {what}"


def _bayes(traps: float, numbers: float, specials: float) -> tuple[str, str]:
    """What a heart may be, before and after it is laid face down."""
    habits = {name: exact(round(share, 2)) for name, share in
              (("trap", traps), ("number", numbers), ("special", specials))}  # fmt: skip
    if not any(habits.values()):
        raise BadInput("With these habits nobody lays a card face down.")
    bars = told = ""
    for when, known in (("A heart", None), ("A heart laid face down", habits)):
        space = under_hearts("♥", habits=known)
        chances = {
            "trap": P(is_trap, space), "number": P(has("number"), space),
            "other special": P(has("special") & ~is_trap, space),
        }  # fmt: skip
        bars += tag("p", tag("strong", text(f"{when}:")), class_="says")
        bars += stacked([(name, float(chance)) for name, chance in chances.items()])
        shares = ", ".join(f"{name} {_short(chance)}" for name, chance in chances.items())
        told += f"{when}: {shares}. "
    return bars, told.strip()


def _short(number: Fraction) -> str:
    """A fraction that can be read, or else a decimal."""
    plain = Fraction(number)
    words = str(plain) if plain.denominator <= 100 else f"{float(plain):.4f}"
    return words.replace("-", "−")

"""Explorers: a few controls beside a picture that answers at once, exactly where it can.

A picture is a function from the values of the controls to HTML and its text alternative, so it can
be tested, printed and read aloud without a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import ipywidgets as ipw

from cardkit.errors import BadInput
from widgets.markup import tag, text

STYLE = """
.ckx{font:13px/1.45 var(--jp-ui-font-family,system-ui,sans-serif);max-width:860px;
color:var(--jp-ui-font-color1,currentColor)}
.ckx table{border-collapse:separate;border-spacing:2px;margin:.4em 0;color:inherit}
.ckx th{font-weight:600;padding:2px 3px;text-align:center;background:none}
.ckx td{min-width:2.6em;padding:4px 3px;font-size:12px;text-align:center;
border-radius:5px;border:2px solid transparent;
font-variant-numeric:tabular-nums}
.ckx td[aria-current]{border-color:currentColor;font-weight:700}
.ckx .bar{display:flex;height:1.9em;border-radius:6px;overflow:hidden;margin:.5em 0 .2em;
border:1px solid var(--jp-border-color1,#8888)}
.ckx .bar span{display:block;overflow:hidden;white-space:nowrap;padding:.2em .4em;color:#1a1a1a}
.ckx .says{margin:.3em 0}
.ckx .cite{font:11px var(--jp-code-font-family,monospace);opacity:.85}
.ckx .wrong{border-left:4px solid #d55e00;padding-left:.7em}
.ckx .scroll{overflow-x:auto}
""".replace("\n", "")  # ipywidgets.HTML has no stylesheet of its own

# Okabe–Ito fills with a pattern each, so that colour is never the only cue.
FILLS = (
    "background:#e69f00",
    "background:repeating-linear-gradient(45deg,#56b4e9 0 7px,#a8d8f5 7px 14px)",
    "background:#dddddd",
    "background:repeating-linear-gradient(0deg,#009e73 0 6px,#7fd1bb 6px 12px)",
)


class Painting(NamedTuple):
    """A picture as HTML, and in words."""

    html: str
    alt: str


class Explorer(ipw.VBox):
    """Controls and their picture; `set(k=3)` turns a control from Python."""

    def __init__(self, paint: Callable[..., Painting], controls: Mapping[str, Any]) -> None:
        self.paint, self.controls = paint, dict(controls)
        self.picture, self.painting = ipw.HTML(), Painting("", "")
        for control in self.controls.values():
            control.observe(lambda _: self.repaint(), names="value")
        rows = ipw.Box(
            list(self.controls.values()),
            layout=ipw.Layout(flex_flow="row wrap", align_items="center", max_width="860px"),
        )
        super().__init__([rows, self.picture])
        self.repaint()

    def set(self, **values: Any) -> Painting:
        """Turn some controls; gives the picture that follows."""
        for name, value in values.items():
            if name not in self.controls:
                raise BadInput(f"There is no control {name!r:.30}: {', '.join(self.controls)}.")
            self.controls[name].value = value
        return self.painting

    def repaint(self) -> None:
        values = {name: control.value for name, control in self.controls.items()}
        try:
            self.painting = self.paint(**values)
        except BadInput as wrong:
            sentence = str(wrong)
            self.painting = Painting(tag("p", text(sentence), class_="says wrong"), sentence)
        body, alt = self.painting
        picture = tag("div", body, role="figure", aria_label=alt)
        self.picture.value = tag("style", STYLE) + tag("div", picture, class_="ckx")

    def _repr_html_(self) -> str:
        return self.picture.value


def slider(label: str, value: int, low: int, high: int) -> ipw.IntSlider:
    return ipw.IntSlider(
        value=value, min=low, max=high, description=label, continuous_update=True,
        style={"description_width": "initial"}, layout=ipw.Layout(width="270px"),
    )  # fmt: skip


def entry(label: str, value: str) -> ipw.Text:
    return ipw.Text(
        value=value, description=label, continuous_update=False,
        style={"description_width": "initial"}, layout=ipw.Layout(width="270px"),
    )  # fmt: skip


def switch(label: str, value: bool) -> ipw.Checkbox:
    return ipw.Checkbox(value=value, description=label, indent=False,
                        layout=ipw.Layout(width="200px"))  # fmt: skip


def choice(label: str, options: list[Any], value: Any) -> ipw.Dropdown:
    return ipw.Dropdown(
        options=options, value=value, description=label,
        style={"description_width": "initial"}, layout=ipw.Layout(width="270px"),
    )  # fmt: skip


def stacked(parts: list[tuple[str, float]]) -> str:
    """A bar of named shares, each with its own pattern and its number in words below."""
    spans = "".join(
        tag("span", text(f"{share:.0%}") if share > 0.08 else "", title=name,
            style=f"width:{100 * share:.2f}%;{fill}")
        for (name, share), fill in zip(parts, FILLS, strict=False)
    )  # fmt: skip
    keys = " · ".join(
        tag("span", "&nbsp;" * 4, style=f"{fill};border-radius:3px", aria_hidden="true")
        + f" {text(name)} {share:.4f}"
        for (name, share), fill in zip(parts, FILLS, strict=False)
    )
    return tag("div", spans, class_="bar") + tag("div", keys, class_="says")


def cite(rule: str) -> str:
    return tag("span", text(rule), class_="cite")

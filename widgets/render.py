"""Turns any scene into escaped, semantic HTML with inline SVG and stable keys.

Live HTML (for the widget) has buttons, tabs and named faces that the page fills in once; static
HTML (`_repr_html_`, worksheets, slides) has neither, and carries its own stylesheet and pictures.

>>> from widgets.scene import Scene, Zone, spots
>>> scene = Scene("lynx", "Lynx", hand=Zone("hand", "spread", spots("hand", ["7"], verb="pick")))
>>> 'data-key="hand-0" data-verb="pick" aria-pressed="false" aria-label="7"' in html(scene)
True
>>> "<button" in static(scene)
False
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from widgets import cards
from widgets import scene as s
from widgets.icons import icon
from widgets.markup import look, tag, text
from widgets.pieces import Pieces


def html(scene: s.Scene) -> str:
    """The table as the widget shows it."""
    return _Page(scene, live=True).page()


def static(scene: s.Scene, theme: str = "") -> str:
    """The same picture for pages without a widget, with its stylesheet; theme "light" or "dark"."""
    return tag("style", stylesheet()) + _Page(scene, live=False).page(theme)


@cache
def stylesheet() -> str:
    """table.css without comments and with no more space than it needs."""
    css = (files("widgets") / "table.css").read_text(encoding="utf-8")
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", css, flags=re.S)).strip()


class _Page:
    """One rendering of one scene, top to bottom."""

    def __init__(self, scene: s.Scene, live: bool) -> None:
        self.scene, self.live = scene, live
        self.pieces = Pieces(scene.game, live, (rule.id for rule in scene.rules))

    def page(self, theme: str = "") -> str:
        scene, live = self.scene, self.live
        parts = (self.lesson(), self.seats(), self.middle(), self.mine(), self.hand(), self.ask())
        panel = self.panel() if live else self.static_panel()
        table = tag(
            "div",
            self.head(),
            tag("div", *parts, class_="ck-board"),
            panel,
            class_=look("ck-table", alone=not panel),
            role="region",
            aria_label=f"{scene.title} table",
        )
        return tag(
            "div",
            table,
            class_=look("ck", static=not live),
            data_game=scene.game,
            data_theme=theme or None,
            data_seat=scene.seat if live else None,
            data_version=scene.version if live else None,
        )

    # ---- head: what game, what just happened, tools ----

    def head(self) -> str:
        scene = self.scene
        names = tag("strong", text(scene.title), class_="ck-title")
        names += tag("span", text(scene.meta), class_="ck-meta")
        said = " ".join(tag("span", self.pieces.sentence(line)) for line in scene.status)
        return tag(
            "header",
            tag("span", icon(cards.EMBLEM[scene.game]), class_="ck-emblem"),
            tag("div", names, class_="ck-names"),
            tag("p", said, class_="ck-said"),
            self.spoken() + self.tools() if self.live else "",
            class_="ck-head",
        )

    def spoken(self) -> str:
        """The one live region: a refusal, good news, or what just happened."""
        scene = self.scene
        lines = [line for line in (scene.refusal, scene.praise) if line] or [*scene.status]
        if scene.question and not scene.refusal:
            lines.append(scene.question)
        words = " ".join(map(str, lines))
        return tag("p", text(words), class_="ck-sr", role="status", data_key="live")

    def tools(self) -> str:
        tools = "".join(
            tag(
                "button",
                icon(tool.icon) if tool.icon else "",
                tag("span", text(tool.text)),
                type="button",
                class_="ck-tool",
                data_key=f"tool-{tool.verb}",
                data_verb=tool.verb,
                data_places="",
            )
            for tool in self.scene.tools
        )
        if self.scene.menu:
            forms = "".join(map(self.form, self.scene.menu))
            name = "Levels" if self.scene.lesson else "Game"
            summary = tag("summary", icon("menu"), tag("span", name), class_="ck-tool")
            box = tag("div", forms, class_="ck-forms")
            tools += tag("details", summary, box, class_="ck-menu", data_key="menu")
        return tag("div", tools, class_="ck-tools") if tools else ""

    def form(self, form: s.Form) -> str:
        fields = "".join(map(self.field, form.fields))
        button = tag("button", text(form.text), class_="ck-tool")
        key = f"form-{form.verb}"
        return tag("form", fields, button, class_="ck-form", data_verb=form.verb, data_key=key)

    def field(self, field: s.Field) -> str:
        if field.options:
            options = "".join(
                tag("option", text(shown), value=value, selected=value == field.value)
                for value, shown in field.options
            )
            control = tag("select", options, name=field.name)
        elif field.kind == "file":
            control = tag("input", type="file", name=field.name, accept=".json,application/json")
        else:
            control = tag("input", type=field.kind, name=field.name, value=field.value)
        return tag("label", tag("span", text(field.label)), control)

    # ---- the board ----

    def lesson(self) -> str:
        inside = self.pieces.draw(self.scene.lesson)
        return tag("section", inside, class_="ck-lesson", aria_label="Level") if inside else ""

    def seats(self) -> str:
        seats = "".join(map(self.seat, self.scene.seats))
        label = "Opponents, clockwise from your left"
        return tag("ol", seats, class_="ck-seats", aria_label=label) if seats else ""

    def seat(self, seat: s.Seat) -> str:
        unit = tag("small", text(seat.unit)) if seat.unit else ""
        who = self.pieces.person(seat.name) + tag("span", text(seat.name), class_="ck-name")
        if seat.score:
            who += tag("span", f"{text(seat.score)} {unit}", class_="ck-score")
        return tag(
            "li",
            tag("div", who, class_="ck-who"),
            self.pieces.draw(seat.pieces),
            class_=look("ck-seat", acting=seat.acting, wide=seat.wide),
            data_key=seat.key,
            aria_label=seat.name + (", acting now" if seat.acting else ""),
        )

    def middle(self) -> str:
        inside = self.pieces.draw(self.scene.middle)
        style = f"ck-middle ck-middle-{self.scene.game}"
        return tag("section", inside, class_=style, aria_label="The middle") if inside else ""

    def mine(self) -> str:
        scene = self.scene
        if not scene.mine and not scene.points:
            return ""
        inside = tag("p", "Before you", class_="ck-label") + self.pieces.draw(scene.mine)
        if scene.points:
            total = tag("b", text(scene.points.strong)) + tag("span", text(scene.points.text))
            inside += tag("p", total, class_="ck-label ck-points")
        return tag("section", inside, class_="ck-mine", aria_label="Before you")

    def hand(self) -> str:
        hand, me = self.scene.hand, self.scene.me
        if hand is None:
            return ""
        many = len(hand.spots)
        label = tag("span", text(hand.label), f" <b>{many}</b>")
        if hand.note:
            label += tag("span", self.pieces.sentence(hand.note))
        inside = tag("p", label, class_="ck-label") + self.pieces.spread(hand)
        if me:
            inside += tag(
                "div", self.pieces.draw(me), class_="ck-me", role="group", aria_label="You"
            )
        return tag(
            "section",
            inside,
            class_=look("ck-hand", "has-me" if me else ""),
            data_cards="few" if many <= 5 else "some" if many <= 8 else "many",
            aria_label=hand.label,
        )

    # ---- what is asked, and the moves as verbs ----

    def ask(self) -> str:
        scene = self.scene
        inside = self.praise() + self.notes() + self.refusal()
        line = self.question() if scene.question else ""
        if self.live and scene.choices:
            line += tag(
                "div",
                "".join(map(self.pieces.choice, scene.choices)),
                class_="ck-choices",
                data_key="choices",
                role="group",
                aria_label="Moves",
                data_arrows=True,
            )
        if line:
            inside += tag("div", line, class_="ck-ask-line", data_key="ask-line")
        return tag("section", inside, class_="ck-ask", aria_label="Your decision") if inside else ""

    def question(self) -> str:
        asked = self.scene.question
        assert asked is not None
        small = self.pieces.sentence(s.Line(asked.text, asked.rules))
        return tag(
            "p",
            tag("b", text(asked.strong)),
            tag("small", small) if small else "",
            class_="ck-sentence",
            data_key="asked",
            tabindex="-1" if self.live else None,
        )

    def praise(self) -> str:
        if not self.scene.praise:
            return ""
        said = tag("p", self.pieces.sentence(self.scene.praise))
        return tag("div", icon("star"), said, class_="ck-why is-praise", data_key="praise")

    def notes(self) -> str:
        lines = "".join(tag("p", self.pieces.sentence(line)) for line in self.scene.notes)
        if not lines:
            return ""
        return tag(
            "div", icon("info"), tag("div", lines), class_="ck-why is-note", data_key="notes"
        )

    def refusal(self) -> str:
        if not self.scene.refusal:
            return ""
        said = tag("p", self.pieces.sentence(self.scene.refusal))
        close = tag("button", "×", type="button", class_="ck-close", aria_label="Close")
        close = close if self.live else ""
        return tag("div", icon("stop"), said, close, class_="ck-why", data_key="why")

    # ---- the side panel ----

    def panel(self) -> str:
        if not (self.scene.log or self.scene.hint or self.scene.rules):
            return ""
        hint = tag("div", self.pieces.draw(self.scene.hint), class_="ck-hint")
        pages = {"log": self.log(), "hint": hint, "rules": self.rules()}
        tabs = "".join(
            tag(
                "button",
                key.capitalize(),
                type="button",
                class_="ck-tab",
                role="tab",
                id=f"tab-{key}",
                data_key=f"tab-{key}",
                aria_controls=f"page-{key}",
                aria_selected="true" if key == "log" else "false",
            )
            for key in pages
        )
        shown = "".join(
            tag(
                "div",
                page,
                class_="ck-page",
                role="tabpanel",
                id=f"page-{key}",
                data_key=f"page-{key}",
                aria_labelledby=f"tab-{key}",
                tabindex="0",
                hidden=key != "log",
            )
            for key, page in pages.items()
        )
        tablist = tag(
            "div", tabs, class_="ck-tabs", role="tablist", aria_label="Panel", data_arrows=True
        )
        return tag("aside", tablist, shown, class_="ck-panel", aria_label="Log, hint and rules")

    def static_panel(self) -> str:
        if not self.scene.log:
            return ""
        title = tag("p", tag("b", "Log", class_="ck-tab"), class_="ck-tabs")
        page = tag(
            "div", self.log(), class_="ck-page", tabindex="0", role="group", aria_label="Log"
        )
        return tag("aside", title, page, class_="ck-panel", aria_label="Log")

    def log(self) -> str:
        many = len(self.scene.log)
        lines = "".join(self.entry(line, many - i) for i, line in enumerate(self.scene.log))
        return tag("ol", lines, class_="ck-log", aria_label="Log, newest first")

    def entry(self, line: s.Line, number: int) -> str:
        key = f"log-{number}"
        if line.heading:
            return tag("li", text(line), class_="is-round", data_key=key)
        cites = " ".join(map(self.pieces.cite, line.rules))
        return tag(
            "li",
            self.pieces.person(line.who, small=True),
            tag("span", text(line)),
            tag("span", cites, class_="ck-cites") if cites else "",
            data_key=key,
        )

    def rules(self) -> str:
        return tag("dl", *map(self.rule, self.scene.rules), class_="ck-rules")

    def rule(self, rule: s.Rule) -> str:
        kind = tag("span", text(rule.kind), class_=look("ck-kind", ruling=rule.kind == "ruling"))
        return tag(
            "div",
            tag("dt", tag("code", text(rule.id), class_="ck-id"), kind),
            tag("dd", text(rule.text)),
            data_key=f"rule-{rule.id}",
            tabindex="-1",
        )

"""Draws the pieces of a scene: cards, zones, tokens, scales, score cards.

`Pieces` has one method for each kind of piece and each layout of a zone, named after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from widgets import cards
from widgets import scene as s
from widgets.icons import icon
from widgets.markup import look, tag, text

MANY_LAYERS = 4  # from then on a rival's layers close up further
MOST_BACKS = 14  # a rival's hand is drawn with no more small backs; the count is said anyway

# how a group may look: the classes of table.css that hold other pieces
GROUPS = (
    "before", "chips", "group", "me-line", "nerves-top", "piles", "played", "playing", "pot",
    "roundline", "side", "sumline", "token-rows",
)  # fmt: skip


@cache
def faces(game: str) -> dict[str, str]:
    """Every face a table of this game can show, by the name that live HTML calls it.

    All of them, whatever has been seen so far: which faces a page has must tell nothing.

    >>> sorted(faces("knyf"))[:3]
    ['1 blank', '1 face', '1 strip']
    """
    shown = [(cards.UNSEEN, drawn) for drawn in ("face", "plain", "edge")]
    shown += [(card, drawn) for card in cards.deck(game) for drawn in ("face", "strip", "blank")]
    return {f"{card} {drawn}": cards.face(game, card, drawn) for card, drawn in shown}


class Pieces:
    """Draws pieces of one game, live (with buttons) or static."""

    def __init__(self, game: str, live: bool, known: Iterable[str] = ()) -> None:
        self.game, self.live = game, live
        self.known = frozenset(known)  # rules whose text the page has: these are links

    def draw(self, pieces: Iterable[s.Piece]) -> str:
        return "".join(getattr(self, type(piece).__name__.lower())(piece) for piece in pieces)

    # ---- words ----

    def sentence(self, line: s.Line) -> str:
        strong = tag("b", text(line.strong)) if line.strong else ""
        return " ".join(filter(None, (strong, text(line.text), *map(self.cite, line.rules))))

    def cite(self, rule: str) -> str:
        if self.live and rule in self.known:
            return tag("a", text(rule), class_="ck-cite", href="#", data_rule=rule)
        return tag("span", text(rule), class_="ck-cite")

    def line(self, line: s.Line) -> str:
        return tag("p", self.sentence(line), class_="ck-lead" if line.strong else "ck-fine")

    def person(self, name: str, small: bool = False) -> str:
        initial = text(name.strip()[:1].upper())
        return tag("span", initial, class_=look("ck-face", small=small), aria_hidden="true")

    # ---- cards ----

    def spot(self, spot: s.Spot) -> str:
        place = f"grid-column:{spot.column}" if spot.column else None
        if spot.empty:
            slot = look("ck-slot", second=spot.second)
            return tag("span", class_=slot, data_key=spot.key, style=place)
        tries = self.live and bool(spot.verb)
        picks = tries and spot.verb == "pick"
        states = {state: not (picks and state == "selected") for state in spot.states}
        blocked = "blocked" in spot.states
        card = tag(
            "button" if tries else "span",
            self.picture(spot),
            tag("span", icon("lock"), class_="ck-lock") if blocked else "",
            tag("span", text(spot.badge), class_="ck-badge") if spot.badge else "",
            type="button" if tries else None,
            role=None if tries else "img",
            class_=look("ck-card", second=spot.second, **states),
            data_key=spot.key,
            data_verb=spot.verb if tries else None,
            aria_pressed=_yes("selected" in spot.states) if picks else None,
            aria_label=", ".join(filter(None, (self.name(spot), "blocked" if blocked else ""))),
            data_came=(spot.came or None) if self.live else None,
            style=place,
        )
        return card + (self.person(spot.whose, small=True) if spot.whose else "")

    def name(self, spot: s.Spot) -> str:
        return ", ".join(filter(None, (cards.name(self.game, spot.card), spot.words)))

    def spots(self, spots: Iterable[s.Spot]) -> str:
        return "".join(map(self.spot, spots))

    def picture(self, spot: s.Spot) -> str:
        named = f"{spot.card} {spot.drawn}"
        if self.live and not spot.effects and named in faces(self.game):
            return tag("i", class_="ck-art", data_face=named)
        return cards.face(self.game, spot.card, spot.drawn, spot.effects)

    # ---- zones ----

    def zone(self, zone: s.Zone) -> str:
        return str(getattr(self, zone.layout)(zone))

    def row(self, zone: s.Zone) -> str:
        return self.labelled(zone, self.holder("ck-row", zone, self.spots(zone.spots)))

    def track(self, zone: s.Zone) -> str:
        places = max((spot.column for spot in zone.spots), default=1)
        inside = self.spots(zone.spots)
        return self.labelled(zone, self.holder("ck-track", zone, inside, f"--places:{places}"))

    def fan(self, zone: s.Zone) -> str:
        return self.labelled(zone, self.holder("ck-fan", zone, self.spots(zone.spots)))

    def spread(self, zone: s.Zone) -> str:
        items = "".join(tag("li", self.spot(spot)) for spot in zone.spots)
        return tag(
            "ol",
            items,
            class_="ck-spread",
            data_key=zone.key,
            aria_label=zone.words or zone.label,
            data_arrows=self.live,
            data_single=self.live and zone.single,
        )

    def laid(self, zone: s.Zone) -> str:
        """Cards in the order laid, their owners below; it closes up when it grows."""
        items = "".join(tag("li", self.spot(spot)) for spot in zone.spots)
        arrows = self.live and any(spot.verb for spot in zone.spots)
        return tag(
            "ol",
            items,
            class_="ck-laid",
            data_key=zone.key,
            aria_label=zone.words or zone.label,
            data_arrows=arrows,
        )

    def pile(self, zone: s.Zone) -> str:
        card = self.spots(zone.spots[-1:]) or tag("span", class_="ck-slot")
        return self.labelled(
            zone, tag("div", card, class_=look("ck-top", deep=(zone.count or 0) > 1))
        )

    def backs(self, zone: s.Zone) -> str:
        shown = min(zone.count or 0, MOST_BACKS)
        drawn = ["edge"] * (shown - 1) + ["plain"] * (shown > 0)
        backs = "".join(
            tag("span", self.picture(s.Spot("", drawn=how)), class_="ck-card") for how in drawn
        )
        return tag(
            "div",
            tag("span", backs, class_="ck-fan", data_key=zone.key, aria_hidden="true"),
            tag("span", text(zone.label), class_="ck-count"),
            class_="ck-backs",
        )

    def layers(self, zone: s.Zone) -> str:
        parts = "".join(self.part("ck-layer", part) for part in zone.parts)
        parts = parts or tag("span", class_="ck-slot", role="img", aria_label="nothing laid yet")
        parts = tag("div", parts, class_="ck-pack")
        many = len(zone.parts) > MANY_LAYERS
        if many:  # too many to label one by one
            below = " · ".join(part.label.replace(" × ", "×") for part in zone.parts[:-1])
            parts += tag("p", text(below), class_="ck-label ck-under", aria_hidden="true")
        return tag("div", parts, class_=look("ck-layers", many=many), data_key=zone.key)

    def stacks(self, zone: s.Zone) -> str:
        """Small stacks side by side, each one place: groups of a pool, sets of a virtual player."""
        parts = "".join(self.part("ck-stack", part) for part in zone.parts)
        return self.labelled(zone, self.holder("ck-stacks", zone, parts))

    def part(self, kind: str, part: s.Zone) -> str:
        tried = "tried" in part.states
        return tag(
            "div",
            tag("span", self.spots(part.spots), class_="ck-fan"),
            tag("span", text(part.label), class_="ck-label", aria_hidden="true")
            if part.label
            else "",
            tag("span", icon("stop"), class_="ck-tried") if tried else "",
            class_=look(kind, **dict.fromkeys(part.states, True)),
            data_key=part.key,
            role="group" if part.words else None,
            aria_label=part.words or None,
        )

    def holder(self, kind: str, zone: s.Zone, inside: str, style: str | None = None) -> str:
        tries = any(spot.verb for part in (zone, *zone.parts) for spot in part.spots)
        words = zone.words or zone.label
        return tag(
            "div",
            inside,
            class_=kind,
            data_key=zone.key,
            role="group" if words else None,
            aria_label=words or None,
            data_arrows=self.live and tries,
            style=style,
        )

    def labelled(self, zone: s.Zone, inside: str) -> str:
        count = "" if zone.count is None else f" <b>{zone.count}</b>"
        label = tag("span", text(zone.label), count, class_="ck-label") if zone.label else ""
        return tag("div", inside, label, class_="ck-pile", data_key=f"{zone.key}-zone")

    # ---- tokens, scales and the like ----

    def group(self, group: s.Group) -> str:
        if group.look not in GROUPS:
            raise ValueError(f"A group looks like one of {', '.join(GROUPS)}, not {group.look!r}.")
        label = tag("p", text(group.label), class_="ck-label") if group.label else ""
        return tag("div", label, self.draw(group.pieces), class_=f"ck-{group.look}")

    def tokens(self, tokens: s.Tokens) -> str:
        discs = "".join(
            tag(
                "span",
                icon("paw") if tokens.shape == "paw" else "",
                class_=look("ck-token", on=i < tokens.on, **{tokens.shape: tokens.shape != "disc"}),
            )
            for i in range(tokens.of)
        )
        words = f"{tokens.on} of {tokens.of} {tokens.label}"
        return tag("span", discs, class_="ck-tokens", role="img", aria_label=words)

    def chip(self, chip: s.Chip) -> str:
        drawn = icon(chip.icon) if chip.icon else ""
        return tag("span", drawn, text(chip.text), class_=look("ck-chip", dashed=chip.dashed))

    def fact(self, fact: s.Fact) -> str:
        coin = tag("span", icon(fact.icon), class_="ck-coin") if fact.icon else ""
        label = tag("span", coin, text(fact.label))
        return tag("div", label, tag("strong", text(fact.value)), class_="ck-me-line")

    def steps(self, steps: s.Steps) -> str:
        items = ""
        for i, item in enumerate(steps.items):
            done, now = i < steps.now, i == steps.now
            ticked = icon("check") if done and steps.look == "order" else ""
            items += tag(
                "li",
                ticked,
                text(item),
                class_=look(done=done, now=now),
                aria_current="step" if now else None,
            )
        return tag("ol", items, class_=f"ck-{steps.look}", aria_label=steps.label)

    def scale(self, scale: s.Scale) -> str:
        def at(value: float) -> str:
            return f"{100 * value / scale.top:.1f}"

        inside = tag("i")
        if scale.most > scale.sure:
            rest = f"--from:{at(scale.sure)};--p:{at(scale.most - scale.sure)}"
            inside += tag("i", class_="is-more", style=rest)
        for value, words in scale.marks:
            inside += tag("span", tag("em", text(words)), style=f"--at:{at(value)}")
        sure = f"--p:{at(scale.sure)}"
        return tag("div", inside, class_="ck-scale", role="img", aria_label=scale.label, style=sure)

    def bar(self, bar: s.Bar) -> str:
        words, style, whisker = f"{bar.percent:.0f} percent", f"--p:{bar.percent:.1f}", ""
        shown = f"{bar.percent:.0f} %"
        if bar.low is not None and bar.high is not None:
            words += f", interval {bar.low:.0f} to {bar.high:.0f}"
            style += f";--lo:{bar.low:.1f};--hi:{bar.high:.1f}"
            whisker = tag("u")
            shown += tag("small", f" {bar.low:.0f}–{bar.high:.0f}")
        what = tag("span", text(bar.label)) + tag("b", shown)
        return tag(
            "div",
            tag("p", what, class_="ck-what"),
            tag(
                "div", tag("i"), whisker, class_="ck-bar", role="img", aria_label=words, style=style
            ),
            tag("p", text(bar.fine), class_="ck-fine") if bar.fine else "",
            class_="ck-chance",
        )

    def choice(self, choice: s.Choice) -> str:
        # a key of its own: focus on a choice that is gone must not end up on another one
        key = "-".join(("choice", choice.verb, *(choice.places or ())))
        return tag(
            "button",
            text(choice.text),
            tag("small", text(choice.consequence)) if choice.consequence else "",
            type="button",
            data_key=key,
            class_=look(
                "ck-choice", main=choice.main, loud=choice.loud, closing=bool(choice.seconds)
            ),
            style=f"--seconds:{choice.seconds:g}s" if choice.seconds else None,
            data_verb=choice.verb,
            data_places=None if choice.places is None else " ".join(choice.places),
        )

    def effect(self, effect: s.Effect) -> str:
        return tag(
            "p",
            icon(effect.icon),
            tag("span", text(effect.text)),
            tag("small", text(effect.small)) if effect.small else "",
            class_=look("ck-effect", now=effect.now),
            aria_current="step" if effect.now else None,
        )

    def sheet(self, sheet: s.Sheet) -> str:
        if sheet.mini:
            boxes = "".join(
                tag(
                    "li",
                    tag("small", text(box.label)),
                    tag("b", text(box.value)),
                    class_=look(full=box.look == "full"),
                )
                for column in sheet.columns
                for box in column
            )
            return tag("ul", boxes, class_="ck-mini", aria_label=sheet.label)
        columns = "".join(
            tag("ul", *(tag("li", self.box(box)) for box in column)) for column in sheet.columns
        )
        return tag(
            "div",
            columns,
            class_="ck-sheet",
            role="group",
            aria_label=sheet.label,
            data_arrows=self.live,
        )

    def box(self, box: s.Box) -> str:
        tries = self.live and bool(box.verb)
        picks = tries and box.verb == "pick"
        return tag(
            "button" if tries else "span",
            tag("span", text(box.label)),
            tag("span", text(box.value)),
            type="button" if tries else None,
            class_=look("ck-box", f"is-{box.look}", aim=box.selected),
            data_key=box.key,
            data_verb=box.verb if tries else None,
            aria_pressed=_yes(box.selected) if picks else None,
        )


def _yes(holds: bool) -> str:
    return "true" if holds else "false"

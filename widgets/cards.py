"""Draws every card of the five games as inline SVG, and says its name for a screen reader.

A card is composed from three primitives (stroked numerals, line icons, the sheet) in a box of
50 × 70. No fonts, ids, gradients or filters: a card looks the same on every machine, and any
number of tables can share a page.

>>> face("lynx", "7").startswith('<svg class="ck-art" viewBox="0 0 50 70"')
True
>>> name("seers", "J-mask")
'jack of masks'
"""

from __future__ import annotations

import re
from functools import cache
from math import cos, pi, sin

from widgets.icons import EMBLEM, icon, mark
from widgets.icons import number as n

UNSEEN = "?"

# Okabe–Ito hues; tint = pale ground of a mark, deep = its line, ink = numerals
_TONES = ("hue", "tint", "deep", "ink", "back", "back2")
_HUES = {
    "lynx": "#E69F00 #FFF0CC #8A5200 #3B2606 #C27C04 #A66700",
    "sevens": "#0072B2 #DCEEF9 #00598C #0B2C45 #1F7DB5 #12669A",
    "seers": "#CC79A7 #F8E6F0 #8C3A68 #3C1A2E #A9527F #8F3F69",
    "knyf": "#009E73 #D9F2E8 #00694C #08352A #12906C #0A7757",
    "nerves": "#D55E00 #FDE5D6 #A84300 #33302F #57545A #6A676E",
}
HUE = {game: dict(zip(_TONES, tones.split(), strict=True)) for game, tones in _HUES.items()}
PAPER, EDGE, GREY = "#FFFDF8", "#CDC3B4", "#E8E5E0"
SUIT = {  # a suit is a shape first; its ink only helps
    "clock": {"ink": "#00598C", "tint": "#E2F0F9"},
    "mask": {"ink": "#8C3A68", "tint": "#F8E6F0"},
    "scarab": {"ink": "#00694C", "tint": "#DDF3EA"},
    "tree": {"ink": "#8A4B00", "tint": "#FBEBD3"},
}
RANK = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SPECIAL = ("reverse", "two", "remove", "trap")
HOUSE = {"lynx": r"[1-9]\d?", "nerves": r"[1-9]\d?h?"}  # numbers that a house deck may add


# ---- primitives: numerals of 14 units' height, and the sheet ----------------------------------

GLYPH: dict[str, tuple[float, str]] = {  # width, strokes
    "0": (10, "M5 0C7.9 0 9.2 3 9.2 7S7.9 14 5 14 .8 11 .8 7 2.1 0 5 0Z"),
    "1": (6.4, "M1 3.2 4.6 0V14"),
    "2": (10, "M1 3.7C1.1 1.5 2.8 0 5 0c2.3 0 4 1.5 4 3.8 0 1.8-1 3-2.6 4.7L1 14h8.2"),
    "3": (
        10,
        "M1.1 2.3C1.8.9 3.1 0 4.9 0c2.3 0 3.9 1.4 3.9 3.4S7.2 6.6 5 6.6H4.1M5 6.6c2.5 0 "
        "4.2 1.4 4.2 3.6C9.2 12.5 7.4 14 4.9 14c-2 0-3.5-1-4.1-2.6",
    ),
    "4": (10.4, "M7.2 14V0L.8 9.9h9"),
    "5": (
        10,
        "M8.6 0H2.4L1.6 6.3C2.5 5.6 3.7 5.2 5 5.2c2.4 0 4.2 1.8 4.2 4.3 0 2.6-1.8 4.5-4.4 "
        "4.5-1.8 0-3.3-.8-4-2.2",
    ),
    "6": (
        10,
        "M7.4 0C3.8 2 .9 5.6.9 9.6.9 12.2 2.7 14 5.1 14s4.1-1.8 4.1-4.2-1.7-4.1-4-4.1C3.2 "
        "5.7 1.5 6.9 1 8.8",
    ),
    "7": (10, "M.8 0h8.4L3.9 14"),
    "8": (
        10,
        "M5 6.5C2.9 6.5 1.5 5.2 1.5 3.3S2.9 0 5 0s3.5 1.4 3.5 3.3S7.1 6.5 5 6.5C2.6 6.5.9 8 "
        ".9 10.2.9 12.5 2.6 14 5 14s4.1-1.5 4.1-3.8C9.1 8 7.4 6.5 5 6.5Z",
    ),
    "9": (
        10,
        "M2.8 14C6.4 12 9.3 8.4 9.3 4.4 9.3 1.8 7.5 0 5.1 0S1 1.8 1 4.2s1.7 4.1 4 4.1c2 0 "
        "3.7-1.2 4.2-3.1",
    ),
    "J": (8.4, "M7 0v9.6C7 12.4 5.7 14 3.7 14 2.1 14 1 13.1.7 11.6"),
    "Q": (10.6, "M5 0c2.9 0 4.2 3 4.2 7S7.9 14 5 14 .8 11 .8 7 2.1 0 5 0ZM6 10.4l3.8 4"),
    "K": (10, "M1 0v14M8.6 0 1 8.3M3.9 5.3 9.2 14"),
    "A": (10.4, "M.6 14 5.2 0l4.6 14M2.2 9.4h6"),
    "+": (9, "M4.5 3.5v7M1 7h7"),
}


def _width(text: str) -> float:
    return sum(GLYPH[ch][0] + 1.9 for ch in text) - 1.9


def numeral(
    text: str,
    x: float,
    y: float,
    height: float,
    ink: str,
    weight: float = 2.3,
    middle: bool = False,
) -> str:
    """Numerals `height` units tall, from (x, y) or centred on x."""
    k = height / 14
    at = x - _width(text) * k / 2 if middle else x
    out = ""
    for ch in text:
        wide, strokes = GLYPH[ch]
        out += f'<path d="{strokes}" transform="translate({n(at)} {n(y)}) scale({n(k)})"/>'
        at += (wide + 1.9) * k
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="{weight}" stroke-linecap="round" '
        f'stroke-linejoin="round">{out}</g>'
    )


def _sheet(fill: str = PAPER, edge: str = EDGE) -> str:
    return f'<rect x=".5" y=".5" width="49" height="69" rx="5" fill="{fill}" stroke="{edge}"/>'


def _index(text: str, ink: str) -> str:
    return numeral(text, 5.5, 6.5, 14 if _width(text) > 14 else 15.5, ink, weight=2.5)


def _mix(a: str, b: str, t: float) -> str:
    def channel(colour: str, i: int) -> int:
        return int(colour[i : i + 2], 16)

    mixed = (round(channel(a, i) * (1 - t) + channel(b, i) * t) for i in (1, 3, 5))
    return "#" + "".join(f"{c:02x}" for c in mixed)


# ---- recipes: an index, one large mark, and what makes the game its own ------------------------

LYNX_HEAD = (
    "M20.6 31.2c2.8-.8 6-.8 8.8 0l9.2-6.9-.4 13.5c.9 3.5 2.7 6.5 5.4 9l-5 1.2 1 4-5.2.3C32.4 56.8 "
    "29 59.6 25 59.6s-7.4-2.8-9.4-7.3l-5.2-.3 1-4-5-1.2c2.7-2.5 4.5-5.5 5.4-9l-.4-13.5Z"
)


def _lynx_fur(card: str) -> str:
    return _mix("#FFF4DA", "#F0A42A", min(1, (int(card) - 1) / 12))  # the higher, the deeper


def _lynx(card: str) -> str:
    c = HUE["lynx"]
    if card == "*":
        smile = "M20.8 43.5l1.9-1.9 1.9 1.9M27.5 43.5l1.9-1.9 1.9 1.9M23.6 48.3q2.4 1.8 4.9 0"
        return (
            _sheet("#FFF8E6")
            + mark("star", 13, 13.5, 17, ink=c["deep"], tint=c["hue"], weight=2)
            + mark("star", 26, 43.5, 41, ink=c["deep"], tint=c["hue"], weight=1.1)
            + f'<path d="{smile}" fill="none" stroke="{c["ink"]}" stroke-width="1.3" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return (
        _sheet() + _index(card, c["ink"]) + '<g transform="translate(5.1 10.2) scale(.87)">'
        f'<path d="M11.4 24.3 10 20.4M38.6 24.3 40 20.4" stroke="{c["deep"]}" stroke-width="1.7" '
        'stroke-linecap="round"/>'
        f'<path d="{LYNX_HEAD}" fill="{_lynx_fur(card)}" stroke="{c["deep"]}" stroke-width="1.3" '
        'stroke-linejoin="round"/></g>' + numeral(card, 26.8, 42, 13.2, c["ink"], 2.4, middle=True)
    )


SEVENS_MARK = {"1": "swap", "2": "again", "3": "toss", "4": "rest", "6": "shield", "7": "flush"}


def _sevens(card: str) -> str:
    c = HUE["sevens"]
    pips = "".join(
        f'<circle cx="{n(8.2 + i * 5.6)}" cy="62.5" r="1.7" '
        f'fill="{c["deep"] if i < int(card) else "#D5DEE5"}"/>'
        for i in range(7)
    )
    if card == "5":
        middle = numeral("18+", 25, 34.5, 11, c["deep"], 2.1, middle=True)
        middle += f'<path d="M14 49.3h22" stroke="{c["deep"]}" stroke-width="1.9"/>'
    else:
        middle = mark(SEVENS_MARK[card], 25, 40.5, 23, ink=c["deep"], tint=PAPER, weight=1.9)
    disc = f'<circle cx="25" cy="40.5" r="16.8" fill="{c["tint"]}"/>'
    return _sheet() + _index(card, c["ink"]) + disc + middle + pips


def _pills(effects: tuple[str, ...], ink: str) -> str:
    """Effects of a Seers card: a compulsory one ("take!") is a solid pill, another an outline."""
    wide, gap = 17, 2.5
    x = 25 - (len(effects) * wide + (len(effects) - 1) * gap) / 2
    out = ""
    for effect in effects:
        must, plain = effect.endswith("!"), effect.rstrip("!")
        word, count = plain.rstrip("0123456789"), plain[len(plain.rstrip("0123456789")) :]
        on = PAPER if must else ink
        out += (
            f'<rect x="{n(x)}" y="53.5" width="{wide}" height="12" rx="6" '
            f'fill="{ink if must else PAPER}" stroke="{ink}"/>'
        )
        if count:
            out += mark(word, x + 5.8, 59.5, 7.8, ink=on, weight=2.4)
            out += numeral(count, x + 10.2, 56.6, 5.8, on, weight=2.8)
        else:
            out += mark(word, x + wide / 2, 59.5, 9.5, ink=on, weight=2.3)
        x += wide + gap
    return out


def _seers(card: str, effects: tuple[str, ...] = ()) -> str:
    down = 0 if effects else 7  # with no effects below it the mark moves to the middle
    if card == "rune":
        c = HUE["seers"]
        return (
            _sheet("#FCF3F8")
            + mark("rune", 12, 14.5, 16, ink=c["deep"], weight=3)
            + f'<g transform="translate(0 {down})"><path d="M25 18 39 36 25 54 11 36Z" '
            f'transform="translate(3 -1.5) scale(.9)" fill="{c["tint"]}" stroke="{c["deep"]}" '
            'stroke-width="1.3" stroke-linejoin="round"/>'
            + mark("rune", 25.7, 31, 20, ink=c["deep"], weight=2.4)
            + "</g>"
            + _pills(effects, c["deep"])
        )
    rank, suit = card.split("-")
    s = SUIT[suit]
    return (
        _sheet()
        + _index(rank, s["ink"])
        + mark(suit, 38, 14, 13, ink=s["ink"], tint=s["tint"], weight=2.2)
        + mark(suit, 25, 37 + down, 26, ink=s["ink"], tint=s["tint"], weight=1.5)
        + _pills(effects, s["ink"])
    )


_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
PIPS = {
    "1": ((0, 0),),
    "2": _CORNERS[:2],
    "3": ((0, 0), *_CORNERS[:2]),
    "4": _CORNERS,
    "5": ((0, 0), *_CORNERS),
    "6": ((-1, 0), (1, 0), *_CORNERS),
}


def _knyf(card: str) -> str:
    c = HUE["knyf"]
    pips = "".join(
        f'<circle cx="{n(25 + x * 8.6)}" cy="{n(44 + y * 8.6)}" r="3.1" fill="{c["deep"]}"/>'
        for x, y in PIPS[card]
    )
    return (
        _sheet()
        + _index(card, c["ink"])
        + '<g transform="rotate(-5 25 44)"><rect x="9" y="28" width="32" height="32" rx="7" '
        f'fill="{c["tint"]}" stroke="{c["deep"]}" stroke-width="1.3"/>{pips}</g>'
    )


def _pulse(spikes: int, y: float, ink: str) -> str:
    """A heartbeat line with one spike for each point."""
    step = 38 / 5.5
    spike = f"l{n(step * 0.28)}-7 {n(step * 0.3)} 11 {n(step * 0.22)}-4h{n(step * 0.2)}"
    return (
        f'<path d="M6 {n(y)}H{n(25 - spikes * step / 2)}{spike * spikes}H44" fill="none" '
        f'stroke="{ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _nerves(card: str) -> str:
    c = HUE["nerves"]
    heart = mark("heart-solid", 41, 12.5, 9, ink=c["hue"])
    if card in SPECIAL:
        return (
            _sheet()
            + numeral("0", 5.5, 6.5, 15.5, c["ink"], weight=2.5)
            + f'<circle cx="25" cy="41" r="17" fill="{c["tint"]}"/>'
            + mark(card, 25, 41, 23, ink=c["deep"], tint=PAPER)
            + heart
        )
    value = card.removesuffix("h")
    big = numeral(value, 25, 27.5, 19, c["ink"], 3.2, middle=True)
    big += _pulse(min(5, int(value)), 57, c["hue"])
    if card.endswith("h"):
        return _sheet() + numeral(value, 5.5, 6.5, 15.5, c["ink"], weight=2.5) + big + heart
    return (
        _sheet(GREY, "#B9B4AD")
        + '<rect x="3.5" y="3.5" width="43" height="63" rx="3" fill="none" stroke="#A59F97" '
        'stroke-width=".9"/>'
        + numeral(value, 7.5, 8, 14, c["ink"], weight=2.5)
        + big
        + mark("swap", 40, 12.5, 9, ink="#6F6A64", weight=2.6)
    )


# ---- backs: a pattern of its own for each game, drawn inside a frame ---------------------------


def _spots(ink: str) -> str:
    out = ""
    for r in range(9):
        for k in range(6):
            x, y = 7.5 + k * 7 + (r % 2) * 3.5, 7.5 + r * 7
            if x < 44:
                turn = (r * 37 + k * 53) % 90 - 45
                out += (
                    f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="1.7" ry="1.1" '
                    f'transform="rotate({turn} {n(x)} {n(y)})"/>'
                )
    return f'<g fill="{ink}">{out}</g>'


def _rays(ink: str) -> str:
    out = ""
    for a in range(24):
        s, k = sin(a * pi / 12), cos(a * pi / 12)
        far = min(abs(19.5 / (k or 1e-9)), abs(29.5 / (s or 1e-9)))
        out += f"M{n(25 + k * 14)} {n(35 + s * 14)}L{n(25 + k * far)} {n(35 + s * far)}"
    return f'<path d="{out}" stroke="{ink}" stroke-width="1.4"/>'


def _zigzag(ink: str) -> str:
    lines = "".join(f"M5.5 {y}" + "l3-3" + " 3 3 3-3" * 6 for y in range(8, 63, 6))
    return f'<path d="{lines}" fill="none" stroke="{ink}" stroke-width="1.4"/>'


def _dice(ink: str) -> str:
    squares = "".join(
        f"M{n(x - 1.7)} {n(y - 1.7)}h3.4v3.4h-3.4Z"
        for y in range(8, 63, 6)
        for x in range(7, 44, 6)
    )
    return f'<path d="{squares}" fill="{ink}"/>'


def _beats(ink: str) -> str:
    beat = "h5l2-4 3 7 2-3h7l2-4 3 7 2-3h7l2-4 3 7 1-3h1"
    lines = "".join(f"M5 {n(10 + i * 8.5)}{beat}" for i in range(7))
    return f'<path d="{lines}" fill="none" stroke="{ink}" stroke-width="1.2"/>'


PATTERN = {"lynx": _spots, "sevens": _zigzag, "seers": _rays, "knyf": _dice, "nerves": _beats}


def _back(game: str, drawn: str) -> str:
    c, emblem, heart = HUE[game], EMBLEM[game], game == "nerves"
    small = (
        f'<rect x="1.5" y="1.5" width="47" height="67" rx="5" fill="{c["back"]}" '
        f'stroke="{PAPER}" stroke-width="3"/>'
    )
    if drawn == "edge":
        line = f'stroke="{c["back2"]}" stroke-width="4" stroke-linecap="round"'
        return small + f'<path d="M10 13v44" {line}/>'
    ink, tint = ("#FF8A4C", "#E8671B") if heart else (PAPER, "none")
    if drawn == "plain":
        return small + mark(emblem, 25, 35, 36, ink=ink, tint=tint, weight=2.4)
    frame = (
        '<rect x="3.3" y="3.3" width="43.4" height="63.4" rx="3" fill="none" '
        f'stroke="{PAPER}" stroke-opacity=".75" stroke-width=".9"/>'
    )
    disc = (
        f'<circle cx="25" cy="35" r="13" fill="{c["back"]}" stroke="{PAPER}" '
        f'stroke-width="{0 if heart else 1.1}" stroke-opacity=".85"/>'
    )
    if heart:
        centre = mark(emblem, 25, 35.5, 27, ink="#FFB48A", tint="#E8671B", weight=1.3)
    else:
        centre = mark(emblem, 25, 34.8, 18, ink=PAPER, tint=c["back2"], weight=2)
    return _sheet(c["back"], PAPER) + frame + PATTERN[game](c["back2"]) + disc + centre


# ---- what the renderer asks for ----------------------------------------------------------------

DRAWN = ("face", "strip", "blank", "plain", "edge")


def _strip(game: str, card: str) -> str:
    """In a fan of small cards all but the last: the index and a small mark in the left half."""
    if game != "lynx":
        return _front(game, card, ())
    c = HUE["lynx"]
    if card == "*":
        star = mark("star", 13, 13.5, 17, ink=c["deep"], tint=c["hue"], weight=2)
        return _sheet("#FFF8E6") + star
    head = (
        f'<g transform="translate(2.2 21) scale(.4)"><path d="{LYNX_HEAD}" '
        f'fill="{_lynx_fur(card)}" stroke="{c["deep"]}" stroke-width="2.6" '
        'stroke-linejoin="round"/></g>'
    )
    return _sheet() + _index(card, c["ink"]) + head


def _front(game: str, card: str, effects: tuple[str, ...]) -> str:
    if game == "seers":
        return _seers(card, effects)
    return {"lynx": _lynx, "sevens": _sevens, "knyf": _knyf, "nerves": _nerves}[game](card)


def deck(game: str) -> tuple[str, ...]:
    """Every different card of a game.

    >>> deck("lynx")[-2:]
    ('13', '*')
    """
    if game == "seers":
        ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", *RANK)
        return (*(f"{rank}-{suit}" for suit in SUIT for rank in ranks), "rune")
    if game == "nerves":
        return (*"12345", *(f"{v}h" for v in "12345"), *SPECIAL)
    top = {"lynx": 13, "sevens": 7, "knyf": 6}[game]
    return (*(str(v) for v in range(1, top + 1)), *("*" if game == "lynx" else ""))


def _known(game: str, card: str | None) -> str:
    if game not in HUE:
        raise ValueError(f"There is no game called {game!r}; the games are {', '.join(HUE)}.")
    if card is None or card == UNSEEN:
        return UNSEEN
    if card not in deck(game) and not (game in HOUSE and re.fullmatch(HOUSE[game], card)):
        raise ValueError(f"{game.capitalize()} has no card {card!r}.")
    return card


@cache
def face(game: str, card: str | None, drawn: str = "face", effects: tuple[str, ...] = ()) -> str:
    """The card as an `<svg>`; `None` or "?" shows its back.

    `drawn` is "face", or in small places "strip" (all but the last of a fan), "blank" (only its
    edge is seen); for backs under 26 px "plain", and "edge" for one that lies under another.
    """
    card = _known(game, card)
    if drawn not in DRAWN:
        raise ValueError(f"A card is drawn as one of {', '.join(DRAWN)}, not {drawn!r}.")
    if card == UNSEEN:
        inner = _back(game, drawn)
    elif drawn == "blank":
        inner = _sheet()
    elif drawn == "strip":
        inner = _strip(game, card)
    else:
        inner = _front(game, card, effects)
    return (
        '<svg class="ck-art" viewBox="0 0 50 70" width="50" height="70" aria-hidden="true" '
        f'focusable="false">{inner}</svg>'
    )


def name(game: str, card: str | None) -> str:
    """The card in words.

    >>> name("lynx", "*"), name("lynx", None), name("nerves", "4h")
    ('joker', 'unseen card', 'one-sided 4')
    """
    card = _known(game, card)
    if card == UNSEEN:
        return "unseen card"
    if card == "*":
        return "joker"
    if game == "seers":
        if card == "rune":
            return "rune card"
        rank, suit = card.split("-")
        return f"{RANK.get(rank, rank)} of {suit}s"
    if game == "nerves":
        if card in SPECIAL:
            return f"{card}, value 0"
        return f"{'one' if card.endswith('h') else 'two'}-sided {card.removesuffix('h')}"
    return card


def short(card: str) -> str:
    """The card as it is written on a button: a joker is a star.

    >>> " ".join(map(short, ["7", "*"]))
    '7 ★'
    """
    return "★" if card == "*" else card


__all__ = ["EMBLEM", "HUE", "UNSEEN", "deck", "face", "icon", "name", "numeral", "short"]

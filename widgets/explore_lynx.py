"""The stealing explorer: who is robbed and why, and how likely any hand can rob a layer."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import cardkit
from cardkit.errors import BadInput
from cardkit.narration import sentence
from cardkit.odds import Deck, P, TooMuch, can_rob, most, simulate, somebody
from cardkit.zones import cards_in
from widgets.explorers import Explorer, Painting, cite, entry, slider, stacked, switch
from widgets.markup import tag, text

NAMES = ("You", "Karolina", "Michał", "Ela")
VERDICTS = {"steal", "nothing", "other-count", "equal", "lower", "safe"}
MOST_CARDS = 6
HIGHEST = 13


def stealing() -> Explorer:
    """Lay a set against three top layers: who is robbed, and by which rule."""
    controls = {
        "lay": entry("You lay", "7 7 7"),
        "karolina": entry("Karolina's top layer", "6 6"),
        "michal": entry("Michał's", "3 3 3"),
        "ela": entry("Ela's", "5 5 5"),
        "expert": switch("expert rules", False),
    }
    return Explorer(paint_stealing, controls)


def paint_stealing(lay: str, karolina: str, michal: str, ela: str, expert: bool) -> Painting:
    if not lay.strip():
        raise BadInput("Say what you lay, like 7 7 7 or 10 ★.")
    layers = {seat: [top] for seat, top in enumerate((karolina, michal, ela), 1) if top.strip()}
    mode = "expert" if expert else "basic"
    hand = [*cards_in(lay), _another(lay, layers)]  # the last card would end the game
    game: Any = cardkit.position("lynx", players=4, hands={0: hand}, tables=layers, mode=mode)
    notation = "lay " + " ".join(cards_in(lay))
    refusal = game.why_not(notation)
    if refusal is not None:
        raise refusal
    lines = _verdicts(game, notation)
    body = "".join(
        tag("p", tag("strong", "Robbed" if robs else "Safe"), f" {text(line)} ", cite(rule),
            class_="says")
        for robs, line, rule in lines
    )  # fmt: skip
    return Painting(body, " ".join(f"{line} ({rule})" for _, line, rule in lines))


def _another(lay: str, layers: dict[int, list[str]]) -> str:
    """Some card that is still in the box, to stay in hand."""
    used = cards_in(lay) + [
        card for tops in layers.values() for top in tops for card in cards_in(top)
    ]
    left = (Deck("lynx") - used).counts
    return next(card for card, count in left.items() if count)


def _verdicts(game: Any, notation: str) -> list[tuple[bool, str, str]]:
    """Play the lay out, leaving every stolen layer, and note what came of each comparison."""
    lines = []
    events = game.play(notation)
    while True:
        lines += [
            (event.kind == "steal", sentence("lynx", event, NAMES, me=0), event.rule)
            for event in events
            if event.kind in VERDICTS
        ]
        if game.phase not in ("loot", "robbed"):
            return lines
        events = game.play("leave" if game.phase == "loot" else "take back")


def how_safe() -> Explorer:
    """The chance that a hand of n cards can rob a layer, for every layer at once."""
    controls = {
        "k": slider("cards in the layer", 3, 1, MOST_CARDS),
        "v": slider("of value", 7, 1, HIGHEST),
        "n": slider("cards in a rival's hand", 13, 1, 20),
        "rivals": slider("rivals", 3, 1, 4),
        "jokers": switch("jokers in the deck", True),
        "seen": entry("cards I have seen", ""),
    }
    return Explorer(paint_how_safe, controls)


def paint_how_safe(k: int, v: int, n: int, rivals: int, jokers: bool, seen: str) -> Painting:
    deck = _unseen(jokers, seen)
    if n > len(deck):
        raise BadInput(f"A hand of {n} cannot come from {len(deck)} unseen cards.")
    chance = robbing(deck, k, v, n)
    plain = robbing(deck.without("*"), k, v, n, of=deck) if jokers else chance
    bar = stacked([
        ("without a joker", float(plain)),
        ("only thanks to a joker", float(chance - plain)),
        ("cannot", float(1 - chance)),
    ])  # fmt: skip
    anybody = _somebody(deck, k, v, n, rivals)
    layer = " ".join([str(v)] * k)
    alt = (
        f"A hand of {n} cards can rob {layer} with chance {float(chance):.4f}, "
        f"{float(plain):.4f} of it without a joker. {anybody}"
    )
    says = tag("p", tag("strong", text(f"{layer}: {chance} = {float(chance):.4f}")), class_="says")
    return Painting(says + bar + tag("p", text(anybody), class_="says") + _grid(deck, k, v, n), alt)


def _unseen(jokers: bool, seen: str) -> Deck:
    deck = Deck("lynx") if jokers else Deck("lynx").without("*")
    return deck - cards_in(seen) if seen.strip() else deck


@cache
def _robbing(deck: Deck, k: int, v: int, n: int) -> Fraction:
    return Fraction(P(can_rob([str(v)] * k), deck.draw(n)))


def robbing(deck: Deck, k: int, v: int, n: int, of: Deck | None = None) -> Fraction:
    """The exact chance that n cards of the deck can rob k cards of value v.

    With `of`, the hand comes from that larger deck, but only the cards of `deck` are used to rob.
    """
    if of is None:
        return _robbing(deck, k, v, n)
    higher = [str(value) for value in range(v + 1, HIGHEST + 1)]
    if not higher or n <= k:
        return Fraction(0)
    return Fraction(P(most(*higher).at_least(k), of.draw(n)))


def _somebody(deck: Deck, k: int, v: int, n: int, rivals: int) -> str:
    """One deck for all: the hands are not independent."""
    if rivals * n > len(deck):
        return f"{rivals} hands of {n} need more than the {len(deck)} unseen cards."
    event, space = somebody(can_rob([str(v)] * k)), deck.deal(n, hands=rivals)
    try:
        exact = P(event, space, limit=25_000)
        return f"Somebody of {rivals}: {float(exact):.4f}, exactly."
    except TooMuch:
        found = simulate(event, space, n=2000, seed=1, progress=False)
        return f"Somebody of {rivals}: {found}, simulated."


def _grid(deck: Deck, k: int, v: int, n: int) -> str:
    """Every layer at once; the chosen one is framed."""
    head = tag(
        "tr",
        tag("td", "", aria_label="cards by value"),
        *(tag("th", str(w), scope="col") for w in _values()),
    )
    rows = [
        tag("tr", tag("th", str(cards), scope="row"), *(
            _cell(robbing(deck, cards, value, n), (cards, value) == (k, v)) for value in _values()
        ))
        for cards in range(1, MOST_CARDS + 1)
    ]  # fmt: skip
    return tag("div", tag("table", head, *rows), class_="scroll")


def _values() -> range:
    return range(1, HIGHEST + 1)


def _cell(chance: Fraction, chosen: bool) -> str:
    shade = f"background:rgba(230,159,0,{0.08 + 0.72 * float(chance):.2f})"
    dark = ";color:#1a1a1a" if chance > Fraction(1, 3) else ""
    shown = _percent(chance)
    return tag("td", shown, style=shade + dark, aria_current="true" if chosen else None)


def _percent(chance: Fraction) -> str:
    """Rounded, but never to a certainty that is none."""
    if chance in (0, 1):
        return f"{int(100 * chance)}%"
    if chance > Fraction(995, 1000):
        return "&gt;99%"
    return "&lt;1%" if chance < Fraction(1, 100) else f"{float(chance):.0%}"

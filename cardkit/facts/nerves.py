"""Nerves: whether the row has reached its goal."""

from __future__ import annotations

from fractions import Fraction

from cardkit.events import HIDDEN
from cardkit.facts import Fact, Facts
from cardkit.game import View
from cardkit.games.nerves import Options
from cardkit.games.nerves_sight import value_of
from cardkit.odds import Deck, P, total
from cardkit.options import options_of


def facts(view: View) -> Facts:
    """Whether the row has reached its goal, every unseen heart being as likely as the next."""
    if "check" not in view["moves"] or len(view["memory"]["unseen"]) > 1:
        return {}  # after a new pile not every heart can be every card
    row = [laid["card"] for laid in view["row"]]
    known = [card for card in row if card != HIDDEN]
    buried = [laid["card"] for laid in view["buried"] if laid["card"] != HIDDEN]
    options = options_of(Options, view)
    unseen = (Deck(options.deck) - [*view["hand"], *known, *view["used"], *buried]).hearts
    missing = options.goal - sum(map(value_of, known))
    reached = Fraction(P(total >= missing, unseen.draw(len(row) - len(known))))
    text = f"chance that the row has reached {options.goal}, if hearts were laid at random"
    return {"check": (Fact(text, reached, "nerves.check.hit"),)}

"""A sensible Nerves player: reckons the chance that the row has reached 17, and with traps.

What tokens are worth, how people lay cards face down and when they call are stated guesses below;
the rest is counted from the view: what lies in the row and which cards it has not seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.events import HIDDEN
from cardkit.game import View
from cardkit.games.nerves import Nerves, Options
from cardkit.games.nerves_sight import SPECIALS, value_of
from cardkit.options import options_of

Chances = dict[int, float]
Row = Sequence[Mapping[str, Any]]

NERVE = -0.5  # two nerve tokens cost a composure token, which is worth 1
LAST_TOKEN = 3.0  # ... or more, if it wins the game
PATIENCE = 0.2  # how much a call must promise: whoever waits may still call later
FACE_DOWN = {"trap": 0.9, "number": 0.5, "special": 0.2}  # how often each is laid face down


def sensible(view: View) -> str:
    """The notation of the move it would play."""
    moves, hearts = view["moves"], Hearts(view)
    if view["phase"] == "window":
        return "check" if _call(view, hearts) > PATIENCE else "wait"
    if "check" in moves and _known(view["row"]) >= options_of(Options, view).goal:
        return "check"  # it can only get worse: the next player would call
    worth = {move: _lay(view, hearts, *move.split()[1:]) for move in moves if move != "check"}
    best = max(worth, key=lambda move: worth[move], default="check")
    if "check" in moves and (not worth or _call(view, hearts) > max(0.0, worth[best])):
        return "check"
    return best


def likely(view: View, game: Nerves) -> float:
    """How likely rivals are to have laid what lies face down in an imagined game."""
    weight = 1.0
    for seen, laid in zip(view["row"], game.row, strict=True):
        if seen["card"] == HIDDEN:
            weight *= FACE_DOWN[_kind(laid.card)]
    return weight


def _kind(card: str) -> str:
    return "trap" if card == "trap" else "special" if card in SPECIALS else "number"


# Chances ------------------------------------------------------------------------------------------


class Hearts:
    """What may lie under a rival's heart: which cards are left, weighed by people's habits.

    Reckoned once for a decision, which asks for many sums.
    """

    def __init__(self, view: View) -> None:
        weights: dict[str, float] = {}
        for batch in view["memory"]["unseen"].values():
            for card, count in batch.items():
                if not card.isdecimal() and count > 0:
                    weights[card] = weights.get(card, 0.0) + count * FACE_DOWN[_kind(card)]
        total = sum(weights.values()) or 1.0
        self.trap = weights.get("trap", 0.0) / total
        self.values: Chances = {}
        for card, weight in weights.items():
            value = value_of(card)
            self.values[value] = self.values.get(value, 0.0) + weight / total
        self.most = max(self.values, default=0)
        self.sums: list[Chances] = [{0: 1.0}]  # of so many hearts

    def reach(self, missing: int, hearts: int) -> float:
        """The chance that so many hearts make up what is missing."""
        if missing <= 0:
            return 1.0
        if hearts * self.most < missing:
            return 0.0
        while len(self.sums) <= hearts:
            self.sums.append(self._one_more(self.sums[-1]))
        return sum(chance for total, chance in self.sums[hearts].items() if total >= missing)

    def _one_more(self, sums: Chances) -> Chances:
        new: Chances = {}
        for total, chance in sums.items():
            for value, weight in self.values.items():
                new[total + value] = new.get(total + value, 0.0) + chance * weight
        return new


def _known(row: Row) -> int:
    """The sum of a row as far as this seat knows it."""
    return sum(value_of(laid["card"]) for laid in row if laid["card"] != HIDDEN)


# Tokens -------------------------------------------------------------------------------------------


def _composure(view: View, seat: int) -> float:
    wins = view["composure"][seat] + 1 >= options_of(Options, view).to_win
    return LAST_TOKEN if wins else 1.0


def _nerve(view: View, seat: int) -> float:
    """A second nerve token costs a composure token, if there is one, and takes the first away."""
    options = options_of(Options, view)
    if view["nerves"][seat] + 1 < options.nerve_limit:
        return NERVE
    return -NERVE - float(min(options.nerve_price, view["composure"][seat]))


# Decisions ----------------------------------------------------------------------------------------


def _call(view: View, hearts: Hearts) -> float:
    """What calling CHECK! now is worth: a hit, a miss, and the traps of others."""
    me, last, row = view["seat"], view["last"], view["row"]
    others: float = 1 / (view["players"] - 1)  # a rival's token matters less among many
    hidden = sum(laid["card"] == HIDDEN for laid in row)
    hit = hearts.reach(options_of(Options, view).goal - _known(view["row"]), hidden)
    own = any(laid["card"] == "trap" and laid["down"] for laid in row)
    trap = 1 - (1 - hearts.trap) ** hidden
    right = (0.0 if own else _composure(view, me)) - others * _nerve(view, last)
    wrong = _nerve(view, me) - others * _composure(view, last)
    worth: float = hit * right + (1 - hit) * wrong + trap * (_nerve(view, me) - others)
    return worth + (_composure(view, me) + _nerve(view, me) if own else 0.0)


def _lay(view: View, hearts: Hearts, card: str, side: str = "up") -> float:
    """What a lay is worth: how likely somebody calls, and who is then right."""
    me, down = view["seat"], side == "down"
    others: float = 1 / (view["players"] - 1)
    goal = options_of(Options, view).goal
    row = view["row"][:-1] if card == "remove" and not down else view["row"]
    mine = value_of(card)
    known = _known(row) + mine
    shown = sum(value_of(laid["card"]) for laid in row if not laid["down"]) + mine * (not down)
    hit = hearts.reach(goal - known, sum(laid["card"] == HIDDEN for laid in row))
    looks = hearts.reach(goal - shown, sum(laid["down"] for laid in row) + down)
    called = min(0.95, max(0.05, 2.5 * (looks - 0.3)))
    trap = card == "trap" and down
    wrong = _nerve(view, me) - others
    right = (0.0 if trap else _composure(view, me)) - others * NERVE
    if_called = hit * wrong + (1 - hit) * right
    if trap:
        if_called += _composure(view, me) - others * NERVE
    return called * if_called - 0.5 * (1 - called) * hit + _keep(card, down, shown / goal)


def _keep(card: str, down: bool, progress: float) -> float:
    """High numbers first, while they are safe; specials are for when the row is nearly full."""
    if card in SPECIALS:
        return (0.05 if card in ("two", "remove") and not down else 0.0) * progress - 0.1
    return 0.02 * value_of(card) * (1 - progress)

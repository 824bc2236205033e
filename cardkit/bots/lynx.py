"""A sensible Lynx player: empty the hand in big layers, keep jokers for when they tell.

It weighs a lay by what it scores, whom it robs and how easily it will be robbed in turn.
"""

from __future__ import annotations

from cardkit.game import View
from cardkit.games.lynx import JOKER, Options, theft, value_of
from cardkit.options import options_of


def sensible(view: View) -> str:
    """The notation of the move it would play."""
    decide = {"lay": _lay, "rob": _rob, "loot": _loot, "robbed": _robbed}
    return decide.get(view["phase"], _draw)(view)


def ranked(view: View) -> list[str]:
    """The moves from best to worst, where there are many: lays."""
    if view["phase"] != "lay":
        return list(view["moves"])
    return sorted(view["moves"], key=lambda move: -_worth(view, tuple(move.split()[1:])))


def _lay(view: View) -> str:
    return ranked(view)[0]


def _worth(view: View, layer: tuple[str, ...]) -> float:
    """Points now, less what may be lost again, plus what the others lose."""
    if len(layer) == len(view["hand"]):  # lynx.end.hand-empty: is the end good for me?
        mine = view["scores"][view["seat"]] + 2 * len(layer)
        others = (score for seat, score in enumerate(view["scores"]) if seat != view["seat"])
        return 1000 if mine > max(others) else -1000
    options = options_of(Options, view)
    worth = 2.0 * len(layer) * (1 - _risk(layer))
    worth -= 1.5 * layer.count(JOKER) + 0.3 * _breaks_a_set(view, layer)
    for seat, layers in enumerate(view["tables"]):
        if seat != view["seat"] and layers:
            top = tuple(layers[-1])
            if theft(layer, top, options)[0] == "steal":
                worth += 0.8 * len(top)
    return worth


def _risk(layer: tuple[str, ...]) -> float:
    """Roughly how likely it is to be robbed: low values and small layers are."""
    if layer[0] == JOKER:
        return 0.0
    return (14 - value_of(layer)) / 14 * 0.8 ** (len(layer) - 1)


def _breaks_a_set(view: View, layer: tuple[str, ...]) -> int:
    return int(view["hand"].count(layer[0])) - layer.count(layer[0])


def _loot(view: View) -> str:
    """Take what joins cards in hand, or is big; the victim draws anew either way."""
    stolen = view["stolen"]
    joins = stolen[0] in view["hand"] or JOKER in stolen
    return "take" if joins or len(stolen) >= 3 else "leave"


def _robbed(view: View) -> str:
    stolen = view["stolen"]
    wanted = stolen[0] in view["hand"] or len(stolen) >= 2
    return "take back" if wanted and not _in_circles(view, stolen) else "discard"


def _in_circles(view: View, stolen: list[str]) -> bool:
    """Whether these were taken back three times and lost again: that might never end."""
    again = [e["cards"] for e in view["log"]
             if e["kind"] == "take-back" and e["seat"] == view["seat"]]  # fmt: skip
    return again.count(stolen) >= 3


def _rob(view: View) -> str:
    robs = [move for move in view["moves"] if move != "rob none"]
    return str(max(robs, key=lambda move: view["hand"].count(move.split()[1])))


def _draw(view: View) -> str:
    """From the pool what joins the hand (a joker first), else a card nobody has seen."""
    places = {move: view["pool"][int(move.split("#")[1]) - 1]
              for move in view["moves"] if "#" in move}  # fmt: skip
    best = max(places, key=lambda move: _use(view, places[move]), default=None)
    if best is not None and _use(view, places[best]) > 0:
        return str(best)
    if "end" in view["moves"]:
        return "end"
    return "draw deck" if "draw deck" in view["moves"] else str(view["moves"][0])


def _use(view: View, cards: list[str]) -> int:
    return max(4 if card == JOKER else int(view["hand"].count(card)) for card in cards)

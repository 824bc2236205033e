"""What a click at the Lynx table means: notation for the engine, or an answer to a try.

>>> import cardkit
>>> view = cardkit.position("lynx", players=3, hands={0: "7 7 9"}, pool="1 2 3 4 5 6").view(0)
>>> notation(view, "lay", ["hand-0", "hand-1"]), notation(view, "draw", ["pool-2"])
('lay 7 7', 'draw #3')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit import BadInput, narration
from widgets.foresight import Foresight
from widgets.places import at, one
from widgets.scene import Line

View = dict[str, Any]

# Questions that follow a lay and change nothing about whom it robs.
ASSUME = {"loot": "leave", "robbed": "take back", "rob": None}
COMPARISONS = ("nothing", "other-count", "equal", "lower", "safe", "steal")


def notation(view: View, verb: str, places: Sequence[str]) -> str:
    """The move that a verb and its places mean, legal or not."""
    if verb == "lay":
        if not places:
            raise BadInput("Pick the cards that you want to lay.", "lynx.play.must")
        return " ".join(["lay", *(at(view["hand"], place, "hand") for place in places)])
    if verb == "draw":
        place = one(places)
        if place == "deck":
            return "draw deck"
        at(view["pool"], place, "pool")
        return f"draw #{int(place.split('-')[1]) + 1}"
    if verb == "rob":
        value = at(sets(view), one(places), "virtual")
        return " ".join(["rob", *[value] * view["virtual"][value]])
    if verb in ("take", "leave", "discard", "end"):
        return verb
    if verb in ("take-back", "rob-none"):
        return verb.replace("-", " ")
    raise BadInput(f"There is no verb {verb!r:.40} at this table.")


def explain(view: View, names: Sequence[str], verb: str, places: Sequence[str],
            picked: Sequence[str]) -> Line | None:  # fmt: skip
    """The answer to a try that is no move of the game: claiming somebody's layer."""
    if verb != "claim":
        return None
    victim = _owner(one(places), view["players"])
    if victim == view["seat"]:
        raise BadInput("You cannot rob yourself.", "lynx.steal.compare")
    log = _comparisons(view, picked)
    for event in log:
        if event["kind"] in COMPARISONS and event["victim"] == victim:
            said = narration.sentence("lynx", event, names, view["seat"])
            if event["kind"] == "steal" and view["phase"] == "lay":
                said = f"Lay them, and they rob {names[victim]}: as many cards, and higher."
            return Line(said, (event["rule"],))
    return Line(
        "Cards are stolen by laying: as many cards as the top layer has, and a higher value.",
        ("lynx.steal.must",),
    )


def _comparisons(view: View, picked: Sequence[str]) -> list[dict[str, Any]]:
    """Whom the picked cards would rob and why not; or what came of the last lay."""
    if view["phase"] == "lay" and view["moves"]:
        if not picked:
            return []
        ahead = Foresight(view, ASSUME)
        return [event.data() for event in ahead.events(notation(view, "lay", picked))]
    return last_lay(view)


def last_lay(view: View) -> list[dict[str, Any]]:
    """What followed my last lay, if nobody has laid since."""
    log = view["log"]
    for i in range(len(log) - 1, -1, -1):
        if log[i]["kind"] == "lay":
            return list(log[i:]) if log[i]["seat"] == view["seat"] else []
    return []


def _owner(place: str, players: int) -> int:
    """Whose layers a place like "layers-2-0-1" is among."""
    zone, seat = f"{place}-".split("-")[:2]
    if zone != "layers" or seat not in map(str, range(players)):
        raise BadInput(f"Nobody's layers are at {place!r:.40}.")
    return int(seat)


def sets(view: View) -> list[str]:
    return sorted(view.get("virtual", {}), key=int)

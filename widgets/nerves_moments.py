"""The end of a round of Nerves in steps: the call, heart after heart, traps, the count, nerves.

A step is a view between two views: the row still lies there, as far as it has been turned over,
and the tokens are those of that moment. It is made of what both views and the log already show.

>>> import cardkit
>>> game = cardkit.position("nerves", players=2, row="5 4 5 trap:down:1", hands={0: "4h 5 5"})
>>> before = game.view(0)
>>> _ = game.play("check")
>>> [moment["moment"]["step"] for moment in moments(before, game.view(0))]
['check', 'turn-up', 'traps-first', 'count', 'return', 'end']
"""

from __future__ import annotations

from typing import Any

from cardkit.games.nerves_sight import value_of

View = dict[str, Any]
Event = dict[str, Any]

# Events that begin a step; those in between belong to the step before them.
STEPS = {
    "check": "check", "calls": "check", "turn-up": "turn-up", "traps-first": "traps-first",
    "zero": "count", "last-layer": "count", "hit": "count", "miss": "count",
    "return": "return", "used": "end",
}  # fmt: skip


def moments(before: View, after: View) -> list[View]:
    """The steps between two views, the last one with all that the round brought; mostly none."""
    news: list[Event] = after["log"][len(before["log"]) :]
    if not any(event["kind"] in ("hit", "miss") for event in news):
        return []
    shown: View = {
        **after,
        "row": [dict(laid) for laid in before["row"]],
        "composure": list(before["composure"]),
        "nerves": list(before["nerves"]),
        "round": before["round"],
        "last": before["last"],
        "outcome": None,
        "moves": [],
        "phase": "reveal",
    }
    out: list[View] = []
    for step, events in steps(news):
        for event in events:
            _follow(shown, event)
        done = len(out[-1]["log"]) if out else len(before["log"])
        out.append({
            **shown,
            "row": [dict(laid) for laid in shown["row"]],
            "composure": list(shown["composure"]),
            "nerves": list(shown["nerves"]),
            "visible": sum(value_of(laid["card"]) for laid in shown["row"] if not laid["down"]),
            "log": after["log"][: done + len(events)],
            "moment": {"step": step, "events": events, "next": after["turn"]},
        })  # fmt: skip
    out[-1]["outcome"] = after["outcome"]
    out[-1]["moment"]["events"] = news
    return out


def steps(news: list[Event]) -> list[tuple[str, list[Event]]]:
    """The events of the end of a round, step by step."""
    out: list[tuple[str, list[Event]]] = []
    for event in news:
        step = STEPS.get(event["kind"])
        new = step and (not out or step != out[-1][0] or step == "turn-up")
        if new or not out:
            out.append((step or "check", []))
        out[-1][1].append(event)
    return out


def _follow(shown: View, event: Event) -> None:
    """What an event changes on the table."""
    kind, seat = event["kind"], event["seat"]
    if kind == "turn-up":
        laid = shown["row"][event["place"] - 1]
        laid.update(card=event["cards"][0], down=False, turned=True)
    elif kind == "composure":
        shown["composure"][seat] = event["now"]
    elif kind == "nerve":
        shown["nerves"][seat] = event["now"]
    elif kind == "return":
        shown["composure"][seat] = event["left"]
        shown["nerves"][seat] -= event["count"]

"""What a move would do, found by playing it on a game that this seat could be in.

The game is a sample from the seat's own view, so a preview can tell no more than the seat knows.

>>> import cardkit
>>> game = cardkit.position("lynx", players=3, hands={0: "7 7 7 9"}, tables={1: ["3 3 3"]})
>>> ahead = Foresight(game.view(0), assume={"loot": "leave", "robbed": "take back"})
>>> [event.rule for event in ahead.events("lay 7 7 7") if event.kind == "steal"]
['lynx.steal.must']
>>> ahead.events("lay 7 9")
[]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cardkit
from cardkit import BadInput, Event


class Foresight:
    """Plays moves ahead. `assume` answers the questions that follow, by their phase."""

    def __init__(self, view: Mapping[str, Any], assume: Mapping[str, str | None]) -> None:
        self.seat, self.assume = view["seat"], assume
        self.game = cardkit.sample(view)
        self.known: dict[str, tuple[cardkit.Game, list[Event]] | None] = {}

    def after(self, move: str) -> tuple[cardkit.Game, list[Event]] | None:
        """The game after the move and what is assumed to follow, and its events; or None."""
        if move not in self.known:
            self.known[move] = self._play(move)
        return self.known[move]

    def events(self, move: str) -> list[Event]:
        after = self.after(move)
        return after[1] if after else []

    def _play(self, move: str) -> tuple[cardkit.Game, list[Event]] | None:
        game = self.game.copy()
        try:
            events = [*game.play(move, self.seat)]
        except BadInput:
            return None
        while not game.over and game.phase in self.assume:
            answer = self.assume[game.phase] or str(game.moves()[0])
            events += game.play(answer)
        return game, events

"""Whisper, a tiny made-up game that proves the parts of the contract Lynx hardly needs.

Everybody holds three of nine cards. Each round the leader lays a card; whoever holds a higher one
is asked in secret whether to beat it, and all answers are opened together. Three rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from cardkit.errors import IllegalMove
from cardkit.events import Move
from cardkit.game import Game, clockwise, leading
from cardkit.options import option
from cardkit.zones import Box, off

DECK = {str(number): 1 for number in range(1, 10)}
LET = Move(("let",))


@dataclass(frozen=True)
class Options:
    first: int = option(0, "whisper.lay", "the seat that leads first", most=2)


class Whisper(Game):
    __slots__ = ("hands", "laid", "taken", "spent", "refused")

    name = "whisper"
    OPTIONS = Options
    PLAYERS, DEFAULT_PLAYERS, PLAYERS_RULE = range(3, 4), 3, "whisper.players"
    ZONES = ()

    hands: list[list[str]]
    laid: str
    taken: list[int]
    spent: list[str]
    refused: list[tuple[int, str]]  # who let which card pass though asked: their own secret

    def _setup(self) -> None:
        cards = self._shuffled(DECK)
        self.hands = [sorted(off(cards, 3)) for _ in range(3)]
        self._tell("deal", None, (), "whisper.deal")
        self.turn = self.options.first
        self._ask("lay", self.turn)

    def _clear(self) -> None:
        self.hands = [[], [], []]
        self.laid, self.taken, self.spent, self.refused = "", [0, 0, 0], [], []

    def _moves(self, seat: int) -> Iterable[Move]:
        if self.phase == "lay":
            return [Move(("lay", card)) for card in self.hands[seat]]
        return [LET, *(Move(("beat", card)) for card in self.hands[seat] if card > self.laid)]

    def _refuse(self, seat: int, move: Move) -> IllegalMove:
        return IllegalMove("whisper.turn", f"{move} is not offered.")

    def _do(self, seat: int, move: Move) -> None:
        self.laid = move[1]
        self._spend(seat, move[1])
        self._tell("lay", seat, (move[1],), "whisper.lay")
        asked = [
            rival
            for rival in clockwise(seat, 3)
            if max(self.hands[rival], default="") > self.laid
        ]
        self._ask_sealed("beat", asked)

    def _together(self, answers: dict[int, Move]) -> None:
        beats = {seat: move[1] for seat, move in answers.items() if move != LET}
        for seat, move in answers.items():
            if move == LET:
                self.refused.append((seat, self.laid))
                self._tell("let", seat, (self.laid,), "whisper.secret", told_to=(seat,))
        for seat, card in beats.items():
            self._spend(seat, card)
            self._tell("beat", seat, (card,), "whisper.beat")
        best = max([(self.laid, self.turn), *((card, seat) for seat, card in beats.items())])
        self.taken[best[1]] += 1
        self.turn = (self.turn + 1) % 3
        if not self.hands[self.turn]:
            winners = leading(range(3), self.taken.__getitem__)
            return self._end(winners, "whisper.end", "whisper.most")
        self._ask("lay", self.turn)

    def _spend(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.spent.append(card)

    def scores(self) -> list[int]:
        return self.taken[:]

    def _see(self, seat: int) -> dict[str, Any]:
        return {
            "hand": self.hands[seat][:],
            "hands": [len(hand) for hand in self.hands],
            "laid": self.laid,
            "taken": self.taken[:],
            "spent": self.spent[:],
            "let": [card for player, card in self.refused if player == seat],
        }

    def _guess(self, view: Mapping[str, Any]) -> None:
        me, box = view["seat"], Box(DECK)
        self.laid, self.taken = view["laid"], list(view["taken"])
        self.spent = box.take(view["spent"])
        self.refused = [(me, card) for card in view["let"]]
        hand = box.take(view["hand"])
        unseen = self._shuffled(box.rest())
        self.hands = [hand if seat == me else sorted(off(unseen, count))
                      for seat, count in enumerate(view["hands"])]  # fmt: skip
        if view["phase"] == "beat":
            others = [seat for seat in clockwise(self.turn, 3)
                      if seat != me and max(self.hands[seat], default="") > self.laid]  # fmt: skip
            self._ask_sealed("beat", [me, *others])
        elif view["phase"] == "wait":
            others = [seat for seat in clockwise(self.turn, 3) if seat != me]
            self._ask_sealed("beat", others)
        else:
            self._resume(view)

    def _copy(self, new: Self) -> None:
        new.hands = [hand[:] for hand in self.hands]
        new.laid, new.taken, new.spent = self.laid, self.taken[:], self.spent[:]
        new.refused = self.refused[:]

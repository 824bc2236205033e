"""Seers: what one may do now. Moves are made once and kept, so that listing them is quick."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from cardkit.events import Move
from cardkit.games.seers_effects import WORDS
from cardkit.games.seers_notation import in_order
from cardkit.tables import Table

if TYPE_CHECKING:
    from cardkit.games.seers import Seers

PHASES = (*WORDS, "turn", "keep", "rest", "surplus", "show", "name")  # what one may be asked



def moves_with(*words: str) -> Table[str, Move]:
    """The moves that begin with these words, by the word that follows."""
    return Table(lambda word: Move((*words, word)))


PLAY, KEEP, THROW, TAKE = map(moves_with, ("play", "keep", "discard", "take"))
ASK, LOOK = moves_with("ask"), moves_with("look")
SWAP: Table[str, Table[str, Move]] = Table(lambda name: moves_with("swap", name))
PASS, ALL_IN, SKIP = Move(("pass",)), Move(("all-in",)), Move(("skip",))
UNAIMED = {word: Move((word,)) for word in ("draw", "rune", "reveal")}
NAMES = [Move(("name", str(seat))) for seat in range(5)]


@lru_cache(maxsize=10_000)
def unblocked(filled: tuple[bool, ...]) -> list[str]:
    """The places whose card no other covers, by which places of the two rows are filled.

    >>> unblocked((True, True, False, True, False, False))
    ['#2', '#4']
    """
    over = filled[len(filled) // 2 :] + (False,) * (len(filled) // 2)
    return [f"#{at}" for at, (card, cover) in enumerate(zip(filled, over, strict=True), 1)
            if card and not cover]  # fmt: skip


def moves_of(game: Seers, seat: int) -> Iterable[Move]:
    """What this seat may do now."""
    phase, hand = game.phase, game.hands[seat]
    if phase == "turn":
        plays = map(PLAY.__getitem__, dict.fromkeys(hand))
        return [*plays, PASS, ALL_IN] if game.all_in is None else [*plays, PASS]
    if phase in WORDS:
        moves = _effect_moves(game, seat, phase)
        if not game._effect().must:
            moves.append(SKIP)
        return moves
    if phase == "keep" or phase == "rest":
        verb = KEEP if phase == "keep" else THROW
        return map(verb.__getitem__, dict.fromkeys(game.revealed))
    if phase == "name":
        return NAMES[: game.players]
    if phase == "surplus":
        return map(THROW.__getitem__, dict.fromkeys(hand))
    some = combinations(in_order(hand), min(len(hand), game.options.eye_cards))
    return dict.fromkeys([Move(("show", *cards)) for cards in some])


def _effect_moves(game: Seers, seat: int, effect: str) -> list[Move]:
    """The ways to resolve an effect, apart from skipping it."""
    if effect == "take":
        return list(map(TAKE.__getitem__, game._targets()))
    if effect == "swap":
        targets, hand = game._targets(), dict.fromkeys(game.hands[seat])
        return [swaps[target] for swaps in map(SWAP.__getitem__, hand) for target in targets]
    if effect == "hypnosis":
        return [ASK[str(other)] for other in game._minds(seat)]
    if effect == "eye":
        return [LOOK[str(other)] for other in game._minds(seat)]
    return [UNAIMED[effect]]

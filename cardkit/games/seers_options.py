"""Seers: what is in the box, and the options: every number and table of the rulebook as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardkit.games.seers_effects import EFFECTS, Effects, effects_check, is_card, printed
from cardkit.games.seers_ranks import RANKS, RUNE, SIDE_A, SIDE_B, SUITS, Rank, rank
from cardkit.options import Frozen, HasDeck, deck_check, numbers_check, option

# Components -----------------------------------------------------------------------------------

DECK = {**{f"{value}-{suit}": 1 for value in RANKS for suit in SUITS}, RUNE: 2}  # seers.cards.deck
COLUMNS = {"2": 5, "3": 6, "4": 7, "5": 7}  # seers.track.size, by number of players; two rows
ROUNDS = tuple("123456789")


def _rounds_check(table: Any) -> str | None:
    wrong = numbers_check(ROUNDS, 0, 1000)(table)
    if wrong is None and set(table) != set(ROUNDS[: len(table)]):
        return "rounds are numbered from 1 without a gap."
    return wrong


def _suits_check(text: Any) -> str | None:
    if not isinstance(text, str) or sorted(text.split()) != sorted(SUITS):
        return f"name the four suits from best to worst, like '{' '.join(SUITS)}'."
    return None


@dataclass(frozen=True)
class Options(HasDeck):
    side: str = option(
        "A", "seers.setup.side", "which side of the help cards is up", choices=("A", "B")
    )
    heirs: bool = option(False, "seers.variant.heirs", "whether a tie is played off")
    enchanted: bool = option(
        False, "seers.variant.discard", "whether take and swap may aim at the discard pile"
    )
    third_eye: bool = option(
        False, "seers.variant.third-eye", "whether discards and revealed cards stay secret"
    )
    first: int = option(0, "seers.setup.first", "the seat that starts round 1", most=4)
    deck: dict[str, int] = option(
        DECK, "seers.cards.deck", "how many of each card there are",
        check=deck_check(is_card, "2-clock to A-tree and rune"),
    )  # fmt: skip
    effects: dict[str, str] = option(
        EFFECTS, "seers.cards.effects",
        "what cards do, by rank or by card; what is not named does as usual", check=effects_check,
    )  # fmt: skip
    columns: dict[str, int] = option(
        COLUMNS, "seers.track.size", "places in each of the two rows, by number of players",
        check=numbers_check(COLUMNS, 1, 20),
    )  # fmt: skip
    suits: str = option(
        " ".join(SUITS), "seers.suits.order", "the suits from best to worst", check=_suits_check
    )
    hand_size: int = option(5, "seers.setup.deal", "cards in each hand", least=1, most=5)
    start_cards: int = option(2, "seers.setup.deal", "cards on the track at the start", most=40)
    pots: dict[str, int] = option(
        {"1": 4, "2": 6, "3": 8}, "seers.setup.pot",
        "runes that come into the pot; as many rounds as numbers", check=_rounds_check,
    )  # fmt: skip
    pots_duel: dict[str, int] = option(
        {"1": 2, "2": 4, "3": 6}, "seers.setup.pot", "the same for two players",
        check=_rounds_check,
    )  # fmt: skip
    heirs_pot: int = option(10, "seers.variant.heirs", "runes added to the pot of the extra round")
    allin_cards: int = option(
        2, "seers.allin.cards", "cards that an all-in puts on the track", least=1
    )
    stall: int = option(
        18, "seers.end.stall", "after so many turns without growth every turn is a pass", least=1
    )
    eye_cards: int = option(4, "seers.effect.eye", "cards shown to the eye", least=1, most=5)
    side_a: dict[str, int] = option(
        SIDE_A, "seers.score.rank", "runes for a hand on side A; not named is as usual",
        check=numbers_check(SIDE_A, 0, 100),
    )  # fmt: skip
    side_b: dict[str, int] = option(
        SIDE_B, "seers.score.side-b", "runes for a hand on side B; not named is as usual",
        check=numbers_check(SIDE_B, 0, 100),
    )  # fmt: skip
    rune_card: int = option(2, "seers.score.rune-cards", "runes for a rune card in hand")

    @cached_property
    def printed(self) -> Mapping[str, Effects]:
        """The effects of each card."""
        return printed(tuple(self.effects.items()), tuple(self.deck))

    @cached_property
    def points(self) -> dict[str, int]:
        """What each combination is worth on the side that is up."""
        usual, given = (SIDE_A, self.side_a) if self.side == "A" else (SIDE_B, self.side_b)
        return Frozen({**usual, **given})

    @cached_property
    def _help_card(self) -> tuple[list[str], dict[str, dict[str, int]]]:
        return self.suits.split(), {self.side: self.points}

    def rank(self, hand: Sequence[str]) -> Rank:
        """How strong a hand is with these options."""
        suits, points = self._help_card
        return rank(hand, self.side, suits, points) if hand else Rank(0, 0, 0, "nothing")

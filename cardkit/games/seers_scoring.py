"""Seers: the end of a round. Hands are shown, the pot is shared, hands are paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.games.seers_ranks import RUNE, Rank

if TYPE_CHECKING:
    from cardkit.games.seers import Seers

INFERRED = ("two pairs", "flush", "four", "straight flush")  # seers.score.inferred
SIDE_B_ONLY = ("straight", "full house")  # worth something else there (seers.score.side-b)
BESIDE = ("pair", "two pairs", "three", "four")  # combinations that leave cards beside them


def show_hand(game: Seers, seat: int, rank: Rank) -> None:
    hand = game.hands[seat]
    game._tell("hand", seat, tuple(hand), "seers.score.rank", category=str(rank))
    if "straight" in rank.category and any(name[0] == "A" for name in hand):
        low = rank.top == 5
        game._tell("ace-low" if low else "ace-high", seat, (), "seers.rank.ace")
    if RUNE in hand:
        game._tell("no-rank", seat, (RUNE,) * hand.count(RUNE), "seers.rank.runecard")


def tell_strongest(game: Seers, strongest: int, ranks: list[Rank]) -> None:
    """Who is strongest, and if others have as good a combination, what decided."""
    best = ranks[strongest]
    others = ranks[:strongest] + ranks[strongest + 1 :]
    equals = [rank for rank in others if rank.points == best.points]
    kind, rule = "strongest", "seers.score.rank"
    if game.options.side == "B" and any(rank.category in SIDE_B_ONLY for rank in ranks):
        rule = "seers.score.side-b"
    if equals:
        kind, rule = _decided(best, max(equals))
        if best.category in BESIDE and best.category in [rank.category for rank in equals]:
            game._tell("beside", None, (), "seers.tie.combination", category=best.category)
    game._tell(kind, strongest, (), rule, category=best.category)


def _decided(best: Rank, next_best: Rank) -> tuple[str, str]:
    """What made one of two hands of equal points the stronger one: event and rule."""
    by_suit = best.top == next_best.top
    if by_suit and best.suit == next_best.suit:  # only house rules lead to this
        return "strongest-seat", "seers.tie.combination"
    if best.category == "nothing":
        return "strongest-nothing-suit" if by_suit else "strongest-nothing", "seers.tie.nothing"
    if by_suit:
        return "strongest-suit", "seers.tie.suit"
    return "strongest-highest", "seers.tie.highest"


def share_pot(game: Seers, strongest: int) -> None:
    right = [seat for seat, named in enumerate(game.names) if named == strongest]
    if not right:
        return game._tell("nobody", None, (), "seers.pot.none", pot=game.pot)
    share, game.pot = divmod(game.pot, len(right))
    for seat in right:
        game.runes[seat] += share
    game._tell("share", None, (), "seers.pot.split", right=right, share=share, left=game.pot)


def pay_hand(game: Seers, seat: int, rank: Rank) -> None:
    if rank.points:
        rule = "seers.score.inferred" if rank.category in INFERRED else "seers.score.rank"
        if game.options.side == "B" and rank.category in SIDE_B_ONLY:
            rule = "seers.score.side-b"
        game.runes[seat] += rank.points
        game._tell("pay", seat, (), rule, runes=rank.points, category=rank.category)
    rune_cards = game.hands[seat].count(RUNE)
    if rune_cards:
        runes = game.options.rune_card * rune_cards
        game.runes[seat] += runes
        cards = (RUNE,) * rune_cards
        game._tell("rune-cards", seat, cards, "seers.score.rune-cards", runes=runes)

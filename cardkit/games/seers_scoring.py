"""Seers: the end of a round. Hands are shown, the pot is shared, hands are paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.games.seers_ranks import RUNE, Rank

if TYPE_CHECKING:
    from cardkit.games.seers import Seers

INFERRED = ("two pairs", "flush", "four", "straight flush")  # seers.score.inferred
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
    equals = [ranks[seat] for seat in range(game.players)
              if seat != strongest and ranks[seat].points == best.points]  # fmt: skip
    kind, rule = "strongest", "seers.score.rank"
    if equals:
        if best.category == "nothing":
            kind, rule = "strongest-nothing", "seers.tie.nothing"
        elif max(equals).top < best.top:
            kind, rule = "strongest-highest", "seers.tie.highest"
        else:
            kind, rule = "strongest-suit", "seers.tie.suit"
        if best.category in BESIDE:
            game._tell("beside", None, (), "seers.tie.combination", category=best.category)
    game._tell(kind, strongest, (), rule, category=best.category)


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
        if game.options.side == "B" and rank.category in ("straight", "full house"):
            rule = "seers.score.side-b"
        game.runes[seat] += rank.points
        game._tell("pay", seat, (), rule, runes=rank.points, category=rank.category)
    rune_cards = game.hands[seat].count(RUNE)
    if rune_cards:
        runes = game.options.rune_card * rune_cards
        game.runes[seat] += runes
        cards = (RUNE,) * rune_cards
        game._tell("rune-cards", seat, cards, "seers.score.rune-cards", runes=runes)

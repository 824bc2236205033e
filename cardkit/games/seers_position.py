"""Seers: positions, the start of a turn (or of a prediction) as somebody sets it up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardkit.errors import BadInput
from cardkit.games.seers_notation import cards_of
from cardkit.zones import Box, by_seat, cards_in, fill, whole

if TYPE_CHECKING:
    from cardkit.games.seers import Seers

FREE, GAP = "", "-"  # a free place of the track, and how it is written
BELOW = "..."  # at the end of a deck: the rest lies below


def place(game: Seers, zones: dict[str, Any]) -> int:
    """Set up what is given, fill the rest by the seed; answers with the seat to act."""
    options, box = game.options, Box(game.options.deck)
    hands = by_seat(zones.get("hands"), game.players, "Hands")
    for seat, cards in hands.items():
        game.hands[seat] = _hand(game, box.take(cards_of(cards)))
    _track(game, box, zones.get("track"))
    game.discard = box.take(cards_of(zones.get("discard", "")))
    on_top, below = _deck(zones.get("deck", BELOW))
    on_top = box.take(on_top)
    rest = game._shuffled(box.rest())
    for seat in range(game.players):
        if seat not in hands:
            game.hands[seat] = fill(rest, options.hand_size)
    if "track" not in zones:
        game.track[: options.start_cards] = fill(rest, options.start_cards)
    if options.enchanted and "discard" not in zones:
        game.discard, game.opened = fill(rest, 1), True
    game.deck = (rest if below else []) + on_top[::-1]
    game.discard = ([] if below else rest) + game.discard
    _numbers(game, zones)
    return game._checked(zones.get("to_act", 0))


def _hand(game: Seers, cards: list[str]) -> list[str]:
    if len(cards) > game.options.hand_size:
        raise BadInput(
            f"A turn starts with at most {game.options.hand_size} cards in hand, not {len(cards)}.",
            "seers.play.hand-five",
        )
    return cards


def _deck(text: Any) -> tuple[list[str], bool]:
    """Its cards from the top, and whether the rest lies below them."""
    words = cards_in(text)
    below = words[-1:] == [BELOW]
    return cards_of(words[:-1] if below else words), below


def _track(game: Seers, box: Box, rows: Any) -> None:
    """One text for each row; `-` is a free place."""
    if rows is None:
        return
    if not isinstance(rows, str | list | tuple):
        raise BadInput(f"The track is a text for each row, like ['4c 10s', ''], not {rows!r:.40}.")
    rows = [rows] if isinstance(rows, str) else rows
    if len(rows) > 2:
        raise BadInput(f"The track has two rows, not {len(rows)}.", "seers.track.size")
    for start, row in zip((0, game.columns), rows, strict=False):
        names = [FREE if name == GAP else name for name in cards_of(row, GAP)]
        if len(names) > game.columns:
            raise BadInput(
                f"A row of the track has {game.columns} places, not {len(names)}.",
                "seers.track.size",
            )
        box.take([name for name in names if name])
        game.track[start : start + len(names)] = names
    for under, over in zip(game.track, game.track[game.columns :], strict=False):
        if over and not under:
            raise BadInput(f"{over} covers no card of the first row.", "seers.place.covers")


def _numbers(game: Seers, zones: dict[str, Any]) -> None:
    pots = game._pots()
    game.round = whole(zones.get("round", 1), 1, len(pots) + game.options.heirs, "The round")
    usual = pots.get(str(game.round), game.options.heirs_pot)
    game.pot = whole(zones.get("pot", usual), 0, 1000, "The pot")
    for seat, runes in by_seat(zones.get("runes"), game.players, "Runes").items():
        game.runes[seat] = whole(runes, 0, 1000, "What a player has in runes")
    game.all_in = game._somebody(zones.get("all_in"))

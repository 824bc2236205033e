"""A sensible Seers player: play what the hand can spare, keep the best five, name the strongest.

Everything is weighed in runes: what the hand would be paid, and its chance of bringing the pot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from cardkit.games.seers_effects import Effect
from cardkit.games.seers_options import Options
from cardkit.games.seers_ranks import RUNE

View = Mapping[str, Any]

# Roughly how often a hand of so many points is the strongest, and what hands come to on average.
STRONGEST = (0.02, 0.06, 0.15, 0.3, 0.45, 0.55, 0.75, 0.97, 1.0)
USUAL = 2.6
SAFE = 4  # from so many points on, a hand that cannot be improved goes all-in


def sensible(view: View) -> str:
    """The notation of the move it would play."""
    view = {**view, "rules": Options(**view["options"])}
    phase, moves = view["phase"], view["moves"]
    if phase == "turn":
        return _turn(view)
    if phase == "name":
        return f"name {max(range(view['players']), key=lambda seat: _strength(view, seat))}"
    if phase == "show":
        return str(min(moves, key=lambda move: _runes(view, move.split()[1:])))
    if phase in ("hypnosis", "eye"):
        return str(min(moves, key=lambda move: _known(view, move)))
    if phase in ("take", "swap", "keep", "surplus"):
        return str(max(moves, key=lambda move: _runes(view, hand_after(view, move))))
    return str(moves[0])


# The turn -------------------------------------------------------------------------------------


def _turn(view: View) -> str:
    """The move that promises most runes; a good hand that can only get worse is put away."""
    cards = dict.fromkeys(view["hand"])
    best = max(cards, key=lambda name: _promise(view, name), default="")
    if best and _promise(view, best) > _runes(view, view["hand"]):
        return f"play {best}"
    good = _rules(view).rank(view["hand"]).points >= SAFE
    return "all-in" if good and "all-in" in view["moves"] else "pass"


def _promise(view: View, name: str) -> float:
    """What the hand may be worth after playing this card."""
    hand = list(view["hand"])
    hand.remove(name)
    gains = _rules(view).printed[name]
    first = gains[0] if gains else None
    more = 0.8 * sum(effect.word == "rune" for effect in gains)
    if first is None or not first.must:
        return _runes(view, hand) + more
    return _after(view, hand, first) + more


def _after(view: View, hand: list[str], effect: Effect) -> float:
    """The best hand that a take brings, or the average one of a draw or a reveal."""
    if effect.word in ("take", "swap"):
        return max((_runes(view, [*hand, name]) for name in _open_cards(view)), default=0.0)
    worth = sorted(_runes(view, [*hand, name]) for name in _unseen(view))
    if not worth or effect.word not in ("draw", "reveal"):
        return _runes(view, hand)
    looks, count = max(1, effect.cards), len(worth)
    return sum(
        value * (((place + 1) / count) ** looks - (place / count) ** looks)
        for place, value in enumerate(worth)
    )


def _open_cards(view: View) -> list[str]:
    """The cards that a take could fetch."""
    first, second = view["track"]
    free = [under for under, over in zip(first, second, strict=True) if under and not over]
    top = [view["discard"]] if _rules(view).enchanted and view["discard"] not in ("", "?") else []
    return free + [name for name in second if name] + top


def _unseen(view: View) -> list[str]:
    """The cards that may come from the deck, as far as this seat knows."""
    left = Counter(_rules(view).deck)
    left.subtract(view["hand"])
    left.subtract(name for row in view["track"] for name in row)
    left.subtract(name for known in view["known"] for name in known)
    left.subtract(view["discarded"])
    return list((+left).elements())


def hand_after(view: View, move: str) -> list[str]:
    """The cards in hand after a take, a swap, a keep or a discard; `skip` changes nothing."""
    hand, words = list(view["hand"]), move.split()
    if words[0] in ("discard", "swap"):
        hand.remove(words[1])
    if words[0] == "keep":
        hand.append(words[1])
    elif words[-1] == "discard":
        hand += [view["discard"]] if view["discard"] != "?" else []
    elif words[-1][0] == "#":
        track = [name for row in view["track"] for name in row]
        hand.append(track[int(words[-1][1:]) - 1])
    return hand


# What hands are worth -------------------------------------------------------------------------


def _rules(view: View) -> Options:
    rules: Options = view["rules"]
    return rules


def _runes(view: View, hand: Sequence[str]) -> float:
    """Runes for the best five of these cards, and their chance of bringing the pot."""
    return max(_worth(view, five) for five in _fives(hand, _rules(view).hand_size))


def _fives(hand: Sequence[str], size: int) -> Iterable[Sequence[str]]:
    return combinations(hand, size) if len(hand) > size else [hand]


def _worth(view: View, hand: Sequence[str]) -> float:
    rank = _rules(view).rank(hand)
    rune_cards = float(_rules(view).rune_card * hand.count(RUNE))
    chance = STRONGEST[min(rank.points, len(STRONGEST) - 1)]
    return rank.points + rune_cards + int(view["pot"]) * chance / 2 + rank.top / 50


def _strength(view: View, seat: int) -> float:
    """How many points a seat's hand has, as far as one can tell; in doubt, one's own."""
    if seat == view["seat"]:
        mine = _rules(view).rank(view["hand"])
        return mine.points + mine.top / 15
    if view["said"][seat] is not None:
        return float(view["said"][seat]) + 0.5
    known = _rules(view).rank(view["known"][seat])
    frozen = 1.0 if view["all_in"] == seat else 0.0
    return max(known.points + 0.5, USUAL + frozen)


def _known(view: View, move: str) -> tuple[bool, int]:
    """How much is known of the hand that this move aims at."""
    seat = int(move.split()[1]) if move != "skip" else view["seat"]
    return view["said"][seat] is not None or move == "skip", len(view["known"][seat])

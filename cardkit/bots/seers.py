"""A sensible Seers player: play what the hand can spare, keep the best five, name the strongest.

Everything is weighed in runes: what the hand would be paid, and its chance of bringing the pot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from operator import mul
from typing import Any

from cardkit.events import HIDDEN
from cardkit.facts.seers import CHANGING, hand_after, track_of
from cardkit.game import View
from cardkit.games.seers_effects import Effect
from cardkit.games.seers_moves import unblocked
from cardkit.games.seers_options import Options
from cardkit.games.seers_ranks import ALL_SUITS, COUNTS, FLUSHES, ONE, RUNE, WORTH, combination
from cardkit.options import options_of
from cardkit.zones import spread

Liking = Callable[[str], Any]  # of a move: the more it is liked, the greater

# Roughly how often a hand of so many points is the strongest, and what hands come to on average.
STRONGEST = (0.02, 0.06, 0.15, 0.3, 0.45, 0.55, 0.75, 0.97, 1.0)
USUAL = 2.6
SAFE = 4  # from so many points on, a hand that cannot be improved goes all-in
NO_SUITS = ~ALL_SUITS  # the bits that count ranks and rune cards
RANK_COUNTS = {name: counts & NO_SUITS for name, counts in COUNTS.items()}
FOURS = {suits // 5 * 4 for suits in FLUSHES}  # cards of one suit, and one is missing for a flush


def sensible(view: View) -> str:
    """The notation of the move it would play."""
    liking = _liking(view)
    return str(max(view["moves"], key=liking) if liking else view["moves"][0])


def ranked(view: View) -> list[str]:
    """The legal moves from best to worst.

    >>> import cardkit
    >>> game = cardkit.position("seers", players=3, hands={0: "8c 8s 3t 2m"}, track="4c 8t",
    ...                         effects={"3": "take!"})
    >>> _ = game.play("play 3t")
    >>> ranked(game.view(0))
    ['take #2', 'take #1']
    """
    liking = _liking(view)
    return sorted(view["moves"], key=liking, reverse=True) if liking else list(view["moves"])


def _liking(view: View) -> Liking | None:
    """How to compare the moves of this question; None if the first will do."""
    phase = view["phase"]
    if phase == "turn":
        return Turn(view).liking
    if phase in CHANGING:
        best = worth_in(view).best
        return lambda move: best(hand_after(view, move))
    if phase == "show":  # what tells least
        best = worth_in(view).best
        return lambda move: -best(move.split()[1:])
    if phase in ("hypnosis", "eye"):
        return lambda move: _unknown(view, move)
    if phase == "name":
        return lambda move: _strength(view, int(move.split()[1]))
    return None


# The turn -------------------------------------------------------------------------------------


class Turn:
    """The three actions weighed: what each card promises, and what the hand is worth as it is."""

    def __init__(self, view: View) -> None:
        self.view, self.rules, self.worth = view, options_of(Options, view), worth_in(view)
        self.hand = sum([COUNTS[name] for name in view["hand"]])
        self.now = self.worth.of(self.hand)

    def liking(self, move: str) -> tuple[float, int]:
        """Runes promised; a good hand that can only get worse is put away."""
        if move == "pass":
            return self.now, 1
        if move == "all-in":
            good = self.rules.points[combination(self.hand)[0]] >= SAFE
            return (self.now, 2) if good else (-1.0, 0)
        return self._promise(move.split()[1]), 0

    def _promise(self, name: str) -> float:
        """What the hand may be worth after playing this card."""
        hand, effects = self.hand - COUNTS[name], self.rules.printed[name]
        more = 0.8 * sum([effect.word == "rune" for effect in effects])
        if not effects or not effects[0].must:
            return self.worth.of(hand) + more
        return self._after(hand, effects[0]) + more

    def _after(self, hand: int, effect: Effect) -> float:
        """The best hand that a take brings, or the average one of a draw or a reveal."""
        of, worth = self.worth.of, self.worth
        if effect.word in ("take", "swap"):
            return max([of(hand + COUNTS[name]) for name in self._open_cards], default=0.0)
        if effect.word not in ("draw", "reveal") or not self._unseen:
            return of(hand)
        if hand & ALL_SUITS in FOURS:
            values = [of(hand + COUNTS[name]) for name in self._unseen]
        else:
            hand &= NO_SUITS
            values = [worth[hand + one] for one in self._unseen_ranks]
        values.sort()
        return float(sum(map(mul, values, _best_of(max(1, effect.cards), len(values)))))

    @cached_property
    def _open_cards(self) -> list[str]:
        """The cards that a take could fetch."""
        track, top = track_of(self.view), self.view["discard"]
        places = unblocked(tuple(map(bool, track)))
        pile = [top] if self.rules.enchanted and top not in ("", HIDDEN) else []
        return [track[int(place[1:]) - 1] for place in places] + pile

    @cached_property
    def _unseen(self) -> list[str]:
        """The cards that may come from the deck, as far as this seat knows."""
        view, left = self.view, dict(self.rules.deck)
        others = [known for seat, known in enumerate(view["known"]) if seat != view["seat"]]
        for zone in (view["hand"], *view["track"], view["discarded"], *others):
            for name in zone:
                if name in left:
                    left[name] -= 1
        return spread(left)

    @cached_property
    def _unseen_ranks(self) -> list[int]:
        return [RANK_COUNTS[name] for name in self._unseen]


@lru_cache(maxsize=1000)
def _best_of(looks: int, count: int) -> tuple[float, ...]:
    """How likely each of so many values, from the least on, is the best of some looks at them."""
    return tuple(
        ((place + 1) / count) ** looks - (place / count) ** looks for place in range(count)
    )


# What hands are worth -------------------------------------------------------------------------


class Worth(dict[int, float]):
    """Runes for a hand and its chance of bringing the pot, by its COUNTS; each is weighed once.

    Suits are counted in flushes only, so that there are not too many different hands.
    """

    def __init__(self, rules: Options, pot: int) -> None:
        super().__init__()
        self.rules, self.pot = rules, pot

    def __missing__(self, counts: int) -> float:
        category, top = combination(counts)
        points = self.rules.points[category]
        rune_cards = float(self.rules.rune_card * (counts // ONE[RUNE]))
        chance = STRONGEST[min(points, len(STRONGEST) - 1)]
        worth = points + rune_cards + self.pot * chance / 2 + WORTH.get(top, 0) / 50
        self[counts] = worth
        return worth

    def of(self, counts: int) -> float:
        return self[counts if counts & ALL_SUITS in FLUSHES else counts & NO_SUITS]

    def best(self, hand: Sequence[str]) -> float:
        """Of the best five of these cards."""
        counts, size = [COUNTS[name] for name in hand], self.rules.hand_size
        if len(counts) <= size:
            return self.of(sum(counts))
        return max([self.of(sum(five)) for five in combinations(counts, size)])


_WORTHS: dict[tuple[str, int], Worth] = {}


def worth_in(view: View) -> Worth:
    """What hands are worth by the rules and the pot of this view."""
    key = repr(view["options"]), view["pot"]
    if key not in _WORTHS:
        if len(_WORTHS) >= 50:
            _WORTHS.clear()
        _WORTHS[key] = Worth(options_of(Options, view), int(view["pot"]))
    return _WORTHS[key]


def _strength(view: View, seat: int) -> float:
    """How many points a seat's hand has, as far as one can tell; in doubt, one's own."""
    rules = options_of(Options, view)
    if seat == view["seat"]:
        mine = rules.rank(view["hand"])
        return mine.points + mine.top / 15
    if view["said"][seat] is not None:
        return float(view["said"][seat]) + 0.5
    known = rules.rank(view["known"][seat])
    frozen = 1.0 if view["all_in"] == seat else 0.0
    return max(known.points + 0.5, USUAL + frozen)


def _unknown(view: View, move: str) -> tuple[bool, int]:
    """How little is known of the hand that this move aims at."""
    if move == "skip":
        return False, -len(view["known"][view["seat"]])
    seat = int(move.split()[1])
    return view["said"][seat] is None, -len(view["known"][seat])

"""Nerves: what may lie under a heart, what a call is worth, and how the tokens run.

Chances come from the deck, pay-offs from the engine: a moment is set up as a position, played to
its CHECK!, and the tokens are read off. Nothing is paid by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple, cast

import cardkit
from cardkit.errors import BadInput
from cardkit.games.nerves import Nerves, Options, is_card
from cardkit.games.nerves_sight import HEART, value_of
from cardkit.odds.answers import Dist, dist, given
from cardkit.odds.chance import Chance, Exact, exact
from cardkit.odds.deck import Deck
from cardkit.odds.events import laid_face_down, total, which
from cardkit.odds.markov import Chain
from cardkit.odds.matrix import Equilibrium, equilibrium
from cardkit.odds.spaces import Space
from cardkit.zones import cards_in

__all__ = [
    "COLUMNS", "GOAL", "HABITS", "NERVE", "Moment", "Round", "Row", "Tokens", "Unread",
    "after_round", "all_alike", "any_seats", "call_on", "call_value", "over_by", "read_row",
    "rounds_of", "row_of", "row_sum", "swing", "token_chain", "under_hearts", "unread",
    "unseen_hearts",
]  # fmt: skip

GOAL = Options().goal
NERVE = Fraction(-1, 2)  # two nerve tokens cost a composure token, which is worth 1
HABITS = {"trap": 0.9, "number": 0.5, "special": 0.2}  # how often each is laid face down: a guess

# What may lie under a heart -----------------------------------------------------------------------


class Row(NamedTuple):
    """A row as one player knows it: `5 4h ♥ 3 trap:down` has a rival's heart and an own trap."""

    shown: int  # the sum that everybody sees
    known: int  # the same with one's own face-down cards
    hearts: int  # face-down cards of others
    cards: tuple[str, ...]  # all that one knows


def read_row(row: str) -> Row:
    """
    >>> read_row("5 4h ♥ 3 2h:down")
    Row(shown=12, known=14, hearts=1, cards=('5', '4h', '3', '2h'))
    """
    words = [word.replace("♥", HEART) for word in cards_in(row)]
    cards = [word.removesuffix(":down") for word in words if word != HEART]
    for card in cards:
        if not is_card(card):
            raise BadInput(f"{card!r:.20} is no card of a row: write 4, 4h, trap, 4h:down or ♥.")
        if card.isdecimal() and f"{card}:down" in words:
            raise BadInput(f"The two-sided {card} cannot lie face down.", "nerves.lay.side")
    shown = sum(value_of(word) for word in words if word != HEART and ":" not in word)
    return Row(shown, sum(map(value_of, cards)), words.count(HEART), tuple(cards))


def unseen_hearts(*seen: object) -> Deck:
    """The heart-backed cards one has not seen, wherever they are.

    >>> len(unseen_hearts("5 4h trap"))
    33
    """
    return (Deck("nerves") - seen).hearts


def under_hearts(
    row: str, *seen: object, hand: str = "", habits: Mapping[str, Any] | None = None
) -> Space:
    """All that may lie under the others' hearts in a row, given what one holds and has seen.

    Without habits every unseen heart-backed card is as likely as the next.
    """
    laid = read_row(row)
    space = unseen_hearts(laid.cards, hand, *seen).draw(laid.hearts)
    return space if habits is None else given(laid_face_down(**habits), space)


def row_sum(
    row: str, *seen: object, hand: str = "", habits: Mapping[str, Any] | None = None
) -> Dist:
    """The exact distribution of the whole row.

    >>> from cardkit.odds import P
    >>> P(row_sum("5 4 3 ♥", hand="5h trap") >= 17)
    2/33 = 0.0606, about 1 in 16
    """
    return read_row(row).known + dist(total, under_hearts(row, *seen, hand=hand, habits=habits))


# What a call is worth -----------------------------------------------------------------------------


def swing(game: Nerves, *moves: str, seat: int = 0, nerve: Any = NERVE) -> Exact:
    """What these moves bring a seat of two, in tokens: its gain minus the rival's.

    >>> game = cardkit.position("nerves", players=2, row="5 4 5", hands={0: "trap 4h 5"},
    ...                         composure={0: 1, 1: 1})
    >>> swing(game, "lay trap down", "check")
    2
    """
    if game.players != 2:
        raise BadInput("A swing is between two players.")
    composure, nerves = _tokens_moved(game, moves, seat)
    return Exact(composure + exact(nerve) * nerves)


def _tokens_moved(game: Nerves, moves: Iterable[str], seat: int) -> tuple[int, int]:
    """How a seat's lead in composure and in nerve tokens changes."""
    after = game.copy()
    for move in moves:
        after.play(move)

    def lead(held: list[int]) -> int:
        return held[seat] - held[1 - seat]

    return (
        lead(after.composure) - lead(game.composure), lead(after.nerves) - lead(game.nerves),
    )  # fmt: skip


def row_of(sum_: int) -> str:
    """A row of two-sided cards with this sum.

    >>> row_of(14)
    '5 5 4'
    """
    return " ".join(["5"] * (sum_ // 5) + [str(sum_ % 5)] * (sum_ % 5 > 0))


@cache
def call_on(row: str, card: str, nerve: Fraction = NERVE) -> Exact:
    """What the caller gains if this card lies under the heart that a rival has just laid.

    >>> call_on("5 4 5", "4h"), call_on("5 4 5", "1h"), call_on("5 4 5", "trap")
    (3/2 = 1.5000, -3/2 = -1.5000, -2)
    """
    tokens = {0: 1, 1: 1}
    game = cardkit.position("nerves", players=2, row=f"{row} {card}:down:1", composure=tokens)
    return swing(cast(Nerves, game), "check", nerve=nerve)


def call_value(row: str, habits: Mapping[str, Any] | None = HABITS) -> Exact:
    """What CHECK! is worth to the caller, with one heart just laid and all else visible.

    >>> call_value("5 4 5")
    -3/4 = -0.7500
    """
    space = under_hearts(f"{row} ♥", habits=habits)
    return Exact(sum(chance * call_on(row, card) for card, chance in dist(which, space).items()))


# Hide or show, call or wait -----------------------------------------------------------------------

COLUMNS = ("CALL", "WAIT")


@dataclass(frozen=True)
class Moment:
    """You hold a trap and a one-sided number; Kuba's cards are two-sided, so you see them.

    Kuba knows which two hearts you hold, but not which is which. He calls at once, or waits and
    lays his smallest card; then you call if that pays, and else the round goes on and is worth
    `unfinished` to you.

    >>> Moment("5 4 5").matrix()
    [[2, 0], [-3/2 = -1.5000, 3/2 = 1.5000], [3/2 = 1.5000, 0]]
    >>> Moment("5 4 5").solution()
    rows 3/5 2/5 0, columns 3/10 7/10, value 3/5
    """

    row: str = "5 4 5"
    number: int = 4
    smallest: int = 1
    unfinished: Any = 0
    nerve: Any = NERVE
    composure: tuple[int, int] = (1, 1)  # yours and Kuba's

    def game(self) -> Nerves:
        """Your turn, as a position."""
        return _moment(self.row, self.number, self.smallest, self.composure).copy()

    @property
    def choices(self) -> tuple[str, ...]:
        return "hide the trap", f"hide the {self.number}", "show the trap"

    @property
    def lays(self) -> tuple[str, ...]:
        """The same in the game's notation."""
        return "lay trap down", f"lay {self.number}h down", "lay trap"

    def pay(self, lay: str) -> list[Exact]:
        """What a lay brings you if Kuba calls, and if he waits."""
        late = self._swing(lay, "wait", f"lay {self.smallest}", "check")
        return [self._swing(lay, "check"), max(late, Exact(exact(self.unfinished)))]

    def matrix(self) -> list[list[Exact]]:
        """Rows: what you hide or show; columns: Kuba calls, or waits."""
        return [self.pay(lay) for lay in self.lays]

    def check(self) -> Exact:
        """What it brings to call yourself instead."""
        return self._swing("check")

    def _swing(self, *moves: str) -> Exact:
        where = self.row, self.number, self.smallest, self.composure
        composure, nerves = _swing_at(*where, moves)
        return Exact(composure + exact(self.nerve) * nerves)

    def solution(self) -> Equilibrium:
        return equilibrium(self.matrix())

    def best(self) -> str:
        """CHECK!, one of the three choices, or `mix`."""
        matrix = self.matrix()
        value = equilibrium(matrix).value
        if self.check() > value:
            return "CHECK!"
        sure = [choice for choice, row in zip(self.choices, matrix, strict=True)
                if min(row) == value]  # fmt: skip
        return sure[0] if sure else "mix"

    def value(self) -> Exact:
        """What the moment is worth to you if both play their best."""
        return max(self.check(), self.solution().value)

    def at(self, sum_: int) -> Moment:
        """The same hands before another row."""
        return replace(self, row=row_of(sum_))


@cache
def _moment(row: str, number: int, smallest: int, composure: tuple[int, int]) -> Nerves:
    others = [max(smallest, 4), 5]
    hands = {0: f"trap {number}h 5", 1: " ".join(map(str, (smallest, *others)))}
    tokens = dict(enumerate(composure))
    game = cardkit.position("nerves", players=2, row=row, hands=hands, composure=tokens)
    return cast(Nerves, game)


@cache
def _swing_at(
    row: str, number: int, smallest: int, composure: tuple[int, int], moves: tuple[str, ...]
) -> tuple[int, int]:
    return _tokens_moved(_moment(row, number, smallest, composure), moves, 0)


class Unread(NamedTuple):
    """A moment in which Kuba does not know your number."""

    value: Exact
    calls: Chance  # how often he answers a hidden card with CHECK!
    trap: Chance  # how often a hidden card is the trap


def unread(moment: Moment, numbers: Sequence[int] = range(1, 6)) -> Unread:
    """Solve the moment if Kuba holds each of these numbers for equally likely.

    Your plan says for each number what you do; his says, for a hidden and for a shown card, whether
    he calls.

    >>> unread(Moment("5 5 5"))
    Unread(value=39/50 = 0.7800, calls=3/10 = 0.3000, 3 in 10, trap=12/25 = 0.4800, about 1 in 2)
    """
    pays = [replace(moment, number=number).matrix() for number in numbers]
    plans: dict[tuple[Fraction, ...], tuple[int, ...]] = {}
    for plan in product(range(3), repeat=len(pays)):
        gains = tuple(
            sum((pay[do][shown if do == 2 else hidden] for pay, do in zip(pays, plan, strict=True)),
                Fraction(0)) / len(pays)
            for hidden, shown in product(range(2), repeat=2)
        )  # fmt: skip
        plans.setdefault(gains, plan)  # plans with the same gains are one row
    found = equilibrium(list(plans))
    hidden = trap = Fraction(0)
    for share, plan in zip(found.rows, plans.values(), strict=True):
        hidden += share * (len(plan) - plan.count(2))
        trap += share * plan.count(0)
    calls = Chance(found.columns[0] + found.columns[1])
    return Unread(found.value, calls, Chance(trap / hidden if hidden else 0))


# How the tokens run -------------------------------------------------------------------------------

Tokens = tuple[tuple[int, int], ...]  # for each seat composure and nerve tokens


class Round(NamedTuple):
    """How a round ended: who called, who had laid last, who was right, whose traps lay hidden."""

    caller: int
    layer: int
    hit: bool
    traps: tuple[int, ...] = ()


@cache
def after_round(tokens: Tokens, end: Round, price: int = 1) -> Tokens | str:
    """The tokens after a round, or who has won: the engine settles it.

    `price` is what two nerve tokens cost (nerves.check.two-nerves).

    >>> after_round(((1, 0), (1, 1)), Round(caller=1, layer=0, hit=False))
    ((2, 0), (0, 0))
    >>> after_round(((2, 0), (1, 0)), Round(caller=0, layer=1, hit=True))
    'seat 0'
    """
    game = _ending(len(tokens), end, price).copy()
    game.composure, game.nerves = map(list, zip(*tokens, strict=True))
    game.play("check")
    if game.outcome is None:
        return tuple(zip(game.composure, game.nerves, strict=True))
    winners = game.outcome.winners
    return f"seat {winners[0]}" if len(winners) == 1 else "shared"


@cache
def _ending(players: int, end: Round, price: int) -> Nerves:
    """A row in which such a round ends; set up once, for thousands of rounds differ in tokens."""
    row = [f"trap:down:{owner}" for owner in end.traps]
    row += ["5", "5", "5"] * end.hit + [f"2:{end.layer}"]
    game = cardkit.position(
        "nerves", players=players, row=" ".join(row), to_act=end.caller, nerve_price=price
    )
    return cast(Nerves, game)


def all_alike(players: int = 2, hit: Any = "1/2", trap: Any = 0) -> dict[Round, Fraction]:
    """Stated chances of a round's end: any two players call and have laid last, a call is right
    with chance `hit`, and the layer has a hidden trap with chance `trap`.

    >>> {end.caller: str(chance) for end, chance in all_alike(2, hit=1).items()}
    {0: '1/2', 1: '1/2'}
    """
    right, trapped = exact(hit), exact(trap)
    rounds = {
        Round(caller, layer, good, (layer,) * sprung): (right if good else 1 - right)
        * (trapped if sprung else 1 - trapped) / (players * (players - 1))
        for caller, layer in product(range(players), repeat=2) if caller != layer
        for good, sprung in product((True, False), repeat=2)
    }  # fmt: skip
    return {end: chance for end, chance in rounds.items() if chance}


def any_seats(rounds: Mapping[Round, Any], players: int) -> dict[Round, Fraction]:
    """The same rounds with the seats shuffled: what each role does counts, not who sits where.

    >>> len(any_seats({Round(caller=0, layer=1, hit=True): 1}, players=4))
    12
    """
    orders = list(permutations(range(players)))
    whole = sum(map(exact, rounds.values())) * len(orders)
    shuffled: dict[Round, Fraction] = {}
    for end, weight in rounds.items():
        for order in orders:
            traps = tuple(sorted(order[owner] for owner in end.traps))
            seated = Round(order[end.caller], order[end.layer], end.hit, traps)
            shuffled[seated] = shuffled.get(seated, Fraction(0)) + exact(weight) / whole
    return shuffled


def token_chain(
    rounds: Mapping[Round, Any],
    players: int = 2,
    start: Tokens | None = None,
    alike: bool = False,
    price: int = 1,
) -> Chain:
    """The tokens from round to round until somebody wins.

    If all seats are `alike`, only who has what matters and not where they sit: far fewer states,
    and the ends are `won` and `shared`.

    >>> token_chain(all_alike()).ends()
    {'seat 0': 1/2, 'seat 1': 1/2}
    """

    def follow(state: Tokens | str) -> dict[Tokens | str, Fraction]:
        after: dict[Tokens | str, Fraction] = {}
        if not isinstance(state, str):
            for end, chance in rounds.items():
                now = after_round(state, end, price)
                if alike:
                    now = _unseated(now)
                after[now] = after.get(now, Fraction(0)) + exact(chance)
        return after

    return Chain(follow, start or ((0, 0),) * players)


def _unseated(state: Tokens | str) -> Tokens | str:
    if isinstance(state, str):
        return state if state == "shared" else "won"
    return tuple(sorted(state))


def over_by(chain: Chain, rounds: int) -> list[Fraction]:
    """The chance that the chain has ended after 0, 1, 2, … rounds.

    >>> [str(chance) for chance in over_by(token_chain(all_alike()), 4)]
    ['0', '0', '0', '1/4', '5/8']
    """
    now: dict[Any, Fraction] = {chain.start: Fraction(1)}
    ended = Fraction(0)
    told = [ended]
    for _ in range(rounds):
        after: dict[Any, Fraction] = {}
        for state, chance in now.items():
            for target, share in chain.next[state].items():
                if chain.next[target]:
                    after[target] = after.get(target, Fraction(0)) + chance * share
                else:
                    ended += chance * share
        now = after
        told.append(ended)
    return told


def rounds_of(game: Nerves) -> list[Round]:
    """How each round of a game ended, from its events.

    >>> game = cardkit.position("nerves", players=2, row="5 4 5 trap:down:1")
    >>> _ = game.play("check")
    >>> rounds_of(game)
    [Round(caller=0, layer=1, hit=False, traps=(1,))]
    """
    ends, traps = [], []
    for event in game.events:
        if event.kind in ("trap", "trap-own"):
            traps.append(cast(int, event.seat))
        elif event.kind in ("hit", "miss"):
            caller, layer = cast(int, event.seat), event.facts["rival"]
            ends.append(Round(caller, layer, event.kind == "hit", tuple(traps)))
            traps = []
    return ends

"""Seers: what a seat remembers of a round, and rounds that could have gone as it remembers them.

Both read the seat's own log. A `Memory` keeps what is certain; `imagined` deals the hidden cards
anew so that nothing seen or heard in the round is contradicted.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardkit.chance import Chance, mixed
from cardkit.events import HIDDEN
from cardkit.games.seers_options import Options
from cardkit.games.seers_ranks import RUNE, RUNS, SUITS

Log = Sequence[Mapping[str, Any]]
TRIES = 150  # rounds imagined before giving up on what was seen earlier
FROM_DECK = -1  # as a place where a card came to light; a seat's hand is the seat
PLACED = ("place", "gap", "cover", "gap-cover")
DRAWN = ("draw", "fill")
DISCARDED = ("discard", "discard-over", "bury")
SPOKEN = ("hypnosis", "no-value")
SHOWN = ("show", "hand")
FOLLOWED = frozenset((  # what a Memory keeps something of
    *DRAWN, *DISCARDED, *SPOKEN, *SHOWN,
    "play", "take", "swap", "keep", "take-top", "reshuffle", "open", "deal", "round", "start",
))  # fmt: skip


def this_round(log: Log) -> Log:
    """The part of a log that tells of the round being played."""
    for at in range(len(log) - 1, -1, -1):
        if log[at]["kind"] in ("round", "start"):
            return log[at:]
    return log


# What is certain ------------------------------------------------------------------------------


class Memory:
    """Hands and discard pile as one seat knows them; `?` is a card it does not know."""

    def __init__(self, players: int) -> None:
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.discard: list[str] = []
        self.said: list[int | None] = [None] * players  # by hypnosis, while the hand stays the same

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Memory:
        """What a view says is certain."""
        memory = cls(len(view["hands"]))
        pairs = zip(view["known"], view["hands"], strict=True)
        memory.hands = [known + _unseen(count - len(known)) for known, count in pairs]
        memory.discard, memory.said = list(view["discarded"]), list(view["said"])
        return memory

    def copy(self) -> Memory:
        new = Memory(0)
        new.hands = [hand.copy() for hand in self.hands]
        new.discard, new.said = self.discard.copy(), self.said.copy()
        return new

    def known(self) -> list[list[str]]:
        """The cards that are certainly in each hand."""
        return [[name for name in hand if name != HIDDEN] for hand in self.hands]

    def follow(self, event: Mapping[str, Any]) -> list[str]:
        """Take in one event; answers with the cards of a hand that came to light by it."""
        kind, seat, cards = event["kind"], event["seat"], event["cards"]
        if kind in DRAWN or kind == "keep" or kind == "take":
            self._gain(seat, cards)
        elif kind == "play":
            return self._lose(seat, cards[0])
        elif kind == "swap":
            found = self._lose(seat, cards[0])
            self._gain(seat, cards[1:])
            return found
        elif kind in DISCARDED:
            self.discard.append(cards[0])
            return self._lose(seat, cards[0]) if event.get("source") != "reveal" else []
        elif kind == "take-top":
            top = self.discard.pop()  # face down for others, but one may have put it there oneself
            self._gain(seat, [top] if HIDDEN in cards else cards)
        elif kind in SHOWN:
            return self.see(seat, cards)
        elif kind in SPOKEN:
            self.said[event["target"]] = event["value"]
        elif kind == "reshuffle":
            self.discard.clear()
        elif kind == "open":
            self.discard += cards
        elif kind == "deal":
            self.hands = [_unseen(event["each"]) for _ in self.hands]
        elif kind == "round":
            players = len(self.hands)
            self.hands, self.discard, self.said = [[] for _ in range(players)], [], [None] * players
        elif kind == "start":
            self.hands = [_unseen(count) for count in event["hands"]]
            self.discard = _unseen(event["discards"])[:-1] + [event["top"]] * bool(event["top"])
        return []

    def _gain(self, seat: int, cards: Sequence[str]) -> None:
        self.hands[seat] += cards
        self.said[seat] = None

    def _lose(self, seat: int, name: str) -> list[str]:
        hand = self.hands[seat]
        self.said[seat] = None
        if name == HIDDEN:  # any of them may have gone
            self.hands[seat] = [HIDDEN] * (len(hand) - 1)
            return []
        known = name in hand
        hand.remove(name if known else HIDDEN)
        return [] if known else [name]

    def see(self, seat: int, cards: Iterable[str]) -> list[str]:
        hand = self.hands[seat]
        found = list((Counter(cards) - Counter(hand)).elements())
        if HIDDEN in found:
            return []
        for name in found:
            hand[hand.index(HIDDEN)] = name
        return found


def _unseen(count: int) -> list[str]:
    """So many cards that were not seen; a log from outside may say anything."""
    if not 0 <= count <= 1000:
        raise ValueError(f"{count!r:.20} cards")
    return [HIDDEN] * count


# What could have been -------------------------------------------------------------------------


class Contradiction(Exception):
    """This imagined round cannot have led to what was seen."""


Zones = tuple[list[list[str]], list[str], list[str], list[str]]


def imagined(view: Mapping[str, Any], options: Options, seed: int) -> Zones:
    """Hands, turned-up cards, discard pile and (unordered) deck, as they could be."""
    chance = random.Random(seed << 32 | 0xFFFFFFFF).random
    if view["log"]:
        story = Story(view, options)
        for number in range(TRIES):
            try:
                return Telling(story, chance, daring=number / TRIES / 2).told()
            except Contradiction:
                continue
    return _at_least(view, options, chance)


def _at_least(view: Mapping[str, Any], options: Options, chance: Chance) -> Zones:
    """Only what is certain now: for a view without its log, or a round too hard to imagine."""
    memory = Memory.of(view)
    memory.hands[view["seat"]] = list(view["hand"])
    zones = [*memory.hands, list(view["revealed"]), memory.discard]
    rest = Counter(options.deck)
    rest.subtract(name for zone in zones for name in zone)
    rest.subtract(name for row in view["track"] for name in row)
    rest.subtract([view["played"]])
    memory.said[view["seat"]] = None  # one's own hand is known anyway
    rest = _as_said(memory, +rest, options, chance)
    cards = mixed(rest.elements(), chance)
    for zone in zones:
        zone[:] = [cards.pop() if name == HIDDEN else name for name in zone]
    return zones[:-2], zones[-2], zones[-1], cards


def _as_said(memory: Memory, rest: Counter[str], options: Options, chance: Chance) -> Counter[str]:
    """Give the hands that hypnosis made speak cards of that worth; answers with what is left.

    If such cards are too hard to find, the hands stay as they are.
    """
    for _ in range(10):
        hands, left = dict[int, list[str]](), rest
        try:
            for seat, value in enumerate(memory.said):
                known = memory.known()[seat]
                missing = len(memory.hands[seat]) - len(known)
                if value is not None and missing:
                    pool = list(left.elements())
                    cards = cards_worth(value, known, missing, pool, options, chance)
                    hands[seat], left = known + cards, left - Counter(cards)
        except Contradiction:
            continue
        for seat, hand in hands.items():
            memory.hands[seat][:] = hand  # the very list, for it is one of the zones
        return left
    return rest


class Story:
    """A seat's log of the round, with an index of where and when hidden cards came to light."""

    def __init__(self, view: Mapping[str, Any], options: Options) -> None:
        self.log = _unveiled(this_round(view["log"]))
        self.players: int = len(view["hands"])
        self.deck = {name: count for name, count in options.deck.items() if count}
        self.secret = options.third_eye
        self.options = options
        self.me, self.hand = view["seat"], list(view["hand"])
        self.found: dict[str, list[tuple[int, int]]] = {}  # card: when, and from where
        self.gains: list[list[int]] = [[] for _ in range(self.players)]  # when a seat drew unseen
        self.shuffles: list[int] = []
        self._index()

    def _index(self) -> None:
        memory = Memory(self.players)
        for at, event in enumerate(self.log):
            kind, seat, cards = event["kind"], event["seat"], event["cards"]
            for name in memory.follow(event):
                self.found.setdefault(name, []).append((at, seat))
            if kind == "reshuffle":
                self.shuffles.append(at)
            elif kind in DRAWN or kind in ("reveal", "open") or event.get("source") == "deck":
                for name in cards:
                    if name == HIDDEN:
                        self.gains[seat].append(at)
                    else:
                        self.found.setdefault(name, []).append((at, FROM_DECK))
        for name in memory.see(self.me, self.hand):
            self.found.setdefault(name, []).append((len(self.log), self.me))

    def value(self, cards: Sequence[str]) -> int:
        return self.options.rank(cards).points

    def next_found(self, name: str, at: int, copy: int = 0) -> tuple[int, int] | None:
        """When and where this card comes to light after that moment."""
        found = self.found.get(name, [])
        place = bisect_right(found, (at, len(self.gains))) + copy
        return found[place] if place < len(found) else None

    def epoch_end(self, at: int) -> int:
        """When the deck that is drawn from at that moment has run out."""
        place = bisect_right(self.shuffles, at)
        return self.shuffles[place] if place < len(self.shuffles) else len(self.log) + 1


def _unveiled(log: Log) -> Log:
    """Face-down discards that were seen by taking them, or before, told as if always seen."""
    told, pile = [dict(event) for event in log], list[int]()
    for at, event in enumerate(log):
        if event["kind"] in DISCARDED or event["kind"] == "open":
            pile.append(at)
        elif event["kind"] == "reshuffle":
            pile.clear()
        elif event["kind"] == "take-top" and pile:
            laid = told[pile.pop()]
            seen = laid["cards"] if HIDDEN in event["cards"] else event["cards"]
            laid["cards"] = told[at]["cards"] = seen
    return told


class Telling:
    """One attempt to tell the story with every card in it: tokens move, faces are given late.

    A token is a card as an object; its face stays open until something is seen of it. What was
    seen later guides what is drawn and discarded unseen, so that few attempts are needed.
    """

    def __init__(self, story: Story, chance: Chance, daring: float) -> None:
        self.story, self.chance = story, chance
        self.daring = daring  # how often a face-down discard is left to chance: roads less taken
        self.left = Counter(story.deck)  # faces not given yet
        tokens = sum(self.left.values())
        self.faces: list[str] = [HIDDEN] * tokens
        self.deck = list(range(tokens))
        self.hands: list[list[int]] = [[] for _ in range(story.players)]
        self.discard: list[int] = []
        self.revealed: list[int] = []
        self.track: dict[int, int] = {}
        self.played = -1
        self.spoken: list[tuple[tuple[int, ...], int]] = []  # a hand, and its value
        self.at = 0

    def told(self) -> Zones:
        for event in self.story.log:
            self._follow(event)
            self.at += 1
        self._show(self.hands[self.story.me], self.story.hand)
        self._give_faces()
        zones = [*self.hands, self.revealed, self.discard, self.deck]
        *hands, revealed, discard, deck = [[self.faces[token] for token in zone] for zone in zones]
        return hands, revealed, discard, deck

    # One event after the other

    def _follow(self, event: Mapping[str, Any]) -> None:
        kind, seat, cards = event["kind"], event["seat"], event["cards"]
        if kind == "deal":
            self.hands = [[self.deck.pop() for _ in range(event["each"])] for _ in self.hands]
        elif kind in DRAWN:
            self.hands[seat] += [self._drawn(name, seat) for name in cards]
        elif kind in PLACED:
            from_deck = event["source"] == "deck"
            self.track[event["place"]] = (
                self._drawn(cards[0], FROM_DECK) if from_deck else self.played
            )
        elif kind == "play":
            self.played = self._out(self.hands[seat], cards[0])
        elif kind == "take":
            self.hands[seat].append(self.track.pop(event["place"]))
        elif kind == "swap":
            mine = self._out(self.hands[seat], cards[0])
            self.hands[seat].append(self.track[event["place"]])
            self.track[event["place"]] = mine
        elif kind == "reveal":
            self.revealed += [self._drawn(name, seat) for name in cards]
        elif kind == "keep":
            self.hands[seat].append(self._kept(seat, cards[0]))
        elif kind in DISCARDED:
            self._discard(event, cards[0])
        elif kind == "take-top":
            token = self.discard.pop()
            if cards[0] != HIDDEN:
                self._show([token], cards)
            self.hands[seat].append(token)
        elif kind == "open":
            self.discard += [self._drawn(name, FROM_DECK) for name in cards]
        elif kind == "reshuffle":
            if self.deck:
                raise Contradiction
            self.deck, self.discard = self.discard, []
        elif kind in SPOKEN:
            self.spoken.append((tuple(self.hands[event["target"]]), event["value"]))
        elif kind in SHOWN and HIDDEN not in cards:
            self._show(self.hands[seat], cards)
        elif kind == "start":
            self._start(event)

    def _start(self, event: Mapping[str, Any]) -> None:
        for at, name in enumerate(event["track"], 1):
            if name:
                self.track[at] = self._drawn(name, FROM_DECK)
        self.discard = [self.deck.pop() for _ in range(event["discards"])]
        if event["top"] not in ("", HIDDEN):
            self._show(self.discard[-1:], [event["top"]])
        self.hands = [[self.deck.pop() for _ in range(count)] for count in event["hands"]]

    def _discard(self, event: Mapping[str, Any], name: str) -> None:
        zone = self.revealed if event.get("source") == "reveal" else self.hands[event["seat"]]
        if name == HIDDEN:
            token = self._thrown(zone, event["seat"])
            zone.remove(token)
        else:
            token = self._out(zone, name)
        self.discard.append(token)

    # Giving faces to tokens

    def _face(self, token: int, name: str) -> None:
        if not self.left[name]:
            raise Contradiction
        self.left[name] -= 1
        self.faces[token] = name

    def _find(self, zone: Sequence[int], name: str) -> int:
        """The token of the zone that has this face, or is given it now."""
        for token in zone:
            if self.faces[token] == name:
                return token
        token = self._any([token for token in zone if self.faces[token] == HIDDEN])
        self._face(token, name)
        return token

    def _out(self, zone: list[int], name: str) -> int:
        token = self._find(zone, name)
        zone.remove(token)
        return token

    def _show(self, zone: Iterable[int], cards: Iterable[str]) -> None:
        """These cards are among the tokens of the zone."""
        others = list(zone)
        for name in cards:
            self._out(others, name)

    def _any(self, tokens: Sequence[int]) -> int:
        if not tokens:
            raise Contradiction
        return tokens[int(self.chance() * len(tokens))]

    # What nobody saw, guided by what was seen later

    def _drawn(self, name: str, seat: int) -> int:
        token = self._out_unseen(seat) if name == HIDDEN else self._find(self.deck, name)
        self.deck.remove(token)
        return token

    def _out_unseen(self, seat: int) -> int:
        """A token of the deck that this seat may have drawn here without our seeing it."""
        story, end = self.story, self.story.epoch_end(self.at)
        wanted, free, blank = list[tuple[int, int]](), list[int](), list[int]()
        copies: Counter[str] = Counter()
        for token in self.deck:
            name = self.faces[token]
            if name == HIDDEN:
                blank.append(token)
                continue
            found = story.next_found(name, self.at, copies[name])
            copies[name] += 1
            if found is None or (story.secret and found[0] > end):
                free.append(token)
            elif found[1] == seat:
                wanted.append((min(found[0], end), token))
        if len(blank) > (self._still_to_come(end) if free or wanted else 0):
            free += blank
        later = [at for at in story.gains[seat] if self.at < at < end]
        if wanted:
            wanted.sort()
            tight = not _fits(wanted, later)
            if tight or not free or self.chance() * (1 + len(later)) < len(wanted):
                token = wanted[0][1] if tight else self._any([token for _, token in wanted])
                return token
        return self._any(free)

    def _still_to_come(self, end: int) -> int:
        """How many faces not given yet will be seen coming from this deck."""
        return self._to_light(FROM_DECK, end)

    def _kept(self, seat: int, name: str) -> int:
        """The card kept of those turned up."""
        if name != HIDDEN:
            return self._out(self.revealed, name)
        here = [token for token in self.revealed if self._fate(token) == seat]
        free = [token for token in self.revealed if self._fate(token) is None]
        token = self._any(here or free or self.revealed)
        self.revealed.remove(token)
        return token

    def _thrown(self, zone: list[int], seat: int) -> int:
        """The card that went face down to the discard pile."""
        if zone is self.revealed or self.chance() < self.daring:
            return self._any(zone)
        gone = [token for token in zone if self._fate(token) == FROM_DECK]
        blank = [token for token in zone if self.faces[token] == HIDDEN]
        free = [token for token in zone if token not in blank and self._fate(token) is None]
        if len(blank) > self._still_to_show(seat):
            free += blank
        return self._any(gone or free or zone)

    def _still_to_show(self, seat: int) -> int:
        """How many faces not given yet will be seen in this hand before it draws again."""
        after = [at for at in self.story.gains[seat] if at > self.at]
        end = after[0] if after else len(self.story.log) + 1
        return self._to_light(seat, end)

    def _to_light(self, place: int, end: int) -> int:
        """How many faces not given yet come to light there before that moment."""
        return sum(
            1
            for name, found in self.story.found.items()
            if self.left[name] and any(self.at < at < end and where == place for at, where in found)
        )

    def _fate(self, token: int) -> int | None:
        """Where this card will next come to light, as far as we know."""
        if self.faces[token] == HIDDEN:
            return None
        found = self.story.next_found(self.faces[token], self.at)
        return None if found is None else found[1]

    # What was never seen, so that every hand was worth what it was said to be

    def _give_faces(self) -> None:
        self.blank = [token for token, name in enumerate(self.faces) if name == HIDDEN]
        rest = mixed(self.left.elements(), self.chance)
        for token, name in zip(self.blank, rest, strict=True):
            self.faces[token] = name
        open_tokens = set(self.blank)
        for _ in range(40):
            wrong = [saying for saying in self.spoken if not self._true(saying)]
            if not wrong:
                return
            tokens, value = wrong[int(self.chance() * len(wrong))]
            self._make_true([token for token in tokens if token in open_tokens], tokens, value)
        raise Contradiction

    def _true(self, saying: tuple[tuple[int, ...], int]) -> bool:
        tokens, value = saying
        return self.story.value([self.faces[token] for token in tokens]) == value

    def _make_true(self, changeable: list[int], tokens: tuple[int, ...], value: int) -> None:
        """Change faces with other open tokens until this hand is worth that much."""
        fixed = [self.faces[token] for token in tokens if token not in changeable]
        pool = [self.faces[token] for token in self.blank]
        options, chance = self.story.options, self.chance
        cards = cards_worth(value, fixed, len(changeable), pool, options, chance)
        self._exchange(changeable, cards)

    def _exchange(self, tokens: list[int], cards: list[str]) -> None:
        others = [token for token in self.blank if token not in tokens]
        old = [self.faces[token] for token in tokens]
        for token, name in zip(tokens, cards, strict=True):
            self.faces[token] = name
        surplus = Counter(cards) - Counter(old)
        spare = list((Counter(old) - Counter(cards)).elements())
        for token in others:
            if surplus[self.faces[token]] > 0:
                surplus[self.faces[token]] -= 1
                self.faces[token] = spare.pop()


def _fits(wanted: Sequence[tuple[int, int]], later: Sequence[int]) -> bool:
    """Can all wanted cards (sorted by deadline) still be drawn in later draws?"""
    return all(
        number < sum(1 for at in later if at < deadline)
        for number, (deadline, _) in enumerate(wanted)
    )


# Hands of a given category --------------------------------------------------------------------

SHAPES = {"nothing": (), "pair": (2,), "two pairs": (2, 2), "three": (3,), "full house": (3, 2),
          "four": (4,)}  # fmt: skip


def cards_worth(
    value: int,
    fixed: Sequence[str],
    count: int,
    pool: Sequence[str],
    options: Options,
    chance: Chance,
) -> list[str]:
    """So many cards of the pool that make the fixed ones a hand worth that much."""
    wanted = [category for category, points in options.points.items() if points == value]
    for number in range(120 if count and wanted else 0):
        if number < 20:
            cards = mixed(pool, chance)[:count]
        else:
            category = wanted[int(chance() * len(wanted))]
            cards = completion(category, fixed, count, pool, chance)
        if cards and options.rank([*fixed, *cards]).points == value:
            return cards
    raise Contradiction


def completion(
    category: str, fixed: Sequence[str], count: int, pool: Sequence[str], chance: Chance
) -> list[str]:
    """So many cards of the pool that may make the fixed ones a hand of that category; or none.

    >>> completion("four", ["8-clock", "8-mask", "2-tree"], 2, ["8-tree", "K-mask", "8-scarab"],
    ...            lambda: 0.5)
    ['8-tree', '8-scarab']
    """
    cards = mixed(pool, chance)
    if "straight" in category or category == "flush":
        return _five_together(category, fixed, count, cards, chance)
    chosen: list[str] = []
    ranks = [_rank_of(name) for name in cards]
    held = [_rank_of(name) for name in fixed if name != RUNE]
    likely = list(dict.fromkeys(mixed(held + ranks, chance)))
    for size, value in zip(SHAPES[category], likely, strict=False):
        missing = size - held.count(value)
        chosen += [name for name in cards if _rank_of(name) == value][: max(0, missing)]
    if len(chosen) > count:
        return []
    rest = [name for name in cards if name not in chosen]
    return (chosen + rest)[:count] if len(chosen + rest) >= count else []


def _five_together(
    category: str, fixed: Sequence[str], count: int, cards: list[str], chance: Chance
) -> list[str]:
    """The missing cards of a straight, a flush or both."""
    suit = SUITS[int(chance() * len(SUITS))]
    if "flush" in category:
        cards = [name for name in cards if name.endswith(suit)]
    if category == "flush":
        return cards[:count] if len(cards) >= count else []
    run = list(RUNS)[int(chance() * len(RUNS))]
    missing = run - {_rank_of(name) for name in fixed}
    by_rank = {_rank_of(name): name for name in cards}
    if len(missing) != count or not missing <= by_rank.keys():
        return []
    return [by_rank[value] for value in sorted(missing)]


def _rank_of(name: str) -> str:
    return name.split("-")[0]

"""What a seat at Sevens can infer: hidden hands dealt so that all it has seen could have happened.

A deal is run through the log backwards and dropped if it contradicts what the rules let one
conclude (a 5 missed: below 18); so each deal that fits is as likely as it should be. Where that
takes too long, or the deck was reshuffled, the log is run through forwards, with a slot per card.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import comb
from typing import Any

from cardkit.chance import Chance, mixed, picked
from cardkit.errors import BadInput
from cardkit.events import HIDDEN
from cardkit.zones import Box, counted, off

ANY = 0  # the value of a slot, or of a card in the log, that is not known
NO_SEVEN = 0b0111_1110  # which values a slot may have: bit v stands for value v
EVERY = 0b1111_1110
CONCLUSIONS = ("total", "only", "ties", "has")  # the steps that a hand can contradict
TRACES = 8  # ways to trace known cards, of which the likelier are taken more often
PASTS, TRIES = 4, 60  # how often one is taken, and how often hands are dealt to go back with
FILLS = 20  # how often all slots are dealt, before cards that do not fit are taken back singly
# How many worlds to run at once, if fewer all came to nothing. If all did (a tiny deck, reshuffled
# often), the oldest conclusions are forgotten, then all, and at last all but what is seen now.
WORLDS = (*[1] * 12, 30, 100, 300)

Step = tuple[str, int, Any]  # kind, seat, and what it is about
Dealt = tuple[list[list[str]], list[str]]  # the hands, and the deck in any order


def dealt(view: Mapping[str, Any], options: Any, players: int, seed: int) -> Dealt:
    """Hands and deck of one game that this view could be a view of.

    >>> import cardkit
    >>> game = cardkit.position("sevens", players=2, hands={0: "4 5 5 6 7", 1: "1 1 2 2"})
    >>> _ = [game.play(move) for move in ("play 5", "let")]     # the 5 misses: seat 1 has below 18
    >>> samples = [cardkit.sample(game.view(0), seed) for seed in range(50)]
    >>> all(sum(sorted(map(int, sample.hands[1]))[:4]) < 18 for sample in samples)
    True
    """
    if view["outcome"]:  # all hands are on the table
        box = Box(options.deck)
        box.take(view["discard"])
        return [box.take(hand) for hand in view["final"]], box.rest()
    story = Story(view, options, players)
    chance = random.Random(seed).random
    if not story.decks:
        found = _dealt_back(story, chance)
        if found is not None:
            return found
    for forgotten in (0, len(story.steps) // 2, len(story.steps)):
        steps = [*filter(_is_no_conclusion, story.steps[:forgotten]), *story.steps[forgotten:]]
        for count in WORLDS:
            world = _told(story, steps, chance, count)
            if world is not None:
                return world.cards()
    return _as_seen_now(view, options, chance)


def _as_seen_now(view: Mapping[str, Any], options: Any, chance: Chance) -> Dealt:
    """Hands of the right size, with the cards known to be there: all else is forgotten."""
    box = Box(options.deck)
    box.take(view["discard"])
    known = [box.take(view["hand"] if seat == view["seat"] else cards)
             for seat, cards in enumerate(view["known"])]  # fmt: skip
    deck = mixed(box.rest(), chance)
    hands = [cards + off(deck, held - len(cards))
             for cards, held in zip(known, view["hands"], strict=True)]  # fmt: skip
    if len(deck) != view["deck"]:
        raise BadInput("The cards of this view do not add up.")
    return hands, deck


class Story:
    """The log as steps, with the deck that each draw came from (a new one after each reshuffle)."""

    def __init__(self, view: Mapping[str, Any], options: Any, players: int) -> None:
        self.steps: list[Step] = []
        self.limit: int = options.five_total
        self.decks: list[list[str]] = []  # what was shuffled into each later deck
        self.gained = [0] * players
        self.gave: list[int] = []  # who gave cards in swaps
        self.gone: list[str] = []  # cards seen to leave a hand while the first deck lasted
        self.groups = [{seat} for seat in range(players)]  # who swapped cards, and nobody saw them
        self.seat: int = view["seat"]
        shown = set()
        for event in view["log"]:
            tell = TELLING.get(event["kind"])
            if tell is not None:
                cards = [ANY if card == HIDDEN else int(card) for card in event["cards"]]
                tell(self, event["seat"], cards, event)
            if event["kind"] == "score":
                shown.add(event["seat"])
        if self.seat not in shown:
            self._score(self.seat, list(map(int, view["hand"])), {})
        self.deck_left: int = view["deck"]
        self.held = [held - gained for held, gained in zip(view["hands"], self.gained, strict=True)]
        unseen = Box(options.deck)
        unseen.take(view["discard"])
        self.mine = list(map(int, unseen.take(view["hand"])))
        self.unseen = list(map(int, unseen.rest()))
        # How likely a hidden card is each number; not 0, for the last of them may have been played
        many, counts = max(1, len(self.unseen)), _counts(unseen.rest())
        self.share = [1.0, *(max(count, 0.01) / many for count in counts[1:])]
        self.open = self.seat if {self.seat} in self.groups else -1  # whose cards are all known
        first = Box(options.deck)
        started = Box(counted(self.decks[0] if self.decks else view["discard"]))
        started.take(self.gone)
        first.take(started.rest())  # a position can start with a discard pile
        if min(self.held) < 0 or sum(self.held) > len(first.rest()):
            raise BadInput("The hands of this view do not add up.")
        self.pools = [_counts(deck) for deck in (first.rest(), *self.decks)]

    # What each kind of event tells

    def _deal(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        self.gained[seat] += len(cards)
        self.steps.append(("in", seat, cards))

    def _play(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        self.gained[seat] -= len(cards)
        self.steps += [("out", seat, card) for card in cards]
        if not self.decks:
            self.gone += map(str, cards)

    def _reshuffle(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        self.decks.append(list(map(str, cards)))
        self.steps.append(("deck", 0, 0))

    def _give(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        """A swap is told in two events; both cards leave before either comes."""
        self.steps += [("out", seat, card) for card in cards]
        self.gave.append(seat)
        if len(self.gave) % 2 == 0:
            self.steps.append(("cross", self.gave[-2], seat))
            if ANY in cards:
                pair = {self.gave[-2], seat}
                linked = [group for group in self.groups if group & pair]
                self.groups = [group for group in self.groups if not group & pair]
                self.groups.append(set.union(*linked))

    def _react(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        if event["against"] == "5":
            self.steps.append(("total", seat, (self.limit, 10**6)))
        elif event["against"] == "7":
            self.steps.append(("has", seat, 7))
        self._play(seat, cards, event)

    def _below(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        self.steps.append(("total", seat, (0, self.limit - 1)))

    def _highest(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        self.steps.append(("total", seat, (self.limit, 10**6)))
        self._play(seat, cards, event)
        self.steps.append(("only", seat, 2 ** (cards[-1] + 1) - 1))
        self.steps.append(("ties", seat, cards))

    def _no_sevens(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        self.steps.append(("only", seat, NO_SEVEN))

    def _sevens(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        self._play(seat, cards, event)
        self._no_sevens(seat, cards, event)

    def _score(self, seat: int, cards: list[int], event: Mapping[str, Any]) -> None:
        """A hand that is seen whole."""
        self.steps += [("out", seat, card) for card in cards]
        self.steps.append(("shown", seat, len(cards)))


TELLING = {  # by kind of event; others tell nothing about hands
    "deal": Story._deal, "draw": Story._deal, "play": Story._play, "aim": Story._play,
    "unseen": Story._play, "reshuffle": Story._reshuffle, "give": Story._give,
    "react": Story._react, "below": Story._below, "highest": Story._highest,
    "no-sevens": Story._no_sevens, "sevens": Story._sevens, "score": Story._score,
}  # fmt: skip


def _counts(cards: list[str]) -> list[int]:
    return [0] + [cards.count(str(value)) for value in range(1, 8)]


def _is_no_conclusion(step: Step) -> bool:
    return step[0] not in CONCLUSIONS


# Going backwards ------------------------------------------------------------------------------


def _dealt_back(story: Story, chance: Chance) -> Dealt | None:
    """Hands that agree with the log, or None if that takes too long."""
    pasts = [Past(story, chance)]
    if pasts[0].doubtful:
        pasts += [Past(story, chance) for _ in range(TRACES - 1)]
    pasts = [past for past in pasts if past.weight]
    for _ in range(PASTS if pasts else 0):
        found = pasts[picked([past.weight for past in pasts], chance)].deal()
        if found is not None:
            return found
    return None


class Past:
    """The steps, with each card that was seen to come into a hand traced to where it went.

    Backwards, a card played comes back, and any of the others may be the one that had been drawn.
    People are taken to play any of their cards alike, so that a play tells nothing of the rest.
    """

    def __init__(self, story: Story, chance: Chance) -> None:
        self.story, self.chance = story, chance
        self.held = story.held[:]
        self.kept: list[list[int]] = [[] for _ in self.held]  # the cards known to be in each hand
        self.doubtful = False  # whether they can be traced in another way too
        self.weight = 1.0  # how likely what was seen is, if they went this way; 0: it cannot be
        self.steps: list[Step] = []
        gone = ANY, ANY  # the last two cards that left a hand
        for kind, seat, what in story.steps:
            if kind == "out":
                gone = gone[1], what if seat == story.open else self._leave(seat, what)
            elif kind == "cross":
                self._come(seat, [gone[1]])
                self._come(what, [gone[0]])
            elif seat == story.open:
                continue
            elif kind == "in":
                self._come(seat, what)
            elif kind in CONCLUSIONS:
                self.steps.append((kind, seat, what))

    def _come(self, seat: int, cards: list[int]) -> None:
        self.held[seat] += len(cards)
        for card in cards:
            self.steps.append(("in", seat, card))
            if card:
                self.kept[seat].append(card)

    def _leave(self, seat: int, card: int) -> int:
        """Was it a card known to be there, or another? Each as likely as it is to be this card."""
        kept = self.kept[seat]
        ways = (self.held[seat] - len(kept)) * self.story.share[card]
        self.held[seat] -= 1
        known = [one for one in kept if card in (ANY, one)] if kept else kept
        if known:
            self.doubtful |= ways > 0
            ways += len(known)
        self.weight *= ways
        mark = self.chance() * ways if known else 0
        if mark < len(known):
            card = known[int(mark)]
            kept.remove(card)
            self.steps.append(("known", seat, card))
        else:
            self.steps.append(("out", seat, card))
        return card

    def deal(self) -> Dealt | None:
        """Hands and deck; None if they do not add up, or too many deals came to nothing."""
        story, pool = self.story, self.story.unseen[:]
        backs = [self._back(group) for group in story.groups if group != {story.open}]
        for seat in (seat for loose, _ in backs for seat in loose):
            for card in self.kept[seat]:
                if card not in pool:
                    return None
                pool.remove(card)
        hidden = sum(self.held[seat] - len(self.kept[seat]) for loose, _ in backs for seat in loose)
        if len(pool) != hidden + story.deck_left:
            return None
        for loose, steps in (*backs, *backs[:-1]):  # again, now that the others have their cards
            if not self._deal(loose, steps, pool):
                return None
        hands = [story.mine] * len(self.held)
        for seat, cards in ((seat, cards) for loose, _ in backs for seat, cards in loose.items()):
            if seat != story.seat:
                hands[seat] = self.kept[seat] + cards
        return [list(map(str, hand)) for hand in hands], list(map(str, sorted(pool)))

    def _back(self, group: set[int]) -> tuple[dict[int, list[int]], list[Step]]:
        """Their hidden cards, none yet, and what they did: back to the first conclusion."""
        steps = [step for step in self.steps if step[1] in group]
        first = next((n for n, step in enumerate(steps) if step[0] in CONCLUSIONS), len(steps))
        return {seat: [] for seat in sorted(group)}, steps[first:][::-1]

    def _deal(self, loose: dict[int, list[int]], steps: list[Step], pool: list[int]) -> bool:
        """Deal hidden cards to these seats, all anew until they fit."""
        for cards in loose.values():
            pool += cards
        for _ in range(TRIES):
            left = len(pool)
            for seat in loose:
                end = left
                for _ in range(self.held[seat] - len(self.kept[seat])):
                    place = int(self.chance() * left)
                    left -= 1
                    pool[place], pool[left] = pool[left], pool[place]
                loose[seat] = pool[left:end]
            if self._agrees({seat: cards[:] for seat, cards in loose.items()}, steps):
                del pool[left:]
                return True
        return False

    def _agrees(self, loose: dict[int, list[int]], steps: list[Step]) -> bool:
        """Go back through the steps with these hidden cards."""
        kept = {seat: self.kept[seat][:] for seat in loose}
        moved: list[int] = []
        for kind, seat, what in steps:
            cards = loose[seat]
            if kind == "out":
                cards.append(what or moved.pop())
            elif kind == "known":
                kept[seat].append(what)
            elif kind != "in":
                if not _concluded(kind, cards + kept[seat], what, self.chance):
                    return False
            elif what:
                kept[seat].remove(what)
            else:
                place = int(self.chance() * len(cards))
                cards[place], cards[-1] = cards[-1], cards[place]
                moved.append(cards.pop())  # to the deck, or to whom it came from in a swap
        return True


def _concluded(kind: str, hand: list[int], what: Any, chance: Chance) -> bool:
    if kind == "total":
        return bool(what[0] <= sum(hand) <= what[1])
    if kind == "only":
        return bool(what >> max(hand, default=1) & 1)
    if kind == "has":
        return what in hand
    equal = hand.count(what[-1])  # a 5 takes the highest: which of equal ones was no choice
    return chance() * comb(equal + what.count(what[-1]), equal) < 1


# Going forwards -------------------------------------------------------------------------------


def _told(story: Story, steps: list[Step], chance: Chance, count: int) -> World | None:
    """Run the story in so many worlds; those it contradicts give way to copies of the others."""
    worlds = [World(story) for _ in range(count)]
    for step in steps:
        lasting = [world for world in worlds if world.take(step, chance)]
        if not lasting:
            return None
        missing = count - len(lasting)
        worlds = lasting + [lasting[int(chance() * len(lasting))].copy() for _ in range(missing)]
    return next((world for world in worlds if world.deal(story, chance)), None)


class World:
    """One way in which the story may have gone so far."""

    __slots__ = ("hands", "value", "allowed", "deck_of", "deck", "left", "totals", "within", "out")

    def __init__(self, story: Story) -> None:
        self.hands: list[list[int]] = [[] for _ in story.held]  # slots, oldest first
        self.value: list[int] = []  # of each slot
        self.allowed: list[int] = []
        self.deck_of: list[int] = []
        self.deck = 0  # the number of the deck now in use
        self.left = [pool[:] for pool in story.pools]  # of each deck, by value
        self.totals: list[tuple[list[int], int, int]] = []  # slots, least and most of their sum
        self.within: list[tuple[int, ...]] = []  # which totals a slot is part of
        self.out: list[int] = []  # slots that have left a hand
        for seat, held in enumerate(story.held):
            self._in(seat, [ANY] * held)

    def copy(self) -> World:
        new = object.__new__(World)
        new.hands = [hand[:] for hand in self.hands]
        new.value, new.allowed, new.deck_of = self.value[:], self.allowed[:], self.deck_of[:]
        new.deck, new.left = self.deck, [counts[:] for counts in self.left]
        new.totals, new.within, new.out = self.totals[:], self.within[:], self.out[:]
        return new

    # Going through the steps ----------------------------------------------------------------

    def take(self, step: Step, chance: Chance) -> bool:
        """Take one step, deciding by chance what cannot be known; False if it contradicts."""
        kind, seat, what = step
        if kind == "in":
            return self._in(seat, what)
        if kind == "out":
            slot = self._pick(seat, what, chance)
            if slot is None:
                return False
            self.hands[seat].remove(slot)
            self.out.append(slot)
            return not what or self._set(slot, what)
        if kind == "has":
            slot = self._pick(seat, what, chance)
            return slot is not None and self._set(slot, what)
        if kind == "only":
            return self._only(seat, what)
        if kind == "total":
            return self._total(seat, *what)
        if kind == "cross":
            self.hands[what].append(self.out[-2])
            self.hands[seat].append(self.out[-1])
        elif kind == "shown":
            self.hands[seat] = self.out[len(self.out) - what :]
        elif kind == "deck":
            self.deck += 1
            return self._fits(self.deck - 1)
        return True

    def _in(self, seat: int, cards: list[int]) -> bool:
        for card in cards:
            self.hands[seat].append(len(self.value))
            self.value.append(card)
            self.allowed.append(EVERY)
            self.deck_of.append(self.deck)
            self.within.append(())
            if card:
                self.left[self.deck][card] -= 1
                if self.left[self.deck][card] < 0:
                    return False
        return True

    def _pick(self, seat: int, card: int, chance: Chance) -> int | None:
        """Which slot was it that held this card (or ANY)? Each as likely as it is to hold it."""
        slots, weights = [], []
        for slot in self.hands[seat]:
            if self.value[slot]:
                weight = float(card in (ANY, self.value[slot]))
            elif card == ANY:
                weight = 1.0
            else:
                left = self.left[self.deck_of[slot]]
                weight = left[card] / sum(left) if self.allowed[slot] >> card & 1 else 0.0
            if weight:
                slots.append(slot)
                weights.append(weight)
        return slots[picked(weights, chance)] if slots else None

    # What the rules let one conclude ----------------------------------------------------------

    def _set(self, slot: int, card: int) -> bool:
        if self.value[slot]:
            return True
        deck = self.deck_of[slot]
        self.value[slot] = card
        self.left[deck][card] -= 1
        return self._fits(deck) and all(self._possible(n) for n in self.within[slot])

    def _fits(self, deck: int) -> bool:
        """A deck that ran out is all in the hands: every card left of it must have a place."""
        if deck == self.deck:
            return True
        places = [
            self.allowed[slot]
            for hand in self.hands for slot in hand
            if self.deck_of[slot] == deck and not self.value[slot]
        ]  # fmt: skip
        return all(
            not count or count <= sum(allowed >> card & 1 for allowed in places)
            for card, count in enumerate(self.left[deck])
        )

    def _possible(self, number: int) -> bool:
        slots, least, most = self.totals[number]
        low = high = 0
        for slot in slots:
            value = self.value[slot]
            low += value or 1
            high += value or self.allowed[slot].bit_length() - 1
        return low <= most and high >= least

    def _total(self, seat: int, least: int, most: int) -> bool:
        slots = self.hands[seat][:]
        for slot in slots:
            self.within[slot] += (len(self.totals),)
        self.totals.append((slots, least, most))
        return self._possible(len(self.totals) - 1)

    def _only(self, seat: int, allowed: int) -> bool:
        for slot in self.hands[seat]:
            self.allowed[slot] &= allowed
            if self.value[slot]:
                if not allowed >> self.value[slot] & 1:
                    return False
            elif not all(self._possible(number) for number in self.within[slot]):
                return False
        return all(self._fits(deck) for deck in range(self.deck))

    # Dealing what is still hidden -------------------------------------------------------------

    def deal(self, story: Story, chance: Chance) -> bool:
        """Give every slot still hidden a value from its deck, limited ones first."""
        hidden = [slot for hand in self.hands for slot in hand if not self.value[slot]]
        for deck, left in enumerate(self.left):
            spare = sum(left) - sum(self.deck_of[slot] == deck for slot in hidden)
            if spare != (story.deck_left if deck == len(self.left) - 1 else 0):
                return False
        hidden.sort(key=lambda slot: (self.allowed[slot], -len(self.within[slot]), chance()))
        straight = any(self._fill(hidden, chance, [0]) for _ in range(FILLS))
        return straight or self._fill(hidden, chance, [2000])

    def _fill(self, hidden: list[int], chance: Chance, patience: list[int]) -> bool:
        """Card by card, taking back what does not fit; with no patience, all or nothing."""
        if not hidden:
            return True
        slot, rest = hidden[0], hidden[1:]
        left = self.left[self.deck_of[slot]]
        cards = [card for card in range(1, 8) if left[card] and self.allowed[slot] >> card & 1]
        cards.sort(key=lambda card: -(chance() ** (1 / left[card])))
        for card in cards:
            patience[0] -= 1
            if self._set(slot, card) and self._fill(rest, chance, patience):
                return True
            self.value[slot] = ANY
            left[card] += 1
            if patience[0] < 0:
                return False
        return False

    def cards(self) -> Dealt:
        hands = [[str(self.value[slot]) for slot in hand] for hand in self.hands]
        return hands, [str(value) for value in range(1, 8) for _ in range(self.left[-1][value])]

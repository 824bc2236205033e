"""The class tournament: a faulty bot loses its game, is told why, and stops nobody else."""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from itertools import combinations

import pytest

import cardkit
from cardkit import referee
from cardkit.contest import schedule, tournament
from cardkit.standings import Fault


def first(view):
    return view["moves"][0]


def last(view):
    return view["moves"][-1]


def longest(view):
    return max(view["moves"], key=len)


@pytest.fixture(params=["process", "thread"])
def both(request, monkeypatch):
    """With fork, and as where there is none."""
    monkeypatch.setattr(referee, "FORK", request.param == "process")


# A bot's faults --------------------------------------------------------------------------------


class Unshowable:
    def __repr__(self):
        raise RuntimeError("no")


class Unclassed:
    @property
    def __class__(self):
        raise RuntimeError("no")


class Unreplaceable(str):
    def replace(self, *args):
        raise RuntimeError("no")

    split = __str__ = __repr__ = __getitem__ = replace


class Untold(Exception):
    def __str__(self):
        raise RuntimeError("no")


def raises(wrong):
    def bot(view):
        raise wrong

    return bot


def recursive(view):
    return recursive(view)


FAULTY = {
    "raises": (lambda view: 1 / 0, "raised ZeroDivisionError: division by zero."),
    "illegal": (lambda view: "take", "it answered 'take': "),
    "unknown": (lambda view: "lay 99", "no card '99'"),
    "empty": (lambda view: "", "written in a few words"),
    "huge": (lambda view: "lay " * 10**6, "written in a few words"),
    "number": (lambda view: 7, "it answered 7, but a move is text, like 'lay"),
    "nothing": (lambda view: None, "it answered nothing: is a `return` missing?"),
    "empty move": (lambda view: cardkit.Move([]), "written in a few words"),
    "short move": (lambda view: cardkit.Move(["lay"]), "it answered 'lay': "),
    "odd move": (lambda view: cardkit.Move([1, 2, 3]), "answered a Move that cannot be shown"),
    "unshowable": (lambda view: Unshowable(), "answered a Unshowable that cannot be shown"),
    "unclassed": (lambda view: Unclassed(), "but a move is text"),
    "odd text": (lambda view: Unreplaceable("take it"), "it answered 'take it': "),
    "surrogate": (lambda view: "\ud800", r"it answered '\ud800': "),
    "untold": (raises(Untold()), "raised Untold: a Untold that cannot be shown."),
    "exits": (raises(SystemExit("bye")), "raised SystemExit: bye."),
    "interrupts": (raises(KeyboardInterrupt()), "raised KeyboardInterrupt."),
    "recursive": (recursive, "`return recursive(view)` raised RecursionError: maximum recursion"),
    "no argument": (lambda: "take", "it raised TypeError: "),
    "built-in": (iter("").__next__, "it raised TypeError: "),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_bot_loses_with_a_reason_and_the_tournament_goes_on(fault: str, both) -> None:
    bad, words = FAULTY[fault]
    bots = {"first": first, "longest": longest, fault: bad}
    result = tournament("lynx", bots, games=2, players=2, seconds=5, seed=3)
    standings = {standing.bot: standing for standing in result.standings}
    bad_one, good_one = standings[fault], standings["first"]
    assert bad_one.points == 0 and bad_one.games == bad_one.faults >= 2
    assert good_one.games >= 2 and not good_one.faults
    assert all(fault == wrong.bot and words in str(wrong) for wrong in result.faults), result
    assert sum(s.points for s in result.standings) == pytest.approx(len(result.played))
    print(str(result), result._repr_html_())  # every fault can be shown


@pytest.mark.parametrize("game", cardkit.NAMES)
def test_where_all_are_faulty_nobody_wins(game: str) -> None:
    bots = {name: lambda view: 1 / 0 for name in "abcdef"}
    result = tournament(game, bots, games=1, seed=1)
    assert len(result.faults) == len(result.played) * result.players
    assert all(standing.points == 0 for standing in result.standings)


def test_who_is_faulty_does_not_gain_from_a_rival_who_is_faulty_first() -> None:
    bots = {"a": lambda view: 1 / 0, "b": lambda view: 1 / 0, "first": first, "last": last}
    result = tournament("lynx", bots, games=8, seed=1)
    points = {standing.bot: standing.points for standing in result.standings}
    assert points["a"] == points["b"] == 0 and points["first"] + points["last"] == 8


def test_a_game_that_would_never_end_is_won_by_whoever_is_ahead(monkeypatch) -> None:
    monkeypatch.setattr("cardkit.contest.LONGEST", 50)
    result = tournament("knyf", {"first": first, "too": first}, games=2, seed=1)
    assert len(result.played) == 2 and all(sum(match.points) == 1 for match in result.played)


def test_a_fault_names_the_line_of_the_bot_and_can_be_replayed() -> None:
    def buggy(view):
        hand = view["hand"]
        if len(hand) < 13:
            return view["mvoes"][0]
        return view["moves"][0]

    result = tournament("lynx", {"buggy": buggy, "ann": last, "ben": "sensible"}, 1, 7, players=3)
    fault = result.faults[0]
    assert isinstance(fault, Fault) and fault.bot == "buggy" and fault.game == 1
    assert fault.line == "line 4 `return view[\"mvoes\"][0]`"
    assert str(fault) == (
        f"buggy, game 1 against {', '.join(fault.rivals)}: "
        "line 4 `return view[\"mvoes\"][0]` raised KeyError: 'mvoes'."
    )
    game = cardkit.replay(fault.record)
    assert len(game.history) == fault.move - 1 and game.seed == fault.seed
    with pytest.raises(KeyError):
        buggy(game.view(game.to_act))


# Time and fair play ----------------------------------------------------------------------------


def endless(view):
    return sum(range(10**12))


def stubborn(view):
    while True:
        try:
            time.sleep(0.01)
        except BaseException:
            continue


def loop(view):
    while True:
        try:
            view["turn"] = 0
        except BaseException:
            continue


@pytest.mark.parametrize("slow", [endless, stubborn, loop])
def test_a_bot_that_takes_for_ever_is_stopped_for_good(slow, monkeypatch) -> None:
    fork, forked = os.fork, []
    monkeypatch.setattr(os, "fork", lambda: forked.append(fork()) or forked[-1])
    began, threads = time.monotonic(), threading.active_count()
    result = tournament("lynx", {"slow": slow, "last": last}, games=2, players=2, seconds=0.3)
    assert time.monotonic() - began < 10
    late = "it took longer than 0.3 s for one move."
    assert [fault.what for fault in result.faults] == [late] * 2
    assert result.standings[0].bot == "last" and result.standings[0].points == 2
    assert threading.active_count() == threads
    assert len(forked) == 4
    for pid in forked:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_without_fork_a_slow_bot_loses_too(monkeypatch) -> None:
    monkeypatch.setattr(referee, "FORK", False)
    threads = threading.active_count()
    result = tournament(
        "lynx", {"slow": lambda view: time.sleep(0.5), "last": last}, 2, seconds=0.2, players=2
    )
    late = "it took longer than 0.2 s for one move."
    assert [fault.what for fault in result.faults] == [late] * 2
    time.sleep(0.6)
    assert threading.active_count() == threads  # each thread ends with its bot


def test_spoiling_a_view_spoils_nothing() -> None:
    def spoiler(view):
        move = view["moves"][0]
        view["log"].clear()
        view["hand"].clear()
        view.clear()
        return move

    bots = {"spoiler": spoiler, "first": first}
    spoilt = tournament("lynx", bots, games=4, players=2, seed=5)
    clean = tournament("lynx", {**bots, "spoiler": first}, games=4, players=2, seed=5)
    assert not spoilt.faults and spoilt.played == clean.played


def test_a_seed_repeats_the_tournament_even_with_chance() -> None:
    bots = {"dice": lambda view: random.choice(view["moves"]), "house": "random", "first": first}
    once = tournament("lynx", bots, games=4, players=2)
    again = tournament("lynx", bots, games=4, players=2, seed=once.seed)
    other = tournament("lynx", bots, games=4, players=2)
    assert once == again and other.seed != once.seed and other.played != once.played


# The schedule ----------------------------------------------------------------------------------


def test_thirty_bots_play_equally_often_from_every_seat_against_many() -> None:
    names = [f"bot {number}" for number in range(30)]
    plan = schedule(names, 4, games=40, seed=1)
    played = Counter(name for _, seats in plan for name in seats)
    assert len(plan) == 300 and set(played.values()) == {40}
    at = Counter((name, seat) for _, seats in plan for seat, name in enumerate(seats))
    assert set(at.values()) == {10} and len(at) == 120
    met = {frozenset(pair) for _, seats in plan for pair in combinations(seats, 2)}
    assert len(met) > 250  # of 300 groupings' worth: hardly anybody meets twice
    for deal in {deal for deal, _ in plan}:
        turns = [seats for seed, seats in plan if seed == deal]
        assert len(turns) == 4 and all(len(set(column)) == 4 for column in zip(*turns, strict=True))
    assert schedule(names, 4, 40, 1) == plan != schedule(names, 4, 40, 2)


def test_any_number_of_bots_differs_by_one_deal_at_most() -> None:
    for count in range(3, 12):
        for games in (1, 5, 12, 31):
            plan = schedule([*"abcdefghijkl"[:count]], 3, games, seed=games)
            played = Counter(name for _, seats in plan for name in seats)
            few, many = min(played.values()), max(played.values())
            assert games <= few <= many < games + 6 and many - few <= 3, (count, games)
            assert len(played) == count


def test_with_few_bots_all_groups_come_equally_often() -> None:
    plan = schedule([*"abcde"], 3, games=36, seed=1)
    groups = Counter(frozenset(seats) for _, seats in plan)
    assert len(groups) == 10 and set(groups.values()) == {6}


def test_the_best_comes_first_and_the_house_may_take_its_time() -> None:
    bots = {"first": first, "house": "sensible", "thinker": "look-ahead:4"}
    result = tournament("lynx", bots, games=6, players=3, seed=2, seconds=0.2)
    assert result.standings[-1].bot == "first" and not result.faults
    assert [standing.games for standing in result.standings] == [6, 6, 6]


def test_an_interrupt_keeps_the_standings_so_far_and_progress_is_told() -> None:
    told = []

    def impatient(done, of):
        told.append((done, of))
        if done == 3:
            raise KeyboardInterrupt

    result = tournament(
        "lynx", {"first": first, "last": last}, games=10, players=2, progress=impatient
    )
    assert told == [(1, 10), (2, 10), (3, 10)] and len(result.played) == 3
    assert "stopped after 3 of 10 games" in repr(result)
    assert sum(standing.games for standing in result.standings) == 6


def test_nothing_is_printed_unasked(capfd) -> None:
    tournament("lynx", {"first": first, "last": last}, games=2, players=2)
    assert capfd.readouterr() == ("", "")


# Bad input -------------------------------------------------------------------------------------

TWO = {"ann": first, "ben": last}
BAD = [
    ({"bots": {"ann": first}}, "with 2 players needs at least 2 bots, not 1"),
    ({"bots": [first, last]}, "Give the bots by name"),
    ({"bots": {**TWO, "cat": 7}}, "cat is no bot: a bot is a function of a view, not 7"),
    ({"bots": {**TWO, "cat": "clever"}}, "no bot 'clever'"),
    ({"bots": {**TWO, "cat": "look-ahead:x"}}, "look-ahead:60"),
    ({"bots": {**TWO, " ": first}}, "called by a text on one line, not ' '"),
    ({"bots": {**TWO, 5: first}}, "called by a text on one line, not 5"),
    ({"bots": TWO, "games": 0}, "whole number of games, at least 1, not 0"),
    ({"bots": TWO, "games": 2.5}, "not 2.5"),
    ({"bots": TWO, "games": True}, "not True"),
    ({"bots": TWO, "seconds": 0}, "a number above 0, not 0"),
    ({"bots": TWO, "seconds": -1}, "a number above 0, not -1"),
    ({"bots": TWO, "seconds": float("nan")}, "a number above 0, not nan"),
    ({"bots": TWO, "seconds": "1"}, "a number above 0, not '1'"),
    ({"bots": TWO, "seed": -1}, "A seed is a whole number"),
    ({"bots": TWO, "game": "poker"}, "poker"),
    ({"bots": TWO, "game": "knyf", "players": 1}, "needs rivals; knyf for one is for"),
]


@pytest.mark.parametrize("wrong, words", BAD, ids=[words for _, words in BAD])
def test_bad_input_gets_a_sentence(wrong, words: str) -> None:
    with pytest.raises(cardkit.BadInput) as refused:
        tournament(**{"game": "lynx", "players": 2, **wrong})
    assert words in str(refused.value)

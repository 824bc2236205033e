"""The class tournament: a faulty bot loses its game, is told why, and stops nobody else."""

from __future__ import annotations

import time

import pytest

import cardkit
from cardkit.contest import tournament


def first(view):
    return view["moves"][0]


def last(view):
    return view["moves"][-1]


def longest(view):
    return max(view["moves"], key=len)


FAULTY = {
    "raises": (lambda view: 1 / 0, "it raised ZeroDivisionError"),
    "illegal": (lambda view: "take", "lynx.play.must"),
    "unknown": (lambda view: "lay 99", "no card '99'"),
    "number": (lambda view: 7, "written in words"),
    "nothing": (lambda view: None, "written in words"),
    "exits": (lambda view: (_ for _ in ()).throw(SystemExit("bye")), "it raised SystemExit"),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_bot_loses_with_a_reason_and_the_tournament_goes_on(fault: str) -> None:
    bad, words = FAULTY[fault]
    bots = {"first": first, "longest": longest, fault: bad}
    result = tournament("lynx", bots, games=2, players=2, seconds=5)
    standings = {standing.name: standing for standing in result.standings}
    assert standings[fault].points == 0 and standings[fault].games == 4
    assert len(standings[fault].faults) == 4 and all(
        words in why for why in standings[fault].faults
    )
    assert standings["first"].games == 4 and not standings["first"].faults
    assert sum(s.points for s in result.standings) == pytest.approx(6)


def endless(view):
    while True:
        pass


def asleep(view):
    time.sleep(30)


@pytest.mark.parametrize("slow", [endless, asleep])
def test_a_bot_that_takes_for_ever_is_stopped(slow) -> None:
    began = time.monotonic()
    result = tournament("lynx", {"slow": slow, "last": last}, games=2, players=2, seconds=0.2)
    assert time.monotonic() - began < 10
    assert all("longer than 0.2 s" in why for why in result.faults) and len(result.faults) == 2
    assert result.standings[0].name == "last"


def test_every_deal_is_played_from_every_seat_and_the_best_comes_first() -> None:
    bots = {"first": first, "sensible": cardkit.bot("sensible", "lynx"), "last": last}
    result = tournament("lynx", bots, games=6, players=3)
    assert result.standings[0].name == "sensible" and result.standings[0].wins.n == 6
    assert "sensible" in repr(result) and not result.faults


def test_bad_input_gets_a_sentence() -> None:
    with pytest.raises(cardkit.BadInput, match="at least 4 bots"):
        tournament("lynx", {"first": first})
    with pytest.raises(cardkit.BadInput, match="is no bot"):
        tournament("lynx", {"first": first, "second": "random"}, players=2)

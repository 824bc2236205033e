"""A student's first attempt: one game to read, with what the bot printed and did wrong."""

from __future__ import annotations

import pytest

import cardkit
from cardkit import referee
from cardkit.contest import Trial, try_bot


def test_a_trial_shows_what_the_bot_saw_did_and_printed() -> None:
    def chatty(view):
        print("hand:\n ", *view["hand"])
        return view["moves"][0]

    trial = try_bot("lynx", chatty, seed=5, players=3)
    lines = trial.log.splitlines()
    at = lines.index("> hand:")
    assert isinstance(trial, Trial) and repr(trial) == trial.log and trial.fault is None
    assert lines[:2] == ["# lynx, 3 players, seed 5", "Seat 2: you"]
    assert lines[at + 1].startswith(">   ") and lines[at + 2].startswith("you: lay ")
    assert lines[at + 3].startswith("   You lay ") and lines[-1] in {"You win.", "You lose."}
    assert trial.game.over and cardkit.try_bot is try_bot


def test_a_trial_stops_at_the_first_fault_with_its_line_and_the_prints_before() -> None:
    def stuck(view):
        print("before")
        while True:
            pass

    trial = try_bot("lynx", stuck, seed=0, seconds=0.3)
    assert trial.log.splitlines()[-3:-1] == [
        "> before", "Your bot loses at move 1: it took longer than 0.3 s for one move."
    ]  # fmt: skip
    trial = try_bot("knyf", lambda view: view["hnad"], players=1, seed=1)
    assert trial.fault and "alone: line 1 `trial = try_bot(" in str(trial.fault)


def test_a_flood_of_prints_is_cut() -> None:
    def floods(view):
        while True:
            print("x" * 99)

    assert len(try_bot("lynx", floods, seed=0, seconds=0.3).log) < 2 * referee.PRINTS


@pytest.mark.parametrize("game", cardkit.NAMES)
def test_every_game_can_be_tried(game: str) -> None:
    trial = try_bot(game, cardkit.bot("sensible", game), seed=3)
    assert trial.fault is None and "You " in trial.log


def test_a_trial_needs_a_function() -> None:
    with pytest.raises(cardkit.BadInput, match="is no bot"):
        try_bot("lynx", "sensible")
    with pytest.raises(cardkit.BadInput, match="above 0"):
        try_bot("lynx", max, seconds=0)

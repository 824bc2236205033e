"""Sealed decisions, audiences and memory, proven with a tiny made-up game (tests/whisper.py)."""

from __future__ import annotations

import json
import random

import pytest

import cardkit
from cardkit.events import Move
from cardkit.game import begin, replayed
from tests.whisper import LET, Options, Whisper


def dealt(*hands: str) -> Whisper:
    game = begin(Whisper, Options(), 3, {"seed": 1})
    assert isinstance(game, Whisper)
    game.hands = [hand.split() for hand in hands]
    return game


def asked_two() -> Whisper:
    """Seat 0 laid a 4; seats 1 and 2 are asked in secret."""
    game = dealt("1 2 4", "3 5 6", "7 8 9")
    game.play("lay 4")
    return game


def test_everyone_eligible_is_asked_and_nobody_else() -> None:
    assert asked_two().asked == [1, 2]
    game = dealt("1 2 8", "3 5 6", "4 7 9")
    game.play("lay 8")
    assert game.asked == [2] and game.to_act == 2


def test_being_asked_shows_only_to_those_who_are() -> None:
    game = asked_two()
    for seat, to_act, phase in ((0, 0, "wait"), (1, 1, "beat"), (2, 2, "beat")):
        view = game.view(seat)
        assert (view["to_act"], view["phase"]) == (to_act, phase)
        assert bool(view["moves"]) == (seat != 0)


def test_an_answer_shows_to_nobody_before_all_have_answered() -> None:
    game = asked_two()
    before = {seat: game.view(seat) for seat in (0, 2)}
    assert game.play("beat 5", seat=1) == []
    assert {seat: game.view(seat) for seat in (0, 2)} == before
    assert "5" in game.view(1)["hand"] and not game.view(1)["moves"]
    assert [event.kind for event in game.play("let")] == ["let", "beat"]


def test_answers_may_come_in_any_order_and_are_opened_together() -> None:
    first, second = asked_two(), asked_two()
    first.play("beat 6", seat=1), first.play("beat 9", seat=2)
    second.play("beat 9", seat=2), second.play("beat 6", seat=1)
    assert first.scores() == second.scores() == [0, 0, 1]
    assert first.hands == second.hands


def test_the_view_of_a_third_person_cannot_tell_who_was_asked() -> None:
    """Seat 0 lays the same 4 against other hidden hands; only one rival can beat it."""
    views = []
    for hands, asked in ((("4 5 6", "7 8 9", "1 2 3"), [1]), (("4 5 6", "1 2 3", "7 8 9"), [2])):
        game = dealt(*hands)
        game.play("lay 4")
        assert game.asked == asked
        views.append(game.view(0))
    assert views[0] == views[1]


def test_an_event_for_one_seat_is_in_that_log_alone_and_stays_there() -> None:
    game = asked_two()
    game.play("let", seat=1), game.play("beat 7", seat=2)
    assert [e["kind"] for e in game.view(1)["log"]] == ["deal", "lay", "let", "beat"]
    for seat in (0, 2):
        assert [e["kind"] for e in game.view(seat)["log"]] == ["deal", "lay", "beat"]
    game.play("lay 3")
    assert game.view(1)["let"] == ["4"] and "let" in [e["kind"] for e in game.view(1)["log"]]


def test_wrong_seats_are_told_so_and_not_who_is_asked() -> None:
    game = asked_two()
    with pytest.raises(cardkit.BadInput, match="Seat 0 is not asked now"):
        game.play("let", seat=0)
    game.play("let", seat=1)
    with pytest.raises(cardkit.BadInput, match="Seat 1 is not asked now"):
        game.play("let", seat=1)
    assert game.moves(1) == () and game.moves(2)[0] == LET


@pytest.mark.parametrize("nonsense", ["", None, 7])
def test_the_answer_to_nonsense_tells_nothing_of_another_hand(nonsense: object) -> None:
    """Seats 1 and 2 are asked about a 5: whether 1 could react is none of 2's business."""
    told = set()
    for hand in ("6 6 6 1", "1 1 6 1"):
        game = cardkit.position(
            "sevens", players=3, hands={0: "5 1 1 1 1", 1: hand, 2: "1 1 1 2"}
        )
        game.play("play 5")
        with pytest.raises(cardkit.BadInput, match="like 'let'") as answer:
            game.play(nonsense, seat=2)
        told.add(str(answer.value))
    assert len(told) == 1


@pytest.mark.parametrize("seed", range(30))
def test_samples_undo_copies_and_records_hold_while_a_question_is_sealed(seed: int) -> None:
    chance = random.Random(seed)
    game = begin(Whisper, Options(), 3, {"seed": seed})
    while not game.over:
        for seat in range(3):
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            sample = begin(Whisper, Options(), 3, {"view": view, "seed": seed + 1})
            assert sample.view(seat) == view
        before = [game.view(seat) for seat in range(3)], game.record()
        seat = chance.choice(game.asked)
        move = chance.choice(game.moves(seat))
        copy = game.copy()
        copy.play(move, seat)
        assert ([game.view(s) for s in range(3)], game.record()) == before
        game.play(move, seat)
        game.undo()
        assert ([game.view(s) for s in range(3)], game.record()) == before
        game.play(move, seat)
        assert replayed(game, game.history).view(0) == game.view(0) == copy.view(0)


def test_a_move_may_be_given_as_words_or_as_a_move() -> None:
    game = dealt("1 2 4", "3 5 6", "7 8 9")
    assert game.read("lay 4") == Move(("lay", "4"))
    assert game.why_not("lay 9") is not None
    with pytest.raises(cardkit.IllegalMove):
        game.play(Move(("lay", "9")))

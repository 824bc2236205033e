"""The referee: whatever a bot does in its process is its own fault, told with its line."""

from __future__ import annotations

import atexit
import os
import random
import signal
import sys
import time

import pytest

import cardkit
from cardkit.referee import ENDED, Faulty, Guarded, short

VIEW = {"moves": ["lay 7", "take"], "log": []}


def why(bot, seconds=5.0, view=VIEW) -> str:
    """What the referee says of this bot's first move."""
    guarded = Guarded(bot, seconds)
    try:
        with pytest.raises(Faulty) as wrong:
            guarded(view)
        return str(wrong.value)
    finally:
        guarded.close()


def raises(wrong):
    def bot(view):
        raise wrong

    return bot


# Its process -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "death",
    [lambda view: os._exit(0), lambda view: os.kill(os.getpid(), signal.SIGSEGV)],
    ids=["os._exit", "crash"],
)
def test_a_bot_that_ends_its_process_loses(death) -> None:
    assert why(death) == f"it {ENDED}"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit of memory elsewhere")
def test_a_bot_that_takes_all_memory_loses() -> None:
    def eater(view):
        eaten = []
        while True:
            eaten.append(bytearray(10**7))

    assert "raised MemoryError" in why(eater, 30)


def test_what_a_bot_starts_is_ended_with_it() -> None:
    read, write = os.pipe()
    os.set_inheritable(write, True)

    def spawns(view):
        if os.fork() == 0:
            time.sleep(60)
        return "take"

    guarded = Guarded(spawns, 5)
    os.close(write)
    assert guarded(VIEW) == "take"
    guarded.close()
    began = time.monotonic()
    assert os.read(read, 1) == b"" and time.monotonic() - began < 5  # both ends of it are gone
    os.close(read)


def test_a_bots_process_leaves_the_notebooks_exit_handlers_alone(tmp_path) -> None:
    marker = tmp_path / "tidied"
    atexit.register(marker.touch)
    guarded = Guarded(lambda view: "take", 5)
    guarded.line.close()  # so it ends by itself
    assert os.waitpid(guarded.pid, 0)[1] == 0 and not marker.exists()
    guarded.pid = 0
    atexit.unregister(marker.touch)


def test_what_a_bot_prints_is_dropped(capfd) -> None:
    def loud(view):
        print("out")
        print("err", file=sys.stderr)
        os.system("echo deep; echo deeper >&2")
        return "take"

    guarded = Guarded(loud, 5)
    assert guarded(VIEW) == "take"
    guarded.close()
    assert capfd.readouterr() == ("", "")


def test_a_bot_cannot_ask_at_the_keyboard() -> None:
    def asks(view):
        return input("?")

    assert why(asks) == (
        'line 2 `return input("?")` raised EOFError: a bot cannot ask anybody; '
        "all it gets is its view."
    )


def test_no_time_at_all_is_too_little() -> None:
    assert why(lambda view: "take", 1e-9) == "it took longer than 1e-09 s for one move."


def test_a_bot_whose_notebook_is_gone_ends_by_itself() -> None:
    def loops(view):
        while True:
            pass

    guarded = Guarded(loops, 0.1)
    guarded.line.sendall(b'{"moves": ["take"], "log": []}\n')
    assert os.waitstatus_to_exitcode(os.waitpid(guarded.pid, 0)[1]) == -signal.SIGALRM
    guarded.pid = 0
    guarded.close()


def test_a_bot_may_wait_for_its_turn_as_long_as_others_take() -> None:
    guarded = Guarded(lambda view: "take", 0.1)
    assert guarded(VIEW) == "take"
    time.sleep(2.3)  # longer than the alarm for one move
    assert guarded(VIEW) == "take"
    guarded.close()


@pytest.mark.parametrize("sent, words", [
    (b"[" * 10**5 + b"\n", ENDED),
    (b"7\n", ENDED),
    (b"\xff\n", ENDED),
    (b"x" * 10**7, ENDED),
    (b"no end of a line", "took longer than 0.5 s for one move."),
])  # fmt: skip
def test_garbage_on_the_line_is_the_bots_fault(sent: bytes, words: str) -> None:
    def writes(view):
        sys._getframe(2).f_locals["line"].sendall(sent)
        time.sleep(60)

    assert why(writes, 0.5) == f"it {words}"


# What it sees and remembers --------------------------------------------------------------------


def test_the_view_comes_whole_though_only_news_are_sent() -> None:
    game = cardkit.new("seers", seed=2)
    house = cardkit.bot("sensible", "seers")
    mine = Guarded(lambda view: str(hash_of(view)), 5)
    try:
        while game.to_act is not None:
            view = game.view(game.to_act)
            if game.to_act == 1:
                assert mine(view) == str(hash_of(view))
            game.play(house(view))
    finally:
        mine.close()


def hash_of(view) -> int:
    return sum(map(ord, repr(view)))


def test_a_bot_that_clears_its_log_has_it_again_next_time() -> None:
    def clears(view):
        length = str(len(view["log"]))
        view["log"].clear()
        return length

    guarded = Guarded(clears, 5)
    assert [guarded({**VIEW, "log": [{}] * n}) for n in (2, 2, 5)] == ["2", "2", "5"]
    guarded.close()


def test_a_bot_remembers_within_a_game_and_not_beyond() -> None:
    seen: list[int] = []

    def counts(view):
        seen.append(1)
        return str(len(seen))

    for _ in range(2):
        guarded = Guarded(counts, 5)
        assert [guarded(VIEW) for _ in range(3)] == ["1", "2", "3"]
        guarded.close()
    assert seen == []


def test_the_luck_of_a_bot_differs_from_game_to_game() -> None:
    def luck(view):
        return str(random.random())

    drawn = set()
    for seed in ("1", "2"):
        guarded = Guarded(luck, 5, seed)
        drawn |= {guarded(VIEW), guarded(VIEW)}
        guarded.close()
    assert len(drawn) == 4


# The message -----------------------------------------------------------------------------------


def test_a_line_of_a_helper_or_a_comprehension_is_named_as_such() -> None:
    def helper(view):
        return view["nothing"]

    def calls(view):
        return helper(view)

    def comprehends(view):
        wanted = "nothing"
        return [move[wanted] for move in view["moves"]]

    assert why(calls).startswith("line 2 of helper `return view[\"nothing\"]` raised KeyError")
    assert why(comprehends).startswith("line 3 `return [move[wanted] ")


def test_a_line_without_source_has_its_number() -> None:
    space: dict[str, object] = {}
    exec("def bot(view):\n    hand = 1\n    return hand / 0", space)  # noqa: S102
    assert why(space["bot"]) == "line 3 raised ZeroDivisionError: division by zero."


def test_long_texts_are_cut_between_words() -> None:
    said = why(raises(ValueError("several words " * 100)))
    assert said.endswith(("words ….", "several …."))
    assert len(said) < 300
    assert short("x" * 500, 10) == "x" * 10 + " …" and short("a\x1b[31m b\n\tc") == "a?[31m b c"

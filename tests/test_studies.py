"""Studies: the same bits on any workers, intervals, interruption, saving and going on."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any

import pytest

import cardkit
from cardkit.studies import CHUNK, Study, study

BOTS = ["sensible", "random"]
GAMES = 2 * CHUNK + 5


def small(**more: Any) -> Study:
    return study("lynx", BOTS, **{"games": GAMES, "seed": 4, "players": 3, **more})


def first_move(view):
    return view["moves"][0]


def test_the_frame_has_one_row_per_seat_and_game() -> None:
    frame = small().frame
    assert len(frame) == 3 * GAMES and set(frame.groupby("game").size()) == {3}
    assert frame.groupby("game")["win"].sum().round(9).eq(1).all()
    for _, game in frame.groupby("game"):
        assert game[game["rank"] == 1]["win"].gt(0).all() and game["rank"].min() == 1
    assert set(frame["ended"]) <= {rule.id for rule in cardkit.rules("lynx")}


def test_two_worker_processes_give_the_same_bits() -> None:
    with ProcessPoolExecutor(2) as workers:
        assert small(executor=workers).rows == small().rows


def test_a_dask_cluster_over_tcp_gives_the_same_bits() -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, protocol="tcp", dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        assert small(executor=client.get_executor()).rows == small().rows


def test_the_same_seed_deals_the_same_cards_whatever_is_compared() -> None:
    """Common random numbers: game number i has the same deal, however many games there are."""
    one, more = small(games=6), small(games=12)
    assert more.rows[: len(one.rows)] == one.rows
    hands: list[dict[int, list[str]]] = []
    for other in ("sensible", "random"):
        seen: dict[int, list[str]] = {}

        def watch(view, seen=seen):
            if len(view["log"]) < 4:
                seen[len(seen)] = view["hand"]
            return view["moves"][0]

        study("lynx", [watch, other], games=6, seed=4, players=3, rotate=False)
        hands.append(seen)
    assert hands[0] == hands[1] and len(hands[0]) == 6


def test_seats_are_shared_out_fairly() -> None:
    frame = study("lynx", ["sensible", "random", "random"], games=30, seed=1, players=3).frame
    seats = frame[frame["bot"] == "sensible"].groupby("seat").size()
    assert list(seats) == [10, 10, 10]
    fixed = study("lynx", ["sensible", "random", "random"], games=6, players=3, rotate=False).frame
    assert set(fixed[fixed["bot"] == "sensible"]["seat"]) == {0}


def test_the_summary_has_intervals_that_hold_their_value() -> None:
    summary = small().summary(level=0.99)
    assert (summary["wins from"] <= summary["wins"]).all()
    assert (summary["wins"] <= summary["wins to"]).all()
    assert summary.loc["sensible", "wins from"] > summary.loc["random", "wins to"]
    assert (summary["score from"] <= summary["score"]).all()


class Interrupted(Executor):
    """Finishes one chunk; then somebody presses Ctrl-C."""

    def __init__(self) -> None:
        self.done = 0

    def submit(self, fn, /, *args, **kwargs):
        future: Future[Any] = Future()
        if self.done:
            future.set_exception(KeyboardInterrupt())
        else:
            future.set_result(fn(*args, **kwargs))
        self.done += 1
        return future


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_an_interrupted_study_keeps_what_is_finished_and_goes_on_later(tmp_path, ending) -> None:
    part = small(executor=Interrupted())
    assert part.games == CHUNK and not part.finished
    path = part.save(tmp_path / f"lynx.{ending}")
    assert cardkit.load_study(path).rows == part.rows
    whole = small(resume=path)
    assert whole.finished and whole.rows == small().rows
    with pytest.raises(cardkit.BadInput, match="another study"):
        small(resume=path, seed=5)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    small(progress=lambda done, of: told.append((done, of)))
    assert told == [(CHUNK, GAMES), (2 * CHUNK, GAMES), (GAMES, GAMES)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "at least one game"),
        ({"bots": "sensible"}, "as a list"),
        ({"bots": [3]}, "a name or a function"),
        ({"bots": ["clever"]}, "no bot 'clever'"),
        ({"players": 9}, "2 to 5 players"),
        ({"mode": "hard"}, "choose one of"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_input_gets_a_sentence(wrong: dict[str, Any], words: str) -> None:
    given = {"bots": BOTS, "games": 3, **wrong}
    with pytest.raises(cardkit.BadInput, match=words):
        study("lynx", **given)


def test_a_file_that_is_no_study_gets_a_sentence(tmp_path) -> None:
    for name, text in (("a.jsonl", "{}\n[1]"), ("b.csv", "x"), ("c.jsonl", "")):
        (tmp_path / name).write_text(text)
        with pytest.raises(cardkit.BadInput, match="no saved study"):
            cardkit.load_study(tmp_path / name)

"""Studies: the same bits on any workers, honest intervals, pairs, faults, interruption, files."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

import cardkit
from cardkit import progress, study_games
from cardkit.intervals import mean_of, wilson
from cardkit.studies import CHUNK, COLUMNS, Study, StudyStopped, study
from cardkit.study_files import fingerprint

BOTS = ["sensible", "random"]
GAMES = 2 * CHUNK + 5
PROJECT = Path(__file__).parents[1]


def small(bots: Any = BOTS, **more: Any) -> Study:
    return study("lynx", bots, **{"games": GAMES, "seed": 4, "players": 3, **more})


def first_move(view):
    return view["moves"][0]


def last_move(view):
    return view["moves"][-1]


def stops_at(number: int, how: BaseException) -> Callable[[Any], str]:
    """A bot that plays on until it meets the hands of that game of `small`."""
    game = cardkit.new("lynx", players=3, seed=4 * 1_000_003 + number)
    hands = [game.view(seat)["hand"] for seat in range(3)]

    def stops(view):
        if view["hand"] == hands[view["seat"]]:
            raise how
        return view["moves"][0]

    return stops


# ---- the rows ----


def test_the_frame_has_one_row_per_seat_and_game() -> None:
    frame = small().frame
    assert list(frame) == list(COLUMNS)
    assert len(frame) == 3 * GAMES and set(frame.groupby("game").size()) == {3}
    assert frame.groupby("game")["win"].sum().round(9).eq(1).all()
    for _, game in frame.groupby("game"):
        assert game[game["rank"] == 1]["win"].gt(0).all() and game["rank"].min() == 1
    assert set(frame["ended"]) <= {rule.id for rule in cardkit.rules("lynx")}


def test_two_worker_processes_give_the_same_bits() -> None:
    with ProcessPoolExecutor(2) as workers:
        assert small(executor=workers).rows == small().rows


def test_a_dask_cluster_over_tcp_gives_the_same_bits_and_tells_faults() -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, protocol="tcp", dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        assert small(executor=client.get_executor()).rows == small().rows
        lambdas = [lambda view: view["moves"][0], lambda view: view["moves"][-1]]
        assert small(lambdas, executor=client.get_executor()).rows == small(lambdas).rows
        with pytest.raises(StudyStopped, match="Bot 'broken' failed in game 0"):
            small({"broken": lambda view: 1 / 0}, games=3, executor=client.get_executor())
        with pytest.raises(cardkit.BadInput, match=r"get_executor\(\)"):
            small(executor=client)


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


def test_seats_are_shared_out_fairly_and_places_stay() -> None:
    frame = small(["sensible", "random", "random"], games=30).frame
    seats = frame[frame["bot"] == "sensible"].groupby("seat").size()
    assert list(seats) == [10, 10, 10]
    assert set(frame[frame["place"] == 0]["bot"]) == {"sensible"}
    fixed = small(["sensible", "random", "random"], games=6, rotate=False).frame
    assert set(fixed[fixed["bot"] == "sensible"]["seat"]) == {0}


def test_a_bot_that_draws_lots_from_what_it_sees_can_be_repeated() -> None:
    """As the docstring of `study` tells it."""

    def lots(view):
        return random.Random(repr(view)).choice(view["moves"])

    assert small([lots], games=5).rows == small([lots], games=5).rows


# ---- names ----


def test_functions_of_the_same_name_are_told_apart() -> None:
    found = small([lambda view: view["moves"][0], lambda view: view["moves"][-1]], games=4)
    assert found.parameters["bots"] == ["<lambda>", "<lambda> 2", "<lambda>"]

    def sensible(view):
        return view["moves"][0]

    found = small(["sensible", sensible, sensible], games=4)
    assert found.parameters["bots"] == ["sensible", "sensible 2", "sensible 2"]
    assert found.summary()["seats"].to_dict() == {"sensible": 1, "sensible 2": 2}


def test_a_mapping_names_the_bots() -> None:
    found = small({"mine": first_move, "theirs": "random"}, games=6)
    assert found.parameters["bots"] == ["mine", "theirs", "mine"]
    assert list(found.summary().index) == ["mine", "theirs"]
    assert found.rows == small({"mine": first_move, "theirs": "random"}, games=6).rows
    with pytest.raises(cardkit.BadInput, match=r"no bot 'typo'.*There are: mine, theirs\."):
        found.wins("typo")
    with pytest.raises(cardkit.BadInput, match=r"no seat 9.*There are: 0, 1, 2\."):
        found.seat_wins(9)


# ---- intervals ----


def test_the_summary_has_intervals_that_hold_their_value() -> None:
    summary = small().summary(level=0.99)
    for name in ("wins", "score", "length"):
        assert (summary[f"{name} from"] <= summary[name]).all()
        assert (summary[name] <= summary[f"{name} to"]).all()
    assert summary.loc["sensible", "wins from"] > summary.loc["random", "wins to"]


def test_seats_of_one_game_are_one_observation() -> None:
    """The sensible bots have two of three seats: n is games, and their victories are one thing."""
    found = small()
    frame = found.frame
    together = frame[frame["bot"] == "sensible"].groupby("game")["win"].sum()
    expected = wilson(together.sum(), GAMES)
    wins = found.wins("sensible")
    assert wins.n == GAMES and list(found.summary()["games"]) == [GAMES, GAMES]
    assert wins[:3] == pytest.approx([number / 2 for number in expected[:3]])
    assert found.wins("random").value == pytest.approx(1 - together.mean())
    scores = frame[frame["bot"] == "sensible"].groupby("game")["score"].mean()
    row = found.summary().loc["sensible"]
    assert [row["score"], row["score from"], row["score to"]] == pytest.approx(
        mean_of(list(scores))[:3]
    )


def test_a_bot_alone_wins_its_even_share_for_certain() -> None:
    summary = study("lynx", ["random"], games=12, players=4).summary()
    assert summary.loc["random", ["games", "seats"]].to_list() == [12, 4]
    assert summary.loc["random", ["wins", "wins from", "wins to"]].to_list() == [0.25] * 3


@pytest.mark.parametrize("level", [95, 0, 1, -0.5, float("nan"), "0.95", None])
def test_a_level_is_between_0_and_1(level: Any) -> None:
    found = small(games=2)
    for ask in (found.summary, partial(found.wins, "random"), partial(found.compare, found)):
        with pytest.raises(cardkit.BadInput, match="between 0 and 1"):
            ask(level=level)


def test_an_empty_or_partial_study_shows_itself() -> None:
    whole = small(games=6)
    empty, part = Study(whole.parameters, []), Study(whole.parameters, whole.rows[:9])
    assert "lynx: 0 of 6 games" in empty._repr_html_() and "lynx: 0 of 6 games" in repr(empty)
    assert "lynx: 3 of 6 games" in part._repr_html_() and list(part.summary()["games"]) == [3, 3]
    assert list(empty.summary()["games"]) == [0, 0] and "lynx: 6 games" in repr(whole)
    shown = small({"<b>": "random"}, games=2)._repr_html_()
    assert "&lt;b&gt;" in shown and "<b>" not in shown


# ---- pairs ----


def test_a_comparison_is_the_t_interval_of_the_differences() -> None:
    stats = pytest.importorskip("scipy.stats")
    this, other = small(["sensible", "random", "random"]), small(["random"] * 3)
    found = this.compare(other, level=0.9)
    for name, column in (("wins", "win"), ("score", "score"), ("length", "length")):
        a, b = (
            each.frame[each.frame["place"] == 0].set_index("game")[column].astype(float)
            for each in (this, other)
        )
        paired = stats.ttest_rel(a, b)
        low, high = paired.confidence_interval(0.9)
        row = getattr(found, name)
        assert row.difference.n == GAMES
        assert row[:2] == pytest.approx((a.mean(), b.mean()))
        assert row.difference[:3] == pytest.approx(((a - b).mean(), low, high), rel=5e-3)
        assert row.pairing == pytest.approx((a.var() + b.var()) / (a - b).var())
    assert found.wins.difference.low > 0.2
    assert list(found.frame.index) == ["wins", "score", "length"]
    assert found.frame.loc["wins", "difference"] == found.wins.difference.value
    assert f"place 0: sensible minus random, {GAMES} games" in repr(found)
    assert "sensible minus random" in found._repr_html_() and "pairing" in found._repr_html_()


def test_common_games_are_compared_whatever_the_house_rules() -> None:
    plain = study("nerves", ["sensible"], games=40, seed=2, players=2)
    again = study("nerves", ["sensible"], games=25, seed=2, players=2)
    same = plain.compare(again, place=1)
    assert same.score.difference == (0, 0, 0, 25) and same.score.pairing == float("inf")
    changed = small(["sensible"], games=6, mode="advanced")
    assert "sensible (mode advanced)" in repr(changed.compare(small(["sensible"], games=6)))


def test_what_was_not_dealt_alike_is_not_compared() -> None:
    this = small(games=3)
    for other, words in (
        (small(games=3, seed=5), "same seed"),
        (small(games=3, players=4), "same players"),
        (small(games=3, rotate=False), "same rotate"),
        (study("sevens", BOTS, games=3, seed=4, players=3), "same game"),
        (Study(this.parameters, []), "no finished game in common"),
        ("sensible", "another study"),
    ):
        with pytest.raises(cardkit.BadInput, match=words):
            this.compare(other)  # type: ignore[arg-type]
    for place in (3, -1, 0.5, "sensible"):
        with pytest.raises(cardkit.BadInput, match="places 0 to 2"):
            this.compare(this, place=place)  # type: ignore[arg-type]


# ---- faults ----


def test_a_faulty_bot_stops_the_study_and_what_is_finished_is_kept() -> None:
    bots = {"good": first_move, "bad": stops_at(7, ZeroDivisionError("oh"))}
    with pytest.raises(StudyStopped) as caught:
        small(bots)
    said = str(caught.value)
    assert said.startswith("Bot 'bad' failed in game 7, seed 4000019 (ZeroDivisionError: oh); 7 of")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert isinstance(caught.value, cardkit.BadInput) and cardkit.StudyStopped is StudyStopped
    kept = caught.value.study
    good = small({"good": first_move, "bad": first_move})
    assert kept.games == 7 and kept.rows == good.rows[: 7 * 3]


def test_a_move_that_is_none_is_a_fault_too() -> None:
    for answer in ("lay everything", None, 3):
        with pytest.raises(StudyStopped, match="Bot 'odd' failed in game 0"):
            small({"odd": lambda view, answer=answer: answer})


def fails_late(view):
    assert len(view["log"]) < 60
    return view["moves"][0]


def leaves(view):
    os._exit(3)


def test_worker_processes_tell_faults_and_may_be_lost() -> None:
    with ProcessPoolExecutor(2) as workers:
        with pytest.raises(StudyStopped, match=r"Bot 'fails_late' .*AssertionError"):
            small([fails_late, first_move], executor=workers)
        lost = rf"worker was lost .*; 0 of {GAMES} games"
        with pytest.raises(StudyStopped, match=lost) as caught:
            small([leaves], executor=workers)
        assert caught.value.study.games == 0
        with pytest.raises(cardkit.BadInput, match="'<lambda>' cannot be sent"):
            small([lambda view: view["moves"][0]], executor=workers)


class Finishing(Executor):
    """Finishes these chunks; the others never, or with what is given for them."""

    def __init__(self, finished: set[int], ends: dict[int, BaseException] | None = None) -> None:
        self.finished, self.ends, self.submitted, self.open = finished, ends or {}, 0, 0

    def submit(self, fn, /, *args, **kwargs):
        future: Future[Any] = Future()
        if self.submitted in self.finished:
            future.set_result(fn(*args, **kwargs))
        elif self.submitted in self.ends:
            future.set_exception(self.ends[self.submitted])
        self.submitted += 1
        return future


def test_a_fault_keeps_what_other_workers_and_its_own_had_finished() -> None:
    def submit(fn, *args):
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args))
        except Exception as wrong:
            future.set_exception(wrong)
        return future

    workers = Finishing(set())
    workers.submit = submit  # type: ignore[method-assign]
    bots = [stops_at(CHUNK + 3, ValueError()), first_move]
    with pytest.raises(StudyStopped) as caught:
        small(bots, executor=workers)
    numbers = {row["game"] for row in caught.value.study.rows}
    assert numbers == {*range(CHUNK + 3), *range(2 * CHUNK, GAMES)}


# ---- interruption ----


def test_ctrl_c_keeps_every_game_that_is_finished() -> None:
    part = small([stops_at(7, KeyboardInterrupt()), first_move])
    assert part.games == 7 and not part.finished
    whole = small([first_move, first_move])
    assert part.frame.drop(columns="bot").equals(whole.frame[: 7 * 3].drop(columns="bot"))


def test_ctrl_c_keeps_chunks_out_of_order_and_a_study_goes_on_with_the_missing() -> None:
    part = small(executor=Finishing({0, 2}, {1: KeyboardInterrupt()}))
    assert {row["game"] for row in part.rows} == {*range(CHUNK), *range(2 * CHUNK, GAMES)}
    told: list[int] = []
    whole = small(resume=part, progress=lambda done, of: told.append(done))
    assert whole.rows == small().rows and told == list(range(GAMES - CHUNK + 1, GAMES + 1))
    assert not part.finished, "the earlier study is not changed"


@pytest.mark.timeout(30)
def test_a_study_of_any_size_starts_at_once() -> None:
    part = small([stops_at(3, KeyboardInterrupt())], games=10**12)
    assert part.games == 3 and "3 of 1000000000000 games" in repr(part)
    workers = Finishing({0}, {1: KeyboardInterrupt()})
    assert small(games=10**12, executor=workers).games == CHUNK
    assert workers.submitted <= study_games.WINDOW + 1


# ---- files ----


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_the_same_line_again_goes_on_from_its_file(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"lynx.{ending}"
    part = small(executor=Finishing({0, 2}, {1: KeyboardInterrupt()}), resume=path)
    assert cardkit.load_study(path).rows == part.rows and 0 < part.games < GAMES
    whole = small(resume=path)
    assert whole.finished and whole.rows == small().rows == cardkit.load_study(path).rows
    written = path.read_bytes()
    assert small(resume=path).rows == whole.rows and path.read_bytes() == written
    more = small(resume=str(path), games=GAMES + 2)
    assert more.rows == small(games=GAMES + 2).rows == cardkit.load_study(path).rows


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_of_a_damaged_file_the_whole_games_are_kept(tmp_path: Path, ending: str) -> None:
    whole = small(games=6)
    path = whole.save(tmp_path / f"lynx.{ending}")
    text = path.read_bytes().decode()
    lines = text.splitlines(keepends=True)
    head = len(lines) - 6 * 3
    cut_in_row = len("".join(lines[: head + 7])) + 30
    beyond = "".join(line.replace("5", "6", 1) for line in lines[-3:])
    damaged = {
        "cut in mid-line": (text[:cut_in_row], {0, 1}),
        "cut in its last word": (text[:-4], {0, 1, 2, 3, 4}),
        "a row is gone": ("".join(lines[:head] + lines[head + 1 :]), {1, 2, 3, 4, 5}),
        "a row is there twice": ("".join([*lines, lines[head + 4]]), {0, 2, 3, 4, 5}),
        "a row is spoilt": (text.replace(lines[head], "what?\n"), {1, 2, 3, 4, 5}),
        "games that were not asked for": (text + beyond, {0, 1, 2, 3, 4, 5}),
        "in another order": ("".join(lines[:head] + lines[:head - 1:-1]), {0, 1, 2, 3, 4, 5}),
    }  # fmt: skip
    for what, (content, numbers) in damaged.items():
        path.write_bytes(content.encode())
        assert {row["game"] for row in cardkit.load_study(path).rows} == numbers, what
        assert small(games=6, resume=path).rows == whole.rows, what
        assert cardkit.load_study(path).rows == whole.rows, what


def test_another_study_is_not_gone_on_with(tmp_path: Path) -> None:
    path = small(games=4).save(tmp_path / "lynx.jsonl")
    for other in (
        {"seed": 5}, {"players": 4}, {"rotate": False}, {"bots": ["random", "sensible"]},
        {"mode": "advanced"}, {"bots": {"sensible": "random", "random": "sensible"}},
    ):  # fmt: skip
        with pytest.raises(cardkit.BadInput, match="another study"):
            small(resume=path, **other)
    with pytest.raises(cardkit.BadInput, match="has 4 games already"):
        small(games=3, resume=path)
    older = path.read_text().replace('"cardkit": 1', '"cardkit": 0')
    path.write_text(older)
    with pytest.raises(cardkit.BadInput, match="not the same cardkit"):
        small(resume=path)
    assert path.read_text() == older


def test_another_function_of_the_same_name_is_another_study(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    small({"mine": first_move}, games=3, resume=path)
    assert small({"mine": first_move}, games=5, resume=path).finished
    with pytest.raises(cardkit.BadInput, match="not the same code of a bot"):
        small({"mine": last_move}, games=6, resume=path)


def test_a_fingerprint_is_of_code_and_values_not_of_the_session() -> None:
    def chooser(number):
        return lambda view: view["moves"][number if "lynx" in {"a", view["game"]} else 0]

    assert fingerprint(chooser(1)) == fingerprint(chooser(1)) != fingerprint(chooser(2))
    assert fingerprint(partial(max, key=first_move)) != fingerprint(partial(max, key=last_move))

    class Bold:
        def __init__(self, courage: float) -> None:
            self.courage = courage

        def __call__(self, view):
            return view["moves"][0]

    assert fingerprint(Bold(0.5)) == fingerprint(Bold(0.5)) != fingerprint(Bold(0.7))
    told = []
    for low in (1, 2):  # a helper, used within a loop, changes
        names: dict[str, Any] = {"helper": chooser(low)}
        mine = FunctionType(uses_helper.__code__, names)
        told.append(fingerprint(mine))
    assert told[0] != told[1]
    before = fingerprint(first_move)
    small([first_move], games=20)
    assert fingerprint(first_move) == before, "not of what the interpreter learned on the way"


def uses_helper(view):
    return next(helper(move) for move in view["moves"])  # noqa: F821 (given by the test)


SETS = """
from cardkit.study_files import fingerprint
def helper(card): return card in {"a", "b", "c", "d", "e"}
def mine(view): return [move for move in view["moves"] if helper(move)]
print(fingerprint(mine))
"""


def test_a_fingerprint_is_the_same_in_the_next_session() -> None:
    told = set()
    for chance in ("1", "2", "3"):
        place = {**os.environ, "PYTHONHASHSEED": chance}
        command = [sys.executable, "-c", SETS]
        told.add(subprocess.run(command, env=place, cwd=PROJECT, stdout=subprocess.PIPE).stdout)
    assert len(told) == 1 and b"function" in told.pop()


def test_a_file_that_is_no_study_gets_a_sentence(tmp_path: Path) -> None:
    lacks = json.dumps({**small(games=1).parameters, "seed": "four"})
    short = json.dumps({**small(games=1).parameters, "bots": ["random"]})
    files = {"a.jsonl": "{}\n[1]", "b.csv": "x", "c.jsonl": "", "d.jsonl": "{}\n", "e.csv": "[]\n",
             "f.jsonl": f"{lacks}\n", "g.csv": f"# {short}\n"}  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(cardkit.BadInput, match="no saved study: it lacks"):
            cardkit.load_study(tmp_path / name)
        with pytest.raises(cardkit.BadInput, match="no saved study"):
            small(resume=tmp_path / name)
        assert (tmp_path / name).read_text() == text
    with pytest.raises(cardkit.BadInput, match="no file"):
        cardkit.load_study(tmp_path / "x.jsonl")
    for path in (tmp_path / "no" / "x.jsonl", str(tmp_path / "no" / "x.jsonl")):
        with pytest.raises(cardkit.BadInput, match="no folder"):
            small(resume=path)
    with pytest.raises(cardkit.BadInput, match="cannot be written"):
        small(games=1).save(tmp_path)


def test_house_rules_survive_a_file(tmp_path: Path) -> None:
    deck = {str(value): 9 for value in range(1, 13)}
    path = small(games=2, deck=deck).save(tmp_path / "deck.csv")
    assert small(games=4, deck=deck, resume=path).finished


# ---- progress ----


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    small(games=3, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    with ThreadPoolExecutor(1) as workers:
        small(executor=workers, progress=lambda done, of: told.append((done, of)))
    assert told[3:] == [(CHUNK, GAMES), (2 * CHUNK, GAMES), (GAMES, GAMES)]


def test_a_terminal_shows_a_bar_and_a_file_does_not(capsys, monkeypatch) -> None:
    small(games=4, progress=True)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    small(games=4, progress=True)
    shown = capsys.readouterr().err
    assert shown.startswith(f"\r{'█' * 10}{'·' * 30} 1 of 4 games") and shown.count("\r") == 4
    assert shown.endswith(f"{'█' * 40} 4 of 4 games\n")


def test_a_notebook_shows_a_widget(monkeypatch) -> None:
    import ipywidgets
    from IPython import display

    shown: list[Any] = []
    monkeypatch.setattr(display, "display", shown.append)
    kernel = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=1), display=display)
    monkeypatch.setitem(sys.modules, "IPython", kernel)
    small(games=4, progress=True)
    (widget,) = shown
    assert isinstance(widget, ipywidgets.IntProgress)
    assert (widget.value, widget.max, widget.description) == (4, 4, "4 of 4")
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert progress.bar() is progress._text


# ---- bad input ----


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "at least one game"),
        ({"bots": "sensible"}, "as a list"),
        ({"bots": first_move}, "as a list"),
        ({"bots": {}}, "Give 1 to 4 bots"),
        ({"bots": [3]}, "a name or a function"),
        ({"bots": {"mine": 3}}, "a name or a function"),
        ({"bots": {3: "random"}}, "text on one line"),
        ({"bots": {"a\nb": "random"}}, "text on one line"),
        ({"bots": ["clever"]}, "no bot 'clever'"),
        *[
            ({"bots": [name]}, "budget")
            for name in "look-ahead:abc look-ahead:1.5 look-ahead:-5 look-ahead:0 look-ahead: "
            "look-ahead:9999999 random:7 sensible:9".split()
        ],
        ({"players": 9}, "2 to 5 players"),
        ({"mode": "hard"}, "choose one of"),
        ({"seed": -1}, "seed"),
        ({"executor": 2}, "executor"),
        ({"executor": map}, "executor"),
        ({"progress": 5}, "progress"),
        ({"resume": 5}, "file, named by text"),
    ],
)
def test_bad_input_gets_a_sentence_before_anything_is_played(
    wrong: dict[str, Any], words: str, monkeypatch
) -> None:
    monkeypatch.setattr(study_games, "play_out", None)
    given = {"bots": BOTS, "games": 3, **wrong}
    with pytest.raises(cardkit.BadInput, match=words) as caught:
        study("lynx", **given)
    assert not isinstance(caught.value, StudyStopped)


def test_a_game_that_goes_round_in_circles_is_stopped(monkeypatch) -> None:
    monkeypatch.setattr("cardkit.study_games.LONGEST", 10)
    found = small(games=2)
    assert set(found.frame["length"]) == {10} and set(found.frame["ended"]) == {"stopped"}
    assert found.frame.groupby("game")["win"].sum().eq(1).all()


def test_sensible_lynx_players_do_not_rob_each_other_for_ever() -> None:
    """In this deal 13 13 and 1 1 were stolen, left and taken back without end."""
    found = study("lynx", ["sensible"], games=41, seed=2026, players=4, mode="expert")
    assert set(found.frame["ended"]) <= {rule.id for rule in cardkit.rules("lynx")}

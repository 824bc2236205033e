"""The table: people and bots play, refusals explain, and a page cannot harm a game."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit import BadInput
from widgets import Table, saves
from widgets.scene import Line, Scene

ROBBERY = {
    "players": 4,
    "seed": 4,
    "hands": {0: "3 3 4 7 7 7 9 12 *"},
    "tables": {0: ["5 5"], 1: ["6 6"], 2: ["10 10", "3 3 3"], 3: ["5 5 5"]},
    "pool": "1 5 9 9 * 2",
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def robbery(**more: Any) -> Table:
    return Table(cardkit.position("lynx", **ROBBERY), pause=0, **{"save": False, **more})


def click(table: Table, verb: str, *places: str, **more: Any) -> None:
    """What a page sends for a click."""
    seat = table.seat if table.seat is not None else table.scene().seat
    message = {"verb": verb, "places": list(places), "seat": seat, "version": table.scene().version}
    table._receive(table, {**message, **more}, [])


def state(table: Table) -> tuple[Any, ...]:
    return table.game.record(), table.seat, table.game.to_act


def refusal(table: Table) -> str:
    line = table.scene().refusal
    return f"{line} {' '.join(line.rules)}" if line else ""


# ---- playing ----


def test_a_turn_with_two_thefts() -> None:
    table = robbery()
    for key in ("hand-3", "hand-4", "hand-5"):
        click(table, "pick", *dict.fromkeys([*table._picked, key]))
    main = table.scene().choices[0]
    assert (main.text, main.consequence) == ("Lay 7 7 7", "robs Michał, Ela")
    click(table, "lay", *table._picked)
    assert [choice.text for choice in table.scene().choices] == ["Take", "Leave"]
    click(table, "take")
    assert table.game.view(0)["hand"].count("3") == 5
    click(table, "leave")
    assert [str(move) for seat, move in table.game.history if seat == 0] == [
        "lay 7 7 7", "take", "leave",
    ]  # fmt: skip
    assert table.game.to_act == 0, "the bots have had their turns"


def test_an_illegal_move_is_refused_with_its_rule() -> None:
    table = robbery()
    before = state(table)
    click(table, "lay", "hand-3", "hand-6")
    assert "lynx.play.one-value" in refusal(table)
    assert state(table) == before
    click(table, "close")
    assert not refusal(table)


def test_claiming_a_layer_that_cannot_be_robbed_is_explained() -> None:
    table = robbery()
    click(table, "claim", "layers-2-1-2")
    assert "lynx.steal.must" in refusal(table)
    click(table, "pick", "hand-3", "hand-4")
    click(table, "claim", "layers-2-1-2")
    assert "three cards on top" in refusal(table)
    assert any("tried" in part.states for zone in table.scene().seats[1].pieces[1:]
               for part in zone.parts)  # fmt: skip


def test_a_lay_that_robs_nobody_says_why_not() -> None:
    table = robbery()
    table.play("lay 4")
    assert [line.rules for line in table.scene().notes] == [("lynx.steal.must",)] * 3
    assert "two cards on top" in str(table.scene().notes[0])


def test_without_help_nothing_is_proposed_or_foretold() -> None:
    table = robbery(helping=0)
    assert table.scene().choices == ()
    click(table, "pick", "hand-3")
    assert [(c.text, c.consequence) for c in table.scene().choices] == [("Lay 7", "")]


def test_bots_play_to_the_end_and_the_outcome_is_told() -> None:
    table = Table("lynx", seats={}, seed=3, pause=0, save=False)
    assert table.game.over and table.scene().over
    assert table.scene().question is None or "win" in table.scene().question.strong


def test_bots_take_a_beat_when_an_event_loop_runs() -> None:
    async def watch() -> list[int]:
        table = Table("lynx", seats={}, seed=3, pause=0.01, save=False)
        seen = [len(table.game.history)]
        for _ in range(5):
            await asyncio.sleep(0.02)
            seen.append(len(table.game.history))
        table._stop()
        return seen

    seen = asyncio.run(watch())
    assert seen[0] == 0 and seen == sorted(seen) and 0 < seen[-1] < 30


def test_a_bot_can_be_any_function_of_a_view() -> None:
    asked = []

    def first(view: Any) -> str:
        asked.append(view["seat"])
        return view["moves"][0]

    table = robbery(bots=first)
    table.play("lay 4")
    table.play("end")
    assert set(asked) == {1, 2, 3}


# ---- undo, new, save ----


def test_undo_goes_back_to_ones_own_last_decision() -> None:
    table = robbery()
    table.play("lay 4")
    table.play("end")
    assert len(table.game.history) > 2
    click(table, "undo")
    assert [str(move) for _, move in table.game.history] == ["lay 4"]
    assert table.scene().meta.endswith("practice")
    click(table, "undo")
    assert table.game.history == []
    click(table, "undo")
    assert "not decided anything" in refusal(table)


def test_a_new_game_with_seed_and_options() -> None:
    table = robbery()
    click(table, "new", fields={"players": "3", "mode": "expert", "seed": "12"})
    assert table.game.view(0) == cardkit.new("lynx", players=3, mode="expert", seed=12).view(0)
    before = state(table)
    click(table, "new", fields={"players": "9", "seed": "12"})
    assert "2 to 5 players" in refusal(table) and state(table) == before
    click(table, "new", fields={"seed": "soon"})
    assert "whole number" in refusal(table) and state(table) == before


def test_a_game_is_saved_as_it_goes_and_resumed_by_name() -> None:
    table = Table("lynx", seed=7, pause=0, save="evening", names=["Ola", "Ewa", "Jan", "Leo"])
    table.play("lay 13")
    again = Table("lynx", pause=0, save="evening")
    assert again.game.record() == table.game.record()
    assert again.names == ("Ola", "Ewa", "Jan", "Leo")
    assert [path.name for path in saves.FOLDER.iterdir()] == ["evening.json"], "no scraps"


def test_an_unnamed_game_can_be_resumed_from_the_menu() -> None:
    table = Table("lynx", seed=7, pause=0)
    table.play("lay 13")
    later = Table("lynx", seed=1, pause=0)
    form = next(form for form in later.scene().menu if form.verb == "resume")
    click(later, "resume", fields={"saved": form.fields[0].options[0][0]})
    assert later.game.record() == table.game.record()


def test_a_name_is_never_a_path() -> None:
    for name in ("../evil", "a/b", "", ".hidden", "x" * 99):
        with pytest.raises(BadInput):
            saves.path_of(name)
    table = robbery()
    click(table, "resume", fields={"saved": "../../etc/passwd"})
    assert "plain name" in refusal(table)


def test_a_folder_one_may_not_write_in_does_not_stop_the_game() -> None:
    saves.FOLDER.touch()
    table = Table("lynx", seed=7, pause=0)
    table.play("lay 13")
    assert len(table.game.history) == 1


def test_a_record_goes_out_only_on_request_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("lynx", seed=7, pause=0, save=False)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(table, "send", lambda content, buffers=None: sent.append(content))
    table.play("lay 13")
    assert sent == []
    click(table, "download")
    record = next(message["download"] for message in sent if "download" in message)
    other = Table("lynx", seed=1, pause=0, save=False)
    click(other, "upload", fields={"record": record})
    assert other.game.record() == table.game.record()


FLYING = {"cardkit": 1, "game": "lynx", "start": {"seed": 1}, "moves": ["0: fly"]}
BAD = ["", "seven", "[]", "{}", "[" * 100_000, '{"cardkit": 1, "game": "?"}', json.dumps(FLYING)]


@pytest.mark.parametrize("record", BAD, ids=lambda record: record[:30])
def test_a_bad_record_is_refused_and_changes_nothing(record: str) -> None:
    table = robbery()
    before = state(table)
    click(table, "upload", fields={"record": record})
    assert refusal(table) and state(table) == before


def test_a_record_that_cannot_be_shown_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_layout(game: str) -> None:
        raise BadInput(f"There is no table for {game!r} yet.")

    table = robbery()
    before = state(table), table.names
    monkeypatch.setattr("widgets.table.layout_of", no_layout)
    click(table, "upload", fields={"record": json.dumps({
        "record": table.game.record(), "names": ["Ewa", "Jan", "Leo", "Iga"],
    })})  # fmt: skip
    assert "no table" in refusal(table) and (state(table), table.names) == before


def test_cards_of_a_house_deck_can_be_shown() -> None:
    deck = {"2": 8, "20": 60, "99": 8, "*": 2}
    table = Table("lynx", deck=deck, seed=3, pause=0, save=False)
    assert 'aria-label="20"' in table.html


# ---- several people ----


def test_a_curtain_falls_between_two_people() -> None:
    table = Table("lynx", seats={0: "human", 2: "human"}, seed=7, pause=0, save=False)
    assert table.seat is None and "Hand the table to Ola." in table.html
    assert "ck-card" not in table.html and "ck-log" not in table.html
    click(table, "lay", "hand-0")
    assert "curtain" in refusal(table) and table.game.history == []
    click(table, "show")
    assert table.seat == 0 and "Your hand" in table.html
    table.play(table.game.view(0)["moves"][0])
    if table.game.to_act == 0:
        table.play("end")
    assert table.seat is None and "I am Michał, show my cards" in table.html
    assert "ck-card" not in table.html


# ---- what a page may not do ----

HOSTILE = [
    None, "lay", 7, [], {}, {"verb": "lay"}, {"verb": None, "places": []},
    {"verb": "fly", "places": []}, {"verb": "__init__", "places": []},
    {"verb": "_begin", "places": []}, {"verb": "lay", "places": "hand-0"},
    {"verb": "lay", "places": [0]}, {"verb": "lay", "places": ["hand-99"]},
    {"verb": "lay", "places": ["hand--1"]}, {"verb": "lay", "places": ["pool-0"]},
    {"verb": "draw", "places": []}, {"verb": "draw", "places": ["pool-0", "pool-1"]},
    {"verb": "draw", "places": ["discard"]}, {"verb": "pick", "places": ["hand-99"]},
    {"verb": "pick", "places": ["hand-0", "hand-0"]}, {"verb": "pick", "places": ["seat-1"]},
    {"verb": "claim", "places": ["layers-9-0-0"]}, {"verb": "claim", "places": ["hand"]},
    {"verb": "claim", "places": ["layers-x"]}, {"verb": "claim", "places": ["layers-0-0-0"]},
    {"verb": "rob", "places": ["virtual-0"]}, {"verb": "take", "places": ["hand-0"] * 1000},
    {"verb": "x" * 1_000_000, "places": []}, {"verb": "lay", "places": ["x" * 1_000_000]},
    {"verb": "lay", "places": [], "payload": "x" * 1_000_000},
    {"verb": "new", "places": [], "fields": "x" * 1_000_000},
    {"verb": "new", "places": [], "fields": {"players": "x" * 1_000_000}},
    {"verb": "new", "places": [], "fields": {"players": ["4"]}},
    {"verb": "pace", "places": [], "fields": {"pause": "-1"}},
    {"verb": "upload", "places": [], "fields": {"record": "x" * 1_000_000}},
    {"verb": "lay", "places": ["hand-0"], "seat": 2},
    {"verb": "lay", "places": ["hand-0"], "seat": "0"},
]  # fmt: skip


@pytest.mark.parametrize("message", HOSTILE, ids=lambda message: repr(message)[:60])
def test_hostile_messages_are_refused_with_the_state_intact(message: Any) -> None:
    table = robbery()
    before = state(table)
    if isinstance(message, dict) and message:
        message = {"seat": 0, "version": table.scene().version, **message}
    table._receive(table, message, [])
    assert state(table) == before
    assert table.scene().refusal, "and it says so"
    assert len(table.html) < 100_000
    table.play("lay 4")
    assert len(table.game.history) == 1, "the table still works"


def test_a_page_cannot_set_what_it_is_shown() -> None:
    table = robbery()
    shown = table.html, table.faces
    table._handle_msg({"content": {"data": {
        "method": "update", "buffer_paths": [], "state": {"html": "tampered", "faces": {}},
    }}, "buffers": []})  # fmt: skip
    assert (table.html, table.faces) == shown


def test_a_message_about_a_table_that_has_moved_on_is_passed_over() -> None:
    table = robbery()
    old = {"verb": "lay", "places": ["hand-2"], "seat": 0, "version": table.scene().version}
    table._receive(table, old, [])
    once = state(table)
    table._receive(table, old, [])
    assert state(table) == once and not refusal(table)


def test_a_message_after_the_end_is_refused() -> None:
    table = Table(cardkit.position("lynx", players=3, hands={0: "9 9"}), pause=0, save=False)
    table.play("lay 9 9")
    assert table.game.over
    before = state(table)
    click(table, "lay", "hand-0")
    assert refusal(table) and state(table) == before
    click(table, "end")
    assert "over" in refusal(table) and state(table) == before


def test_what_is_sent_depends_on_the_view_alone() -> None:
    """Another deal of the cards this seat has not seen sends the very same page."""
    game = cardkit.new("lynx", players=4, seed=5)
    other = cardkit.sample(game.view(0), seed=1)
    assert other.hands[1] != game.hands[1]
    tables = [Table(each, pause=0, save=False, menu=False) for each in (game, other)]
    for table in tables:
        click(table, "pick", "hand-3")
    assert tables[0].html == tables[1].html
    assert tables[0].faces == tables[1].faces


def test_a_hostile_name_is_text() -> None:
    table = robbery(names=["Ola", "<img src=x onerror=alert(1)>", "Jan", "Leo"])
    assert "<img" not in table.html and "&lt;img src=x" in table.html


# ---- what a level builds on ----


class Level(Table):
    """Only one lay is accepted, and solving it is praised."""

    solved = False

    def check(self, notation: str) -> Line | None:
        if notation == "lay 7 7":
            return Line("Two cards never rob three.", ("lynx.steal.must",))
        return None

    def played(self, notation: str, events: Any) -> None:
        self.solved = any(event.kind == "steal" for event in events)

    def dress(self, scene: Scene) -> Scene:
        from dataclasses import replace

        return replace(scene, praise=Line(strong="Solved!")) if self.solved else scene


def test_a_level_can_stop_a_move_and_praise_another() -> None:
    level = Level(cardkit.position("lynx", **ROBBERY), pause=0, save=False, menu=False)
    click(level, "lay", "hand-3", "hand-4")
    assert "never rob three" in refusal(level) and level.game.history == []
    click(level, "lay", "hand-3", "hand-4", "hand-5")
    assert level.solved and "Solved!" in level.html

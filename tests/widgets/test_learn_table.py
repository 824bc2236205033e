"""Levels on the table: what is shown after each kind of try, and every level solved by clicking."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from cardkit import BadInput
from widgets.learn import Level, levels
from widgets.learn_table import learn
from widgets.progress import Progress


@pytest.fixture
def kept(tmp_path):
    return Progress(tmp_path / "progress.json")


def send(table, verb, *places, **fields):
    message = {"verb": verb, "places": list(places), "seat": table.seat, "version": table._version}
    table._receive(table, {**message, **({"fields": fields} if fields else {})}, [])


def verbs(table) -> list[str]:
    return [choice.verb for choice in table.scene().choices]


def at(kept, *ids, **settings):
    return learn(*ids, progress=kept, pause=0, **settings)


# ---- what is shown -------------------------------------------------------------------------------


def test_goal_and_place_in_the_course(kept):
    table = at(kept, "lynx", section="Stealing")
    scene = table.scene()
    assert scene.lesson[0].text == table.level.goal and scene.meta == "level 1 of 5 · stealing"
    assert len(scene.lesson[1].items) == 5 and "Levels" in table.html
    assert table.level.goal in table.html


def test_a_wrong_move_is_shown_and_set_back(kept):
    table = at(kept, "lynx/two-robberies")
    start = table.game.record()
    table.play("lay 7 7")
    assert table.game.view(0)["tables"][0][-1] == ["7", "7"], "one sees what it did"
    assert "two cards never rob three" in str(table.scene().refusal) and verbs(table) == ["again"]
    with pytest.raises(BadInput, match="Try again"):
        table.play("lay 7 7 7")
    send(table, "again")
    assert table.game.record() == start and not table.scene().refusal


def test_a_refusal_leaves_the_table_as_it_is(kept):
    table = at(kept, "lynx/two-robberies")
    send(table, "pick", "hand-3", "hand-6")
    send(table, "lay", "hand-3", "hand-6")
    assert "one value a turn" in table.scene().refusal.text
    assert [spot.key for spot in table.scene().hand.spots if "selected" in spot.states]
    send(table, "close")
    assert not table.scene().refusal


def test_a_claim_is_answered(kept):
    table = at(kept, "lynx/lonely-13")
    table.play("lay 13")
    send(table, "claim", "layers-1-1-0")
    assert str(table.scene().refusal) == "Equal."
    send(table, "claim", "layers-3-0-2")
    assert "5 5 5" in str(table.scene().refusal)


def test_a_claim_before_laying_speaks_of_what_is_picked(kept):
    table = at(kept, "lynx/two-robberies")
    send(table, "pick", "hand-3", "hand-4")
    send(table, "claim", "layers-2-1-2")
    assert "3 3 3" in str(table.scene().refusal)


def test_finishing_praises_teaches_and_leads_on(kept):
    table = at(kept, "lynx/two-robberies", "lynx/beneath")
    for move in table.level.accepted[0]:
        table.play(move)
    scene = table.scene()
    assert scene.praise.strong == "Solved!" and scene.lesson[1].on == 3
    shown = {rule for line in scene.notes for rule in line.rules}
    assert shown == set(table.level.rules) and all(line.text for line in scene.notes[1:])
    assert kept.paws("lynx/two-robberies") == 3 and verbs(table) == ["next", "reset"]
    send(table, "next")
    assert table.level.id == "lynx/beneath" and table.attempt.made == ()


def test_one_comes_back_where_one_stopped(kept):
    kept.mark("lynx/two-robberies")
    table = at(kept, "lynx/two-robberies", "lynx/beneath")
    assert table.level.id == "lynx/beneath"


def test_help_points_and_fades(kept):
    table = at(kept, "lynx/two-robberies")
    arrows = table.html.count("is-shown")
    assert arrows == 2, "newcomers are shown where to look"
    for step in range(3):
        send(table, "help")
        assert table.level.help[step] in [line.text for line in table.scene().notes]
    assert [spot.card for spot in table.scene().hand.spots if "shown" in spot.states] == ["7"] * 3
    assert "help" not in [tool.verb for tool in table.scene().tools]
    asked = at(kept, "lynx/before-the-first-card")
    assert "is-shown" not in asked.html, "pointing would answer the question"
    asked.help()
    assert "is-shown" in asked.html and "look here" in asked.html
    kept.mark("lynx/two-robberies")
    again = at(kept, "lynx/two-robberies")
    assert "is-shown" not in again.html
    assert "help" not in [tool.verb for tool in again.scene().tools]


def test_a_question_is_put_as_choices(kept):
    table = at(kept, "lynx/last-lay")
    assert verbs(table) == ["answer"] * 3 and "4s" in str(table.scene().question)
    send(table, "answer", "0")
    assert "looks like a theft" in str(table.scene().refusal)
    send(table, "answer", "2")
    assert not table.scene().refusal and verbs(table) == []
    table.play("lay 9 9 9")
    assert table.attempt.done and kept.paws("lynx/last-lay") == 2


def test_what_a_question_is_about_is_played(kept):
    table = at(kept, "lynx/no-consolation")
    table.answer(2)
    assert table.game.view(0)["tables"][0][-1] == ["13"] and table.attempt.done


def test_start_again_and_jump(kept):
    table = at(kept, "lynx")
    send(table, "level", level="5")
    assert table.number == 5
    table.play(table.level.accepted[0][0])
    send(table, "reset")
    assert table.attempt.made == () and table.game.record() == table.level.start().record()


@pytest.mark.parametrize(
    "message",
    [
        {"verb": "new", "places": []}, {"verb": "undo", "places": []},
        {"verb": "upload", "places": [], "fields": {"record": "{}"}},
        {"verb": "download", "places": []},
        {"verb": "answer", "places": ["0"]}, {"verb": "answer", "places": ["x"]},
        {"verb": "level", "places": [], "fields": {"level": "99"}},
        {"verb": "level", "places": [], "fields": {"level": "-1"}},
        {"verb": "next", "places": []}, {"verb": "claim", "places": ["layers"]},
        {"verb": "claim", "places": ["layers-77-0-0"]}, {"verb": "claim", "places": []},
        {"verb": "lay", "places": ["hand-99"]}, {"verb": "fly", "places": []}, None, [],
    ],
)  # fmt: skip
def test_hostile_messages_leave_the_level_as_it_is(kept, message):
    table = at(kept, "lynx/two-robberies")
    before = table.game.record()
    if isinstance(message, dict):
        message = {**message, "seat": table.seat, "version": table._version}
    table._receive(table, message, [])
    assert table.game.record() == before and table.number == 0 and table.scene().refusal


def test_others_play_with_a_pause_and_nothing_can_be_done_meanwhile(kept):
    async def scenario():
        table = learn("lynx/two-robberies", progress=kept, pause=0.01)
        table.play("lay 7 7 7")
        table.play("take")
        assert table.game.to_act == 2 and not table.scene().choices
        with pytest.raises(BadInput, match="still playing"):
            table.play("leave")
        await asyncio.sleep(0.2)
        assert table.game.to_act == 0 and verbs(table) == ["take", "leave"]

    with ThreadPoolExecutor(1) as pool:  # a browser in this process has a loop of its own
        pool.submit(asyncio.run, scenario()).result()


def test_nothing_hidden_is_sent(kept):
    table = at(kept, "lynx/take-back-or-draw")
    assert "407/1580" not in table.html, "the end is not told before it is reached"
    for wrong in table.level.wrong:
        assert wrong.say not in table.html


def test_bad_names_are_named(kept):
    for ids in ((), ("lynx/nothing",), ("poker",)):
        with pytest.raises(BadInput):
            at(kept, *ids)


# ---- solved by clicking --------------------------------------------------------------------------

BUTTONS = {"take": "Take", "leave": "Leave", "take back": "Take back", "discard": "Discard",
           "end": "End turn", "draw deck": "Draw from the deck"}  # fmt: skip


def click(page, table, move: str) -> None:
    """Do with the mouse what the notation says."""
    verb, *words = str(table.game.read(move)).split()
    if verb == "lay":
        hand = [spot.card for spot in table.scene().hand.spots]
        for word in words:
            place = hand.index(word)
            hand[place] = ""
            page.locator(f'[data-key="hand-{place}"]').click()
        page.locator(".ck-choice.is-main").click()
    elif verb == "draw" and words[0].startswith("#"):
        page.locator(f'[data-key="pool-{int(words[0][1:]) - 1}"]').click()
    else:
        name = "Rob " + " ".join(words) if verb == "rob" else BUTTONS[" ".join([verb, *words])]
        page.locator(".ck-choice", has_text=re.compile(rf"^{name}")).first.click()


def answer(page, table) -> None:
    while table.attempt.question:
        right = [choice.right for choice in table.attempt.question.choices].index(True)
        page.locator(f'.ck-choice[data-places="{right}"]').click()


@pytest.mark.slow
@pytest.mark.parametrize("each", levels("lynx"), ids=lambda each: each.id)
def test_every_level_is_solved_by_clicking(lay, kept, each: Level):
    table = at(kept, each.id)
    page = lay(table)
    answer(page, table)
    for move in each.accepted[0] if each.accepted else ():
        click(page, table, move)
    answer(page, table)
    page.get_by_text("What you have learnt").first.wait_for()
    assert table.attempt.done and kept.paws(each.id) == 3
    for rule in each.rules:
        assert page.locator(f'.ck-why a[data-rule="{rule}"]').count() == 1

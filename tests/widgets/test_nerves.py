"""Nerves on the table: what is shown, the window that closes by itself, the reveal, and no leak."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import cardkit
from cardkit import BadInput
from widgets import Table
from widgets.learn import Level, levels
from widgets.learn_table import learn
from widgets.nerves import layout, moments, notation
from widgets.progress import Progress
from widgets.scene import Choice, Group, Scene, Spot, Zone

NAMES = ["Ola", "Karolina", "Michał", "Ela"]
# Seen 13 of 19, three hearts of the others, a trap among them.
MIDDLE: dict[str, Any] = {
    "players": 4, "seed": 5, "direction": -1,
    "row": "3:0 4h:down:1 4:2 2h:down:3 reverse:0 2h:3 4:2 trap:down:1",
    "hands": {0: "5h trap 2", 1: "4h 5 1h", 2: "1 3 two", 3: "reverse 5h 2"},
    "composure": {0: 2, 1: 1, 2: 2}, "nerves": {0: 1, 1: 1, 3: 1},
}  # fmt: skip


def middle(**more: Any) -> cardkit.Game:
    return cardkit.position("nerves", **{**MIDDLE, **more})


def table(game: cardkit.Game, **more: Any) -> Table:
    return Table(game, **{"pause": 0, "save": False, "names": NAMES, **more})


def waiting(**more: Any) -> cardkit.Game:
    """Karolina, on your left, has laid a heart just now; rivals wait."""
    return cardkit.position("nerves", **{
        "players": 4, "seed": 5, "row": "5:3 4:0 3h:down:1", "last": 1, "window": True,
        "hands": {0: "5h trap 2", 1: "4h 5"}, **more,
    })  # fmt: skip


def patient(view: dict[str, Any]) -> str:
    """A bot that never calls and lays its first card."""
    return "wait" if "wait" in view["moves"] else str(view["moves"][0])


def click(at: Table, verb: str, *places: str, **more: Any) -> None:
    message = {"verb": verb, "places": list(places), "seat": at.scene().seat,
               "version": at.scene().version}  # fmt: skip
    at._receive(at, {**message, **more}, [])


def zone(scene: Scene, key: str) -> Zone:
    return next(zone for zone in scene.zones() if zone.key == key)


def choice(scene: Scene, verb: str) -> Choice:
    return next(choice for choice in scene.choices if choice.verb == verb)


def refusal(at: Table) -> str:
    line = at.scene().refusal
    return f"{line} {' '.join(line.rules)}" if line else ""


# ---- what is shown -------------------------------------------------------------------------------


def test_hands_are_shown_from_behind() -> None:
    scene = layout(middle().view(0), NAMES)
    assert [spot.card for spot in zone(scene, "held-1").spots] == ["5", "?", "?"]
    assert [spot.card for spot in zone(scene, "held-2").spots] == ["1", "3", "?"]
    assert scene.hand and scene.hand.note
    assert scene.hand.note.text == "The others see 2 and 2 hearts."


def test_the_row_hides_what_is_face_down_and_notes_ones_own() -> None:
    def row(seat: int) -> list[Spot]:
        return [*zone(layout(middle().view(seat), NAMES), "row").spots]

    mine, karolinas = row(0), row(1)
    assert [spot.card for spot in mine[:-1]] == ["3", "?", "4", "?", "reverse", "2h", "4", "?"]
    assert mine[-1].empty and not any(spot.badge for spot in mine)
    assert (karolinas[1].card, karolinas[1].badge) == ("?", "4")
    assert (karolinas[7].card, karolinas[7].badge, karolinas[7].whose) == ("?", "trap", "You")
    assert karolinas[3].badge == "", "Ela's heart"


def test_the_sum_counts_what_is_seen_and_says_what_is_possible() -> None:
    total, scale, hidden, direction = _sumline(layout(middle().view(0), NAMES))
    assert total.strong == "≥ 13" and scale.sure == 13 and scale.most == 13 + 3 * 5
    assert hidden.text == "3 hidden" and direction.text == "Reversed"
    total, scale, hidden, _ = _sumline(layout(middle().view(1), NAMES))
    assert (
        total.strong == "≥ 13" and scale.most == 13 + 4 + 5 and hidden.text == "3 hidden, yours 4"
    )


def _sumline(scene: Scene) -> Any:
    return next(piece.pieces for piece in scene.middle
                if isinstance(piece, Group) and piece.look == "sumline")  # fmt: skip


def test_chances_in_the_hint_are_exact() -> None:
    bars = [piece for piece in layout(middle().view(0), NAMES).hint if hasattr(piece, "percent")]
    assert [bar.percent for bar in bars] == pytest.approx([100 * 2292 / 4495, 100 * 1570 / 4495])


def test_face_up_and_face_down_are_two_choices_with_their_consequence() -> None:
    view = middle().view(0)
    five = layout(view, NAMES, picked=["hand-1"])
    assert choice(five, "lay-up").consequence == "row shows 18, 3 hidden"
    assert choice(five, "lay-down").consequence == "row shows 13, 4 hidden"
    trap = layout(view, NAMES, picked=["hand-2"])
    assert choice(trap, "lay-up").consequence == "does nothing; row shows 13, 3 hidden"
    two_sided = layout(view, NAMES, picked=["hand-0"])
    assert [each.verb for each in two_sided.choices] == ["lay-up", "check"]
    learner = layout(view, NAMES, picked=["hand-0"], helping=0)
    assert [each.verb for each in learner.choices] == ["lay-up", "lay-down", "check"]
    assert not any(each.consequence for each in learner.choices)


def test_check_is_always_in_reach_and_explains_itself() -> None:
    at = table(cardkit.new("nerves", seed=3))
    offered = choice(at.scene(), "check")
    assert offered.loud and not offered.main
    click(at, "check")
    assert "nerves.turn.first-lays" in refusal(at)
    assert choice(layout(middle().view(0), NAMES), "check").main


def test_a_two_sided_card_face_down_is_refused_with_its_rule() -> None:
    at = table(middle())
    click(at, "lay-down", "hand-0")
    assert "nerves.lay.side" in refusal(at) and not at.game.history


def test_looking_under_a_heart_is_answered() -> None:
    at = table(middle())
    click(at, "peek", "row-1")
    assert refusal(at).startswith("Only Karolina knows") and "nerves.see.heart" in refusal(at)
    assert "tried" in zone(at.scene(), "row").spots[1].states


def test_refusals_call_players_by_their_names() -> None:
    at = table(waiting(), bots=patient, window="ask")
    click(at, "lay-up", "hand-0")
    assert refusal(at).startswith("Karolina has just laid a card")


@pytest.mark.parametrize("places", [[], ["hand-7"], ["row-0"], ["hand-0", "hand-1"]])
def test_odd_places_are_refused(places: list[str]) -> None:
    with pytest.raises(BadInput):
        notation(middle().view(0), "lay-up", places)


def test_a_duty_is_shown() -> None:
    scene = layout(middle(duty=True, to_act=1).view(0), NAMES)
    assert [chip.text for chip in scene.seats[0].pieces[1:]] == ["must lay 2"]
    mine = layout(middle(duty=True).view(0), NAMES)
    assert mine.question and "nerves.special.two-check" in mine.question.rules


# ---- the window ----------------------------------------------------------------------------------


def later(at: Table, seconds: float, done: Any = None) -> None:
    async def pass_time() -> None:
        at._go_on()
        for _ in range(round(seconds / 0.01)):
            await asyncio.sleep(0.01)
            if done and done():
                return

    asyncio.run(pass_time())


def test_the_window_closes_by_itself() -> None:
    at = table(waiting(), bots=patient, window=0.05)
    assert at.game.asked == [0] and "wait" in at.game.view(0)["moves"], "a script is asked"
    later(at, 5, lambda: at.game.history and at.game.history[-1][0] == 2)
    assert (0, ("wait",)) in at.game.history
    assert at.game.turn == 2 or at.game.phase == "window"


def test_at_once_and_never() -> None:
    at_once, never = (table(waiting(), bots=patient, window=w) for w in (0, "ask"))
    later(at_once, 3, lambda: len(at_once.game.history) > 2)
    assert (0, ("wait",)) in at_once.game.history
    later(never, 0.15)
    assert [seat for seat, _ in never.game.history] == [2, 3], "only the bots have answered"


def test_the_choice_that_comes_by_itself_says_so() -> None:
    at = table(waiting(), bots=patient, window=8)
    assert choice(at.scene(), "wait").seconds == 0, "no event loop, no time"

    async def look() -> None:
        at._go_on()
        shown = choice(at.scene(), "wait")
        assert (shown.seconds, shown.consequence) == (8, "by itself in 8 s")
        assert "--seconds:8s" in at.html
        click(at, "peek", "row-2")
        assert at._timer, "a look does not stop the clock"
        at._stop()

    asyncio.run(look())


def test_thinking_and_undo_stop_the_clock() -> None:
    at = table(waiting(), bots=patient, window=0.05)

    async def think() -> None:
        at._go_on()
        at._on_think([], {}, 0.2)
        await asyncio.sleep(0.4)
        assert (0, ("wait",)) not in at.game.history
        at._stop_thinking()
        at.play("wait")
        at.undo()
        assert at.game.view(0)["phase"] == "window"
        await asyncio.sleep(0.15)
        assert at.game.view(0)["phase"] == "window" and at._practice

    asyncio.run(think())


def test_the_time_to_call_is_set_in_the_menu() -> None:
    at = table(waiting(), bots=patient)
    fields = {field.name: field for form in at.scene().menu for field in form.fields}
    assert fields["window"].value == "4" and [v for v, _ in fields["window"].options][-1] == "ask"
    click(at, "wait-time", fields={"window": "ask"})
    assert at.window is None
    click(at, "wait-time", fields={"window": "-1"})
    assert at.window is None and "The time to call" in refusal(at)
    lynx = Table("lynx", pause=0, save=False)
    assert "window" not in {field.name for form in lynx.scene().menu for field in form.fields}


def test_sealed_answers_come_without_a_pause_and_do_not_show() -> None:
    """Whatever the bots have answered, the page is the same."""
    pages = []
    for answer in ("wait", "check"):

        def bot(view: dict[str, Any], answer: str = answer) -> str:
            return answer if view["phase"] == "window" else str(view["moves"][0])

        at = table(waiting(), bots=bot, pause=0.5, window="ask")
        later(at, 0.05)
        assert at.game.asked == [0], "asked at once: the others have answered"
        pages.append(at.html)
    assert pages[0] == pages[1]


# ---- the reveal ----------------------------------------------------------------------------------


def revealed(game: cardkit.Game, move: str = "check") -> list[dict[str, Any]]:
    before = game.view(0)
    game.play(move, 0)
    return moments(before, game.view(0))


def test_hearts_turn_one_by_one_then_traps_then_the_count_then_nerves() -> None:
    steps = revealed(middle())
    assert [step["moment"]["step"] for step in steps] == [
        "check", "turn-up", "turn-up", "turn-up", "traps-first", "count", "return", "end",
    ]  # fmt: skip
    assert [sum(laid["down"] for laid in step["row"]) for step in steps] == [3, 2, 1, 0, 0, 0, 0, 0]
    assert [step["visible"] for step in steps[:4]] == [13, 17, 19, 19]
    tokens = [(step["composure"][:2], step["nerves"][:2]) for step in steps[3:]]
    assert tokens == [([2, 1], [1, 1]), ([2, 2], [2, 1]), ([3, 2], [2, 2]), ([2, 1], [0, 0]),
                      ([2, 1], [0, 0])]  # fmt: skip
    assert [len(step["log"]) for step in steps] == sorted(len(step["log"]) for step in steps)


def test_nothing_to_reveal_no_moments() -> None:
    game = middle()
    before = game.view(0)
    game.play("lay 2", 0)
    assert moments(before, game.view(0)) == []


@pytest.mark.parametrize("seed", range(12))
def test_moments_end_as_the_game_stands(seed: int) -> None:
    """In whole games: the last step has the game's tokens, and no step shows a heart too early."""
    play = cardkit.bots.bot("random", "nerves", seed=seed)
    game = cardkit.new("nerves", players=2 + seed % 5, seed=seed)
    for _ in range(200):
        if game.over:
            break
        before = game.view(0)
        seat = game.to_act
        game.play(play(game.view(seat)), seat)
        steps = moments(before, game.view(0))
        for number, step in enumerate(steps):
            told = [e for e in step["log"][len(before["log"]) :] if e["kind"] == "turn-up"]
            turned = sum(laid.get("turned", False) for laid in step["row"])
            assert turned == len(told)
            layout(step, [f"P{i}" for i in range(6)], since=number)
        if steps:
            assert steps[-1]["composure"] == game.composure and steps[-1]["nerves"] == game.nerves
    assert game.history


def test_without_a_pause_the_summary_stays_until_one_goes_on() -> None:
    at = table(middle())
    click(at, "check")
    scene = at.scene()
    assert scene.question and scene.question.strong.startswith("The sum is 19, 17 or more")
    rules = [rule for line in scene.notes for rule in line.rules]
    assert rules.index("nerves.trap.first") < rules.index("nerves.check.hit")
    assert rules.index("nerves.check.hit") < rules.index("nerves.check.two-nerves")
    assert [each.verb for each in scene.choices] == ["onward"]
    click(at, "lay-up", "hand-0")
    assert "how the round has ended" in refusal(at)
    click(at, "onward")
    assert at.scene().meta.endswith("round 2") and not zone(at.scene(), "row").spots[:-1]


def test_with_a_pause_the_reveal_comes_in_steps_and_can_be_skipped() -> None:
    at = table(middle(), pause=0.01)
    seen: list[str] = []
    at.observe(lambda _: seen.append(str(at.scene().question)), "html")

    async def watch(skip: bool) -> None:
        seen.clear()
        at.play("check")
        if skip:
            click(at, "skip")
        for _ in range(500):
            if at.scene().choices[0].verb == "onward":
                return
            await asyncio.sleep(0.01)

    asyncio.run(watch(skip=False))
    assert len(seen) == 8 and seen[1].startswith("Place 2: Karolina laid 4")
    at.undo()
    asyncio.run(watch(skip=True))
    assert len(seen) == 2 and seen[1].startswith("The sum is 19")


def test_going_on_from_nothing_is_refused() -> None:
    at = table(middle())
    for verb in ("onward", "skip"):
        click(at, verb)
        assert refusal(at).startswith("There") and not at.game.history


def test_a_won_game_ends_on_the_row() -> None:
    at = table(middle(row="5:0 5:1 4:2 3:3", nerves={0: 0}))
    at.play("check")
    scene = at.scene()
    assert scene.over and scene.praise and scene.praise.strong == "You win!"
    assert len(zone(scene, "row").spots) == 5 and [c.verb for c in scene.choices] == ["new"]
    click(at, "new")
    assert not at.scene().over and at.scene().meta.endswith("round 1")


def test_two_people_see_the_reveal_without_anybodys_hand() -> None:
    at = table(middle(), seats={0: "human", 2: "human"})
    click(at, "show")
    click(at, "check")
    scene = at.scene()
    assert scene.choices[0].verb == "onward" and scene.hand is None and not scene.log
    click(at, "onward")
    assert at.seat in (None, 0)


# ---- leaks and whole games -----------------------------------------------------------------------


def test_nothing_hidden_is_in_what_the_page_gets() -> None:
    """Two games that differ only in what others hide give the same page."""
    swapped = {**MIDDLE["hands"], 1: "4h 5 trap", 3: "1h 5h 2"}
    other = middle(row=MIDDLE["row"].replace("trap:down:1", "reverse:down:1"),
                   hands={**swapped, 1: "4h 5 1h", 3: "trap 5h 2"})  # fmt: skip
    pages = [table(game).html for game in (middle(), other)]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_whole_games_at_the_table(players: int) -> None:
    at = Table("nerves", players=players, seed=players, pause=0, save=False)
    for _ in range(300):
        if at.game.over:
            break
        if at._moments:
            click(at, "onward")
            continue
        assert at.scene().question and at.scene().choices
        moves = [str(move) for move in at.game.moves(0)]
        move = (
            "wait" if "wait" in moves else cardkit.bots.bot("sensible", "nerves")(at.game.view(0))
        )
        at.play(move)
    assert at.game.over and at.scene().over
    json.dumps(at.game.record())


# ---- levels --------------------------------------------------------------------------------------


def test_a_level_shows_its_reveal_and_keeps_the_row(tmp_path: Any) -> None:
    at = learn("nerves/snap", progress=Progress(tmp_path / "progress.json"), pause=0)
    for number in (1, 2, 2):
        at.answer(number)
    scene = at.scene()
    assert at.attempt.done and scene.praise and scene.praise.strong == "Solved!"
    assert zone(scene, "row").spots[4].card == "trap"
    assert at.game.composure == [2, 0] and at.game.nerves == [0, 0]


def test_a_wrong_call_is_shown_and_taken_back(tmp_path: Any) -> None:
    at = learn("nerves/fourteen", progress=Progress(tmp_path / "progress.json"), pause=0)
    at.play("lay 4h")
    assert "nerves.check.hit" in at.scene().refusal.rules
    assert [each.verb for each in at.scene().choices] == ["again"]
    at.again()
    assert not at._moments and len(zone(at.scene(), "row").spots) == 4
    at.play("lay trap down")
    assert at.attempt.done


def test_windows_of_a_level_wait_for_the_learner(tmp_path: Any) -> None:
    at = learn("nerves/let-it-pass", progress=Progress(tmp_path / "progress.json"), pause=0)
    later(at, 0.1)
    assert not at.attempt.done and at.window is None


@pytest.mark.parametrize("level", levels("nerves"), ids=lambda each: each.id)
def test_every_level_is_solved_by_what_a_page_can_send(level: Level, tmp_path: Any) -> None:
    at = learn(level.id, progress=Progress(tmp_path / "progress.json"), pause=0)
    for _ in range(12):
        if at.attempt.done:
            break
        if at.attempt.question:
            right = [each.right for each in at.attempt.question.choices].index(True)
            click(at, "answer", str(right))
            continue
        verb, *words = str(at.attempt.next_move).split()
        if verb == "lay":
            place = next(spot.key for spot in at.scene().hand.spots if spot.card == words[0])
            click(at, "pick", place)
            verb = "lay-down" if words[1:] else "lay-up"
        offered = choice(at.scene(), verb)
        click(at, verb, *(at._picked if offered.places is None else offered.places))
    assert at.attempt.done and at.scene().praise and at.attempt.paws == 3

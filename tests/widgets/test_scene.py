"""A scene shows what a view has and nothing else; cards know where they came from."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import cardkit
from cardkit.bots import random_bot
from widgets import lynx
from widgets.cards import UNSEEN
from widgets.layouts import NAMES, scene
from widgets.scene import Scene, Spot, Zone, origins, spots, trace

MODES = [(4, "basic"), (3, "advanced"), (5, "expert"), (2, "basic")]


def hand_and_table(hand: str, table: str, deck: int = 9) -> Scene:
    return Scene(
        "lynx",
        "Lynx",
        middle=(Zone("deck", "pile", (Spot("deck"),), count=deck),),
        mine=(Zone("mine", "row", spots("mine", table.split())),),
        hand=Zone("hand", "spread", spots("hand", hand.split())),
    )


def test_a_card_glides_from_the_hand_to_the_table() -> None:
    before, after = hand_and_table("3 7 9", ""), hand_and_table("3 9", "7")
    assert origins(before, after) == {"hand-1": "hand-2", "mine-0": "hand-1"}


def test_a_card_that_nobody_lost_comes_from_the_deck_that_shrank() -> None:
    assert origins(hand_and_table("3", ""), hand_and_table("3 5", "", deck=8)) == {"hand-1": "deck"}


def test_only_cards_new_to_their_zone_are_ringed() -> None:
    shown = trace(hand_and_table("3 7 9", ""), hand_and_table("3 9", "7"))
    ringed = [spot.key for zone in shown.zones() for spot in zone.spots if "moved" in spot.states]
    assert ringed == ["mine-0"]


def test_another_seat_sees_no_glide() -> None:
    before = replace(hand_and_table("3 7 9", ""), seat=0)
    after = replace(hand_and_table("3 9", "7"), seat=1)
    assert trace(before, after) == after


@pytest.mark.parametrize("players, mode", MODES)
def test_a_whole_game_shows_exactly_the_cards_of_the_view(players: int, mode: str) -> None:
    game = cardkit.new("lynx", players=players, seed=11, mode=mode)
    bot = random_bot(3)
    for _ in range(400):
        if game.to_act is None:
            break
        for seat in range(players):
            view = game.view(seat)
            shown = lynx.layout(view, NAMES)
            spots_ = [spot for zone in shown.zones() for spot in zone.spots]
            keys = [spot.key for spot in spots_]
            assert len(set(keys)) == len(keys), "a key names one place"
            seen = Counter(spot.card for spot in spots_ if spot.card != UNSEEN)
            assert seen == _seen(view)
        game.play(bot(game.view(game.to_act)))


def _seen(view: dict) -> Counter[str]:  # type: ignore[type-arg]
    cards = [*view["hand"], *view["stolen"], *view["discard"][-1:]]
    cards += [card for layers in view["tables"] for layer in layers for card in layer]
    cards += [card for group in view["pool"] for card in group]
    cards += [card for card, many in view.get("virtual", {}).items() for _ in range(many)]
    return Counter(cards)


def test_a_scene_depends_on_the_view_alone() -> None:
    """Two games that look alike to a seat look alike at its table."""
    game = cardkit.new("lynx", players=4, seed=5)
    bot = random_bot(1)
    for number in range(60):
        seat = number % 4
        other = cardkit.sample(game.view(seat), seed=number)
        assert other.hands != game.hands or number == 0 or len(set(map(str, game.hands))) == 1
        assert scene(other, seat) == scene(game, seat)
        game.play(bot(game.view(game.to_act)))


@pytest.mark.parametrize("players, mode", MODES)
def test_every_offered_choice_is_a_legal_move(players: int, mode: str) -> None:
    game = cardkit.new("lynx", players=players, seed=2, mode=mode)
    bot = random_bot(5)
    for _ in range(300):
        if game.to_act is None:
            break
        view = game.view(game.to_act)
        choices = lynx.layout(view, NAMES).choices
        assert choices, f"nothing to choose in {view['phase']}"
        for choice in choices:
            assert lynx.notation(view, choice.verb, choice.places or ()) in view["moves"]
        game.play(bot(view))


def test_consequences_are_true() -> None:
    """What a button says before the move is what the engine does after it."""
    checked = 0
    for seed in range(6):
        game = cardkit.new("lynx", players=4, seed=seed)
        bot = random_bot(seed)
        while game.to_act is not None:
            view = game.view(game.to_act)
            if view["phase"] == "lay":
                for choice in lynx.layout(view, NAMES).choices:
                    move = lynx.notation(view, choice.verb, choice.places or ())
                    checked += _robs_as_said(game.copy(), move, choice.consequence)
            game.play(bot(view))
    assert checked > 200


def _robs_as_said(game: cardkit.Game, move: str, said: str) -> bool:
    events = [*game.play(move)]
    while game.phase in ("loot", "robbed", "draw"):
        events += game.play(game.moves()[0])
    robbed = [NAMES[event.facts["victim"]] for event in events if event.kind == "steal"]
    if said.startswith("ends"):
        return game.over
    if game.over:  # somebody drew the last card before all thefts were made
        return said.startswith(f"robs {', '.join(robbed)}")
    assert said == (f"robs {', '.join(robbed)}" if robbed else "robs nobody")
    return True

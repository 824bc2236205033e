"""What a seat of Seers remembers, and that samples never contradict it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import cardkit
from cardkit.games import seers_memory
from cardkit.games.seers_memory import completion, this_round
from cardkit.games.seers_notation import cards_of
from cardkit.games.seers_options import Options
from tests.plays import SEERS_FEW, SEERS_TALK
from tests.proof import plays
from tests.rules.test_seers import DULL, ROW, at


def other_cards(views, seat):
    return {tuple(sorted(view.hands[seat])) for view in views}


def samples(game, seat, count=25):
    return [cardkit.sample(game.view(seat), seed=seed) for seed in range(count)]


def test_samples_keep_what_was_seen_and_vary_what_was_not():
    game = at("5m Ks 9t 2m 7m", hands=DULL, track=ROW, deck="4c 6c 10c ...")
    plays(game, "play 5m", "keep 4c", "discard 6c", "look 2", "show Qt 2t 6m 4t")
    seen = set(cards_of("Qt 2t 6m 4t"))
    assert all(seen <= set(sample.hands[2]) for sample in samples(game, 0))
    assert len(other_cards(samples(game, 0), 2)) > 5 and len(other_cards(samples(game, 0), 1)) > 20
    assert any(not seen <= set(sample.hands[2]) for sample in samples(game, 1))
    assert all("4-clock" in sample.hands[0] for sample in samples(game, 1))


HANDS = (
    "8c 8s 8t Kc Kt", "3c 5s 7m 9t Jc", "4c 5s 6m 7t 8c", "8c 8s 8t 8m Kt", "4t 5t 6t 7t 8t",
    "4t 5t Jt 7t 8t",
)  # fmt: skip


@pytest.mark.parametrize("hand", HANDS)
def test_samples_keep_what_was_said(hand):
    game = at("9m Ks 5c 2m 7c", hands={1: hand}, track="10s")
    plays(game, "play 9m", "ask 1")
    value = Options().rank(cards_of(hand)).points
    found = samples(game, 2, 12)
    assert {Options().rank(sample.hands[1]).points for sample in found} == {value}
    assert len(other_cards(found, 1)) > 6
    kept = game.view(1)["hand"][0]
    plays(game, "pass")
    assert {Options().rank(s.hands[1]).points for s in samples(game, 0, 12)} == {value}
    assert kept in game.view(1)["hand"]


def test_samples_keep_what_was_said_of_a_hand_that_has_changed_since():
    """Player 1 had a pair then; the ace went since, and a card came that nobody else saw."""
    game = at("9m Qs 5c 2m 7c", hands={1: "Kc Kt 3s 6t Am"}, track="10s", deck="Jc 4c 4s ...")
    plays(game, "play 9m", "ask 1", "play Am")
    for sample in samples(game, 2, 20):
        before = Counter(sample.hands[1])  # one card drawn unseen, the ace played
        assert any(
            Options().rank([*(before - Counter([drawn])).elements(), "A-mask"]).points == 1
            for drawn in before
        )


GAINS = ("take", "take-top", "keep", "swap", "draw", "fill")
LOSSES = ("play", "swap", "bury", "discard", "discard-over")


def from_deck(log, moment: int, name: str) -> bool:
    """Can this card have come unseen from the deck at that moment, by all that was seen before?"""
    shuffles = [early for early in range(moment) if log[early]["kind"] == "reshuffle"]
    since = shuffles[-1] if shuffles else 0
    if name == "rune" or any(name in event["cards"] for event in log[since:moment]):
        return name == "rune"
    before = [event["kind"] for event in log[:since] if name in event["cards"]]
    return not shuffles or (bool(before) and before[-1] in ("discard", "discard-over", "bury"))


def earlier(hand: tuple[str, ...], log, moment: int) -> set[tuple[str, ...]]:
    """The hands that can have become this one by that event."""
    event = log[moment]
    kind, cards = event["kind"], event["cards"]
    gained = cards[1:] if kind == "swap" else cards if kind in GAINS else []
    lost = cards[:1] if kind in LOSSES and event.get("source") != "reveal" else []
    if gained == ["?"]:
        gone = [name for name in set(hand) if from_deck(log, moment, name)]
    else:
        gone = gained if not Counter(gained) - Counter(hand) else []
    if not gained:
        return {tuple(sorted([*hand, *lost]))}
    return {tuple(sorted([*(Counter(hand) - Counter([name])).elements(), *lost])) for name in gone}


def check_backwards(view, sample) -> Counter:
    """Some hands of the past lead to each hand of the sample and are worth what was said."""
    checked, log = Counter(), this_round(view["log"])
    for seat in set(range(view["players"])) - {view["seat"]}:
        hands = {tuple(sorted(sample.hands[seat]))}
        for moment in range(len(log) - 1, -1, -1):
            event = log[moment]
            if event["kind"] in ("hypnosis", "no-value") and event["target"] == seat:
                hands = {h for h in hands if sample.options.rank(h).points == event["value"]}
                checked["said"] += 1
            elif event["seat"] == seat and event["kind"] in ("show", "hand"):
                if "?" not in event["cards"]:
                    hands = {h for h in hands if not Counter(event["cards"]) - Counter(h)}
                    checked["shown"] += 1
            elif event["seat"] == seat:
                hands = {early for hand in hands for early in earlier(hand, log, moment)}
                checked["unseen"] += event["kind"] in ("draw", "fill")
            assert hands, (event, sample.hands[seat])
    return checked


def play_a_card(game, chance):
    """Any move but those that only fill the track."""
    legal = [m for m in game.moves() if m.verb not in ("all-in", "pass")] or game.moves()
    game.play(legal[int(chance.random() * len(legal))])


@pytest.mark.parametrize("options", [
    {}, {"players": 2}, {"side": "B", "players": 5}, {"enchanted": True, "players": 3},
    {"players": 2, "deck": SEERS_FEW, "effects": SEERS_TALK},
    {"players": 3, "effects": dict.fromkeys("23456789", "reveal-4! hypnosis")},
], ids=["4", "2", "5-B", "3-enchanted", "2-few", "3-talk"])  # fmt: skip
def test_samples_never_contradict_what_was_seen_and_heard(options):
    checked = Counter()
    for seed in range(6):
        game, chance = cardkit.new("seers", seed=seed, **options), random.Random(seed)
        while not game.over:
            if chance.random() < 0.3:
                view = game.view(chance.randrange(game.players))
                checked += check_backwards(view, cardkit.sample(view, seed=seed))
            play_a_card(game, chance)
    assert checked["said"] > 10 and checked["unseen"] > 10


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("enchanted", [False, True])
def test_every_round_with_face_down_discards_can_be_imagined_whole(players, enchanted, monkeypatch):
    """The sampler never has to fall back on what is certain now."""
    monkeypatch.setattr(seers_memory, "_at_least", lambda *_: pytest.fail("fell back"))
    for seed in range(4):
        chance = random.Random(seed)
        game = cardkit.new("seers", players=players, seed=seed, third_eye=True, enchanted=enchanted)
        while not game.over:
            if chance.random() < 0.1:
                seat = chance.randrange(players)
                assert cardkit.sample(game.view(seat), seed=seed).view(seat) == game.view(seat)
            play_a_card(game, chance)


def test_a_view_without_its_log_still_gives_what_is_certain_now():
    game = at("5m Ks 9t 2m 7m", hands=DULL, track=ROW, deck="4c 6c 10c ...")
    plays(game, "play 5m", "keep 4c", "discard 6c", "look 2", "show Qt 2t 6m 4t", "pass")
    view = game.view(0, log=False)
    for seed in range(10):
        sample = cardkit.sample(view, seed=seed)
        assert sample.view(0, log=False) == view and "Q-tree" in sample.hands[2]


@pytest.mark.parametrize("hand", HANDS)
def test_a_view_without_its_log_keeps_what_was_said(hand):
    game = at("9m Ks 5c 2m 7c", hands={1: hand}, track="10s")
    plays(game, "play 9m", "ask 1")
    view, value = game.view(2, log=False), Options().rank(cards_of(hand)).points
    found = [cardkit.sample(view, seed=seed) for seed in range(25)]
    assert {Options().rank(sample.hands[1]).points for sample in found} == {value}
    assert all(sample.view(2, log=False) == view for sample in found)
    assert len(other_cards(found, 1)) > 6


@pytest.mark.parametrize("phase", ["banana", "wait", "over", None, ["turn"]])
def test_a_view_that_asks_an_unknown_question_is_refused(phase):
    view = cardkit.new("seers", players=3, seed=1).view(0)
    with pytest.raises(cardkit.BadInput, match="There is no question"):
        cardkit.sample({**view, "phase": phase})


def test_own_discards_are_remembered_when_they_are_taken_unseen_by_others():
    both = {"enchanted": True, "third_eye": True}
    game = at("Js 7c 7m 9t Jm", hands={1: "4s 2c 3c 5c 6c"}, track=ROW.replace("7c ", ""), **both)
    plays(game, "play Js", "take #1", "draw", "discard 9t", "play 4s", "take discard")
    assert game.view(0)["known"][1] == ["9-tree"] and game.view(2)["known"][1] == []
    assert all("9-tree" in sample.hands[1] for sample in samples(game, 0))


@pytest.mark.parametrize("category", Options().points)
def test_completion_finds_hands_of_every_category(category):
    chance, deck = random.Random(1).random, list(Options().deck)
    found = 0
    for _ in range(400):
        cards = completion(category, [], 5, deck, chance)
        assert not cards or len(set(cards)) == 5
        found += bool(cards) and str(Options().rank(cards)) == category
    assert found > 40

"""The contract of cardkit.game, played by every row of tests/plays.py."""

from __future__ import annotations

import json
import os
import pickle
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardkit
from cardkit.games import named
from cardkit.games.seers import DECK
from cardkit.narration import question, sentence, transcript
from tests.golden.files import moves_of, path_of, seed_of
from tests.plays import CARDS, GOLDEN, PLAYS, SUMS, Row, name, play_on, start

each_play = pytest.mark.parametrize("row", PLAYS, ids=name)
each_game = pytest.mark.parametrize("game", cardkit.NAMES)
seeds = st.integers(0, 2**32)
EXAMPLES = int(os.environ.get("CARDKIT_EXAMPLES", "8"))  # `make quick` takes fewer
some = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def all_views(game: cardkit.Game) -> list[dict[str, Any]]:
    return [game.view(seat) for seat in range(game.players)]


def everything(game: cardkit.Game) -> str:
    """All that can be seen of a game from outside, as text."""
    return json.dumps([all_views(game), game.record(), game.scores(), game.to_act])


def middle(row: Row, seed: int, most: int = 150) -> cardkit.Game:
    """A game stopped at some decision."""
    return play_on(start(row, seed), seed, random.Random(seed).randrange(most))


# Whole games -----------------------------------------------------------------------------------


@each_play
@some
@given(seed=seeds)
def test_cards_are_conserved_sums_hold_and_games_end(row: Row, seed: int) -> None:
    game = start(row, seed)
    deck = +Counter(game.options.deck)
    while not game.over:
        assert Counter(CARDS[game.name](game)) == deck
        SUMS[game.name](game)
        assert game.moves(), f"seat {game.to_act} is asked and has no move in {game.phase}"
        play_on(game, len(game.history), decisions=1)
        assert len(game.history) < 60_000
    assert game.to_act is None and game.moves() == () and game.outcome is not None
    assert set(game.outcome.winners) <= set(range(game.players))
    assert len(game.scores()) == game.players
    with pytest.raises(cardkit.BadInput, match="over"):
        game.play("anything")


@each_play
@some
@given(seed=seeds)
def test_replay_reproduces(row: Row, seed: int) -> None:
    game = middle(row, seed)
    record = json.loads(json.dumps(game.record()))
    assert everything(cardkit.replay(record)) == everything(game)


@each_play
def test_whoever_changes_a_view_or_a_record_changes_no_game(row: Row) -> None:
    game = middle(row, 3)
    before = everything(game)
    for seat in range(game.players):
        scribbled(game.view(seat, log=False))
        scribbled(game.view(seat)["options"])
    scribbled(game.record())
    assert everything(game) == before


@each_game
@pytest.mark.parametrize("house", [False, True])
def test_nobody_can_change_the_tables_that_games_share(game: str, house: bool) -> None:
    deck = named(game).OPTIONS().deck
    options = cardkit.new(game, seed=1, **({"deck": dict(deck)} if house else {})).options
    tables = [value for value in vars(options).values() if isinstance(value, dict)]
    assert tables
    for table in tables:
        some = next(iter(table))
        for change, *values in (
            ("__setitem__", some, 1), ("__delitem__", some), ("__ior__", {some: 1}), ("clear",),
            ("pop", some), ("popitem",), ("setdefault", "x", 1), ("update", {some: 1}),
        ):  # fmt: skip
            with pytest.raises(cardkit.BadInput, match="give your own as an option"):
                getattr(table, change)(*values)
        assert pickle.loads(pickle.dumps(table)) == table  # noqa: S301 (our own, for a pool)


def scribbled(data: Any) -> None:
    """Change everything in it that can be changed."""
    for inner in data.values() if isinstance(data, dict) else data:
        if isinstance(inner, dict | list):
            scribbled(inner)
    data.clear()


def test_what_one_seat_does_to_its_log_no_other_seat_sees() -> None:
    for row in PLAYS:
        game = play_on(start(row, 1), 1)
        before = game.view(1 % game.players)["log"]
        if game.players > 1:
            scribbled(game.view(0)["log"])
            assert game.view(1)["log"] == before


@each_game
@pytest.mark.parametrize("words", [(), ("lay",), ("play",), ("fill",), ("take", "#x"), (1, 2, 3)])
def test_a_move_made_by_hand_gets_a_sentence_too(game: str, words: tuple[Any, ...]) -> None:
    playing = cardkit.new(game, seed=1)
    for ask in (playing.play, playing.why_not):
        with pytest.raises(cardkit.BadInput):
            ask(cardkit.Move(words))
    assert not playing.history


@each_play
@some
@given(seed=seeds)
def test_undo_undoes(row: Row, seed: int) -> None:
    game = middle(row, seed, most=40)
    before = everything(game)
    if not game.over:
        play_on(game, seed + 1, decisions=3)
        while len(game.history) > len(json.loads(before)[1]["moves"]):
            game.undo()
        assert everything(game) == before


@each_play
@some
@given(seed=seeds)
def test_copies_do_not_share(row: Row, seed: int) -> None:
    game = middle(row, seed)
    before = everything(game)
    copy = game.copy()
    assert everything(copy) == before
    play_on(copy, seed, decisions=60)
    assert everything(game) == before


# Moves -----------------------------------------------------------------------------------------


@each_play
@some
@given(seed=seeds)
def test_notation_round_trips(row: Row, seed: int) -> None:
    game = start(row, seed)
    for _ in range(60):
        for move in game.moves():
            assert game.read(str(move)) == move
            assert game.why_not(str(move)) is None
        if not game.over:
            play_on(game, seed, decisions=1)


@each_play
@some
@given(seed=seeds)
def test_what_is_not_legal_is_refused_with_a_rule_and_a_sentence(row: Row, seed: int) -> None:
    """Moves that are legal at other times are tried now."""
    game = start(row, seed)
    heard = {move for moment in range(8) for move in middle(row, seed + moment).moves()}
    for _ in range(25):
        if game.over:
            break
        for move in random.Random(seed).sample(sorted(heard), min(12, len(heard))):
            try:
                read = game.read(str(move))
            except cardkit.BadInput:
                continue  # e.g. a card that is nowhere to be seen
            why = game.why_not(read)
            assert (why is None) == (read in game.moves())
            if why is not None:
                assert cardkit.rule(why.rule).game == game.name
                assert why.text[-1] in ".!?" and why.legal == tuple(map(str, game.moves()))
        heard.update(game.moves())
        play_on(game, seed, decisions=1)


# What a seat may know --------------------------------------------------------------------------


@each_play
@some
@given(seed=seeds)
def test_a_view_stays_the_same_when_only_hidden_cards_change(row: Row, seed: int) -> None:
    """A sample has other hidden cards and the same view: nothing shows, nothing is forgotten."""
    game = middle(row, seed)
    for seat, view in enumerate(all_views(game)):
        assert json.loads(json.dumps(view)) == view
        for guess in range(3):
            sample = cardkit.sample(view, seed=guess)
            assert sample.view(seat) == view
            assert Counter(CARDS[game.name](sample)) == +Counter(game.options.deck)
            SUMS[game.name](sample)
            play_on(sample, seed, decisions=40)


@pytest.mark.parametrize(
    ("game", "players", "deck"),
    [
        ("knyf", 4, dict.fromkeys("123456", 7)),
        ("sevens", 5, {"1": 4, "2": 1, "3": 3, "4": 3, "5": 3, "6": 4, "7": 6}),
    ],
)
def test_a_small_deck_that_is_reshuffled_often_can_be_sampled_too(
    game: str, players: int, deck: dict[str, int]
) -> None:
    for seed in range(4):
        chance = random.Random(seed)
        playing = cardkit.new(game, players=players, seed=seed, deck=deck)
        for _ in range(130):
            moves = [move for move in playing.moves() if move.verb != "fill"]
            if moves:
                playing.play(chance.choice(moves))
        view = playing.view(0)
        assert cardkit.sample(view, seed).view(0) == view


@each_play
@some
@given(seed=seeds)
def test_every_event_has_a_rule_of_the_catalogue_and_a_sentence_for_everybody(
    row: Row, seed: int
) -> None:
    game = play_on(start(row, seed), seed)
    names = [f"<b>P{seat}</b>" for seat in range(game.players)]
    for event in game.events:
        assert cardkit.rule(event.rule).game == game.name
        for seat in range(game.players):
            seen = event.seen_by(seat)
            if seen is not None:
                text = sentence(game.name, seen, names, me=seat)
                assert text[0].isupper() or text[0] in "0123456789<★", text
                assert text.endswith(".") and "{" not in text and "[" not in text, text


@each_play
@some
@given(seed=seeds)
def test_every_question_can_be_said(row: Row, seed: int) -> None:
    game = start(row, seed)
    for _ in range(80):
        for view in all_views(game):
            assert question(view)[-1] in ".?!"
        play_on(game, seed, decisions=1)


# Bad input -------------------------------------------------------------------------------------

nonsense = st.one_of(
    st.text(max_size=30),
    st.integers(),
    st.none(),
    st.lists(st.text(max_size=3), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.floats(allow_nan=True),
    st.binary(max_size=5),
)


def spoiled(text: str, chance: random.Random) -> str:
    """A legal notation with one small thing wrong."""
    words = text.split()
    place = chance.randrange(len(words))
    words[place] = chance.choice(
        ["", "#0", "#99", "-1", "*", "99", "x", words[place] * 2, "<b>", "★"]
    )
    return " ".join(words + words[: chance.randrange(2)])


@each_play
@some
@given(seed=seeds, junk=st.lists(nonsense, min_size=1, max_size=10))
def test_malformed_moves_get_a_sentence_and_change_nothing(
    row: Row, seed: int, junk: list[Any]
) -> None:
    game = middle(row, seed, most=40)
    before, chance = everything(game), random.Random(seed)
    if game.over:
        return
    wrong = junk + [spoiled(str(move), chance) for move in game.moves()[:10]]
    for move in wrong:
        try:
            read = game.read(move)
        except cardkit.BadInput as error:
            assert error.text and "\n" not in error.text
            continue
        if read not in game.moves():
            with pytest.raises(cardkit.IllegalMove):
                game.play(move)
    for seat in (-1, game.players, True, "0", 1.5, [], {}):
        with pytest.raises(cardkit.BadInput):
            game.play(game.moves()[0], seat)
    assert everything(game) == before


def changed(data: Any, chance: random.Random, junk: Any) -> Any:
    """The same JSON data with one thing replaced by junk."""
    if isinstance(data, dict) and data and chance.random() < 0.9:
        key = chance.choice(sorted(data))
        return {**data, key: changed(data[key], chance, junk)}
    if isinstance(data, list) and data and chance.random() < 0.9:
        place = chance.randrange(len(data))
        return [*data[:place], changed(data[place], chance, junk), *data[place + 1 :]]
    return junk


@each_play
@settings(some, max_examples=3 * EXAMPLES)
@given(seed=seeds, junk=nonsense)
def test_malformed_records_and_views_get_a_sentence(row: Row, seed: int, junk: Any) -> None:
    game, chance = middle(row, seed, most=15), random.Random(seed)
    for build, data in ((cardkit.replay, game.record()), (cardkit.sample, game.view(0))):
        try:
            build(changed(data, chance, junk))
        except cardkit.BadInput as error:
            assert error.text and "\n" not in error.text


def numbers_in(data: Any, way: tuple[Any, ...] = ()) -> dict[str, tuple[Any, ...]]:
    """The way to a number in each kind of place of JSON data."""
    if type(data) is int:
        return {".".join("*" if type(step) is int else step for step in way): way}
    found = {}
    if isinstance(data, dict | list):
        for step in data if isinstance(data, dict) else range(len(data)):
            found |= numbers_in(data[step], (*way, step))
    return found


def put(data: Any, way: tuple[Any, ...], value: Any) -> Any:
    """The same JSON data with this value at the end of that way."""
    if not way:
        return value
    copy = data.copy()
    copy[way[0]] = put(data[way[0]], way[1:], value)
    return copy


@each_play
@pytest.mark.parametrize("number", [10**12, -(10**12)])
def test_a_huge_number_anywhere_in_a_view_neither_hangs_nor_fills_the_memory(
    row: Row, number: int
) -> None:
    view = middle(row, seed=5, most=60).view(0)
    ways = numbers_in(view)
    assert len(ways) > 10
    for way in ways.values():
        try:
            cardkit.sample(put(view, way, number))
        except cardkit.BadInput as error:
            assert error.text and "\n" not in error.text


@each_game
@settings(some, max_examples=10 * EXAMPLES)
@given(data=st.data())
def test_malformed_positions_and_options_get_a_sentence(game: str, data: st.DataObject) -> None:
    kind = named(game)
    names = [
        *kind.ZONES,
        *(row[0] for row in cardkit.options(game).rows),
        "players",
        "to_act",
        "seed",
    ]
    given_names = data.draw(st.lists(st.sampled_from(names), max_size=4, unique=True))
    values = {
        key: data.draw(nonsense | st.integers(0, 6) | st.just({0: "1 1 1"})) for key in given_names
    }
    for build in (cardkit.position, cardkit.new):
        try:
            built = build(game, **values)
        except cardkit.BadInput as error:
            assert error.text and "\n" not in error.text
        except TypeError as error:  # a name that Python itself refuses
            pytest.fail(f"{error} for {values}")
        else:
            play_on(built, 1, decisions=30)


@each_game
def test_a_seat_that_is_not_there_cannot_start(game: str) -> None:
    few = named(game).PLAYERS[0]
    for build in (cardkit.new, cardkit.position):
        with pytest.raises(cardkit.BadInput, match=f"Seat {few} cannot start") as refused:
            build(game, players=few, first=few)
        assert cardkit.rule(refused.value.rule).game == game


@pytest.mark.parametrize(
    ("game", "zones"),
    [
        ("lynx", {"players": 5, "hand_size": 60}),
        ("sevens", {"players": 3, "hands": {0: " ".join("1234567" * 10)}}),
        ("seers", {"players": 3, "deck": " ".join(list(DECK)[:45])}),
        ("nerves", {"players": 6, "hand_size": 30}),
    ],
)  # in Knyf the deck is always large enough
def test_hands_that_are_not_given_are_dealt_whole_or_not_at_all(
    game: str, zones: dict[str, Any]
) -> None:
    with pytest.raises(cardkit.BadInput, match=r"takes \d+ more cards, and there are \d+ left"):
        cardkit.position(game, **zones)


@each_game
def test_options_are_documented_and_named_by_their_rule(game: str) -> None:
    table = cardkit.options(game)
    for option, _default, rule, meaning in table.rows:
        assert cardkit.rule(rule).game == game
        assert meaning and option in repr(table) and option in table._repr_html_()
    with pytest.raises(cardkit.BadInput, match="no option"):
        cardkit.new(game, no_such_option=1)


# Golden transcripts ----------------------------------------------------------------------------


@pytest.mark.parametrize("title", GOLDEN)
def test_golden_transcript(title: str) -> None:
    """The moves told in the file lead to the very events told there."""
    text = path_of(title).read_text(encoding="utf-8")
    game = start(GOLDEN[title], seed_of(text))
    for line in moves_of(text):
        seat, move = line.split(": ", 1)
        game.play(move, int(seat))
    assert game.over
    assert transcript(game) == text

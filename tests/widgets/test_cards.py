"""Every card of the five games is drawn, and has a name that can be said."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from widgets import cards
from widgets.icons import ICON, icon

GAMES = tuple(cards.HUE)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_a_picture_of_its_own(game: str) -> None:
    drawn = [cards.face(game, card) for card in (*cards.deck(game), cards.UNSEEN)]
    assert len(set(drawn)) == len(drawn)
    for svg in drawn:
        root = ET.fromstring(svg)
        assert root.get("aria-hidden") == "true"
        assert not any("id" in node.attrib for node in root.iter()), "tables share a page: no ids"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("drawn", cards.DRAWN)
def test_every_way_of_drawing_is_well_formed(game: str, drawn: str) -> None:
    for card in (*cards.deck(game), None):
        ET.fromstring(cards.face(game, card, drawn))


def test_decks_have_as_many_different_cards_as_the_rulebooks_say() -> None:
    assert {game: len(cards.deck(game)) for game in GAMES} == {
        "lynx": 14, "sevens": 7, "seers": 53, "knyf": 6, "nerves": 14,
    }  # fmt: skip


def test_names_are_said_as_people_say_them() -> None:
    assert cards.name("lynx", "*") == "joker"
    assert cards.name("lynx", "13") == "13"
    assert cards.name("seers", "10-clock") == "10 of clocks"
    assert cards.name("seers", "A-scarab") == "ace of scarabs"
    assert cards.name("nerves", "trap") == "trap, value 0"
    assert cards.name("nerves", "2") == "two-sided 2"
    assert cards.name("knyf", None) == "unseen card"


def test_unseen_cards_look_alike() -> None:
    assert cards.face("lynx", None) == cards.face("lynx", "?")


@pytest.mark.parametrize(
    "game, card, called",
    [("lynx", "14", "14"), ("lynx", "99", "99"), ("nerves", "12h", "one-sided 12")],
)
def test_numbers_of_a_house_deck_are_drawn_too(game: str, card: str, called: str) -> None:
    assert cards.name(game, card) == called
    for drawn in ("face", "strip"):
        ET.fromstring(cards.face(game, card, drawn))


@pytest.mark.parametrize(
    "game, card",
    [("lynx", "100"), ("lynx", "07"), ("sevens", "*"), ("seers", "Jm"), ("whist", "7")],
)
def test_a_card_that_is_not_there_is_refused_in_a_sentence(game: str, card: str) -> None:
    with pytest.raises(ValueError, match=r"no (card|game)"):
        cards.face(game, card)


def test_effects_are_drawn_on_seers_cards_if_they_are_given() -> None:
    plain, pills = cards.face("seers", "J-mask"), cards.face("seers", "J-mask", "face", ("take!",))
    assert pills.count("<rect") == plain.count("<rect") + 1


@pytest.mark.parametrize("name", ICON)
def test_every_icon_is_well_formed(name: str) -> None:
    ET.fromstring(icon(name))

"""Seers: moves in words, and why a move is not legal now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardkit.errors import BadInput, IllegalMove
from cardkit.events import Move
from cardkit.games.seers_options import DECK
from cardkit.games.seers_ranks import RANKS, SUITS, card
from cardkit.zones import cards_in, known_cards

if TYPE_CHECKING:
    from cardkit.games.seers import Seers

DISCARD = "discard"  # as a target: the top of the discard pile
ONE_WORD = ("pass", "all-in", "skip", "draw", "rune", "reveal")
ACTIONS = ("play", "pass", "all-in")
ORDER = {name: number for number, name in enumerate(DECK)}
EXAMPLES = (
    "play J-mask (or Jm), pass, all-in, take #4, take discard, swap 7-clock #2, swap 7c discard, "
    "keep 9-tree, discard 9-tree, draw, rune, reveal, ask 2, look 2, show Jm 9t 7c 2s, skip, name 1"
)


def in_order(cards: Iterable[str]) -> list[str]:
    """From 2 to ace, rune cards last: how cards that are shown are written."""
    return sorted(cards, key=ORDER.__getitem__)


def cards_of(text: object, *others: str) -> list[str]:
    """The cards of a text in their full names; other words that are allowed stay as they are.

    >>> cards_of("Jm 10 scarab rune 7-clock")
    ['J-mask', '10-scarab', 'rune', '7-clock']
    """
    words, names = cards_in(text), []
    while words:
        word = words.pop(0)
        if word in RANKS and words and words[0] in SUITS:
            word += f"-{words.pop(0)}"
        names.append(word if word in others else card(word))
    return names


# Reading --------------------------------------------------------------------------------------


def read(game: Seers, words: list[str]) -> Move:
    """The move that these words mean, in its one written form."""
    verb, rest = words[0], words[1:]
    if words == ["all", "in"]:
        return Move(("all-in",))
    if verb in ONE_WORD and not rest:
        return Move(words)
    if verb in ("play", "keep", "discard") and rest:
        return Move((verb, _one_card(game, rest)))
    if verb == "show" and rest:
        return Move((verb, *in_order(_cards(game, rest))))
    if verb in ("ask", "look", "name") and len(rest) == 1:
        return Move((verb, _seat(game, rest[0])))
    if verb == "take" and rest:
        return Move((verb, _target(game, rest)))
    if verb == "swap" and len(rest) > 1:
        return _read_swap(game, rest)
    raise game._no_move(words, EXAMPLES)


def _read_swap(game: Seers, rest: list[str]) -> Move:
    if rest[-1] == DISCARD or rest[-1][0] == "#" or rest[-1].isdecimal():
        return Move(("swap", _one_card(game, rest[:-1]), _target(game, rest[-1:])))
    cards = _cards(game, rest)
    if len(cards) != 2:
        raise BadInput("A swap names a card of your hand and a place of the track: swap 7c #2.")
    return Move(("swap", cards[0], _target(game, cards[1:])))


def _cards(game: Seers, words: list[str]) -> list[str]:
    return known_cards(game.options.deck, cards_of(words))


def _one_card(game: Seers, words: list[str]) -> str:
    cards = _cards(game, words)
    if len(cards) != 1:
        raise BadInput(f"Name one card, not {len(cards)}.")
    return cards[0]


def _seat(game: Seers, word: str) -> str:
    return str(game._checked(int(word) if word.isdecimal() else word))


def _target(game: Seers, words: list[str]) -> str:
    """A place like #4, the discard pile, or a card that can be seen on the track."""
    if words == [DISCARD]:
        return DISCARD
    if words[0][0] == "#" and len(words) == 1:
        number = words[0][1:]
        if not number.isdecimal() or not 1 <= int(number) <= len(game.track):
            raise BadInput(
                f"{words[0]!r:.20} is no place: the track has #1 to #{len(game.track)}.",
                "seers.track.size",
            )
        return f"#{int(number)}"
    if words[-1].isdecimal():
        raise BadInput(f"A place of the track is written with a #: write #{words[-1]:.20}.")
    name = _one_card(game, words)
    places = [f"#{at}" for at, there in enumerate(game.track, 1) if there == name]
    if not places:
        raise BadInput(f"There is no {name} on the track.")
    targets = game._targets()
    return next((place for place in places if place in targets), places[0])


# Refusing -------------------------------------------------------------------------------------


def refusal(game: Seers, seat: int, move: Move) -> IllegalMove:
    """Why this move is not legal now."""
    phase, hand = game.phase, " ".join(game.hands[seat])
    if phase == "turn":
        return _refuse_action(game, seat, move)
    if phase == "name":
        rule = "seers.predict.duel" if game.players == 2 else "seers.predict.order"
        return IllegalMove(rule, "The track is full: name the player you think is strongest.")
    if move.verb in ACTIONS:
        return IllegalMove(
            "seers.turn.choice", "One action a turn, and this question is part of one: answer it."
        )
    if phase == "show":
        count = min(game.options.eye_cards, len(game.hands[seat]))
        return IllegalMove("seers.effect.eye", f"Show {count} of the cards in your hand: {hand}.")
    if phase == "keep":
        return IllegalMove("seers.effect.reveal", f"Keep one of {' '.join(game.revealed)}.")
    if phase == "rest":
        return IllegalMove(
            "seers.effect.reveal",
            f"Discard {' '.join(game.revealed)} one by one, in the order you like.",
        )
    if phase == "surplus":
        return IllegalMove(
            "seers.play.hand-five",
            f"You hold {len(game.hands[seat])} cards, {game.options.hand_size} may stay: "
            f"discard one of {hand}.",
        )
    return _refuse_effect(game, seat, move)


def _refuse_action(game: Seers, seat: int, move: Move) -> IllegalMove:
    if move.verb == "play":
        return IllegalMove(
            "seers.play.effects",
            f"You play a card from your hand, and {_not_held(game, seat, move[1])}.",
        )
    if move.verb == "all-in":
        return IllegalMove(
            "seers.allin.one",
            f"Only one player a round may go all-in, and player {game.all_in} has.",
        )
    actions = "play a card or pass" if game.all_in is not None else "play a card, pass or go all-in"
    return IllegalMove("seers.turn.choice", f"'{move}' must wait: {actions} first.")


def _not_held(game: Seers, seat: int, name: str) -> str:
    hand = game.hands[seat]
    return f"{name} is not among {' '.join(hand)}" if hand else "your hand is empty"


def _refuse_effect(game: Seers, seat: int, move: Move) -> IllegalMove:
    effect, verb = game.phase, move.verb
    if verb == "skip":
        return IllegalMove("seers.play.compulsory", f"This {effect} is compulsory: no skipping.")
    if (effect, verb) in (("hypnosis", "look"), ("eye", "ask")):
        return IllegalMove(
            "seers.effect.names",
            "Hypnosis makes an opponent speak (ask), the eye makes one show cards (look); "
            f"this is {'hypnosis' if effect == 'hypnosis' else 'the eye'}.",
        )
    if (effect, verb) in (("hypnosis", "ask"), ("eye", "look")):
        return _refuse_mind(game, seat, int(move[1]))
    if verb == effect:
        return _refuse_target(game, seat, move)
    return IllegalMove(
        f"seers.effect.{effect}", f"'{move}' must wait: the effect to resolve now is {effect}."
    )


def _refuse_mind(game: Seers, seat: int, other: int) -> IllegalMove:
    rule = f"seers.effect.{game.phase}"
    if other == seat:
        return IllegalMove(rule, "Choose an opponent, not yourself.")
    if other == game.all_in:
        return IllegalMove(
            "seers.allin.immune", f"Player {other} is all-in: no hypnosis and no eye until the end."
        )
    return IllegalMove(rule, f"Player {other} has no cards in hand.")


def _refuse_target(game: Seers, seat: int, move: Move) -> IllegalMove:
    """A take or a swap that names the wrong card."""
    effect, target = move.verb, move[-1]
    if effect == "swap" and move[1] not in game.hands[seat]:
        return IllegalMove(
            "seers.effect.swap",
            f"You swap a card of your hand, and {_not_held(game, seat, move[1])}.",
        )
    if target == DISCARD:
        empty = game.options.enchanted
        why = "is empty." if empty else "is out of reach without the variant that enchants it."
        return IllegalMove("seers.variant.discard", f"The discard pile {why}")
    at = int(target[1:]) - 1
    if at >= len(game.track):
        return IllegalMove("seers.track.size", f"The track has {len(game.track)} places.")
    if not game.track[at]:
        return IllegalMove(f"seers.effect.{effect}", f"There is no card on place {target}.")
    over = game.track[at + game.columns]
    return IllegalMove(
        "seers.place.blocked", f"{game.track[at]} is blocked: {over} covers it and must go first."
    )

"""cardkit: five modern card games to play, ask about, calculate and cite.

>>> import cardkit
>>> game = cardkit.new("lynx", players=4, seed=7)
>>> game.to_act
0
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardkit.chance import fresh_seed
from cardkit.errors import BadInput, IllegalMove
from cardkit.events import Event, Move, Outcome
from cardkit.game import VERSION, Game, begin
from cardkit.games import NAMES, named
from cardkit.options import OptionTable, checked
from cardkit.rules import Rule, rule, rules

if TYPE_CHECKING:
    from cardkit.bots import bot, play_out
    from cardkit.contest import tournament, try_bot
    from cardkit.hints import hint
    from cardkit.studies import StudyStopped, load_study, study

__all__ = [
    "NAMES", "BadInput", "Event", "Game", "IllegalMove", "Move", "Outcome", "Rule", "StudyStopped",
    "bot", "hint", "load_study", "new", "options", "play_out", "position", "replay", "rule",
    "rules", "sample", "study", "tournament", "try_bot",
]  # fmt: skip

# What is not needed to play is loaded when it is first asked for, so that the core stays quick.
_LATER = {
    "bot": "cardkit.bots", "play_out": "cardkit.bots", "hint": "cardkit.hints",
    "study": "cardkit.studies", "load_study": "cardkit.studies",
    "StudyStopped": "cardkit.studies", "tournament": "cardkit.contest",
    "try_bot": "cardkit.contest",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(f"cardkit has no {name!r}")


def new(game: str, players: int | None = None, seed: int | None = None, **options: Any) -> Game:
    """A new game, dealt by its seed (a fresh one if none is given); options are house rules.

    >>> new("lynx", players=3, seed=1, mode="advanced")
    <lynx, 3 players, 0 moves, seat 0 to act>
    """
    kind = named(game)
    start = {"seed": fresh_seed() if seed is None else seed}
    return begin(kind, checked(kind.OPTIONS, options), _number(kind, players), start)


def position(
    game: str, players: int | None = None, seed: int = 0, to_act: int = 0, **zones: Any
) -> Game:
    """A game that starts in the middle: zones as given, the rest filled by the seed.

    >>> game = position("lynx", players=3, hands={0: "7 7 7 *"}, tables={1: ["3 3 3"]})
    >>> game.view(0)["hand"]
    ['7', '7', '7', '*']
    """
    kind = named(game)
    options = {name: zones.pop(name) for name in list(zones) if _is_option(kind, name, zones[name])}
    given = {name: _plain(value) for name, value in zones.items()}
    start = {"position": {**given, "to_act": to_act}, "seed": seed}
    return begin(kind, checked(kind.OPTIONS, options), _number(kind, players), start)


def replay(record: Mapping[str, Any]) -> Game:
    """Play a record again, move by move, with every check.

    >>> game = new("lynx", seed=3)
    >>> _ = game.play(game.moves()[0])
    >>> replay(game.record()).view(1) == game.view(1)
    True
    """
    if not isinstance(record, Mapping) or record.get("cardkit") != VERSION:
        raise BadInput(f"That is no record of this kit: it should say cardkit: {VERSION}.")
    kind = named(record.get("game"))
    options, start, moves = record.get("options", {}), record.get("start"), record.get("moves", [])
    if not isinstance(options, Mapping) or not isinstance(start, Mapping):
        raise BadInput("A record has options and a start, each with names and values.")
    if not isinstance(moves, list):
        raise BadInput("The moves of a record are a list, like ['0: lay 7 7'].")
    game = begin(
        kind, checked(kind.OPTIONS, options), _number(kind, record.get("players")), {**start}
    )
    for number, line in enumerate(moves, 1):
        seat, move = _line(line, number)
        try:
            game.play(move, seat)
        except BadInput as wrong:
            raise BadInput(
                f"Move {number} of the record, {line!r:.60}: {wrong.text}", wrong.rule
            ) from None
    return game


def sample(view: Mapping[str, Any], seed: int = 0) -> Game:
    """A full game consistent with what that seat knows: unseen cards are dealt anew by the seed.

    The game keeps the view, to go back to; so leave it as it is while you use the game.

    >>> game = new("lynx", seed=3)
    >>> sample(game.view(2), seed=5).view(2) == game.view(2)
    True
    """
    if not isinstance(view, Mapping):
        raise BadInput("A view is what game.view(seat) gives: names and values.")
    kind = named(view.get("game"))
    options = view.get("options", {})
    if not isinstance(options, Mapping):
        raise BadInput("The options of a view are names and values.")
    start = {"view": view, "seed": seed}
    return begin(kind, checked(kind.OPTIONS, options), _number(kind, view.get("players")), start)


def options(game: str) -> OptionTable:
    """The house rules of a game: name, default, rule and meaning."""
    return OptionTable(named(game).OPTIONS)


def _number(kind: type[Game], players: Any) -> int:
    return kind.DEFAULT_PLAYERS if players is None else players


def _is_option(kind: type[Game], name: str, value: Any) -> bool:
    """Whether a zone that is given is an option instead; a deck can be both: cards, or counts."""
    both = name in kind.ZONES and name in kind.OPTIONS.__dataclass_fields__
    return isinstance(value, Mapping) if both else name not in kind.ZONES


def _plain(value: Any) -> Any:
    """Zones as a record keeps them: seats as text, like JSON has them."""
    return (
        {str(seat): cards for seat, cards in value.items()} if isinstance(value, Mapping) else value
    )


def _line(line: object, number: int) -> tuple[int | None, str]:
    if not isinstance(line, str):
        raise BadInput(f"Move {number} of the record is no text: {line!r:.40}.")
    seat, colon, move = line.partition(":")
    if not colon:
        return None, line
    if not seat.strip().isdecimal():
        raise BadInput(f"Move {number} of the record should start with a seat, like '0: lay 7'.")
    return int(seat), move

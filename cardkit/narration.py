"""Events and questions as sentences, made from what a seat sees, so they never say too much.

The sentences of a game are data (words/<game>.toml): `{Seat}` is the event's seat, `[lay|lays]`
picks the form for "you" or for a name, `{victim's}` is "your" or "Ela's", `{cards}` the cards and
`{#cards}` how many they are ("three cards"); `1 card(s)` becomes `1 card`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from cardkit.errors import BadInput
from cardkit.events import HIDDEN, Event
from cardkit.game import Game, replayed

SEATS = ("seat", "victim", "target", "owner", "rival", "caller", "to_act", "turn")
_PLACE = re.compile(r"\{(#?)(\w+)('s)?\}|\[([^|\]]*)\|([^\]]*)\]")
NUMBERS = "no one two three four five six seven eight nine ten eleven twelve thirteen".split()
_COUNTED = re.compile(r"\b(\d+) ([^\d()]+?)\(s\)")


@cache
def words(game: str) -> dict[str, dict[str, str]]:
    """The sentence templates of a game."""
    import tomllib
    from importlib.resources import files

    text = files("cardkit.words").joinpath(f"{game}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def sentence(
    game: str, event: Event | Mapping[str, Any], names: Sequence[str] = (), me: int | None = None
) -> str:
    """What happened, as told to seat `me` ("you"), or to nobody in particular.

    >>> lay = Event("lay", 1, ("7", "7", "*"), "lynx.play.layer")
    >>> sentence("lynx", lay, names=["Ola", "Ela"]), sentence("lynx", lay, me=1)
    ('Ela lays 7 7 ★.', 'You lay 7 7 ★.')
    """
    facts = event.data() if isinstance(event, Event) else dict(event)
    said = words(game)
    template = said["events"].get(facts["kind"])
    if template is None:
        raise BadInput(f"There is no sentence for {facts['kind']!r:.40} in words/{game}.toml.")
    return fill(template, facts, names, me, said.get("cards", {}))


def question(view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """What this seat is being asked, or whom it is waiting for."""
    me, asked = view["seat"], view["moves"]
    if view["outcome"]:
        return "The game is over."
    if not asked:
        secret = view["phase"] == "wait" or view["to_act"] == me
        return f"Waiting for {'the others' if secret else _name(view['to_act'], names, None)}."
    said = words(view["game"])
    return fill(said["questions"][view["phase"]], view, names, me, said.get("cards", {}))


def fill(
    template: str,
    facts: Mapping[str, Any],
    names: Sequence[str],
    me: int | None,
    cards: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """One template with its facts, as one sentence; `cards` are cards that have a name."""

    def replace(found: re.Match[str]) -> str:
        count, key, owned, mine, theirs = found.groups()
        if key is None:
            return str(mine if facts.get("seat") == me else theirs)
        value = facts[key] if key in facts else facts[key.lower()]
        if count:
            return how_many(len(value))
        if key.lower() in SEATS:
            return _seat_word(value, names, me, bool(owned), capital=key[0].isupper())
        return _shown(value, names, me, cards)

    text = _PLACE.sub(replace, template)
    text = _COUNTED.sub(lambda m: f"{m[1]} {m[2]}" + ("" if m[1] == "1" else "s"), text)
    return text[:1].upper() + text[1:]


def how_many(cards: int) -> str:
    """`three cards`, `one card`."""
    number = NUMBERS[cards] if cards < len(NUMBERS) else str(cards)
    return f"{number} card" + ("" if cards == 1 else "s")


def transcript(game: Game, names: Sequence[str] = ()) -> str:
    """A whole game for a person to read: every decision and all that followed, with its rule."""
    again = replayed(game, [])
    lines = [f"# {game.name}, {game.players} players, seed {game.seed}", ""]
    lines += [_cited(game.name, event, names) for event in again.events]
    for seat, move in game.history:
        lines += ["", f"{seat}: {move}"]
        lines += [_cited(game.name, event, names) for event in again.play(move, seat)]
    return "\n".join(lines) + "\n"


def _cited(game: str, event: Event, names: Sequence[str]) -> str:
    return f"   {sentence(game, event, names)} ({event.rule})"


def _seat_word(
    seat: Any, names: Sequence[str], me: int | None, owned: bool, capital: bool
) -> str:
    name = _name(seat, names, me)
    if name == "you":
        word = "your" if owned else "you"
        return word.capitalize() if capital else word
    return f"{name}'s" if owned else name


def _name(seat: Any, names: Sequence[str], me: int | None) -> str:
    if seat is not None and seat == me:
        return "you"
    return names[seat] if isinstance(seat, int) and seat < len(names) else f"Player {seat}"


def _shown(
    value: Any, names: Sequence[str], me: int | None, cards: Mapping[str, str]
) -> str:
    if isinstance(value, str):
        return cards.get(value, value).replace("*", "★")
    if not isinstance(value, Iterable):
        return str(value).replace("-", "−")
    parts = list(value)
    if any(isinstance(part, int) for part in parts):
        return " and ".join(_name(part, names, me) for part in parts)
    if parts and set(parts) == {HIDDEN}:
        return "a card" if len(parts) == 1 else f"{len(parts)} cards"
    shown = [cards.get(part, part) for part in parts]
    between = ", " if any(" " in card for card in shown) else " "
    return between.join(shown).replace("*", "★") or "nothing"

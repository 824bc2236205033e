"""How Lynx lies on the table: from a seat's view to a scene.

Opponents show their layers fanned; the duel adds the virtual player's row of sets and groups in
the pool. Nothing here decides what is legal: whatever is clicked becomes notation for the engine.

>>> import cardkit
>>> game = cardkit.position("lynx", players=3, hands={0: "7 7 9"}, pool="1 2 3 4 5 6")
>>> layout(game.view(0), names=["Ola", "Ela", "Jan"]).title
'Lynx'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardkit import Event, narration
from widgets.cards import short
from widgets.chronicle import cited, entries, fresh, points, rules_in_play, victory
from widgets.foresight import Foresight
from widgets.lynx_moves import ASSUME, COMPARISONS, explain, last_lay, notation, sets
from widgets.scene import Chip, Choice, Fact, Line, Piece, Scene, Seat, Spot, Zone, fan, spots

__all__ = ["explain", "layout", "notation"]

View = dict[str, Any]
JOKER = "*"

# Events that begin an entry of the log; the others tell more about the one before.
OPENING = (
    "deal", "duel-deal", "first", "lay", "steal", "rob", "take", "leave", "take-back", "discard",
    "draw", "may-draw", "turn", "end", "win",
)  # fmt: skip
MINOR = ("removed", "into-hand", "pool-joker", "places")  # cited, but not worth a sentence

IN_PLAY = {  # the rules that a question is about, first the closest
    "lay": "play.must play.one-value play.joker-joins play.jokers-alone steal.must "
           "steal.equal-not-higher steal.jokers-safe end.hand-empty",
    "loot": "steal.take steal.leave steal.removed steal.once steal.joker-reverts",
    "robbed": "steal.leave steal.removed steal.next-layer steal.joker-reverts draw.source",
    "draw": "draw.source draw.refill draw.deck-empty end.pool-empty",
    "free": "draw.no-steal draw.source draw.refill turn.end",
    "rob": "duel.steal-any-set duel.whole-set duel.steal-into-hand duel.virtual-first duel.refill",
    "over": "score.cards score.tie",
}  # fmt: skip
MODE_RULES = {"advanced": "mode.advanced", "expert": "mode.advanced mode.expert mode.expert-must"}


def layout(
    view: View,
    names: Sequence[str],
    picked: Sequence[str] = (),
    helping: int = 2,
    since: int = 0,
    tried: Sequence[str] = (),
) -> Scene:
    """The scene of one seat. `picked` and `tried` are places, `since` what it has read of the log.

    `helping` 2 proposes moves and says what they do, 1 says it of what is picked, 0 does not.
    """
    return _Layout(view, names, picked, helping, since, tried).scene()


def called(cards: Sequence[str]) -> str:
    """A layer in short: three sevens are "3 × 7", jokers alone "2 × ★".

    >>> called(["7", "7", "*"])
    '3 × 7'
    """
    return f"{len(cards)} × {short(cards[0])}"


class _Layout:
    """One scene in the making; a method for each zone, top to bottom."""

    def __init__(self, view: View, names: Sequence[str], picked: Sequence[str], helping: int,
                 since: int, tried: Sequence[str]) -> None:  # fmt: skip
        self.view, self.names, self.picked = view, names, tuple(picked)
        self.helping, self.since, self.tried = helping, since, tuple(tried)
        self.me: int = view["seat"]
        self.asked = bool(view["moves"])
        self.phase: str = view["phase"] if self.asked else ""
        self.ahead = Foresight(view, ASSUME) if self.phase == "lay" else None
        self.log = entries(view, names, OPENING, MINOR)

    def scene(self) -> Scene:
        view = self.view
        log = tuple(reversed(self.log))[:80]
        return Scene(
            game="lynx",
            title="Lynx",
            meta=self.meta(),
            status=fresh(self.log, self.since, asked=self.asked and self.phase == "lay"),
            seats=self.seats(),
            middle=self.middle(),
            mine=(self.layers(self.me),),
            points=self.points(),
            hand=self.hand(),
            question=self.question(),
            notes=self.notes(),
            choices=self.choices(),
            log=tuple(line for _, line in log),
            hint=self.hint(),
            rules=rules_in_play("lynx", self.rule_ids(), log),
            seat=self.me,
            over=view["outcome"] is not None,
        )

    def meta(self) -> str:
        mode = self.view["options"].get("mode", "basic")
        if "virtual" in self.view:
            return "duel" if mode == "basic" else f"duel · {mode}"
        return f"{mode} · {self.view['players']} players"

    # ---- opponents ----

    def seats(self) -> tuple[Seat, ...]:
        players = self.view["players"]
        others = [self.seat((self.me + step) % players) for step in range(1, players)]
        return (*others, *((self.virtual(),) if "virtual" in self.view else ()))

    def seat(self, seat: int) -> Seat:
        view = self.view
        held, score = view["hands"][seat], view["scores"][seat]
        hand = Zone(f"held-{seat}", "backs", count=held, label=f"{held} in hand")
        pieces: list[Piece] = [hand, self.layers(seat)]
        if view["phase"] == "draw" and view["victim"] == seat:
            pieces.append(Chip(f"draws {view['to_draw']} more", icon="draw"))
        elif view["phase"] in ("loot", "robbed") and view["victim"] == seat:
            pieces.append(Chip("robbed", icon="stop", dashed=True))
        return Seat(
            f"seat-{seat}",
            self.names[seat],
            _minus(score),
            "point" if abs(score) == 1 else "points",
            tuple(pieces),
            acting=view["to_act"] == seat,
        )

    def layers(self, seat: int) -> Zone:
        layers = self.view["tables"][seat]
        key = f"layers-{seat}"
        parts = tuple(self.layer(seat, i, layer, i == len(layers) - 1)
                      for i, layer in enumerate(layers))  # fmt: skip
        return Zone(key, "layers", parts=parts)

    def layer(self, seat: int, number: int, cards: list[str], top: bool) -> Zone:
        key = f"layers-{seat}-{number}"
        shown = list(fan(key, cards, top))
        if top and seat != self.me:
            shown[-1] = replace(shown[-1], verb="claim", words="claim this layer")
        hidden_joker = "" if top or cards[0] == JOKER or JOKER not in cards else " ★"
        states = ("top",) * top + ("tried",) * (top and any(key in place for place in self.tried))
        names = " ".join("joker" if card == JOKER else card for card in cards)
        words = f"{'top' if top else 'earlier'} layer, {len(cards)} of {_value(cards)}: {names}"
        return Zone(key, "fan", tuple(shown), label=called(cards) + hidden_joker, words=words,
                    states=states)  # fmt: skip

    def virtual(self) -> Seat:
        held = self.view["virtual"]
        choosing = self.phase == "rob"
        parts = []
        for i, value in enumerate(sets(self.view)):
            key, cards = f"virtual-{i}", [value] * held[value]
            shown = fan(f"{key}-card", cards)
            states = ("playable",) if choosing and f"rob {' '.join(cards)}" in self.moves else ()
            last = replace(shown[-1], key=key, verb="rob", states=states, words="rob this set")
            parts.append(
                Zone(f"{key}-set", "fan", (*shown[:-1], last), label=called(cards),
                     words=f"set: {len(cards)} of {value}")
            )  # fmt: skip
        zone = Zone("virtual", "stacks", parts=tuple(parts), words="Sets of the virtual player")
        many = sum(held.values())
        return Seat("seat-virtual", "Virtual player", f"{many}", "cards", (zone,), wide=True)

    # ---- the middle ----

    def middle(self) -> tuple[Piece, ...]:
        view = self.view
        draws = ("playable",) if self.phase in ("draw", "free") else ()
        deck: tuple[Spot, ...] = ()
        if view["deck"]:
            states = draws if "draw deck" in self.moves else ()
            deck = (Spot("deck", verb="draw", states=states, words="draw from the deck"),)
        discard = view["discard"]
        top = (Spot("discard", discard[-1]),) if discard else ()
        zones: list[Piece] = [
            Zone("deck", "pile", deck, label="Deck", count=view["deck"]),
            self.pool(draws),
            Zone("discard", "pile", top, label="Discard", count=len(discard)),
        ]
        if view["stolen"]:
            of = "you" if view["victim"] == self.me else self.names[view["victim"]]
            zones.insert(2, Zone("stolen", "fan", fan("stolen", view["stolen"]),
                                 words=f"Stolen from {of}", label=f"From {of}"))  # fmt: skip
        return tuple(zones)

    def pool(self, states: tuple[str, ...]) -> Zone:
        groups = self.view["pool"]
        if all(len(group) == 1 for group in groups):
            cards = spots("pool", [group[0] for group in groups], verb="draw")
            cards = tuple(replace(card, states=states) for card in cards)
            return Zone("pool", "row", cards, label="Pool")
        parts = []
        for i, group in enumerate(groups):
            below = spots(f"pool-{i}-card", group[:-1], drawn="strip")
            words = f"a group of {len(group)}" if below else ""
            top = Spot(f"pool-{i}", group[-1], "draw", states, words)
            parts.append(Zone(f"pool-{i}-group", "fan", (*below, top)))
        return Zone("pool", "stacks", parts=tuple(parts), label="Pool")

    # ---- me ----

    @property
    def moves(self) -> list[str]:
        return list(self.view["moves"])

    def points(self) -> Line:
        table = sum(map(len, self.view["tables"][self.me]))
        held = len(self.view["hand"])
        score = points(self.view["scores"][self.me])
        return Line(f"{table} on the table − {held} in hand", strong=score)

    def hand(self) -> Zone:
        picked = [self.view["hand"][int(key.split("-")[1])] for key in self.picked]
        numbers = sorted({card for card in picked if card != JOKER}, key=int)
        one = numbers[0] if len(numbers) == 1 else None
        shown = []
        for spot in spots("hand", self.view["hand"], verb="pick"):
            states: tuple[str, ...] = ("selected",) if spot.key in self.picked else ()
            if self.phase == "lay":
                if one and spot.card in (one, JOKER):
                    states += ("playable",)
            elif self.asked:  # something else is asked: trying a card brings the explanation
                states, spot = ("quiet",), replace(spot, verb="lay")
            else:
                spot = replace(spot, verb="lay")
            shown.append(replace(spot, states=states))
        note = Line(f"With {one}s you may lay {one}s and jokers.") if one else None
        return Zone("hand", "spread", tuple(shown), label="Your hand", note=note)

    # ---- what is asked ----

    def question(self) -> Line:
        view = self.view
        if view["outcome"]:
            return self.outcome()
        said = narration.question(view, self.names)
        if self.phase != "lay":
            return Line(strong=said)
        if not self.picked:
            return Line("Pick cards in your hand.", strong=said)
        return Line(f"Picked: {self.cards_picked()}.", strong=said)

    def outcome(self) -> Line:
        outcome = self.view["outcome"]
        score = points(self.view["scores"][outcome["winners"][0]])
        return Line(
            f"The game is over: {score}.",
            (outcome["ended"], outcome["rule"]),
            strong=victory(self.view, self.names),
        )

    def notes(self) -> tuple[Line, ...]:
        """After a lay that robbed nobody: why not, player by player."""
        if self.phase != "free":
            return ()
        failed = (*COMPARISONS[1:-1], "whole-set", "no-set")
        events = [event for event in last_lay(self.view) if event["kind"] in failed]
        return tuple(cited("lynx", event, self.names, self.me) for event in events)

    def cards_picked(self) -> str:
        return notation(self.view, "lay", self.picked).replace("lay ", "").replace(JOKER, "★")

    # ---- moves as verbs ----

    def choices(self) -> tuple[Choice, ...]:
        view = self.view
        if view["outcome"] or not self.asked:
            return ()
        if self.phase == "lay":
            return self.lays()
        stolen = " ".join(map(short, view["stolen"]))
        victim = self.names[view["victim"]]
        many = len(view["stolen"])
        said: dict[str, tuple[str, str, str]] = {
            "take": ("Take", f"{stolen} to your hand, {victim} draws {many}", "take"),
            "leave": ("Leave", f"{victim} takes them back, or draws {many}", "leave"),
            "take back": ("Take back", f"{stolen} to your hand", "take-back"),
            "discard": ("Discard", f"then you draw {many}", "discard"),
            "draw deck": ("Draw from the deck", "a card nobody has seen", "draw"),
            "end": ("End turn", "draw nothing", "end"),
            "rob none": ("Rob none", "spare the virtual player", "rob-none"),
        }
        out = []
        for move in self.moves:
            if move.startswith("draw #") and "draw deck" not in self.moves:
                number = int(move[6:]) - 1
                cards = " ".join(map(short, view["pool"][number]))
                out.append(Choice(f"Draw {cards}", "from the pool", "draw", (f"pool-{number}",)))
            elif move in said:
                text, what, verb = said[move]
                places = ("deck",) if verb == "draw" else ()
                out.append(Choice(text, what if self.helping else "", verb, places))
            elif move.startswith("rob "):
                place = f"virtual-{sets(view).index(move.split()[1])}"
                out.append(Choice(f"Rob {move[4:]}", "into your hand", "rob", (place,)))
        return tuple(out)

    def lays(self) -> tuple[Choice, ...]:
        if not self.picked:
            if self.helping < 2:
                return ()
            return tuple(self.lay(self.places(move)) for move in self.proposals(self.moves)[:3])
        main = self.lay(self.picked, main=True)
        if self.helping < 2:
            return (main,)
        more = [move for move in self.moves if self.grows(move)]
        return (main, *(self.lay(self.places(move, self.picked))
                        for move in self.proposals(more)[:2]))  # fmt: skip

    def lay(self, places: tuple[str, ...], main: bool = False) -> Choice:
        move = notation(self.view, "lay", places)
        text = "Lay " + " ".join(map(short, _sorted(move.split()[1:])))
        effect = self.effect(move) if self.helping else ""
        return Choice(text, effect, "lay", None if main else places, main=main)

    def effect(self, move: str) -> str:
        """What laying this does at once: whom it robs, or that it ends the game."""
        assert self.ahead is not None
        after = self.ahead.after(move)
        if after is None:
            return "try it"
        game, events = after
        if game.outcome:
            won = self.me in game.outcome.winners
            return "ends the game: you win" if won else "ends the game: you do not win"
        robbed = _robbed(events, self.names)
        return f"robs {', '.join(robbed)}" if robbed else "robs nobody"

    def proposals(self, moves: Sequence[str]) -> list[str]:
        """Lays worth a look: what wins, what robs most, the biggest, jokers spared; one a value."""
        best: dict[tuple[str, int], str] = {}

        def rank(move: str) -> tuple[int, int, int, int]:
            cards = move.split()[1:]
            return -self.worth(move), cards.count(JOKER), -len(cards), -_height(cards)

        for move in sorted(moves, key=rank):
            cards = move.split()[1:]
            best.setdefault((cards[0], cards.count(JOKER) if self.picked else 0), move)
        return list(best.values())

    def worth(self, move: str) -> int:
        """How many it robs; a lay that ends the game is best or worst of all."""
        assert self.ahead is not None
        after = self.ahead.after(move)
        if after is None:
            return 0
        game, events = after
        if game.outcome:
            return 9 if self.me in game.outcome.winners else -9
        return len(_robbed(events, self.names))

    def grows(self, move: str) -> bool:
        """Whether this lay has all that is picked, and more."""
        cards = move.split()[1:]
        mine = [self.view["hand"][int(key.split("-")[1])] for key in self.picked]
        enough = all(cards.count(card) >= mine.count(card) for card in mine)
        return enough and len(mine) < len(cards) <= len(mine) + 2

    def places(self, move: str, first: Sequence[str] = ()) -> tuple[str, ...]:
        """Places of the hand that hold the cards of a lay, those already picked first."""
        left = move.split()[1:]
        keys = [*first, *(f"hand-{i}" for i in range(len(self.view["hand"])))]
        out: list[str] = []
        for key in keys:
            card = self.view["hand"][int(key.split("-")[1])]
            if key not in out and card in left:
                left.remove(card)
                out.append(key)
        return tuple(out)

    # ---- the side panel ----

    def rule_ids(self) -> list[str]:
        phase = "over" if self.view["outcome"] else self.phase or "lay"
        mode = MODE_RULES.get(self.view["options"].get("mode", ""), "")
        return [f"lynx.{name}" for name in f"{IN_PLAY[phase]} {mode}".split()]

    def hint(self) -> tuple[Piece, ...]:
        seen = [Fact(f"{self.names[seat]} holds", " ".join(map(short, known)))
                for seat, known in enumerate(self.view["known"])
                if known and seat != self.me]  # fmt: skip
        memory: tuple[Piece, ...] = ()
        if seen:
            memory = (Line("Everybody saw these go into a hand.", strong="Remember"), *seen)
        if self.phase != "lay" or not self.helping:
            said = narration.question(self.view, self.names)
            facts = (Fact(choice.text, choice.consequence) for choice in self.choices())
            return (Line(said), *facts, *memory)
        if self.picked:
            return (*self.picked_hint(), *memory)
        facts = (Fact("Lay " + move[4:].replace(JOKER, "★"), self.effect(move))
                 for move in self.proposals(self.moves)[:8])  # fmt: skip
        lead = Line("as many cards as a top layer has, and higher.", strong="A lay robs with")
        return (lead, *facts, *memory)

    def picked_hint(self) -> tuple[Piece, ...]:
        assert self.ahead is not None
        events = self.ahead.events(notation(self.view, "lay", self.picked))
        kinds = (*COMPARISONS, "joker-joins", "jokers-alone", "rob", "whole-set", "no-set", "end")
        lines = [cited("lynx", event.data(), self.names, self.me)
                 for event in events if event.kind in kinds]  # fmt: skip
        return (Line(strong=f"If you lay {self.cards_picked()}"), *lines)


def _robbed(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    robbed = ["the virtual player" for event in events if event.kind == "rob"]
    return robbed + [names[event.facts["victim"]] for event in events if event.kind == "steal"]


def _value(cards: Sequence[str]) -> str:
    return "jokers" if cards[0] == JOKER else cards[0]


def _height(cards: Sequence[str]) -> int:
    return 99 if cards[0] == JOKER else int(cards[0])


def _sorted(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=lambda card: _height([card]))


def _minus(number: int) -> str:
    return f"{number}".replace("-", "−")

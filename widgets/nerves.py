"""How Nerves lies on the table: from a seat's view to a scene.

Hands and pile are shown as everyone sees them, from behind; in the row hearts stay hearts, one's
own with a note of what they are. The end of a round comes in steps (see nerves_moments).

>>> import cardkit
>>> game = cardkit.position("nerves", players=3, row="5 4h:down", hands={0: "trap 4h 5"})
>>> layout(game.view(0), names=["Ola", "Ela", "Jan"]).question.strong
'Lay a card, or call CHECK!'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardkit import narration
from cardkit.events import HIDDEN
from cardkit.games.nerves import Options
from cardkit.games.nerves_sight import HEART, SPECIALS, value_of
from cardkit.options import options_of
from widgets.cards import UNSEEN
from widgets.chronicle import cited, entries, fresh, rules_in_play, victory
from widgets.foresight import Foresight
from widgets.nerves_moments import moments, steps
from widgets.nerves_moves import explain, notation
from widgets.scene import (
    Bar,
    Chip,
    Choice,
    Group,
    Line,
    Piece,
    Scale,
    Scene,
    Seat,
    Spot,
    Tokens,
    Zone,
    spots,
)

__all__ = ["WINDOWS", "explain", "layout", "moments", "notation"]

View = dict[str, Any]
WINDOWS = {"window": "wait"}  # a question that may close by itself, and the answer it then gets

# Events that begin an entry of the log; the others tell more about the one before.
OPENING = (
    "deal", "first", "duty", "pass", "must-check", "lay", "lay-down", "check", "calls", "reveal",
    "traps-first", "zero", "hit", "miss", "return", "used", "three", "win",
)  # fmt: skip
MINOR = ("backs", "top", "turn-first", "no-window", "unseen")  # cited, but not worth a sentence
SILENT = ("turn",)
HEADINGS = ("begin",)
# What a summary leaves out: it is about tokens, and about who begins.
NOT_SUMMED = ("draw", "new-pile", "no-card", "used", "turn", "reveal", "no-draw", "turn-empty")

IN_PLAY = {  # the rules that a question is about, first the closest
    "turn": "turn.choice check.hit check.miss lay.side lay.act trap.hidden trap.own see.two-sided",
    "lay": "turn.first-lays lay.side lay.act special.two special.two-window see.two-sided",
    "check": "lay.exhausted check.hit check.miss",
    "window": "lay.window lay.window-simultaneous check.hit check.miss trap.hidden trap.own "
              "see.heart",
    "wait": "lay.window check.hit check.miss trap.hidden",
    "reveal": "check.reveal trap.first check.hit check.miss check.one-composure check.two-nerves "
              "round.next",
    "over": "end.three end.tie",
}  # fmt: skip
FACE_UP = {  # what a special does at once
    "reverse": "turns play round",
    "two": "next player lays two",
    "remove": "takes the last card away",
    "trap": "does nothing",
}


def layout(
    view: View,
    names: Sequence[str],
    picked: Sequence[str] = (),
    helping: int = 2,
    since: int = 0,
    tried: Sequence[str] = (),
) -> Scene:
    """The scene of one seat. `picked` and `tried` are places, `since` what it has read of the log.

    `helping` 2 or 1 says what a lay shows to the others, 0 does not.
    """
    return _Layout(view, names, picked, helping, since, tried).scene()


def called(card: str) -> str:
    """A card in a word or two.

    >>> called("4h"), called("two"), called("4")
    ('4', 'play two', 'two-sided 4')
    """
    if card in SPECIALS:
        return {"two": "play two", "remove": "remove last"}.get(card, card)
    return card.removesuffix("h") if card.endswith("h") else f"two-sided {card}"


class _Layout:
    """One scene in the making; a method for each zone, top to bottom."""

    def __init__(self, view: View, names: Sequence[str], picked: Sequence[str], helping: int,
                 since: int, tried: Sequence[str]) -> None:  # fmt: skip
        self.view, self.names, self.picked = view, names, tuple(picked)
        self.helping, self.since, self.tried = helping, since, tuple(tried)
        self.me: int = view["seat"]
        self.options = options_of(Options, view)
        self.asked = bool(view["moves"])
        self.phase: str = view["phase"]
        self.moment: View | None = view.get("moment")
        self.laying = self.asked and self.phase in ("turn", "lay")
        self.log = entries(view, names, OPENING, MINOR, HEADINGS, SILENT)

    def scene(self) -> Scene:
        view = self.view
        log = tuple(reversed(self.log))[:80]
        return Scene(
            game="nerves",
            title="Nerves",
            meta=f"{view['players']} players · round {view['round']}",
            status=self.status(),
            seats=self.seats(),
            middle=self.middle(),
            hand=self.hand(),
            me=self.mine(),
            question=self.question(),
            notes=self.notes(),
            choices=self.choices(),
            log=tuple(line for _, line in log),
            hint=self.hint(),
            rules=rules_in_play("nerves", self.rule_ids(), log),
            seat=self.me,
            over=view["outcome"] is not None,
        )

    def status(self) -> tuple[Line, ...]:
        """What just happened; of a round that has ended, who gained what."""
        if not self.moment:
            return fresh(self.log, self.since, asked=self.laying)
        if self.moment["step"] != "end":
            return ()  # each step is said below
        gained = {kind: [self.name(event["seat"]) for event in self.moment["events"]
                         if event["kind"] == kind] for kind in ("composure", "nerve")}  # fmt: skip
        return tuple(Line(f"{', '.join(dict.fromkeys(who))}.", strong=f"{kind.capitalize()}:")
                     for kind, who in gained.items() if who)  # fmt: skip

    def name(self, seat: int) -> str:
        return "you" if seat == self.me else self.names[seat]

    # ---- opponents ----

    def seats(self) -> tuple[Seat, ...]:
        players = self.view["players"]
        return tuple(self.seat((self.me + step) % players) for step in range(1, players))

    def seat(self, seat: int) -> Seat:
        backs = [UNSEEN if back == HEART else back for back in self.view["hands"][seat]]
        hand = Zone(
            f"held-{seat}", "row", spots(f"held-{seat}", backs), count=len(backs),
            words=f"{self.names[seat]}'s hand from behind",
        )  # fmt: skip
        pieces: list[Piece] = [Group("before", (hand, Group("token-rows", self.tokens(seat))))]
        if self.view["due"] > 1 and self.view["turn"] == seat and not self.moment:
            pieces.append(Chip(f"must lay {self.view['due']}", icon="two"))
        acting = self.view["turn"] == seat and not self.moment and not self.view["outcome"]
        return Seat(f"seat-{seat}", self.names[seat], pieces=tuple(pieces), acting=acting)

    def tokens(self, seat: int) -> tuple[Tokens, Tokens]:
        composure, nerves = self.view["composure"][seat], self.view["nerves"][seat]
        most, limit = self.options.to_win, self.options.nerve_limit
        return (
            Tokens("composure tokens", composure, max(most, composure)),
            Tokens("nerve tokens", nerves, max(limit, nerves), shape="nerve"),
        )

    # ---- the middle: the pile, the row, its sum ----

    def middle(self) -> tuple[Piece, ...]:
        return (
            Group("nerves-top", (self.pile(), self.row())),
            Group("sumline", (self.total(), self.scale(), self.hidden(), self.direction())),
        )

    def pile(self) -> Zone:
        top = self.view["top"]
        card = UNSEEN if top == HEART else top
        shown = (Spot("pile", card, words="on top of the draw pile"),) if top else ()
        return Zone("pile", "pile", shown, label="Draw", count=self.view["pile"])

    def row(self) -> Zone:
        cards = [self.laid(i, laid) for i, laid in enumerate(self.view["row"])]
        cards.append(Spot(f"row-{len(cards)}", empty=True))
        words = "The row, in the order laid" if self.view["row"] else "The row, still empty"
        return Zone("row", "laid", tuple(cards), words=words)

    def laid(self, number: int, laid: View) -> Spot:
        """A card of the row: a heart if it lies face down, with a note on one's own."""
        mine = laid["owner"] == self.me
        owner = "You" if mine else self.names[laid["owner"]]
        words = f"laid by {'you' if mine else owner}"
        spot = Spot(f"row-{number}", laid["card"], whose=owner, words=words)
        if laid["down"]:
            spot = replace(spot, card=UNSEEN, verb="" if self.moment else "peek")
            if laid["card"] != HIDDEN:
                spot = replace(spot, badge=called(laid["card"]),
                               words=f"{words}, you know it: {called(laid['card'])}")  # fmt: skip
            if spot.key in self.tried:
                spot = replace(spot, states=("tried",))
        elif laid.get("turned"):
            spot = replace(spot, words=f"{words}, turned over", states=("turned",))
        return spot

    @property
    def facts(self) -> tuple[int, int, int]:
        """The visible sum, what my own hidden cards add to it, and how many others' are hidden."""
        down = [laid for laid in self.view["row"] if laid["down"]]
        mine = sum(value_of(laid["card"]) for laid in down if laid["card"] != HIDDEN)
        return self.view["visible"], mine, sum(laid["card"] == HIDDEN for laid in down)

    @property
    def down(self) -> int:
        return sum(laid["down"] for laid in self.view["row"])

    @property
    def most(self) -> int:
        """The most that the row can be, as far as I know."""
        seen, mine, others = self.facts
        highest = max((value_of(card) for card, many in self.options.deck.items()
                       if many and not card.isdecimal()), default=0)  # fmt: skip
        return seen + mine + others * highest

    def total(self) -> Line:
        return Line(strong=f"≥ {self.view['visible']}" if self.down else f"{self.view['visible']}")

    def scale(self) -> Scale:
        seen, _, others = self.facts
        goal, most = self.options.goal, self.most
        marks = [(float(goal), str(goal))]
        if most > seen:
            marks.append((float(most), f"{most} at most" if others else f"{most}"))
        words = f"{seen} to be seen, {goal} wanted" + f", {most} at most" * (most > seen)
        return Scale(words, max(goal + 8, most + 2), seen, most, tuple(marks))

    def hidden(self) -> Chip:
        mine = self.facts[1]
        own = any(laid["down"] and laid["card"] != HIDDEN for laid in self.view["row"])
        return Chip(f"{self.down} hidden" + f", yours {mine}" * own, icon="heart-solid")

    def direction(self) -> Chip:
        clockwise = self.view["direction"] > 0
        return Chip("Clockwise" if clockwise else "Reversed",
                    icon="turn" if clockwise else "turn-back")  # fmt: skip

    # ---- me ----

    def hand(self) -> Zone:
        shown = []
        for spot in spots("hand", self.view["hand"], verb="pick" if self.laying else "lay-up"):
            states: tuple[str, ...] = ("playable",) if self.laying else ("quiet",)
            if spot.key in self.picked:
                states += ("selected",)
            shown.append(replace(spot, states=states))
        backs = Counter(self.view["hands"][self.me])
        hearts = backs.pop(HEART, 0)
        seen = " ".join(sorted(backs.elements())) or "no number"
        note = Line(f"The others see {seen} and {hearts} heart{'s' * (hearts != 1)}.")
        return Zone("hand", "spread", tuple(shown), label="Your hand", note=note, single=True)

    def mine(self) -> tuple[Piece, ...]:
        composure, nerves = self.tokens(self.me)
        pieces: list[Piece] = [
            Group("me-line", (composure,), label="Composure"),
            Group("me-line", (nerves,), label="Nerves"),
        ]
        if composure.on + 1 == composure.of:
            pieces.append(Line("One more composure wins.", ("nerves.end.three",)))
        elif nerves.on + 1 == nerves.of:
            cost = " and one composure" if composure.on and self.options.nerve_price else ""
            pieces.append(Line(f"One more nerve: they go back{cost}.",
                               ("nerves.check.two-nerves",)))  # fmt: skip
        return tuple(pieces)

    # ---- what is asked ----

    def question(self) -> Line:
        if self.moment:
            return self.told()
        if self.view["outcome"]:
            return self.outcome()
        if not self.asked:
            return self.waiting()
        asked = narration.question(self.view, self.names)
        if self.phase == "lay" and self.view["due"] > 1:
            left = self.view["due"] - self.view["laid"]
            return Line(f"{left} still to lay, then the others may answer. Pick a card.",
                        ("nerves.special.two",), strong=asked)  # fmt: skip
        if self.phase == "lay":
            return Line("Pick one in your hand.", ("nerves.turn.first-lays",), strong=asked)
        return replace(self.stake(), strong=asked)

    def stake(self) -> Line:
        """What a call would bring."""
        goal, last = self.options.goal, self.name(self.view["last"])
        own = any(laid["down"] and laid["card"] == "trap" for laid in self.view["row"])
        if own:
            return Line("Your own trap lies in the row: it acts on you too.", ("nerves.trap.own",))
        if self.phase == "turn" and self.view["due"] > 1:
            return Line(f"You lay {self.view['due']} cards, or call instead.",
                        ("nerves.special.two-check",))  # fmt: skip
        return Line(f"At {goal} or more the nerve token goes to {last}, below it to you.",
                    ("nerves.check.hit", "nerves.check.miss"))  # fmt: skip

    def waiting(self) -> Line:
        if self.phase != "wait":
            return Line(strong=f"{self.names[self.view['turn']]} is thinking.")
        said = "You laid" if self.view["turn"] == self.me else "You wait"
        return Line("The others may call CHECK! now.", ("nerves.lay.window",), strong=f"{said}.")

    def outcome(self) -> Line:
        outcome = self.view["outcome"]
        return Line(
            f"The game is over: {self.options.to_win} composure tokens.",
            tuple(dict.fromkeys((outcome["ended"], outcome["rule"]))),
            strong=victory(self.view, self.names),
        )

    # ---- moves as verbs ----

    def choices(self) -> tuple[Choice, ...]:
        if self.moment:
            return self.onward()
        if self.view["outcome"] or not self.asked:
            return ()
        lays = self.lays() if self.laying and self.picked else ()
        if self.phase == "window":
            lays = (Choice("Wait", "let it pass", "wait", ()),)
        legal = "check" in self.view["moves"]
        return (*lays, Choice("CHECK!", "" if legal else "not now", "check", (),
                              main=legal, loud=True))  # fmt: skip

    def lays(self) -> tuple[Choice, ...]:
        """Face up or face down; a card that cannot lie face down is only offered to learners."""
        card = self.view["hand"][int(self.picked[0].split("-")[1])]
        two_sided = card.isdecimal() and self.helping
        up = f"Lay {called(card)}" + " face up" * (not two_sided)
        lays = [Choice(up, self.shows(card, False), "lay-up")]
        if not two_sided:
            down = f"Lay {called(card)} face down"
            lays.append(Choice(down, self.shows(card, True), "lay-down"))
        return tuple(lays)

    def shows(self, card: str, down: bool) -> str:
        """What everybody sees after this lay."""
        if not self.helping:
            return ""
        after = self.after(f"lay {card}" + " down" * down)
        if after is None:
            return "try it"
        row = after["row"]
        hidden = sum(laid["down"] for laid in row)
        seen = f"row shows {after['visible']}, {hidden} hidden" if row else "the row is empty"
        return f"{FACE_UP[card]}; {seen}" if card in FACE_UP and not down else seen

    def after(self, move: str) -> View | None:
        """The view right after a lay, before anybody has answered."""
        played = Foresight(self.view, {}).after(move)
        return played[0].view(self.me, log=False) if played else None

    # ---- the end of a round ----

    def told(self) -> Line:
        """The step of a reveal as a headline."""
        assert self.moment is not None
        if self.moment["step"] == "end":
            if self.view["outcome"]:
                return self.outcome()
            count = next(e for e in self.moment["events"] if e["kind"] in ("hit", "miss"))
            line = cited("nerves", count, self.names, self.me)
            return Line("", line.rules, strong=line.text)
        told = [event for event in self.moment["events"] if event["kind"] not in NOT_SUMMED]
        first, *more = [cited("nerves", event, self.names, self.me) for event in told]
        rules = dict.fromkeys(rule for line in (first, *more) for rule in line.rules)
        return Line(" ".join(line.text for line in more), tuple(rules), strong=first.text)

    def notes(self) -> tuple[Line, ...]:
        """At the end of a reveal: all that it brought, with its rules."""
        if not self.moment or self.moment["step"] != "end":
            return ()
        left_out = (*NOT_SUMMED, "check", "hit", "miss", "turn-up", "win")
        out: list[Line] = []
        for _, events in steps(self.moment["events"]):
            lines = [cited("nerves", event, self.names, self.me)
                     for event in events if event["kind"] not in left_out]  # fmt: skip
            rules = dict.fromkeys(rule for line in lines for rule in line.rules)
            if lines:
                out.append(Line(" ".join(line.text for line in lines), tuple(rules)))
        return tuple(out)

    def onward(self) -> tuple[Choice, ...]:
        assert self.moment is not None
        if self.moment["step"] != "end":
            return (Choice("Show all", "skip the steps", "skip", ()),)
        seat = self.moment["next"]
        begins = f"{self.name(seat)} {'begin' if seat == self.me else 'begins'}"
        return (Choice("Go on", f"round {self.view['round'] + 1}: {begins}", "onward", (),
                       main=True),)  # fmt: skip

    # ---- the side panel ----

    def rule_ids(self) -> list[str]:
        phase = "over" if self.view["outcome"] else self.phase
        return [f"nerves.{name}" for name in IN_PLAY[phase].split()]

    def hint(self) -> tuple[Piece, ...]:
        """How likely the row has reached the goal, and holds a trap: exact, habits left out."""
        if self.moment or self.view["outcome"] or not self.view["row"]:
            return (Line("Nothing to reckon with before a card is laid."),)
        seen, mine, others = self.facts
        need = self.options.goal - seen - mine
        known = f"You know {seen + mine} of the row"
        if not others:
            return (Line(f"{known}, and nothing else is hidden."),)
        bars = self.chances(need, others) if self.helping else ()
        hearts = "one heart" if others == 1 else f"{others} hearts"
        lead = Line(f"the {hearts} of the others must hold {max(0, need)} or more.",
                    strong=f"{known};")  # fmt: skip
        return (lead, *bars)

    def chances(self, need: int, hearts: int) -> tuple[Piece, ...]:
        from cardkit.odds import Deck, P, has, total

        unseen = self.view["memory"]["unseen"]
        if len(unseen) > 1:  # after a new pile not every heart can be every card
            return ()
        left = {card: many for card, many in next(iter(unseen.values())).items()
                if not card.isdecimal()}  # fmt: skip
        space = Deck(left).draw(hearts)
        reached = P(total >= need, space) if need > 0 else 1
        trap = P(has("trap"), space) if left.get("trap") else 0
        many = sum(left.values())
        return (
            Bar(f"The row is {self.options.goal} or more", 100 * float(reached)),
            Bar("A hidden trap of theirs", 100 * float(trap)),
            Line(f"Exact, if each of the {many} one-sided cards that you have not seen is equally "
                 "likely. How people play is left out."),
        )  # fmt: skip

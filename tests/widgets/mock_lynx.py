"""The Lynx position of the first drawing of the table, as a scene built by hand."""

from __future__ import annotations

from dataclasses import replace

from widgets.scene import Choice, Line, Rule, Scene, Seat, Spot, Zone, fan, spots

RULES = (
    Rule("lynx.play.one-value", "rule", "All number cards laid in one turn have the same value."),
    Rule("lynx.play.joker-joins", "rule", "Jokers laid with number cards take their value."),
    Rule("lynx.steal.must", "rule", "Same number of cards and a higher value: you must steal it."),
    Rule("lynx.steal.compare", "rule", "Compare with the top layer of each other player."),
    Rule("lynx.steal.joker-reverts", "ruling", "A joker that returns to a hand is plain again."),
)
HAND = ["2", "5", "7", "7", "7", "9", "9", "11", "11", "13", "*"]


def layers(key: str, *sets: str, tried: bool = False) -> Zone:
    parts = []
    for i, cards in enumerate(sets):
        top = i == len(sets) - 1
        name = f"{len(cards.split())} × {cards.split()[0]}"
        parts.append(
            Zone(
                f"{key}-{i}",
                "fan",
                fan(f"{key}-{i}", cards.split(), top=top),
                label=name,
                words=f"{'top' if top else 'earlier'} layer: {name}",
                states=(("top",) if top else ()) + (("tried",) if top and tried else ()),
            )
        )
    return Zone(key, "layers", parts=tuple(parts))


def seat(number: int, name: str, score: str, held: int, *sets: str, tried: bool = False) -> Seat:
    unit = "point" if score == "−1" else "points"
    hand = Zone(f"seat-{number}-hand", "backs", count=held, label=f"{held} in hand")
    return Seat(
        f"seat-{number}", name, score, unit, (hand, layers(f"layers-{number}", *sets, tried=tried))
    )


def scene() -> Scene:
    hand = [
        replace(
            spot,
            states=(("selected",) if i in (2, 3) else ())
            + (("playable",) if spot.card in "7*" else ()),
        )
        for i, spot in enumerate(spots("hand", HAND, verb="pick"))
    ]
    return Scene(
        game="lynx",
        title="Lynx",
        meta="basic · 4 players",
        seat=0,
        status=(Line("laid 4 4 ★ and robbed nobody.", strong="Ela"), Line(strong="Your turn.")),
        seats=(
            seat(1, "Karolina", "−4", 9, "6 6 6", "12 12"),
            seat(2, "Michał", "−6", 10, "2", "5 5 5", tried=True),
            seat(3, "Ela", "−1", 8, "1 1 1 1", "4 4 *"),
        ),
        middle=(
            Zone("deck", "pile", (Spot("deck"),), label="Deck", count=42),
            Zone("pool", "row", spots("pool", ["1", "5", "9", "9", "*", "2"]), label="Pool"),
            Zone("discard", "pile", (Spot("discard", "8"),), label="Discard", count=3),
        ),
        mine=(layers("layers-0", "10 10", "5 5"),),
        points=Line("4 on the table − 11 in hand", strong="−7 points"),
        hand=Zone(
            "hand",
            "spread",
            tuple(hand),
            label="Your hand",
            note=Line("With 7s you may lay 7s and jokers."),
        ),
        question=Line("Two 7s are picked.", strong="Lay cards of one value."),
        refusal=Line("Two 7s don't rob Michał: he has three cards on top.", ("lynx.steal.must",)),
        choices=(
            Choice("Lay 7 7", "robs nobody", "lay", main=True),
            Choice("Lay 7 7 7", "robs Michał, Ela", "lay", ("hand-2", "hand-3", "hand-4")),
            Choice("Lay 7 7 ★", "robs Michał, Ela", "lay", ("hand-2", "hand-3", "hand-10")),
        ),
        tools=(Choice("Undo", verb="undo", icon="undo"),),
        log=(
            Line(
                "Ela laid 4 4 ★: three cards of value 4, lower than Michał's 5s. No theft.",
                ("lynx.play.joker-joins", "lynx.steal.compare"),
                who="Ela",
            ),
            Line("Ela drew one card from the deck.", ("lynx.draw.no-steal",), who="Ela"),
            Line("Michał laid 5 5 5. Ela had four cards on top: no theft.", ("lynx.steal.must",),
                 who="Michał"),
            Line("Michał took the 10 from the pool; the pool was refilled.",
                 ("lynx.draw.no-steal", "lynx.draw.refill"), who="Michał"),
            Line("Karolina laid 12 12 and robbed you of 9 9.", ("lynx.steal.must",),
                 who="Karolina"),
            Line("Karolina left them to you.", ("lynx.steal.leave",), who="Karolina"),
            Line("You took 9 9 back; 5 5 is your top layer now.", ("lynx.steal.next-layer",),
                 who="You"),
            Line("You laid 9 9 on your 5 5.", ("lynx.play.layer",), who="You"),
        ),
        hint=(Line("Three 7s rob two players.", strong="What each move does"),),
        rules=RULES,
    )  # fmt: skip

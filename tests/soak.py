"""A million random decisions over all games, modes and player counts with every invariant on.

`make soak`, or `python -m tests.soak 20000` for a short one. Prints how often each rule id was
cited, and fails on a zero that tests/soak.toml does not explain.
"""

from __future__ import annotations

import json
import random
import sys
import time
import tomllib
from collections import Counter
from contextlib import suppress
from pathlib import Path

import cardkit
from tests.plays import CARDS, PLAYS, SUMS, Row, name, start

EXPLAINED: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


class Soak:
    """One run: counts the citations and checks as it goes."""

    def __init__(self) -> None:
        self.cited: Counter[str] = Counter()
        self.chance = random.Random(0)
        self.heard: dict[str, list[cardkit.Move]] = {}  # legal moves of other moments, per game

    def play(self, row: Row, decisions: int, seed: int) -> int:
        """Whole games of that row, until so many decisions have been played."""
        done = 0
        while done < decisions:
            game = start(row, seed)
            seed += 1
            self.cited.update(event.rule for event in game.events)
            while not game.over:
                self.decide(game)
                done += 1
            assert game.outcome is not None
            self.cited.update({game.outcome.ended, game.outcome.rule})
        return done

    def decide(self, game: cardkit.Game) -> None:
        legal = game.moves(game.to_act)
        move = self.chance.choice(legal)
        self.try_illegal(game, move)
        self.cited.update(event.rule for event in game.play(move))
        assert Counter(CARDS[game.name](game)) == +Counter(game.options.deck)
        SUMS[game.name](game)
        if self.chance.random() < 0.01:
            self.look_closely(game)

    def try_illegal(self, game: cardkit.Game, legal: cardkit.Move) -> None:
        heard = self.heard.setdefault(game.name, [])
        if self.chance.random() < 0.02:
            heard.append(legal)
        if heard and self.chance.random() < 0.2:
            with suppress(cardkit.BadInput):  # a card or a seat that this game does not have
                why = game.why_not(self.chance.choice(heard))
                if why is not None:
                    self.cited[why.rule] += 1

    def look_closely(self, game: cardkit.Game) -> None:
        """Views, samples, records and copies of this very moment."""
        for seat in range(game.players):
            view = game.view(seat)
            sample = cardkit.sample(view, seed=self.chance.randrange(1000))
            assert sample.view(seat) == view == json.loads(json.dumps(view))
            SUMS[game.name](sample)
        if len(game.history) < 300:
            assert cardkit.replay(game.record()).view(0) == game.view(0) == game.copy().view(0)


def unexplained(cited: Counter[str]) -> list[str]:
    return [
        rule.id
        for game in cardkit.NAMES
        for rule in cardkit.rules(game)
        if not cited[rule.id] and rule.kind != "example" and rule.id not in EXPLAINED
    ]


def main(decisions: int) -> int:
    soak, began, done = Soak(), time.perf_counter(), 0
    for number, row in enumerate(PLAYS):
        done += soak.play(row, decisions // len(PLAYS), seed=1000 * number)
        print(
            f"{done:>9,} decisions  {time.perf_counter() - began:6.0f} s  {name(row)}", flush=True
        )
    for game in cardkit.NAMES:
        for rule in cardkit.rules(game):
            if rule.kind != "example":
                note = EXPLAINED.get(rule.id, "") if not soak.cited[rule.id] else ""
                print(f"{soak.cited[rule.id]:>9,}  {rule.id}  {note}")
    missing = unexplained(soak.cited)
    print(f"{done:,} decisions; never cited and not explained: {', '.join(missing) or 'none'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))

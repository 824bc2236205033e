"""Look-ahead and hints: nothing beyond the view, honest intervals, exact where that is possible."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

import cardkit
from cardkit.bots import bot, play_out, random_bot, ranked
from cardkit.bots.lookahead import End, Thinking, finish, look_ahead
from cardkit.facts import facts as facts_of
from cardkit.hints import Adviser, hint, reasons
from cardkit.intervals import mean_of, t_of, wilson
from cardkit.odds import Deck, E, P, can_rob, has_any, total
from tests.plays import PLAYS, Row, name, play_on, start

FIRST_ROWS = list({row[0]: row for row in reversed(PLAYS)}.values())
one_row_a_game = pytest.mark.parametrize("row", FIRST_ROWS, ids=name)


def won() -> cardkit.Game:
    """Laying all three 9s wins; anything else lets a rival finish."""
    return cardkit.position(
        "lynx", players=3, hands={0: "9 9 9", 1: "13", 2: "1"},
        tables={0: ["2 2 2 2"], 1: ["5 5 5 5 5 5"]},
    )  # fmt: skip


@one_row_a_game
def test_look_ahead_and_hint_answer_in_every_game(row: Row) -> None:
    game = play_on(start(row, 5), 5, decisions=3)
    view = game.view(game.to_act)
    assert look_ahead(view, playouts=8) in view["moves"]
    found = hint(view, playouts=2 * len(view["moves"]))
    assert sorted(advice.move for advice in found) == sorted(view["moves"])
    for advice in found:
        assert advice.win.low <= advice.win.value <= advice.win.high
        assert advice.win.n >= 1


@one_row_a_game
def test_they_see_the_view_and_nothing_else(row: Row) -> None:
    """The same view of other hidden cards: the same thoughts."""
    game = play_on(start(row, 8), 8, decisions=5)
    seat = game.to_act
    view = game.view(seat)
    other = cardkit.sample(view, seed=77).view(seat)
    assert look_ahead(view, 12, seed=3) == look_ahead(other, 12, seed=3)
    plain = json.loads(json.dumps(view))
    assert repr(hint(plain, len(view["moves"]), seed=3)) == repr(
        hint(other, len(view["moves"]), seed=3)
    )


def test_the_winning_move_is_found() -> None:
    view = won().view(0)
    assert look_ahead(view, playouts=60) == "lay 9 9 9"
    best = hint(view, playouts=60)[0]
    assert best.move == "lay 9 9 9" and best.win.value == 1
    assert best.facts[0].value == 1 and best.facts[0].rule == "lynx.end.hand-empty"


def test_a_last_lay_is_known_exactly_even_in_a_tie() -> None:
    """Six points each: the tie goes to whoever has fewest cards in hand (lynx.score.tie)."""
    game = cardkit.position(
        "lynx", players=3, hands={0: "9", 1: "13", 2: "1"},
        tables={0: ["2 2 2 2"], 1: ["5 5 5 5 5 5"]},
    )  # fmt: skip
    (advice,) = hint(game.view(0), playouts=5)
    game.play("lay 9")
    share = Fraction(0 in game.outcome.winners, len(game.outcome.winners))
    assert advice.facts[0].value == share == 1
    assert advice.win.low == advice.win.value == advice.win.high == 1
    assert "100% for certain" in repr(hint(won().view(0), playouts=30))


def test_exact_facts_are_exact() -> None:
    """As in the first turn of the stealing lesson: three 7s against a hand of 13 of 90 cards."""
    game = cardkit.position(
        "lynx", players=4, hands={0: "3 3 5 5 7 7 7 9 10 10 12 13 *"}, pool="2 4 6 9 11 13"
    )
    facts = {advice.move: advice.facts[0].value for advice in hint(game.view(0), playouts=60)}
    assert facts["lay 7 7 7"] == Fraction(80771413868581, 136948785778890)
    assert facts["lay *"] == 0


@pytest.mark.parametrize("layer", ["7 7 7", "13", "12 *", "1 1", "* *"])
@pytest.mark.parametrize("mode", ["basic", "expert"])
def test_the_chance_to_be_robbed_is_that_of_the_odds(layer: str, mode: str) -> None:
    """The hint counts harmless hands; the odds count hands that can rob: the same number."""
    game = cardkit.position("lynx", players=3, hands={0: f"{layer} 2 3"}, pool="4 5", mode=mode)
    view = game.view(0)
    exact = P(can_rob(layer, mode), (Deck("lynx") - f"{layer} 2 3 4 5").draw(view["hands"][1]))
    assert facts_of(view)[f"lay {layer}"][0].value == exact


def test_nerves_the_chance_that_the_row_has_reached_17_is_exact() -> None:
    """Sixteen to be seen and one heart of a rival: any number will do, 15 of 33 unseen hearts."""
    game = cardkit.position(
        "nerves", players=2, row="5 5 5 1 3h:down:1", hands={0: "trap reverse 2"}, to_act=0
    )
    fact = facts_of(game.view(0))["check"][0]
    assert fact.value == Fraction(15, 33) and fact.rule == "nerves.check.hit"


def test_knyf_points_of_a_filled_box_and_the_penalty_are_exact() -> None:
    game = cardkit.position("knyf", players=2, hands={0: "2 4 5 6 6 6"})
    facts = facts_of(game.view(0))
    assert [fact.value for fact in facts["fill sixes with 6 6 6"]] == [18, 2]
    game.play("fill sixes with 6 6 6")
    assert game.cards[0].sum == 18 - 2
    assert facts["fill three with 4 5 6 6 6"][0].value == 27


def test_known_cards_of_a_rival_count_as_known() -> None:
    """Two 9s were seen to go into a hand of two and nine hidden cards: one more, or a joker."""
    game = cardkit.position(
        "lynx", players=3, hands={0: "8 8 8 2 2", 1: "10 10 3"}, tables={0: ["9 9"]}, seed=3
    )
    view = game.view(0)
    view["known"][1], view["hands"][1] = ["9", "9", "1"], 3
    view["hands"][2] = 1
    assert facts_of(view)["lay 8 8 8"][0].value == 0  # three cards cannot rob three
    view["hands"][1] = 4
    unseen = Deck("lynx") - view["hand"] - "9 9" - "9 9 1" - [c for p in view["pool"] for c in p]
    assert facts_of(view)["lay 8 8 8"][0].value == P(has_any("9", "*"), unseen.draw(1))


def test_sevens_what_a_card_does_on_average() -> None:
    """A 5 against two unseen hands of four, and against one of which two 7s are known."""
    game = cardkit.position("sevens", players=3, hands={0: "1 2 4 5 7"})
    unseen = Deck("sevens") - "1 2 4 5 7"
    one = P(total >= 18, unseen.draw(4))
    facts = facts_of(game.view(0))
    assert facts["play 5"][0].value == 2 * one
    assert facts["play 7"][0].value == 8 * Fraction(10, 72)
    view = game.view(0)
    view["known"][1] = ["7", "7"]
    left = unseen - "7 7"
    two = P(total >= 4, left.draw(2)) + P(total >= 18, left.draw(4))
    assert facts_of(view)["play 5"][0].value == two


def test_sevens_what_it_costs_to_let_or_to_react() -> None:
    game = cardkit.position("sevens", players=2, hands={0: "1 1 1 1 5", 1: "6 6 4 7"}, seed=1)
    game.play("play 5")
    mean = Fraction(E(total, (Deck("sevens") - "6 6 4 7 5").draw(1)))
    facts = facts_of(game.view(1))
    assert facts["let"][0].value == 2 * mean - 13 and facts["react"][0].value == mean - 6


def test_seers_what_the_hand_pays_then() -> None:
    game = cardkit.position(
        "seers", players=3, hands={0: "4s 8c 8s 3t 2m"}, track="8t 10s 4m Jt 7c 2s"
    )
    game.play("play 4s")
    facts = facts_of(game.view(0))
    assert facts["take #1"][0].value == 3 and facts["take #2"][0].value == 1


def test_the_intervals_of_a_hint_hold_together() -> None:
    """The best of many moves: its interval is wider than one move's would be, and it holds."""
    missed = 0
    for seed in range(12):
        view = play_on(cardkit.new("lynx", players=3, seed=seed), seed, 6)
        view = view.view(view.to_act)
        best = hint(view, playouts=12 * len(view["moves"]))[0]
        if len(view["moves"]) > 1:
            alone = wilson(best.win.value * best.win.n, best.win.n)
            assert best.win.low < alone.low or best.win.low == 0
            assert best.win.high > alone.high or best.win.high == 1
        friend = bot("sensible", "lynx")
        won = 0.0
        for deal in range(80):
            game = cardkit.sample(view, 5000 + deal)
            game.play(best.move, view["seat"])
            won += finish(game, friend, view["seat"]).win
        fresh = wilson(won, 80)
        missed += best.win.low > fresh.high or fresh.low > best.win.high
    assert missed == 0


@one_row_a_game
def test_a_reason_tells_nothing_that_the_seat_cannot_know(row: Row) -> None:
    """Whatever the hidden cards really are, all that a reason names comes true."""
    for seed in range(6):
        game = play_on(start(row, seed), seed, 8 + seed)
        if game.over:
            continue
        seat = game.to_act
        told = reasons(game.view(seat))
        for deal in range(40, 44):
            other = cardkit.sample(game.view(seat), deal)
            assert reasons(other.view(seat)) == told
            for move in other.view(seat)["moves"][:8]:
                truth = other.copy()
                said = [
                    f"({event.rule})" for event in truth.play(move, seat)
                    if event.told_to is None or seat in event.told_to
                ]  # fmt: skip
                cited = re.findall(r"\([a-z]+\.[a-z0-9.-]+\)", told[move])
                assert all(rule in said for rule in cited), (move, told[move])


def test_hidden_cards_are_not_imagined_into_a_reason() -> None:
    game = cardkit.position("seers", players=3, hands={0: "2m 8c 8s 3t Km"}, seed=3)
    told = reasons(game.view(0))["play 2-mask"]
    shown = [event for event in game.play("play 2m") if event.kind == "reveal"]
    assert "4 cards" in told and shown and not any(card in told for card in shown[0].cards)


def test_alone_the_score_is_shown() -> None:
    found = hint(cardkit.new("knyf", players=1, seed=2).view(0), playouts=150)
    assert found.by_score and "wins" not in repr(found) and "score" in found._repr_html_()
    assert not hint(cardkit.new("knyf", players=2, seed=2).view(0), playouts=150).by_score


def test_the_sensible_move_is_kept_unless_another_is_clearly_better() -> None:
    """Noise alone never moves it: with equal results for all moves the sensible one is chosen."""
    view = cardkit.new("lynx", players=3, seed=2).view(0)
    thinking = Thinking(view)
    assert thinking.field[0].move == bot("sensible", "lynx")(view) == ranked(view)[0]
    same = [End(1.0, 5, 2), End(0.0, 3, -2), End(1.0, 4, 1)]
    for tally in thinking.field:
        tally.ends += same
    assert thinking.choice() == thinking.field[0].move
    better = thinking.field[3]
    better.ends = [end._replace(win=1.0, lead=end.lead + 5) for end in same]
    assert thinking.choice() == better.move
    better.ends = [same[1], same[1], End(1.0, 9, 12)]  # better on average, and not clearly
    assert thinking.choice() == thinking.field[0].move


@pytest.mark.parametrize("row", PLAYS, ids=name)
def test_the_sensible_move_comes_to_mind_first_and_every_move_comes(row: Row) -> None:
    game = start(row, 3)
    for _ in range(25):
        if game.over:
            break
        view = game.view(game.to_act)
        moves = ranked(view)
        assert moves[0] == bot("sensible", game.name)(view)
        assert sorted(moves) == sorted(view["moves"])
        play_on(game, len(game.history), decisions=1)


def test_time_budgets() -> None:
    view = cardkit.new("lynx", players=3, seed=2).view(0)
    few, many = hint(view, seconds=0.05)[0].win.n, hint(view, seconds=1)[0].win.n
    assert few < many
    assert bot("look-ahead", "lynx", seconds=0.2)(view) in view["moves"]


def test_a_hint_grows_and_drops_what_is_worse() -> None:
    game = cardkit.new("lynx", players=3, seed=2)
    adviser = Adviser(game.view(0))
    moves = len(game.moves())
    for _ in range(moves):
        adviser.think()
    assert adviser.hint().games == 1
    for _ in range(12 * moves):
        adviser.think()
    found = adviser.hint()
    assert found[0].win.n > found[-1].win.n and len(found) == moves
    assert found[-1].win.high - found[-1].win.low > 0.2  # given up early, and it shows


def test_a_hint_says_why_in_words_with_the_rule() -> None:
    game = cardkit.position(
        "lynx", players=3, hands={0: "7 7 9"}, tables={1: ["3 3"], 2: ["5 5 5"]}
    )
    found = {a.move: a.reason for a in hint(game.view(0), playouts=9, names=["Me", "<b>", "Ela"])}
    assert "You rob <b> of 3 3. (lynx.steal.must)" in found["lay 7 7"]
    html = hint(game.view(0), playouts=9, names=["Me", "<b>", "Ela"])._repr_html_()
    assert "<b>" not in html and "&lt;b&gt;" in html


@pytest.mark.parametrize(
    "name", ["clever", "look-ahead:abc", "look-ahead:1.5", "look-ahead:-5", "look-ahead:0",
             "look-ahead:", "random:7", "sensible:9", None, 3],
)  # fmt: skip
def test_a_bot_that_is_not_there_gets_a_sentence(name: object) -> None:
    with pytest.raises(cardkit.BadInput, match=r"no bot|budget"):
        bot(name, "lynx")


@pytest.mark.parametrize("budget", [{"playouts": 0}, {"playouts": 2.5}, {"seconds": -1}, {"x": 1}])
def test_a_budget_that_is_none_gets_a_sentence(budget: dict[str, float]) -> None:
    with pytest.raises(cardkit.BadInput, match="budget"):
        bot("look-ahead", "lynx", **budget)
    if "x" not in budget and budget.get("playouts") != 2.5:
        with pytest.raises(cardkit.BadInput, match="budget"):
            hint(won().view(0), **budget)


def test_nothing_to_decide_and_bad_input() -> None:
    assert repr(hint(won().view(1))) == "There is nothing to decide."
    with pytest.raises(cardkit.BadInput, match="needs a view"):
        hint({})
    with pytest.raises(cardkit.BadInput, match="no bot"):
        bot("clever", "lynx")


@one_row_a_game
def test_sensible_beats_random(row: Row) -> None:
    """Its share of 60 games, one seat each, is above an even share by more than chance."""
    wins = 0.0
    games = 60
    for number in range(games):
        game = start(row, number)
        seat = number % game.players
        bots = [random_bot(100 * number + place) for place in range(game.players)]
        bots[seat] = bot("sensible", game.name)
        play_out(game, bots)
        winners = game.outcome.winners
        wins += (seat in winners) / len(winners)
    assert wilson(wins, games, 0.99).low > 1 / max(2, game.players)


def test_intervals_against_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for successes, n in ((0, 10), (3, 10), (80, 100), (100, 100), (1, 1)):
        ours = wilson(successes, n)
        theirs = stats.binomtest(successes, n).proportion_ci(0.95, method="wilson")
        assert ours.low == pytest.approx(theirs.low, abs=1e-9)
        assert ours.high == pytest.approx(theirs.high, abs=1e-9)
    for freedom in (5, 10, 30, 200):
        assert t_of(0.99, freedom) == pytest.approx(stats.t.ppf(0.995, freedom), rel=5e-3)
    numbers = [1.0, 2.0, 4.0, 8.0, 9.0, 3.0, 3.0, 7.0]
    low, high = stats.t.interval(
        0.95, len(numbers) - 1, loc=sum(numbers) / 8, scale=stats.sem(numbers)
    )
    assert mean_of(numbers).low == pytest.approx(low, rel=5e-3)
    assert mean_of(numbers).high == pytest.approx(high, rel=5e-3)

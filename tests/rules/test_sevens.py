"""Sevens, rule by rule: a position, a move, what must follow. The order is the rulebook's."""

from __future__ import annotations

from collections import Counter

import pytest

import cardkit
from tests.proof import kinds, only, plays, refused, rule, structural


def at(*hands: str, **zones):
    """Seat 0 has drawn and is to play; the other hands follow."""
    zones = {"players": len(hands), **zones}
    return cardkit.position("sevens", hands=dict(enumerate(hands)), **zones)


def hand(game, seat: int) -> str:
    return " ".join(game.view(seat)["hand"])


def moves(game, seat: int | None = None) -> set[str]:
    return {str(move) for move in game.moves(seat)}


def answer(game, *reacting: int) -> list[cardkit.Event]:
    """Everybody who is asked lets the card happen, but for those who react."""
    events = []
    while game.phase == "react":
        seat = game.to_act
        events += game.play("react" if seat in reacting else "let", seat)
    return events


def answer_all(game, move: str) -> list[cardkit.Event]:
    return [*game.play(move), *answer(game)]


def told(events, kind: str) -> list[int]:
    return [event.seat for event in events if event.kind == kind]


def cards(events, kind: str) -> dict[int, tuple[str, ...]]:
    return {event.seat: event.cards for event in events if event.kind == kind}


# Components and setup --------------------------------------------------------------------------


@structural("sevens.cards.deck")
def test_there_are_eleven_of_each_number():
    game = cardkit.new("sevens", seed=0)
    assert game.options.deck == {str(number): 11 for number in range(1, 8)}
    assert sum(game.options.deck.values()) == 77
    with pytest.raises(cardkit.BadInput, match="only 11 of card 7"):
        at(" ".join("7" * 12), "1 1 1 1")
    with pytest.raises(cardkit.BadInput, match="cards are the numbers 1 to 7"):
        cardkit.new("sevens", deck={"8": 60})


@structural("sevens.cards.rounds")
def test_the_round_is_there_to_see():
    game = at("4 5 6 6 7", "1 1 1 4", round=6)
    plays(game, "play 4", "play 4")
    assert game.round == game.view(1)["round"] == 7


@rule("sevens.setup.players")
@pytest.mark.parametrize("players", [1, 6, 0, True, "3"])
def test_setup_players(players):
    with pytest.raises(cardkit.BadInput) as wrong:
        cardkit.new("sevens", players=players, seed=1)
    assert "2 to 5 players" in wrong.value.text and wrong.value.rule == "sevens.setup.players"


@rule("sevens.setup.deal")
def test_setup_deal():
    game = cardkit.new("sevens", players=5, seed=3, first=2)
    assert told(game.events, "deal") == [0, 1, 2, 3, 4]
    assert game.view(0)["hands"] == [4, 4, 5, 4, 4]  # the starting player has drawn
    assert game.view(0)["deck"] == 77 - 21 and game.to_act == 2
    assert game.view(0)["log"][0]["cards"] == list(game.events[0].cards)
    assert game.view(1)["log"][0]["cards"] == ["?"] * 4
    with pytest.raises(cardkit.BadInput, match="Seat 3 cannot start"):
        cardkit.new("sevens", players=3, first=3)
    with pytest.raises(cardkit.BadInput, match="take 61 cards, and the deck has 60"):
        cardkit.new("sevens", players=5, hand_size=12, deck={"1": 60})


# An action -------------------------------------------------------------------------------------


@rule("sevens.round.seven")
def test_round_seven():
    game = cardkit.new("sevens", players=2, seed=1, first=1, deck={"4": 70, "1": 1})
    turns, rounds = [], []
    while not game.over and len(turns) < 20:
        turns.append(game.turn)
        events = game.play("play 4")
        rounds += [event.facts["round"] for event in events if event.kind == "round"]
    assert turns == [1, 0] * 7 and rounds == [2, 3, 4, 5, 6, 7]
    assert game.outcome.ended == "sevens.round.seven"
    assert cardkit.new("sevens", seed=1, rounds=2).events[4].facts == {"round": 1, "rounds": 2}


@rule("sevens.action.draw")
def test_action_draw():
    game = at("4 5 6 6 7", "1 2 3 3", "1 1 1 1", deck="5 2")
    drawn = only(game.play("play 4"), "draw")
    assert (drawn.seat, drawn.cards, drawn.rule) == (1, ("5",), "sevens.action.draw")
    assert drawn.seen_by(0).cards == drawn.seen_by(2).cards == ("?",)
    assert hand(game, 1) == "1 2 3 3 5" and game.to_act == 1


@rule("sevens.action.play")
def test_action_play():
    game = at("4 5 6 6 7", "1 2 3 3", discard="2")
    assert moves(game) == {"play 4", "play 5", "play 6", "play 7"}
    refused(game, "play 2", "sevens.action.play")
    refused(game, "let", "sevens.action.play")
    refused(game, "give 4", "sevens.action.play")
    assert "4 5 6 6 7 has no 2" in str(game.why_not("play 2"))
    refused(game, "play 5 on 1", "sevens.effect.5")
    refused(game, "play 6 on 1", "sevens.effect.6-own")
    game.play("play 4")
    assert game.view(1)["discard"][-2:] == ["2", "4"]
    for nonsense in ("play", "play 8", "play 4 at 1", "play 4 on 9", "play 3 on x", "give", "pass"):
        with pytest.raises(cardkit.BadInput):
            game.read(nonsense)


@rule("sevens.action.four")
def test_action_four():
    game = at("2 4 6 6 7", "1 2 3 3")
    assert only(plays(game, "play 2", "play 4"), "done").facts == {"held": 4}
    assert game.view(0)["hands"] == [4, 5]
    assert cardkit.new("sevens", seed=1, hand_size=6).view(0)["hands"] == [7, 6, 6, 6]


@rule("sevens.action.four")
def test_action_four_or_the_size_of_a_hand_after_a_7_a_debt_and_the_last_draw():
    mine = "3 4 4 5 5 7 7"
    seven = at(mine, "1 1 2 2 7 7", hand_size=6)
    answer_all(seven, "play 7")
    assert seven.view(0)["hands"] == [6, 6 + 1]
    debt = at(mine, "1 1 2 2 7", hand_size=6, owes={1: 1})
    assert told(debt.play("play 4"), "pay") == [1] and debt.view(0)["hands"] == [6 + 1, 6]
    last = at(mine, "1 1 2 2 7", hand_size=6, first=1, round=7)
    assert told(last.play("play 4"), "last") == [1] and last.view(0)["hands"] == [6, 6]


@rule("sevens.deck.reshuffle")
def test_deck_reshuffle():
    game = at("4 5 6 6 7", "1 2 3 3", deck="5", discard="7 7")
    events = game.play("play 4")
    assert kinds(events)[-2:] == ["draw", "reshuffle"]
    view = game.view(1)
    assert view["discard"] == [] and view["deck"] == 77 - 4 - 5
    assert Counter(only(events, "reshuffle").cards) == Counter(game.deck)


@rule("sevens.deck.reshuffle")
def test_there_may_be_no_card_to_draw():
    """Only if all cards are in the hands."""
    all_others = " ".join(str(number) for number in range(1, 8) for _ in range(11))[6:]
    game = at("1 1 1", all_others, owes={0: 1}, deck="")
    assert told(game.events, "no-cards") == [0, 1]  # to pay for a reaction, and for the action
    assert hand(game, 0) == "1 1 1" and game.to_act == 1


@rule("sevens.deck.reshuffle-played")
def test_deck_reshuffle_played():
    """The 2 that is being resolved lies on the pile when the deck runs out."""
    game = at("2 5 6 6 7", "1 2 3 3", deck="5", discard="1 1")
    events = game.play("play 2")
    assert only(events, "with-played").cards == ("2",)
    assert only(events, "reshuffle").cards.count("2") == 10 and hand(game, 0) == "5 5 6 6 7"
    at_start = at("4 5 6 6 7", "1 2 3 3", deck="5").play("play 4")
    assert "with-played" not in kinds(at_start)  # the next player's draw resolves no card


@rule("sevens.effect.order")
def test_a_reshuffle_in_the_middle_of_an_effect():
    """A 5 hits three hands, and the deck has three cards for the six to draw."""
    game = at("4 5 6 6 7", "5 5 5 5", "1 4 6 7", "7 7 7 7", deck="1 2 3")
    events = answer_all(game, "play 5")
    five = [event for event in events if event.rule == "sevens.effect.5" and event.kind == "draw"]
    assert [(event.seat, event.cards) for event in five[:2]] == [(1, ("1", "2")), (2, ("3",))]
    assert [event.seat for event in five] == [1, 2, 2, 3]
    shuffled = only(events, "reshuffle").cards  # all six discards are in it, drawn ones are not
    assert len(shuffled) == 77 - 4 - 2 * 3 - 3
    assert game.view(0)["hands"] == [4, 5, 4, 4]


# The effects -----------------------------------------------------------------------------------


@rule("sevens.effect.1")
def test_effect_1_both_choose_in_secret():
    game = at("1 2 6 6 7", "5 5 7 7", "1 1 1 1")
    assert moves(game) >= {"play 1 on 1", "play 1 on 2"}
    refused(game, "play 1", "sevens.effect.1")
    refused(game, "play 1 on 0", "sevens.effect.1")
    plays(game, "play 1 on 1", "let")
    assert moves(game, 0) == {"give 2", "give 6", "give 7"}
    assert moves(game, 1) == {"give 5", "give 7"}
    refused(game, "give 1", "sevens.effect.1")
    refused(game, "play 7", "sevens.effect.1")
    before = [game.view(seat) for seat in range(3)]
    assert game.play("give 2", seat=0) == []
    assert [game.view(seat) for seat in (1, 2)] == before[1:]  # nothing shows
    assert game.view(0)["answer"] == "give 2" and game.view(0)["moves"] == []
    events = game.play("give 7", seat=1)
    assert hand(game, 0) == "6 6 7 7" and Counter("2557") <= Counter(game.hands[1])
    gifts = [event for event in events if event.kind == "give"]
    assert [(event.seat, event.cards, event.facts["target"]) for event in gifts] == [
        (0, ("2",), 1), (1, ("7",), 0),
    ]  # fmt: skip
    assert [event.seen_by(1).cards for event in gifts] == [("2",), ("7",)]
    assert [event.seen_by(2).cards for event in gifts] == [("?",), ("?",)]


@rule("sevens.effect.1")
def test_the_two_who_swapped_remember():
    game = at("1 2 6 6 7", "5 5 7 7", "1 1 1 4", deck="3 3 3 3")
    plays(game, "play 1 on 1", "let", "give 2", "give 7")
    assert game.view(0)["known"] == [[], ["2"], []] and game.view(1)["known"] == [["7"], [], []]
    assert game.view(2)["known"] == [[], [], []]
    for seed in range(20):
        assert "2" in cardkit.sample(game.view(0), seed).hands[1]
        assert "7" in cardkit.sample(game.view(1), seed).hands[0]
    plays(game, "play 3 on 2", "let")
    assert game.view(0)["known"][1] == ["2"]  # a 3 and a draw later it is still there


@rule("sevens.effect.1")
def test_a_card_given_on_unseen_is_known_no_more():
    game = at("1 2 6 6 7", "5 5 7 7", "1 1 4 4", deck="1 3 3 3")
    plays(game, "play 1 on 1", "let", "give 2", "give 7")
    assert game.view(0)["known"][1] == ["2"]
    plays(game, "play 1 on 2", "let", "give 5", "give 4")  # for seat 0 it may have been the 2
    assert game.view(0)["known"] == [[], [], []] and game.view(1)["known"] == [["7"], [], ["5"]]
    assert game.view(2)["known"] == [[], ["4"], []]
    where = Counter(seat for seed in range(80) for seat in (1, 2)
                    if "2" in cardkit.sample(game.view(0), seed).hands[seat])  # fmt: skip
    assert where[1] > 5 and where[2] > 5


@rule("sevens.effect.2")
def test_effect_2_twos_chain():
    game = at("2 2 2 6 7", "1 1 1 1", deck="4 5 1 7")
    assert game.play("play 2")[-1].rule == "sevens.effect.2"
    assert game.to_act == 0 and game.view(1)["chain"] == 1 and hand(game, 0) == "2 2 4 6 7"
    plays(game, "play 2", "play 2")
    assert hand(game, 0) == "1 4 5 6 7" and game.view(0)["chain"] == 3
    game.play("play 4")
    assert hand(game, 0) == "1 5 6 7" and game.to_act == 1 and game.view(0)["chain"] == 0
    with pytest.raises(cardkit.BadInput, match="a chain of 2s might never end"):
        cardkit.new("sevens", players=2, deck={"2": 40, "4": 8})


@rule("sevens.effect.3")
def test_effect_3():
    game = cardkit.position("sevens", players=3, to_act=1, deck="4 5 5 4",
                            hands={0: "1 2 6 7", 1: "3 4 6 6 7", 2: "1 1 1 1"})  # fmt: skip
    assert moves(game) >= {"play 3 on 0", "play 3 on 1", "play 3 on 2"}
    refused(game, "play 3", "sevens.effect.3")
    events = answer_all(game, "play 3 on 0")
    lost = only(events, "unseen")
    assert lost.seat == 0 and len(lost.cards) == 2 and lost.shown_to is None
    assert game.view(2)["discard"][-2:] == list(lost.cards)
    assert Counter(game.hands[0]) == Counter("1267") - Counter(lost.cards) + Counter("45")
    assert game.view(0)["hands"] == [4, 4, 5]
    more = at("3 4 6 6 7", "1 2 4 7", three_cards=3)
    assert len(only(answer_all(more, "play 3 on 1"), "unseen").cards) == 3
    with pytest.raises(cardkit.BadInput, match="three_cards: a whole number from 1"):
        at("3 4 6 6 7", "1 2 4 7", three_cards=0)


@rule("sevens.effect.3-self")
def test_effect_3_self():
    game = at("3 4 6 6 7", "1 2 6 7", deck="5 5 4")
    events = game.play("play 3 on 0")  # nobody is asked
    assert kinds(events)[:2] == ["play", "own-hand"] and only(events, "unseen").seat == 0
    assert "5" in hand(game, 0) and len(game.hands[0]) == 4 and game.to_act == 1
    other = at("3 4 6 6 7", "1 2 6 7", three_self=False)
    refused(other, "play 3 on 0", "sevens.effect.3-self")


@rule("sevens.effect.3-random")
def test_effect_3_random():
    """Every card of the hand can go, also of your own."""
    gone = Counter()
    for seed in range(60):
        for target in (0, 1):
            game = at("3 4 5 6 7", "4 5 6 7", seed=seed)
            lost = only(answer_all(game, f"play 3 on {target}"), "unseen").cards
            gone.update((target, card) for card in lost)
    assert set(gone) == {(target, card) for target in (0, 1) for card in "4567"}
    assert min(gone.values()) > 10


@rule("sevens.effect.3-few")
def test_effect_3_few():
    game = at("3 4 6 6 7", "5", "", deck="2 2 2 2")
    events = answer_all(game, "play 3 on 1")
    assert only(events, "few").facts["wanted"] == 2 and hand(game, 1) == "2 2"  # one, and the draw
    none = at("3 4 6 6 7", "5", "")
    assert only(answer_all(none, "play 3 on 2"), "unseen").cards == ()
    game = at("1 4 6 6 7", "5", "")
    refused(game, "play 1 on 2", "sevens.effect.3-few")
    alone = at("1 4 6 6 7", "", "")
    assert only(alone.play("play 1"), "nobody").rule == "sevens.effect.3-few"
    last = at("1", "5 5 5 5")
    refused(last, "play 1 on 1", "sevens.effect.3-few")
    assert "After this 1 you have no card" in str(last.why_not("play 1 on 1"))
    for mine, theirs in (("1", "5 5 5 5"), ("1 4", "")):  # not because of the 6
        safe = at(mine, theirs, protected=1)
        assert only(safe.play("play 1"), "nobody").rule == "sevens.effect.3-few"


@rule("sevens.effect.4")
def test_effect_4():
    game = at("4 5 6 6 7", "7 7 7 7")
    assert kinds(game.play("play 4"))[:3] == ["play", "nothing", "done"]
    assert hand(game, 0) == "5 6 6 7" and game.hands[1][:4] == ["7"] * 4


@rule("sevens.effect.5")
def test_effect_5():
    game = at("5 6 6 7 7", "1 4 6 7", "1 3 6 7", "7 7 7 7", deck="1 2 3 4 5")
    events = answer_all(game, "play 5")
    assert cards(events, "highest") == {1: ("7", "6"), 3: ("7", "7")}
    assert told(events, "below") == [2]
    assert hand(game, 0) == "6 6 7 7"  # not the player's own
    assert hand(game, 1) == "1 1 2 4 5"  # two for the 5, and one for the action that follows
    assert hand(game, 2) == "1 3 6 7" and hand(game, 3) == "3 4 7 7"
    house = at("5 6 6 7 7", "1 3 6 7", five_total=17, five_cards=1)
    assert only(answer_all(house, "play 5"), "highest").cards == ("7",)
    empty = at("4 5", "", five_total=1)
    assert told(answer_all(empty, "play 5"), "below") == [1]
    with pytest.raises(cardkit.BadInput, match="five_total: a whole number from 1"):
        at("4 5", "", five_total=0)


@rule("sevens.effect.5-tie")
def test_effect_5_tie_is_told_to_its_owner_only():
    game = at("5 6 6 7 7", "1 7 7 7", "2 5 5 7", "1 1 1 1")
    events = answer_all(game, "play 5")
    ties = [event for event in events if event.rule == "sevens.effect.5-tie"]
    assert [(event.seat, event.cards) for event in ties] == [(1, ("7",)), (2, ("5",))]
    assert [event.seen_by(seat) is None for event in ties for seat in range(4)] == [
        True, False, True, True, True, True, False, True,
    ]  # fmt: skip
    assert game.hands[1][:2] == ["1", "7"] and game.view(0)["hands"] == [4, 5, 4, 4]


@rule("sevens.effect.6-own")
def test_effect_6_own():
    game = at("4 6 7 7 7", "5 5 1 1", "5 4 7 7", deck="1 1 1 1")
    assert only(game.play("play 6"), "protect").facts["rival"] == 1
    assert game.view(2)["protected"] == 0 and game.view(0)["owes"] == [0, 0, 0]
    events = game.play("play 5")
    safe = only(events, "protected")
    assert (safe.seat, safe.rule) == (0, "sevens.effect.6-own")
    assert game.asked == [2]  # the protected player is not asked
    answer(game)
    assert hand(game, 0) == "4 7 7 7"
    assert 0 in told(answer_all(game, "play 5"), "highest")  # seat 2's 5 hits


@rule("sevens.effect.6-own")
def test_effect_6_own_protects_from_a_7():
    game = at("1 1 1 1 7", "1 1 7 7", "2 2 2 7", protected=2)
    events = game.play("play 7")
    assert only(events, "protected").seat == 2 and game.asked == [1]
    assert told(answer(game), "sevens") == [1] and hand(game, 2) == "2 2 2 7"


@rule("sevens.effect.6-own")
def test_effect_6_own_protects_after_a_2():
    game = at("2 6 7 7 7", "1 1 1 5", "1 1 1 1", deck="7 1 1 1")
    plays(game, "play 2", "play 6")
    assert game.view(1)["protected"] == 0
    answer_all(game, "play 5")
    assert hand(game, 0) == "7 7 7 7"


@rule("sevens.effect.6-react")
def test_effect_6_react():
    game = at("5 6 6 7 7", "3 4 6 7", "1 1 1 1", deck="2 2 1 2 2 2")
    events = [*game.play("play 5"), *answer(game, 1)]
    reaction = only(events, "react")
    assert (reaction.seat, reaction.facts) == (1, {"rival": 0, "against": "5"})
    # Seat 1's action comes at once: one card drawn, none played
    paid = [event for event in events if event.rule == "sevens.effect.6-react"]
    assert [event.kind for event in paid] == ["react", "pay", "draw"]
    assert hand(game, 1) == "2 3 4 7" and game.to_act == 2
    assert game.view(0)["owes"] == [0, 0, 0] and game.view(0)["discard"][-1] == "6"


@rule("sevens.effect.6-react")
def test_effect_6_react_of_several_players():
    """Each 6 counts, in turn order; who reacted keeps the rest, even 18 points and more."""
    game = cardkit.position("sevens", players=4, to_act=1, deck="1 2 3 3 3 3", hands={
        0: "6 6 6 6", 1: "5 1 1 1 1", 2: "7 7 7 7", 3: "6 7 7 7"
    })  # fmt: skip
    game.play("play 5")
    assert game.asked == [2, 3, 0]
    events = [*game.play("react", 0), *game.play("let", 2), *game.play("react", 3)]
    assert told(events, "react") == [3, 0] and told(events, "highest") == [2]
    assert [hand(game, seat) for seat in (0, 2, 3)] == ["6 6 6", "1 2 3 7 7", "7 7 7"]
    assert game.view(2)["owes"] == [1, 0, 0, 1] and game.to_act == 2
    assert told(game.play("play 1 on 1"), "pay") == []
    assert told(plays(game, "let", "give 2", "give 1"), "pay") == [3, 0]


@rule("sevens.effect.7")
def test_effect_7():
    game = at("3 5 6 7 7", "1 2 7 7", "1 2 3 4", deck="1 1 1 2")
    events = answer_all(game, "play 7")
    assert cards(events, "sevens") == {0: ("7",), 1: ("7", "7")}
    assert told(events, "no-sevens") == [2]
    assert hand(game, 0) == "1 3 5 6" and hand(game, 1) == "1 1 1 2 2"
    assert hand(game, 2) == "1 2 3 4"
    assert only(answer_all(at("3 5 6 6 7", "1 2 3 4"), "play 7"), "done").seat == 0


@rule("sevens.react.when")
def test_react_when():
    game = at("5 6 6 7 7", "3 4 6 7", "1 2 3 6", "5 5 5 5")
    events = game.play("play 5")
    assert told(events, "offer") == [1]
    assert moves(game, 1) == {"react", "let"} and moves(game, 2) == moves(game, 3) == {"let"}
    refused(game, "react", "sevens.react.when", seat=2)
    assert "totals 12, and a 5 hits from 18 on" in str(game.why_not("react", 2))
    refused(game, "react", "sevens.react.when", seat=3)
    assert "your hand has none" in str(game.why_not("react", 3))
    refused(game, "play 3", "sevens.react.when", seat=1)
    assert game.asked == [1, 2, 3]  # in turn order
    seven = at("5 6 6 7 7", "3 4 6 7", "1 2 3 6")
    seven.play("play 7")
    assert moves(seven, 1) == {"react", "let"} and moves(seven, 2) == {"let"}
    refused(seven, "react", "sevens.react.when", seat=2)
    for aimed in ("play 1 on 2", "play 3 on 2"):
        game = at("1 3 6 7 7", "3 4 6 7", "1 1 1 6")
        game.play(aimed)
        assert game.asked == [2] and moves(game) == {"react", "let"}


@rule("sevens.react.chain")
def test_react_chain():
    game = at("6 6 7 7 7", "2 2 4 5", "1 1 1 1", deck="1 3 3 3 3")
    plays(game, "play 6", "play 2", "play 2")
    refused(game, "play 1 on 0", "sevens.react.target")
    refused(game, "play 3 on 0", "sevens.react.target")
    assert moves(game) >= {"play 1 on 2", "play 3 on 1", "play 3 on 2"}
    safe = only(game.play("play 5"), "protected")
    assert (safe.seat, safe.rule) == (0, "sevens.react.chain")
    answer(game)
    assert hand(game, 0) == "6 7 7 7"


@rule("sevens.react.target")
def test_react_target():
    game = at("6 6 7 7 7", "1 2 3 5", "1 1 1 1")
    game.play("play 6")
    refused(game, "play 1 on 0", "sevens.react.target")
    refused(game, "play 3 on 0", "sevens.react.target")
    assert moves(game) >= {"play 1 on 2", "play 3 on 2", "play 3 on 1"}
    for card, self_too in (("1", True), ("3", False)):
        two = at(f"{card} 4 4 4 5", "7 7 7 7", protected=1, three_self=self_too)
        events = two.play(f"play {card}")
        assert only(events, "nobody").rule == "sevens.react.target"
        assert hand(two, 0) == "4 4 4 5" and two.hands[1][:4] == ["7"] * 4
    still = at("3 4 4 4 5", "7 7 7 7", protected=1, deck="1 1 2 2")
    assert moves(still) >= {"play 3 on 0"} and "play 3" not in moves(still)
    assert len(only(still.play("play 3 on 0"), "unseen").cards) == 2
    assert hand(still, 0).startswith("1 1 4 ") and still.view(0)["hands"] == [4, 5]


@rule("sevens.react.twice")
def test_react_twice():
    game = cardkit.position("sevens", players=3, to_act=1, deck="1 5 2 2 2 2",
                            hands={0: "4 6 6 7", 1: "3 3 4 4 4", 2: "1 1 1 1"})  # fmt: skip
    plays(game, "play 3 on 0", "react")
    assert hand(game, 0) == "4 6 7" and game.view(1)["owes"] == [1, 0, 0]
    events = plays(game, "play 1 on 0", "react")
    assert [event.kind for event in events if event.rule == "sevens.react.twice"] == ["pay", "draw"]
    assert hand(game, 0) == "2 4 5 7" and game.to_act == 1
    assert game.view(1)["owes"] == [0, 0, 0]


@rule("sevens.react.settled")
@pytest.mark.parametrize("options", [{}, {"settled_plays": False}, {"settled_plays": True}])
def test_react_settled(options):
    plays_on = options.get("settled_plays", False)
    hands = {0: "4 6 7 7", 1: "3 3 4 4 4", 2: "1 1 1 1"}
    game = cardkit.position("sevens", players=3, to_act=1, deck="7 2 2 3 3 3 3", hands=hands,
                            **options)  # fmt: skip
    plays(game, "play 3 on 0", "react")
    assert hand(game, 0) == "4 7 7"
    events = answer_all(game, "play 7")
    assert told(events, "draw")[0] == 0 and events[-1].seat == game.to_act
    settled = next(event for event in events if event.rule == "sevens.react.settled")
    assert (settled.kind, settled.seat) == ("settled-plays" if plays_on else "settled", 0)
    assert game.to_act == (0 if plays_on else 1) and len(game.hands[0]) == 4 + plays_on


@rule("sevens.react.settled")
def test_react_settled_after_two_reactions():
    hands = {0: "6 6 7 7", 1: "3 4 4 4 4", 2: "1 1 1 3", 3: "1 1 1 7"}
    game = cardkit.position("sevens", players=4, to_act=1, deck="1 1 2 2 2 2 3 3", hands=hands)
    plays(game, "play 3 on 0", "react", "play 3 on 0", "react")
    assert hand(game, 0) == "7 7" and game.view(0)["owes"] == [2, 0, 0, 0]
    assert only(answer_all(game, "play 7"), "settled").seat == 0
    assert hand(game, 0) == "2 2 2 2" and game.to_act == 1


@rule("sevens.react.fizzle")
def test_react_fizzle():
    for aimed in ("play 1 on 1", "play 3 on 1"):
        game = at("1 3 4 7 7", "3 6 7 7", "1 1 1 1", deck="2 2 2")
        events = plays(game, aimed, "react")
        assert "fizzle" in kinds(events) and "unseen" not in kinds(events)
        assert hand(game, 1) == "2 3 7 7" and game.to_act == 2  # seat 1 has paid already
        assert len(game.hands[0]) == 4
    late = at("1 3 4 7 7", "3 6 7 7")
    plays(late, "play 1 on 1", "let")
    refused(late, "react", "sevens.react.fizzle", seat=1)
    assert "too late" in str(late.why_not("react", 1))
    refused(late, "react", "sevens.react.self", seat=0)


@rule("sevens.react.secret")
@pytest.mark.parametrize("never", ["react", "give 4", "play 4"])
def test_a_view_cannot_tell_of_an_answer_that_nobody_could_give(never):
    game = at("1 4 5 7 7", "1 1 2 4", "1 1 2 2")
    game.play("play 5")
    game.play("let", 1)
    view = game.view(1)
    assert cardkit.sample(view).view(1) == view and view["answer"] == "let"
    with pytest.raises(cardkit.BadInput, match="no answer that seat 1 can have given"):
        cardkit.sample({**view, "answer": never})


@rule("sevens.react.expiry")
def test_react_expiry():
    """It waits for the next player's next action, even one without a card, across the round."""
    game = cardkit.position("sevens", players=3, to_act=2, owes={0: 1}, deck="2 5 2",
                            hands={0: "1 1 1", 1: "4 4 4 4", 2: "6 6 7 7 7"})  # fmt: skip
    events = game.play("play 6")
    assert kinds(events)[-7:] == ["done", "round", "pay", "draw", "done", "expiry", "draw"]
    assert only(events, "expiry").seat == 2 and game.view(0)["protected"] is None
    assert 2 in told(answer_all(game, "play 5"), "highest")
    with pytest.raises(cardkit.BadInput, match="only seat 2 can be protected"):
        at("4 4 4 4 4", "1 1 1 1", "1 1 1 2", protected=1)


@rule("sevens.react.secret")
def test_react_secret():
    """With a 6 or without, the others see the same: everybody whom it could hit is asked."""
    seen = []
    for other in ("3 4 6 7", "3 4 5 7", "1 2 3 6", "7 7 7 7"):
        game = at("5 6 6 7 7", other, "1 1 1 1", deck="1 2 3 4", discard="")
        game.play("play 5")
        views = [game.view(0), game.view(2)]
        game.play("let", seat=1)
        assert [game.view(0), game.view(2)] == views
        assert views[0]["phase"] == "wait" and views[0]["to_act"] == 0 and views[0]["moves"] == []
        assert views[0]["log"][-1]["rule"] == "sevens.react.secret"
        seen.append([{**view, "discard": 0} for view in views])
    assert all(views == seen[0] for views in seen)
    nobody = at("5 6 6 7 7", "7 7 7 7", protected=1)
    assert "window" not in kinds(nobody.play("play 5")) and nobody.to_act == 1


@rule("sevens.effect.order")
def test_effect_order():
    """Everybody discards, then all draw, the acting player first."""
    game = cardkit.position("sevens", players=3, to_act=1, deck="1 2 3 4 5 5",
                            hands={0: "7 7 3 3", 1: "7 7 4 4 4", 2: "7 1 1 1"})  # fmt: skip
    events = answer_all(game, "play 7")
    what = [f"{event.kind} {event.seat}" for event in events if event.rule == "sevens.effect.7"]
    assert what == ["sevens 1", "sevens 2", "sevens 0", "draw 1", "draw 2", "draw 0"]
    assert hand(game, 1) == "1 4 4 4" and hand(game, 0) == "3 3 3 4"


@rule("sevens.effect.7-once")
def test_effect_7_once():
    game = at("3 5 6 7 7", "1 2 3 4", deck="7 1 1")
    events = answer_all(game, "play 7")
    assert hand(game, 0) == "3 5 6 7"
    assert only(events, "stays").seen_by(1) is None


@rule("sevens.react.self")
def test_react_self():
    game = at("3 5 6 7 7", "1 2 3 4")
    refused(game, "react", "sevens.react.self")
    events = game.play("play 7")
    assert only(events, "own-card").seen_by(1) is None and game.asked == [1]
    assert told(answer(game), "sevens") == [0]
    assert "own-card" in kinds(at("3 5 6 7 7", "1 2 3 4").play("play 3 on 0"))


@rule("sevens.react.last")
def test_react_last():
    for options, winner in (({}, 0), ({"last_draw": True}, 0), ({"last_draw": False}, 1)):
        draws = options.get("last_draw", True)
        game = cardkit.position("sevens", players=2, to_act=1, round=7, deck="5 1", **options,
                                hands={0: "6 7 7 7", 1: "3 7 7 7 4"})  # fmt: skip
        events = plays(game, "play 3 on 0", "react")
        assert ("last" in kinds(events)) == draws
        assert len(game.hands[0]) == 3 + draws and game.scores() == [21 + 5 * draws, 25]
        assert game.outcome.winners == (winner,)


@rule("sevens.react.last")
def test_react_last_draws_all_that_is_missing_from_the_starting_player_on():
    game = cardkit.position("sevens", players=3, first=2, to_act=1, round=7, deck="1 2 3 4",
                            hands={0: "7 7 7", 1: "4 5 5 5 5", 2: "7 7"})  # fmt: skip
    assert told(game.play("play 4"), "last") == [2, 0]
    assert [hand(game, seat) for seat in range(3)] == ["3 7 7 7", "5 5 5 5", "1 2 7 7"]


# The end ---------------------------------------------------------------------------------------


def ending(*hands: str, **options):
    """The last action of the game is a 4."""
    last = len(hands) - 1
    held = {seat: f"{cards} 4" if seat == last else cards for seat, cards in enumerate(hands)}
    game = cardkit.position(
        "sevens", players=len(hands), hands=held, to_act=last, round=7, **options
    )
    game.play("play 4")
    return game


@rule("sevens.end.score")
def test_end_score():
    game = ending("7 7 7 6", "1 1 1 1", "7 7 7 5")
    assert game.scores() == [27, 4, 26] == game.view(1)["scores"]
    assert game.outcome == cardkit.Outcome((0,), "sevens.round.seven", "sevens.end.score")
    assert game.view(1)["final"][2] == ["5", "7", "7", "7"]
    middle = at("4 4 4 4 4", "1 1 1 1")
    assert middle.view(0)["scores"] == middle.view(0)["final"] == []


@rule("sevens.end.tie")
@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ("7 3 3 3", "6 6 2 2", (0,)),  # more 7s
        ("7 5 4 1", "7 6 2 2", (1,)),  # then more 6s
        ("5 5 3 1", "5 4 4 1", (0,)),  # then 5s
        ("4 3 3 1", "4 4 2 1", (1,)),  # then 4s
        ("3 3 1 1", "3 2 2 1", (0,)),  # then 3s
        ("5 6 7 1", "1 7 6 5", (0, 1)),  # identical hands share
    ],
)
def test_end_tie(first, second, winners):
    game = ending(first, second)
    assert game.scores()[0] == game.scores()[1]
    assert game.outcome.winners == winners and game.outcome.rule == "sevens.end.tie"
    assert game.outcome.shared == (len(winners) == 2)


# Worked examples -------------------------------------------------------------------------------


@rule("sevens.effect.1")
@structural("sevens.example.effect-1")
def test_example_a_swap():
    game = at("1 2 6 6 7", "3 5 5 5")
    plays(game, "play 1 on 1", "let", "give 2", "give 5")
    assert hand(game, 0) == "5 6 6 7" and "2" in hand(game, 1)


@rule("sevens.effect.2")
@structural("sevens.example.effect-2")
def test_example_a_two():
    game = at("2 3 4 7 7", "1 1 1 1", deck="5 1")
    plays(game, "play 2", "play 4")
    assert hand(game, 0) == "3 5 7 7"


@rule("sevens.effect.3")
@structural("sevens.example.effect-3")
def test_example_a_three():
    outcomes = set()
    for seed in range(30):
        game = at("3 4 4 4 4", "1 6 7 7", "2 2 2 2", seed=seed, deck="5 5 1")
        lost = only(answer_all(game, "play 3 on 1"), "unseen").cards
        outcomes.add(" ".join(sorted(lost)))
        assert Counter(game.hands[1]) >= Counter("1677") - Counter(lost) + Counter("55")
    assert "1 7" in outcomes and len(outcomes) == 4


@rule("sevens.effect.4")
@structural("sevens.example.effect-4")
def test_example_a_four():
    game = at("4 5 6 6 7", "1 1 1 1")
    game.play("play 4")
    assert hand(game, 0) == "5 6 6 7" and game.view(0)["total"] == 24


@rule("sevens.effect.5")
@structural("sevens.example.effect-5")
def test_example_a_five():
    game = at("5 6 6 7 7", "2 4 6 7", "1 1 1 1", deck="1 1 1")
    hit = only(answer_all(game, "play 5"), "highest")
    assert (hit.seat, hit.cards) == (1, ("7", "6")) and game.view(0)["total"] == 26


@rule("sevens.effect.6-own")
@structural("sevens.example.effect-6")
def test_example_a_six():
    game = at("4 5 6 7 7", "5 1 1 1", "5 2 2 2")
    game.play("play 6")
    assert game.view(0)["total"] == 23
    assert 0 not in told(answer_all(game, "play 5"), "highest")
    assert cards(answer_all(game, "play 5"), "highest")[0] == ("7", "7")


@rule("sevens.effect.7")
@structural("sevens.example.effect-7")
def test_example_a_seven():
    game = at("3 5 6 7 7", "1 2 7 7", "1 2 3 4", deck="1 1 1 1")
    events = answer_all(game, "play 7")
    drawn = {event.seat: len(event.cards) for event in events
             if event.kind == "draw" and event.rule == "sevens.effect.7"}  # fmt: skip
    assert drawn == {0: 1, 1: 2}


@rule("sevens.effect.5")
@structural("sevens.example.two-two-five")
def test_example_two_into_two_into_five():
    game = at("2 2 5 7 7", "2 5 6 7", deck="3 6 1 1 1")
    plays(game, "play 2", "play 2")
    assert only(answer_all(game, "play 5"), "highest").cards == ("7", "6")
    assert hand(game, 0) == "3 6 7 7"


@rule("sevens.effect.5")
@structural("sevens.example.five-totals")
def test_example_seventeen_eighteen_and_twenty_eight():
    game = at("5 4 4 4 4", "1 3 6 7", "1 4 6 7", "7 7 7 7")
    events = answer_all(game, "play 5")
    assert told(events, "below") == [1] and told(events, "highest") == [2, 3]
    assert cards(events, "highest") == {2: ("7", "6"), 3: ("7", "7")}


@rule("sevens.effect.6-react")
@structural("sevens.example.six-against-1")
@structural("sevens.example.six-against-3")
@structural("sevens.example.six-against-5")
@structural("sevens.example.six-against-7")
@pytest.mark.parametrize(
    ("card", "mine", "kept"),
    [
        ("1", "5 6 7 7", "5 7 7"),
        ("3", "6 7 7 7", "7 7 7"),
        ("5", "3 4 6 7", "3 4 7"),
        ("7", "1 6 7 7", "1 7 7"),
    ],
)
def test_example_six_against(card, mine, kept):
    """Ela (seat 1) plays; you (seat 0) answer, and pay when your action comes."""
    game = cardkit.position("sevens", players=3, to_act=1, deck="4 2 2",
                            hands={0: mine, 1: f"{card} 2 2 3 3", 2: "1 1 1 1"})  # fmt: skip
    game.play(f"play {card} on 0" if card in "13" else f"play {card}")
    answer(game, 0)
    assert hand(game, 0) == kept and game.to_act == 2
    game.play("play 4")
    assert hand(game, 0) == " ".join(sorted(f"{kept} 2".split())) and game.to_act == 1


@rule("sevens.end.tie")
@structural("sevens.example.tie-sixes")
def test_example_a_tie_broken_by_sixes():
    game = ending("1 6 6 7", "2 5 6 7")
    assert game.scores() == [20, 20] and game.outcome.winners == (0,)

"""Why a move of Sevens will not do: the rule, and what is wrong with this very move."""

from __future__ import annotations

from cardkit.errors import IllegalMove
from cardkit.events import Move
from cardkit.games.sevens import AIMED, LET, REACT, Sevens, total


def refusal(game: Sevens, seat: int, move: Move) -> IllegalMove:
    """What to answer to a move that is not among the legal ones.

    >>> import cardkit
    >>> game = cardkit.position("sevens", players=2, hands={0: "4 5 5 6 7"})
    >>> print(game.why_not("give 4"))
    'give 4' will not do now: play one card from your hand. (sevens.action.play)
    """
    if move == REACT and seat == game.turn:
        return IllegalMove(
            "sevens.react.self",
            "It is your own action: a 6 answers another player's card, never your own.",
        )
    if game.phase == "react":
        return IllegalMove("sevens.react.when", _no_reaction(game, seat, move))
    if game.phase == "give":
        if move.verb == "give":
            return IllegalMove("sevens.effect.1", f"You have no {move[1]} to give.")
        if move in (REACT, LET):
            return IllegalMove(
                "sevens.react.fizzle", "It is too late to answer this 1: now the cards are chosen."
            )
        return IllegalMove(
            "sevens.effect.1", f"'{move}' must wait: first choose a card to give in the swap."
        )
    if move.verb == "play":
        return _no_play(game, seat, move)
    return IllegalMove(
        "sevens.action.play", f"'{move}' will not do now: play one card from your hand."
    )


def _no_reaction(game: Sevens, seat: int, move: Move) -> str:
    hand = game.hands[seat]
    if move != REACT:
        return f"'{move}' must wait: a {game.card} is being played, answer with react or let."
    if "6" not in hand:
        return "You answer with a 6, and your hand has none."
    if game.card == "5":
        return (
            f"Your hand totals {total(hand)}, and a 5 hits from {game.options.five_total} on: "
            "there is nothing to react to."
        )
    return "You hold no 7, so this 7 does nothing to you: there is nothing to react to."


def _no_play(game: Sevens, seat: int, move: Move) -> IllegalMove:
    card = move[1]
    if card not in game.hands[seat]:
        held = " ".join(sorted(game.hands[seat]))
        return IllegalMove(
            "sevens.action.play", f"You play a card from your hand, and {held} has no {card}."
        )
    rule = "sevens.effect.6-own" if card == "6" else f"sevens.effect.{card}"
    if card not in AIMED:
        return IllegalMove(rule, f"A {card} is not played on anybody: just 'play {card}'.")
    if len(move) == 2:
        return IllegalMove(rule, f"A {card} is played on somebody: say 'play {card} on …'.")
    return _no_target(game, seat, card, int(move[3]))


def _no_target(game: Sevens, seat: int, card: str, target: int) -> IllegalMove:
    if target == game.protected:
        return IllegalMove(
            "sevens.react.target",
            f"Player {target} is protected by a 6 in this action and cannot be chosen.",
        )
    if target != seat:
        whose = f"Player {target} has" if len(game.hands[seat]) > 1 else "After this 1 you have"
        return IllegalMove("sevens.effect.3-few", f"{whose} no card to swap.")
    if card == "1":
        return IllegalMove("sevens.effect.1", "A 1 swaps with a rival, not with yourself.")
    return IllegalMove("sevens.effect.3-self", "In this game a 3 cannot be aimed at yourself.")

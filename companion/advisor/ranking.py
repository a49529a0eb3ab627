"""Advice: every legal move of who is still to decide, with its chance to win, its margin, and why."""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.advice import Advice, Coaching, Option
from companion.advisor.cards import evaluate_numbers, evaluate_plays
from companion.advisor.evaluation import Evaluation, evaluate
from companion.advisor.explain import Case, reasons
from companion.advisor.search import evaluate_marks
from companion.rules import Card, Decision, Game, Mark, Play, Position


def advise(
    game: Game, position: Position, players: Sequence[str] | None = None, hand: Sequence[Card] | None = None
) -> tuple[Advice, ...]:
    """Advice for `players` (by default everyone who is still to decide in the open action), in their order.

    The moves are exactly those of `game.moves` or `game.plays`. `hand`: in the card game the active player's
    cards; without it there is no advice on what to play. Nobody who has decided, or has no say, gets advice.
    """
    if position.phase == "play":
        return _play_advice(game, position, players, hand)
    waiting = game.waiting(position)
    wanted = [player for player in waiting if players is None or player in players]
    if not wanted:
        return ()
    if game.variant.cards:
        found = evaluate_numbers(game, position, wanted, hand)
    else:
        found = evaluate_marks(game, position, wanted, evaluate)
    return tuple(
        Advice(
            player,
            position.phase,
            _options(game, position, player, [(w.mark, w.worth, w.then, w.after) for w in found[player]]),
        )
        for player in wanted
    )


def _play_advice(
    game: Game, position: Position, players: Sequence[str] | None, hand: Sequence[Card] | None
) -> tuple[Advice, ...]:
    active = position.active
    if players is not None and active not in players:
        return ()
    if hand is None:
        return (Advice(active, "play", None),)
    plays = list(game.plays(position, active, hand))
    worths = evaluate_plays(game, position, hand, plays)
    found = [
        (play, worth, None, game.decide(position, active, play))
        for play, worth in zip(plays, worths, strict=True)
    ]
    return (Advice(active, "play", _options(game, position, active, found)),)


def _options(
    game: Game,
    position: Position,
    player: str,
    found: Sequence[tuple[Mark | Play, Evaluation, Mark | None, Position]],
) -> tuple[Option, ...]:
    """Options, best first, from (move, worth, the active player's action 2, the end of the turn)."""
    alone = len(game.players) == 1
    cases = [
        Case(move, None if alone else round(win, 4), round(margin, 2), then, after)
        for move, (win, margin), then, after in found
    ]
    cases.sort(key=lambda case: (-(case.win or 0.0), -case.margin))
    why = reasons(game, position, player, cases)
    return tuple(
        Option(case.move, case.win, case.margin, reason) for case, reason in zip(cases, why, strict=True)
    )


def coach(
    game: Game, position: Position, player: str, decision: Decision, hand: Sequence[Card] | None = None
) -> Coaching | None:
    """What `decision` of `player` gave away in `position`, in which they had not decided yet.

    None where nothing can be said: a play of cards without the hand, or no legal move.
    """
    advice = advise(game, position, [player], hand)
    if not advice or not advice[0].options:
        return None
    options = advice[0].options
    if isinstance(decision, Mark) and decision not in [option.move for option in options]:
        moves = game.moves(position, player)
        if decision not in moves:
            return None
        decision = moves.canonical(decision)
    chosen = next((option for option in options if option.move == decision), None)
    return None if chosen is None else Coaching(player, advice[0].action, chosen, options[0])

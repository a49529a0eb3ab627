"""Advice: every legal move of who is still to decide, with its chance to win, its margin, and why."""

from collections.abc import Sequence
from dataclasses import replace

from companion.advisor.advice import Advice, Coaching, Option
from companion.advisor.cards import evaluate_numbers, evaluate_plays
from companion.advisor.comparison import RatedMove
from companion.advisor.evaluation import Evaluation, evaluate, rests_on_outlook
from companion.advisor.explain import reasons
from companion.advisor.search import evaluate_marks
from companion.rules import Card, Decision, Game, Mark, Play, Position


def advise(
    game: Game, position: Position, players: Sequence[str] | None = None, hand: Sequence[Card] | None = None
) -> tuple[Advice, ...]:
    """Return advice for `players` (default: everyone still to decide in the open action), in their order.

    The moves are exactly those of `game.moves` or `game.plays`. `hand`: in the card game the active player's
    cards; without it there is no advice on what to play. Players who have decided, or have no say, get none.
    """
    if position.phase == "play":
        return _play_advice(game, position, players, hand)
    waiting = game.waiting(position)
    wanted = [player for player in waiting if players is None or player in players]
    if not wanted:
        return ()
    if game.deck:
        evaluated = evaluate_numbers(game, position, wanted, hand)
    else:
        evaluated = evaluate_marks(game, position, wanted, evaluate)
    advice = []
    for player in wanted:
        rated = [
            replace(
                _rated(game, m.mark, m.evaluation, m.second, m.after),
                end_is_sure=m.certainty.lead,
                hangs_on=m.hangs_on,
            )
            for m in evaluated[player]
        ]
        options = _options(game, position, player, rated)
        advice.append(Advice(player, position.phase, options, rests_on_outlook(game)))
    return tuple(advice)


def _play_advice(
    game: Game, position: Position, players: Sequence[str] | None, hand: Sequence[Card] | None
) -> tuple[Advice, ...]:
    active = position.active
    if players is not None and active not in players:
        return ()
    if hand is None:
        return (Advice(active, "play", None),)
    plays = list(game.plays(position, active, hand))
    rated = [
        _rated(game, play, evaluation, None, game.decide(position, active, play))
        for play, evaluation in zip(plays, evaluate_plays(game, position, hand, plays), strict=True)
    ]
    return (Advice(active, "play", _options(game, position, active, rated), rests_on_outlook(game)),)


def _rated(
    game: Game, move: Mark | Play, evaluation: Evaluation, second: Mark | None, after: Position
) -> RatedMove:
    win = None if len(game.players) == 1 else round(evaluation.win, 4)
    return RatedMove(move, win, round(evaluation.margin, 2), second, after)


def _options(game: Game, position: Position, player: str, rated: Sequence[RatedMove]) -> tuple[Option, ...]:
    """Return every move as an option, best first."""
    ranked = sorted(rated, key=lambda move: (-(move.win or 0.0), -move.margin))
    return tuple(
        Option(move.move, move.win, move.margin, why)
        for move, why in zip(ranked, reasons(game, position, player, ranked), strict=True)
    )


def coach(
    game: Game, position: Position, player: str, decision: Decision, hand: Sequence[Card] | None = None
) -> Coaching | None:
    """Return what `decision` of `player` gave away in `position`, before which they had not decided.

    None if nothing can be said: of a play of cards without the hand, or of an illegal move.
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

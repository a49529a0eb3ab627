"""Ranks the legal moves of each player who has not decided yet, and explains each move."""

from collections.abc import Sequence
from itertools import islice

from companion.advisor.advice import Advice, Coaching, Option, Reason
from companion.advisor.cards import evaluate_numbers, evaluate_plays
from companion.advisor.evaluation import Evaluation, evaluate, needs_heuristic
from companion.advisor.explanation import ComparedMove, Comparison, RatedMove, contrast, effects
from companion.advisor.move_facts import move_facts
from companion.advisor.move_names import join_all, name_move
from companion.advisor.search import evaluate_marks
from companion.rules import Card, Decision, Game, Mark, Position
from sheets.language import phrase


def advise(
    game: Game, position: Position, players: Sequence[str] | None = None, hand: Sequence[Card] | None = None
) -> tuple[Advice, ...]:
    """Return advice, in seat order, for each of `players` (default: all) who has not decided yet.

    `hand`: the active player's cards in the card game. Without a hand, the advice on a play has no options.
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
            RatedMove(
                m.mark, *_rounded(game, m.evaluation), m.second, m.after, m.certainty.lead, m.decisive_player
            )
            for m in evaluated[player]
        ]
        options = _options(game, position, player, rated)
        advice.append(Advice(player, position.phase, options, needs_heuristic(game)))
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
        RatedMove(play, *_rounded(game, evaluation), None, game.decide(position, active, play))
        for play, evaluation in zip(plays, evaluate_plays(game, position, hand, plays), strict=True)
    ]
    return (Advice(active, "play", _options(game, position, active, rated), needs_heuristic(game)),)


def _rounded(game: Game, evaluation: Evaluation) -> tuple[float | None, float]:
    win = None if len(game.players) == 1 else round(evaluation.win, 4)
    return win, round(evaluation.margin, 2)


def _options(game: Game, position: Position, player: str, rated: Sequence[RatedMove]) -> tuple[Option, ...]:
    ranked = sorted(rated, key=lambda move: (-(move.win or 0.0), -move.margin))
    return tuple(
        Option(move.move, move.win, move.margin, why)
        for move, why in zip(ranked, reasons(game, position, player, ranked), strict=True)
    )


def reasons(game: Game, position: Position, player: str, moves: Sequence[RatedMove]) -> list[Reason]:
    """Return the explanation of each of a player's moves. `moves`: all legal moves, best first.

    The best move is compared with the second best, and every other move with the best.
    """
    board = game.board_of(position.sheet(player))
    sides = [
        ComparedMove(
            name_move(board, rated.move), rated, move_facts(game, position, player, rated.move, rated.after)
        )
        for rated in moves
    ]
    always_ends = all(side.facts.ends_game for side in sides)
    out = []
    for number, side in enumerate(sides):
        other = sides[0 if number else min(1, len(sides) - 1)]
        pair = Comparison(board, side, other, best=number == 0, always_ends=always_ends)
        does = join_all(list(islice(effects(pair), 2)))
        clauses = [phrase("{move} {does}", move=side.name, does=does), contrast(pair)]
        if who := side.rated.decisive_player:
            guess = phrase("{player} decides at the same time, so this is only a guess", player=who)
            clauses.append(guess)
        out.append(Reason(tuple(clauses)))
    return out


def coach(
    game: Game, position: Position, player: str, decision: Decision, hand: Sequence[Card] | None = None
) -> Coaching | None:
    """Return a comparison of a decision with the best move, or None if the decision is illegal.

    Return None also for a play of cards without `hand`. `position`: the position before the decision.
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

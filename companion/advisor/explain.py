"""Explanations: one sentence for a move, from what it does and how that differs from the alternative.

The first clause says what the move does: the one or two facts that weigh most. The second compares it with
the alternative: the best move with the next best, any other move with the best. Both are lists of rules in
order of weight, each a condition and its sentence.
"""

from collections.abc import Sequence
from itertools import islice

from companion.advisor.advice import Reason
from companion.advisor.comparison import ComparedMove, Comparison, RatedMove
from companion.advisor.contrasts import contrast
from companion.advisor.effects import effects
from companion.advisor.move_facts import move_facts
from companion.advisor.move_names import join_all, name_move
from companion.rules import Game, Position
from sheets.language import Phrase, phrase


def reasons(game: Game, position: Position, player: str, moves: Sequence[RatedMove]) -> list[Reason]:
    """Return the sentence for each of `moves`, which are all moves of a player, best first."""
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
        if side.rated.hangs_on is not None:
            clauses.append(_guess(side.rated.hangs_on))
        out.append(Reason(tuple(clauses)))
    return out


def _guess(player: str) -> Phrase:
    """Return the sentence that a move's chance is unknown because it depends on a simultaneous decision."""
    return phrase("{player} decides at the same time, so this is only a guess", player=player)

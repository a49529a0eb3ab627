"""Explanations: one sentence for a move, from what it does and how that differs from the alternative.

The first clause says what the move does: the one or two facts that weigh most. The second compares it with
the alternative: the best move with the next best, any other move with the best. Both are lists of rules in
order of weight, each a condition and its sentence.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from companion.advisor.advice import KEEP, DiceChange, Reason
from companion.advisor.comparison import ComparedMove, Comparison, RatedMove
from companion.advisor.contrasts import contrast
from companion.advisor.dice_change import WHITE_DICE
from companion.advisor.effects import effects
from companion.advisor.move_facts import move_facts
from companion.advisor.move_names import join_all, name_move
from companion.rules import Game, Position
from sheets.language import Phrase, Term, message, phrase


def reasons(game: Game, position: Position, player: str, moves: Sequence[RatedMove]) -> list[Reason]:
    """The sentence for each of `moves`, which are all that a player may make, best first."""
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


def reason_for_change(change: DiceChange, points: float) -> Reason:
    """The reason to keep the dice, or to change them. `points`: the gain of the change in margin."""
    if change == KEEP:
        return Reason((phrase("the dice stay as they are"),))
    values: dict[str, Any] = {"points": round(abs(points))}
    if change.dice:
        dice = [Term("white" if die in WHITE_DICE else die) for die in change.dice]
        values["dice"] = join_all([Phrase("{die}", {"die": die}) for die in dice])
        text = message("throwing again ({dice}) adds about {points} to the margin, on average")
        if points < 0:
            text = message("throwing again ({dice}) takes about {points} from the margin, on average")
    else:
        colour, value = change.name.split()
        values |= {"colour": Term(colour), "value": value}
        text = message("turning {colour} {value} adds about {points} to the margin")
        if points < 0:
            text = message("turning {colour} {value} takes about {points} from the margin")
    return Reason((Phrase(text, values),))


def _guess(player: str) -> Phrase:
    """The sentence that nobody can know the chance of a move, because it depends on a simultaneous
    decision."""
    return phrase("{player} decides at the same time, so this is only a guess", player=player)

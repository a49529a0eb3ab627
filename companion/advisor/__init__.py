"""The advisor: ranks each undecided player's moves by the chance to win, and explains every move.

    from companion.advisor import advise, coach
    advise(game, position)                  -> (Advice, …), one for each player still to decide
    advise(game, position, ["Ann"])         -> only Ann's; in the card game with hand=(Card, …)
    advice.options[0].move, .win, .margin   the best move; .why.in_language(_), str(.why) in English
    coach(game, position, "Ann", mark)      -> Coaching: .points and .win given away, .best, .why;
                                               None if the mark is illegal

`search` enumerates the decisions, `evaluation` evaluates the positions that follow (by a neural network, the
exact solution for a single player, or the rough estimate of `heuristic`), and `ranking` explains the moves.
"""

from companion.advisor.advice import ROUGH, Advice, Coaching, Option, Reason
from companion.advisor.ranking import advise, coach

__all__ = ["ROUGH", "Advice", "Coaching", "Option", "Reason", "advise", "coach"]

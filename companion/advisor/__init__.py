"""The advisor: ranks the moves of each player still to decide by the chance to win, and explains each.

    from companion.advisor import advise, coach
    advise(game, position)                  -> (Advice, …), one for each player still to decide
    advise(game, position, ["Ann"])         -> only Ann's; in the card game with hand=(Card, …)
    advice.options[0].move, .win, .margin   the best move; .why.in_language(_), str(.why) in English
    coach(game, position, "Ann", mark)      -> Coaching: .points and .win given away, .best, .why; or None

`search` enumerates the decisions, `evaluation` values the positions that they lead to (by the pad's network,
the exact solution for a single player, or the rough outlook of `heuristic`), and `ranking` explains them.
"""

from companion.advisor.advice import ROUGH, Advice, Coaching, Option, Reason
from companion.advisor.ranking import advise, coach

__all__ = ["ROUGH", "Advice", "Coaching", "Option", "Reason", "advise", "coach"]

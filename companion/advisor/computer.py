"""The computer as a player: it takes the best move of the advice, except for errors at the rate of
its level."""

import random
from types import MappingProxyType
from typing import get_args

from companion.advisor.advice import Option
from companion.advisor.ranking import advise
from companion.rules import Game, Position
from companion.rules.house import Level

LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels, the weakest first."""
ERRORS = MappingProxyType({"gentle": 0.25, "good": 0.08, "best": 0.0})
"""Share of its decisions in which the computer errs, by level."""


def computer_choice(
    game: Game, position: Position, player: str, level: Level, chance: random.Random
) -> Option:
    """Choose the computer's decision for `player`, who has still to decide in the open action.

    It uses public knowledge only: the sheets and the dice. When it errs, it takes the next best move. Raise
    ValueError for a player who has no say, and in the card game before a play: the computer holds no cards.
    """
    advice = advise(game, position, [player])
    if not advice or not advice[0].options:
        raise ValueError(f"the computer has no move for {player}")
    options = advice[0].options
    return options[1] if len(options) > 1 and chance.random() < ERRORS[level] else options[0]

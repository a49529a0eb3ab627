"""The computer as a player: makes the move that the advice ranks best, or sometimes the second best."""

import random
from types import MappingProxyType
from typing import get_args

from companion.advisor.advice import Option
from companion.advisor.ranking import advise
from companion.rules import Game, Position
from companion.rules.house import Level

LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels of play, weakest first."""
ERRORS = MappingProxyType({"gentle": 0.25, "good": 0.08, "best": 0.0})
"""The probability of a mistake in a decision, by level."""


def computer_choice(
    game: Game, position: Position, player: str, level: Level, chance: random.Random
) -> Option:
    """Return the computer's decision for `player`: the best move or, by mistake, the second best.

    Raise ValueError if the player has nothing to decide, or has to play cards from a hand.
    """
    advice = advise(game, position, [player])
    if not advice or not advice[0].options:
        raise ValueError(f"the computer has no move for {player}")
    options = advice[0].options
    return options[1] if len(options) > 1 and chance.random() < ERRORS[level] else options[0]

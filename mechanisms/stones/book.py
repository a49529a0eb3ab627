"""The rules of the Duel, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

_DUEL = ("duel",)

MECHANISM = (
    retold(
        "duel-active",
        message("Only the active player lays stones"),
        _DUEL,
        message(
            "Two players share one board and lay stones on it. Only the active player lays any: first on "
            "the white sum in any row, then on the sum of a white and a coloured die in the row of that "
            "die. Each of the two may be left out."
        ),
        message("Emma throws and lays a stone on red 5. Max lays none in her turn."),
    ),
    retold(
        "duel-left-to-right",
        message("To the right of one's own stones"),
        _DUEL,
        message(
            "An empty cell must lie right of all your own stones in its row. The other player's stones "
            "do not matter: you may fill the cells behind them."
        ),
        message("Emma has red 5, Max red 7: Emma may lay red 6, Max may not lay red 4 after his 7."),
    ),
    retold(
        "duel-rightmost",
        message("Taking a stone, building a tower"),
        _DUEL,
        message(
            "A cell that holds stones may be played only if they are the rightmost of the whole row. A "
            "single stone of the other player goes back to its owner, and yours lies there instead. On "
            "stones of your own you lay another: a tower, which nobody can take away."
        ),
        message(
            "Max's red 5 is the rightmost stone in red: with a five Emma takes it, but not a tower of two."
        ),
    ),
    retold(
        "duel-same-turn",
        message("No tower in one turn"),
        _DUEL,
        message("A stone that was laid in this turn gets no second one in this turn."),
        message("Emma lays red 5 with the white sum: red 3 with white 2 brings no second stone there now."),
    ),
    retold(
        "duel-lock-needs-five",
        message("Five stones before the last cell"),
        _DUEL,
        message(
            "The last cell of a row needs at least five stones of your own in that row, counting those "
            "in towers. With it you lay a stone on the lock. The row is closed for both players, and its "
            "die leaves the game. If it was your last stone, the lock counts all the same."
        ),
        message("Red 2, two stones on 3, red 4 and 5 are five: red 12 and the lock make seven, 28 points."),
    ),
    retold(
        "duel-miss",
        message("No stone laid: a miss"),
        _DUEL,
        message(
            "An active player who lays no stone in either action takes a miss, which uses up one of the "
            "stones. The fourth miss ends the game: the fourth of both players together, or of one "
            "player alone, as the table agrees."
        ),
        message("Emma has two misses and Max one. Max lays no stone: the game ends."),
    ),
    retold(
        "end-stones",
        message("Twenty-two stones each"),
        _DUEL,
        message(
            "Each player has 22 stones. They lie in cells, in towers, on locks and on misses. Whoever lays "
            "the last of them ends the game, even in action 1. At the end each row scores by the number of "
            "your own stones in it, twelve at most."
        ),
        message("Emma lays her 22nd stone with the white sum: the game ends, and there is no action 2."),
    ),
)

"""The points of crosses: the table under every row of a pad."""

from dataclasses import dataclass

from companion.rules import Game, row_points
from companion.web.presenters.mechanism import shown_on
from sheets.language import Phrase
from sheets.placed import most_crosses


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What so many crosses in a row score. `points`: for 1 cross, 2 crosses, and so on, the lock counted too.

    `signs`: the signs on cells that are explained. `adds`: what the mechanisms of each different sheet add.
    """

    points: tuple[int, ...]
    signs: tuple[str, ...] = ()
    adds: tuple[Phrase, ...] = ()


def present_points_table(game: Game) -> PointsTable:
    """The table of a game, up to the most crosses that a row can have (rules.md: score-table)."""
    pads = game.pads[:1] if game.pad.letters else tuple(dict.fromkeys(game.pads))
    shown = [(mechanism, pad) for pad in pads for mechanism in shown_on(pad)]
    return PointsTable(
        tuple(row_points(count) for count in range(1, most_crosses(game.pad) + 1)),
        tuple(sign for mechanism, pad in shown for sign in mechanism.explained_signs(pad)),
        tuple(text for mechanism, pad in shown if (text := mechanism.adds(pad)) is not None),
    )

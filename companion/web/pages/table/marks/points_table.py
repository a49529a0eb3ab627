"""The points of crosses: the table under every row of a pad."""

from dataclasses import dataclass

from companion.rules import Game, row_points
from companion.web.layout.game.page_part import explained_signs, shown_on
from sheets.language import Phrase


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
    shown = [(part, pad) for pad in pads for part in shown_on(pad)]
    return PointsTable(
        tuple(row_points(count) for count in range(1, game.pad.most_crosses + 1)),
        tuple(sign for pad in pads for sign in explained_signs(pad)),
        tuple(part.adds(pad) for part, pad in shown if part.adds),
    )

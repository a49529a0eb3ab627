"""What crosses are worth: the table that lies under every row of a pad."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Game, row_points
from sheets.language import Phrase, phrase
from sheets.special_cells import SpecialCells


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What so many crosses in a row score. `points`: for 1 cross, 2 crosses, and so on, the lock counted too.

    `bonuses`: the kinds of bonus whose two cells the pad carries. `has_bar`: the pad has a bonus bar.
    `has_lucky_numbers`: every sheet has its lucky numbers. `special`: what the special cells of each
    different sheet add.
    """

    points: tuple[int, ...]
    bonuses: tuple[str, ...]
    has_bar: bool
    has_lucky_numbers: bool
    special: tuple[Phrase, ...] = ()


def present_points_table(game: Game) -> PointsTable:
    """The table of a game, up to the most crosses that a row can have (rules.md: score-table)."""
    fields = [field.row for field in game.pad.special.connections]
    longest = max(len(row) + fields.count(number) for number, row in enumerate(game.pad.rows))
    most = game.pad.most_marks or longest + 1
    return PointsTable(
        tuple(row_points(count) for count in range(1, most + 1)),
        tuple(kind for kind, _cells in game.pad.pairs),
        bool(game.pad.bar),
        bool(game.lucky),
        tuple(text for special in dict.fromkeys(pad.special for pad in game.pads) for text in _adds(special))
        if not game.pad.letters
        else _adds(game.pads[0].special),
    )


def _adds(special: SpecialCells) -> tuple[Phrase, ...]:
    """What crosses on special cells score, a sentence each."""
    found = []
    if any(special.seconds):
        found.append(phrase("Second crosses count like any other; more than sixteen in a row score nothing."))
    if any(special.doubles):
        found.append(phrase("A cell with two fields counts as two crosses."))
    if any(special.steps):
        found.append(phrase("The crosses in the frame score by the same table once more, as a fifth row."))
    if special.bonus_rows:
        found.append(phrase("A round cell counts as a cross in both rows beside it."))
    if special.track:
        found.append(phrase("The last field crossed on the track of fifteen adds its points once."))
    if special.connections:
        found.append(phrase("A field between two numbers counts as a cross of its row."))
    return tuple(found)

"""Special facts: what a move does on a pad with special cells, beside the cross itself.

They are told by comparing the sheet before a move with the sheet after it, so they hold for any mark and for
pads that mix mechanisms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules import Game, Mark, Sheet
from companion.rules.board import Spot
from companion.rules.mechanism import mechanisms_of
from companion.rules.moves import Moves
from companion.rules.score_table import row_points


@dataclass(frozen=True, slots=True)
class SpecialFacts:
    """What a move does on special cells. Rows are numbers, 0 to 3.

    `forced`: the cell that a chain crosses besides, and `forced_skipped`: open cells left behind it.
    `second`: the cell that it crosses once more. `is_double`: it makes two crosses at once. `round_rows`: the
    rows in which a round cell counts. `step_points`: what it adds in the frame. `lost_exchanges`: fields of
    the strip left behind. `track_points`: what it adds on the track. `field_row`: the row in which it crosses
    a field between numbers. `leaves_fifteen`: points on the track that the player could have instead.
    """

    forced: Spot | None = None
    forced_skipped: int = 0
    second: Spot | None = None
    is_double: bool = False
    round_rows: tuple[int, int] | None = None
    step_points: int = 0
    lost_exchanges: int = 0
    track_points: int = 0
    field_row: int | None = None
    leaves_fifteen: int = 0

    @property
    def marks(self) -> bool:
        """Tell whether the move crosses something that is no cell of a row for the first time."""
        return bool(self.second or self.round_rows or self.track_points or self.field_row is not None)


NO_SPECIAL_FACTS = SpecialFacts()


def special_facts(game: Game, before: Sheet, made: Sheet, closed_mask: int, fifteen: int) -> SpecialFacts:
    """What stands on the special cells of `made` and did not on `before`.

    `closed_mask`: the rows closed before the move. `fifteen`: points that a mark on the track would add now,
    0 if it is not allowed.
    """
    if before.extras is None or made.extras is None:
        return NO_SPECIAL_FACTS
    special = before.pad.special
    rows = [new & ~old for new, old in zip(made.rows, before.rows, strict=True)]
    forced = [new & ~old for new, old in zip(made.extras.forced, before.extras.forced, strict=True)]
    forced_spot = _first_spot(game, forced)
    seconds = [new & ~old for new, old in zip(made.extras.seconds, before.extras.seconds, strict=True)]
    skipped = 0
    if forced_spot is not None and not closed_mask >> forced_spot.row & 1:
        old = order_length(game, before, forced_spot.row)
        skipped = max(0, order_length(game, made, forced_spot.row) - 1 - old)
    round_rows = next(
        (
            row.rows
            for row, new, old in zip(
                special.bonus_rows, made.extras.bonus_rows, before.extras.bonus_rows, strict=True
            )
            if new != old
        ),
        None,
    )
    used = made.extras.exchanged & ~before.extras.exchanged
    crossed = made.extras.connections & ~before.extras.connections
    track_points = _track_points(game, made) - _track_points(game, before)
    return SpecialFacts(
        forced=forced_spot,
        forced_skipped=skipped,
        second=_first_spot(game, seconds),
        is_double=any(bits & double for bits, double in zip(rows, special.doubles, strict=True)),
        round_rows=round_rows,
        step_points=row_points(steps_marked(made)) - row_points(steps_marked(before)),
        lost_exchanges=max(0, used.bit_length() - 1 - before.extras.exchanged.bit_length()),
        track_points=track_points,
        field_row=special.connections[crossed.bit_length() - 1].row if crossed else None,
        leaves_fifteen=0 if track_points else fifteen,
    )


def _first_spot(game: Game, rows: Sequence[int]) -> Spot | None:
    """The cell of the first bit that is set in any row; None if none is."""
    return next((game.board.rows[row][bits.bit_length() - 1] for row, bits in enumerate(rows) if bits), None)


def fifteen_points(game: Game, before: Sheet, moves: Moves) -> int:
    """Points that the track would add to a sheet now; 0 if no fifteen is among its legal `moves`."""
    fifteen = Mark("15")
    if not before.pad.special.track or fifteen not in moves:
        return 0
    return _track_points(game, moves.result(fifteen)) - _track_points(game, before)


def lock_marks(game: Game, sheet: Sheet, row: int) -> int:
    """The crosses of a row that count towards its lock."""
    return game.rules_of(sheet).lock_crosses(sheet, row)


def order_length(game: Game, sheet: Sheet, row: int) -> int:
    """The index of the first cell of a row that may still be marked in order."""
    return game.rules_of(sheet).order_bits(sheet, row).bit_length()


def steps_marked(sheet: Sheet) -> int:
    """How many cells of the frame are crossed."""
    steps = sheet.pad.special.steps
    return sum((bits & step).bit_count() for bits, step in zip(sheet.rows, steps, strict=True))


def most_lock_marks(game: Game, sheet: Sheet, row: int) -> int:
    """How many more crosses that count towards its lock a row has room for."""
    spots = game.board.rows[row]
    last = len(spots) - spots[0].closing_bits.bit_count()
    start = order_length(game, sheet, row)
    room = max(0, last - start)
    if sheet.extras is None:
        return room
    special = sheet.pad.special
    open_ = (1 << last) - (1 << min(start, last))
    room += ((special.seconds[row] | special.doubles[row]) & open_).bit_count()
    bits = sheet.rows[row]
    again = special.seconds[row] & bits & ~sheet.extras.seconds[row]
    if game.rulings.double_a_where == "frontier":
        again &= 1 << max(bits.bit_length() - 1, 0)
    room += again.bit_count()
    for place, partner in special.partners.items():  # crosses that others bring left of the marks
        if place[0] == row and place[1] < start and not bits >> place[1] & 1:
            room += not sheet.rows[partner[0]] >> partner[1] & 1
    if game.rulings.connect_lock == "all":
        room += sum(
            field.row == row and field.index >= start - 1 and not sheet.extras.connections >> number & 1
            for number, field in enumerate(special.connections)
        )
    return room


def _track_points(game: Game, sheet: Sheet) -> int:
    found = (m.points(sheet, (), game.rulings) for m in mechanisms_of(sheet.pad) if m.key == "track")
    return sum(found)

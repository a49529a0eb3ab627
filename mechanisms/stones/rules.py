"""The Duel: only the active player lays stones; the rightmost stone of a row may be taken or built upon."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Rows, Spot
from companion.rules.mechanism import Draft, Mechanism, View
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.position import Position
from companion.rules.refusal import Refusal, Value
from companion.rules.score import score
from companion.rules.sheet import Misplaced, Sheet
from mechanisms.stones.places import PENS, TOWER, field_name
from sheets.language import message
from sheets.mechanism import box_names
from sheets.pad import ROW_LETTERS, Cell, Pad

Towers = tuple[tuple[int, ...], ...]
"""For each row how many stones lie on top of the first one, cell by cell from the left."""
MISSES_TOGETHER = 4
"""The misses of both players that end the game (characters-duel.md: Duel 7)."""


class Stones(Mechanism):
    """characters-duel.md: duel-active, duel-left-to-right, duel-rightmost, duel-same-turn,
    duel-lock-needs-five, duel-miss; ruling duel-misses.

    A sheet of the pad holds the stones of one player, and both sheets are the board. Its state: the stones
    on top of the first one of a cell.
    """

    key = "stones"
    word = "towers"
    seats = 2

    def blank(self, pad: Pad) -> Hashable:
        """No tower."""
        return tuple((0,) * len(row) for row in pad.rows)

    def words(self, pad: Pad, state: Towers) -> list[str]:
        """Each cell once for each stone on top of the first one."""
        return [
            str(cell)
            for row, heights in zip(pad.rows, state, strict=True)
            for cell, height in zip(row, heights, strict=True)
            for _ in range(height)
        ]

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """Cells that hold a stone."""
        towers = [list(heights) for heights in cast(Towers, self.blank(sheet.pad))]
        for cell in map(sheet.pad.cell, words):
            if not sheet.rows[ROW_LETTERS.index(cell.row)] >> cell.index & 1:
                raise Misplaced(str(cell))
            towers[ROW_LETTERS.index(cell.row)][cell.index] += 1
        return tuple(map(tuple, towers))

    # -- on paper ----------------------------------------------------------------------------------------

    def read_places(self, pad: Pad, rows: Rows, places: Collection[str]) -> tuple[Hashable, Collection[str]]:
        """The fields of both players, which no single sheet has; the boxes are misses of the second one."""
        own = {
            *box_names(pad.parts, self.key),
            *(field for cell in pad.cells for field in _fields(str(cell))),
        }
        return self.blank(pad), [place for place in places if place in own]

    def rivals(self, pad: Pad, places: Collection[str]) -> Iterator[tuple[str, ...]]:
        """The fields of a cell on which both players have marks."""
        for cell in map(str, pad.cells):
            crossed = [field for field in _fields(cell) if field in places]
            if len({field.partition(" ")[2][0] for field in crossed}) > 1:
                yield tuple(crossed)

    def on_paper(self, observed: ObservedSheet, known: Sequence[Sheet] = ()) -> tuple[Sheet, ...]:
        """The stones of both players; a field is a stone, whichever of a tower's it is. Where all fields of a
        player at a cell are marked, a known tower may be higher."""
        pad = observed.pad
        second = sum(box in observed.beside for box in box_names(pad.parts, self.key))
        before = known or (Sheet.empty(pad),) * len(PENS)
        found = []
        for pen, misses, was in zip(PENS, (observed.misses, second), before, strict=True):
            heights = self._heights(observed, pen, was)
            a, b, c, d = (sum(1 << i for i, n in enumerate(row) if n) for row in heights)
            towers = tuple(tuple(max(0, n - 1) for n in row) for row in heights)
            found.append(Sheet(pad, (a, b, c, d), misses, (towers,)))
        return tuple(found)

    def _heights(self, observed: ObservedSheet, pen: str, was: Sheet) -> list[list[int]]:
        """How many stones of a player lie on each cell of each row. `was`: the sheet as it was known."""
        crossed = set(observed.beside)

        def height(cell: Cell, known: int) -> int:
            marked = sum(field_name(str(cell), pen, n) in crossed for n in range(1, TOWER + 1))
            return max(marked, known) if marked == TOWER else marked

        rows = zip(observed.pad.rows, self._towers(was), strict=True)
        return [
            [height(cell, 1 + on_top) for cell, on_top in zip(row, tops, strict=True)] for row, tops in rows
        ]

    def scanned(self, observed: ObservedSheet) -> Mapping[str, object]:
        """Both players, the one with the round fields first; a lock is theirs who has its last cell."""
        players = []
        for sheet in self.on_paper(observed):
            points = score(sheet)
            scores = dict(zip(ROW_LETTERS, points.rows, strict=True))
            scores |= {"misses": points.misses, "total": points.total}
            locks = [letter for letter in sheet.locks if observed.locks >> ROW_LETTERS.index(letter) & 1]
            marks = self.verdict_marks(sheet)
            players.append({"marks": marks, "locks": locks, "misses": sheet.misses, "scores": scores})
        return {"marks": None, "misses": None, "scores": None, "players": players}

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """Locks without their last cell or five stones, and more stones than a player has."""
        sheets = self.on_paper(observed)
        for row, spots in enumerate(board.rows):
            last, lock = spots[-1], f"lock {ROW_LETTERS[row]}"
            holders = [sheet for sheet in sheets if sheet.rows[row] & last.bit]
            values: dict[str, Value] = {"row": board.row_term(row), "needs": board.lock_needs}
            text = message("The lock of {row} and a stone on its last cell go together; one is missing.")
            if bool(holders) != bool(observed.locks >> row & 1):
                yield Contradiction(Refusal("lock", text, values), (last.name, lock))
            for sheet in holders:
                stones = sheet.rows[row].bit_count() + self.lock_crosses(sheet, row) - 1
                text = message("The last cell of {row} needs {needs} stones first; there are {stones}.")
                if stones < board.lock_needs:
                    refusal = Refusal("duel-lock-needs-five", text, values | {"stones": stones})
                    yield Contradiction(refusal, (last.name,))
        for sheet in sheets:
            if self._used(sheet) > observed.pad.part(self.key):
                text = message("One player has laid {stones} stones, more than there are.")
                yield Contradiction(Refusal("end-stones", text, {"stones": self._used(sheet)}), ())

    # -- placing -----------------------------------------------------------------------------------------

    def refuse_seat(self, position: Position) -> Refusal:
        """Only the active player places stones (duel-active)."""
        text = message("Only {player} lays stones in this turn.")
        return Refusal("duel-active", text, {"player": position.active})

    def refuse_cell(self, view: View, spot: Spot) -> Refusal | None:
        """A closed row, `duel-left-to-right`, `duel-rightmost`, `duel-same-turn`, `duel-lock-needs-five`."""
        values = spot.values() | {"row": view.board.row_term(spot.row)}
        if view.refuse_closed(spot.row) is not None:
            text = message("A lock has closed {row}, so no stone can be laid there any more.")
            return Refusal("row-closed", text, values)
        other = next(sheet for seat, sheet in enumerate(view.position.before) if seat != view.seat)
        own, theirs = view.sheet.rows[spot.row], other.rows[spot.row]
        if not (own | theirs) & spot.bit:
            if spot.bit < own:
                values |= {"last": view.board.rows[spot.row][own.bit_length() - 1].number}
                text = message("{colour} {number} lies left of your rightmost stone of {row}, on {last}.")
                return Refusal("duel-left-to-right", text, values)
        elif spot.bit.bit_length() != (own | theirs).bit_length():
            text = message(
                "The stone on {colour} {number} is not the rightmost of {row}, so it can be neither "
                "taken nor built upon."
            )
            return Refusal("duel-rightmost", text, values)
        elif theirs & spot.bit and self._towers(other)[spot.row][spot.index]:
            text = message("On {colour} {number} lies a tower; only a single stone may be taken away.")
            return Refusal("duel-rightmost", text, values)
        elif view.first is not None and view.first.cell == spot.name:
            text = message(
                "Your stone on {colour} {number} was laid in this turn and gets no second one now."
            )
            return Refusal("duel-same-turn", text, values)
        stones = view.rules.lock_crosses(view.sheet, spot.row)
        if spot.closes and stones < view.board.lock_needs:
            values |= {"needs": view.board.lock_needs, "stones": stones}
            text = message(
                "Closing {row} with {colour} {number} takes {needs} stones of your own there first; "
                "you have {stones}."
            )
            return Refusal("duel-lock-needs-five", text, values)
        return None

    def stack(self, draft: Draft, spot: Spot) -> None:
        """One more stone on a tower of one's own."""
        towers = draft.beside[self.key]
        heights = (*towers[spot.row][: spot.index], towers[spot.row][spot.index] + 1)
        heights = (*heights, *towers[spot.row][spot.index + 1 :])
        draft.beside[self.key] = (*towers[: spot.row], heights, *towers[spot.row + 1 :])

    def beneath(self, other: Sheet, placed: Sheet) -> Sheet:
        """Single stones that the active player covers go back to their owner."""
        a, b, c, d = (mine & ~new for mine, new in zip(other.rows, placed.rows, strict=True))
        return replace(other, rows=(a, b, c, d))

    # -- counts, points and the end ----------------------------------------------------------------------

    def lock_crosses(self, sheet: Sheet, row: int, rulings: Rulings | None = None) -> int:
        """The stones on top of others in a row count towards the five."""
        return sum(self._towers(sheet)[row])

    def crosses(self, sheet: Sheet, row: int) -> int:
        """Stones on top of others score too."""
        return self.lock_crosses(sheet, row)

    def spares_miss(self, before: Towers, after: Towers, rulings: Rulings) -> bool:
        """A stone on a tower counts as placed."""
        return before != after

    def stones_left(self, sheet: Sheet) -> int:
        """The number of stones that the player still has: cells, towers, locks and misses take one each."""
        return max(0, int(sheet.pad.part(self.key)) - self._used(sheet))

    def _used(self, sheet: Sheet) -> int:
        used = sum(bits.bit_count() for bits in sheet.rows) + len(sheet.locks) + sheet.misses
        return used + sum(self.lock_crosses(sheet, row) for row in range(len(ROW_LETTERS)))

    def end_reason(self, sheets: Sequence[Sheet], rulings: Rulings) -> str | None:
        """`end-misses` by the misses of both together, `end-stones` by a last stone."""
        together = rulings.duel_misses == "together"
        if together and sum(sheet.misses for sheet in sheets) >= MISSES_TOGETHER:
            return "end-misses"
        return "end-stones" if any(self.stones_left(sheet) == 0 for sheet in sheets) else None

    def verdict_marks(self, sheet: Sheet) -> Mapping[str, Mapping[str, int]]:
        """For each row the cells that hold stones of the player, each with how many."""
        towers = self._towers(sheet)
        return {
            row.letter: {
                str(cell.number): 1 + towers[number][cell.index]
                for cell in row
                if sheet.rows[number] >> cell.index & 1
            }
            for number, row in enumerate(sheet.pad.rows)
        }

    def _towers(self, sheet: Sheet) -> Towers:
        return cast(Towers, sheet.of(self.key))


def _fields(cell: str) -> list[str]:
    """The fields of a cell on paper, those of the first player before those of the second."""
    return [field_name(cell, pen, storey) for pen in PENS for storey in range(1, TOWER + 1)]


MECHANISM = Stones()

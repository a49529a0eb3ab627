"""The Duel: only the active player lays stones; the rightmost stone of a row may be taken or built upon."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from companion.rulebook.rulings import Rulings
from companion.rules.board import Spot
from companion.rules.mechanism import Draft, Mechanism, View
from companion.rules.position import Position
from companion.rules.refusal import Refusal
from companion.rules.sheet import Misplaced, Sheet
from sheets.language import message
from sheets.pad import ROW_LETTERS, Pad

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

    # -- placing -----------------------------------------------------------------------------------------

    def refuse_seat(self, position: Position) -> Refusal:
        """Only the active player places stones (duel-active)."""
        text = message("Only {player} lays stones in this turn.")
        return Refusal("duel-active", text, {"player": position.active})

    def refuse_cell(self, view: View, spot: Spot) -> Refusal | None:
        """A closed row, `duel-left-to-right`, `duel-rightmost`, `duel-same-turn`, `duel-lock-needs-five`."""
        closed = view.refuse_closed(spot.row)
        if closed is not None:
            return closed
        other = next(sheet for seat, sheet in enumerate(view.position.before) if seat != view.seat)
        own, theirs = view.sheet.rows[spot.row], other.rows[spot.row]
        values = spot.values() | {"row": view.board.row_term(spot.row)}
        if not (own | theirs) & spot.bit:
            if spot.bit < own:
                values |= {"last": view.board.rows[spot.row][own.bit_length() - 1].number}
                text = message("{colour} {number} lies left of your rightmost stone of {row}, on {last}.")
                return Refusal("duel-left-to-right", text, values)
        elif spot.bit.bit_length() != (own | theirs).bit_length():
            text = message(
                "{colour} {number} is not the rightmost of {row}, so it is neither taken nor built upon."
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
        """The single stones of the other go back to their owner where stones of the active player lie now."""
        a, b, c, d = (mine & ~new for mine, new in zip(other.rows, placed.rows, strict=True))
        return replace(other, rows=(a, b, c, d))

    # -- counts, points and the end ----------------------------------------------------------------------

    def lock_crosses(self, sheet: Sheet, row: int, rulings: Rulings | None = None) -> int:
        """The stones on top of others in a row count towards the five."""
        return sum(self._towers(sheet)[row])

    def crosses(self, sheet: Sheet, row: int) -> int:
        """The same stones score."""
        return self.lock_crosses(sheet, row)

    def spares_miss(self, before: Towers, after: Towers, rulings: Rulings) -> bool:
        """A tower that grows is a stone placed."""
        return before != after

    def stones_left(self, sheet: Sheet) -> int:
        """How many stones the player still has: cells, towers, locks and misses take one each."""
        used = sum(bits.bit_count() for bits in sheet.rows) + len(sheet.locks) + sheet.misses
        used += sum(self.lock_crosses(sheet, row) for row in range(len(ROW_LETTERS)))
        return max(0, int(sheet.pad.part(self.key)) - used)

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


MECHANISM = Stones()

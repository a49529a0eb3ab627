"""The invented game: a middle cell brings the next cell of the row below."""

from collections.abc import Iterator

from companion.rules.board import Board, Spot
from companion.rules.mechanism import Draft, Mechanism
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal
from tests.invented.middle_cells.table import SIGN


class MiddleCells(Mechanism):
    key = "middle-cells"
    brings_locks = True

    def follow(self, draft: Draft, spot: Spot) -> None:
        if spot.bonus == SIGN:
            draft.waiting.append(lambda later: self._bring(later, (spot.row + 1) % 4))

    def _bring(self, draft: Draft, row: int) -> None:
        if spot := draft.next_free(row):
            draft.bring(spot)

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """The row below a crossed arrow is not empty."""
        for row in board.rows:
            for spot in row:
                below = (spot.row + 1) % 4
                if spot.bonus == SIGN and observed.rows[spot.row] & spot.bit and not observed.rows[below]:
                    text = "{colour} {number} is crossed, but nothing in the row below."
                    cells = (spot.name, board.rows[below][0].name)
                    yield Contradiction(Refusal("middle-brings", text, spot.values()), cells)


MECHANISM = MiddleCells()

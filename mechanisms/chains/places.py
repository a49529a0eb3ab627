"""Connected B on paper: nothing lies beside the cells; a note says what rings and lines mean."""

from __future__ import annotations

from sheets.language import message
from sheets.pad import ROW_LETTERS, Pad
from sheets.paper import PageError
from sheets.placed import Placed


class Chains(Placed):
    """Rings joined by lines."""

    key = "chains"
    note = message("Ring: a cross in it crosses the ring at the other end of its line too.")

    def check(self, pad: Pad) -> None:
        """PageError for a chain whose line would run over other numbers."""
        for (one, i), (other, j) in pad.part(self.key):
            if abs(one - other) != 1 or abs(i - j) > 1:
                raise PageError(
                    "The chain from {one} to {other} cannot be drawn, because its line would cross other "
                    "numbers; join cells of neighbouring rows, in one column or the next.",
                    one=f"{ROW_LETTERS[one]}{pad.rows[one].cells[i].number}",
                    other=f"{ROW_LETTERS[other]}{pad.rows[other].cells[j].number}",
                )


MECHANISM = Chains()

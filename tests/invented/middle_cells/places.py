"""The invented game on paper: a note."""

from sheets.placed import Placed


class MiddleCells(Placed):
    key = "middle-cells"
    note = "Arrow: a cross there crosses the next cell of the row below too."


MECHANISM = MiddleCells()

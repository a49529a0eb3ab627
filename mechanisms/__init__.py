"""Mechanisms: the special features of pads, beyond four rows of plain cells. Each has a folder of its own.

The folder `bonus_bar` is for the table `[bonus-bar]` in pad files. Its `__init__.py` declares `PART` (how the
table is read), `rules.py` declares `SPECIALITY`, `SHEET` (the state on a sheet) and `ADVICE`, `paper.py`
declares `PAPER`, and `page.py` declares `PAGE`. A mechanism omits what it doesn't need. Each layer asks
`sheets.registry.declared` for these values and names no mechanism. `double_cells` is a good first example.

A function such as `_draw` is the value of the field `draw`, whose docstring says what the function returns.
"""
# of qwixx-at-the-table (`companion.start`)

"""The features of pads beyond four rows of plain cells, one folder for each table of a pad's file.

The folder `bonus_bar` is for the table `[bonus-bar]`. Its `__init__.py` declares `PART` (how the table is
read), `rules.py` declares `SPECIALITY`, `SHEET` (its state on a sheet) and `ADVICE`, `paper.py` declares
`PAPER`, and `page.py` declares `PAGE`. A mechanism omits what it doesn't need. Each layer asks
`sheets.registry.declared` for these values and names no mechanism. `double_cells` is a good first example.

At least two mechanisms use each field of these values, except for a few that the core needs at a certain
moment: `PadPart.rows` (sheet_rows), `PadPart.between` and `OwnMarks.spares_miss` (connections),
`Counting.cells` (double_cells), `Speciality.offers` (lucky), `plays` (cards), `denied` (track), `asks` and
`ExtraPoints.spares_misses` (bonus_pairs), `after_closing` and `PaperPart.frames_cells` (bonus_bar),
`PaperPart.bands` (bonus_rows), `PaperPart.number_share` (second_crosses), `StripShape.apart` (track).
"""
# of qwixx-at-the-table (`companion.start`)

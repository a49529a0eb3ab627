"""The features of pads beyond four rows of plain cells, one folder for each table of a pad's file.

"bonus_bar" is `[bonus-bar]`. `__init__.py` declares the `PART` of a pad's file; `rules.py` the `SPECIALITY`,
what it leaves on a `SHEET`, and the `ADVICE`; `paper.py` the `PAPER`; `page.py` the `PAGE`. A mechanism omits
what it does not need. Each layer asks `sheets.registry.declared` for these values and names no mechanism.
Begin with `double_cells`.

A field of these values has two users, but for those that the core must ask for at its own moment:
`PadPart.rows` (sheet_rows) before anything else of a sheet is known, `PadPart.between` and
`OwnMarks.spares_miss` (connections), `Speciality.offers` (lucky) before every mark, `plays` and
`PagePart.phases` (cards) in place of dice, `denied` (track) after a fifteen, `asks` and
`ExtraPoints.spares_misses` (bonus_pairs), `after_closing` and `PaperPart.frames_cells` (bonus_bar),
`PaperPart.bands` (bonus_rows) before places are laid out, `PaperPart.number_share` (second_crosses),
`StripShape.apart` (track).
"""
# of qwixx-at-the-table (`companion.start`)

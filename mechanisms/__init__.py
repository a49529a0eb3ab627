"""The mechanisms of a pad, one folder each: what some pads have beside four rows of plain cells.

A folder is called like its table in the file of a pad ("bonus_bar" for `[bonus-bar]`). Each of its files
belongs to one layer: `table` (its table in a pad's file), `places`, `drawing`, `book` (its rules in words),
`rules`, `scan`, `advice`, `page`. A file that a mechanism does not need is left out. Each layer finds its
files by `sheets.registry` and names no mechanism.
"""
# of qwixx-at-the-table (`companion.start`)

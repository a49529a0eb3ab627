"""Where everything lies on paper, in millimetres: one place, for drawing a sheet and for reading its photo.

A page holds one to four sheets, one above the other, with cuts between them. Page coordinates start at the
top left corner of the paper, a sheet's at the top left corner of the sheet. x runs right, y down.

Nothing is scaled from one paper to another: each paper and number of sheets has a plan of its own, made by
the same rules. All that is printed keeps MARGIN from the paper's edge, which every common printer reaches.

>>> from sheets.pad import load_pad
>>> from sheets.paper import PAPERS
>>> plan = plan_sheet(load_pad("classic"), Layout(PAPERS["a4"], 3))
>>> plan.box("a7") == plan.row("a").cells[5]
True
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sheets.pad import Pad
from sheets.paper import Box, Layout, PageError

MISSES = 4
"""Miss boxes on every sheet."""

SMALLEST_PITCH = 6.5
"""A row whose numbers would stand nearer, in mm, is not printed: no cross fits."""

SMALLEST_CELL = 7.0
"""Cells less high, in mm, are not printed."""


@dataclass(frozen=True, slots=True)
class RowPlan:
    """One row of a sheet: the coloured plate, its beginning, the cells, the lock, the box for its points.

    `cells` follow the pad's cells, `numbers` are theirs. The lock is as large as a cell and lies one pitch to
    the right of the last one. `closing` is the first of the cells that close the row, counted from 0.
    """

    letter: str
    numbers: tuple[int, ...]
    plate: Box
    lead: Box
    cells: tuple[Box, ...]
    lock: Box
    points: Box
    closing: int

    @property
    def pitch(self) -> float:
        """From one cell's left edge to the next one's, in mm."""
        return self.cells[1].x - self.cells[0].x


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Every place on one sheet, in mm from its top left corner.

    `markers` are clockwise from the top left; `code` is the square code without its quiet border,
    `code_module` the side of one of its modules. The sheet's number is printed at the right end of `footer`.
    `bar` is empty and `bar_strip` None without a bonus bar, `legend` and `bonus_points` None without bonus
    signs, `lucky` empty without lucky numbers. `scale` is what type and small ornaments are multiplied by.
    """

    pad: str
    width: float
    height: float
    scale: float
    rows: tuple[RowPlan, ...]
    misses: tuple[Box, ...]
    miss_points: Box
    total: Box
    markers: tuple[Box, Box, Box, Box]
    code: Box
    code_module: float
    header: Box
    title: Box
    name: Box
    date: Box
    lucky: tuple[Box, ...]
    bar: tuple[Box, ...]
    bar_strip: Box | None
    legend: Box | None
    bonus_points: Box | None
    table: Box
    table_columns: tuple[Box, ...]
    footer: Box

    def row(self, letter: str) -> RowPlan:
        """The row "a" to "d"; PageError for another letter."""
        for row in self.rows:
            if row.letter == letter:
                return row
        raise PageError("A sheet's rows are a to d, but this is {letter!r}.", letter=letter[:10])

    def box(self, place: str) -> Box:
        """The box of a place as `qwixx scan` names it: "a7", "lock a", "miss 2", "box 5" (from 1).

        Raises PageError for a place that this sheet does not have.
        """
        kind, _, which = place.partition(" ")
        if kind == "lock" and which in {row.letter for row in self.rows}:
            return self.row(which).lock
        counted = {"miss": self.misses, "box": self.bar}.get(kind, ())
        if which.isascii() and which.isdigit() and 1 <= int(which) <= len(counted):
            return counted[int(which) - 1]
        for row in self.rows:
            for number, cell in zip(row.numbers, row.cells, strict=True):
                if place == f"{row.letter}{number}":
                    return cell
        raise PageError("The {pad} sheet has no place called {place!r}.", pad=self.pad, place=place[:20])

    @property
    def places(self) -> dict[str, Box]:
        """Every place that can be marked, by its name: cells row by row, locks, miss boxes, bonus boxes."""
        cells = {
            f"{row.letter}{number}": cell
            for row in self.rows
            for number, cell in zip(row.numbers, row.cells, strict=True)
        }
        locks = {f"lock {row.letter}": row.lock for row in self.rows}
        misses = {f"miss {n}": box for n, box in enumerate(self.misses, 1)}
        return cells | locks | misses | {f"box {n}": box for n, box in enumerate(self.bar, 1)}


@dataclass(frozen=True, slots=True)
class _Measures:
    """The measures of one sheet that do not depend on each other.

    Widths grow with the paper's width (`wide`), heights with the sheet's height (`tall`).
    """

    width: float
    height: float

    @property
    def wide(self) -> float:
        return self.width / 197.3

    @property
    def tall(self) -> float:
        return min(max((self.height - 26.0) / 68.8, 0.84), 1.75)

    @property
    def scale(self) -> float:
        return min(self.wide, self.tall)

    @property
    def marker(self) -> float:
        return 6.0 * max(0.9, self.scale)

    @property
    def inset(self) -> float:
        """Kept free at the top and bottom, so that a cut that goes astray spoils nothing."""
        return 3.0 if self.tall >= 1 else 2.5

    @property
    def points(self) -> float:
        """Width of the column in which points are added up."""
        return 17.0 * self.wide


@cache
def plan_sheet(pad: Pad, layout: Layout) -> SheetPlan:
    """Where everything lies on a sheet of `pad` in this layout; PageError when it does not fit."""
    first = layout.sheet_box(0)
    size = _Measures(first.w, first.h)
    tall, wide = size.tall, size.wide

    longest = max(len(row.cells) for row in pad.rows)
    lead, tail, gutter = 7.0 * wide, 0.7 * wide, 2.2 * wide
    plate_width = size.width - size.points - gutter
    pitch = (plate_width - lead - tail) / (longest + 1)
    if pitch < SMALLEST_PITCH:
        raise PageError(
            "Rows of {numbers} numbers do not fit on this sheet (they would stand {pitch:.1f} mm apart, "
            "{needed} mm are needed); print fewer sheets on a page, or large ones.",
            numbers=longest,
            pitch=pitch,
            needed=SMALLEST_PITCH,
        )

    header_height, strip_height = 6.8 * tall, 11.8 * tall
    footer_height = size.marker
    extra_height = 9.4 * tall if pad.bar else 7.0 * tall if pad.pairs else 0.0
    gaps = [1.5 * tall, 1.3 * tall, 1.5 * tall]  # below the header, below the rows, above the footer
    row_gap = 1.1 * tall
    if extra_height:
        gaps.append(1.3 * tall)
    free = (
        size.height - 2 * size.inset - header_height - strip_height - footer_height - extra_height - sum(gaps)
    )
    row_height = (free - 3 * row_gap) / 4
    border = min(0.9 * tall, 1.1)
    tallest = 1.42 * (pitch - 1.3 * wide) + 2 * border
    spare = max(0.0, row_height - tallest) * 4
    row_height = min(row_height, tallest)
    row_gap += spare * 0.1
    gaps = [gap + spare * 0.7 / len(gaps) for gap in gaps]
    cell_height = row_height - 2 * border
    if cell_height < SMALLEST_CELL:
        raise PageError(
            "{count} sheets of {pad} do not fit on a page: boxes would be {height:.1f} mm high, {needed:.0f} "
            "mm are needed; ask for {fewer} on a page.",
            count=layout.per_page,
            pad=pad.name,
            height=cell_height,
            needed=SMALLEST_CELL,
            fewer=layout.per_page - 1,
        )

    y = size.inset
    header = Box(0, y, size.width, header_height)
    y = header.bottom + gaps[0]
    rows = []
    for row in pad.rows:
        plate = Box(0, y, lead + pitch * (len(row.cells) + 1) + tail, row_height)
        cell_width = pitch - 1.3 * wide
        cells = [
            Box(lead + i * pitch + (pitch - cell_width) / 2, y + border, cell_width, cell_height)
            for i in range(len(row.cells) + 1)
        ]
        points = Box(size.width - size.points, y, size.points, row_height)
        numbers = tuple(cell.number for cell in row.cells)
        rows.append(
            RowPlan(
                row.letter,
                numbers,
                plate,
                Box(0, y, lead, row_height),
                tuple(cells[:-1]),
                cells[-1],
                points,
                len(row.cells) - row.closing_count,
            )
        )
        y += row_height + row_gap
    y += gaps[1] - row_gap

    marker = size.marker
    bottom = size.height - size.inset
    markers = (
        Box(0, size.inset, marker, marker),
        Box(size.width - marker, size.inset, marker, marker),
        Box(size.width - marker, bottom - marker, marker, marker),
        Box(0, bottom - marker, marker, marker),
    )

    bar_strip = legend = bonus_points = None
    bar: tuple[Box, ...] = ()
    if extra_height:
        strip = Box(0, y, plate_width, extra_height)
        y = strip.bottom + gaps[3]
        if pad.bar:
            bar_strip = strip
            bar = _bar(strip, len(pad.bar), wide)
        else:
            legend = strip
            bonus_points = Box(size.width - size.points, strip.y, size.points, strip.h)

    label = 3.1 * tall
    body = Box(0, y + label, size.width, strip_height - label)
    module = 0.6 * size.scale
    code_side = 21 * module
    code = Box(marker + 3.2 * wide, bottom - code_side, code_side, code_side)
    table_x = code.right + 4.0 * wide
    sign = 6.4 * wide  # between boxes, for the signs minus and equals
    total = Box(size.width - size.points, body.y, size.points, body.h)
    miss_points = Box(total.x - sign - 14.0 * wide, body.y, 14.0 * wide, body.h)
    misses_width = 40.0 * wide
    misses = _misses(Box(miss_points.x - sign - misses_width, body.y, misses_width, body.h), wide)
    table, columns = _table(
        pad, Box(table_x, body.y, misses[0].x - 5.0 * wide - table_x, body.h), 13.0 * wide
    )

    text_x = marker + 3.2 * wide
    title = Box(text_x, header.y, 50.0 * wide, header.h)
    lucky, after = _lucky(pad, header, title.right, wide)
    name_width = (plate_width - after) * 0.62
    name = Box(after, header.y, name_width, header.h)
    date = Box(name.right + 4 * wide, header.y, plate_width - name.right - 4 * wide, header.h)
    footer = Box(table_x, bottom - footer_height, size.width - marker - 3.2 * wide - table_x, footer_height)
    return SheetPlan(
        pad=pad.name,
        width=size.width,
        height=size.height,
        scale=size.scale,
        rows=tuple(rows),
        misses=misses,
        miss_points=miss_points,
        total=total,
        markers=markers,
        code=code,
        code_module=module,
        header=header,
        title=title,
        name=name,
        date=date,
        lucky=lucky,
        bar=bar,
        bar_strip=bar_strip,
        legend=legend,
        bonus_points=bonus_points,
        table=table,
        table_columns=columns,
        footer=footer,
    )


def _bar(strip: Box, count: int, wide: float) -> tuple[Box, ...]:
    """The boxes of a bonus bar in its strip, equally spaced, with room for its name before them."""
    before = 26.0 * wide
    pitch = min((strip.w - before) / count, strip.h * 1.35)
    width = pitch - 1.3 * wide
    return tuple(Box(strip.x + before + i * pitch, strip.y + 0.9, width, strip.h - 1.8) for i in range(count))


def _table(pad: Pad, area: Box, label: float) -> tuple[Box, tuple[Box, ...]]:
    """The score table: a name for its two lines, then a column for each number of crosses a row can have."""
    most = max(len(row.cells) - row.closing_count + 2 for row in pad.rows)
    width = (area.w - label) / most
    return area, tuple(Box(area.x + label + i * width, area.y, width, area.h) for i in range(most))


def _misses(area: Box, wide: float) -> tuple[Box, ...]:
    gap = 1.2 * wide
    width = (area.w - gap * (MISSES - 1)) / MISSES
    return tuple(Box(area.x + i * (width + gap), area.y, width, area.h) for i in range(MISSES))


def _lucky(pad: Pad, header: Box, x: float, wide: float) -> tuple[tuple[Box, ...], float]:
    """The boxes for the two lucky numbers, with room for their name before them, and where they end."""
    if not pad.lucky:
        return (), x
    side, before = header.h, 21.0 * wide
    boxes = tuple(Box(x + before + i * (side + 1.2 * wide), header.y, side, side) for i in range(2))
    return boxes, boxes[-1].right + 5.0 * wide

"""Where everything lies on paper, in millimetres: one place, for drawing a sheet and for reading its photo.

A page holds one to four sheets, one above the other, with cuts between them. Page coordinates start at the
top left corner of the paper, a sheet's at the top left corner of the sheet. x runs right, y down.

Nothing is scaled from one paper to another: each paper and number of sheets has its own plan, made by the
same rules.

>>> from sheets.pad import load_pad
>>> from sheets.paper import PAPERS
>>> plan = plan_sheet(load_pad("classic"), Layout(PAPERS["a4"], 3))
>>> plan.box("a7") == plan.row("a").cells[5]
True
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sheets.pad import Pad, Row
from sheets.paper import Box, Layout, PageError

MISS_BOXES = 4
"""On every sheet."""

MIN_PITCH_MM = 6.5
"""A row whose numbers would stand nearer is not printed: no cross fits."""

MIN_CELL_HEIGHT_MM = 7.0
"""Lower cells are not printed."""

CODE_MODULES = 21
"""Along one side of the square code."""


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
class _Frame:
    """A sheet's outer measures and those that follow from them alone.

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
    def inset(self) -> float:
        """Kept free at the top and bottom, so that a cut that goes astray spoils nothing."""
        return 3.0 if self.tall >= 1 else 2.5

    @property
    def bottom(self) -> float:
        """The lower edge of what is printed."""
        return self.height - self.inset

    @property
    def marker(self) -> float:
        """The side of a corner marker, and the height of the footer between two of them."""
        return 6.0 * max(0.9, self.scale)

    @property
    def code_module(self) -> float:
        return 0.6 * self.scale

    @property
    def inner_x(self) -> float:
        """Where text and code may begin, to the right of the left markers."""
        return self.marker + 3.2 * self.wide

    @property
    def points(self) -> float:
        """Width of the column in which points are added up."""
        return 17.0 * self.wide

    @property
    def points_x(self) -> float:
        """The left edge of that column."""
        return self.width - self.points

    @property
    def plate_width(self) -> float:
        """Width of the longest row's plate, up to the column of points."""
        return self.width - self.points - 2.2 * self.wide


@dataclass(frozen=True, slots=True)
class _Columns:
    """How a row is divided: the beginning of its plate, one `pitch` for each cell and the lock, its end."""

    lead: float
    pitch: float
    cell: float
    tail: float


@dataclass(frozen=True, slots=True)
class _Bands:
    """How a sheet is divided from top to bottom. A row's plate stands out over its cells by `border`.

    `score` is the line with the score table, the misses and the total, without the words above it.
    """

    header: Box
    rows: tuple[Box, ...]
    border: float
    bonus: Box | None
    score: Box


@dataclass(frozen=True, slots=True)
class _HeaderFields:
    title: Box
    lucky: tuple[Box, ...]
    name: Box
    date: Box


@dataclass(frozen=True, slots=True)
class _ScoreLine:
    table: Box
    columns: tuple[Box, ...]
    misses: tuple[Box, ...]
    miss_points: Box
    total: Box


@cache
def plan_sheet(pad: Pad, layout: Layout) -> SheetPlan:
    """Where everything lies on a sheet of `pad` in this layout; PageError when it does not fit."""
    sheet = layout.sheet_box(0)
    frame = _Frame(sheet.w, sheet.h)
    columns = _columns(pad, frame)
    bands = _bands(pad, layout, frame, columns)
    code = _code(frame)
    header = _header_fields(pad, frame, bands.header)
    score = _score_line(pad, frame, code, bands.score)
    bonus = bands.bonus
    return SheetPlan(
        pad=pad.name,
        width=frame.width,
        height=frame.height,
        scale=frame.scale,
        rows=tuple(
            _row(row, band, frame, columns, bands.border)
            for row, band in zip(pad.rows, bands.rows, strict=True)
        ),
        misses=score.misses,
        miss_points=score.miss_points,
        total=score.total,
        markers=_markers(frame),
        code=code,
        code_module=frame.code_module,
        header=bands.header,
        title=header.title,
        name=header.name,
        date=header.date,
        lucky=header.lucky,
        bar=_bar(bonus, len(pad.bar), frame.wide) if bonus and pad.bar else (),
        bar_strip=bonus if pad.bar else None,
        legend=None if pad.bar else bonus,
        bonus_points=Box(frame.points_x, bonus.y, frame.points, bonus.h) if bonus and not pad.bar else None,
        table=score.table,
        table_columns=score.columns,
        footer=_footer(frame, code),
    )


def _columns(pad: Pad, frame: _Frame) -> _Columns:
    """The columns of the longest row, which all rows keep to."""
    longest = max(len(row.cells) for row in pad.rows)
    lead, tail = 7.0 * frame.wide, 0.7 * frame.wide
    pitch = (frame.plate_width - lead - tail) / (longest + 1)
    if pitch < MIN_PITCH_MM:
        raise PageError(
            "Rows of {numbers} numbers do not fit on this sheet (they would stand {pitch:.1f} mm apart, "
            "but need {needed} mm); print fewer sheets on a page, or large ones.",
            numbers=longest,
            pitch=pitch,
            needed=MIN_PITCH_MM,
        )
    return _Columns(lead, pitch, pitch - 1.3 * frame.wide, tail)


def _bands(pad: Pad, layout: Layout, frame: _Frame, columns: _Columns) -> _Bands:
    """Rows get the height that is left, as far as cells keep a good shape; gaps get the rest."""
    tall = frame.tall
    header_height, score_height = 6.8 * tall, 11.8 * tall
    bonus_height = 9.4 * tall if pad.bar else 7.0 * tall if pad.pairs else 0.0
    gaps = [1.5 * tall, 1.3 * tall, 1.5 * tall]  # below the header, below the rows, above the footer
    if bonus_height:
        gaps.append(1.3 * tall)  # below the bonuses
    free = frame.height - 2 * frame.inset - header_height - score_height - frame.marker - bonus_height
    free -= sum(gaps)
    row_gap, border = 1.1 * tall, min(0.9 * tall, 1.1)
    wanted = (free - 3 * row_gap) / 4
    row_height = min(wanted, 1.42 * columns.cell + 2 * border)
    spare = (wanted - row_height) * 4
    row_gap += spare * 0.1
    gaps = [gap + spare * 0.7 / len(gaps) for gap in gaps]
    if row_height - 2 * border < MIN_CELL_HEIGHT_MM:
        raise PageError(
            "{count} sheets of {pad} do not fit on a page: boxes would be {height:.1f} mm high, but need "
            "{needed:.0f} mm; ask for {fewer} on a page.",
            count=layout.per_page,
            pad=pad.name,
            height=row_height - 2 * border,
            needed=MIN_CELL_HEIGHT_MM,
            fewer=layout.per_page - 1,
        )

    header = Box(0, frame.inset, frame.width, header_height)
    y = header.bottom + gaps[0]
    rows = []
    for _ in pad.rows:
        rows.append(Box(0, y, frame.width, row_height))
        y += row_height + row_gap
    y += gaps[1] - row_gap
    bonus = None
    if bonus_height:
        bonus = Box(0, y, frame.plate_width, bonus_height)
        y = bonus.bottom + gaps[3]
    words = 3.1 * tall
    score = Box(0, y + words, frame.width, score_height - words)
    return _Bands(header, tuple(rows), border, bonus, score)


def _row(row: Row, band: Box, frame: _Frame, columns: _Columns, border: float) -> RowPlan:
    pitch, count = columns.pitch, len(row.cells)
    first, top, height = columns.lead, band.y + border, band.h - 2 * border
    *cells, lock = (
        Box(first + i * pitch + (pitch - columns.cell) / 2, top, columns.cell, height)
        for i in range(count + 1)
    )
    return RowPlan(
        letter=row.letter,
        numbers=tuple(cell.number for cell in row.cells),
        plate=Box(0, band.y, columns.lead + pitch * (count + 1) + columns.tail, band.h),
        lead=Box(0, band.y, columns.lead, band.h),
        cells=tuple(cells),
        lock=lock,
        points=Box(frame.points_x, band.y, frame.points, band.h),
        closing=count - row.closing_count,
    )


def _markers(frame: _Frame) -> tuple[Box, Box, Box, Box]:
    """Clockwise from the top left."""
    side = frame.marker
    right, low = frame.width - side, frame.bottom - side
    return (
        Box(0, frame.inset, side, side),
        Box(right, frame.inset, side, side),
        Box(right, low, side, side),
        Box(0, low, side, side),
    )


def _code(frame: _Frame) -> Box:
    side = CODE_MODULES * frame.code_module
    return Box(frame.inner_x, frame.bottom - side, side, side)


def _header_fields(pad: Pad, frame: _Frame, header: Box) -> _HeaderFields:
    """Title, lucky numbers, name and date, from left to right over the plates of the rows."""
    wide, y, height = frame.wide, header.y, header.h
    title = Box(frame.inner_x, y, 50.0 * wide, height)
    lucky = _lucky(header, title.right, wide) if pad.lucky else ()
    left = lucky[-1].right + 5.0 * wide if lucky else title.right
    name = Box(left, y, (frame.plate_width - left) * 0.62, height)
    date = Box(name.right + 4 * wide, y, frame.plate_width - name.right - 4 * wide, height)
    return _HeaderFields(title, lucky, name, date)


def _lucky(header: Box, x: float, wide: float) -> tuple[Box, ...]:
    """The boxes for the two lucky numbers, with room for their name before them."""
    side, before = header.h, 21.0 * wide
    return tuple(Box(x + before + i * (side + 1.2 * wide), header.y, side, side) for i in range(2))


def _bar(strip: Box, count: int, wide: float) -> tuple[Box, ...]:
    """The boxes of a bonus bar in its strip, equally spaced, with room for its name before them."""
    before = 26.0 * wide
    pitch = min((strip.w - before) / count, strip.h * 1.35)
    width = pitch - 1.3 * wide
    return tuple(Box(strip.x + before + i * pitch, strip.y + 0.9, width, strip.h - 1.8) for i in range(count))


def _score_line(pad: Pad, frame: _Frame, code: Box, line: Box) -> _ScoreLine:
    """Score table, misses, their points and the total, from left to right; signs stand between the last."""
    wide = frame.wide
    sign = 6.4 * wide  # room for minus and equals
    total = Box(frame.points_x, line.y, frame.points, line.h)
    miss_points = Box(total.x - sign - 14.0 * wide, line.y, 14.0 * wide, line.h)
    misses_width = 40.0 * wide
    misses = _misses(Box(miss_points.x - sign - misses_width, line.y, misses_width, line.h), wide)
    table_x = code.right + 4.0 * wide
    table = Box(table_x, line.y, misses[0].x - 5.0 * wide - table_x, line.h)
    return _ScoreLine(table, _table_columns(pad, table, 13.0 * wide), misses, miss_points, total)


def _misses(area: Box, wide: float) -> tuple[Box, ...]:
    gap = 1.2 * wide
    width = (area.w - gap * (MISS_BOXES - 1)) / MISS_BOXES
    return tuple(Box(area.x + i * (width + gap), area.y, width, area.h) for i in range(MISS_BOXES))


def _table_columns(pad: Pad, table: Box, label: float) -> tuple[Box, ...]:
    """Behind the names of its two lines, a column for each number of crosses that a row can have."""
    most = max(len(row.cells) - row.closing_count + 2 for row in pad.rows)
    width = (table.w - label) / most
    return tuple(Box(table.x + label + i * width, table.y, width, table.h) for i in range(most))


def _footer(frame: _Frame, code: Box) -> Box:
    """The lines of small type between the code and the lower right marker."""
    x, height = code.right + 4.0 * frame.wide, frame.marker
    return Box(x, frame.bottom - height, frame.width - frame.marker - 3.2 * frame.wide - x, height)

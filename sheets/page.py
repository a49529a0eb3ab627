"""Plans where everything is on a sheet, in millimetres, for drawing a sheet and for reading a photo of one.

A page holds one to four sheets, one above the other, with cuts between them. Page coordinates start at the
top left corner of the paper, sheet coordinates at the top left corner of the sheet. x runs right, y down.

>>> from sheets.pad import load_pad
>>> from sheets.paper import PAPERS
>>> plan = plan_sheet(load_pad("classic"), Layout(PAPERS["a4"], 3))
>>> plan.box("a7") == plan.row("a").cells[5]
True
"""

from dataclasses import dataclass
from functools import cache

from sheets.pad import Pad, Row
from sheets.pad_part import has_fields_between
from sheets.paper import Box, Layout, PageError, Paper
from sheets.paper_part import BareSheet, paper_parts
from sheets.plan import Columns, Frame, MechanismPlan, RowPlan, SheetPlan, columns_of

MISS_BOXES = 4
"""Number of penalty boxes on every sheet."""

USUAL_PER_PAGE = 3
"""Default number of sheets on a page, if they fit."""

MIN_CELL_HEIGHT_MM = 7.0
"""Smallest height of a cell, in mm."""

CELL_SHAPE, JOINED_CELL_SHAPE = 1.42, 1.75
"""Largest ratio of a cell's height to its width, on pads without and with extra fields between cells."""

BAND_SHARE = 0.78
"""Height of a band between two rows, as a share of a row's height."""

NOTE_MM = 2.9
"""Height in mm of the line of text, above the footer, that explains mechanisms; for a sheet 94.8 mm high."""

CODE_MODULES = 21
"""Number of modules (small squares) along one side of a sheet's QR codes."""

CODE_GAP_MODULES = 6.0
"""Gap between the two QR codes, in modules; readers need a quiet border of four."""


@dataclass(frozen=True, slots=True)
class _Bands:
    """The areas of a sheet, from top to bottom."""

    header: Box
    rows: tuple[Box, ...]
    between: dict[int, Box]  # the bands of mechanisms below rows, by the number of the row above
    border: float  # the height in mm of a row's plate above and below its cells
    strips: dict[str, Box]  # the strips below the rows, by the mechanism's key
    score: Box  # the line with score table, penalties and total, without the labels above


def usual_layout(pad: Pad, paper: Paper) -> Layout:
    """Return the layout with three sheets of `pad` on a page, or with one or two if three don't fit."""
    for per_page in range(USUAL_PER_PAGE, 1, -1):
        layout = Layout(paper, per_page)
        try:
            plan_sheet(pad, layout)
        except PageError:
            continue
        return layout
    return Layout(paper, 1)


@cache
def plan_sheet(pad: Pad, layout: Layout) -> SheetPlan:
    """Return the plan of a sheet of `pad` in this layout. Raise PageError if it does not fit."""
    sheet = layout.sheet_box(0)
    frame = Frame(sheet.w, sheet.h)
    columns = columns_of(pad, frame)
    bands = _bands(pad, layout, frame, columns)
    side = CODE_MODULES * frame.code_module
    code = Box(frame.inner_x, frame.bottom - side, side, side)
    secret = Box(code.right + CODE_GAP_MODULES * frame.code_module, code.y, side, side)
    footer_x = secret.right + 4.0 * frame.wide
    footer_width = frame.width - frame.marker - 3.2 * frame.wide - footer_x
    footer = Box(footer_x, frame.bottom - frame.marker, footer_width, frame.marker)
    note_height = _note_height(pad, frame)
    title, lucky, letter, name, date = _header_fields(pad, frame, bands.header)
    table, table_columns, misses, miss_points, total = _score_line(pad, frame, secret, bands.score)
    cells = [_cells(row, band, columns, bands.border) for row, band in zip(pad.rows, bands.rows, strict=True)]
    ground = BareSheet([row[:-1] for row in cells], bands.between, columns, frame.plate_width)
    return SheetPlan(
        pad=pad.name,
        width=frame.width,
        height=frame.height,
        scale=frame.scale,
        rows=tuple(
            _row(pad, number, band, cells[number], frame, columns) for number, band in enumerate(bands.rows)
        ),
        misses=misses,
        miss_points=miss_points,
        total=total,
        markers=_markers(frame),
        code=code,
        secret=secret,
        code_module=frame.code_module,
        header=bands.header,
        title=title,
        name=name,
        date=date,
        lucky=lucky,
        letter=letter,
        table=table,
        table_columns=table_columns,
        footer=footer,
        note=Box(footer.x, footer.y - note_height, footer.w, note_height) if note_height else None,
        mechanisms=tuple(
            MechanismPlan(
                key,
                part.strip.plan(pad, key, bands.strips[key], frame) if part.strip else None,
                part.groups(pad, ground) if part.groups else (),
            )
            for key, part in paper_parts(pad).items()
        ),
    )


def _note_height(pad: Pad, frame: Frame) -> float:
    """Return the height in mm of the line for mechanisms' notes, or 0 if no mechanism of `pad` has a note."""
    return NOTE_MM * frame.tall if any(part.note for part in paper_parts(pad).values()) else 0.0


def _bands(pad: Pad, layout: Layout, frame: Frame, columns: Columns) -> _Bands:
    """Return a sheet's areas. Cells are as high as space and CELL_SHAPE allow; gaps get the rest."""
    tall, parts = frame.tall, paper_parts(pad)
    header_height, score_height = 6.8 * tall, 11.8 * tall
    strip_heights = {key: part.strip.height * tall for key, part in parts.items() if part.strip}
    gaps = [1.5 * tall, 1.3 * tall, 1.5 * tall]  # below the header, below the rows, above the footer
    gaps += [1.3 * tall] * len(strip_heights)  # below strips
    free = frame.height - 2 * frame.inset - header_height - score_height - frame.marker
    free -= sum(gaps) + sum(strip_heights.values()) + _note_height(pad, frame)
    row_gap, border = 1.1 * tall, min(0.9 * tall, 1.1)
    between = {row for part in parts.values() if part.bands for row in part.bands(pad)}
    shares = 4 + BAND_SHARE * len(between)
    gap_count = 3 + len(between)
    wanted = (free - gap_count * row_gap) / shares
    fields = min(
        _number_share(pad, number, i) for number, row in enumerate(pad.rows) for i in range(len(row))
    )
    shape = JOINED_CELL_SHAPE if has_fields_between(pad.mechanisms) else CELL_SHAPE
    row_height = min(wanted, shape * columns.cell / fields + 2 * border)
    spare = (wanted - row_height) * shares
    row_gap += spare * 0.1 * 3 / gap_count
    gaps = [gap + spare * 0.7 / len(gaps) for gap in gaps]
    band_height = row_height * BAND_SHARE
    _check_heights(pad, layout, row_height - 2 * border, band_height)

    header = Box(0, frame.inset, frame.width, header_height)
    y = header.bottom + gaps[0]
    rows, below = [], {}
    for number in range(len(pad.rows)):
        rows.append(Box(0, y, frame.width, row_height))
        y += row_height + row_gap
        if number in between:
            below[number] = Box(0, y, frame.plate_width, band_height)
            y += band_height + row_gap
    y += gaps[1] - row_gap
    strips = {}
    for name, height in strip_heights.items():
        strips[name] = Box(0, y, frame.plate_width, height)
        y += height + gaps[-1]
    words = 3.1 * tall
    score = Box(0, y + words, frame.width, score_height - words)
    return _Bands(header, tuple(rows), below, border, strips, score)


def _check_heights(pad: Pad, layout: Layout, cell: float, band: float) -> None:
    """Raise PageError if a box isn't high enough. `cell`, `band`: the heights of cells and bands, in mm."""
    heights = [(cell, MIN_CELL_HEIGHT_MM)]
    for part in paper_parts(pad).values():
        heights += part.heights(cell, band) if part.heights else ()
    for height, needed in heights:
        if height < needed and layout.per_page > 1:
            raise PageError(
                "{count} sheets of {pad} do not fit on a page: boxes would be {height:.1f} mm high, but need "
                "{needed:.0f} mm; ask for {fewer} on a page.",
                count=layout.per_page,
                pad=pad.name,
                height=height,
                needed=needed,
                fewer=layout.per_page - 1,
            )
        if height < needed:
            raise PageError(
                "A sheet of {pad} does not fit on a page: boxes would be {height:.1f} mm high, but need "
                "{needed:.0f} mm; leave out some of its special cells.",
                pad=pad.name,
                height=height,
                needed=needed,
            )


def _cells(row: Row, band: Box, columns: Columns, border: float) -> tuple[Box, ...]:
    """Return the boxes of a row's cells, followed by the box of its lock.

    `band`: the box of the row. `border`: the height in mm of the row's plate above and below its cells.
    """
    pitch, top, height = columns.pitch, band.y + border, band.h - 2 * border
    first = columns.lead + (pitch - columns.cell) / 2
    return tuple(Box(first + i * pitch, top, columns.cell, height) for i in range(len(row.cells) + 1))


def _row(pad: Pad, number: int, band: Box, cells: tuple[Box, ...], frame: Frame, columns: Columns) -> RowPlan:
    """Return the plan of row `number` of the pad. The last item of `cells` is the box of the lock."""
    row, count = pad.rows[number], len(pad.rows[number].cells)
    *numbered, lock = cells
    return RowPlan(
        letter=row.letter,
        numbers=tuple(cell.number for cell in row.cells),
        plate=Box(0, band.y, columns.lead + columns.pitch * (count + 1) + columns.tail, band.h),
        lead=Box(0, band.y, columns.lead, band.h),
        cells=tuple(
            Box(cell.x, cell.y, cell.w, cell.h * _number_share(pad, number, index))
            for index, cell in enumerate(numbered)
        ),
        lock=lock,
        points=Box(frame.points_x, band.y, frame.points, band.h),
        closing=count - row.closing_count,
    )


def _number_share(pad: Pad, row: int, index: int) -> float:
    """Return the share (0 to 1) of a cell's height that the mechanisms of `pad` leave to its number."""
    shares = (part.number_share(pad, row, index) for part in paper_parts(pad).values() if part.number_share)
    return min(shares, default=1.0)


def _markers(frame: Frame) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of the corner markers, clockwise from the top left."""
    side = frame.marker
    right, low = frame.width - side, frame.bottom - side
    return (
        Box(0, frame.inset, side, side),
        Box(right, frame.inset, side, side),
        Box(right, low, side, side),
        Box(0, low, side, side),
    )


def _header_fields(pad: Pad, frame: Frame, header: Box) -> tuple[Box, tuple[Box, ...], Box | None, Box, Box]:
    """Return the header's boxes from left to right: title, lucky numbers, letter (or None), name and date."""
    wide, y, height = frame.wide, header.y, header.h
    title = Box(frame.inner_x, y, 50.0 * wide, height)
    x, pitch = title.right + 21.0 * wide, height + 1.2 * wide
    lucky = tuple(Box(x + i * pitch, y, height, height) for i in range(2 if pad.lucky else 0))
    letter = Box(title.right + 14.0 * wide, y, height, height) if pad.lettered else None
    last = lucky[-1] if lucky else letter
    left = last.right + 5.0 * wide if last else title.right
    name = Box(left, y, (frame.plate_width - left) * 0.62, height)
    date = Box(name.right + 4 * wide, y, frame.plate_width - name.right - 4 * wide, height)
    return title, lucky, letter, name, date


def _score_line(
    pad: Pad, frame: Frame, secret: Box, line: Box
) -> tuple[Box, tuple[Box, ...], tuple[Box, ...], Box, Box]:
    """Return boxes, left to right: table of points, its columns, penalties, points for penalties, total."""
    wide = frame.wide
    sign = 6.4 * wide  # room for a minus or equals sign
    total = Box(frame.points_x, line.y, frame.points, line.h)
    miss_points = Box(total.x - sign - 14.0 * wide, line.y, 14.0 * wide, line.h)
    misses_width, gap = 40.0 * wide, 1.2 * wide
    x, width = miss_points.x - sign - misses_width, (misses_width - gap * (MISS_BOXES - 1)) / MISS_BOXES
    misses = tuple(Box(x + i * (width + gap), line.y, width, line.h) for i in range(MISS_BOXES))
    table_x = secret.right + 4.0 * wide
    table = Box(table_x, line.y, misses[0].x - 5.0 * wide - table_x, line.h)
    label, most = 13.0 * wide, pad.most_crosses
    width = (table.w - label) / most
    columns = tuple(Box(table.x + label + i * width, table.y, width, table.h) for i in range(most))
    return table, columns, misses, miss_points, total

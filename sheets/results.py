"""Prints the results of a game as a PDF of one page or two. The same results give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise

from sheets.ink import INKS, LINE, PANEL, SOFT, TEXT, Tone, tone
from sheets.language import Translate, translator
from sheets.pad import Pad
from sheets.pad_part import pad_parts
from sheets.page import MISS_BOXES
from sheets.paper import PAPERS, Box
from sheets.paper_part import paper_parts
from sheets.pen import Pen, reproducible_canvas
from sheets.typeface import PT, printable, text_width

SIDE_MARGIN_MM = 16.0
TOP_MM = 20.0  # distance of the first line from the upper edge of a page
TABLE_ROW_MM = 8.6
SHEET_HEIGHT_MM = 34.0  # of a player's small sheet
SHEET_GAP_MM = 8.0
PLOT_HEIGHT_MM = 58.0
_LINE_TONES = (tone("2b2420"), tone("b3352b"), tone("2a62b8"), tone("2a7d46"), tone("8a5a00"), tone("7a3fa0"))
_DASHES_MM: tuple[tuple[float, ...], ...] = (
    (),
    (2.4, 1.3),
    (0.8, 1.3),
    (3.4, 1.1, 0.8, 1.1),
    (1.4, 0.9),
    (4.4, 1),
)
_WINNER_TONE = tone("fdf1cf")


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's sheet and points at the end of a game."""

    player: str
    rows: tuple[int, ...]  # for each row a number whose bit i is set if cell i is crossed
    locks: tuple[str, ...]  # letters of the rows with a cross in the lock
    misses: int
    parts: tuple[int, ...]  # points of each row
    bonus: int
    minus: int  # points of the penalties, 0 or less
    total: int
    won: bool
    points: tuple[int, ...]  # total before the first turn and after each turn
    besides: str = ""  # crosses outside cells, in words, printed on up to two lines below the rows


@dataclass(frozen=True, slots=True)
class GameResult:
    """The content of the results page of a finished game."""

    title: str  # the heading
    lead: str  # the line below it
    pad: Pad
    results: tuple[PlayerResult, ...]
    notes: tuple[str, ...] = ()  # the reasons for the result
    language: str = "en"
    paper: str = "a4"

    @property
    def width(self) -> float:
        """Return the width in mm of the page between its margins."""
        return PAPERS[self.paper].width - 2 * SIDE_MARGIN_MM


def print_results(results: GameResult) -> bytes:
    """Return the PDF of `results`. Raise KeyError for an unknown paper."""
    results = _with_printable_names(results)
    paper = PAPERS[results.paper]
    file = BytesIO()
    canvas = reproducible_canvas(file, paper.width, paper.height, results.language)
    canvas.setTitle(results.title)
    canvas.setCreator("qwixx table")
    _draw_pages(Pen(canvas, paper.height), results, translator(results.language))
    canvas.save()
    return file.getvalue()


def _with_printable_names(results: GameResult) -> GameResult:
    """Return `results` with names that can be printed.

    Emoji are dropped. A name with a letter that the typefaces lack becomes, say, "Player 1"; a note says so.
    """
    _ = translator(results.language)
    names = {each.player: printable(each.player) for each in results.results}
    numbered = [name for name, shown in names.items() if not shown]
    names |= {name: _("Player {number}").format(number=list(names).index(name) + 1) for name in numbered}

    def told(text: str) -> str:
        for name in sorted(names, key=len, reverse=True):
            text = text if names[name] == name else text.replace(name, names[name])
        return text

    note = _("Player {number}: a name with letters that cannot be printed here.")
    return replace(
        results,
        title=told(results.title),
        lead=told(results.lead),
        notes=(
            *map(told, results.notes),
            *(note.format(number=list(names).index(name) + 1) for name in numbered),
        ),
        results=tuple(
            replace(each, player=names[each.player], besides=told(each.besides)) for each in results.results
        ),
    )


def _draw_pages(pen: Pen, results: GameResult, _: Translate) -> None:
    pen.text(results.title, SIDE_MARGIN_MM, TOP_MM, 24, TEXT, "SemiBold", room=results.width)
    pen.text(results.lead, SIDE_MARGIN_MM, TOP_MM + 8, 11.5, SOFT, room=results.width)
    y = _draw_table(pen, results, TOP_MM + 17, _)
    y = _draw_plot(pen, results, y, _)
    for note in results.notes:
        y += 6
        pen.text(note, SIDE_MARGIN_MM, y, 10, SOFT, room=results.width)
    if results.notes:
        y += 5
    left, column = SIDE_MARGIN_MM, (results.width - SHEET_GAP_MM) / 2
    for number, result in enumerate(results.results):  # two side by side
        if number % 2 == 0 and y + SHEET_HEIGHT_MM > pen.height - 18:
            _draw_foot(pen, results, _)
            pen.canvas.showPage()
            y = TOP_MM
        _draw_sheet(pen, results.pad, result, left + (column + SHEET_GAP_MM) * (number % 2), y, column)
        if number % 2:
            y += SHEET_HEIGHT_MM + 4
    _draw_foot(pen, results, _)


def _draw_table(pen: Pen, results: GameResult, y: float, _: Translate) -> float:
    """Draw the table of points with its headings at `y`, in mm from the top. Return the y below the table."""
    parts = paper_parts(results.pad).items()
    strips = (part.strip for key, part in parts if part.strip and pad_parts()[key].is_bonus)
    scored = any(strip.points for strip in strips) or any(result.bonus for result in results.results)
    bonus = [_("Bonus")] if scored else []
    heads = [*bonus, _("Penalties"), _("Total")]
    name_width = 56.0
    rows = results.pad.rows
    count = len(rows) + len(heads)
    step = (results.width - name_width) / count
    rights = [SIDE_MARGIN_MM + name_width + step * (i + 1) for i in range(count)]
    for row, right in zip(rows, rights[: len(rows)], strict=True):
        plate = INKS[row.colour].plate if row.colour else LINE
        pen.box(Box(right - 12, y - 4.2, 12, 5.2), fill=plate, radius=1.4)
        mark = _(row.colour) if row.colour else row.letter
        pen.text(mark, right - 6, y - 0.4, 9, TEXT, "Medium", align="middle", room=11)
    for head, right in zip(heads, rights[len(rows) :], strict=True):
        pen.text(head, right - 1, y, 9.5, SOFT, "Medium", align="right")
    y += 3.5
    for result in results.results:
        if result.won:
            band = Box(SIDE_MARGIN_MM - 2, y, results.width + 4, TABLE_ROW_MM)
            pen.box(band, fill=_WINNER_TONE, radius=2)
        pen.line(SIDE_MARGIN_MM, y, SIDE_MARGIN_MM + results.width, y, LINE, 0.2)
        pen.text(result.player, SIDE_MARGIN_MM, y + 6, 12.5, TEXT, "SemiBold", room=name_width - 4)
        values = [*result.parts, *([result.bonus] if bonus else []), result.minus]
        for value, right in zip(values, rights[:-1], strict=True):
            pen.text(_minus(value), right - 1, y + 6, 11.5, TEXT, "Regular", align="right")
        pen.text(_minus(result.total), rights[-1] - 1, y + 6, 14.0, TEXT, "SemiBold", align="right")
        y += TABLE_ROW_MM
    return y + 7


@dataclass(frozen=True, slots=True)
class _Scale:
    """Maps turns and points to x and y in the plot, in mm."""

    left: float  # edges of the plot, in mm
    right: float
    top: float
    turns: int
    low: int  # points at the lower edge
    high: int  # points at the upper edge
    step: int  # points between two horizontal lines

    @classmethod
    def of(cls, lines: Sequence[Sequence[int]], left: float, right: float, top: float) -> _Scale:
        high = max(1, *(max(line) for line in lines))
        low = min(0, *(min(line) for line in lines))
        step = next((s for s in (1, 2, 5, 10, 20, 25, 50) if (high - low) / s <= 6), 100)
        turns = max(len(line) for line in lines) - 1
        return cls(left, right, top, turns, low // step * step, -(-high // step) * step, step)

    @property
    def bottom(self) -> float:
        return self.top + PLOT_HEIGHT_MM

    def x(self, turn: int) -> float:
        return self.left + (self.right - self.left) * turn / self.turns

    def y(self, points: float) -> float:
        return self.top + PLOT_HEIGHT_MM * (self.high - points) / (self.high - self.low)


def _draw_plot(pen: Pen, results: GameResult, y: float, _: Translate) -> float:
    """Plot the points of all players by turn, if there was a turn. Return the y below the plot, in mm."""
    lines = [result.points for result in results.results]
    if max((len(line) for line in lines), default=0) < 2:
        return y
    pen.text(_("Points turn by turn"), SIDE_MARGIN_MM, y, 12.5, TEXT, "SemiBold")
    scale = _Scale.of(lines, SIDE_MARGIN_MM + 8, SIDE_MARGIN_MM + results.width - 34, y + 5)
    for value in range(scale.low, scale.high + 1, scale.step):
        ink, thick = (LINE, 0.15) if value else (SOFT, 0.3)
        pen.line(scale.left, scale.y(value), scale.right, scale.y(value), ink, thick)
        pen.text(_minus(value), scale.left - 1.5, scale.y(value) + 1.1, 7.5, SOFT, align="right")
    every = max(1, -(-scale.turns // 14))  # up to 14 labels
    for turn in range(every, scale.turns + 1, every):
        pen.text(str(turn), scale.x(turn), scale.bottom + 4, 7.5, SOFT, align="middle")
    ends = _spread([scale.y(line[-1]) for line in lines], 4.6, scale.bottom)
    for number, (result, end) in enumerate(zip(results.results, ends, strict=True)):
        line_tone, dash = _LINE_TONES[number % len(_LINE_TONES)], _DASHES_MM[number % len(_DASHES_MM)]
        _draw_curve(pen, scale, result.points, line_tone, dash)
        x, last = scale.x(scale.turns), scale.y(result.points[-1])
        pen.line(x + 1.2, last, scale.right + 3.4, end, line_tone, 0.2)
        name = f"{result.player} {_minus(result.total)}"
        pen.text(name, scale.right + 4, end + 1.2, 9, TEXT, "Medium", room=29)
    return scale.bottom + 11


def _draw_curve(
    pen: Pen, scale: _Scale, points: Sequence[int], line_tone: Tone, dash: Sequence[float]
) -> None:
    """Draw one player's line in the plot, with a dot at its end."""
    canvas = pen.canvas
    canvas.setLineJoin(1)
    canvas.setLineCap(1)
    canvas.setDash([length * PT for length in dash])
    spots = [(scale.x(turn), scale.y(value)) for turn, value in enumerate(points)]
    pen.lines(spots, line_tone, 0.55)
    canvas.setDash()
    pen.circle(scale.x(scale.turns), scale.y(points[-1]), 0.8, fill=line_tone)


def _draw_sheet(pen: Pen, pad: Pad, result: PlayerResult, left: float, top: float, width: float) -> None:
    """Draw a small picture of a player's sheet, `width` mm wide."""
    pen.text(result.player, left, top + 3.4, 9.5, TEXT, "SemiBold", room=width - 14)
    pen.text(_minus(result.total), left + width, top + 3.4, 9.5, TEXT, "SemiBold", align="right")
    top += 5
    for row, bits in zip(pad.rows, result.rows, strict=True):
        step = width / (len(row) + 1)
        plate = INKS[row.colour].plate if row.colour else PANEL
        pen.box(Box(left, top, width, 5.4), fill=plate, radius=0.8)
        for cell in row:
            ink = INKS[cell.colour]
            box = Box(left + step * cell.index + 0.35, top + 0.5, step - 0.7, 4.4)
            pen.box(box, fill=ink.cell, radius=0.6)
            pen.text(str(cell.number), box.cx, box.y + 3.2, 7, ink.number, "Medium", align="middle")
            if bits >> cell.index & 1:
                _cross(pen, Box(box.x + 0.3, box.y + 0.3, box.w - 0.6, box.h - 0.6))
        if row.letter in result.locks:
            _cross(pen, Box(left + step * len(row) + 0.6, top + 0.8, step - 1.2, 3.8))
        top += 6
    room = width - 4.6 * MISS_BOXES - 2
    for number, line in enumerate(_two_lines(result.besides, 6.5, room)):
        pen.text(line, left, top + 2.4 + 2.8 * number, 6.5, SOFT, room=room)
    for n in range(MISS_BOXES):
        x = left + width - 4.6 * (MISS_BOXES - n)
        pen.box(Box(x - 0.125, top + 0.275, 4.25, 3.85), line=LINE, width=0.25)
        if n < result.misses:
            _cross(pen, Box(x + 0.3, top + 0.6, 3.4, 3.0))


def _two_lines(text: str, size: float, room: float) -> list[str]:
    """Return `text` as one line or, if wider than `room` mm in `size` points, as two; [] if it is empty."""
    if text_width(text, size) <= room:
        return [text] if text else []
    words = text.split(" ")
    fits = [n for n in range(1, len(words)) if text_width(" ".join(words[:n]), size) <= room] or [1]
    return [" ".join(words[: fits[-1]]), " ".join(words[fits[-1] :])]


def _draw_foot(pen: Pen, results: GameResult, _: Translate) -> None:
    text = _("Unofficial: made for people who own the game, not by or with its publishers.")
    pen.text(text, SIDE_MARGIN_MM + results.width / 2, pen.height - 9, 7.5, SOFT, align="middle")


def _cross(pen: Pen, box: Box) -> None:
    pen.canvas.setLineCap(1)
    pen.line(box.x, box.y, box.right, box.bottom, TEXT, 0.45)
    pen.line(box.right, box.y, box.x, box.bottom, TEXT, 0.45)


def _minus(number: int) -> str:
    """Return `number` as text with a minus sign instead of a hyphen."""
    return str(number).replace("-", "\u2212")


def _spread(wanted: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Return the y coordinates `wanted`, moved to be at least `gap` apart and at most `lowest`, in mm."""
    heights = list(wanted)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    for above, i in pairwise(order):
        heights[i] = max(heights[i], heights[above] + gap)
    for i in reversed(order):
        heights[i] = min(heights[i], lowest)
        lowest = heights[i] - gap
    return heights

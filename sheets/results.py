"""The results sheet: how a game ended, on one page (or two) to keep. The same results give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from sheets.ink import INKS, LINE, PANEL, SOFT, TEXT, Tone, tone
from sheets.language import translator
from sheets.pad import Pad
from sheets.paper import PAPERS
from sheets.typeface import PT, fitting_size, font_name, missing, text_width
from sheets.undated import undated_canvas

MARGIN = 16.0
"""Left and right of everything, in mm."""
_LINES = (tone("2b2420"), tone("b3352b"), tone("2a62b8"), tone("2a7d46"), tone("8a5a00"), tone("7a3fa0"))
_DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (2.4, 1.3),
    (0.8, 1.3),
    (3.4, 1.1, 0.8, 1.1),
    (1.4, 0.9),
    (4.4, 1),
)
_WON = tone("fdf1cf")


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's sheet at the end. `rows`: for each row a number whose bit i says that cell i is crossed.

    `locks`: letters of the rows locked. `parts`: points of the rows; `bonus`, `minus` (0 or less), `total`.
    `points`: after each turn, from before the first.
    """

    player: str
    rows: tuple[int, ...]
    locks: tuple[str, ...]
    misses: int
    parts: tuple[int, ...]
    bonus: int
    minus: int
    total: int
    won: bool
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played. `title`, `lead`: its heading and the line below. `notes`: what decided it."""

    title: str
    lead: str
    pad: Pad
    results: tuple[PlayerResult, ...]
    notes: tuple[str, ...] = ()
    language: str = "en"
    paper: str = "a4"


def print_results(results: GameResult) -> bytes:
    """The PDF of `results`; KeyError for a paper that is none of `sheets.paper.PAPERS`."""
    return _Page(results).made()


class _Page:
    def __init__(self, results: GameResult) -> None:
        self.results = results
        self.paper = PAPERS[results.paper]
        self._ = translator(results.language)
        self.file = BytesIO()
        self.canvas = undated_canvas(self.file, self.paper.width, self.paper.height, results.language)
        self.canvas.setTitle(results.title)
        self.canvas.setCreator("qwixx table")
        self.width = self.paper.width - 2 * MARGIN
        self.y = 20.0  # mm from the top

    def made(self) -> bytes:
        self._heading()
        self._table()
        self._plot()
        for note in self.results.notes:
            self.y += 6
            self._text(MARGIN, self.y, note, 10, SOFT, width=self.width)
        if self.results.notes:
            self.y += 5
        self._sheets()
        self._foot()
        self.canvas.save()
        return self.file.getvalue()

    # -- parts ------------------------------------------------------------------------------------------

    def _heading(self) -> None:
        self._text(MARGIN, self.y, self.results.title, 24, TEXT, "SemiBold", width=self.width)
        self.y += 8
        self._text(MARGIN, self.y, self.results.lead, 11.5, SOFT, width=self.width)
        self.y += 9

    def _table(self) -> None:
        _ = self._
        bonus = bool(self.results.pad.pairs)
        heads = ["", "", "", "", *([_("Bonus")] if bonus else []), _("Misses"), _("Total")]
        name = 56.0
        step = (self.width - name) / len(heads)
        rows = self.results.pad.rows
        for i, head in enumerate(heads):
            right = MARGIN + name + step * (i + 1)
            if i < 4:
                colour = rows[i].colour
                self._fill(INKS[colour].plate if colour else LINE)
                self._box(right - 12, self.y - 4.2, 12, 5.2, radius=1.4)
                mark = _(colour) if colour else rows[i].letter
                self._text(right - 6, self.y - 0.4, mark, 9, TEXT, "Medium", align="middle", width=11)
            else:
                self._text(right - 1, self.y, head, 9.5, SOFT, "Medium", align="right")
        self.y += 3.5
        for result in self.results.results:
            if result.won:
                self._fill(_WON)
                self._box(MARGIN - 2, self.y, self.width + 4, 8.6, radius=2)
            self._stroke(LINE, 0.2)
            self.canvas.line(*self._at(MARGIN, self.y), *self._at(MARGIN + self.width, self.y))
            base = self.y + 6
            self._text(MARGIN, base, result.player, 12.5, TEXT, "SemiBold", width=name - 4)
            values = [*result.parts, *([result.bonus] if bonus else []), result.minus, result.total]
            for i, value in enumerate(values):
                last = i + 1 == len(values)
                shown = _minus(value)
                right = MARGIN + name + step * (i + 1) - 1
                weight, size = ("SemiBold", 14.0) if last else ("Regular", 11.5)
                self._text(right, base, shown, size, TEXT, weight, align="right")
            self.y += 8.6
        self.y += 7

    def _plot(self) -> None:
        _ = self._
        lines = [result.points for result in self.results.results]
        turns = max((len(line) for line in lines), default=0) - 1
        if turns < 1:
            return
        self._text(MARGIN, self.y, _("Points over the turns"), 12.5, TEXT, "SemiBold")
        top, height = self.y + 5, 58.0
        left, right = MARGIN + 8, MARGIN + self.width - 34
        high = max(1, *(max(line) for line in lines))
        low = min(0, *(min(line) for line in lines))
        step = next((s for s in (1, 2, 5, 10, 20, 25, 50) if (high - low) / s <= 6), 100)
        high, low = -(-high // step) * step, low // step * step

        def x(turn: int) -> float:
            return left + (right - left) * turn / turns

        def y(value: float) -> float:
            return top + height * (high - value) / (high - low)

        for value in range(low, high + 1, step):
            self._stroke(LINE if value else SOFT, 0.15 if value else 0.3)
            self.canvas.line(*self._at(left, y(value)), *self._at(right, y(value)))
            shown = _minus(value)
            self._text(left - 1.5, y(value) + 1.1, shown, 7.5, SOFT, align="right")
        every = max(1, -(-turns // 14))
        for turn in range(every, turns + 1, every):
            self._text(x(turn), top + height + 4, str(turn), 7.5, SOFT, align="middle")
        ends = _apart([y(line[-1]) for line in lines], 4.6, top + height)
        for number, (result, end) in enumerate(zip(self.results.results, ends, strict=True)):
            ink, dash = _LINES[number % len(_LINES)], _DASHES[number % len(_DASHES)]
            self._stroke(ink, 0.55)
            self.canvas.setLineJoin(1)
            self.canvas.setLineCap(1)
            self.canvas.setDash([d * PT for d in dash])
            path = self.canvas.beginPath()
            path.moveTo(*self._at(x(0), y(result.points[0])))
            for turn, value in enumerate(result.points[1:], 1):
                path.lineTo(*self._at(x(turn), y(value)))
            self.canvas.drawPath(path)
            self.canvas.setDash()
            self._fill(ink)
            self.canvas.circle(*self._at(x(turns), y(result.points[-1])), 0.8 * PT, stroke=0, fill=1)
            self._stroke(ink, 0.2)
            self.canvas.line(*self._at(x(turns) + 1.2, y(result.points[-1])), *self._at(right + 3.4, end))
            self._text(
                right + 4, end + 1.2, f"{result.player} {_minus(result.total)}", 9, TEXT, "Medium", width=29
            )
        self.y = top + height + 11

    def _sheets(self) -> None:
        """Everyone's sheet, small, two beside each other."""
        gap, cell = 8.0, (self.width - 8.0) / 2
        tall = 34.0
        for number, result in enumerate(self.results.results):
            if number % 2 == 0 and self.y + tall > self.paper.height - 18:
                self._foot()
                self.canvas.showPage()
                self.y = 20.0
            self._sheet(MARGIN + (cell + gap) * (number % 2), self.y, cell, result)
            if number % 2:
                self.y += tall + 4
        if len(self.results.results) % 2:
            self.y += tall + 4

    def _sheet(self, left: float, top: float, width: float, result: PlayerResult) -> None:
        self._text(left, top + 3.4, result.player, 9.5, TEXT, "SemiBold", width=width - 14)
        self._text(left + width, top + 3.4, _minus(result.total), 9.5, TEXT, "SemiBold", align="right")
        top += 5
        for row, bits in zip(self.results.pad.rows, result.rows, strict=True):
            step = width / (len(row) + 1)
            self._fill(INKS[row.colour].plate if row.colour else PANEL)
            self._box(left, top, width, 5.4, radius=0.8)
            for cell in row:
                ink = INKS[cell.colour]
                a, b, w, h = left + step * cell.index + 0.35, top + 0.5, step - 0.7, 4.4
                self._fill(ink.cell)
                self._box(a, b, w, h, radius=0.6)
                self._text(a + w / 2, b + 3.2, str(cell.number), 7, ink.number, "Medium", align="middle")
                if bits >> cell.index & 1:
                    self._cross(a + 0.3, b + 0.3, w - 0.6, h - 0.6)
            if row.letter in result.locks:
                self._cross(left + step * len(row) + 0.6, top + 0.8, step - 1.2, 3.8)
            top += 6
        for n in range(4):
            a = left + width - 4.6 * (4 - n)
            self._stroke(LINE, 0.25)
            self.canvas.rect(*self._at(a, top + 4), 4 * PT, 3.6 * PT, stroke=1, fill=0)
            if n < result.misses:
                self._cross(a + 0.3, top + 0.6, 3.4, 3.0)

    def _foot(self) -> None:
        text = self._("Unofficial: made for people who own the game, not by or with its publishers.")
        self._text(self.paper.width / 2, self.paper.height - 9, text, 7.5, SOFT, align="middle")

    # -- the pen ----------------------------------------------------------------------------------------

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * PT, (self.paper.height - y) * PT

    def _fill(self, ink: Tone) -> None:
        self.canvas.setFillColorRGB(*ink)

    def _stroke(self, ink: Tone, width: float) -> None:
        self.canvas.setStrokeColorRGB(*ink)
        self.canvas.setLineWidth(width * PT)

    def _box(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        a, b = self._at(x, y + height)
        self.canvas.roundRect(a, b, width * PT, height * PT, radius * PT, stroke=0, fill=1)

    def _cross(self, x: float, y: float, width: float, height: float) -> None:
        self._stroke(TEXT, 0.45)
        self.canvas.setLineCap(1)
        self.canvas.line(*self._at(x, y), *self._at(x + width, y + height))
        self.canvas.line(*self._at(x + width, y), *self._at(x, y + height))

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: Tone,
        weight: str = "Regular",
        *,
        align: str = "left",
        width: float | None = None,
    ) -> None:
        """`text` with its base line at `y`; made smaller where it is wider than `width`."""
        text = "".join("?" if sign in missing(text) else sign for sign in text)
        if width is not None:
            size = fitting_size(text, size, width, weight)
        if align != "left":
            x -= text_width(text, size, weight) / (1 if align == "right" else 2)
        self._fill(ink)
        self.canvas.setFont(font_name(weight), size)
        self.canvas.drawString(*self._at(x, y), text)


def _minus(number: int) -> str:
    """A number with a minus sign, not a hyphen."""
    return str(number).replace("-", "\u2212")


def _apart(wanted: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Heights near `wanted`, at least `gap` from each other and not below `lowest`."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed: list[float] = []
    for i in order:
        placed.append(max(wanted[i], placed[-1] + gap if placed else wanted[i]))
    for back in range(len(placed) - 1, -1, -1):
        limit = lowest if back + 1 == len(placed) else placed[back + 1] - gap
        placed[back] = min(placed[back], limit)
    heights = [0.0] * len(wanted)
    for i, height in zip(order, placed, strict=True):
        heights[i] = height
    return heights

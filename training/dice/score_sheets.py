"""Printed score sheets of many makes, in linear light: bars, boxes, numbers, crosses, with little or much
colour. White dice are hardest to see on them."""

import cv2
import numpy as np

from training.dice.drawing import draw_box, lay_patch, somewhere, write_text
from training.renderer.colours import F32, RNG, hsv, linear


def four_row_sheet(rng: RNG, pixels: float) -> F32:
    """Draw a printed pad with four coloured rows of eleven numbered boxes, some crossed with a pencil."""
    cell = pixels * rng.uniform(0.45, 0.8)
    w, h = min(int(cell * 13.5), 1400), min(int(cell * 6.2), 700)
    page = np.empty((h, w, 3), np.float32)
    page[:] = linear((238, 240, 240)) * rng.uniform(0.85, 1.0)
    for row, hue in enumerate((2, 50, 130, 215)):
        y = int(cell * (0.4 + 1.25 * row))
        colour = hsv(hue + rng.normal() * 4, rng.uniform(0.5, 0.9), rng.uniform(0.6, 0.95))
        cv2.rectangle(
            page, (int(cell * 0.3), y), (int(cell * 12.9), int(y + cell * 1.1)), colour.tolist(), -1
        )
        pale = colour * 0.25 + 0.72
        for i in range(11):
            x = int(cell * (0.5 + 1.02 * i))
            if rng.random() < 0.97:
                corners = (x, y + int(cell * 0.12)), (x + int(cell * 0.9), y + int(cell))
                cv2.rectangle(page, *corners, pale.tolist(), -1)
            number = str(i + 2 if row < 2 else 12 - i)
            thick = max(1, int(cell * 0.05))
            write_text(page, number, (x + cell * 0.45, y + cell * 0.56), cell * 0.4, colour * 0.8, rng)
            if rng.random() < 0.2:
                a, b = int(cell * 0.1), int(cell * 0.8)
                ink = (0.03, 0.03, 0.03)
                cv2.line(page, (x + a, y + a), (x + b, y + b), ink, thick, cv2.LINE_AA)
                cv2.line(page, (x + b, y + a), (x + a, y + b), ink, thick, cv2.LINE_AA)
    return page


def lay_four_row_sheet(canvas: F32, rng: RNG, pixels: float, margin: float) -> None:
    """Lay a four-row sheet on the table at a random place.

    `margin`: least distance of its middle from the table's border, in widths of the table.
    """
    at = somewhere(rng, margin)
    lay_patch(canvas, four_row_sheet(rng, pixels), at, rng.uniform(0, 360))


def _cross(page: F32, rng: RNG, x: float, y: float, cell: float) -> None:
    """Draw a cross or a stroke by hand, in pencil or ink."""
    ink = hsv(rng.uniform(200, 260), rng.uniform(0, 0.8), rng.uniform(0.02, 0.4)).tolist()
    thick = max(1, round(cell * rng.uniform(0.02, 0.09)))
    for sign in (1, -1)[: int(rng.integers(1, 3))]:
        a, b = rng.uniform(0.2, 0.5, 2) * cell
        ends = (round(x - a), round(y - sign * b)), (round(x + a), round(y + sign * b))
        cv2.line(page, *ends, ink, thick, cv2.LINE_AA)


def printed_sheet(rng: RNG, pixels: float) -> F32:
    """Draw a random sheet with boxes half to one and a half dice wide. `pixels`: length of a die's edge."""
    cell = pixels * float(np.exp(rng.uniform(np.log(0.4), np.log(1.5))))
    count, rows = int(rng.integers(5, 13)), int(rng.integers(2, 7))
    gap, tall = rng.uniform(1.02, 1.25), rng.uniform(1.1, 1.6)
    w = int(min(1400, cell * (gap * count + 1.2)))
    h = int(min(1000, cell * (tall * rows + rng.uniform(0.8, 3))))
    paper = np.asarray(rng.uniform(0.72, 1.0) * hsv(rng.uniform(20, 60), rng.uniform(0, 0.1), 1), np.float32)
    page = np.empty((h, w, 3), np.float32)
    page[:] = paper
    grey = rng.random() < 0.25  # printed without colours
    corner = float(rng.choice([0, rng.uniform(0.05, 0.3), 0.5]))
    filled, lined, barred = rng.random(), rng.random() < 0.5, rng.random() < 0.75
    deep, size = rng.uniform(0.5, 1.0), rng.uniform(0.3, 0.75)
    dark = np.full(3, rng.uniform(0.01, 0.15), np.float32)
    black, line = rng.random() < 0.4, max(1, int(cell * 0.04))
    for row in range(rows):
        hue = (0, 48, 125, 215)[row % 4] + rng.normal() * 5
        bar = hsv(hue, 0.0 if grey else deep, rng.uniform(0.45, 0.9))
        y = cell * (0.4 + tall * row)
        if barred:
            draw_box(page, (cell * 0.3, y, w - cell * 0.6, cell * rng.uniform(1.02, 1.12)), 0.1, bar)
        for i in range(count):
            x = cell * (0.55 + gap * i)
            if rng.random() < 0.04:
                continue
            box = (x, y + cell * 0.08, cell * 0.92, cell * 0.9)
            fill = paper if filled < 0.6 else np.asarray(0.3 * bar + 0.7 * paper, np.float32)
            if filled < 0.85:
                draw_box(page, box, corner, fill)
            if lined or filled > 0.85:
                draw_box(page, box, corner, dark, line)
            middle = (x + cell * 0.46, y + cell * 0.53)
            ink = dark if black or grey else bar
            if rng.random() < 0.9:
                text = str(i + 2 if row % 4 < 2 else count + 1 - i)
                write_text(page, text, middle, cell * size, np.asarray(ink, np.float32), rng)
            if rng.random() < 0.18:
                _cross(page, rng, *middle, cell)
    boxes = int(rng.integers(0, 7))
    _print_boxes(page, cell, cell * (0.7 + tall * rows), boxes, dark, line)
    return page


def _print_boxes(page: F32, cell: float, y: float, count: int, ink: F32, line: int) -> None:
    """Draw `count` boxes for penalties at the height `y`, below the rows, if the page has room there."""
    if y + cell < len(page):
        for i in range(count):
            draw_box(page, (cell * (0.6 + 1.5 * i), y, cell * 1.2, cell * 0.8), 0.1, ink, line)


def lay_sheets(canvas: F32, rng: RNG, pixels: float, count: int) -> None:
    """Lay `count` sheets, of one random make or of several, at random places on the table."""
    page = printed_sheet(rng, pixels)
    for _ in range(count):
        if rng.random() < 0.5:
            page = printed_sheet(rng, pixels)
        lay_patch(canvas, page, somewhere(rng, 0.08), rng.uniform(0, 360))

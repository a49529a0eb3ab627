"""Renders a printed, empty sheet as pixels, to compare with its photo."""

import io
from contextlib import closing
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pypdfium2

from sheets.face import draw_face
from sheets.language import translator
from sheets.order import PrintOrder
from sheets.pad import Pad
from sheets.page import plan_sheet
from sheets.paper import Layout
from sheets.pen import Pen, reproducible_canvas
from sheets.typeface import PT
from vision.frames.documents import PDFIUM_LOCK
from vision.frames.image import Image


class Print(NamedTuple):
    """The options with which a sheet is printed."""

    ink: str  # as in `sheets.order.PrintOrder`
    colour_blind: bool = False  # as in `sheets.order.PrintOrder`
    language: str = "en"  # of its words
    pastel: bool = False  # True for the style of version 0.1


@lru_cache(maxsize=24)
def blank_sheet(pad: Pad, layout: Layout, how: Print, scale: float, edge: float) -> Image:
    """Draw an empty sheet without markers and codes, H x W x 3, BGR, at `scale` pixels per mm.

    `edge`: width of the white margin around the sheet, in mm.
    """
    order = PrintOrder(
        pad, 1, 0, layout=layout, ink=how.ink, colour_blind=how.colour_blind, pastel=how.pastel
    )
    box = layout.sheet_box(0)
    width, height = (round((side + 2 * edge) * scale) for side in (box.w, box.h))
    file = io.BytesIO()
    canvas = reproducible_canvas(file, width / PT, height / PT, how.language)  # a PDF point becomes a pixel
    canvas.scale(scale / PT, scale / PT)
    canvas.translate(edge * PT, (height / scale - box.h - edge) * PT)
    draw_face(Pen(canvas, box.h), pad, plan_sheet(pad, layout), order, translator(how.language))
    canvas.save()
    with PDFIUM_LOCK, closing(pypdfium2.PdfDocument(file.getvalue())) as document:
        return np.array(document[0].render().to_numpy()[:, :, :3])

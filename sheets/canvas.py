"""PDFs without a date: the same content gives the same bytes, on any day and any machine."""

import os
from threading import Lock
from typing import IO

from reportlab.pdfgen.canvas import Canvas

from sheets.typeface import PT

BUILD_DATE = "SOURCE_DATE_EPOCH"
"""The environment variable that sets the date of build output. ReportLab writes its value even into invariant
PDFs, and fails if it isn't a number, so it is unset while a canvas is made."""

_environment = Lock()


def reproducible_canvas(file: IO[bytes], width: float, height: float, language: str) -> Canvas:
    """Return a canvas for a PDF with pages of `width` by `height` mm in `language`, a code such as "en"."""
    with _environment:
        date = os.environ.pop(BUILD_DATE, None)
        try:
            return Canvas(
                file, pagesize=(width * PT, height * PT), invariant=1, pageCompression=1, lang=language
            )
        finally:
            if date is not None:
                os.environ[BUILD_DATE] = date

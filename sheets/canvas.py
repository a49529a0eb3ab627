"""PDFs without a date in them: the same content gives the same bytes, on every day and every machine."""

import os
from threading import Lock
from typing import IO

from reportlab.pdfgen.canvas import Canvas

from sheets.typeface import PT

BUILD_DATE = "SOURCE_DATE_EPOCH"
"""The environment variable with the date of a build's output. ReportLab puts it into invariant PDFs too, and
fails if it is not a number."""

_environment = Lock()


def reproducible_canvas(file: IO[bytes], width: float, height: float, language: str) -> Canvas:
    """Return a canvas for a PDF with pages of `width` by `height` mm. `language` is a code such as "en"."""
    with _environment:
        date = os.environ.pop(BUILD_DATE, None)
        try:
            return Canvas(
                file, pagesize=(width * PT, height * PT), invariant=1, pageCompression=1, lang=language
            )
        finally:
            if date is not None:
                os.environ[BUILD_DATE] = date

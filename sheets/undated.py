"""PDFs that bear no date: the same content is the same bytes, on every day and every machine."""

from __future__ import annotations

import os
from threading import Lock
from typing import IO

from reportlab.pdfgen.canvas import Canvas

from sheets.typeface import PT

DATE = "SOURCE_DATE_EPOCH"
"""The environment variable by which builds date what they make. ReportLab obeys it even where it is told to
be invariant, and falls over one that is no number."""

_making = Lock()


def undated_canvas(file: IO[bytes], width: float, height: float, language: str) -> Canvas:
    """A canvas for a PDF of pages `width` by `height` mm, in the language of that code."""
    with _making:
        date = os.environ.pop(DATE, None)
        try:
            return Canvas(
                file, pagesize=(width * PT, height * PT), invariant=1, pageCompression=1, lang=language
            )
        finally:
            if date is not None:
                os.environ[DATE] = date

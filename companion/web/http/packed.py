"""Answers packed by gzip, of files that everybody may read: packed secrets could be guessed by length."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

from flask import Response, request

PACKED_SUFFIXES = (".css", ".js")
"""Endings of the static files that are packed; pictures and typefaces are packed already."""


@cache
def _packed_file(path: Path) -> bytes:
    """The content of a file that does not change while the program runs, packed."""
    return gzip.compress(path.read_bytes(), mtime=0)


def wants_packed() -> bool:
    """Tell whether the browser that asks unpacks gzip."""
    return request.accept_encodings.quality("gzip") > 0


def pack_static(answer: Response, path: Path) -> None:
    """Pack the answer that sends the static file at `path`, if that helps and the browser unpacks it."""
    if path.suffix not in PACKED_SUFFIXES:
        return
    answer.vary.add("Accept-Encoding")
    if answer.status_code != 200 or not wants_packed():
        return
    close = getattr(answer.response, "close", None)  # the open file
    if close is not None:
        close()
    answer.direct_passthrough = False
    answer.set_data(_packed_file(path))
    answer.content_encoding = "gzip"
    answer.headers.pop("ETag", None)  # it names the content that is not packed

"""Files that a form sends."""

from __future__ import annotations

from flask import request

from companion.web.server.refusal import RequestRefused
from vision.frames.image import Image, decode

MAX_FILE_NAME_LENGTH = 80
"""Letters of a file's name that a sentence about it repeats."""


def uploaded_file(field: str, code: str, missing: str) -> tuple[bytes, str]:
    """The file in `field` and its name. Raises RequestRefused with `code` and the sentence `missing`."""
    upload = request.files.get(field)
    if upload is None or not upload.filename:
        raise RequestRefused(code, missing, status=422)
    return upload.read(), upload.filename[:MAX_FILE_NAME_LENGTH]


def uploaded_photo(missing: str) -> Image:
    """The photo in the field `photo`. Raises RequestRefused with the sentence `missing`, and ImageError."""
    data, name = uploaded_file("photo", "no-photo", missing)
    return decode(data, name)

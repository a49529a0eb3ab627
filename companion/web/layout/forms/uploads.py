"""Files that a form sends."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from flask import request

from companion.web.access.request_context import current_seat, this_server
from companion.web.server.refusal import RequestRefused
from vision.frames.image import Image

MAX_FILE_NAME_LENGTH = 80
"""Largest number of letters of a file's name that a sentence repeats."""


def uploaded_file(field: str, code: str, missing: str) -> tuple[bytes, str]:
    """The file in `field` and its name. Raises RequestRefused with `code` and the sentence `missing`."""
    upload = request.files.get(field)
    if upload is None or not upload.filename:
        raise RequestRefused(code, missing, status=422)
    return upload.read(), upload.filename[:MAX_FILE_NAME_LENGTH]


@contextmanager
def uploaded_photo(missing: str) -> Iterator[Image]:
    """The photo in the field `photo`; until the end of the block the device may send no other.

    Raises RequestRefused with the sentence `missing`, or because too many come; and ImageError.
    """
    data, name = uploaded_file("photo", "no-photo", missing)
    with decoded_picture(data, name, "photo") as image:
        yield image


def decoded_picture(data: bytes, name: str, use: str) -> AbstractContextManager[Image]:
    """The picture in `data` from the device that asks; `use`: one of its photos, or its "camera"."""
    seat = current_seat()
    device = f"{seat.token} {use}" if seat.token else ""
    if seat.role == "stranger":
        device = f"{request.remote_addr} {use}"
    return this_server().decoders.decoded(data, name, device, watches=seat.role in ("guest", "stranger"))

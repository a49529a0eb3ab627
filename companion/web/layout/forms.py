"""Values in requests: numbers, photos, files, and the settings of a device; and records as downloads."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from flask import Response, request

from companion.records.record import Record, write_record
from companion.web.access.request_context import current_seat, this_server
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from vision.frames.image import Image


def whole_number(text: str, max_digits: int) -> int | None:
    """Return the number in `text`, or None unless it consists of 1 to `max_digits` ASCII digits.

    >>> whole_number("042", 3), whole_number("1234", 3), whole_number("-1", 3), whole_number("", 3)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None


def uploaded_file(field: str, code: str, missing: str) -> tuple[bytes, str]:
    """Return a file's content and name. Raise RequestRefused with the sentence `missing` without a file."""
    upload = request.files.get(field)
    if upload is None or not upload.filename:
        raise RequestRefused(code, missing, status=422)
    return upload.read(), upload.filename[:80]  # sentences show the name


@contextmanager
def uploaded_photo(missing: str) -> Iterator[Image]:
    """Decode the uploaded `photo`; until the end of the block the device can't send another photo.

    Raise RequestRefused without a photo (then with the sentence `missing`) or with too many at once, and
    ImageError if the photo can't be decoded.
    """
    data, name = uploaded_file("photo", "no-photo", missing)
    with decoded_picture(data, name, "photo") as image:
        yield image


def decoded_picture(data: bytes, name: str, use: str) -> AbstractContextManager[Image]:
    """Decode a picture from the requesting device; `use` is "photo", or "camera" for a live picture."""
    seat = current_seat()
    device = f"{seat.token} {use}" if seat.token else ""
    if seat.role == "stranger":
        device = f"{request.remote_addr} {use}"
    return this_server().decoders.decoded(data, name, device, watches=seat.role in ("guest", "stranger"))


HINTS = {
    "off": (message("No hints"), message("The sheet shows only what is crossed, as on paper.")),
    "cells": (message("Legal cells"), message("Cells that may be crossed now stand out.")),
    "suggestions": (message("Suggestions"), message("Also the best crosses now, each with its reason.")),
    "coach": (message("Coach"), message("After the turn: what would have been better, and why.")),
}
"""The name and the explanation of each level of hints."""


def hint_level() -> str:
    """Return the requesting device's level of hints, a key of HINTS."""
    chosen = request.cookies.get("hints", "cells")
    return chosen if chosen in HINTS else "cells"


def explanation_choice() -> bool | None:
    """Return True if the device explains each step, False if not, None if the table's setting applies."""
    return {"on": True, "off": False}.get(request.cookies.get("explain", ""))


def record_download(record: Record, players: Sequence[str]) -> Response:
    """Return a response that downloads a record (`qwixx-record/1`) as a file named after `players`."""
    text = json.dumps(write_record(record), ensure_ascii=False, indent=1) + "\n"
    names = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(players)).strip("-").lower() or "game"
    return file_response(text, "application/json", f"qwixx-{names[:60]}.json")


def file_response(content: bytes | str, mimetype: str, name: str, *, inline: bool = False) -> Response:
    """Return a response with a file, for browsers to show (`inline`) or to save."""
    disposition = f'{"inline" if inline else "attachment"}; filename="{name}"'
    return Response(content, mimetype=mimetype, headers={"Content-Disposition": disposition})

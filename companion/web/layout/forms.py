"""Helpers for requests and responses: numbers in forms, uploads, a device's settings, downloads."""

import json
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager

from flask import Response, request

from companion.records.record import Record, write_record
from companion.web.access.request_context import current_seat, this_server
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from vision.frames.image import Image


def whole_number(text: str, max_digits: int) -> int | None:
    """Return `text` as a number if it consists of 1 to `max_digits` ASCII digits, otherwise None.

    >>> whole_number("042", 3), whole_number("1234", 3), whole_number("-1", 3), whole_number("", 3)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None


def uploaded_file(field: str, code: str, missing: str) -> tuple[bytes, str]:
    """Return an uploaded file's content and name. Raise RequestRefused(`code`, `missing`) if none came."""
    upload = request.files.get(field)
    if upload is None or not upload.filename:
        raise RequestRefused(code, missing, status=422)
    return upload.read(), upload.filename[:80]  # sentences show the name


def uploaded_photo(missing: str) -> AbstractContextManager[Image]:
    """Return a context that yields the uploaded `photo`; meanwhile the same phone can't send a second one.

    Raise RequestRefused with the sentence `missing` if no photo came, or with another sentence if too many
    photos are being read. Raise ImageError if the photo can't be decoded.
    """
    return decoded_picture(*uploaded_file("photo", "no-photo", missing), "photo")


def decoded_picture(data: bytes, name: str, use: str) -> AbstractContextManager[Image]:
    """Return a context that yields the picture decoded from `data`. `name`: the picture's name in errors.

    A device can have one picture at a time decoded for each `use` ("photo" or "camera").
    """
    seat = current_seat()
    sender = request.remote_addr if seat.role == "stranger" else seat.token
    device = f"{sender} {use}" if sender else ""
    return this_server().decoders.decoded(data, name, device, watches=seat.role in ("guest", "stranger"))


HINTS = {
    "off": (message("No hints"), message("The sheet shows only what is crossed, as on paper.")),
    "cells": (message("Legal cells"), message("Cells that may be crossed now stand out.")),
    "suggestions": (message("Suggestions"), message("Also the best crosses now, each with its reason.")),
    "coach": (message("Coach"), message("After the turn: what would have been better, and why.")),
}
"""The levels of hints that a device can choose, each with its name and explanation."""


def hint_level() -> str:
    """Return the level of hints chosen on the requesting device, a key of HINTS; the default is "cells"."""
    chosen = request.cookies.get("hints", "cells")
    return chosen if chosen in HINTS else "cells"


def explanation_choice() -> bool | None:
    """Return True if the device chose to show explanations of each step, False to hide them, else None."""
    return {"on": True, "off": False}.get(request.cookies.get("explain", ""))


def record_download(record: Record, players: Sequence[str]) -> Response:
    """Return a response that downloads a record (`qwixx-record/1`) as a file named after `players`."""
    text = json.dumps(write_record(record), ensure_ascii=False, indent=1) + "\n"
    names = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(players)).strip("-").lower() or "game"
    return file_response(text, "application/json", f"qwixx-{names[:60]}.json")


def file_response(content: bytes | str, mimetype: str, name: str, *, inline: bool = False) -> Response:
    """Return a response with a file that browsers show if `inline`, otherwise save under `name`."""
    disposition = f'{"inline" if inline else "attachment"}; filename="{name}"'
    return Response(content, mimetype=mimetype, headers={"Content-Disposition": disposition})

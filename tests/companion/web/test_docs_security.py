"""docs/security.md names the limits and rights that the program has."""

import re
from pathlib import Path

from flask import Flask

from companion.records.validation import MAX_RECORD_BYTES
from companion.web.access import rates
from companion.web.access.guard import MAX_UPLOAD_BYTES, protect
from companion.web.access.rates import (
    ALL_DOOR_PHOTOS,
    CHANGES,
    DOOR_PHOTOS,
    GUESSES,
    PAGES,
    PICTURES,
    UPLOADS,
)
from companion.web.camera.decoders import MAX_PICTURES, MAX_WATCHERS_PICTURES
from companion.web.server.connections import (
    BODY_SECONDS,
    HEADER_SECONDS,
    MAX_CONNECTIONS,
    MAX_HELD_BYTES,
    MAX_OF_ADDRESS,
    SLOWEST_BYTES,
)
from companion.web.server.http_protocol import LINE_BYTES, MAX_HEADER_BYTES, MAX_REQUEST_BYTES
from companion.web.server.streams import KEPT_STREAMS, MAX_STREAMS
from vision.frames.decoder_process import CLOCK_SECONDS, MEGABYTES, SECONDS
from vision.frames.image import MAX_DECODER_BYTES, MAX_PIXELS

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())


def row(what: str) -> str:
    """Return the row of a table that begins so."""
    match = re.search(rf"^\| {re.escape(what)}\b.*$", PAGE, re.M)
    assert match, what
    return match[0]


def test_the_limits_are_those_of_the_program() -> None:
    app = Flask(__name__)
    protect(app)
    request = row("a request")
    assert f"{MAX_UPLOAD_BYTES // 1_000_000} MB" in request
    assert f"{app.config['MAX_FORM_PARTS']} form fields" in request
    assert f"{app.config['MAX_FORM_MEMORY_SIZE'] // 1000} kB" in request
    header = row("the header of a request")
    assert f"{MAX_HEADER_BYTES // 1000} kB, each line {LINE_BYTES} bytes more" in header
    assert f"more than {MAX_REQUEST_BYTES // 1_000_000} MB |" in PROSE
    assert f"{MAX_PIXELS // 1_000_000} million pixels" in row("an image")
    assert f"{MAX_RECORD_BYTES // 1_000_000} MB" in row("a record")
    assert f"| {MAX_STREAMS}, one a device; {KEPT_STREAMS} more" in row("live streams")


def test_the_bytes_of_requests_are_those_of_the_program() -> None:
    said = row("what requests send at once, until they are answered")
    assert f"{MAX_HELD_BYTES // 1_000_000} MB of this computer, and as much of all others" in said


def test_the_limits_of_decoding_are_those_of_the_program() -> None:
    said = row("what decodes a picture")
    assert (
        f"{SECONDS:g} seconds of processor time, {CLOCK_SECONDS:g} by the clock, and {MEGABYTES} MB" in said
    )
    assert f"{MAX_PICTURES} pictures at once, one a device, {MAX_WATCHERS_PICTURES} of them" in said
    assert f"{MAX_DECODER_BYTES // 1_000_000} MB held by the decoder" in row("an image")


def test_the_limits_of_connections_are_those_of_the_program() -> None:
    said = row("connections")
    assert (
        f"| {MAX_CONNECTIONS} of this computer; {MAX_CONNECTIONS} of all others, {MAX_OF_ADDRESS} an" in said
    )
    deadlines = row("a handshake with the header of a request; its body")
    assert f"| {HEADER_SECONDS:g} seconds; {BODY_SECONDS:g} and one for each" in deadlines
    assert f"each {SLOWEST_BYTES // 1000} kB" in deadlines


def test_the_rates_are_those_of_the_program() -> None:
    said = row("taps, photos, pages, codes of a device elsewhere").split("|")[2]
    in_words = {10: "10 a second", 0.5: "one in two seconds", 60: "60 a second", 0.1: "one in ten seconds"}
    for part, rate in zip(said.split(";"), (CHANGES, UPLOADS, PAGES, GUESSES), strict=True):
        assert re.search(rf"\b{rate.burst:g}\b", part) and in_words[rate.each_second] in part, part


def test_no_rate_is_left_out() -> None:
    known = {ALL_DOOR_PHOTOS, CHANGES, DOOR_PHOTOS, GUESSES, PAGES, PICTURES, UPLOADS}
    assert {each for each in vars(rates).values() if isinstance(each, rates.Rate)} == known

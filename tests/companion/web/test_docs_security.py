"""docs/security.md names the limits and rights that the program has."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.records.validation import MAX_RECORD_BYTES
from companion.web.access import guard, rates
from companion.web.camera import decoders
from companion.web.server import connections, http_protocol, streams
from vision.frames import decoder_process as decoder
from vision.frames import image

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
MEGA, KILO = 1_000_000, 1000
APP = Flask(__name__)
guard.protect(APP)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("a request", f"{guard.MAX_UPLOAD_BYTES // MEGA} MB"),
        ("a request", f"{APP.config['MAX_FORM_PARTS']} form fields"),
        ("a request", f"{APP.config['MAX_FORM_MEMORY_SIZE'] // KILO} kB"),
        (
            "the header of a request",
            f"{http_protocol.MAX_HEADER_BYTES // KILO} kB; "
            f"each line counts {http_protocol.LINE_BYTES} bytes extra",
        ),
        ("the body of a request", f"| {http_protocol.MAX_REQUEST_BYTES // MEGA} MB, not in chunks |"),
        ("an image", f"{image.MAX_PIXELS // MEGA} million pixels"),
        ("an image", f"{image.MAX_DECODER_BYTES // MEGA} MB for the decoder"),
        ("a record", f"{MAX_RECORD_BYTES // MEGA} MB"),
        ("live streams", f"| {streams.MAX_STREAMS}, one for each device; {streams.KEPT_STREAMS} more"),
        (
            "bytes in unanswered requests",
            f"| {connections.MAX_HELD_BYTES // MEGA} MB from this computer, "
            f"{connections.MAX_HELD_BYTES // MEGA} MB from all others",
        ),
        (
            "decoding one picture",
            f"{decoder.SECONDS:g} seconds of processor time, {decoder.CLOCK_SECONDS:g} by the clock, and "
            f"{decoder.MEGABYTES} MB",
        ),
        (
            "pictures being decoded",
            f"| {decoders.MAX_PICTURES} at once: one for each device, "
            f"{decoders.MAX_WATCHERS_PICTURES} for all watchers together",
        ),
        (
            "connections",
            f"| {connections.MAX_CONNECTIONS} from this computer; "
            f"{connections.MAX_CONNECTIONS} from all others, {connections.MAX_OF_ADDRESS} per address",
        ),
        (
            "time for a request",
            f"| {connections.HEADER_SECONDS:g} seconds for handshake and header; "
            f"{connections.BODY_SECONDS:g} seconds for the body, plus one for each",
        ),
        (
            "time for a request",
            f"each {connections.SLOWEST_BYTES // KILO} kB",
        ),
    ],
)
def test_the_limits_are_those_of_the_program(what: str, said: str) -> None:
    rows = re.findall(rf"^\| {re.escape(what)}\b.*$", PAGE, re.M)
    assert rows and said in rows[0]


def test_the_rates_are_those_of_the_program_and_none_is_left_out() -> None:
    row = re.search(r"^\| requests from one address.*$", PAGE, re.M)
    assert row
    in_words = {10: "10 a second", 0.5: "one in two seconds", 60: "60 a second", 0.1: "one in ten seconds"}
    told = (rates.CHANGES, rates.UPLOADS, rates.PAGES, rates.GUESSES)
    for part, rate in zip(row[0].split("|")[2].split(";"), told, strict=True):
        assert re.search(rf"\b{rate.burst:g}\b", part) and in_words[rate.each_second] in part, part
    known = {*told, rates.ALL_DOOR_PHOTOS, rates.DOOR_PHOTOS, rates.PICTURES}
    assert {each for each in vars(rates).values() if isinstance(each, rates.Rate)} == known

"""docs/security.md names the limits and rights that the program has."""

import re
from base64 import urlsafe_b64decode
from math import log2
from pathlib import Path

from flask import Flask

from companion.records.validation import MAX_RECORD_BYTES
from companion.web.access import rates
from companion.web.access.guard import MAX_UPLOAD_BYTES, protect
from companion.web.access.guesses import BURST, SECONDS_EACH
from companion.web.access.rates import (
    ALL_DOOR_PHOTOS,
    CHANGES,
    DOOR_PHOTOS,
    GUESSES,
    PAGES,
    PICTURES,
    UPLOADS,
)
from companion.web.access.seat_requests import MAX_WAITING, REFUSED_SECONDS, WAIT_SECONDS
from companion.web.access.seats import CHAIR_SECONDS, WATCHER_SECONDS
from companion.web.access.server import CODE_LENGTH
from companion.web.camera.decoders import MAX_PICTURES, MAX_WATCHERS_PICTURES
from companion.web.layout.people.access_notes import AWAY_SECONDS
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
from sheets.secret import SECRET_SIGNS, SEED_BITS
from sheets.serial import ALPHABET
from vision.frames.decoder_process import CLOCK_SECONDS, MEGABYTES, SECONDS
from vision.frames.image import MAX_DECODER_BYTES, MAX_PIXELS

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())


def row(what: str) -> str:
    """Return the row of a table that begins so."""
    found = re.search(rf"^\| {re.escape(what)}\b.*$", PAGE, re.M)
    assert found, what
    return found[0]


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


YEAR_SECONDS = 365.25 * 86_400
ADDRESSES = 1000
"""Addresses of an attacker, where only a limit for each address holds."""


def half_of(codes: float, each_second: float) -> float:
    """Return the years until half of all codes have been tried."""
    return codes / 2 / each_second / YEAR_SECONDS


def in_powers(years: float) -> str:
    """Write a large number like the page, with raised digits."""
    digits, power = f"{years:.1e}".split("e+")
    return f"{digits} × 10{power.translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"  # noqa: RUF001


def test_the_tables_code_is_as_hard_to_guess_as_said() -> None:
    codes, said = len(ALPHABET) ** CODE_LENGTH, row("the table's code")
    assert CODE_LENGTH == 5 and f"five signs of {len(ALPHABET)}, {codes / 1e6:.0f} million" in said
    assert f"| {log2(codes):.1f} | {1 / SECONDS_EACH:g}, of all addresses together |" in said
    years = half_of(codes, 1 / SECONDS_EACH)
    assert f"| {years:.1f} years |" in said
    limits = f"{GUESSES.burst:g} at once".replace("10", "ten")
    assert f"({limits}, then one in ten seconds)" in PROSE
    assert f"({BURST} at once, then one in {SECONDS_EACH:g} seconds)" in PROSE


def test_the_secret_of_a_sheet_is_as_hard_to_guess_as_said() -> None:
    codes, said = len(ALPHABET) ** SECRET_SIGNS, row("the secret in a sheet's second QR code")
    each_second = ALL_DOOR_PHOTOS.each_second
    assert (
        f": {SECRET_SIGNS} signs of {len(ALPHABET)} | {log2(codes):.1f} | {each_second:.3f}, of all" in said
    )
    assert f"| {in_powers(half_of(codes, each_second))} years |" in said
    assert f"chance draws {SEED_BITS} bits" in PROSE
    door = row("photos of sheets by which somebody wants to come in")
    assert f"{DOOR_PHOTOS.burst:g} at once and one a minute;" in door and DOOR_PHOTOS.each_second == 1 / 60
    assert f"{ALL_DOOR_PHOTOS.burst:g} at once and one in {1 / each_second:g} seconds" in door


def test_the_keys_and_cookies_are_as_hard_to_guess_as_said(app: Flask) -> None:
    server = app.extensions["server"]
    token = server.seats.give("guest")
    for text, name, rate in ((server.key, "the key", GUESSES), (token, "the cookie", PAGES)):
        bits, said = 8 * len(urlsafe_b64decode(text)), row(name)
        assert f"| {bits} | {rate.each_second:g} an address; a thousand addresses: " in said
        assert f"{rate.each_second * ADDRESSES:,.0f} |" in said
        assert f"| {in_powers(half_of(2**bits, rate.each_second * ADDRESSES))} years |" in said


def test_how_long_things_wait_is_as_said() -> None:
    minutes = {5: "five minutes", 7: "seven minutes", 10: "ten minutes"}
    assert f"has not been heard of for {minutes[AWAY_SECONDS / 60]} counts as away" in PROSE
    assert f"A question waits {minutes[WAIT_SECONDS / 60]}, {['four'][MAX_WAITING - 4]} at a table" in PROSE
    assert f"for that seat for {minutes[REFUSED_SECONDS / 60]}." in PROSE
    assert (WATCHER_SECONDS, CHAIR_SECONDS) == (86_400, 30 * 86_400)
    assert "only watches is forgotten after a day, one that plays after thirty days" in PROSE

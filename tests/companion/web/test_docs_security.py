"""docs/security.md names the limits and rights that the program has."""

from __future__ import annotations

import re
from pathlib import Path

from companion.records.validation import MAX_RECORD_BYTES
from companion.web.access import rates
from companion.web.access.guard import MAX_UPLOAD_BYTES, protect
from companion.web.access.rates import CHANGES, GUESSES, PAGES, PICTURES, UPLOADS
from companion.web.access.rights import GUESTS, PLAYERS, STRANGERS
from companion.web.camera.decoders import MAX_PICTURES, MAX_WATCHERS_PICTURES
from companion.web.http.connections import PLACES
from companion.web.http.http_server import BODY_SECONDS, HEADER_SECONDS, SLOWEST_BYTES
from companion.web.http.https import HANDSHAKE_SECONDS
from companion.web.http.log_rate import LINES
from companion.web.http.streams import KEPT_STREAMS, MAX_STREAMS
from companion.web.tables.opened_records import MAX_RECORDS
from companion.web.tables.table_server import CODE_LENGTH, MAX_TABLES
from sheets.order import MAX_SHEETS
from sheets.serial import ALPHABET
from vision.dice.detector import MAX_LEVEL_PIXELS
from vision.frames.decoder_process import MEGABYTES, SECONDS
from vision.frames.image import MAX_DECODER_BYTES, MAX_LOOKED_AT_PIXELS, MAX_PIXELS
from vision.scan.code_search import MAX_SEARCHES
from vision.scan.detector import MAX_COMBINATIONS
from vision.scan.detector import MAX_SHEETS as SHEETS_READ
from vision.scan.markers import MAX_EDGES, MAX_MARKERS
from vision.scan.rectification import MAX_SHEETS_BY_LOOKS

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")


def row(what: str) -> str:
    """The row of the limits' table that begins so."""
    found = re.search(rf"^\| {re.escape(what)} \|.*$", PAGE, re.M)
    assert found, what
    return found[0]


def test_the_limits_are_those_of_the_program() -> None:
    from flask import Flask

    app = Flask(__name__)
    protect(app)
    request = row("a request")
    assert f"{MAX_UPLOAD_BYTES // 1_000_000} MB" in request
    assert f"{app.config['MAX_FORM_PARTS']} form fields" in request
    assert f"{app.config['MAX_FORM_MEMORY_SIZE'] // 1000} kB" in request
    assert f"{MAX_PIXELS // 1_000_000} million pixels" in row("an image")
    assert f"{MAX_RECORD_BYTES // 1_000_000} MB" in row("a record")
    assert f"| {MAX_STREAMS}, one a device; {KEPT_STREAMS} more" in row("live streams")
    assert f"| {MAX_TABLES} |" in row("tables on a server")
    assert f"| {MAX_RECORDS} |" in row("records kept")
    assert f"| {MAX_SHEETS} |" in row("sheets to print")


def test_the_bytes_of_requests_are_those_of_the_program() -> None:
    said = row("what requests send at once, until they are answered")
    here, joined, others = (PLACES[kind].body_bytes // 1_000_000 for kind in ("here", "joined", "stranger"))
    assert f"{here} MB of this computer, {joined} MB of devices that have joined, {others} MB" in said


def test_the_limits_of_decoding_are_those_of_the_program() -> None:
    said = row("what decodes a picture")
    assert f"larger than {MAX_LOOKED_AT_PIXELS / 1e6:g} million pixels" in said
    assert f"{SECONDS:g} seconds and {MEGABYTES} MB" in said
    assert f"{MAX_PICTURES} pictures at once, one a device, {MAX_WATCHERS_PICTURES} of them" in said
    assert f"{MAX_LEVEL_PIXELS / 1e6:g} million pixels" in row("a picture that is looked at for dice")
    sheets = row("a photo that is searched for sheets")
    assert f"{MAX_EDGES // 1_000_000} million edges, {MAX_COMBINATIONS} choices" in sheets
    assert f"choices of corners, {MAX_MARKERS} of our markers;" in sheets
    frames = row("pictures of a camera, a video or an address")
    assert f"| {MAX_PIXELS // 1_000_000} million pixels" in frames
    assert f"larger than {MAX_LOOKED_AT_PIXELS / 1e6:g} million is made smaller" in frames
    assert f"{SHEETS_READ} sheets, {MAX_SEARCHES} searches" in sheets
    assert f"{MAX_SHEETS_BY_LOOKS} sheets known by their looks" in sheets
    assert f"{MAX_DECODER_BYTES // 1_000_000} MB held by the decoder" in row("an image")


def test_the_limits_of_connections_are_those_of_the_program() -> None:
    here, joined, stranger = (PLACES[kind] for kind in ("here", "joined", "stranger"))
    said = row("connections")
    assert (
        f"| {here.all} of this computer; {joined.all} of devices that have joined, {joined.each} an" in said
    )
    assert f", {joined.each} an address; {stranger.all} of everybody else, {stranger.each} an" in said
    deadlines = row("a TLS handshake, the header of a request, its body")
    assert f"| {HANDSHAKE_SECONDS:g} seconds; {HEADER_SECONDS:g} seconds; {BODY_SECONDS:g} and" in deadlines
    assert f"each {SLOWEST_BYTES // 1000} kB" in deadlines
    assert f"| {LINES} a minute" in row("lines in the log about connections")


def test_the_rates_are_those_of_the_program() -> None:
    said = row("taps, photos, pages, codes of a device elsewhere").split("|")[2]
    in_words = {10: "10 a second", 0.5: "one in two seconds", 60: "60 a second", 0.1: "one in ten seconds"}
    for part, rate in zip(said.split(";"), (CHANGES, UPLOADS, PAGES, GUESSES), strict=True):
        assert re.search(rf"\b{rate.burst:g}\b", part) and in_words[rate.each_second] in part, part


def test_no_rate_is_left_out() -> None:
    known = {CHANGES, GUESSES, PAGES, PICTURES, UPLOADS}
    assert {each for each in vars(rates).values() if isinstance(each, rates.Rate)} == known


def test_the_rate_of_a_phone_that_is_the_camera() -> None:
    said = row("pictures of a phone that is the camera")
    assert f"{PICTURES.burst:g} at once and {PICTURES.each_second:g} a second" in said


def test_the_code_is_as_hard_to_guess_as_said() -> None:
    assert f"five signs of {len(ALPHABET)}, or {len(ALPHABET) ** CODE_LENGTH / 1e6:.0f} million" in PAGE
    assert CODE_LENGTH == 5


def test_the_rights_are_those_of_the_guard() -> None:
    open_to_all = {"static", "fonts", "rules", "device", "install", "joining"}
    assert {name.partition(".")[0] for name in STRANGERS} == open_to_all
    assert not any(name.startswith(("marks.", "rolls.", "photos.")) for name in GUESTS | STRANGERS)
    assert {"marks.mark", "rolls.roll", "photos.photo"} <= PLAYERS
    assert not any("undo" in name or "begin" in name or "amend" in name for name in PLAYERS)

"""What the fuzzer throws bytes at: kinds of input, whole examples of each, and what must come of any."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.cli import run as qwixx
from companion.records.record import read_record, write_record
from companion.records.referee import judge
from companion.storage.calibrations import Calibration, Calibrations
from companion.storage.prints import LEDGER_FILE, find_sheet
from sheets.errors import BadInput
from sheets.pad import pad_data, parse_pad, read_pad
from sheets.serial import Serial
from sheets.visible import visible
from tests.soundness.hostile import ROOT, pictures, records
from tests.soundness.test_requests import house_with_devices, sheets_in
from vision.dice.enrollment import enroll, propose
from vision.frames.image import decode, load

MAX_SENTENCE_CHARACTERS = 600
SERIAL = Serial.parse("K7Q2-03")


class Wrong(AssertionError):
    """What came of an input is neither an answer nor one sentence."""


@dataclass(frozen=True)
class Target:
    """One kind of input. `examples`: whole ones. `attempt`: takes any bytes, says what came of them in a word
    or a sentence, the same for the same way through the program, and raises whatever is a fault."""

    examples: Callable[[], tuple[bytes, ...]]
    attempt: Callable[[bytes], str]
    is_json: bool = False


def outcome(problem: BadInput) -> str:
    """The sentence of an error without its values. Raises Wrong if it is none that a person can read."""
    text = str(problem)
    if not 10 < len(text) < MAX_SENTENCE_CHARACTERS or "\n" in text or "Traceback" in text:
        raise Wrong(f"no sentence: {text[:200]!r}")
    return problem.text


@cache
def folder() -> Path:
    """A folder for files that are tried; it goes with the process."""
    kept = tempfile.TemporaryDirectory(prefix="qwixx-fuzz-")
    _KEPT.append(kept)
    return Path(kept.name)


_KEPT: list[object] = []


# -- records, pads, pictures -----------------------------------------------------------------------------


def try_record(data: bytes) -> str:
    try:
        record = read_record(data)
    except BadInput as problem:
        return outcome(problem)
    verdict = judge(record)
    if read_record(json.dumps(write_record(record))) != record:
        raise Wrong("the record is another one after it was written and read")
    return f"record: {record.game.name} {verdict.ok}"


def try_pad(data: bytes) -> str:
    file = folder() / "own.toml"
    file.write_bytes(data)
    try:
        pad = read_pad(file)
    except BadInput as problem:
        return outcome(problem)
    if parse_pad(pad_data(pad)) != pad:
        raise Wrong("the pad is another one after it was written and read")
    return "pad"


def try_image(data: bytes) -> str:
    try:
        return f"image of {decode(data, 'photo.jpg').ndim} dimensions"
    except BadInput as problem:
        return outcome(problem)


def pad_files() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted((ROOT / "sheets" / "pads").glob("*.toml")))


# -- what lies beside the games ----------------------------------------------------------------------------


@cache
def calibration_files() -> tuple[bytes, ...]:
    known = enroll(propose([load(ROOT / "fixtures" / "rolls" / "wood.jpg")]))
    made = Calibration("kitchen", datetime(2026, 11, 22, tzinfo=UTC), known)
    return (Calibrations(folder() / "whole").save(made).read_bytes(),)


def try_calibration(data: bytes) -> str:
    place = folder() / "spoilt"
    kept = Calibrations(place)
    (place / "calibrations").mkdir(parents=True, exist_ok=True)
    file = kept._path("kitchen", 6)
    file.write_bytes(data)
    known = kept.all()
    try:
        found = kept.find(["kitchen"])
    except BadInput as problem:
        return outcome(problem)
    return f"calibration of {found.known.sides if found else 0} sides, {len(known)}"


LEDGER = (
    b'{"batch": "K7Q2", "seed": 7, "pads": ["classic"], "count": 9, "names": ["Ann", "Ben"], "lucky": {}}\n',
    b'{"batch": "K7Q2", "pads": ["longo", "classic"], "count": 2, "names": [], "lucky": {"3": [5, 10]}}\n',
)


def try_ledger(data: bytes) -> str:
    (folder() / LEDGER_FILE).write_bytes(data)
    found = find_sheet(folder(), SERIAL)
    if found.serial != SERIAL:
        raise Wrong(f"the sheet is another one: {found.serial}")
    return f"sheet of {len(found.games)} sides, {bool(found.name)}, {bool(found.lucky)}"


SETTINGS = (
    b"judge\n--action\nwhite\n--sheet\n- / - / - / -\n--roll\nw4 w1 r3 y2 g6 b5\n--mark\na5",
    b"judge\n--game\nlongo\n--lucky\n6,11\n--ruling\nweakest-closed=next-weakest\n--action\nwhite\n--mark\na5*",
    b"judge\n--game\ncards\n--jokers\n--action\nplay\n--play\ngreen 11, joker 9 as green\n--mark\nc11 c9",
    b"rule\njoker\ncolour",
    b"moves\n-",
    b"pads\n--json\n--language\nde",
    b"watch\n99999999999999999999",
    b"read\n--calibration\nkitchen\n--removed\nred\n--game\nlongo\nnone.jpg",
)
"""Words of a command line, one a line."""
VERBS = ("judge", "rule", "moves", "pads", "watch", "read")
"""Those that are tried: none of them writes a file or stays."""


def try_settings(data: bytes) -> str:
    words = [word for word in data.decode("utf-8", "surrogateescape").split("\n") if "\0" not in word]
    if (
        not words
        or words[0] not in VERBS
        or any(word.strip() in ("demo", "") or word.startswith(("/", "~", "..")) for word in words[1:])
    ):
        return "passed over"
    told, wrong = io.StringIO(), io.StringIO()
    none = io.TextIOWrapper(io.BytesIO())
    with redirect_stdout(told), redirect_stderr(wrong), patch("sys.stdin", none):
        status = qwixx(words)
    said = told.getvalue() + wrong.getvalue()
    if status not in (0, 1, 2) or "Traceback" in said:
        raise Wrong(f"status {status}: {said[:300]}")
    if any(visible(line) != line for line in said.splitlines() if max(line, default=" ") < "\ud800"):
        raise Wrong(f"a control character: {said[:300]!r}")
    return f"{words[0]}: {status}"


# -- requests ----------------------------------------------------------------------------------------------


@cache
def _house() -> Any:
    """A table with a game begun, open as long as the process lives."""
    stack = ExitStack()
    house = stack.enter_context(house_with_devices())
    _KEPT.append(stack)
    return house


def ask(path: bytes, method: str, cookie: bytes | None, body: bytes = b"", kind: str = "") -> str:
    """What comes of a request, whose parts may be any bytes."""
    app, _tokens, faults = _house()
    address, _, query = path.partition(b"?")
    headers: dict[str, Any] = {
        "REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": address.decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"), "SERVER_NAME": "localhost", "SERVER_PORT": "80",
        "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_ACCEPT": "application/json", "wsgi.version": (1, 0), "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body), "wsgi.errors": io.StringIO(), "wsgi.multithread": True,
        "wsgi.multiprocess": False, "wsgi.run_once": False,
        "CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(body)),
    }  # fmt: skip
    if cookie is not None:
        headers["HTTP_COOKIE"] = cookie.decode("latin-1").replace("\n", " ").replace("\r", " ")
    answer: list[str] = []
    with (
        patch("companion.web.views.sheet_photos.read_sheets", sheets_in),
        patch("companion.sheet_scan.reading.read_sheets", sheets_in),
    ):
        parts = app(headers, lambda status, _headers, _info=None: answer.append(status))
        try:
            first = next(iter(parts), b"") if address.endswith(b"/live") else b"".join(parts)
        finally:
            parts.close()
    if faults:
        raise Wrong(f"{method} {path[:200]!r}\n{faults.pop()[-2000:]}")
    if int(answer[0][:3]) >= 500 and not answer[0].startswith("503"):
        raise Wrong(f"{answer[0]}: {first[:300]!r}")
    code = first.partition(b'"code":"')[2].partition(b'"')[0].decode() if answer[0] >= "4" else ""
    return f"{answer[0][:3]} {code}"


def form(field: str, name: str, content: bytes) -> bytes:
    head = f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
    return head.encode() + content + b"\r\n--x--\r\n"


def uploads() -> tuple[bytes, ...]:
    """Bodies of forms, each behind a line with its address."""
    photo, record = pictures()[0], records()[0]
    return (
        b"/photo\n" + form("photo", "roll.jpg", photo),
        b"/sheets\n" + form("photo", "sheet.jpg", photo),
        b"/games/open\n" + form("record", "game.json", record),
        b"/lens\n" + photo,
        b"/begin\n" + form("player", "", b"Ann"),
    )


def try_upload(data: bytes) -> str:
    path, _, body = data.partition(b"\n")
    known = path if path in (b"/photo", b"/sheets", b"/games/open", b"/lens", b"/begin") else b"/photo"
    return known.decode() + " " + ask(known, "POST", None, body, "multipart/form-data; boundary=x")


def cookies() -> tuple[bytes, ...]:
    _app, tokens, _faults = _house()
    named = [f"seat={token}; language=de; hints=roll".encode() for token in tokens.values() if token]
    return (*named, b"seat=; language=xx", b'seat="a\\"b"; =; a; hints=coach')


def try_cookie(data: bytes) -> str:
    page = (b"/", b"/new", b"/device", b"/record.json")[len(data) % 4]
    return page.decode() + " " + ask(page, "GET", data) + ask(b"/pass-others", "POST", data)


def addresses() -> tuple[bytes, ...]:
    app, _tokens, _faults = _house()
    rules = {rule.rule for rule in app.url_map.iter_rules()}
    plain = (rule.replace("<", "").replace(">", "") for rule in sorted(rules))
    asked = (b"GET /camera/frame?after=1", b"GET /games/1/turns/1", b"POST /mark?player=Ann")
    return (*(f"GET {rule}".encode() for rule in plain), *asked, b"GET /live?after=3")


def try_address(data: bytes) -> str:
    method, _, path = data.partition(b" ")
    known = method.decode("latin-1") if method in (b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS") else "GET"
    return f"{known} {ask(b'/' + path.lstrip(b'/'), known, None)}"


def _ledgers() -> tuple[bytes, ...]:
    return LEDGER


def _settings() -> tuple[bytes, ...]:
    return SETTINGS


TARGETS = {
    "records": Target(records, try_record, is_json=True),
    "pads": Target(pad_files, try_pad),
    "images": Target(pictures, try_image),
    "uploads": Target(uploads, try_upload),
    "cookies": Target(cookies, try_cookie),
    "urls": Target(addresses, try_address),
    "calibration": Target(calibration_files, try_calibration, is_json=True),
    "settings": Target(_settings, try_settings),
    "prints": Target(_ledgers, try_ledger),
}
"""Every kind of input by its name, which is that of its folder in fixtures/fuzz."""


def corpus(kind: str) -> Iterator[Path]:
    """The inputs of a kind that were kept: each went a new way through the program, or was a fault."""
    yield from sorted((ROOT / "fixtures" / "fuzz" / kind).glob("*"))

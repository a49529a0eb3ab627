"""What the fuzzer tries: the kinds of input, valid examples of each, and which outcomes are faults."""

import io
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from companion.cli import run as qwixx
from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge
from companion.rules import FURTHER_VARIANTS, Game
from companion.sheet_scan.reading import interpret
from companion.storage.prints import LEDGER_FILE, find_sheet
from sheets.errors import BadInput
from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad, pad_data, parse_pad, read_pad
from sheets.page import plan_sheet
from sheets.paper import Layout
from sheets.serial import Serial
from sheets.visible import visible
from tests.companion.moment import throw
from tests.companion.records.random_records import random_mixed_record, random_record
from tests.companion.rules.test_mechanisms import own_pad
from tests.robustness.hostile import ROOT, pictures, records
from tests.robustness.test_requests import house_with_devices, sheets_in
from vision.frames.image import MIN_SIDE_PIXELS, decode
from vision.scan.evidence import CellEvidence, ScannedSheet

MAX_SENTENCE_CHARACTERS = 600
SERIAL = Serial.parse("K7Q2-03")


class Wrong(AssertionError):
    """An input had an outcome that is neither an answer nor an error in one sentence."""


@dataclass(frozen=True)
class Target:
    """One kind of input. `examples` returns valid inputs. `attempt` tries any bytes: it raises an error for a
    fault, or returns a text that is equal for inputs that take the same path through the program."""

    examples: Callable[[], tuple[bytes, ...]]
    attempt: Callable[[bytes], str]
    is_json: bool = False


def outcome(problem: BadInput) -> str:
    """Return an error's sentence without its values. Raise Wrong if the full sentence isn't readable."""
    text = str(problem)
    is_long = not 10 < len(text) < MAX_SENTENCE_CHARACTERS
    if is_long or not text.isprintable() or "Traceback" in text or "object at 0x" in text:
        raise Wrong(f"no sentence: {text[:200]!r}")
    return problem.text


@cache
def folder() -> Path:
    """Return a folder for test files. It is deleted when the process ends."""
    kept = tempfile.TemporaryDirectory(prefix="qwixx-fuzz-")
    _KEPT.append(kept)
    return Path(kept.name)


_KEPT: list[object] = []


# -- records, pads, pictures -----------------------------------------------------------------------------


@cache
def record_files() -> tuple[bytes, ...]:
    """Return records of every game. Those of the further games and of mixed pads come from random play."""
    further = [random_record(random.Random(f"fuzz {name}"), name) for name in FURTHER_VARIANTS]
    mixed = [random_mixed_record(random.Random(f"fuzz {seed}"))[0] for seed in range(4)]
    return (*records(), *(json.dumps(record).encode() for record in (*further, *mixed)))


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
    try:
        plan_sheet(pad, Layout.parse("1"))
    except BadInput as problem:
        outcome(problem)
    players = ("Ann", "Ben")
    sheets = dict.fromkeys(players, pad.letters[0]) if pad.letters else None
    lucky = dict.fromkeys(players, (5, 10)) if pad.sides == 8 else None
    game = Game("longo" if lucky else "classic", pad, players, lucky, sheets=sheets)
    start = game.start()
    offered = list(game.moves(game.roll(start, throw(game, start, random.Random(1))), "Ann"))
    return f"pad with {len(pad.mechanisms)} kinds of special cells, {bool(offered)}"


def try_image(data: bytes) -> str:
    try:
        image = decode(data, "photo.jpg")
    except BadInput as problem:
        return outcome(problem)
    if image.dtype != np.uint8 or image.shape[2:] != (3,) or min(image.shape[:2]) < MIN_SIDE_PIXELS:
        raise Wrong(f"an image of another kind: {image.dtype} {image.shape}")
    return f"image of {image.ndim} dimensions"


@cache
def pad_files() -> tuple[bytes, ...]:
    """Return the built-in pads, and random pads that mix special cells of several games."""
    own = (_toml(pad_data(own_pad(random.Random(f"fuzz {seed}")))) for seed in range(6))
    files = sorted((ROOT / "sheets" / "pads").glob("*.toml"))
    return (*(path.read_bytes() for path in files), *own)


def _toml(data: dict[str, Any]) -> bytes:
    """Return a pad's data as TOML. Texts, numbers and lists look the same in TOML as in JSON."""
    plain = {key: value for key, value in data.items() if not isinstance(value, dict)}
    lines = [f"{key} = {json.dumps(value)}" for key, value in plain.items()]
    for name in data.keys() - plain.keys():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in data[name].items())]
    return "\n".join(lines).encode()


# -- marked sheets -----------------------------------------------------------------------------------------


MARKED, EMPTY = 9.0, -9.0
"""Log odds of a place that is surely marked, and surely empty."""


@cache
def marked_sheets() -> tuple[bytes, ...]:
    """Return a simulated reading of a sheet of each pad, as JSON: log odds by place, or null if hidden."""
    made = []
    for name in (*PADS, *FURTHER_PADS):
        chance, pad = random.Random(f"fuzz {name}"), load_pad(name)
        letter = chance.choice(pad.letters) if pad.letters else ""
        places = plan_sheet(pad.on_sheet(letter) if letter else pad, Layout.parse("3")).places
        seen = {
            place: chance.choice((MARKED, MARKED, 0.4, None)) for place in places if chance.random() < 0.3
        }
        made.append(json.dumps({"pad": name, "letter": letter, "seen": seen}).encode())
    return tuple(made)


def try_sheet(data: bytes) -> str:
    try:
        said = json.loads(data)
        pad, seen = _pad_of(said), said["seen"]
        plan = plan_sheet(pad, Layout.parse("3"))
        odds = {place: seen.get(place, EMPTY) for place in plan.places}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return "passed over"
    cells = tuple(
        CellEvidence(place, min(14.0, max(-14.0, value)), (1, 1, 9, 9))
        if isinstance(value, int | float) and value == value
        else CellEvidence(place, 0.0, (1, 1, 9, 9), hidden=True)
        for place, value in odds.items()
    )
    reading = interpret(ScannedSheet(None, pad, cells, ((0.0, 0.0),) * 4))
    json.dumps(reading.to_json("sheet.jpg"))
    assert reading.observed is not None
    doubtful = {doubt.cell for doubt in reading.unsure}
    crossed = set(reading.observed.places) - {f"miss {n}" for n in range(1, 5)}
    if crossed & doubtful or not crossed <= {cell.cell for cell in cells if cell.log_odds > EMPTY}:
        raise Wrong(f"crossed although nobody saw it: {sorted(crossed)[:20]}")
    rules = sorted({contradiction.rule for contradiction in reading.contradictions})
    return f"{len(pad.mechanisms)} kinds of special cells: {reading.legal} {rules[:2]}"


def _pad_of(said: dict[str, Any]) -> Pad:
    """Return the pad, and its sheet, that `said["pad"]` and `said["letter"]` name, or raise LookupError."""
    if said["pad"] not in (*PADS, *FURTHER_PADS):
        raise LookupError
    pad = load_pad(said["pad"])
    if (said["letter"] or "") not in (pad.letters or ("",)):
        raise LookupError
    return pad.on_sheet(said["letter"]) if said["letter"] else pad


# -- what lies beside the games ----------------------------------------------------------------------------


LEDGER = (
    b'{"batch": "K7Q2", "seed": 7, "pads": ["classic"], "count": 9, "names": ["Ann", "Ben"], "lucky": {}}\n',
    b'{"batch": "K7Q2", "pads": ["longo", "classic"], "count": 2, "names": [], "lucky": {"3": [5, 10]}}\n',
)


def try_ledger(data: bytes) -> str:
    (folder() / LEDGER_FILE).write_bytes(data)
    sheet = find_sheet(folder(), SERIAL)
    if sheet.serial != SERIAL:
        raise Wrong(f"the sheet is another one: {sheet.serial}")
    return f"sheet of {len(sheet.games)} sides, {bool(sheet.name)}, {bool(sheet.lucky)}"


SETTINGS = (
    b"judge\n--action\nwhite\n--sheet\n- / - / - / -\n--roll\nw4 w1 r3 y2 g6 b5\n--mark\na5",
    b"judge\n--game\nlongo\n--lucky\n6,11\n--ruling\nweakest-closed=next-weakest\n--action\nwhite\n"
    b"--sheet\n- / - / - / -\n--roll\nw4 w2\n--mark\na2*",
    b"judge\n--game\ncards\n--jokers\n--action\nplay\n--play\ngreen 11, joker 9 as green\n"
    b"--sheet\n- / - / - / -\n--mark\nc11 c9",
    b"judge\n--game\nbig-points\n--action\nwhite\n--sheet\na5 / b3 / - / -\n--roll\nw1 w2\n--mark\nab3",
    b"judge\n--game\ndouble-b\n--action\nwhite\n--sheet\na5 / - / - / -\n--roll\nw2 w3\n--mark\na5+",
    b"judge\n--game\nx-change\n--action\nwhite\n--sheet\n- / - / - / -\n--roll\nw4 w4\n--mark\na5x",
    b"judge\n--game\nconnect-15\n--action\nwhite\n--sheet\na5 / - / - / -\n--roll\nw1 w5\n--mark\na6-7 a8",
    b"rule\njoker\ncolour",
    b"moves\n-",
    b"pads\n--json\n--language\nde",
    b"watch\n99999999999999999999",
    b"read\n--removed\nred\n--game\nlongo\nnone.jpg",
)
"""Example command lines, with one word per line."""
VERBS = ("judge", "rule", "moves", "pads", "watch", "read")
"""Verbs to try: none of them writes a file or keeps running."""


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
    if "\ufffd" in said and all(visible(word) == word and "\ufffd" not in word for word in words):
        raise Wrong(f"a line of ours holds a control character: {said[:600]!r}")
    return f"{words[0]}: {status}"


# -- requests ----------------------------------------------------------------------------------------------


@cache
def _house() -> Any:
    """Return a table at which a game has begun. It stays open until the process ends."""
    stack = ExitStack()
    house = stack.enter_context(house_with_devices())
    _KEPT.append(stack)
    return house


def ask(path: bytes, method: str, cookie: bytes | None, body: bytes = b"", kind: str = "") -> str:
    """Send a request, whose parts may be any bytes; return the status and, for an error, its code."""
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
        patch("companion.web.pages.paper.sheet_photos.read_sheets", sheets_in),
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
    """Return request bodies, each preceded by a line with the path to which it is sent."""
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


TARGETS = {
    "records": Target(record_files, try_record, is_json=True),
    "pads": Target(pad_files, try_pad),
    "sheets": Target(marked_sheets, try_sheet, is_json=True),
    "images": Target(pictures, try_image),
    "uploads": Target(uploads, try_upload),
    "cookies": Target(cookies, try_cookie),
    "urls": Target(addresses, try_address),
    "settings": Target(lambda: SETTINGS, try_settings),
    "prints": Target(lambda: LEDGER, try_ledger),
}
"""Every kind of input. Its name is also the name of its folder in fixtures/fuzz."""


def corpus(kind: str) -> Iterator[Path]:
    """Yield the kept inputs of a kind. Each took a new path through the program or exposed a fault."""
    yield from sorted((ROOT / "fixtures" / "fuzz" / kind).glob("*"))

"""Random requests from devices with different rights: no fault, no forbidden change and no lost event."""

import io
import os
import string
import tempfile
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask, got_request_exception
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.events import DecisionMade, GameBegun
from companion.table.timeline import fold
from companion.web.access.server import Server
from companion.web.app import close, create_app
from sheets.pad import FURTHER_PADS, Pad, load_pad
from tests.robustness.hostile import images, record_bytes, texts
from vision.frames.image import Image
from vision.reading import Die, Reading

PAD = load_pad("classic")
DICE = ("w1", "w2", "red", "yellow", "green", "blue")
PHONE = "192.0.2.77"
RANKS = ("table", "Ann", "Ben", "guest", "stranger", "forged")
FIELDS = (
    "player", "name", "sheet", "code", "mark", "moment", "number", "card", "turned", "w1", "w2", "red",
    "yellow", "green", "blue", "die", "value", "colour", "first", "way", "game", "pad", "jokers",
    "hidden", "paper", "lucky", "source", "ruling-end-in-action-1", "ruling-bonus-blocked", "hints",
    "language", "back", "turn", "action", "cell", "row", "player-0", "0-a7", "steps", "page", "after",
    "answer", "photo", "record",
)  # fmt: skip
NAMES = st.one_of(
    st.sampled_from(
        ("0123456789abcdef", "classic", "white-sum", "fredoka-400.woff2", "..", "awake.mp4", "main.js")
    ),
    texts,
)
NUMBERS = st.sampled_from(("0", "1", "2", "3", "17", "99999999999999999999"))


@dataclass
class Ask:
    """One request. `who`: one of RANKS."""

    who: str
    method: str
    path: str
    query: dict[str, str]
    form: dict[str, list[str]]
    files: dict[str, tuple[bytes, str]]
    headers: dict[str, str]
    body: bytes | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        """Return a short text, with the sizes of files instead of their bytes."""
        shown = (self.who, self.method, self.path, self.query, self.form, self.headers)
        files = {name: (len(data), said) for name, (data, said) in self.files.items()}
        return f"Ask{(*shown, files)!r:.1000}"


class Eye:
    """Stands in for `vision.read`: the first byte of a picture decides which dice it shows."""

    def __call__(self, image: Image, /, *, game: str, removed: tuple[str, ...], **_: object) -> Reading:
        height, width = image.shape[:2]
        value = 1 + int(image[0, 0, 0]) % 6
        colours = [c for c in ("white", "white", "red", "yellow", "green", "blue") if c not in removed]
        dice = tuple(
            Die(c, value, 6, 0.99, "flat", (i, i, 9, 9), ((value, 0.99),), ((c, 0.99),))  # type: ignore[arg-type]
            for i, c in enumerate(colours[: 1 + value])
        )
        status = "complete" if len(dice) == len(colours) else "wrong-set"
        return Reading((width, height), status, dice, probability=0.999)


def sheets_in(image: Image, pads: Iterable[Pad] = ()) -> tuple[SheetReading, ...]:
    """Return the reading of one sheet, with a doubtful cell if the picture's second byte is odd."""
    doubts = (Doubt("a7", 0.5, (10, 10, 20, 20)),) if int(image[0, 0, 1]) % 2 else ()
    return (
        SheetReading(
            "unsure" if doubts else "complete",
            pad=PAD,
            observed=ObservedSheet(PAD, (8, 0, 0, 0)),
            unsure=doubts,
        ),
    )


@contextmanager
def house_with_devices() -> Iterator[tuple[Flask, dict[str, str | None], list[str]]]:
    """Open an app with a game in progress. Yield the app, cookies by rank, and a list of tracebacks.

    A cookie is the value of `seat`, or None for no cookie. Each exception in the app adds its traceback to
    the list.
    """
    faults: list[str] = []

    def note(_sender: Flask, exception: BaseException, **_extra: Any) -> None:
        faults.append("".join(traceback.format_exception(exception)))

    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": Path(folder) / "games", "READ": Eye()})
        server: Server = app.extensions["server"]
        server.session.dispatch(GameBegun("classic", ("Ann", "Ben")))
        tokens: dict[str, str | None] = {
            "table": None,
            "Ann": server.seats.give("player", "Ann"),
            "Ben": server.seats.give("player", "Ben"),
            "guest": server.seats.give("guest"),
            "stranger": "",
            "forged": "A" * 32,
        }
        got_request_exception.connect(note, app)
        try:
            yield app, tokens, faults
        finally:
            got_request_exception.disconnect(note, app)
            close(app)


def rules_of(app: Flask) -> list[tuple[str, tuple[str, ...]]]:
    """Return the URL rules of the app, each with the class names of its converters."""
    return [
        (rule.rule, tuple(type(rule._converters[name]).__name__ for name in rule._converters))
        for rule in app.url_map.iter_rules()
    ]


with house_with_devices() as (_app, _tokens, _faults):
    ADDRESSES = sorted({rule for rule, _ in rules_of(_app)})


@st.composite
def paths(draw: st.DrawFn) -> str:
    """Return the path of a page with random values for the variables of its URL rule, or a random path."""
    if draw(st.integers(0, 14)) == 0:
        return "/" + draw(st.text(max_size=20)).replace("?", "").replace("#", "")
    parts = []
    for part in draw(st.sampled_from(ADDRESSES)).split("/"):
        if part.startswith("<int:"):
            parts.append(draw(NUMBERS) + part.partition(">")[2])
        elif part.startswith("<"):
            parts.append(draw(NAMES).replace("?", "").replace("#", "") + part.partition(">")[2])
        else:
            parts.append(part)
    return "/".join(parts) or "/"


@st.composite
def asks(draw: st.DrawFn) -> Ask:
    """Return a request with random contents, from a device of a random rank."""
    path = draw(paths())
    headers = {"Accept": draw(st.sampled_from(("application/json", "text/html", "*/*", "", "q=;;,")))}
    for name, values in (
        ("Origin", ("http://localhost", "http://evil.example", "null", "")),
        ("Sec-Fetch-Site", ("same-origin", "cross-site", "none", "x")),
        ("Host", ("localhost", "evil.example", "localhost:99999", "[::1", "", "127.0.0.1.evil.example")),
        ("Last-Event-ID", ("1", "-1", "9" * 30, "x")),
        ("Accept-Language", ("de", "es;q=x", "*;q=0", ",,,", "en-US,en;q=0.5")),
        (
            "Content-Type",
            ("application/json", "multipart/form-data", "multipart/form-data; boundary=", "text/plain"),
        ),
        ("Range", ("bytes=0-", "bytes=9-1", "x")),
    ):
        if draw(st.integers(0, 9)) == 0:
            headers[name] = draw(st.sampled_from(values))
    form = draw(st.dictionaries(st.sampled_from(FIELDS), st.lists(texts, min_size=1, max_size=3), max_size=6))
    files = {}
    if draw(st.integers(0, 2)) == 0:
        name = "record" if "games" in path else "photo"
        files[name] = (draw(record_bytes if name == "record" else images), draw(texts))
    return Ask(
        draw(st.sampled_from(RANKS)),
        draw(st.sampled_from(("GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE"))),
        path,
        draw(st.dictionaries(st.sampled_from(FIELDS), texts, max_size=3)),
        form,
        files,
        headers,
        draw(st.binary(max_size=60)) if draw(st.integers(0, 19)) == 0 else None,
    )


@st.composite
def likely(draw: st.DrawFn) -> Ask:
    """Return a request that browsers send during a game, such as to mark a cell, with random values."""

    def one(*values: str) -> str:
        return draw(st.sampled_from(values))

    who = one("table", "table", "Ann", "Ben", "guest")
    cell = one("a", "b", "c", "d") + str(draw(st.integers(2, 12))) + one("", "", "", "+", "x", "*")
    special = one(cell, "15", f"ab{draw(st.integers(2, 12))}", f"{cell}>a5-6", "-")
    game = one("classic", "longo", "bonus-a", "cards", *FURTHER_PADS)
    path, form = draw(
        st.sampled_from(
            (
                ("/roll", {c: [str(draw(st.integers(1, 6)))] for c in DICE}),
                ("/roll", {"turned": [str(draw(st.integers(2, 12)))]}),
                ("/mark", {"player": [one("Ann", "Ben")], "mark": [one(cell, "-", "-")]}),
                ("/mark", {"player": [one("Ann", "Ben")], "mark": [special]}),
                ("/undo", {"steps": [one("1", "2", "9")]}),
                ("/redo", {}),
                ("/pass-others", {}),
                ("/correct", {"die": [one("w1", "red")], "value": [one("1", "6")]}),
                ("/amend", {"turn": ["1"], "action": [one("white", "colour", "roll")], "player": ["Ann"],
                            "mark": [one(cell, "-", "w1 w2 r3 y4 g5 b6")]}),
                ("/begin", {"player": ["Ann", "Ben"], "game": [game]}),
                ("/card", {"player": ["Ann"], "card": [one("red 5", "green 2")]}),
                ("/play", {"player": ["Ann"]}),
                ("/seats/add", {"name": [one("Cleo", "Ann")]}),
                ("/seats/gone", {"player": [one("Cleo", "Ben")]}),
                ("/lock", {"row": [one("a", "b")]}),
                ("/unlock", {"row": [one("a", "b")]}),
                ("/without", {"colour": [one("red", "blue")]}),
            )
        )
    )  # fmt: skip
    return Ask(who, "POST", path, {}, form, {}, {"Accept": "application/json"})


def send(app: Flask, ask: Ask, token: str | None) -> int:
    """Send one request and return its status; only the first lines of a live stream are read."""
    client = app.test_client(use_cookies=False)
    if ask.who != "table":  # on this computer a cookie that nobody gave counts as none
        client.environ_base["REMOTE_ADDR"] = PHONE
    headers = dict(ask.headers)
    if token is not None:
        headers["Cookie"] = f"seat={token}; language=xx; hints=; =; a"
    data: Any = dict(ask.form)
    data |= {name: (io.BytesIO(content), file) for name, (content, file) in ask.files.items()}
    if ask.body is not None:
        data = ask.body
    path = quote(ask.path, safe=string.punctuation)
    if path.startswith("//"):  # to the client a host's name begins here; a browser would send this as it is
        path = f"/%2F{path[2:]}"
    answer = client.open(
        path, method=ask.method, query_string=ask.query, data=data, headers=headers, buffered=False
    )
    try:
        if answer.mimetype == "text/event-stream" and ask.method == "GET":
            next(iter(answer.response))
        else:
            answer.get_data()
    finally:
        answer.close()
    return answer.status_code


def run(sequence: list[Ask]) -> None:
    """Send the requests; check after each for faults and forbidden changes, then for lost events."""
    with house_with_devices() as (app, tokens, faults):
        server: Server = app.extensions["server"]
        session = server.session
        for ask in sequence:
            before = server.store.last_event_number()
            status = send(app, ask, tokens[ask.who])
            assert not faults, f"{ask}\n{faults[0]}"
            assert status < 500, f"{status}: {ask}"
            new = [s for game in server.store.games() for s in server.store.events(game) if s.number > before]
            if ask.who in ("guest", "stranger", "forged"):
                assert not new, f"{ask.who} changed the game: {ask}"
            if ask.who in ("Ann", "Ben"):
                theirs = [s.event for s in new if isinstance(s.event, DecisionMade)]
                assert all(event.player == ask.who for event in theirs), (
                    f"{ask.who} marked for another: {ask}"
                )
        assert session.game is not None
        stored = fold(s.event for s in server.store.events(session.game))
        assert stored is not None and stored.present == session.table, (
            "what is on disk is another game than the one that is shown"
        )


@pytest.fixture
def quick_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find sheets at once, in every image."""
    monkeypatch.setattr("companion.web.pages.paper.sheet_photos.read_sheets", sheets_in)
    monkeypatch.setattr("companion.sheet_scan.reading.read_sheets", sheets_in)


LONG = 4000 if os.environ.get("QWIXX_COUNTS") == "full" else 400
"""Number of request sequences in the long run; each has up to 24 requests."""
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # making a case smaller takes longer than reading it
QUIET = list(HealthCheck)
SEQUENCES = st.lists(st.one_of(likely(), likely(), asks()), min_size=4, max_size=24)


@pytest.mark.usefixtures("quick_sheets")
@settings(max_examples=8, deadline=None, phases=PHASES, suppress_health_check=QUIET)
@given(SEQUENCES)
def test_requests(sequence: list[Ask]) -> None:
    run(sequence)


@pytest.mark.long
@pytest.mark.usefixtures("quick_sheets")
@settings(max_examples=LONG, deadline=None, phases=PHASES, suppress_health_check=QUIET)
@given(SEQUENCES)
def test_requests_for_minutes(sequence: list[Ask]) -> None:
    run(sequence)

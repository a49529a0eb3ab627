"""The table page under test: an app with a reader that gives prescribed dice, and players who tap."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.table.state import Table
from companion.web.access.server import Server
from companion.web.app import close, create_app
from tests import running
from vision.frames.image import Image
from vision.reading import Die, Reading

JSON = {"Accept": "application/json"}
FAR = {"REMOTE_ADDR": "192.0.2.77"}
"""The WSGI environment of a request from another device in the local network."""
ROLL = "w4 w1 r3 y2 g6 b5"
"""A roll: white 4 and 1, red 3, yellow 2, green 6, blue 5."""
COLOURS = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}
LAPTOP = {"width": 1280, "height": 800}
"""Default size of a device's screen, in CSS pixels."""
READY = "body[data-ready], main[data-alive], body:not([data-view], :has(.lobby, #pad-form))"
"""CSS selector that matches if a page is ready for taps; most pages need no script for that."""


def dice(
    text: str, tops: Sequence[int] = (100,) * 6, moved: Mapping[int, int] = MappingProxyType({})
) -> tuple[Die, ...]:
    """Return the dice of "w4 w1 r3?", side by side in a picture; "?" makes one doubtful.

    `tops`: distance of each die from the top; `moved`: shift to the right, by index of the die; in pixels.
    """
    seen = []
    for i, word in enumerate(text.split()):
        colour: Any = COLOURS[word[0]]
        value, sure = int(word[1]), 0.5 if word.endswith("?") else 0.99
        place = (20 + 90 * i + moved.get(i, 0), tops[i], 60, 60)
        values, colours = ((value, sure),), ((colour, sure),)
        seen.append(Die(colour, value, 6, sure, "flat", place, values, colours, doubtful=sure < 0.9))
    return tuple(seen)


@dataclass
class Reader:
    """Stands in for `vision.read`: sees `says` ("w4 w1 r3 y2 g6 b5") in every picture."""

    says: str = ""
    removed: tuple[str, ...] = ()
    asked: list[Image] = field(default_factory=list)

    def __call__(self, image: Image, /, *, game: str, removed: tuple[str, ...], **_: object) -> Reading:
        assert game == "classic"
        self.asked.append(image)
        self.removed = removed
        seen = dice(
            self.says, [5 * int(x) % 400 for x in image[0, :100:10, 0]]
        )  # another picture, other places: a new throw
        size = (image.shape[1], image.shape[0])
        if "?" in self.says or len(seen) != 6 - len(removed):
            return Reading(size, "unsure" if "?" in self.says else "wrong-set", seen, probability=0.5)
        return Reading(size, "complete", seen, probability=0.999)


def jpeg(width: int = 640, height: int = 480) -> bytes:
    """Return a JPEG that is grey all over."""
    _, data = cv2.imencode(".jpg", np.full((height, width, 3), 120, np.uint8))
    return data.tobytes()


class Actor:
    """Plays through the page's requests, as a browser would."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()

    @property
    def server(self) -> Server:
        server = self.app.extensions["server"]
        assert isinstance(server, Server)
        return server

    @property
    def table(self) -> Table:
        table = self.server.session.table
        assert table is not None
        return table

    def post(self, address: str, **data: Any) -> TestResponse:
        return self.client.post(address, data=data, headers=JSON)

    def ok(self, address: str, **data: Any) -> TestResponse:
        answer = self.post(address, **data)
        assert answer.status_code == 200, answer.text
        return answer

    def send(self, address: str, **data: Any) -> None:
        """Send a form as a browser without scripts does. Fail unless the server answers with a redirect."""
        answer = self.client.post(address, data=data)
        assert answer.status_code == 303, answer.text

    def begin(self, *names: str, first: str = "1", game: str = "classic", **agreed: str) -> Actor:
        self.ok("/begin", player=list(names), first=first, game=game, **agreed)
        return self

    def roll(self, text: str) -> Actor:
        """Tap dice in: "w4 w1 r3 y2 g6 b5"."""
        whites = iter(("w1", "w2"))
        self.send("/roll", **{next(whites) if w[0] == "w" else COLOURS[w[0]]: w[1] for w in text.split()})
        return self

    def photo(self, data: bytes, name: str = "roll.jpg") -> TestResponse:
        return self.post("/photo", photo=(io.BytesIO(data), name))

    def join(self, player: str) -> Player:
        return Player(self, player)

    def page(self) -> str:
        return self.client.get("/").text


@dataclass
class Player:
    """One player at the table."""

    actor: Actor
    name: str

    def mark(self, text: str) -> TestResponse:
        return self.actor.post("/mark", player=self.name, mark=text)

    def marks(self, text: str) -> Player:
        self.actor.send("/mark", player=self.name, mark=text)
        return self

    @property
    def sheet(self) -> str:
        return str(self.actor.table.position.sheet(self.name))


class Phone:
    """A device in the local network."""

    def __init__(self, app: Flask, address: str = "192.0.2.77") -> None:
        self.client: FlaskClient = app.test_client()
        self.far = {"REMOTE_ADDR": address}

    def get(self, address: str, **headers: str) -> Any:
        return self.client.get(address, headers=headers, environ_overrides=self.far)

    def post(self, address: str, **data: Any) -> Any:
        return self.client.post(address, data=data, headers=JSON, environ_overrides=self.far)

    def scan(self, table: Any) -> Phone:
        assert self.get(f"/join/{table.server.key}").status_code == 200
        return self

    def sit(self, **data: str) -> Phone:
        answer = self.post("/sit", **data)
        assert answer.status_code == 303, answer.text
        return self

    def refused(self, address: str, **data: Any) -> str:
        answer = self.post(address, **data)
        assert 400 <= answer.status_code < 500, answer.status_code
        error = answer.get_json()["error"]
        assert error["text"].endswith((".", "!", "?"))
        return str(error["code"])

    @property
    def token(self) -> str:
        cookie = self.client.get_cookie(f"seat-{self.client.application.extensions['server'].code}")
        assert cookie is not None
        return cookie.value


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def settings(tmp_path: Path, reader: Reader) -> dict[str, Any]:
    """Return the settings of `app`; a test file may override them."""
    return {"DATA": tmp_path / "games", "READ": reader}


@pytest.fixture
def app(settings: dict[str, Any]) -> Iterator[Flask]:
    app = create_app(settings)
    yield app
    close(app)


@pytest.fixture
def table(app: Flask) -> Actor:
    return Actor(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def serve() -> Iterator[Callable[[Flask], str]]:
    """Return a function that serves an app on a free port and returns its address."""
    with ExitStack() as served:
        yield lambda app: served.enter_context(running.served(app))


@pytest.fixture
def address(app: Flask, serve: Callable[[Flask], str]) -> str:
    """Serve `app`, and return its address."""
    return serve(app)


@contextmanager
def opened_devices(browser: Any) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a device: an empty page with its own browser context.

    At the end, close all devices, and fail if a page has reported an error.
    """
    faults: list[str] = []

    def opened(size: dict[str, int] = LAPTOP, **options: Any) -> Any:
        context = browser.new_context(viewport=size, **options)
        contexts.callback(context.close)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on("console", lambda m: faults.append(m.text) if "Content Security" in m.text else None)
        return context.new_page()

    with ExitStack() as contexts:
        yield opened
    assert not faults


@pytest.fixture
def open_device(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Yield the function of `opened_devices`, for one test."""
    with opened_devices(chromium) as opened:
        yield opened


@pytest.fixture
def look(table: Actor, address: str, open_device: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that opens the page at `path` on a new device and waits until the page is ready.

    `cookies`: cookies of the device, by name. `player`: the player whose phone the device is, or "".
    """

    def opened(
        size: dict[str, int] = LAPTOP,
        path: str = "/",
        player: str = "",
        cookies: Mapping[str, str] = MappingProxyType({}),
        **options: Any,
    ) -> Any:
        page = open_device(size, **options)
        seat = {"seat": table.server.seats.give("player", player)} if player else {}
        given = [
            {"name": name, "value": value, "url": address} for name, value in {**cookies, **seat}.items()
        ]
        page.context.add_cookies(given)
        page.goto(address + path)
        page.locator(READY).wait_for()
        return page

    return opened


@pytest.fixture
def phone(app: Flask) -> Callable[..., Phone]:
    return lambda address="192.0.2.77": Phone(app, address)


@pytest.fixture
def game(table: Actor, phone: Callable[..., Phone]) -> tuple[Actor, Phone, Phone]:
    """Return a table and the phones of Ann and Ben; Cleo plays on the table's screen."""
    table.begin("Ann", "Ben", "Cleo").roll(ROLL)
    return table, phone().scan(table).sit(player="Ann"), phone().scan(table).sit(player="Ben")

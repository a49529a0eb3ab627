"""The Flask application of one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask, current_app

from companion.store import Store
from companion.web import actions, guard, live, pages, photos
from companion.web.album import Album
from companion.web.demo import Demo, thrower_of
from companion.web.eyes import Eyes, Read
from companion.web.live import Streams
from companion.web.room import Room
from companion.web.sources import Sources
from companion.web.words import language, translate
from sheets.language import LANGUAGES
from vision.camera import FrameSource

STREAMS = 40
"""Live streams at once, at most; the server needs eight threads more."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class House:
    """What every request may use."""

    room: Room
    album: Album
    streams: Streams
    eyes: Eyes
    sources: Sources


def house() -> House:
    """The house of the application that serves this request."""
    found = current_app.extensions["house"]
    assert isinstance(found, House)
    return found


def create_app(config: Mapping[str, Any]) -> Flask:
    """The table page.

    `config`: "DATA", the folder for games and photos (Path). Optional: "HOSTS", the names that the page
    answers to besides loopback; "READ", image -> Reading in place of `vision.read`; "SOURCE", a FrameSource
    to watch; "CAMERA", what opens it anew; "DEMO", whether made-up players play with it, "PACE" times as
    slowly.
    Raises StoreError.
    """
    app = Flask(__name__)
    app.config.update(config)
    app.config["HOSTS"] = LOOPBACK | frozenset(config.get("HOSTS", ()))
    store = Store(Path(config["DATA"]))
    room, album = Room(store), Album(store.folder / "photos")
    read: Read | None = config.get("READ")
    source: FrameSource | None = config.get("SOURCE")
    eyes = Eyes(room, album, read, source)
    demo = bool(config.get("DEMO")) and source is not None
    sources = Sources(eyes, str(config.get("CAMERA", "")), demo=demo)
    app.extensions["house"] = House(room, album, Streams(STREAMS), eyes, sources)

    if demo:
        app.extensions["demo"] = Demo(
            room, lambda: thrower_of(eyes.source), eyes.throw, float(config.get("PACE", 1.0))
        )
    elif room.table is not None and room.table.demo:
        room.table = None  # a demo that was cut short is nobody's game

    guard.protect(app)
    for blueprint in (pages.blueprint, actions.blueprint, photos.blueprint, live.blueprint):
        app.register_blueprint(blueprint)

    @app.context_processor
    def words() -> dict[str, object]:
        return {"_": translate(), "language": language(), "languages": LANGUAGES}

    return app


def close(app: Flask) -> None:
    """End everything that `create_app` began."""
    found = app.extensions["house"]
    assert isinstance(found, House)
    demo = app.extensions.get("demo")
    if isinstance(demo, Demo):
        demo.close()
    found.eyes.close()
    found.room.close()

"""The Flask application."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from companion.storage.calibrations import Calibrations
from companion.storage.store import Store, StoredTable
from companion.web.camera.demo import Demo, thrower_of
from companion.web.camera.photo_store import PhotoStore
from companion.web.camera.sources import Sources
from companion.web.camera.watcher import DiceWatcher, Read
from companion.web.presenters.words import decimal_mark, language, points, translate
from companion.web.server import guard
from companion.web.server.lan_listeners import LanListeners
from companion.web.server.room import Room
from companion.web.server.seats import Seats
from companion.web.server.streams import Streams
from companion.web.server.table_server import HostedTable, TableServer, current_seat
from companion.web.views import (
    actions,
    check_up,
    deletion,
    device,
    enrollment,
    history,
    joining,
    live,
    locks,
    pages,
    phone_camera,
    photos,
    sheet_photos,
    statistics,
)
from sheets.language import LANGUAGES
from vision.frames.source import FrameSource

STREAMS = 40
"""Live streams at once, at most; the server needs eight threads more."""


def create_app(config: Mapping[str, Any]) -> Flask:
    """The table page.

    `config`: "DATA", the folder for games and photos (Path). Optional: "HOSTS", the names that the page
    answers to besides loopback; "PORT", where phones can be let in, by "HTTPS" or not; "READ",
    image -> Reading in place of `vision.read`; "SOURCE", a FrameSource to watch; "CAMERA", what opens it
    anew; "CALIBRATION", under which name the dice before it were learnt, or "none"; "DEMO", whether made-up
    players play with it, "PACE" times as slowly; "RECALL", whether what was chosen in the last run is watched
    instead.
    Raises StoreError.
    """
    store = Store(Path(config["DATA"]))
    try:
        return _with_server(config, store)
    except BaseException:
        store.close()
        raise


def _with_server(config: Mapping[str, Any], store: Store) -> Flask:
    app = Flask(__name__)
    app.config.update(config)
    photo_store, seats = PhotoStore(store.folder / "photos"), Seats(store)
    deletion.forget_demos(store, photo_store)
    calibrations = Calibrations(store.folder)
    read: Read | None = config.get("READ")
    source: FrameSource | None = config.get("SOURCE")

    def set_up(stored: StoredTable, first: bool) -> HostedTable:
        """The camera that was named at the start, and the demo with it, are the first table's."""
        room = Room(store, stored.code)
        watcher = DiceWatcher(
            room,
            photo_store,
            read,
            source if first else None,
            calibrations,
            str(config.get("CALIBRATION", "")),
        )
        demo = first and bool(config.get("DEMO")) and source is not None
        spec, memory = (
            str(config.get("CAMERA", "")) if first else "",
            store.folder / f"camera-{stored.code}.txt",
        )
        sources = Sources(watcher, spec, demo=demo, memory=memory)
        if config.get("RECALL") or not first:
            sources.recall()
        hosted = HostedTable(stored, room, watcher, sources, seats)
        if demo:
            hosted.demo = Demo(
                room,
                lambda: thrower_of(watcher.source),
                watcher.throw,
                float(config.get("PACE", 1.0)),
                lambda: deletion.forget_demos(store, photo_store),
            )
        elif room.table is not None and room.table.demo:
            room.table = None  # a demo that was cut short is nobody's game
        return hosted

    app.extensions["table_server"] = server = TableServer(
        store, photo_store, seats, Streams(STREAMS), set_up, frozenset(config.get("HOSTS", ()))
    )
    if "PORT" in config:
        secure = store.folder / "https" if config.get("HTTPS") else None
        server.listeners = LanListeners(app, int(config["PORT"]), STREAMS + 8, secure)

    guard.protect(app)
    for blueprint in (
        pages.blueprint,
        actions.blueprint,
        photos.blueprint,
        live.blueprint,
        joining.blueprint,
        phone_camera.blueprint,
        device.blueprint,
        deletion.blueprint,
        history.blueprint,
        locks.blueprint,
        enrollment.blueprint,
        check_up.blueprint,
        sheet_photos.blueprint,
        statistics.blueprint,
    ):
        app.register_blueprint(blueprint)

    app.jinja_env.filters["points"] = points
    app.jinja_env.filters["decimal"] = decimal_mark

    @app.context_processor
    def words() -> dict[str, object]:
        return {"_": translate(), "language": language(), "languages": LANGUAGES, "seat": current_seat()}

    return app


def close(app: Flask) -> None:
    """End everything that `create_app` began."""
    server = app.extensions["table_server"]
    assert isinstance(server, TableServer)
    server.close()

"""The Flask application that serves the table's pages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.storage.store import Store
from companion.web.access import guard
from companion.web.access.request_context import current_seat, this_server, to_be_trusted
from companion.web.access.rights import allow
from companion.web.access.server import Server
from companion.web.layout.people.person_sign import TableSigns
from companion.web.layout.template_filters import FILTERS, KeptParts, finish
from companion.web.pages import BLUEPRINTS
from companion.web.pages.programs.webhook import Webhook
from companion.web.server.base_path import PageApp, static_version
from companion.web.server.lan_listeners import LanListeners
from companion.web.server.request_language import request_language, request_translator
from sheets.language import LANGUAGES
from sheets.registry import folders

_FOLDER = Path(__file__).parent


def create_app(config: Mapping[str, Any]) -> Flask:
    """Create the web application. Raise StoreError if the games can't be opened.

    `config` has "DATA", the folder for games and photos (Path), and optionally:

    - "HOSTS": host names that the application answers to besides loopback
    - "PROXY": the address of a reverse proxy; "URL": the table's URL there, without a trailing slash
    - "PORT": the port on which phones can be let in; "SERVED": addresses that always listen for them;
      "HTTPS": True to use HTTPS there; "ANNOUNCE": True to announce the table on the network
    - "SOURCE": a FrameSource to watch; "CAMERA": the setting that reopens it; "RECALL": True to watch the
      source of the last run instead; "READ": a function from image to Reading that replaces `vision.read`
    - "DEMO": True if a demo can be played; "PACE": factor for the pauses of demo and computer players
    - "PAD": a stored custom pad, chosen initially for a new game and played by the demo
    - "WEBHOOK": the URL that events are sent to
    """
    app = PageApp(__name__, static_folder=".", static_url_path=f"/static/{static_version(_FOLDER)}")
    app.add_url_rule("/static/<path:filename>", "static", allow("stranger")(app.view_functions["static"]))
    app.config.update(config)
    store = Store(Path(config["DATA"]))
    try:
        server = Server(store, config)
    except BaseException:
        store.close()
        raise
    app.extensions["server"] = server
    if "PORT" in config:
        server.listeners = LanListeners(
            app,
            int(config["PORT"]),
            server.connections,
            store.folder / "https" if config.get("HTTPS") else None,
            bool(config.get("ANNOUNCE")),
            config.get("SERVED", ()),
        )

    if (receiver := config.get("WEBHOOK")) is not None:
        Webhook(server.session, receiver)

    guard.protect(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    parts = PrefixLoader({"mechanisms": FileSystemLoader(folders())})
    app.jinja_loader = ChoiceLoader([FileSystemLoader(_FOLDER), parts])
    app.jinja_env.filters.update(FILTERS)
    signs = app.extensions["signs"] = TableSigns(server.pictures)
    app.jinja_env.filters["person_sign"] = lambda name: signs.of(name, server.people_here)
    app.jinja_env.filters["person_signs"] = lambda names: signs.among(names, server.people_here)
    app.jinja_env.finalize = finish
    app.jinja_env.globals["kept"] = KeptParts()
    app.context_processor(_words)
    return app


def _words() -> dict[str, object]:
    return {
        "_": request_translator(),
        "base": request.script_root,
        "language": request_language(),
        "languages": LANGUAGES,
        "seat": current_seat(),
        "to_be_trusted": to_be_trusted,
        "start_notices": this_server().store.notices.all,
    }


def close(app: Flask) -> None:
    """Close the table, the threads and the files of an application from `create_app`."""
    server = app.extensions["server"]
    assert isinstance(server, Server)
    server.close()

"""Requests to save and restore copies of the games, and to check for missing data."""

import sqlite3
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.storage.backups import BackupError
from companion.storage.copies import check_games, save_games
from companion.storage.database import StoreError
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import file_response, uploaded_file
from companion.web.pages.look_back.archive import forget_loaded_games
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from sheets.errors import reason
from sheets.language import message

blueprint = Blueprint("copies", __name__)

NO_COPY = message("No file was sent; choose a copy of the games.")
NO_BACKUP = message("There is no such backup; choose one from the list.")


@blueprint.get("/games/copies")
@allow("table")
def page(problem: str = "") -> str:
    """Show missing data, backups, and forms to save and restore copies. `problem`: why restoring failed."""
    store = this_server().store
    try:
        report = check_games(store.folder)
    except (OSError, sqlite3.Error) as cause:
        raise StoreError(
            "The games in {folder} cannot be read ({why}); let this program read and write there.",
            folder=store.folder,
            why=reason(cause),
        ) from cause
    return render_template(
        "pages/look_back/copies.html",
        report=report,
        problems=report.problems(store.folder),
        remedy=report.remedy,
        trouble=store.upkeep.trouble,
        problem=problem,
    )


@blueprint.get("/games/copies/save")
@allow("table")
def save() -> Response:
    """Send a copy of all games as a file."""
    store = this_server().store
    with TemporaryDirectory(dir=store.folder, prefix=".copy-") as folder:
        data = save_games(store.folder, Path(folder) / "games.sqlite").file.read_bytes()
    return file_response(data, "application/vnd.sqlite3", f"qwixx-games-{datetime.now():%Y-%m-%d}.sqlite")


@blueprint.post("/games/copies/restore")
def restore() -> Answer | tuple[str, int]:
    """Restore all games from the backup named `backup`, or from the uploaded file `copy`."""
    server = this_server()
    try:
        if name := request.form.get("backup", ""):
            backup = next((file for file in server.store.backups.files() if file.name == name), None)
            if backup is None:
                raise RequestRefused("no-backup", NO_BACKUP, status=404)
            server.restore(backup)
        else:
            data, name = uploaded_file("copy", "no-copy", NO_COPY)
            with TemporaryDirectory(dir=server.store.folder, prefix=".copy-") as folder:
                copy = Path(folder) / "games.sqlite"
                copy.write_bytes(data)
                server.restore(copy)
    except BackupError as problem:
        return page(sentence_on_page(BackupError(problem.text, **{**problem.values, "file": name}))), 422
    finally:
        forget_loaded_games()
    return redirect("/games", 303)


@blueprint.post("/games/copies/seen")
def seen() -> Answer:
    """Delete the notices of missing data after the user has read them."""
    this_server().store.notices.forget()
    return redirect("/games/copies", 303)

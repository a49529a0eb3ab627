"""Requests for the list of games, a game, its turns, and challenges of decisions."""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.analysis.replay import ReplayedTurn, replay_record
from companion.records.reading import read_record
from companion.records.record import Record
from companion.records.validation import MAX_RECORD_BYTES
from companion.storage.private_files import not_kept, write_file
from companion.table.events import Photo, TableError
from companion.web.access.deletion import delete_game
from companion.web.access.request_context import at_least, this_server
from companion.web.layout.forms import record_download, uploaded_file
from companion.web.pages.look_back.archive import NO_GAME, ArchivedGame, archived_game, list_games
from companion.web.pages.look_back.summary import crosses, decisive_turns, gain, plot_of, scores_of
from companion.web.pages.look_back.turns.challenge import challenge_of
from companion.web.pages.look_back.turns.played_turn import (
    decision_colour,
    decision_text,
    sheets_after,
    turn_notes,
    turn_title,
)
from companion.web.pages.table.dice.dice import rolled_dice
from companion.web.pages.table.log.log import steps_to_before
from companion.web.pages.table.photo.photo import PhotoPanel
from companion.web.pages.table.table_requests import refusal_of
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from sheets.errors import BadInput
from sheets.language import message

blueprint = Blueprint("history", __name__)


MAX_RECORDS = 200
"""If more opened records than this are stored, the oldest are deleted."""
_NAME = re.compile("[0-9a-f]{16}")


def open_record(data: bytes) -> str:
    """Store a record, and return its name.

    Raise RequestRefused if it is too large, NotARecord if it is malformed, NotKept if it can't be written.
    """
    if len(data) > MAX_RECORD_BYTES:
        text = message("That file is too large for the record of a game.")
        raise RequestRefused("too-large", text, status=413)
    read_record(data)
    name = hashlib.sha256(data).hexdigest()[:16]
    folder = _folder()
    try:
        write_file(folder / f"{name}.json", data)
        oldest_first = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in oldest_first[: max(0, len(oldest_first) - MAX_RECORDS)]:
            path.unlink(missing_ok=True)
    except OSError as problem:
        raise not_kept(message("The record"), folder, problem) from problem
    return name


def archived_record(name: str) -> ArchivedGame:
    """Return an opened record by its name. Raise RequestRefused if there is none."""
    path = _folder() / f"{name}.json"
    if not _NAME.fullmatch(name) or not path.is_file():
        raise RequestRefused("nothing-here", NO_GAME, status=404)
    record, turns = _replayed(path.read_bytes())
    return ArchivedGame(f"/records/{name}", turns, record)


@lru_cache(maxsize=16)
def _replayed(data: bytes) -> tuple[Record, tuple[ReplayedTurn, ...]]:
    record = read_record(data)
    return record, replay_record(record)


def _folder() -> Path:
    return this_server().store.folder / "records"


NO_RECORD = message("No file was sent; choose the record of a game.")
NO_TURN = message("This game has no such turn.")
NO_DECISION = message("Nothing was decided there, so there is nothing to look at.")


@blueprint.get("/games")
def games() -> str:
    """Show the games of this table, and the form to open a record."""
    return _games_page()


def _games_page(problem: str = "") -> str:
    listed, unreadable = list_games()
    return render_template("pages/look_back/games.html", games=listed, unreadable=unreadable, problem=problem)


@blueprint.post("/games/<int:number>/go-on")
def go_on(number: int) -> Answer:
    """Continue an unfinished game; the game on the table stays saved."""
    archived = archived_game(number)
    if not archived.running:
        try:
            this_server().session.continue_game(number)
        except TableError as problem:
            raise refusal_of(problem) from problem
    return redirect("/", 303)


@blueprint.post("/games/open")
def open_file() -> Answer | tuple[str, int]:
    """Store the uploaded file `record`, and show it."""
    try:
        data, _name = uploaded_file("record", "no-record", NO_RECORD)
        return redirect(f"/records/{open_record(data)}", 303)
    except BadInput as problem:
        return _games_page(sentence_on_page(problem)), 422


@blueprint.get("/history")
def current_game() -> Answer:
    """Redirect to the page of the game on the table, or to the list of games."""
    game = this_server().session.game
    return redirect("/games" if game is None else f"/games/{game}", 303)


def _archived(number: int, name: str) -> ArchivedGame:
    """Return the opened record with this name, or with "" the game with this number.

    Raise RequestRefused if there is none.
    """
    return archived_record(name) if name else archived_game(number)


@blueprint.get("/games/<int:number>")
@blueprint.get("/records/<name>")
def game(number: int = 0, name: str = "") -> str:
    """Show the turns (newest first), points and turning points of a game or a record."""
    archived = _archived(number, name)
    may_amend = _may_amend(archived)
    timeline = this_server().session.timeline if may_amend else None
    decisive = decisive_turns(archived)
    return render_template(
        "pages/look_back/history.html",
        archived=archived,
        totals=scores_of(archived),
        course=plot_of(archived, decisive),
        decisive=decisive,
        may_amend=may_amend,
        steps_back={
            turn.number: steps_to_before(timeline, turn.number) for turn in archived.turns if timeline
        },
        event=this_server().session.number,
    )


@blueprint.get("/games/<int:number>/turns/<int:turn>")
@blueprint.get("/records/<name>/turns/<int:turn>")
def one_turn(turn: int, number: int = 0, name: str = "") -> str:
    """Show the dice and decisions of a turn, and all sheets after it."""
    archived = _archived(number, name)
    played = _turn(archived, turn)
    return render_template(
        "pages/look_back/turns/turn.html", archived=archived, turn=played, sheets=sheets_after(played)
    )


@blueprint.get("/games/<int:number>/turns/<int:turn>/<action>/<int:seat>")
@blueprint.get("/records/<name>/turns/<int:turn>/<action>/<int:seat>")
def challenge(turn: int, action: str, seat: int, number: int = 0, name: str = "") -> str:
    """Show the challenge of one decision, or of a cross in `cell` in its place."""
    archived = _archived(number, name)
    played = _turn(archived, turn)
    decided = next(
        (
            decision
            for decision in played.decisions
            if decision.action == action and played.game.players.index(decision.player) == seat
        ),
        None,
    )
    if decided is None:
        raise RequestRefused("nothing-here", NO_DECISION, status=404)
    return render_template(
        "pages/look_back/turns/challenge.html",
        archived=archived,
        challenge=challenge_of(played, decided, request.args.get("cell", "")[:8]),
        address=f"{archived.base}/turns/{turn}/{action}/{seat}",
        may_amend=_may_amend(archived),
    )


@blueprint.get("/games/<int:number>/record.json")
def game_record(number: int) -> Response:
    """Send a game of this table as a record (`qwixx-record/1`)."""
    archived = archived_game(number)
    return record_download(archived.record, archived.game.players)


def _turn(archived: ArchivedGame, number: int) -> ReplayedTurn:
    """Return a turn of the game. Raise RequestRefused if there is no such turn."""
    played = next((turn for turn in archived.turns if turn.number == number), None)
    if played is None:
        raise RequestRefused("nothing-here", NO_TURN, status=404)
    return played


def _may_amend(archived: ArchivedGame) -> bool:
    return archived.running and at_least("table") and archived.table is not None and not archived.table.demo


STILL_RUNNING = message("This game is still on the table; begin another one, then delete it.")


@blueprint.post("/games/<int:number>/delete")
def delete(number: int) -> Answer:
    """Delete a game of this table for good. Raise RequestRefused if it is still on the table."""
    if archived_game(number).running:
        raise RequestRefused("running", STILL_RUNNING)
    delete_game(this_server().store, this_server().photos, number)
    return redirect("/games", 303)


@blueprint.app_template_filter()
def roll_photo(photo: Photo) -> PhotoPanel:
    """Return the panel with the photo of a past roll, which can't be corrected."""
    return PhotoPanel(photo, message("The photo of this roll"))


for function in (crosses, gain, rolled_dice, turn_title, turn_notes, decision_text, decision_colour):
    blueprint.add_app_template_filter(function)

"""Looking back: the games of a table, the turns of a game, each step, and challenges of marks."""

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.analysis.replay import ReplayedTurn
from companion.storage.store import UnreadableGame
from companion.table.events import TableError
from companion.web.access.request_context import at_least, this_server
from companion.web.layout.forms.record_download import record_download
from companion.web.layout.forms.uploads import uploaded_file
from companion.web.pages.look_back.archive import (
    ArchivedGame,
    GameListEntry,
    archived_game,
    list_games,
)
from companion.web.pages.look_back.opened_records import archived_record, open_record
from companion.web.pages.look_back.summary import present_summary
from companion.web.pages.look_back.turns.challenge import present_challenge
from companion.web.pages.look_back.turns.played_turn import present_played_turn, present_step
from companion.web.pages.table.log.log import steps_to_before
from companion.web.pages.table.table_requests import refusal_of
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from sheets.errors import BadInput
from sheets.language import message

blueprint = Blueprint("history", __name__)

NO_RECORD = message("No file was sent; choose the record of a game.")
NO_TURN = message("This game has no such turn.")
NO_DECISION = message("Nothing was decided there, so there is nothing to look at.")


@blueprint.get("/games")
def games() -> str:
    """The games of this table, and where a record is opened."""
    return _games_page()


def _games_page(problem: str = "") -> str:
    found = list_games()
    return render_template(
        "pages/look_back/games.html",
        games=[entry for entry in found if isinstance(entry, GameListEntry)],
        unreadable=[entry for entry in found if isinstance(entry, UnreadableGame)],
        problem=problem,
    )


@blueprint.post("/games/<int:number>/go-on")
def go_on(number: int) -> Answer:
    """Play on a game that was left unfinished; the one on the table stays saved."""
    archived = archived_game(number)
    if not archived.running:
        try:
            this_server().session.continue_game(number)
        except TableError as problem:
            raise refusal_of(problem) from problem
    return redirect("/", 303)


@blueprint.post("/games/open")
def open_file() -> Answer | tuple[str, int]:
    """A record from a file, in the field `record`: kept here and shown."""
    try:
        data, _name = uploaded_file("record", "no-record", NO_RECORD)
        return redirect(f"/records/{open_record(data)}", 303)
    except BadInput as problem:
        return _games_page(sentence_on_page(problem)), 422


@blueprint.get("/history")
def current_game() -> Answer:
    """The game that is on the table."""
    game = this_server().session.game
    return redirect("/games" if game is None else f"/games/{game}", 303)


@blueprint.get("/games/<int:number>")
def game(number: int) -> str:
    """A game of this table: its turns, newest first, its points, its turning points."""
    return _game_page(archived_game(number))


@blueprint.get("/games/<int:number>/turns/<int:turn>")
def game_turn(number: int, turn: int) -> str:
    """One turn of a game: the dice, what was decided, everyone's sheet after it."""
    return _turn_page(archived_game(number), turn)


@blueprint.get("/games/<int:number>/turns/<int:turn>/<action>/<int:seat>")
def game_challenge(number: int, turn: int, action: str, seat: int) -> str:
    """One decision of a game, challenged. `cell`: another cell that its player might have wanted."""
    return _challenge_page(archived_game(number), turn, action, seat)


@blueprint.get("/games/<int:number>/record.json")
def game_record(number: int) -> Response:
    """A game of this table as a record (`qwixx-record/1`)."""
    archived = archived_game(number)
    return record_download(archived.record, archived.game.players)


@blueprint.get("/records/<name>")
def record(name: str) -> str:
    """A record that was opened here."""
    return _game_page(archived_record(name))


@blueprint.get("/records/<name>/turns/<int:turn>")
def record_turn(name: str, turn: int) -> str:
    """One turn of a record."""
    return _turn_page(archived_record(name), turn)


@blueprint.get("/records/<name>/turns/<int:turn>/<action>/<int:seat>")
def record_challenge(name: str, turn: int, action: str, seat: int) -> str:
    """One decision of a record, challenged."""
    return _challenge_page(archived_record(name), turn, action, seat)


def _game_page(archived: ArchivedGame) -> str:
    may_amend = _may_amend(archived)
    timeline = this_server().session.timeline if may_amend else None
    return render_template(
        "pages/look_back/history.html",
        archived=archived,
        turns=[present_played_turn(turn, archived.base) for turn in reversed(archived.turns)],
        summary=present_summary(archived),
        may_amend=may_amend,
        steps_back={
            turn.number: steps_to_before(timeline, turn.number) for turn in archived.turns if timeline
        },
        event=this_server().session.number,
    )


def _turn_page(archived: ArchivedGame, number: int) -> str:
    step = present_step(archived.turns, _turn(archived, number), archived.base)
    return render_template("pages/look_back/turns/turn.html", archived=archived, step=step)


def _challenge_page(archived: ArchivedGame, number: int, action: str, seat: int) -> str:
    turn = _turn(archived, number)
    decided = next(
        (
            decision
            for decision in turn.decisions
            if decision.action == action and turn.game.players.index(decision.player) == seat
        ),
        None,
    )
    if decided is None:
        raise RequestRefused("nothing-here", NO_DECISION, status=404)
    address = f"{archived.base}/turns/{number}/{action}/{seat}"
    challenge = present_challenge(turn, decided, request.args.get("cell", "")[:8], address)
    return render_template(
        "pages/look_back/turns/challenge.html",
        archived=archived,
        challenge=challenge,
        may_amend=_may_amend(archived),
    )


def _turn(archived: ArchivedGame, number: int) -> ReplayedTurn:
    """A turn of the game. Raises RequestRefused."""
    found = next((turn for turn in archived.turns if turn.number == number), None)
    if found is None:
        raise RequestRefused("nothing-here", NO_TURN, status=404)
    return found


def _may_amend(archived: ArchivedGame) -> bool:
    return archived.running and at_least("table") and archived.table is not None and not archived.table.demo

"""Looking back: the turns of a game, each step of it, any mark challenged, an error amended in place."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.analysis.replay import ReplayedTurn
from companion.rules import Illegal, NotAMark, NotARoll
from companion.table.amendment import LostDecision
from companion.table.events import Amended, Redone, TableError
from companion.table.state import Table
from companion.table.timeline import Timeline, amend
from companion.web.presenters.amendment import present_amendment
from companion.web.presenters.challenge import present_challenge
from companion.web.presenters.log import steps_to_before
from companion.web.presenters.names import ACTION_NAMES
from companion.web.presenters.played_turn import present_played_turn, present_step
from companion.web.presenters.summary import present_summary
from companion.web.server.archive import (
    ArchivedGame,
    archived_game,
    archived_record,
    list_games,
    open_record,
)
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import at_least, hosted_table
from companion.web.server.request_language import request_translator
from companion.web.views.actions import (
    dispatch,
    refuse_if_outdated,
    require_table,
    require_timeline,
    step_count,
    table_response,
)
from companion.web.views.record_download import record_download
from sheets.language import message

blueprint = Blueprint("history", __name__)

NO_TURN = message("This game has no such turn.")
NO_DECISION = message("Nothing was decided there, so there is nothing to look at.")


def _turn(archived: ArchivedGame, number: int) -> ReplayedTurn:
    found = next((turn for turn in archived.turns if turn.number == number), None)
    if found is None:
        raise RequestRefused("nothing-here", request_translator()(NO_TURN), status=404)
    return found


def _game_page(archived: ArchivedGame) -> str:
    may_amend = _may_amend(archived)
    timeline = hosted_table().room.timeline if may_amend else None
    return render_template(
        "history.html",
        archived=archived,
        turns=[present_played_turn(turn, archived.base) for turn in reversed(archived.turns)],
        summary=present_summary(archived),
        may_amend=may_amend,
        steps_back={
            turn.number: steps_to_before(timeline, turn.number) for turn in archived.turns if timeline
        },
        event=hosted_table().room.number,
    )


def _turn_page(archived: ArchivedGame, number: int) -> str:
    step = present_step(archived.turns, _turn(archived, number), archived.base)
    return render_template("turn.html", archived=archived, step=step)


def _challenge_page(archived: ArchivedGame, number: int, action: str, seat: int) -> str:
    turn = _turn(archived, number)
    decided = next(
        (m for m in turn.decisions if m.action == action and turn.game.players.index(m.player) == seat), None
    )
    if decided is None:
        raise RequestRefused("nothing-here", request_translator()(NO_DECISION), status=404)
    address = f"{archived.base}/turns/{number}/{action}/{seat}"
    challenge = present_challenge(turn, decided, request.args.get("cell", "")[:8], address)
    return render_template(
        "challenge.html", archived=archived, challenge=challenge, may_amend=_may_amend(archived)
    )


def _may_amend(archived: ArchivedGame) -> bool:
    return archived.running and at_least("table") and archived.table is not None and not archived.table.demo


@blueprint.get("/games")
def games() -> str:
    """The games of this table, and where a record is opened."""
    return render_template("games.html", games=list_games())


@blueprint.post("/games/open")
def opened() -> Answer:
    """A record from a file, in the field `record`: kept here and shown."""
    _ = request_translator()
    upload = request.files.get("record")
    if upload is None or not upload.filename:
        raise RequestRefused(
            "no-record", _("No file came with that; choose the record of a game."), status=422
        )
    return redirect(f"/records/{open_record(upload.read())}", 303)


@blueprint.get("/history")
def history() -> Answer:
    """The game that is on the table."""
    game = hosted_table().room.game
    return redirect("/games" if game is None else f"/games/{game}", 303)


@blueprint.get("/games/<int:number>")
def game(number: int) -> str:
    """A game of this table: its turns, newest first, its points, what decided it."""
    return _game_page(archived_game(number))


@blueprint.get("/games/<int:number>/turns/<int:turn>")
def game_turn(number: int, turn: int) -> str:
    """One turn of a game: the dice, what was decided, everyone's sheet after it."""
    return _turn_page(archived_game(number), turn)


@blueprint.get("/games/<int:number>/turns/<int:turn>/<action>/<int:seat>")
def game_challenge(number: int, turn: int, action: str, seat: int) -> str:
    """One decision of a game, challenged. `cell`: another cell that its player might have wanted."""
    return _challenge_page(archived_game(number), turn, action, seat)


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


@blueprint.get("/games/<int:number>/record.json")
def game_record(number: int) -> Response:
    """A game of this table as a record (`qwixx-record/1`)."""
    archived = archived_game(number)
    return record_download(archived.record, archived.game.players)


@blueprint.post("/redo")
def redo() -> Answer:
    """The last step that was undone happens after all; with `steps` the last so many."""
    require_table()
    dispatch(Redone(step_count()), refuse_if_outdated)
    return table_response()


# -- amending


def _asked() -> Amended:
    """The amendment that the request asks for. Raises RequestRefused."""
    _ = request_translator()
    values = request.values
    turn, action, mark = values.get("turn", ""), values.get("action", ""), values.get("mark", "")
    if action == "roll" and not mark:
        whites = " ".join(f"w{values.get(key, '')}" for key in ("w1", "w2"))
        coloured = " ".join(f"{c[0]}{values[c]}" for c in ("red", "yellow", "green", "blue") if values.get(c))
        mark = f"{whites} {coloured}".strip() if not values.get("number") else values["number"]
    known = action == "roll" or action in ACTION_NAMES
    if not (turn.isascii() and turn.isdigit() and len(turn) < 5) or not known or len(mark) > 120:
        raise RequestRefused(
            "amend", _("Say which turn is amended, and what really happened in it."), status=422
        )
    return Amended(int(turn), action, mark, values.get("player", ""))  # type: ignore[arg-type]


def _amended(timeline: Timeline, event: Amended) -> tuple[Table, tuple[LostDecision, ...]]:
    _ = request_translator()
    try:
        after, lost = amend(timeline, event)
        return after.present, lost
    except Illegal as illegal:
        raise RequestRefused(
            illegal.refusal.rule, illegal.refusal.in_language(_), rule=illegal.refusal.rule
        ) from illegal
    except TableError as problem:
        raise RequestRefused(problem.code, problem.in_language(_)) from problem
    except (NotAMark, NotARoll):
        raise RequestRefused(
            "amend", _("Say which turn is amended, and what really happened in it."), status=422
        ) from None


@blueprint.get("/amend")
def preview() -> str:
    """What an amendment would change, before it is made: what becomes illegal, and everyone's points."""
    timeline, event = require_timeline(), _asked()
    after, lost = _amended(timeline, event)
    return render_template(
        "amend.html",
        preview=present_amendment(event, timeline.present, after, lost),
        number=hosted_table().room.number,
    )


@blueprint.post("/amend")
def amended() -> Answer:
    """Amend an earlier turn in place; later turns are judged again."""
    timeline, event = require_timeline(), _asked()
    _amended(timeline, event)
    dispatch(event, refuse_if_outdated)
    return redirect(f"/games/{hosted_table().room.game}", 303)

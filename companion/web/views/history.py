"""Looking back: the turns of a game, each step of it, any mark challenged, an error amended in place."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.analysis.replay import ReplayedTurn
from companion.records.record import write_record
from companion.rules import Illegal, Mark, NotAMark, NotARoll, Roll
from companion.table.amendment import LostDecision
from companion.table.events import Amended, Redone, TableError
from companion.table.notation import parse_decision
from companion.table.state import Table
from companion.table.timeline import Timeline, amend
from companion.web.presenters.challenge import challenge_view
from companion.web.presenters.game_names import GAME_NAMES, game_name
from companion.web.presenters.log import steps_to_before
from companion.web.presenters.paper import paper_view
from companion.web.presenters.summary import afterwards
from companion.web.presenters.turn import ACTIONS, dice_shown, mark_words, turn_view
from companion.web.server.archive import Past, listed, open_record, past_game, past_record
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
from sheets.language import message

blueprint = Blueprint("history", __name__)

NO_TURN = message("This game has no such turn.")
NO_DECISION = message("Nothing was decided there, so there is nothing to look at.")


def _turn(past: Past, number: int) -> ReplayedTurn:
    found = next((turn for turn in past.turns if turn.number == number), None)
    if found is None:
        raise RequestRefused("nothing-here", request_translator()(NO_TURN), status=404)
    return found


def _looked_back(past: Past) -> str:
    _ = request_translator()
    timeline = hosted_table().room.timeline if _may_amend(past) else None
    return render_template(
        "history.html",
        past=past,
        turns=[turn_view(turn, past.base, _) for turn in reversed(past.turns)],
        after=afterwards(past, _),
        may_amend=_may_amend(past),
        back={turn.number: steps_to_before(timeline, turn.number) for turn in past.turns} if timeline else {},
        number=hosted_table().room.number,
    )


def _step(past: Past, number: int) -> str:
    _ = request_translator()
    turn = _turn(past, number)
    index = past.turns.index(turn)
    return render_template(
        "turn.html",
        past=past,
        turn=turn_view(turn, past.base, _),
        sheets=[
            paper_view(
                turn.game,
                player,
                turn.after.sheet(player),
                _,
                closed=turn.after.closed,
                added=_new_cells(turn, player),
            )
            for player in turn.game.players
        ],
        before=past.turns[index - 1].number if index else None,
        following=past.turns[index + 1].number if index + 1 < len(past.turns) else None,
        last=past.turns[-1].number,
    )


def _new_cells(turn: ReplayedTurn, player: str) -> tuple[str, ...]:
    """The cells of a player's sheet that were crossed in this turn."""
    if player not in turn.before.players:
        return ()
    old, new = turn.before.sheet(player), turn.after.sheet(player)
    return tuple(
        spot.name
        for row, before, after in zip(turn.game.board.rows, old.rows, new.rows, strict=True)
        for spot in row
        if after & spot.bit and not before & spot.bit
    )


def _challenge(past: Past, number: int, action: str, seat: int) -> str:
    _ = request_translator()
    turn = _turn(past, number)
    made = next(
        (m for m in turn.decisions if m.action == action and turn.game.players.index(m.player) == seat), None
    )
    if made is None:
        raise RequestRefused("nothing-here", _(NO_DECISION), status=404)
    here = f"{past.base}/turns/{number}/{action}/{seat}"
    view = challenge_view(turn, made, request.args.get("cell", "")[:8], here, _)
    return render_template(
        "challenge.html", past=past, turn=turn, view=view, here=here, may_amend=_may_amend(past)
    )


def _may_amend(past: Past) -> bool:
    return past.running and at_least("table") and past.table is not None and not past.table.demo


@blueprint.get("/games")
def games() -> str:
    """The games of this table, and where a record is opened."""
    names = {name: game_name(name, request_translator()) for name in GAME_NAMES}
    return render_template("games.html", games=listed(), names=names)


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
    return _looked_back(past_game(number))


@blueprint.get("/games/<int:number>/turns/<int:turn>")
def game_turn(number: int, turn: int) -> str:
    """One turn of a game: the dice, what was decided, everyone's sheet after it."""
    return _step(past_game(number), turn)


@blueprint.get("/games/<int:number>/turns/<int:turn>/<action>/<int:seat>")
def game_challenge(number: int, turn: int, action: str, seat: int) -> str:
    """One decision of a game, challenged. `cell`: another cell that its player might have wanted."""
    return _challenge(past_game(number), turn, action, seat)


@blueprint.get("/records/<name>")
def record(name: str) -> str:
    """A record that was opened here."""
    return _looked_back(past_record(name))


@blueprint.get("/records/<name>/turns/<int:turn>")
def record_turn(name: str, turn: int) -> str:
    """One turn of a record."""
    return _step(past_record(name), turn)


@blueprint.get("/records/<name>/turns/<int:turn>/<action>/<int:seat>")
def record_challenge(name: str, turn: int, action: str, seat: int) -> str:
    """One decision of a record, challenged."""
    return _challenge(past_record(name), turn, action, seat)


@blueprint.get("/games/<int:number>/record.json")
def game_record(number: int) -> Response:
    """A game of this table as a record (`qwixx-record/1`)."""
    past = past_game(number)
    text = json.dumps(write_record(past.record), ensure_ascii=False, indent=1) + "\n"
    names = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(past.game.players)).strip("-").lower() or "game"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="qwixx-{names[:60]}.json"'},
    )


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
    known = action == "roll" or action in ACTIONS
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
    _ = request_translator()
    timeline, event = require_timeline(), _asked()
    table = timeline.present
    after, lost = _amended(timeline, event)
    old, new = table.game.scores(table.position), after.game.scores(after.position)
    turn = _turn(past_game(hosted_table().room.game or 0), event.turn)
    words = (
        str(event.mark)
        if event.action == "roll" or ":" in event.mark
        else mark_words(table.game, Mark.parse(event.mark), _)
    )
    rows: list[dict[str, Any]] = [
        {
            "player": player,
            "before": old[player].total if player in old else 0,
            "after": new[player].total,
            "misses": (
                table.position.sheet(player).misses if player in old else 0,
                after.position.sheet(player).misses,
            ),
        }
        for player in after.game.players
    ]
    said = [
        {
            "turn": each.turn,
            "player": each.decided.player,
            "text": mark_words(table.game, parse_decision(each.decided.mark), _),
            "why": each.refusal.in_language(_) if each.refusal else _("That action is not played any more."),
            "rule": each.refusal.rule if each.refusal else "",
        }
        for each in lost
    ]
    dice: object = ()
    if event.action == "roll" and not table.game.variant.cards:
        from dataclasses import replace

        dice = dice_shown(replace(turn, roll=Roll.parse(event.mark)), _)
    return render_template(
        "amend.html",
        event=event,
        turn=turn,
        words=words,
        dice=dice,
        lost=said,
        rows=rows,
        number=hosted_table().room.number,
        ends=(table.position.end is not None, after.position.end is not None),
    )


@blueprint.post("/amend")
def amended() -> Answer:
    """Amend an earlier turn in place; later turns are judged again."""
    timeline, event = require_timeline(), _asked()
    _amended(timeline, event)
    dispatch(event, refuse_if_outdated)
    return redirect(f"/games/{hosted_table().room.game}", 303)

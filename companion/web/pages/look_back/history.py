"""Requests for the list of games, a game, its turns, and challenges of decisions."""

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.analysis.replay import ReplayedDecision, ReplayedTurn
from companion.rules import Play
from companion.table.events import Photo, TableError
from companion.table.paper import difference
from companion.table.turn_outcome import forced_crosses, outcome
from companion.web.access.request_context import at_least, this_server
from companion.web.layout.forms import record_download, uploaded_file
from companion.web.layout.game.names import decision_name, mark_colour
from companion.web.pages.look_back.archive import (
    ArchivedGame,
    archived_game,
    archived_record,
    keep_record,
    list_games,
)
from companion.web.pages.look_back.summary import crosses, decisive_turns, gain, plot_of, scores_of
from companion.web.pages.look_back.turns.challenge import challenge_of
from companion.web.pages.table.dice.dice import rolled_dice
from companion.web.pages.table.log.log import steps_to_before
from companion.web.pages.table.photo.photo import PhotoPanel
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from companion.web.pages.table.table_requests import refusal_of
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from sheets.errors import BadInput
from sheets.language import Phrase, message, phrase

blueprint = Blueprint("history", __name__)

NO_RECORD = message("No file was sent; choose the record of a game.")
NO_DECISION = message("Nothing was decided there, so there is nothing to look at.")
STILL_RUNNING = message("This game is still on the table; to delete it, begin another one first.")


@blueprint.get("/games")
def games(problem: str = "") -> str:
    """Show the games of this table, and the form to open a record. `problem`: why opening it failed."""
    listed, unreadable = list_games()
    return render_template("pages/look_back/games.html", games=listed, unreadable=unreadable, problem=problem)


@blueprint.post("/games/<int:number>/go-on")
def go_on(number: int) -> Answer:
    """Continue an unfinished game. The game that was on the table stays saved."""
    if not archived_game(number).running:
        try:
            this_server().session.continue_game(number)
        except TableError as problem:
            raise refusal_of(problem) from problem
    return redirect("/", 303)


@blueprint.post("/games/open")
def open_file() -> Answer | tuple[str, int]:
    """Store the uploaded file `record` and redirect to its page, or say why it can't be opened."""
    try:
        data, _name = uploaded_file("record", "no-record", NO_RECORD)
        return redirect(f"/records/{keep_record(data)}", 303)
    except BadInput as problem:
        return games(sentence_on_page(problem)), 422


@blueprint.get("/history")
def current_game() -> Answer:
    """Redirect to the page of the game on the table, or to the list of games."""
    game = this_server().session.game
    return redirect("/games" if game is None else f"/games/{game}", 303)


def _archived(number: int, name: str) -> ArchivedGame:
    return archived_record(name) if name else archived_game(number)


@blueprint.get("/games/<int:number>")
@blueprint.get("/records/<name>")
def game(number: int = 0, name: str = "") -> str:
    """Show the turns (newest first), points and turning points of a game or a record."""
    archived = _archived(number, name)
    may_amend, decisive = _may_amend(archived), decisive_turns(archived)
    timeline = this_server().session.timeline if may_amend else None
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
    """Show the rules' verdict on a player's decision, or on a cross in a different `cell`."""
    archived = _archived(number, name)
    played = _turn(archived, turn)
    decided = (each for each in played.decisions if each.action == action)
    found = next((each for each in decided if played.game.players.index(each.player) == seat), None)
    if found is None:
        raise RequestRefused("nothing-here", NO_DECISION, status=404)
    return render_template(
        "pages/look_back/turns/challenge.html",
        archived=archived,
        challenge=challenge_of(played, found, request.args.get("cell", "")[:8]),
        address=f"{archived.base}/turns/{turn}/{action}/{seat}",
        may_amend=_may_amend(archived),
    )


@blueprint.get("/games/<int:number>/record.json")
def game_record(number: int) -> Response:
    """Send a game of this table as a record (`qwixx-record/1`)."""
    archived = archived_game(number)
    return record_download(archived.record, archived.game.players)


def _turn(archived: ArchivedGame, number: int) -> ReplayedTurn:
    played = next((turn for turn in archived.turns if turn.number == number), None)
    if played is None:
        raise RequestRefused("nothing-here", message("This game has no such turn."), status=404)
    return played


def _may_amend(archived: ArchivedGame) -> bool:
    return archived.running and at_least("table") and archived.table is not None and not archived.table.demo


@blueprint.post("/games/<int:number>/delete")
def delete(number: int) -> Answer:
    """Delete a game permanently. Raise RequestRefused if it is still on the table."""
    if archived_game(number).running:
        raise RequestRefused("running", STILL_RUNNING)
    this_server().delete_game(number)
    return redirect("/games", 303)


@blueprint.app_template_filter()
def roll_photo(photo: Photo) -> PhotoPanel:
    """Return the read-only panel with the photo of a past roll."""
    return PhotoPanel(photo, message("The photo of this roll"))


def turn_title(turn: ReplayedTurn) -> Phrase:
    """Return a heading with the turn's number and active player."""
    if isinstance(turn.roll, int):
        return phrase("Turn {turn} · {player} plays cards", turn=turn.number, player=turn.active)
    return phrase("Turn {turn} · {player} throws", turn=turn.number, player=turn.active)


def decision_text(decided: ReplayedDecision, turn: ReplayedTurn) -> Phrase:
    """Return a decision in words: a mark, a pass, cards, or "takes a penalty" for a pass that cost one."""
    is_last = decided is turn.decisions[-1] and decided.action in ("colour", "play")
    if is_last and not decided.crossed and decided.player in turn.missed:
        return phrase("takes a penalty")
    return decision_name(turn.game, decided.player, decided.decision)


def decision_colour(decided: ReplayedDecision, turn: ReplayedTurn) -> str:
    """Return the colour of the cell that a decision crosses, or "" for a pass, cards or several colours."""
    if isinstance(decided.decision, Play) or not decided.decision.cell:
        return ""
    return mark_colour(turn.game.pad_of(decided.player), decided.decision)


def turn_notes(turn: ReplayedTurn) -> tuple[Phrase, ...]:
    """Return a turn's results: penalties, forced crosses, locks, sheets read from paper, the game's end."""
    return (
        *(phrase("{player} takes a penalty.", player=name) for name in turn.missed),
        *forced_crosses(turn.before, turn.after),
        *outcome(turn.game, turn.before, turn.after, turn.game.players),
        *(phrase("{player}'s sheet was taken over from paper.", player=p) for p in turn.sheets_taken_over),
        *((phrase("The game ended."),) if turn.after.end is not None and turn.after.phase == "over" else ()),
    )


def sheets_after(turn: ReplayedTurn) -> tuple[SheetSnapshot, ...]:
    """Return all sheets after a turn, with its new crosses highlighted."""
    return tuple(
        present_snapshot(
            turn.game,
            player,
            turn.after.sheet(player),
            closed=turn.after.closed,
            highlights=Highlights(
                added=difference(turn.game, turn.before.sheet(player), turn.after.sheet(player)).added
                if player in turn.before.players
                else ()  # the player joined later
            ),
        )
        for player in turn.game.players
    )


for function in (crosses, gain, rolled_dice, turn_title, turn_notes, decision_text, decision_colour):
    blueprint.add_app_template_filter(function)

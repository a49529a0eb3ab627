"""The page about the table's devices and players, and answers to devices that ask for a taken seat.

A device's *seat* says for which player it plays, if any.
"""

import contextlib
from collections.abc import Collection

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import NotAGame
from companion.rules.variants import sheets_of
from companion.table.events import PlayerAdded, PlayerLeft, PlayerRenamed, SeatsChanged, no_such_player
from companion.table.now import MISS, Now, current_situation
from companion.table.seating import free_sheet
from companion.table.state import Table
from companion.web.access.request_context import at_least, current_seat, this_server, to_be_trusted
from companion.web.access.rights import allow
from companion.web.layout.people.access_notes import present_access_notes
from companion.web.layout.people.invitation import invitation
from companion.web.layout.people.player_name import checked_name
from companion.web.pages.devices.device import table_signs
from companion.web.pages.new_game.new_game_form import lucky_pair
from companion.web.pages.table.table_requests import dispatch, refusal_of, require_table, table_response
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from sheets.errors import BadInput
from sheets.language import Phrase, Term, message, phrase

blueprint = Blueprint("seats", __name__)

OVER = message("Nobody is asking for this seat any more; there is nothing left to answer.")
NOT_YOURS = message("Only the device that plays for {player}, or the table's own screen, can answer this.")


def ends_record(table: Table) -> bool:
    """Return True if the game has a record that would end if players changed now."""
    return bool(table.turns) and table.final_record is None


def pass_labels(now: Now, computers: Collection[str]) -> dict[str, Phrase]:
    """Return, by name, the text of the button to pass for each human player who still has to decide."""
    return {
        player: Phrase("{player}: {choice}", {"player": player, "choice": Term(MISS.button)})
        if now.part(player).passing is MISS
        else phrase("Pass for {player}", player=player)
        for player in now.asked
        if player not in computers
    }


@blueprint.get("/seats")
@allow("table")
def page() -> str:
    """Show the QR code, the joined devices and the players."""
    return _page()


def _page(problem: str = "") -> str:
    server = this_server()
    table = server.session.table
    if table is not None and table.demo:
        table = None
    now = current_situation(table) if table is not None else None
    return render_template(
        "pages/join/seats.html",
        players_with_device=server.players_with_device,
        invitation=invitation(server, must_trust=bool(to_be_trusted())),
        watching=sum(seat.role == "guest" for seat in server.seats.all()),
        table=table,
        between_turns=now is not None and now.action == "roll",
        passes=pass_labels(now, table.computers) if table is not None and now is not None else {},
        newcomers=[newcomer.player for newcomer in server.session.newcomers],
        ends_record=table is not None and ends_record(table),
        phone_cameras=server.sources.phone_cameras,
        watched=server.watcher.source,
        sheets=() if table is None else sheets_of(table.game.variant, table.game.pad),
        free_sheet="" if table is None else free_sheet(table.game),
        problem=problem,
        access=present_access_notes(server, current_seat()),
        sent=request.form,
    )


@blueprint.post("/seats/open")
def let_phones_in() -> Answer:
    """Listen on this computer's network addresses, so that phones can join."""
    if this_server().listeners is None:
        text = message("Phones cannot join here; start the table with qwixx table.")
        raise RequestRefused("no-doors", text)
    try:
        this_server().let_phones_in()
    except BadInput as problem:
        raise RequestRefused("no-network", "{reason}", reason=problem) from problem
    return redirect("/new" if request.form.get("back") == "/new" else "/seats", 303)


@blueprint.post("/seats/shut")
def keep_phones_out() -> Answer:
    """Listen only on the loopback address again, so that phones can't reach the table."""
    this_server().keep_phones_out()
    return redirect("/seats", 303)


@blueprint.post("/seats/renew")
def renew_key() -> Answer:
    """Make a new QR code; the old QR code becomes invalid."""
    this_server().renew_key()
    this_server().session.wake()  # ends the streams that were opened by the old code
    return redirect("/seats", 303)


@blueprint.post("/seats/free")
def free() -> Answer:
    """Free the seat of `player` (a form field); the player's phone only watches from now on."""
    _free(request.form.get("player", ""))
    return redirect("/seats", 303)


@blueprint.post("/seats/add")
def add_player() -> Answer | tuple[str, int]:
    """Add a player to the running game.

    Form fields: `name`; in Longo, the player's two `lucky` numbers; and if there are several kinds of sheets,
    `sheet`, the kind that the player gets.
    """
    table, lucky = this_server().session.table, None
    try:
        name = checked_name(request.form.get("name", ""))
        if table is not None and table.game.variant.lucky:
            lucky = lucky_pair(request.form.getlist("lucky"))
        dispatch(PlayerAdded(name, lucky, request.form.get("sheet", "")))
    except RequestRefused as refused:
        return _page(sentence_on_page(refused)), refused.status
    except NotAGame as problem:
        return _page(sentence_on_page(RequestRefused("sheet", "{reason}", status=422, reason=problem))), 422
    return redirect("/seats", 303)


@blueprint.post("/seats/rename")
def rename() -> Answer | tuple[str, int]:
    """Rename `player` to `name` (form fields) in the whole game, including its past events."""
    player = request.form.get("player", "")
    try:
        name = checked_name(request.form.get("name", ""))
        server = this_server()
        people = server.people_here
        dispatch(PlayerRenamed(player, name))
    except RequestRefused as refused:
        return _page(sentence_on_page(refused)), refused.status
    with contextlib.suppress(BadInput):  # if the disk is full, the name changes without its picture
        table_signs().rename(player, name, people)
    server.seats.rename(player, name)
    server.session.invalidate()
    return redirect("/seats", 303)


@blueprint.post("/seats/order")
def change_seats() -> Answer:
    """Swap `player` (a form field) with the previous player in the order of turns."""
    table = require_table()
    players, player = list(table.game.players), request.form.get("player", "")
    if player not in players:
        raise refusal_of(no_such_player(player))
    here = players.index(player)
    players[here - 1], players[here] = players[here], players[here - 1]
    dispatch(SeatsChanged(tuple(players)))
    return redirect("/seats", 303)


@blueprint.post("/seats/gone")
def remove_player() -> Answer:
    """Remove `player` (a form field) from the game, and free the player's seat."""
    player = request.form.get("player", "")
    dispatch(PlayerLeft(player))
    _free(player)
    return redirect("/seats", 303)


def _free(player: str) -> None:
    server = this_server()
    server.seats.free(player)
    server.session.invalidate()


@blueprint.post("/seats/answer")
@allow("player")
def answer() -> Answer:
    """Grant the seat request with the id `request` if `answer` is "yes"; otherwise refuse the request."""
    server, seat = this_server(), current_seat()
    asked = server.seat_requests.find(request.form.get("request", ""))
    if asked is None:
        raise RequestRefused("over", OVER)
    if not at_least("table") and asked.holder != seat.token:
        raise RequestRefused("not-yours", NOT_YOURS, status=403, player=asked.claim.player)
    if request.form.get("answer") == "yes":
        server.seat_requests.grant(asked)
    else:
        server.seat_requests.refuse(asked)
    server.session.invalidate()
    return table_response()


@blueprint.post("/seats/stop-asking")
@allow("guest")
def stop() -> Answer:
    """Withdraw this device's request for a seat."""
    this_server().seat_requests.withdraw(current_seat().token)
    this_server().session.invalidate()
    return table_response()

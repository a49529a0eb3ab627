"""Deleting a game for good."""

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as Answer

from companion.web.access.deletion import delete_game
from companion.web.access.request_context import this_server
from companion.web.pages.look_back.archive import archived_game
from companion.web.server.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("deletion", __name__)

STILL_RUNNING = message("This game is still on the table; begin another one, then delete it.")


@blueprint.post("/games/<int:number>/delete")
def delete(number: int) -> Answer:
    """Delete a game of this table for good. Only the table's screen may."""
    if archived_game(number).running:
        raise RequestRefused("running", STILL_RUNNING)
    delete_game(this_server().store, this_server().photos, number)
    return redirect("/games", 303)

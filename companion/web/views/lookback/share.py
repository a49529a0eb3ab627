"""Sharing a game: its result as a picture and as text, and its address in the local network."""

from flask import Blueprint, render_template

from companion.web.http.request_language import request_translator
from companion.web.presenters.lookback.share import present_shared_result
from companion.web.presenters.setup.invitation import draw_qr_code
from companion.web.tables.archive import archived_game
from companion.web.tables.request_context import table_addresses

blueprint = Blueprint("share", __name__)


@blueprint.get("/games/<int:number>/share")
def page(number: int) -> str:
    """What can be shared of a game: the result if it is over, and the game's address for this network."""
    archived = archived_game(number)
    links = [f"{address}{archived.base}" for address in table_addresses() or ()]
    return render_template(
        "lookback/share.html",
        archived=archived,
        number=number,
        shared=present_shared_result(archived, request_translator()),
        links=links,
        qr_code=draw_qr_code(links[0]) if links else "",
    )

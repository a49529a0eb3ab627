"""Sharing a game: its result as a picture and as text, and its address in the local network."""

from flask import Blueprint, render_template

from companion.web.access.request_context import table_addresses
from companion.web.layout.people.invitation_values import draw_qr_code
from companion.web.pages.look_back.archive import archived_game
from companion.web.pages.look_back.share.share_values import present_shared_result
from companion.web.server.request_language import request_translator

blueprint = Blueprint("share", __name__)


@blueprint.get("/games/<int:number>/share")
def page(number: int) -> str:
    """What can be shared of a game: the result if it is over, and the game's address for this network."""
    archived = archived_game(number)
    links = [f"{address}{archived.base}" for address in table_addresses() or ()]
    return render_template(
        "pages/look_back/share/share.html",
        archived=archived,
        number=number,
        shared=present_shared_result(archived, request_translator()),
        links=links,
        qr_code=draw_qr_code(links[0]) if links else "",
    )

"""The small picture and the colour of a person: chosen on the table's screen, or on that person's phone."""

from flask import Blueprint, current_app, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import MAX_NAME_LENGTH
from companion.web.access.request_context import at_least, this_server
from companion.web.access.rights import allow
from companion.web.layout.people.person_sign import HUES, PICTURES, TableSigns
from companion.web.layout.people.player_name import is_name
from companion.web.pages.table.table_requests import go_to, require_own_player
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from sheets.person_name import clean_name

blueprint = Blueprint("person_picture", __name__)

NO_SUCH_PICTURE = message("There is no such picture or colour; choose from those on the page.")
COLOUR_TAKEN = message("{player} has that colour; choose another.")
NO_NAME = message("Whose picture is it? A name has 1 to {most} letters.")


def table_signs() -> TableSigns:
    """Return the pictures and colours of the people at this table."""
    signs = current_app.extensions["signs"]
    assert isinstance(signs, TableSigns)
    return signs


@blueprint.post("/people/picture")
@allow("player")
def choose() -> Answer:
    """From now on the person called `name` has the `picture` and the `hue` of those numbers."""
    name = clean_name(request.form.get("name", ""))
    if not name or not is_name(name):
        raise RequestRefused("name", NO_NAME, status=422, most=MAX_NAME_LENGTH)
    require_own_player(name)
    picture, hue = (request.form.get(field, type=int, default=-1) for field in ("picture", "hue"))
    if picture not in range(len(PICTURES)) or hue not in range(HUES):
        raise RequestRefused("picture", NO_SUCH_PICTURE, status=422)
    server = this_server()
    others = [each for each in server.people_here if each != name]
    if not at_least("table") and (holder := table_signs().holder(hue, others)) is not None:
        raise RequestRefused("colour", COLOUR_TAKEN, status=422, player=holder)
    server.pictures.choose(name, (picture, hue))
    server.session.invalidate()
    return go_to("/device")

"""Requests for people's small pictures and colours, chosen on the table's screen or the person's phone."""

from dataclasses import asdict

from flask import Blueprint, current_app, jsonify, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import MAX_NAME_LENGTH, MAX_SEATS
from companion.web.access.request_context import at_least, this_server
from companion.web.access.rights import allow
from companion.web.layout.people.person_sign import HUES, PICTURES, TableSigns
from companion.web.layout.people.player_name import is_name
from companion.web.pages.table.table_requests import require_own_player, table_response
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from sheets.person_name import clean_name

blueprint = Blueprint("person_picture", __name__)

NO_SUCH_PICTURE = message("There is no such picture or colour; choose from those on the page.")
SIGN_TAKEN = message("Somebody here has that picture or colour; choose another.")
NO_NAME = message("Whose picture is it? A name has 1 to {most} letters.")


def table_signs() -> TableSigns:
    """Return the pictures and colours of the people at this table."""
    signs = current_app.extensions["signs"]
    assert isinstance(signs, TableSigns)
    return signs


@blueprint.get("/people/signs")
@allow("table")
def signs() -> Answer:
    """Send the pictures and colours that the people called `name` would have if all played here, as JSON."""
    names = [clean_name(name)[:MAX_NAME_LENGTH] for name in request.args.getlist("name")[:MAX_SEATS]]
    people_signs = table_signs().among(names, this_server().people_here)
    return jsonify([asdict(people_signs[name]) for name in names])


@blueprint.post("/people/picture")
@allow("player")
def choose() -> Answer:
    """Give the person `name` the picture with the number `picture`, the colour `hue`, or both."""
    name = clean_name(request.form.get("name", ""))
    if not name or not is_name(name):
        raise RequestRefused("name", NO_NAME, status=422, most=MAX_NAME_LENGTH)
    require_own_player(name)
    server = this_server()
    may = table_signs().choice(name, server.people_here)
    has = table_signs().of(name, server.people_here)
    picture = _number("picture", PICTURES.index(has.path), len(PICTURES))
    hue = _number("hue", has.hue, HUES)
    if not at_least("table") and (PICTURES[picture] in may.taken_pictures or hue in may.taken_hues):
        raise RequestRefused("taken", SIGN_TAKEN, status=422)
    server.pictures.choose(name, (picture, hue))
    server.session.invalidate()
    return table_response()


def _number(field: str, default: int, count: int) -> int:
    """Return the number in a field of the form, or `default` if the field is missing.

    Raise RequestRefused unless the number is from 0 to `count` - 1.
    """
    if field not in request.form:
        return default
    number = request.form.get(field, type=int, default=-1)
    if number not in range(count):
        raise RequestRefused("picture", NO_SUCH_PICTURE, status=422)
    return number

"""The findings of `qwixx doctor` as a page, only at the table's own computer."""

from flask import Blueprint, render_template, request

from companion.doctor import Examination, examine
from companion.web.access.request_context import at_least, this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import whole_number
from companion.web.pages.devices.check_up_values import present_check_up
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("check_up", __name__)


@blueprint.get("/doctor")
@allow("table")
def page() -> str:
    """Program, networks, camera, network, printer and games, and what to do about each."""
    if not (from_this_computer() and at_least("table")):
        text = message("Only the table's own computer can be checked, and only from there.")
        raise RequestRefused("places", text, status=403)
    source = this_server().watcher.source
    found = examine(Examination(this_server().store.folder, _port(), "none"))
    return render_template(
        "pages/devices/doctor.html", page=present_check_up(found, source.status() if source else None)
    )


def _port() -> int:
    """The port of this page."""
    return whole_number(request.host.rpartition(":")[2], max_digits=5) or 80

"""The findings of `qwixx doctor` as a page, only for the table's own computer."""

from collections.abc import Iterable

from flask import Blueprint, render_template, request

from companion.doctor import GROUPS, Finding, State, examine
from companion.web.access.request_context import at_least, this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import whole_number
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from vision.frames.source import Status

blueprint = Blueprint("check_up", __name__)


def grouped(
    examined: Iterable[tuple[str, Iterable[Finding]]], camera: Status | None
) -> list[tuple[str, list[Finding]]]:
    """Return the English name and the findings of each group of checks.

    Leave out the check of the port, which this table itself uses. `camera`: the status of the camera in use,
    to show instead of findings about cameras; None without a camera.
    """
    groups = []
    for group, findings in examined:
        shown = findings
        if camera is not None and group == "camera":  # it can't be opened again
            state: State = "well" if camera.state == "live" else "fault" if camera.state == "lost" else "note"
            shown = (Finding("watched", state, camera.sentence.text, camera.sentence.values),)
        # the port is in use by this table itself
        groups.append((GROUPS[group], [each for each in shown if each.check != "port"]))
    return groups


@blueprint.get("/doctor")
@allow("table")
def page() -> str:
    """Show the findings with remedies. Raise RequestRefused for requests from other computers."""
    if not (from_this_computer() and at_least("table")):
        text = message("Only the table's own computer can be checked, and only from there.")
        raise RequestRefused("places", text, status=403)
    source = this_server().watcher.source
    port = whole_number(request.host.rpartition(":")[2], max_digits=5) or 80
    examined = examine(this_server().store.folder, port, "none")
    groups = grouped(examined, source.status() if source else None)
    return render_template(
        "pages/devices/doctor.html",
        groups=groups,
        faulty=any(each.state == "fault" for _, findings in groups for each in findings),
        watched=source is not None,
    )

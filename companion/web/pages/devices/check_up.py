"""The findings of `qwixx doctor` as a page, only on the table's own computer."""

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
    """Return each group's English name, for the catalogue, with its findings.

    `camera`: the status of the camera in use, which can't be opened again; None without one.
    """
    groups = []
    for group, findings in examined:
        shown = (_camera_in_use(camera),) if camera is not None and group == "camera" else findings
        # the port is in use by this table itself
        groups.append((GROUPS[group], [each for each in shown if each.check != "port"]))
    return groups


def _camera_in_use(status: Status) -> Finding:
    state: State = "well" if status.state == "live" else "fault" if status.state == "lost" else "note"
    return Finding("watched", state, status.sentence.text, status.sentence.values)


@blueprint.get("/doctor")
@allow("table")
def page() -> str:
    """Show the findings about the program, camera, network, printer and games, with remedies.

    Raise RequestRefused on other devices than the table's own computer.
    """
    if not (from_this_computer() and at_least("table")):
        text = message("Only the table's own computer can be checked, and only from there.")
        raise RequestRefused("places", text, status=403)
    source = this_server().watcher.source
    examined = examine(this_server().store.folder, _port(), "none")
    groups = grouped(examined, source.status() if source else None)
    return render_template(
        "pages/devices/doctor.html",
        groups=groups,
        faulty=any(each.state == "fault" for _, findings in groups for each in findings),
        watched=source is not None,
    )


def _port() -> int:
    return whole_number(request.host.rpartition(":")[2], max_digits=5) or 80

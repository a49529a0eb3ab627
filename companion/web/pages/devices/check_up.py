"""The findings of `qwixx doctor` as a page, only at the table's own computer."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from companion.doctor import GROUPS, Examination, Finding, State, examine
from companion.web.access.request_context import at_least, this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import whole_number
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from vision.frames.source import Status

blueprint = Blueprint("check_up", __name__)


@dataclass(frozen=True, slots=True)
class CheckGroup:
    """One group of checks. `name`: of the catalogue."""

    name: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class CheckUp:
    """All groups. `needs_attention`: some check found a fault. `is_watched`: a camera watches the dice."""

    groups: tuple[CheckGroup, ...]
    needs_attention: bool
    is_watched: bool


def present_check_up(found: Iterable[tuple[str, Iterable[Finding]]], camera: Status | None) -> CheckUp:
    """Return the findings of each group.

    `camera`: status of the watched camera, which is not opened a second time; None without one.
    """
    groups = []
    for group, findings in found:
        shown = (_camera_in_use(camera),) if camera is not None and group == "camera" else findings
        # this table itself uses the port
        groups.append(CheckGroup(GROUPS[group], tuple(each for each in shown if each.check != "port")))
    faulty = any(each.state == "fault" for group in groups for each in group.findings)
    return CheckUp(tuple(groups), faulty, camera is not None)


def _camera_in_use(status: Status) -> Finding:
    state: State = "well" if status.state == "live" else "fault" if status.state == "lost" else "note"
    return Finding("watched", state, status.sentence.text, status.sentence.values)


@blueprint.get("/doctor")
@allow("table")
def page() -> str:
    """Show program, networks, camera, network, printer and games, and what to do about each."""
    if not (from_this_computer() and at_least("table")):
        text = message("Only the table's own computer can be checked, and only from there.")
        raise RequestRefused("places", text, status=403)
    source = this_server().watcher.source
    found = examine(Examination(this_server().store.folder, _port(), "none"))
    return render_template(
        "pages/devices/doctor.html", page=present_check_up(found, source.status() if source else None)
    )


def _port() -> int:
    return whole_number(request.host.rpartition(":")[2], max_digits=5) or 80

"""What `qwixx doctor` finds, as a page: only at the table's own computer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from companion.doctor import GROUPS, Examination, Finding, State, examine
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import at_least, hosted_table, table_server
from companion.web.server.request_language import request_translator
from companion.web.views.form_values import whole_number
from sheets.language import message
from vision.frames.source import FrameSource

blueprint = Blueprint("check_up", __name__)


@dataclass(frozen=True, slots=True)
class CheckGroup:
    """One group of checks: its heading, and what was found, as (state, sentence, what to do or "")."""

    name: str
    findings: tuple[tuple[str, str, str], ...]


@blueprint.get("/doctor")
def page() -> str:
    """Program, networks, camera, network, printer and games, and what to do about each."""
    if not (from_this_computer() and at_least("table")):
        text = message("Only the table's own computer can be checked, and only from there.")
        raise RequestRefused("places", text, status=403)
    source = hosted_table().watcher.source
    groups = tuple(
        _group(group, _camera_in_use(source) if source is not None and group == "camera" else findings)
        for group, findings in examine(Examination(table_server().store.folder, _port(), "none"))
    )
    faults = sum(state == "fault" for group in groups for state, _sentence, _advice in group.findings)
    return render_template("doctor.html", groups=groups, faults=faults, watched=source is not None)


def _port() -> int:
    """The port of this page."""
    return whole_number(request.host.rpartition(":")[2], max_digits=5) or 80


def _group(group: str, findings: Iterator[Finding]) -> CheckGroup:
    _ = request_translator()
    return CheckGroup(
        _(GROUPS[group]),
        tuple(
            (finding.state, finding.in_language(_), finding.advice(_))
            for finding in findings
            if finding.check != "port"  # this table has it
        ),
    )


def _camera_in_use(source: FrameSource) -> Iterator[Finding]:
    """How the camera does that the table watches; it is not opened a second time."""
    status = source.status()
    state: State = "well" if status.state == "live" else "fault" if status.state == "lost" else "note"
    yield Finding("watched", state, status.sentence.text, status.sentence.values)

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
from sheets.language import message
from vision.frames.source import FrameSource, Status

blueprint = Blueprint("check_up", __name__)

NOT_HERE = message("Only the computer with the server on it is looked at, and only from there.")


@dataclass(frozen=True, slots=True)
class Found:
    """One group of checks: its heading, and what was found, as (state, sentence, what to do or "")."""

    name: str
    findings: tuple[tuple[str, str, str], ...]


@blueprint.get("/doctor")
def page() -> str:
    """Program, networks, camera, network, printer and games, and what to do about each."""
    _ = request_translator()
    if not (from_this_computer() and at_least("table")):
        raise RequestRefused("places", _(NOT_HERE), status=403)
    hosted = hosted_table()
    source = hosted.watcher.source
    port = request.host.rpartition(":")[2]
    examination = Examination(
        table_server().store.folder,
        int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 80,
        "none",
    )
    groups = tuple(
        Found(
            _(GROUPS[group]),
            tuple(
                (finding.state, finding.in_language(_), finding.advice(_))
                for finding in (_watched(source) if source is not None and group == "camera" else findings)
                if finding.check != "port"  # it is this table's own
            ),
        )
        for group, findings in examine(examination)
    )
    faults = sum(state == "fault" for group in groups for state, _told, _todo in group.findings)
    return render_template("doctor.html", groups=groups, faults=faults, watched=source is not None)


def _watched(source: FrameSource) -> Iterator[Finding]:
    """A camera that the table watches is not opened a second time: it says itself how it does."""
    status: Status = source.status()
    state: State = "well" if status.state == "live" else "fault" if status.state == "lost" else "note"
    yield Finding("watched", state, status.sentence.text, status.sentence.values)

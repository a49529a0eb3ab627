"""The findings of `qwixx doctor`, group by group."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.doctor import GROUPS, Finding, State
from vision.frames.source import Status


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
    """The findings of each group. `camera`: how the camera does that the table watches, which is not opened
    a second time; None without one."""
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

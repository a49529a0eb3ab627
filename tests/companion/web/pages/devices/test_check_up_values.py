"""What `qwixx doctor` found, as the page shows it."""

import pytest

from companion.doctor import Finding
from companion.web.pages.devices.check_up import present_check_up
from sheets.language import phrase
from vision.frames.source import Status

WELL, FAULT = Finding("python", "well", "fine"), Finding("port", "fault", "taken")


def test_a_fault_needs_attention_but_not_the_port_that_this_table_has() -> None:
    assert not present_check_up([("program", [WELL])], None).needs_attention
    assert not present_check_up([("network", [FAULT])], None).needs_attention
    assert present_check_up([("program", [WELL, Finding("opencv", "fault", "broken")])], None).needs_attention


SENTENCE = phrase("{name} shows the table.", name="A camera")


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        (Status("live", SENTENCE), "well"),
        (Status("lost", SENTENCE), "fault"),
        (Status("starting", SENTENCE), "note"),
    ],
)
def test_the_camera_in_use_speaks_for_itself(status: Status, shown: str) -> None:
    page = present_check_up([("camera", iter(())), ("program", [WELL])], status)
    assert page.is_watched
    assert [(each.check, each.state) for each in page.groups[0].findings] == [("watched", shown)]
    assert page.needs_attention is (shown == "fault")

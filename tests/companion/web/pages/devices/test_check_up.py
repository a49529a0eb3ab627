"""The page with the findings of `qwixx doctor`: its content, and the checks that it leaves out."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from companion.doctor import GROUPS, Finding
from companion.web.pages.devices import check_up
from sheets.language import Phrase
from vision.frames.source import Status


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Make the checks find a note and a fault; return a list that collects the arguments of each call."""
    asked: list[Any] = []

    def examine(*wanted: Any) -> Iterator[Any]:
        asked.append(wanted)
        yield "camera", iter([Finding("cameras", "note", "This computer has no camera.")])
        yield (
            "games",
            iter([Finding("room", "fault", "The disk of {folder} is full.", {"folder": "x"}, "Make room.")]),
        )

    monkeypatch.setattr(check_up, "examine", examine)
    return asked


def test_faults_and_what_to_do_about_them(table: Any, found: list[Any]) -> None:
    page = table.client.get("/doctor", base_url="http://localhost:8765").text
    assert "Something needs you" in page and "The disk of x is full." in page and "Make room." in page
    assert "This computer has no camera." in page
    assert found[0][:2] == (table.server.store.folder, 8765)
    assert 'href="/doctor"' in table.client.get("/device").text


def test_a_camera_that_is_watched_is_not_opened_again(table: Any, found: list[Any]) -> None:
    status = Status("lost", Phrase("No picture from {name}; plug it in again.", {"name": "Cam"}))
    table.server.watcher.source = SimpleNamespace(status=lambda: status)
    page = table.client.get("/doctor").text
    table.server.watcher.source = None
    assert "No picture from Cam" in page and "no camera" not in page and 'href="/dice-lessons"' in page


def test_port_that_this_table_has_is_not_checked() -> None:
    taken = Finding("port", "fault", "taken")
    assert check_up.grouped([("network", [taken])], None) == [(GROUPS["network"], [])]


@pytest.mark.parametrize(("state", "shown"), [("live", "well"), ("lost", "fault"), ("starting", "note")])
def test_camera_in_use_speaks_for_itself(state: Any, shown: str) -> None:
    status = Status(state, Phrase("A camera shows the table."))
    ((_, (finding,)),) = check_up.grouped([("camera", iter(()))], status)
    assert (finding.check, finding.state) == ("watched", shown)

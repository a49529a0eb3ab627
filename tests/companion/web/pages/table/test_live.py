"""The live stream tells every page of every change, and resumes where the page left off."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.web.access.guesses import NOTICE_FROM, Guesses
from companion.web.pages.table import live
from companion.web.server.streams import KEPT_STREAMS, Streams
from tests.companion.web.conftest import ROLL


def stream(table: Any, after: str = "-1", page: str = "p", **headers: str) -> Any:
    return table.app.test_client().get(f"/live?page={page}&after={after}", headers=headers, buffered=False)


def events(answer: Any) -> Iterator[dict[str, str]]:
    """Yield the server-sent events of a streamed answer as they arrive, each as a mapping of its fields."""
    text = ""
    for part in answer.response:
        text += part if isinstance(part, str) else part.decode()
        while "\n\n" in text:
            block, text = text.split("\n\n", 1)
            yield dict(tuple(line.split(": ", 1)) for line in block.split("\n"))


def before_beat(answer: Any, name: str) -> Iterator[dict[str, str]]:
    """Yield the events of that name until the first heartbeat."""
    for event in events(answer):
        if event.get("event") == "beat":
            break
        if event.get("event") == name:
            yield event
    answer.close()


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.2)


def test_a_page_that_is_behind_is_told_at_once(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    answer = stream(table, after="1")
    assert answer.mimetype == "text/event-stream"
    told = list(before_beat(answer, "table"))
    assert [event["id"] for event in told] == ["2"]
    assert 'class="cell legal" id="c0a5"' in json.loads(told[0]["data"])["html"]


def test_screens_that_show_the_same_are_sent_the_same_bytes(table: Any) -> None:
    """Check that a rendering for several screens is encoded once, not once for each screen."""
    table.begin("Ann").roll(ROLL)
    one, other = (
        next(part for part in stream(table, page=page).response if b"event: table" in part) for page in "ab"
    )
    assert one is other


def test_a_page_that_is_up_to_date_is_told_nothing_but_that_all_is_well(table: Any) -> None:
    table.begin("Ann")
    answer = stream(table, after="1")
    stream_events = events(answer)
    assert next(stream_events) == {"retry": str(live.RETRY_MILLISECONDS)}
    assert [next(stream_events)["event"] for _ in range(3)] == ["beat"] * 3
    answer.close()


def test_last_event_id_goes_before_the_address(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    answer = stream(table, after="1", **{"Last-Event-ID": "2"})
    assert not list(before_beat(answer, "table"))


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 60)


@pytest.mark.usefixtures("long")
def test_a_change_reaches_a_waiting_page(table: Any) -> None:
    table.begin("Ann")
    waiting = events(stream(table, after="1"))
    assert "retry" in next(waiting)
    threading.Timer(0.05, lambda: table.roll(ROLL)).start()
    assert next(event["id"] for event in waiting if event.get("event") == "table") == "2"


@pytest.mark.usefixtures("long")
def test_a_new_stream_of_a_page_ends_the_old_one(table: Any) -> None:
    table.begin("Ann")
    old = events(stream(table, after="1", page="mine"))
    next(old)
    ended = threading.Event()
    thread = threading.Thread(target=lambda: (list(old), ended.set()))
    thread.start()
    new = events(stream(table, after="0", page="mine"))
    told = threading.Thread(target=lambda: list(new))
    told.start()
    assert ended.wait(5), "the old stream goes on"
    thread.join()
    table.server.session.close()
    told.join()


def test_there_is_a_cap() -> None:
    streams = Streams(2)
    a, b = streams.begin("a"), streams.begin("b")
    assert a is not None and b is not None and streams.begin("c") is None
    for i in range(5):
        assert streams.begin(f"player {i}", watches=False) is not None, "watchers leave places to players"
    again = streams.begin("a")
    assert again is not None and streams.holds("a", again) and not streams.holds("a", a)
    assert streams.begin("c") is None, "two of one device have one place"
    streams.end("a", a)
    assert streams.begin("c") is None, "an ended stream does not end its successor's place"
    streams.end("a", again)
    assert streams.begin("c") is not None


def test_too_many_streams_are_told_to_come_back(table: Any) -> None:
    table.begin("Ann")
    table.server.streams.cap = -KEPT_STREAMS
    answer = stream(table)
    assert answer.status_code == 503 and answer.headers["Retry-After"]
    table.server.streams.cap = 1
    table.app.test_client().head("/live?page=p").close()
    assert table.server.streams.count() == 0, "an answer without a body takes no place"


@pytest.mark.parametrize("after", ["", "x", "9" * 30, "-3", "²"])
def test_a_page_that_does_not_know_where_it_was_gets_everything(table: Any, after: str) -> None:
    table.begin("Ann")
    assert [event["id"] for event in before_beat(stream(table, after=after), "table")] == ["1"]


def test_stream_tells_the_table_of_guesses_and_of_their_end(
    table: Any, phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the stream shows and withdraws the warning that somebody tries to guess the code."""
    table.begin("Ann").roll(ROLL)
    answer = stream(table, after="2")
    told = (json.loads(each["data"])["html"] for each in events(answer) if each.get("event") == "table")
    for i in range(NOTICE_FROM):
        phone(f"198.51.100.{i}").post("/join", code="ZZZZZ")
    assert 'id="guessing"' in next(told)
    monkeypatch.setattr(Guesses, "notice", lambda self: None)
    assert 'id="guessing"' not in next(told)
    answer.close()


@pytest.mark.usefixtures("long")
def test_stream_tells_at_once_what_the_camera_sees(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    answer = stream(table, after="2")
    threading.Timer(0.05, lambda: table.server.session.show_activity("hand")).start()
    assert next(event["event"] for event in events(answer) if "event" in event) == "scene"
    answer.close()


@pytest.mark.usefixtures("long")
def test_the_right_is_looked_at_with_each_change(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    device = phone("198.51.100.9")
    assert device.get(f"/join/{table.server.key}").status_code == 200
    stranger = device.get("/live?page=p&after=2", buffered=False)
    waiting = events(stranger)
    assert "retry" in next(waiting)
    threading.Timer(0.05, lambda: device.post("/leave")).start()
    assert next(event["event"] for event in waiting if "event" in event) == "gone"
    stranger.close()


@pytest.mark.usefixtures("long")
def test_a_new_code_ends_the_streams_of_programs(table: Any) -> None:
    table.begin("Ann")
    key = {"Authorization": f"Bearer {table.server.key}"}
    afar = {"REMOTE_ADDR": "198.51.100.9"}
    answer = table.app.test_client().get("/api/live", headers=key, environ_overrides=afar, buffered=False)
    waiting = events(answer)
    assert next(event for event in waiting if event.get("event") == "state")
    threading.Timer(0.05, lambda: table.client.post("/seats/renew")).start()
    assert not [event for event in waiting if "event" in event], "it is over"

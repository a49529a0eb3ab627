"""A device has so long for what it has to send, and log lines come at a rate."""

from __future__ import annotations

import logging
import os
import select
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from waitress import buffers
from waitress.wasyncore import close_all

from companion.lan import listen
from companion.web.http import connections, http_server
from companion.web.http.connections import Connections, Places
from companion.web.http.http_server import LimitedServer
from companion.web.http.log_rate import LINES, LineRate
from tests.waiting import until


def answer(environ: dict[str, Any], start: Any) -> list[bytes]:
    body = environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", "2")])
    return [b"ok" if not body or body == b"five" else b"no"]


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    monkeypatch.setattr(http_server, "CHECK_SECONDS", 0)
    server = LimitedServer(answer, listen("127.0.0.1", 0), 4, Connections())
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield "127.0.0.1", server.effective_port
    server.task_dispatcher.shutdown()
    server.run_in_loop(lambda: close_all(server._map))
    thread.join(timeout=30)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "HEADER_SECONDS", 0.5)
    monkeypatch.setattr(http_server, "BODY_SECONDS", 0.5)


def opened(address: tuple[str, int], source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(address, timeout=30, source_address=(source, 0))


def ask(device: socket.socket) -> None:
    """A whole request, answered."""
    device.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nfive")
    wait_for_ok(device)


def wait_for_ok(device: socket.socket) -> None:
    """Read the answer to a request of four bytes."""
    said = b""
    while not said.endswith(b"\r\n\r\nok"):
        more = device.recv(1000)
        assert more, "closed without an answer"
        said += more


def answered(sock: socket.socket) -> bytes:
    """What the server answers; its head and its body may come one after the other."""
    said = b""
    while not said.endswith(b"no") and (more := sock.recv(1000)):
        said += more
    return said


def is_closed(sock: socket.socket) -> bool:
    """Tell whether the server ends the connection without an answer."""
    try:
        return sock.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nfi",
    ],
)
def test_a_request_that_never_comes_is_not_waited_for(address: tuple[str, int], sent: bytes) -> None:
    with opened(address) as hanging:
        hanging.sendall(sent)
        assert is_closed(hanging)


@pytest.mark.usefixtures("impatient")
def test_a_header_in_drops_is_not_waited_for(address: tuple[str, int]) -> None:
    """Each drop is activity, so only the whole header counts."""
    with opened(address) as hanging:
        hanging.sendall(b"GET / HTTP/1.1\r\n")
        stop = threading.Event()

        def drip() -> None:
            while not stop.wait(0.1):
                try:
                    hanging.sendall(b"X: y\r\n")
                except OSError:
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            assert is_closed(hanging)
        finally:
            stop.set()
            dripping.join(30)


LARGE_REQUEST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"


def test_large_requests_one_after_the_other_are_as_many_as_a_device_likes(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connections.PLACES, "here", Places(128, 128, 130_000))
    with opened(address) as device:
        for _ in range(5):
            device.sendall(LARGE_REQUEST + bytes(60_000))
            assert answered(device).endswith(b"no")


def test_the_bytes_of_all_requests_together_are_bounded(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connections.PLACES, "here", Places(128, 128, 130_000))
    devices = [opened(address) for _ in range(4)]
    try:
        for device in devices:
            device.sendall(LARGE_REQUEST + bytes(50_000))
        assert select.select(devices, [], [], 30)[0], "nothing is closed"
        deadline = time.monotonic() + 30
        closed: set[socket.socket] = set()
        while len(closed) < 2 and time.monotonic() < deadline:
            closed |= {device for device in select.select(devices, [], [], 1)[0] if is_closed(device)}
        assert len(closed) == 2, "two of four have room"
        for device in set(devices) - closed:
            device.sendall(bytes(10_000))
            assert answered(device).endswith(b"no")
    finally:
        for device in devices:
            device.close()


def test_a_clock_that_is_set_back_stops_no_time_limit(
    address: tuple[str, int], impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(address) as slow, opened(address) as silent:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n")
        true_time = time.time
        monkeypatch.setattr(time, "time", lambda: true_time() - 3600)
        assert is_closed(slow)
        assert is_closed(silent)


def test_a_clock_that_is_set_forward_ends_no_request(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(address) as device, opened(address) as late:
        device.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n")
        true_time = time.time
        monkeypatch.setattr(time, "time", lambda: true_time() + 3600)
        ask(late)  # the loop has woken since
        device.sendall(b"Content-Length: 4\r\n\r\nfive")
        wait_for_ok(device)


def test_a_request_in_time_is_answered_again_and_again(address: tuple[str, int]) -> None:
    with opened(address) as device:
        for _ in range(3):
            ask(device)


@pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="only there 127.0.0.2 is an address too")
def test_a_stranger_who_has_asked_is_let_go_sooner(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "STRANGER_IDLE_SECONDS", 0.5)
    try:
        stranger = opened(address, "127.0.0.2")
    except OSError:
        pytest.skip("127.0.0.2 is no address here")
    with stranger, opened(address) as own:
        for device in (stranger, own):
            ask(device)
        assert is_closed(stranger)
        ask(own)


def test_log_lines_come_at_a_rate(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("companion.web.http.log_rate.time.monotonic", lambda: now[0])
    logger = logging.getLogger("tests.log_rate")
    logger.addFilter(LineRate())
    for i in range(1000):
        logger.warning("connection %d failed", i)
    assert len(caplog.records) == LINES
    now[0] += 61
    logger.warning("connection %d failed", 1000)
    assert caplog.records[-1].getMessage() == (
        f"connection 1000 failed ({1000 - LINES} more lines were left out)"
    )


@pytest.mark.skipif(os.name == "nt", reason="such a file has a name there until it is closed")
def test_what_is_too_long_for_memory_lies_in_a_file_without_a_name(
    address: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made: list[Any] = []
    make = buffers.TempfileBasedBuffer.newfile
    monkeypatch.setattr(
        buffers.TempfileBasedBuffer, "newfile", lambda buffer: made.append(make(buffer)) or made[-1]
    )
    with opened(address) as device:
        device.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n" + b"x" * 1_000_000)
        until(lambda: made, "it stays in memory")
        assert list(tmp_path.iterdir()) == []
        assert os.fstat(made[0].fileno()).st_nlink == 0
        device.sendall(b"x" * 1_000_000)
        assert device.recv(1000).startswith(b"HTTP/1.1 200")
    made[0].close()


def test_an_answer_that_is_ready_too_late_writes_into_no_other_file(tmp_path: Path) -> None:
    """The pipe that wakes the loop is closed with the server, and the next file gets its number."""
    server = LimitedServer(answer, listen("127.0.0.1", 0), 1, Connections())
    number = server.trigger.trigger
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    server.run_in_loop(server.close)
    thread.join(timeout=30)
    assert not thread.is_alive()
    server.task_dispatcher.shutdown()
    with ExitStack() as files:
        opened = [files.enter_context((tmp_path / str(i)).open("wb")) for i in range(number + 1)]
        assert number in {file.fileno() for file in opened}
        server.pull_trigger()
    assert not any(path.stat().st_size for path in tmp_path.iterdir())


def test_of_a_live_stream_nothing_is_kept_that_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty screens would fill the memory for as long as their streams last: a minute."""
    monkeypatch.setattr(http_server, "CHECK_SECONDS", 0)
    page, pages, taken = b"x" * 60_000, 30, threading.Semaphore(0)

    def stream(environ: dict[str, Any], start: Any) -> Iterator[bytes]:
        start("200 OK", [("Content-Type", "text/event-stream")])
        for _ in range(pages):
            yield page
            taken.acquire(timeout=30)

    server = LimitedServer(stream, listen("127.0.0.1", 0), 4, Connections())
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        with opened(("127.0.0.1", server.effective_port)) as device:
            device.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            heard = 0
            for number in range(1, pages + 1):
                while heard < number * len(page):
                    heard += device.recv(1 << 20).count(b"x")
                if number < pages:
                    taken.release()
            (channel,) = server.active_channels.values()
            held = sum(buffer.getfile().seek(0, os.SEEK_END) for buffer in channel.outbufs)
            assert held <= 2 * len(page), "what was sent"
            taken.release()
    finally:
        server.task_dispatcher.shutdown()
        server.run_in_loop(lambda: close_all(server._map))
        thread.join(timeout=30)

"""Decoding of pictures: no device waits for a picture of another one."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from companion.web.camera.decoders import MAX_PICTURES, MAX_WATCHERS_PICTURES, PictureDecoders
from companion.web.server.refusal import RequestRefused
from vision.frames.decoder_process import DecodingEnded, DecodingLate
from vision.frames.image import Image


class Stuck:
    """Stands in for a decoding process: a picture called "slow" blocks until the test releases it."""

    def __init__(self) -> None:
        self.alive = True
        self.dying: type[DecodingEnded] | None = None

    def decode(self, data: bytes, name: str) -> Image:
        if self.dying:
            self.alive = False
        if not self.alive:
            raise (self.dying or DecodingEnded)("gone")
        if name == "slow":
            begun.release()
            assert let_go.wait(60)
        return np.zeros((80, 80, 3), np.uint8)

    def close(self) -> None:
        self.alive = False


begun, let_go = threading.Semaphore(0), threading.Event()


@pytest.fixture
def decoders() -> Iterator[PictureDecoders]:
    let_go.clear()
    made = PictureDecoders(Stuck)
    yield made
    let_go.set()
    made.close()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(12) as pool:
        yield pool
        let_go.set()


def send(decoders: PictureDecoders, device: str, name: str = "quick", watches: bool = False) -> str:
    """Have a picture decoded and return its name."""
    with decoders.decoded(b"", name, device, watches=watches) as image:
        assert image.shape == (80, 80, 3)
    return name


def slow(
    decoders: PictureDecoders, threads: ThreadPoolExecutor, device: str, watches: bool = False
) -> Future[str]:
    """Send a picture that takes long to decode, and wait until its decoding has begun."""
    sent = threads.submit(send, decoders, device, "slow", watches)
    assert begun.acquire(timeout=60)
    return sent


def test_a_device_sends_one_at_a_time(decoders: PictureDecoders, threads: ThreadPoolExecutor) -> None:
    sent = slow(decoders, threads, "Ann")
    with pytest.raises(RequestRefused, match="one at a time") as refused:
        send(decoders, "Ann")
    assert refused.value.status == 429
    let_go.set()
    assert sent.result(60) == "slow"
    assert send(decoders, "Ann") == "quick"


def test_watchers_never_take_the_places_of_players(
    decoders: PictureDecoders, threads: ThreadPoolExecutor
) -> None:
    for i in range(MAX_WATCHERS_PICTURES):
        slow(decoders, threads, f"watcher {i}", watches=True)
    waiting = threads.submit(send, decoders, "one more", "quick", True)
    for i in range(MAX_PICTURES - MAX_WATCHERS_PICTURES):
        assert send(decoders, f"player {i}") == "quick"
    assert not waiting.done()
    let_go.set()
    assert waiting.result(60) == "quick", "it comes in turn"


@pytest.fixture
def started(decoders: PictureDecoders) -> list[Stuck]:
    """Return the processes that the decoders start."""
    made: list[Stuck] = []

    def start() -> Stuck:
        made.append(Stuck())
        return made[-1]

    decoders._start = start
    return made


def test_a_process_that_is_gone_or_dies_is_replaced_and_costs_no_picture(
    decoders: PictureDecoders, started: list[Stuck]
) -> None:
    send(decoders, "Ann")
    send(decoders, "Ann")
    assert len(started) == 1, "it is kept ready"
    started[0].alive = False
    send(decoders, "Ann")
    started[1].dying = DecodingEnded
    send(decoders, "Ann")
    assert len(started) == 3


def test_a_picture_that_takes_too_long_is_not_tried_again(
    decoders: PictureDecoders, started: list[Stuck]
) -> None:
    send(decoders, "Ann")
    started[0].dying = DecodingLate
    with pytest.raises(DecodingLate):
        send(decoders, "Ann")
    assert len(started) == 1

"""A picture is decoded in another process, which ends if it needs too much time or memory."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.robustness.crafted import photo
from tests.vision.frames.encoded import even_png
from vision.frames.decoder_process import FROZEN_START, DecoderProcess, DecodingEnded
from vision.frames.headers import read_header
from vision.frames.image import MAX_LOOKED_AT_PIXELS, ImageError, decode

BUSY_SECONDS = 300.0
"""Time limit for one picture, in seconds: so high that it isn't reached even on a busy machine."""


@pytest.fixture
def process() -> Iterator[DecoderProcess]:
    started = DecoderProcess(clock_seconds=BUSY_SECONDS)
    yield started
    started.close()


def test_it_reads_what_the_decoder_reads(process: DecoderProcess) -> None:
    for data in (photo(), photo(1200, 900, progressive=True), photo(80, 90)):
        assert np.array_equal(process.decode(data, "roll.jpg"), decode(data, "roll.jpg"))
    assert process.alive


def test_a_larger_image_comes_back_smaller(process: DecoderProcess) -> None:
    data = photo(4320, 3600)
    image = process.decode(data, "roll.jpg")
    height, width = image.shape[:2]
    assert 0.99 * MAX_LOOKED_AT_PIXELS < height * width <= MAX_LOOKED_AT_PIXELS
    assert width / height == pytest.approx(6 / 5, abs=0.001)
    whole = decode(data, "roll.jpg")
    assert np.abs(image.mean((0, 1)) - whole.mean((0, 1))).max() < 1


@pytest.mark.parametrize("data", [b"", b"five and two", photo()[:2000], b"\x89PNG\r\n\x1a\n"])
def test_it_refuses_a_file_in_the_same_words(process: DecoderProcess, data: bytes) -> None:
    with pytest.raises(ImageError) as here:
        decode(data, "roll.jpg")
    with pytest.raises(ImageError) as there:
        process.decode(data, "roll.jpg")
    assert str(there.value) == str(here.value)
    spanish = "{name} está vacía".format
    assert there.value.in_language(lambda text: spanish(name="{name}") if "empty" in text else text)
    assert process.alive, "what is no picture ends nothing"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such priority")
def test_it_waits_for_the_table(process: DecoderProcess) -> None:
    assert process.decode(photo(), "roll.jpg").size
    assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)


def test_its_clock_ends_it() -> None:
    process = DecoderProcess(clock_seconds=0.001)
    with pytest.raises(DecodingEnded, match=r"^roll.jpg was not read within .* ordinary JPEG or PNG\.$"):
        process.decode(photo(2000, 1500), "roll.jpg")
    assert not process.alive


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such timer")
def test_its_processor_time_is_limited() -> None:
    process = DecoderProcess(seconds=0.01, clock_seconds=BUSY_SECONDS)
    with pytest.raises(DecodingEnded, match=r"^roll.jpg takes more work or memory than a photo may"):
        process.decode(photo(5000, 4000), "roll.jpg")
    assert not process.alive


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such timer")
def test_each_picture_has_processor_time_of_its_own() -> None:
    process = DecoderProcess(seconds=0.5, clock_seconds=BUSY_SECONDS)
    data, spent = photo(1200, 900), 0.0
    try:
        while spent < 1.0:
            began = time.process_time()
            expected = decode(data, "roll.jpg")
            spent += time.process_time() - began
            assert np.array_equal(process.decode(data, "roll.jpg"), expected)
    finally:
        process.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its memory")
def test_its_memory_is_limited() -> None:
    process = DecoderProcess(megabytes=30, clock_seconds=BUSY_SECONDS)
    try:
        with pytest.raises(ImageError):
            process.decode(photo(5000, 4000), "roll.jpg")
    finally:
        process.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its memory")
@pytest.mark.parametrize("colour_type", [4, 6])
@pytest.mark.parametrize("bits", [8, 16])
def test_a_picture_is_read_in_the_estimated_memory(bits: int, colour_type: int) -> None:
    """Check that a PNG of 12 million pixels is read in 8 bytes per pixel, as estimated."""
    data = even_png(4000, 3000, bits, colour_type)
    header = read_header(data, "PNG")
    assert header is not None and header.bytes == 96_000_000
    process = DecoderProcess(megabytes=115, clock_seconds=BUSY_SECONDS)  # and what libraries take beside it
    try:
        process.decode(photo(), "first.jpg")
        image = process.decode(data, "roll.png")
    finally:
        process.close()
    assert image.shape == (3000, 4000, 3) and abs(int(image[0, 0, 0]) - (255 - 0x40 + 0x10)) <= 1


def test_a_broken_answer_ends_it(process: DecoderProcess) -> None:
    process.decode(photo(), "roll.jpg")
    process._process.kill()
    process._process.wait()
    with pytest.raises(DecodingEnded):
        process.decode(photo(), "roll.jpg")


def test_a_bundle_starts_its_own_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "qwixx-table"))
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_further: started.append(words))
    DecoderProcess(seconds=2.0, megabytes=30)
    assert started == [[str(tmp_path / "qwixx"), FROZEN_START, "2.0", "30"]]

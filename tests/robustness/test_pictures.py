"""Pictures made to keep the server busy are refused by their headers, or their decoding is stopped."""

import io
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.access.server import Server
from companion.web.camera.decoders import PictureDecoders
from tests.robustness.crafted import hidden, photo, resized, with_passes
from tests.vision.frames.encoded import even_png
from vision.frames.decoder_process import DecoderProcess
from vision.frames.image import ImageError, decode


@pytest.mark.parametrize(
    ("marker", "words"), [(0x01, "damaged"), (0xD0, "144 million"), (0xD7, "144 million")]
)
def test_no_frame_hides_behind_a_marker_that_has_no_length(marker: int, words: str) -> None:
    """Check that a frame of 144 million pixels, hidden in front of a small picture, is refused."""
    large = resized(photo(progressive=True), 12_000, 12_000)
    with pytest.raises(ImageError, match=words):
        decode(hidden(large, marker), "roll.jpg")


def test_no_passes_hide_behind_a_marker_that_has_no_length() -> None:
    endless = with_passes(resized(photo(8, 8, progressive=True), 64, 64), 1_010)
    for marker, words in ((0x01, "damaged"), (0xD0, "passes over 64 x 64 pixels")):
        with pytest.raises(ImageError, match=words):
            decode(hidden(endless, marker), "roll.jpg")


def test_a_picture_that_takes_too_much_memory_is_refused() -> None:
    """Check that a picture is refused if its four values per pixel must be kept until the last pass."""
    data = resized(photo(progressive=True), 8000, 6000)
    at = data.index(b"\xff\xc2")
    components = b"".join(bytes((name, 0x11, 0)) for name in range(1, 5))
    frame = (
        b"\xff\xc2" + (8 + len(components)).to_bytes(2, "big") + data[at + 4 : at + 9] + b"\4" + components
    )
    with pytest.raises(ImageError, match="million bytes of memory"):
        decode(data[:at] + frame + data[at + 19 :], "roll.jpg")


@pytest.fixture
def app(build: Any) -> Flask:
    return build()


def send(app: Flask, token: str, data: bytes) -> TestResponse:
    client = app.test_client(use_cookies=False)
    return client.post(
        "/sit/photo",
        data={"photo": (io.BytesIO(data), "sheet.jpg")},
        headers={"Cookie": f"seat={token}", "Accept": "application/json"},
    )


def test_a_watchers_picture_is_ended_and_the_next_one_is_read(app: Flask) -> None:
    """Check that a process that decodes for too long is ended, and the next picture is read."""
    server: Server = app.extensions["server"]
    token = server.seats.give("guest")
    server.decoders = PictureDecoders(lambda: DecoderProcess(clock_seconds=0.001))
    ended = send(app, token, photo(640, 480))
    assert ended.status_code == 422 and "was not read within" in ended.text
    server.decoders = PictureDecoders()
    read = send(app, token, photo(640, 480))
    assert read.status_code == 422 and "No sheet&#39;s QR code" in read.text


def test_a_watchers_strip_is_refused_and_no_fault(app: Flask) -> None:
    """Check that an image of 781,250 x 64 pixels is refused; scaled down, it would have no height."""
    server: Server = app.extensions["server"]
    answer = send(app, server.seats.give("guest"), even_png(781_250, 64, 8, 0))
    assert answer.status_code == 422 and "at most 50 times as long" in answer.text


def test_the_server_itself_decodes_nothing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that pictures are decoded in another process, so that a broken decoder cannot reach the games."""
    monkeypatch.setattr("cv2.imdecode", None)
    server: Server = app.extensions["server"]
    token = server.seats.give("guest")
    assert "No sheet&#39;s QR code" in send(app, token, photo(640, 480)).text

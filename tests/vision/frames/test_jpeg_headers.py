"""JPEG headers are read in the same way as by OpenCV, which decodes the pictures."""

import contextlib

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.robustness.crafted import EOI, FRAMES, SOI, hidden, photo, resized, segments, with_passes
from vision.frames.headers import Header, read_header
from vision.frames.image import ImageError, decode

SOURCES = (
    photo(100, 80),
    photo(100, 80, progressive=True),
    photo(72, 64),
    photo(72, 64, progressive=True),
)
MARKERS = (0x01, 0x02, 0xBF, 0xC0, 0xC2, 0xC8, 0xD0, 0xD3, 0xD8, 0xD9, 0xDC, 0xDD, 0xE5, 0xF0, 0xFE)


def read_jpeg(data: bytes) -> Header | None:
    return read_header(data, "JPEG")


@st.composite
def spliced(draw: st.DrawFn) -> bytes:
    """Return a JPEG with markers, lengths and parts of another JPEG put into it."""
    data, other = bytearray(draw(st.sampled_from(SOURCES))), draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(2, len(data) - 1))
        if draw(st.booleans()):
            at = data.find(b"\xff", at) if data.find(b"\xff", at) > 0 else at
        match draw(st.sampled_from(("marker", "part", "cut"))):
            case "marker":
                fill = b"\xff" * draw(st.integers(1, 3))
                rest = draw(
                    st.one_of(st.binary(max_size=5), st.integers(2, 400).map(lambda n: n.to_bytes(2, "big")))
                )
                data[at:at] = fill + bytes([draw(st.sampled_from(MARKERS))]) + rest
            case "part":
                begin = draw(st.integers(2, len(other) - 2))
                data[at:at] = other[begin : begin + draw(st.integers(2, 600))]
            case "cut":
                del data[at : at + draw(st.integers(1, 30))]
    return bytes(data)


@settings(max_examples=400, deadline=None)
@given(spliced())
def test_no_picture_is_decoded_in_another_size_than_was_read(data: bytes) -> None:
    if not data.startswith(b"\xff\xd8\xff"):
        return
    head = read_jpeg(data)
    with contextlib.suppress(cv2.error):
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if image is not None and head is not None:
            assert head.size == (image.shape[1], image.shape[0])


@pytest.mark.parametrize("marker", [0xD0, 0xD7])
def test_marker_without_length_skips_nothing(marker: int) -> None:
    large = resized(photo(progressive=True), 9000, 7000)
    head = read_jpeg(hidden(large, marker))
    assert head is not None and head.size == (9000, 7000)


def test_a_second_frame_is_refused_as_decoders_refuse_it() -> None:
    frame = next(body for marker, body in segments(photo(progressive=True)) if marker in FRAMES)
    with pytest.raises(ImageError, match="damaged"):
        decode(photo(progressive=True)[:-2] + frame + EOI, "roll.jpg")


def test_bytes_after_the_end_are_ignored() -> None:
    data = photo() + resized(photo(), 9000, 7000)
    head = read_jpeg(data)
    assert head is not None and head.size == (640, 480) and head.whole
    assert decode(data, "roll.jpg").shape == (480, 640, 3)


def test_a_small_picture_before_the_first_scan_does_not_end_it() -> None:
    """The end marker of a preview in the EXIF data doesn't count as the end of the picture."""
    inside = b"Exif\0\0" + photo(96, 64)
    data = SOI + b"\xff\xe1" + (2 + len(inside)).to_bytes(2, "big") + inside + photo()[len(SOI) :]
    head, broken = read_jpeg(data), read_jpeg(data[: -len(EOI)])
    assert head is not None and head.whole and head.size == (640, 480)
    assert broken is not None and not broken.whole


def test_passes_and_what_they_go_over_are_counted() -> None:
    once, progressive = read_jpeg(photo()), read_jpeg(photo(progressive=True))
    assert once is not None and progressive is not None
    assert (once.passes, once.pass_pixels) == (1, 640 * 480)
    assert progressive.passes == 10
    more = read_jpeg(with_passes(photo(progressive=True), 25))
    assert more is not None and (more.passes, more.pass_pixels) == (35, 35 * 640 * 480)


def test_a_picture_in_passes_is_held_with_its_coefficients() -> None:
    once, progressive = read_jpeg(photo()), read_jpeg(photo(progressive=True))
    assert once is not None and progressive is not None
    assert once.bytes == 2 * 640 * 480 * 3
    # 4:2:0: of four values of brightness there is one of each of two colours, and two bytes each
    assert progressive.bytes == 640 * 480 * (3 + 2 * 3 // 2)

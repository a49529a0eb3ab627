"""What a file's first fields tell of an image, without decoding it."""

import numpy as np
import pytest

from tests.vision.frames.encoded import encoded, extended_webp, picture, png_header, scanned, with_exif
from vision.frames import headers
from vision.frames.image import ImageError, decode

KINDS = {".jpg": "JPEG", ".png": "PNG", ".webp": "WebP", ".bmp": "BMP", ".gif": "GIF"}


def header(data: bytes) -> headers.Header | None:
    kind = headers.kind(data)
    assert kind is not None
    return headers.read_header(data, kind)


def is_whole(data: bytes) -> bool:
    head = header(data)
    return head is not None and head.whole


@pytest.mark.parametrize(("suffix", "name"), KINDS.items())
def test_kind_size_end_and_memory_of_every_format(suffix: str, name: str) -> None:
    data = encoded(suffix)
    assert headers.kind(data) == name
    head = header(data)
    assert head is not None
    assert head.size == (96, 72)
    assert head.whole
    assert head.passes == 1
    assert head.bytes == 96 * 72 * (12 if suffix == ".gif" else 6)


@pytest.mark.parametrize("data", [b"", b"five and two", b"GIF88a", b"BM" + bytes(40), b"RIFF\0\0\0\0WAVE"])
def test_other_bytes_are_no_image(data: bytes) -> None:
    assert headers.kind(data) is None


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("left", [0.4, 0.98])
def test_a_file_that_broke_off_is_not_whole(suffix: str, left: float) -> None:
    data = encoded(suffix)
    assert not is_whole(data[: int(left * len(data))])


def test_a_png_with_a_wrong_checksum_is_not_whole() -> None:
    data = bytearray(encoded(".png"))
    data[len(data) // 2] ^= 1
    assert not is_whole(bytes(data))


def test_a_png_says_its_size_once() -> None:
    small, large = encoded(".png"), png_header(6000, 6000)[8:33]
    with pytest.raises(ImageError, match="damaged"):
        decode(small[:33] + large + small[33:], "roll.png")
    assert header(small[:8] + small[33:]) is None, "without it, no size is guessed"


def test_sizes_come_from_the_header_alone() -> None:
    for data, size in (
        (png_header(50_001, 1_000), (50_001, 1_000)),
        (with_exif(encoded(".jpg")), (96, 72)),  # as stored, before it is turned
        (extended_webp(), (96, 72)),
    ):
        head = header(data)
        assert head is not None and head.size == size
    assert header(b"\xff\xd8\xff") is None


def test_scans_of_a_progressive_jpeg_are_counted() -> None:
    image = np.full((96, 128), 90, np.uint8)
    once, often = header(scanned(image, 0)), header(scanned(image, 40))
    assert once is not None and often is not None
    assert often.passes == once.passes + 40
    assert often.pass_pixels == once.pass_pixels + 40 * 96 * 128


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_transparency_is_announced(suffix: str) -> None:
    head = header(encoded(suffix, np.dstack([picture(), np.zeros((72, 96), np.uint8)])))
    assert head is not None and head.transparent


def test_an_opaque_format_announces_none() -> None:
    for suffix in (".png", ".jpg"):
        head = header(encoded(suffix))
        assert head is not None and not head.transparent

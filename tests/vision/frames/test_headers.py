"""What a file's first fields tell of an image, without decoding it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.frames.encoded import encoded, extended_webp, picture, png_header, scanned, with_exif
from vision.frames import headers

KINDS = {".jpg": "JPEG", ".png": "PNG", ".webp": "WebP", ".bmp": "BMP", ".gif": "GIF"}


@pytest.mark.parametrize(("suffix", "name"), KINDS.items())
def test_kind_size_and_end_of_every_format(suffix: str, name: str) -> None:
    data = encoded(suffix)
    kind = headers.kind(data)
    assert kind == name
    assert headers.size(data, kind) == (96, 72)
    assert headers.whole(data, kind)
    assert headers.passes(data, kind) == 1


@pytest.mark.parametrize("data", [b"", b"five and two", b"GIF88a", b"BM" + bytes(40), b"RIFF\0\0\0\0WAVE"])
def test_other_bytes_are_no_image(data: bytes) -> None:
    assert headers.kind(data) is None


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("left", [0.4, 0.98])
def test_a_file_that_broke_off_is_not_whole(suffix: str, left: float) -> None:
    data = encoded(suffix)
    kind = headers.kind(data)
    assert kind is not None
    assert not headers.whole(data[: int(left * len(data))], kind)


def test_a_png_with_a_wrong_checksum_is_not_whole() -> None:
    data = bytearray(encoded(".png"))
    data[len(data) // 2] ^= 1
    assert not headers.whole(bytes(data), "PNG")


def test_sizes_come_from_the_header_alone() -> None:
    assert headers.size(png_header(50_001, 1_000), "PNG") == (50_001, 1_000)
    assert headers.size(with_exif(encoded(".jpg")), "JPEG") == (96, 72), "as stored, before it is turned"
    assert headers.size(extended_webp(), "WebP") == (96, 72)
    assert headers.size(b"\xff\xd8\xff", "JPEG") is None


def test_scans_of_a_progressive_jpeg_are_counted() -> None:
    image = np.full((96, 128), 90, np.uint8)
    once = headers.passes(scanned(image, 0), "JPEG")
    assert headers.passes(scanned(image, 40), "JPEG") == once + 40


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_transparency_is_announced(suffix: str) -> None:
    data = encoded(suffix, np.dstack([picture(), np.zeros((72, 96), np.uint8)]))
    kind = headers.kind(data)
    assert kind is not None
    assert headers.transparent(data, kind)


def test_an_opaque_format_announces_none() -> None:
    assert not headers.transparent(encoded(".png"), "PNG")
    assert not headers.transparent(encoded(".jpg"), "JPEG")

"""Image headers, read without decoding the image."""

import pytest

from tests.vision.frames.encoded import encoded, extended_webp, png_header, with_exif
from vision.frames import headers
from vision.frames.image import ImageError, decode

KINDS = {".jpg": "JPEG", ".png": "PNG", ".webp": "WebP", ".bmp": "BMP", ".gif": "GIF"}


def header(data: bytes) -> headers.Header | None:
    kind = headers.kind(data)
    assert kind is not None
    return headers.read_header(data, kind)


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


def test_a_png_with_a_wrong_checksum_is_not_whole() -> None:
    data = bytearray(encoded(".png"))
    data[len(data) // 2] ^= 1
    head = header(bytes(data))
    assert head is not None and not head.whole


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

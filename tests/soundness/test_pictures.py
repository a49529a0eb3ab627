"""Pictures made to keep a table busy: refused by their headers, or ended, and nobody else waits for them."""

from __future__ import annotations

import pytest

from tests.soundness.crafted import hidden, photo, resized, with_passes
from vision.frames.image import ImageError, decode


@pytest.mark.parametrize("marker", [0x01, 0xD0, 0xD7])
def test_no_frame_hides_behind_a_marker_that_has_no_length(marker: int) -> None:
    """A “640 x 480” of 144 million pixels, 40 kB as a file."""
    large = resized(photo(progressive=True), 12_000, 12_000)
    with pytest.raises(ImageError, match="144 million"):
        decode(hidden(large, marker), "roll.jpg")


def test_no_passes_hide_behind_a_marker_that_has_no_length() -> None:
    endless = with_passes(resized(photo(8, 8, progressive=True), 64, 64), 1_010)
    with pytest.raises(ImageError, match="passes over 64 x 64 pixels"):
        decode(hidden(endless), "roll.jpg")


def test_many_passes_over_a_large_picture_are_refused() -> None:
    endless = with_passes(resized(photo(progressive=True), 8000, 6000), 40)
    with pytest.raises(ImageError, match="passes over 8000 x 6000 pixels"):
        decode(endless, "roll.jpg")


def test_a_picture_that_takes_too_much_memory_is_refused() -> None:
    """Four values a pixel, all of them kept until the last pass."""
    data = resized(photo(progressive=True), 8000, 6000)
    at = data.index(b"\xff\xc2")
    components = b"".join(bytes((name, 0x11, 0)) for name in range(1, 5))
    frame = (
        b"\xff\xc2" + (8 + len(components)).to_bytes(2, "big") + data[at + 4 : at + 9] + b"\4" + components
    )
    with pytest.raises(ImageError, match="million bytes of memory"):
        decode(data[:at] + frame + data[at + 19 :], "roll.jpg")

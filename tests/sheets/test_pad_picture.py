"""The small pictures of pads: whole, and light enough for a page that shows all of them."""

import re
from collections import Counter

import pytest

from sheets.pad import ALL_PADS, load_pad
from sheets.pad_picture import packed_picture, pad_picture

MAX_BYTES = 6_000
"""Largest packed picture of a pad."""


@pytest.mark.parametrize("name", ALL_PADS)
def test_a_packed_picture_is_light(name: str) -> None:
    assert len(packed_picture(load_pad(name), "en")) < MAX_BYTES


def test_signs_of_one_shape_are_one_text() -> None:
    outlines = re.findall(
        r'<path transform="[^"]+" d="(M0 0C[^"]+)" fill="#d9453f"', pad_picture(load_pad("classic"), "en")
    )
    assert max(Counter(outlines).values()) == 11, "one in each cell of the row"

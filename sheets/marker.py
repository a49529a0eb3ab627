"""The four small squares at a sheet's corners, by which a photo of it is straightened.

They are ArUco markers of OpenCV's dictionary DICT_4X4_50, written here as bits so that printing needs no
OpenCV; a test compares them with OpenCV's. A marker is six modules wide: a dark border of one module around
four by four modules, light where the bit is 1.

A sheet's four markers have four ids in a row, clockwise from the top left. Sheets with neighbouring numbers
get different fours, so that several sheets in one photo are told apart.
"""

from __future__ import annotations

from sheets.errors import BadInput

MODULES = 6
"""Modules along one side of a marker, border included."""

GROUPS = 12
"""How many different sets of four ids there are before they come round again."""

_BITS = (
    0xB532,
    0x0F9A,
    0x332D,
    0x9946,
    0x549E,
    0x79CD,
    0x9E2E,
    0xC4F2,
    0xFEDA,
    0xCF56,
    0xF991,
    0x11A7,
    0x0EB7,
    0x2A0F,
    0x24B1,
    0x263E,
    0x4665,
    0x6600,
    0x6C5E,
    0x76AF,
    0x868B,
    0xB02B,
    0xCCD5,
    0xDD82,
    0xFE47,
    0x9471,
    0xACE4,
    0xA554,
    0x2123,
    0x346F,
    0x4415,
    0x57B2,
    0x9ECF,
    0xF0CB,
    0x08AE,
    0x0929,
    0x1875,
    0x04FF,
    0x0DF6,
    0x1C5A,
    0x1718,
    0x2A28,
    0x328C,
    0x38B2,
    0x24E8,
    0x2EEB,
    0x2D3F,
    0x4B64,
)


class MarkerError(BadInput):
    """A marker or a sheet number that does not exist."""


def marker_ids(number: int) -> tuple[int, int, int, int]:
    """The ids at the corners of sheet `number` (from 1), clockwise from the top left.

    >>> marker_ids(1), marker_ids(2), marker_ids(13)
    ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 2, 3))
    """
    if number < 1:
        raise MarkerError(
            "A sheet's number is expected to be 1 or more, but it is {number}; count from 1.", number=number
        )
    first = (number - 1) % GROUPS * 4
    return first, first + 1, first + 2, first + 3


def marker_group(marker_id: int) -> tuple[int, int]:
    """Which of the twelve sets of four a marker belongs to, and which corner it marks.

    Returns (group, corner): group 0 to 11, equal to (sheet number - 1) mod 12; corner 0 to 3, clockwise from
    the top left.

    >>> marker_group(6)
    (1, 2)
    """
    _check(marker_id)
    return divmod(marker_id, 4)


def dark_modules(marker_id: int) -> tuple[tuple[bool, ...], ...]:
    """Six rows of six modules of one marker, top to bottom; True is dark."""
    _check(marker_id)
    bits = _BITS[marker_id]
    rows = []
    for y in range(MODULES):
        row = []
        for x in range(MODULES):
            inside = 0 < x < MODULES - 1 and 0 < y < MODULES - 1
            row.append(not inside or not bits >> (15 - (4 * (y - 1) + x - 1)) & 1)
        rows.append(tuple(row))
    return tuple(rows)


def _check(marker_id: int) -> None:
    if not 0 <= marker_id < len(_BITS):
        raise MarkerError(
            "A marker id from 0 to {last} is expected, but it is {came}.", last=len(_BITS) - 1, came=marker_id
        )

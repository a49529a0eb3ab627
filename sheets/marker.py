"""The four small squares at a sheet's corners, by which a photo of it is straightened.

They are ArUco markers of OpenCV's dictionary DICT_4X4_50, written here as bits so that printing needs no
OpenCV; a test compares them with OpenCV's. A marker is six modules wide: a dark border of one module around
four by four modules, light where the bit is 1.

A sheet's four markers have four ids in a row, clockwise from the top left. Sheets with neighbouring numbers get
different fours, so that several sheets in one photo are told apart.
"""

from __future__ import annotations

from sheets.errors import BadInput

MODULES = 6
"""Modules along one side of a marker, border included."""

GROUPS = 12
"""How many different sets of four ids there are before they come round again."""

_BITS = (
    "b532 0f9a 332d 9946 549e 79cd 9e2e c4f2 feda cf56 f991 11a7 0eb7 2a0f 24b1 263e "
    "4665 6600 6c5e 76af 868b b02b ccd5 dd82 fe47 9471 ace4 a554 2123 346f 4415 57b2 "
    "9ecf f0cb 08ae 0929 1875 04ff 0df6 1c5a 1718 2a28 328c 38b2 24e8 2eeb 2d3f 4b64"
).split()


class MarkerError(BadInput):
    """A marker or a sheet number that does not exist."""


def marker_ids(number: int) -> tuple[int, int, int, int]:
    """The ids at the corners of sheet `number` (from 1), clockwise from the top left.

    >>> marker_ids(1), marker_ids(2), marker_ids(13)
    ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 2, 3))
    """
    if number < 1:
        raise MarkerError(f"A sheet's number is expected to be 1 or more, but it is {number}; count from 1.")
    first = (number - 1) % GROUPS * 4
    return first, first + 1, first + 2, first + 3


def marker_group(marker_id: int) -> tuple[int, int]:
    """Which of the twelve sets of four a marker belongs to, and which corner it marks.

    Returns (group, corner): group 0–11, equal to (sheet number − 1) mod 12; corner 0–3, clockwise from the
    top left.

    >>> marker_group(6)
    (1, 2)
    """
    _check(marker_id)
    return divmod(marker_id, 4)


def dark_modules(marker_id: int) -> tuple[tuple[bool, ...], ...]:
    """Six rows of six modules of one marker, top to bottom; True is dark."""
    _check(marker_id)
    bits = int(_BITS[marker_id], 16)
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
        raise MarkerError(f"A marker id from 0 to {len(_BITS) - 1} is expected, but it is {marker_id}.")

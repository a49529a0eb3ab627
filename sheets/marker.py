"""The markers in the four corners of a sheet, by which a photo of the sheet is rectified.

They are ArUco markers of OpenCV's dictionary DICT_4X4_50, stored here so that printing doesn't need OpenCV.
Consecutive sheets have different markers, which tell sheets in one photo apart.
"""

import struct

from sheets.errors import BadInput

MODULES = 6
"""Number of modules (small squares) along one side of a marker, including its border."""

GROUPS = 12
"""Number of different sets of four markers; sheet 13 has the markers of sheet 1."""

_BITS: tuple[int, ...] = struct.unpack(
    ">48H",
    bytes.fromhex("""
    B532 0F9A 332D 9946 549E 79CD 9E2E C4F2 FEDA CF56 F991 11A7 0EB7 2A0F 24B1 263E
    4665 6600 6C5E 76AF 868B B02B CCD5 DD82 FE47 9471 ACE4 A554 2123 346F 4415 57B2
    9ECF F0CB 08AE 0929 1875 04FF 0DF6 1C5A 1718 2A28 328C 38B2 24E8 2EEB 2D3F 4B64
    """),
)
"""The four by four modules inside each marker's dark border, row by row from the highest bit; 1 is light."""


class MarkerError(BadInput):
    """A marker or a sheet number doesn't exist."""


def marker_ids(number: int) -> tuple[int, int, int, int]:
    """Return the ids of the markers on sheet `number`, clockwise from the top left.

    Raise MarkerError if `number` is below 1.

    >>> marker_ids(1), marker_ids(2), marker_ids(13)
    ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 2, 3))
    """
    if number < 1:
        raise MarkerError(
            "Expected a sheet's number of 1 or more, but found {number}; count from 1.", number=number
        )
    first = (number - 1) % GROUPS * 4
    return first, first + 1, first + 2, first + 3


def marker_group(marker_id: int) -> tuple[int, int]:
    """Return the group of a marker, which is (sheet number - 1) mod 12, and its corner.

    Corners are numbered 0 to 3, clockwise from the top left.

    >>> marker_group(6)
    (1, 2)
    """
    _check(marker_id)
    return divmod(marker_id, 4)


def dark_modules(marker_id: int) -> tuple[tuple[bool, ...], ...]:
    """Return the image of a marker as six rows of six modules, True for dark."""
    _check(marker_id)
    bits, inner = _BITS[marker_id], range(1, MODULES - 1)

    def dark(x: int, y: int) -> bool:
        return x not in inner or y not in inner or not bits >> (15 - (4 * (y - 1) + x - 1)) & 1

    return tuple(tuple(dark(x, y) for x in range(MODULES)) for y in range(MODULES))


def _check(marker_id: int) -> None:
    if not 0 <= marker_id < len(_BITS):
        raise MarkerError(
            "Expected a marker id from 0 to {last}, but found {came}.", last=len(_BITS) - 1, came=marker_id
        )

"""Image headers: what kind of file the bytes are and how large the picture is, without decoding it.

Only the first fields of each format are read, from their published layouts: JPEG (ITU-T T.81, annex B),
PNG (W3C PNG, 11.2.2), WebP (RFC 9649), GIF (GIF89a), BMP (BITMAPINFOHEADER and its 12-byte forerunner).
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from typing import Literal

Kind = Literal["JPEG", "PNG", "WebP", "GIF", "BMP"]

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers SOF0 to SOF15; the three left out are tables (DHT, JPG, DAC)."""
_JPEG_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)
"""Any marker in entropy-coded data except a stuffed zero, a fill byte or a restart."""
_JPEG_END, _JPEG_SCAN = 0xD9, 0xDA


def kind(data: bytes) -> Kind | None:
    """The kind of image that `data` claims to be in its first bytes, None if it is none that is read here."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(_PNG):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "GIF"
    if data[:2] == b"BM" and len(data) >= 18 and _number(data, 14, "<I") in (12, 40, 52, 56, 64, 108, 124):
        return "BMP"
    return None


def size(data: bytes, kind: Kind) -> tuple[int, int] | None:
    """Width and height in pixels as stored (before EXIF orientation), None if the header is not whole."""
    try:
        match kind:
            case "JPEG":
                return _jpeg_size(data)
            case "PNG":
                return _number(data, 16, ">I"), _number(data, 20, ">I")
            case "WebP":
                return _webp_size(data)
            case "GIF":
                return _number(data, 6, "<H"), _number(data, 8, "<H")
            case "BMP":
                core = _number(data, 14, "<I") == 12
                width, height = struct.unpack_from("<HH" if core else "<ii", data, 18)
                return abs(width), abs(height)
    except struct.error:
        return None


def whole(data: bytes, kind: Kind) -> bool:
    """Whether the file goes on to its own end: a copy that broke off does not.

    JPEG must hold an end-of-image marker after its last scan, PNG an unbroken chain of chunks with the
    right checksums to IEND, WebP the number of bytes that it announces, and BMP the beginning of its pixels.
    GIF, and the pixels of a BMP, are left to the decoder.
    """
    try:
        match kind:
            case "JPEG":
                return _JPEG_END in _jpeg_markers(data)
            case "PNG":
                return _png_ends(data)
            case "WebP":
                return len(data) >= _number(data, 4, "<I") + 8
            case "BMP":
                return len(data) >= _number(data, 10, "<I")
            case "GIF":
                return True
    except struct.error:
        return False


def transparent(data: bytes, kind: Kind) -> bool:
    """Whether the header allows for transparent pixels (of a palette PNG: whether it could)."""
    if kind == "PNG":
        return data[25] in (3, 4, 6)
    return kind == "WebP" and (data[12:16] == b"VP8L" or (data[12:16] == b"VP8X" and bool(data[20] & 0x10)))


def passes(data: bytes, kind: Kind) -> int:
    """How often the decoder goes over the picture: scans of a JPEG, frames of an animated PNG, else once.

    A progressive JPEG of a camera has about ten; a few bytes more each cost a decoder as much as the first.
    """
    try:
        if kind == "JPEG":
            return max(1, sum(marker == _JPEG_SCAN for marker in _jpeg_markers(data)))
        if kind == "PNG":
            return 1 + data.count(b"fcTL")
    except struct.error:
        pass
    return 1


def _number(data: bytes, at: int, form: str) -> int:
    """One integer at offset `at`; struct.error where the data ends before it."""
    number: int
    (number,) = struct.unpack_from(form, data, at)
    return number


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while True:
        while _number(data, at, ">H") == 0xFFFF:  # fill bytes before a marker
            at += 1
        marker = _number(data, at, ">H")
        if marker >> 8 != 0xFF or marker in (0xFFD9, 0xFFDA):
            return None
        if marker & 0xFF in _JPEG_FRAMES:
            return _number(data, at + 7, ">H"), _number(data, at + 5, ">H")
        at += 2 + max(2, _number(data, at + 2, ">H"))


def _jpeg_markers(data: bytes) -> Iterator[int]:
    """The second byte of each marker, to the end of the image or of the data; struct.error in a cut
    segment."""
    at = 2
    while found := _JPEG_MARKER.search(data, at):
        at = found.start()
        yield data[at + 1]
        if data[at + 1] == _JPEG_END:
            return
        at += 2 + max(2, _number(data, at + 2, ">H"))


def _png_ends(data: bytes) -> bool:
    at = len(_PNG)
    while True:
        length, name = _number(data, at, ">I"), data[at + 4 : at + 8]
        if zlib.crc32(data[at + 4 : at + 8 + length]) != _number(data, at + 8 + length, ">I"):
            return False
        if name == b"IEND":
            return True
        at += 12 + length


def _webp_size(data: bytes) -> tuple[int, int] | None:
    form = data[12:16]
    if form == b"VP8X":
        return 1 + (_number(data, 23, "<I") >> 8), 1 + (_number(data, 26, "<I") >> 8)
    if form == b"VP8L":
        bits = _number(data, 21, "<I")
        return 1 + bits % (1 << 14), 1 + (bits >> 14) % (1 << 14)
    if form == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return _number(data, 26, "<H") & 0x3FFF, _number(data, 28, "<H") & 0x3FFF
    return None

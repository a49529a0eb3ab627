"""Image headers: what kind of file the bytes are, and what decoding them would take, without doing it.

Only the first fields of each format are read, from their published layouts: PNG (W3C PNG, 11.2.2), WebP
(RFC 9649), GIF (GIF89a), BMP (BITMAPINFOHEADER and its 12-byte forerunner); `vision.frames.jpeg` reads JPEG.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Literal

from vision.frames.jpeg import read_jpeg

Kind = Literal["JPEG", "PNG", "WebP", "GIF", "BMP"]

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER = b"\0\0\0\x0dIHDR"
"""Length and name of a PNG's first chunk, which says the size."""
_PIXEL_BYTES = 3


@dataclass(frozen=True, slots=True)
class Header:
    """What a file announces.

    `size`: width and height in pixels as stored (before EXIF orientation). `whole`: whether the file goes on
    to its own end; a copy that broke off does not. `passes`: how often the decoder goes over the picture,
    scans of a JPEG, frames of an animated PNG; a progressive JPEG of a camera has about ten, and a few bytes
    more each cost a decoder as much as the first. `samples`: values that all passes go over. `bytes`: what
    the decoder holds at once. `transparent`: whether the header allows for transparent pixels.
    """

    size: tuple[int, int]
    whole: bool
    passes: int
    samples: int
    bytes: int
    transparent: bool = False


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


def read_header(data: bytes, kind: Kind) -> Header | None:
    """What the file announces; None if its header is not whole, or no decoder takes it."""
    if kind == "JPEG":
        jpeg = read_jpeg(data)
        if jpeg is None:
            return None
        return Header(jpeg.size, jpeg.whole, jpeg.scans, jpeg.samples, jpeg.bytes)
    try:
        size = _size(data, kind)
        if size is None:
            return None
        passes = 1 + data.count(b"fcTL") if kind == "PNG" else 1
        values = size[0] * size[1] * _PIXEL_BYTES
        return Header(size, _whole(data, kind), passes, passes * values, values, _transparent(data, kind))
    except (struct.error, IndexError):
        return None


def _size(data: bytes, kind: Kind) -> tuple[int, int] | None:
    match kind:
        case "PNG" if data[8:16] == _PNG_HEADER:
            return _number(data, 16, ">I"), _number(data, 20, ">I")
        case "WebP":
            return _webp_size(data)
        case "GIF":
            return _number(data, 6, "<H"), _number(data, 8, "<H")
        case "BMP":
            core = _number(data, 14, "<I") == 12
            width, height = struct.unpack_from("<HH" if core else "<ii", data, 18)
            return abs(width), abs(height)
    return None


def _whole(data: bytes, kind: Kind) -> bool:
    """Whether a file that is no JPEG goes on to its own end.

    PNG must hold an unbroken chain of chunks with the right checksums to IEND, WebP the number of bytes that
    it announces, and BMP the beginning of its pixels. GIF, and the pixels of a BMP, are left to the decoder.
    """
    try:
        match kind:
            case "PNG":
                return _png_ends(data)
            case "WebP":
                return len(data) >= _number(data, 4, "<I") + 8
            case "BMP":
                return len(data) >= _number(data, 10, "<I")
    except struct.error:
        return False
    return True


def _transparent(data: bytes, kind: Kind) -> bool:
    """Whether the header allows for transparent pixels (of a palette PNG: whether it could)."""
    if kind == "PNG":
        return data[25] in (3, 4, 6)
    return kind == "WebP" and (data[12:16] == b"VP8L" or (data[12:16] == b"VP8X" and bool(data[20] & 0x10)))


def _number(data: bytes, at: int, form: str) -> int:
    """One integer at offset `at`; struct.error where the data ends before it."""
    number: int
    (number,) = struct.unpack_from(form, data, at)
    return number


def _png_ends(data: bytes) -> bool:
    at, headers = len(_PNG), 0
    while True:
        length, name = _number(data, at, ">I"), data[at + 4 : at + 8]
        if zlib.crc32(data[at + 4 : at + 8 + length]) != _number(data, at + 8 + length, ">I"):
            return False
        headers += name == b"IHDR"
        if name == b"IEND":
            return headers == 1  # a second one would be another picture than the one that was looked at
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

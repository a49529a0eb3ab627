"""JPEG files that cost a decoder much time: a large picture hidden in a small one, and very many scans."""

import struct

import cv2
import numpy as np

SOI, EOI = b"\xff\xd8", b"\xff\xd9"
FRAMES = (0xC0, 0xC2)
SCAN = 0xDA


def photo(width: int = 640, height: int = 480, *, progressive: bool = False) -> bytes:
    """Return a valid JPEG of width x height pixels."""
    x, y = np.arange(width), np.arange(height)
    image = np.empty((height, width, 3), np.uint8)
    image[..., 0] = x * 255 // width
    image[..., 1] = (y * 255 // height)[:, None]
    image[..., 2] = np.add.outer(y.astype(np.uint8), x.astype(np.uint8))  # modulo 256
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)])[1].tobytes()


def segments(jpeg: bytes) -> list[tuple[int, bytes]]:
    """Return (second byte, all bytes) of each segment between SOI and EOI; scans include their data."""
    at, parts = 2, []
    while jpeg[at : at + 2] != EOI:
        marker, end = jpeg[at + 1], at + 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
        while marker == SCAN and not (jpeg[end] == 0xFF and jpeg[end + 1] not in (0, *range(0xD0, 0xD8))):
            end += 1
        parts.append((marker, jpeg[at:end]))
        at = end
    return parts


def resized(jpeg: bytes, width: int, height: int) -> bytes:
    """Return `jpeg` with another size in its header; its data ends early, and decoders fill up the rest."""
    size = struct.pack(">HH", height, width)
    parts = [body[:5] + size + body[9:] if marker in FRAMES else body for marker, body in segments(jpeg)]
    return SOI + b"".join(parts) + EOI


def with_passes(jpeg: bytes, more: int) -> bytes:
    """Return the progressive `jpeg` with `more` further copies of its last scan."""
    last = next(body for marker, body in reversed(segments(jpeg)) if marker == SCAN)
    return jpeg[: -len(EOI)] + last * more + EOI


def hidden(jpeg: bytes, marker: int = 0x01) -> bytes:
    """Return a small picture with `jpeg` hidden in front of it.

    A reader that takes `marker` (TEM) for one with a length skips `jpeg`; decoders do not.
    """
    inside = jpeg[len(SOI) :]
    length = struct.pack(">H", len(inside) + 2)
    assert len(inside) < 65_000
    return SOI + bytes((0xFF, marker)) + length + inside + photo()[len(SOI) :]

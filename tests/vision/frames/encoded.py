"""Image files for tests: every format, turned, cut short, or with only a header."""

import struct
import zlib

import cv2
import numpy as np

from vision.frames.image import Image

ORIENTATION = b"Exif\0\0" + struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, 0x0112, 3, 1, 6, 0, 0)


def picture(width: int = 96, height: int = 72) -> Image:
    """Return a smooth picture, bright at the top left and dark at the bottom right."""
    y, x = np.mgrid[0:height, 0:width]
    grey = 255 - 220 * (x / width + y / height) / 2
    return np.repeat(grey[:, :, None], 3, axis=2).astype(np.uint8)


def encoded(suffix: str, image: np.ndarray | None = None) -> bytes:
    done, data = cv2.imencode(suffix, picture() if image is None else image)
    assert done
    return data.tobytes()


def with_exif(jpeg: bytes) -> bytes:
    """Return the JPEG with EXIF orientation 6, which tells readers to turn it by 90 degrees."""
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(ORIENTATION) + 2) + ORIENTATION + jpeg[2:]


def png_header(width: int, height: int) -> bytes:
    """Return a PNG with a header of this size, but no picture."""
    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", size) + png_chunk(b"IDAT", b"")


def png_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def even_png(width: int, height: int, bits: int, colour_type: int) -> bytes:
    """Return a small PNG of equal pixels; bits and colour type as in W3C PNG, 11.2.2."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour_type]
    header = struct.pack(">IIBBBBB", width, height, bits, colour_type, 0, 0, 0)
    palette = png_chunk(b"PLTE", bytes(6)) + png_chunk(b"tRNS", b"\0\x80") if colour_type == 3 else b""
    packer = zlib.compressobj(1)
    row = b"\0" + b"\x40" * -(-width * channels * bits // 8)
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    chunks = png_chunk(b"IHDR", header) + palette + png_chunk(b"IDAT", pixels) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def scanned(image: np.ndarray, more: int) -> bytes:
    """Return a progressive JPEG of `image` whose last scan is followed by `more` copies of itself."""
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    last = data[data.rindex(b"\xff\xc4") : -2]
    return data[:-2] + last * more + data[-2:]


def extended_webp() -> bytes:
    """Return a transparent WebP of 96 x 72 pixels in the extended format."""
    see_through = np.dstack([picture(), picture()[:, :, 0]])
    data = encoded(".webp", see_through)
    extras = b"VP8X" + struct.pack("<I", 10) + bytes((0x10, 0, 0, 0, 95, 0, 0, 71, 0, 0))
    webp = data if data[12:16] == b"VP8X" else data[:12] + extras + data[12:]
    return webp[:4] + struct.pack("<I", len(webp) - 8) + webp[8:]

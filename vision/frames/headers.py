"""Reads image headers with Pillow: the format of the bytes, and the cost of decoding them."""

import io
import warnings
from dataclasses import dataclass
from typing import Any, Literal

from PIL import (
    BmpImagePlugin,
    GifImagePlugin,
    Image,
    ImageFile,
    JpegImagePlugin,
    PngImagePlugin,
    WebPImagePlugin,
)

Kind = Literal["JPEG", "PNG", "WebP", "GIF", "BMP"]

_FILES: dict[Kind, Any] = {
    "JPEG": JpegImagePlugin.JpegImageFile,
    "PNG": PngImagePlugin.PngImageFile,
    "WebP": WebPImagePlugin.WebPImageFile,
    "GIF": GifImagePlugin.GifImageFile,
    "BMP": BmpImagePlugin.BmpImageFile,
}
"""The Pillow class that opens each kind. It is called directly because `Image.open` warns of large images."""
MAX_PIXELS = 50_000_000
"""Number of pixels of the largest image that is decoded; phones make 12 to 50 million."""
Image.MAX_IMAGE_PIXELS = MAX_PIXELS  # Pillow opens no WebP of more than twice as many

_SCAN, _END = b"\xff\xda", b"\xff\xd9"
"""JPEG markers: start of scan, end of image (ITU-T T.81, table B.1). The data of a scan contain neither."""
_BLOCK_PIXELS, _COEFFICIENT_BYTES, _PIXEL_BYTES = 64, 2, 3
_OPENCV_COPIES = 2
"""Images that OpenCV 5 holds at once while it decodes: one to decode into, one to return (measured)."""
_GIF_PIXEL_BYTES = 12
"""Bytes that OpenCV holds per pixel of a GIF: it keeps the canvas besides each image (measured)."""
_WEBP_PIXEL_BYTES = 16
"""Bytes that Pillow holds per pixel of a WebP: two canvases, their bytes, the image (measured)."""


@dataclass(frozen=True, slots=True)
class Header:
    """The facts in an image file's header, and the cost of decoding the file."""

    size: tuple[int, int]  # width and height in pixels as stored (before EXIF orientation)
    passes: int  # how often the decoder passes over the picture: a camera's progressive JPEG has about ten
    pass_pixels: int  # pixels of all passes; each costs the same, even one of a few bytes
    bytes: int  # the decoder's memory
    transparent: bool  # True if there may be transparent pixels
    whole: bool  # True if the file is complete, as far as that shows without decoding


def kind(data: bytes) -> Kind | None:
    """Return the image format that the first bytes of `data` claim, or None if it isn't supported."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "GIF"
    if data[:2] == b"BM" and int.from_bytes(data[14:18], "little") in (12, 40, 52, 56, 64, 108, 124):
        return "BMP"
    return None


def open_picture(data: bytes, kind: Kind) -> ImageFile.ImageFile | None:
    """Open the picture in `data` and read its header only; return None if no decoder accepts it.

    Raise Image.DecompressionBombError for a WebP with more than twice MAX_PIXELS pixels.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # damaged EXIF data, animations: not used here
        try:
            picture: ImageFile.ImageFile = _FILES[kind](io.BytesIO(data))
        except (SyntaxError, OSError, ValueError, OverflowError, MemoryError):
            return None
    return picture


def read_header(data: bytes, kind: Kind) -> Header | None:
    """Return the header of the file, or None if it is incomplete or no decoder accepts it.

    Raise Image.DecompressionBombError like `open_picture`.
    """
    picture = open_picture(data, kind)
    if picture is None:
        return None
    pixels = picture.width * picture.height
    # it has an alpha channel, or a colour or palette entry that is transparent
    transparent = picture.has_transparency_data and not picture.mode.startswith("I")
    passes = max(1, data.count(_SCAN)) if kind == "JPEG" else 1
    if kind == "JPEG":
        held = _jpeg_bytes(picture, passes)
    elif kind == "GIF":
        held, transparent = pixels * _GIF_PIXEL_BYTES, False
    elif transparent:  # decoded by Pillow, and copied onto white
        held = pixels * (_WEBP_PIXEL_BYTES if kind == "WebP" else _pillow_bytes(picture.mode))
    else:
        held = pixels * _PIXEL_BYTES * _OPENCV_COPIES
    return Header(picture.size, passes, passes * pixels, held, transparent, _is_whole(data, kind, picture))


def _pillow_bytes(mode: str) -> int:
    """Return the number of bytes that Pillow holds per pixel, including the copy made to turn a picture."""
    stored = 1 if mode in ("1", "L", "P") else 4
    return stored + max(stored, _PIXEL_BYTES)


def _jpeg_bytes(picture: Any, scans: int) -> int:
    """Return the bytes of memory that decoding a JPEG takes; several scans need all coefficients at once."""
    width, height = picture.size
    image: int = width * height * _PIXEL_BYTES
    if scans == 1 and "progressive" not in picture.info:
        return image * _OPENCV_COPIES
    across = max(1, *(h for _, h, _, _ in picture.layer))
    down = max(1, *(v for _, _, v, _ in picture.layer))
    units = -(-width // (8 * across)) * -(-height // (8 * down))
    blocks: int = units * sum(h * v for _, h, v, _ in picture.layer)
    return max(image * _OPENCV_COPIES, image + blocks * _BLOCK_PIXELS * _COEFFICIENT_BYTES)


def _is_whole(data: bytes, kind: Kind, picture: ImageFile.ImageFile) -> bool:
    """Return True if the file is complete: a JPEG has its end marker, others pass Pillow's check."""
    if kind == "JPEG":
        assert picture.fp is not None
        return data.find(_END, picture.fp.tell()) >= 0  # behind the header of the first scan
    try:
        picture.verify()  # of PNG, each chunk and its checksum
    except (SyntaxError, OSError, ValueError):
        return False
    return True

"""Decodes files and uploads to upright BGR images. Errors explain in a sentence what to do."""

import os
import struct
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import cv2
import numpy as np
import PIL.Image
from numpy.typing import NDArray
from PIL import ImageOps

from sheets.errors import BadInput, reason
from sheets.language import Term, message
from sheets.ordinary_file import open_ordinary
from vision.frames import headers

Image = NDArray[np.uint8]
"""HxWx3, BGR, 8 bits a channel, upright."""

MAX_PIXELS = headers.MAX_PIXELS
"""Number of pixels of the largest image that is decoded."""
MAX_BYTES = 200_000_000
"""Largest file that is read, in bytes."""
MAX_PASS_PIXELS = 1_000_000_000
"""Largest number of pixels in all passes of a decoder: twenty scans of the largest image."""
MIN_PASS_PIXELS = 1_000_000
"""A pass over a smaller image counts as this many pixels."""
MAX_DECODER_BYTES = 450_000_000
"""Most memory that a decoder may need, in bytes: enough for the largest image with all its coefficients."""
MIN_SIDE_PIXELS = 64
"""Smallest width or height that is read, in pixels."""
MAX_SIDE_RATIO = 50
"""Largest ratio of the longer to the shorter side; a panorama has ten."""

MAX_LOOKED_AT_PIXELS = 12_500_000
"""Larger images are reduced to this many pixels before dice and sheets are looked for."""
BAND_ROWS = 256
"""Number of rows that are blended with white at once, to limit memory."""

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif")
"""Extensions of image files, in lower case."""

_FOREIGN = (
    (0, b"%PDF", message("a PDF")),
    (0, b"PK\x03\x04", message("a ZIP archive or office document")),
    (0, b"II*\x00", message("a TIFF or raw camera file")),
    (0, b"MM\x00*", message("a TIFF or raw camera file")),
    (0, b"<svg", message("an SVG drawing")),
    (0, b"\x1aE\xdf\xa3", message("a video")),
    (4, b"jP  ", message("a JPEG 2000 image")),
)
_AVIF = frozenset({b"avif", b"avis", b"avio"})
"""Brands of AV1 images (AOM, "AV1 Image File Format")."""
_HEIF = frozenset(
    {
        *(b"mif1", b"mif2", b"mif3", b"msf1", b"miaf", b"1pic"),
        *(b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"),
        *(b"avci", b"avcs", b"jpeg", b"jpgs", b"j2ki", b"j2is", b"vvic", b"vvis", b"evbi", b"evbs", b"evmi"),
    }
)
"""Brands of HEIF still images and image sequences, in any codec (ISO/IEC 23008-12)."""
_RAW = frozenset({b"crx "})
"""The brand of Canon's raw files (CR3)."""
_STDERR_LOCK = threading.Lock()
_BROKEN_SCAN = (b"premature end of data", b"bad Huffman", b"bad progression")
"""Parts of warnings that libjpeg writes to standard error after it filled damaged parts with grey."""


class ImageError(BadInput):
    """The file or upload can't be read as an image."""


def load(path: Path | str) -> Image:
    """Load the image in the file at `path` as H x W x 3 uint8, BGR, turned upright by its EXIF orientation.

    JPEG, PNG, WebP, BMP, and the first picture of a GIF are read; transparent parts become white. Raise
    ImageError if the file is missing or can't be read.
    """
    return decode(read_file(path), str(path))


def read_file(path: Path | str) -> bytes:
    """Return the bytes of the file at `path`. Raise ImageError if it is missing, unreadable or too large."""
    name = printable_name(str(path))
    path = Path(path)
    try:
        with open_ordinary(path) as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(MAX_BYTES) if size <= MAX_BYTES else b""
    except IsADirectoryError:
        raise ImageError("{name} is a folder; name the photos in it, one by one.", name=name) from None
    except FileNotFoundError:
        raise ImageError("There is no file {name}; check the name and the folder.", name=name) from None
    except PermissionError:
        raise ImageError(
            "{name} may not be read by this user; change its permissions or copy it.", name=name
        ) from None
    except (OSError, ValueError) as problem:
        why = reason(problem) if isinstance(problem, OSError) else Term(message("its name cannot be used"))
        raise ImageError(
            "{name} cannot be opened ({why}); check the name and the disk.", name=name, why=why
        ) from None
    if size > MAX_BYTES:
        raise _too_heavy(name, size)
    return data


def decode(data: bytes, name: str) -> Image:
    """Decode an image file's bytes to H x W x 3 uint8, BGR, upright. Error messages call the file `name`.

    The header is checked first, so that no small file keeps a decoder busy for minutes. Raise ImageError for
    data that isn't an image, and for an image that is damaged, cut short, too large or too small.
    """
    name = printable_name(name)
    kind = _checked_kind(data, name)
    try:
        header = headers.read_header(data, kind)
    except PIL.Image.DecompressionBombError:
        raise ImageError(
            "{name} has more than {many} million pixels, and at most {most} million are read; make it "
            "smaller.",
            name=name,
            many=2 * MAX_PIXELS // 1_000_000,
            most=MAX_PIXELS // 1_000_000,
        ) from None
    if header is None:
        raise _damaged(name, kind)
    _check_cost(header, name)
    if not header.whole:
        raise _damaged(name, kind)
    image = _decoded_on_white(data, kind) if header.transparent else _decoded(data, header.size)
    if image is None:
        raise _damaged(name, kind)
    return image


def size_of(image: Image) -> tuple[int, int]:
    """Return width and height of an image, in pixels."""
    return int(image.shape[1]), int(image.shape[0])


def bounded(image: Image) -> Image:
    """Return the image, reduced to MAX_LOOKED_AT_PIXELS pixels if it has more."""
    height, width = image.shape[:2]
    factor = (MAX_LOOKED_AT_PIXELS / (height * width)) ** 0.5
    if factor >= 1:
        return image
    size = max(MIN_SIDE_PIXELS, int(width * factor)), max(MIN_SIDE_PIXELS, int(height * factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def shrunk(image: Image, scale: float) -> Image:
    """Return the image reduced by the factor `scale`, or unchanged if `scale` is 1 or more."""
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _checked_kind(data: bytes, name: str) -> headers.Kind:
    """Return the image format of `data`. Raise ImageError if it is empty, too long or of no known format."""
    if not data:
        raise ImageError("{name} is empty (0 bytes); take or copy the photo again.", name=name)
    if len(data) > MAX_BYTES:
        raise _too_heavy(name, len(data))
    kind = headers.kind(data)
    if kind is None:
        raise ImageError(
            "{name} is {kind}, not a photo that can be read; {advice}.",
            name=name,
            kind=Term(_foreign(data)),
            advice=Term(_advice(data)),
        )
    return kind


def _check_cost(header: headers.Header, name: str) -> None:
    """Raise ImageError for an image that is too large, too small, too narrow or too expensive to decode."""
    width, height = header.size
    said: dict[str, object] = {"name": name, "width": width, "height": height}
    if width * height > MAX_PIXELS:
        raise ImageError(
            "{name} has {width} x {height} pixels ({millions:.0f} million), and at most {most} million are "
            "read; make it smaller.",
            **said,
            millions=width * height / 1e6,
            most=MAX_PIXELS // 1_000_000,
        )
    if min(width, height) < MIN_SIDE_PIXELS:
        raise ImageError(
            "{name} has only {width} x {height} pixels, and each side needs at least {side}; take a larger "
            "photo.",
            **said,
            side=MIN_SIDE_PIXELS,
        )
    if max(width, height) > MAX_SIDE_RATIO * min(width, height):
        raise ImageError(
            "{name} has {width} x {height} pixels, and one side may be at most {ratio} times as long as the "
            "other; cut out the part that shows the dice or the sheet.",
            **said,
            ratio=MAX_SIDE_RATIO,
        )
    if max(header.pass_pixels, header.passes * MIN_PASS_PIXELS) > MAX_PASS_PIXELS:
        raise ImageError(
            "{name} is stored in {passes} passes over {width} x {height} pixels, which no camera does and "
            "which would take too long to read; save it again as an ordinary JPEG or PNG.",
            **said,
            passes=header.passes,
        )
    if header.bytes > MAX_DECODER_BYTES:
        raise ImageError(
            "{name} is stored so that reading it takes {millions:.0f} million bytes of memory, and at most "
            "{most} million are used; save it again as an ordinary JPEG or PNG.",
            **said,
            millions=header.bytes / 1e6,
            most=MAX_DECODER_BYTES // 1_000_000,
        )


def _decoded(data: bytes, size: tuple[int, int]) -> Image | None:
    """Decode an image without transparent parts; return None if it is damaged or its size isn't `size`."""
    with _codec_heard() as heard:
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except (cv2.error, MemoryError):
            return None
        heard.seek(0)
        complaints = heard.read()
    if image is None or any(words in complaints for words in _BROKEN_SCAN):
        return None
    if sorted(image.shape[:2]) != sorted(size):
        return None
    return np.asarray(image, np.uint8)


def _decoded_on_white(data: bytes, kind: headers.Kind) -> Image | None:
    """Decode an image and lay it on white; return None if the decoder fails."""
    try:
        picture = headers.open_picture(data, kind)
        if picture is None:
            return None
        picture.load()
        ImageOps.exif_transpose(picture, in_place=True)
    except (SyntaxError, OSError, ValueError, MemoryError, struct.error, EOFError):
        return None
    width, height = picture.size
    image = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, BAND_ROWS):
        rows = (0, top, width, min(top + BAND_ROWS, height))
        band = picture.crop(rows).convert("RGBA")
        paper = PIL.Image.new("RGBA", band.size, "white")
        image[top : rows[3]] = np.asarray(PIL.Image.alpha_composite(paper, band))[:, :, 2::-1]
    return image


@contextmanager
def _codec_heard() -> Iterator[IO[bytes]]:
    """Yield a file that receives what OpenCV and its C libraries write to standard error."""
    with _STDERR_LOCK, tempfile.TemporaryFile() as heard:
        try:
            kept = os.dup(2)
        except OSError:  # a program without standard error: nothing to catch
            yield heard
            return
        os.dup2(heard.fileno(), 2)
        try:
            yield heard
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _foreign(data: bytes) -> str:
    for at, magic, what in _FOREIGN:
        if data[at : at + len(magic)] == magic:
            return what
    if data[4:8] == b"ftyp":
        return _of_brand(data)
    head = data[:512]
    try:
        text = head.decode("utf-8", "ignore" if len(data) > 512 else "strict")
    except UnicodeDecodeError:
        return message("a file of an unknown kind")
    if len(text.encode()) >= len(head) - 3 and all(c.isprintable() or c.isspace() for c in text):
        return message("a text file")
    return message("a file of an unknown kind")


def _of_brand(data: bytes) -> str:
    """Return a name for the kind of a file in the ISO base media format, by the brands in its first box."""
    brand, end = data[8:12], min(int.from_bytes(data[:4], "big"), 512)
    others = {data[at : at + 4] for at in range(16, end, 4)}
    if brand in _AVIF or (brand in _HEIF and others & _AVIF):
        return message("an AVIF image")
    if brand in _HEIF:
        return message("an HEIC photo")
    return message("a TIFF or raw camera file") if brand in _RAW else message("a video")


def _advice(data: bytes) -> str:
    match _foreign(data):
        case "an HEIC photo":
            return message("set the phone's camera to its most compatible format, or save the photo as JPEG")
        case "a video":
            return message("watch it with `qwixx watch`, or take a photo")
        case "a text file" | "a file of an unknown kind" | "a ZIP archive or office document":
            return message("give a photo as JPEG or PNG")
    return message("save it as JPEG or PNG")


def _damaged(name: str, kind: headers.Kind) -> ImageError:
    return ImageError(
        "{name} is a {kind} image that is damaged or cut short; copy it again from the camera.",
        name=name,
        kind=kind,
    )


def _too_heavy(name: str, size: int) -> ImageError:
    return ImageError(
        "{name} has {millions:.0f} million bytes, and at most {most} million are read; make the image "
        "smaller.",
        name=name,
        millions=size / 1e6,
        most=MAX_BYTES // 1_000_000,
    )


def printable_name(name: str) -> str:
    """Return `name` on one line and of limited length, for a message."""
    shown = "".join(c if c.isprintable() else "\ufffd" for c in name) or "(no name)"
    return shown if len(shown) <= 120 else f"…{shown[-119:]}"

"""Decodes the documents that scanners write, PDF and TIFF, to upright BGR images, one per page."""

import io
import struct
import threading
import warnings
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import PIL.Image
import pypdfium2
from PIL import ImageOps, TiffImagePlugin

from vision.frames.image import (
    MAX_PIXELS,
    MIN_SIDE_PIXELS,
    Image,
    ImageError,
    decode,
    printable_name,
    read_file,
)

PAGE_PIXELS = 2340
"""Longer side of a page of a PDF, in pixels: A4 at 200 dots per inch."""
MAX_PAGES = 24
"""Largest number of pages of a file that is read page by page."""
MAX_STACKED_PAGES = 6
"""Largest number of pages of a file that is read as one picture."""
PDFIUM_LOCK = threading.Lock()
"""Held while PDFium is used, which is not thread-safe."""
_TIFF_STARTS = (b"II*\x00", b"MM\x00*")
_BROKEN = (
    pypdfium2.PdfiumError, PIL.Image.DecompressionBombError, SyntaxError, OSError, ValueError, MemoryError,
    struct.error, EOFError, KeyError, TypeError,
)  # fmt: skip
"""Errors that PDFium and Pillow raise for files that they cannot read."""
_SUBFILE, _DNG_VERSION, _PHOTOMETRIC, _COLOUR_FILTER = 254, 50706, 262, 32803
"""Three TIFF tags, and a value of the third, that identify raw files of cameras (TIFF 6.0; DNG 1.7)."""


def load_pages(path: Path | str) -> list[Image]:
    """Return the pages of a document, or an image file's one picture, each H x W x 3 uint8, BGR, upright.

    Raise ImageError for a file that can't be read, and for a document that is damaged or too long.
    """
    data = read_file(path)
    return _pages(data, str(path), MAX_PAGES) if is_document(data) else [decode(data, str(path))]


def decode_whole(data: bytes, name: str) -> Image:
    """Return the picture in `data`, or a document's pages stacked top to bottom, H x W x 3 uint8, BGR.

    Raise ImageError for data that can't be read, and for a document that is damaged or too long.
    """
    if not is_document(data):
        return decode(data, name)
    pages = _pages(data, name, MAX_STACKED_PAGES)
    width = max(page.shape[1] for page in pages)
    return np.concatenate(
        [np.pad(page, ((0, 0), (0, width - page.shape[1]), (0, 0)), constant_values=255) for page in pages]
    )


def is_document(data: bytes) -> bool:
    """Return True if the bytes begin as a PDF or a TIFF does."""
    return data.startswith((b"%PDF", *_TIFF_STARTS))


def _pages(data: bytes, name: str, most: int) -> list[Image]:
    name = printable_name(name)
    read = _pdf_pages if data.startswith(b"%PDF") else _tiff_pages
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of oddities that do not matter here
            return list(read(data, name, most))
    except ImageError:
        raise
    except _BROKEN:
        raise ImageError(
            "{name} is a PDF or TIFF that is damaged, locked or not a scan; save the scan as JPEG or PNG.",
            name=name,
        ) from None


def _pdf_pages(data: bytes, name: str, most: int) -> Iterator[Image]:
    with PDFIUM_LOCK, closing(pypdfium2.PdfDocument(data)) as document:
        _check_count(len(document), name, most)
        for page in document:
            scale = PAGE_PIXELS / max(*page.get_size(), 1.0)
            if min(page.get_size()) * scale < MIN_SIDE_PIXELS:
                raise ValueError
            yield np.array(page.render(scale=scale).to_numpy()[:, :, :3])


def _tiff_pages(data: bytes, name: str, most: int) -> Iterator[Image]:
    with TiffImagePlugin.TiffImageFile(io.BytesIO(data)) as file:
        if _is_raw(file):
            raise ImageError(
                "{name} is a raw file of a camera, not a photo that can be read; save it as JPEG or PNG.",
                name=name,
            )
        _check_count(getattr(file, "n_frames", 1), name, most)
        for number in range(getattr(file, "n_frames", 1)):
            file.seek(number)
            width, height = file.size
            if width * height > MAX_PIXELS or min(width, height) < MIN_SIDE_PIXELS:
                raise ImageError(
                    "{name} has a page of {width} x {height} pixels; scan it at 200 dots an inch.",
                    name=name,
                    width=width,
                    height=height,
                )
            page = ImageOps.exif_transpose(file)
            if page.mode.startswith("I;16"):  # Pillow would clip 16 bits, not reduce them
                page = PIL.Image.fromarray((np.asarray(page) >> 8).astype(np.uint8))
            yield np.array(page.convert("RGB"))[:, :, ::-1].copy()


def _is_raw(file: TiffImagePlugin.TiffImageFile) -> bool:
    tags = file.tag_v2
    is_preview = bool(tags.get(_SUBFILE, 0) & 1)
    return is_preview or _DNG_VERSION in tags or tags.get(_PHOTOMETRIC) == _COLOUR_FILTER


def _check_count(count: int, name: str, most: int) -> None:
    """Raise ImageError for a document with more than `most` pages, or with none."""
    if not 0 < count <= most:
        raise ImageError(
            "{name} has {count} pages, and 1 to {most} are read at once; save fewer in a file.",
            name=name,
            count=count,
            most=most,
        )

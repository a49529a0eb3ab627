"""Each page of a PDF or TIFF becomes a picture. Bad files are refused with one sentence."""

import io
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from reportlab.pdfgen.canvas import Canvas

from vision.frames.documents import MAX_STACKED_PAGES, decode_whole, is_document, load_pages
from vision.frames.image import ImageError


def pdf(pages: int) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, (420, 595), invariant=1)
    for number in range(pages):
        canvas.setFillGray(0.2 * number)
        canvas.rect(100, 100, 200, 200, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def tiff(*pages: PIL.Image.Image, **options: object) -> bytes:
    file = io.BytesIO()
    pages[0].save(file, "TIFF", save_all=True, append_images=pages[1:], **options)
    return file.getvalue()


def test_each_page_of_a_pdf_is_a_picture(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(pdf(2))
    pages = load_pages(tmp_path / "scan.pdf")
    assert [page.shape for page in pages] == [(2340, 1652, 3)] * 2
    assert [int(page[1500, 700, 0]) for page in pages] == [0, 51]


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "CMYK", "I;16"])
def test_each_page_of_a_tiff_is_a_picture_in_any_mode(mode: str, tmp_path: Path) -> None:
    white = PIL.Image.new("L", (200, 100), 255)
    if mode == "I;16":
        page = PIL.Image.fromarray(np.full((100, 200), 65535, np.uint16))
    else:
        page = white.convert(mode)
    (tmp_path / "scan.tif").write_bytes(tiff(page, page))
    pages = load_pages(tmp_path / "scan.tif")
    assert [page.shape for page in pages] == [(100, 200, 3)] * 2
    assert all(page.min() >= 250 for page in pages)


def test_tiff_is_turned_upright(tmp_path: Path) -> None:
    page = PIL.Image.new("L", (200, 100), 255)
    exif = PIL.Image.Exif()
    exif[0x0112] = 6
    (tmp_path / "scan.tif").write_bytes(tiff(page, exif=exif))
    assert load_pages(tmp_path / "scan.tif")[0].shape == (200, 100, 3)


def test_whole_document_is_one_picture_for_the_page() -> None:
    whole = decode_whole(pdf(2), "scan.pdf")
    assert whole.shape == (4680, 1652, 3)
    narrow = decode_whole(tiff(PIL.Image.new("L", (200, 100)), PIL.Image.new("L", (300, 100))), "scan.tif")
    assert narrow.shape == (200, 300, 3) and narrow[50, 250].tolist() == [255] * 3


def raw() -> bytes:
    """Return a TIFF that contains only a preview image, as a camera's raw file does at its start."""
    return tiff(PIL.Image.new("RGB", (160, 120)), tiffinfo={254: 1})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF-1.7\nnothing", "damaged, locked or not a scan"),
        (pdf(1)[:300], "damaged, locked or not a scan"),
        (b"II*\x00\x08\x00\x00\x00\x00\x00", "damaged, locked or not a scan"),
        (raw(), "raw file of a camera"),
        (pdf(MAX_STACKED_PAGES + 1), f"has {MAX_STACKED_PAGES + 1} pages"),
        (tiff(PIL.Image.new("L", (20, 200))), "20 x 200 pixels"),
    ],
)
def test_unreadable_document_gets_one_sentence(data: bytes, words: str) -> None:
    assert is_document(data)
    with pytest.raises(ImageError, match=words):
        decode_whole(data, "scan")

"""Draws the pictures of pads in the documentation: `python docs/pictures/draw_pictures.py`."""

from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from sheets.draw import print_pads
from sheets.order import PrintOrder
from sheets.pad import FURTHER_PADS, PADS, load_pad, parse_pad
from sheets.paper import PAPERS, Layout

HERE = Path(__file__).parent
A4, LETTER = PAPERS["a4"], PAPERS["letter"]
GREY = (222, 225, 229)
"""The background around pages."""

SUNDAY = parse_pad(
    {
        "format": "qwixx-pad/1",
        "name": "sunday",
        "title": "the Sunday table",
        "rows": {
            "a": "red 2 3 4 5 6 7 8 9 10",
            "b": "yellow 2 3 4 5 6 7 8 9 10",
            "c": "green 12 11 10 9 8 blue 7 6 5 4",
            "d": "blue 12 11 10 9 8 green 7 6 5 4",
        },
    }
)


def pages(order: PrintOrder, dpi: float) -> list[Image.Image]:
    """Return a picture of every page of a print order."""
    return [page.render(scale=dpi / 72).to_pil() for page in pdfium.PdfDocument(print_pads(order))]


def page(order: PrintOrder, dpi: float) -> Image.Image:
    """Return a picture of the first page of a print order, on a grey background."""
    return on_grey(pages(order, dpi)[0])


def sheet(order: PrintOrder, width: int) -> Image.Image:
    """Return a picture of the first sheet of a print order, `width` pixels wide, with a margin of paper."""
    layout = order.layout
    dpi = width / layout.page_width * 25.4
    box = layout.sheet_box(0)
    top, bottom = (round(y / 25.4 * dpi) for y in (box.y - 1, box.bottom + 1))
    return pages(order, dpi)[0].crop((0, top, width, bottom))


def on_grey(picture: Image.Image, edge: int = 12) -> Image.Image:
    """Return a page on a grey background, which makes the page's edges visible."""
    table = Image.new("RGB", (picture.width + 2 * edge, picture.height + 2 * edge), GREY)
    table.paste(picture, (edge, edge))
    return table


def joined(pictures: list[Image.Image], *, down: bool = False) -> Image.Image:
    """Return pictures side by side (if `down`, below each other) on a grey background."""
    widths, heights = [p.width for p in pictures], [p.height for p in pictures]
    size = (max(widths), sum(heights)) if down else (sum(widths), max(heights))
    whole, at = Image.new("RGB", size, GREY), 0
    for picture in pictures:
        whole.paste(picture, (0, at) if down else (at, 0))
        at += picture.height if down else picture.width
    return whole


def save(name: str, picture: Image.Image) -> None:
    """Write a PNG of 64 colours, which are enough for flat inks."""
    few = picture.convert("RGB").quantize(64, dither=Image.Dither.NONE)
    few.save(HERE / f"{name}.png", optimize=True)


def order(game: str = "classic", per_page: int = 3, seed: int = 7, **options: object) -> PrintOrder:
    """Return a print order of one page or, if `count` is among the options, of that many sheets."""
    layout = Layout(options.pop("paper", A4), per_page)  # type: ignore[arg-type]
    pad = SUNDAY if game == SUNDAY.name else load_pad(game)
    count = options.pop("count", per_page)
    return PrintOrder(pad, count, seed, layout=layout, **options)  # type: ignore[arg-type]


def part(picture: Image.Image, left: float, top: float, right: float, bottom: float) -> Image.Image:
    """Return a part of a picture; its edges are fractions of the picture's width and height."""
    w, h = picture.size
    return picture.crop((round(left * w), round(top * h), round(right * w), round(bottom * h)))


def main() -> None:
    """Draw all pictures."""
    plain = {"cut_lines": False, "check_bar": False}
    save("pad-classic", sheet(order(**plain), 1400))
    for game in (*PADS[1:], *FURTHER_PADS):
        save(f"pad-{game}", sheet(order(game, **plain), 1000))
    save("pad-own", sheet(order("sunday", **plain), 1000))
    save("print-ink-save", sheet(order(ink="save", **plain), 1000))
    save("print-pastel", sheet(order(pastel=True, **plain), 1000))
    save("print-colour-blind", sheet(order("mixx-a", colour_blind=True, **plain), 1000))
    save("print-names", sheet(order(names=("Emma",), **plain), 1000))
    save("print-large", page(order(per_page=1), 80))
    save("print-count", joined([on_grey(made) for made in pages(order(count=5), 48)]))
    languages = [sheet(order(language=language, **plain), 1000) for language in ("en", "es", "de")]
    save("print-language", joined([part(made, 0, 0.7, 1, 1) for made in languages], down=True))
    seeds = [part(sheet(order(seed=seed, **plain), 1000), 0, 0.84, 1, 1) for seed in (7, 7, 8)]
    save("print-seed", joined(seeds, down=True))
    lucky = [sheet(order("longo", lucky=choice, **plain), 1000) for choice in ("fair", "5,10", "any")]
    save("print-lucky", joined([part(made, 0, 0, 1, 0.16) for made in lucky], down=True))
    save("print-page", page(order(), 90))
    save("print-per-page", joined([page(order(per_page=n), 48) for n in (2, 3, 4)]))
    save("print-paper", joined([page(order(paper=paper), 55) for paper in (A4, LETTER)]))
    save("print-double-sided", joined([page(order(game), 55) for game in ("mixx-a", "mixx-b")]))


if __name__ == "__main__":
    main()

"""Pictures of empty sheets, drawn by the project itself with random options."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from sheets.draw import print_pads
from sheets.order import PrintOrder, SheetSide, pages_of
from sheets.pad import PADS, Pad, load_pad, parse_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout, PageError
from sheets.plan import SheetPlan

SCALE = 6.0
"""Pixels per mm of a printed page."""
MARGIN_MM = 6.35
"""Width of the white paper to the left and right of the sheet in a PrintedSheet's picture."""
NEW_SHARE = 0.15
"""Probability of printing a new page; otherwise one of the last RECENT_SHEETS sheets is used again."""
RECENT_SHEETS = 40
NAMES = ("Emma", "Max", "Laura", "Noor", "Papa", "Großmutter", "J. P.")


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One empty sheet: its picture, what is printed on it, and the layout of its places."""

    picture: NDArray[np.float32]  # H x W x 3, BGR, 0 to 1, SCALE pixels per mm
    face: SheetSide
    plan: SheetPlan


def own_pad(chance: np.random.Generator) -> Pad:
    """Return a random custom pad, whose rows have other lengths, numbers and colours than usual."""
    colours = ["red", "yellow", "green", "blue"]
    length = int(chance.integers(7, 14))
    top = 12 if length <= 11 else 20
    rows = {}
    for letter, colour in zip("abcd", chance.permutation(colours), strict=True):
        numbers = chance.permutation(np.arange(2, top + 1))[:length]
        if chance.random() < 0.5:
            numbers = np.sort(numbers)
        words = [str(colour)]
        for number in numbers:
            if chance.random() < 0.15:
                words.append(str(chance.choice(colours)))
            words.append(str(number))
        rows[letter] = " ".join(words)
    return parse_pad(
        {"format": "qwixx-pad/1", "name": f"own-{length}", "sides": 6 if top == 12 else 10, "rows": rows}
    )


def printed_sheets(chance: np.random.Generator) -> Iterator[PrintedSheet]:
    """Yield sheets with random pads, papers and options without end, each of them several times."""
    recent: list[PrintedSheet] = []
    while True:
        if recent and chance.random() > NEW_SHARE:
            yield recent[int(chance.integers(0, len(recent)))]
            continue
        pad = load_pad(str(chance.choice(PADS))) if chance.random() < 0.85 else own_pad(chance)
        layout = Layout(
            PAPERS["a4" if chance.random() < 0.65 else "letter"],
            int(chance.choice((1, 2, 3, 4), p=(0.27, 0.2, 0.38, 0.15))),
        )
        try:
            recent += print_page(pad, layout, chance)
        except PageError:
            continue
        del recent[:-RECENT_SHEETS]
        yield recent[-1]


def printed(picture: NDArray[np.float32], chance: np.random.Generator) -> NDArray[np.float32]:
    """Return a sheet as another printer would print it, with other inks and paper, sometimes in grey."""
    if chance.random() < 0.08:
        grey = picture @ np.array([0.114, 0.587, 0.299], np.float32)
        picture = np.repeat(grey[..., None], 3, -1)
    ink = 1 - picture
    mixed = np.eye(3) + chance.normal(0, 0.07, (3, 3))
    strength = chance.uniform(0.6, 1.15)
    ink = ink @ (mixed * strength).T.astype(np.float32)
    paper = 1 - np.abs(chance.normal(0, 0.03, 3)).astype(np.float32)
    return np.asarray(np.clip(1 - ink, 0.02, 1) * paper, np.float32)


def print_page(pad: Pad, layout: Layout, chance: np.random.Generator) -> list[PrintedSheet]:
    """Return the sheets of one page, printed with random options."""
    names = tuple(chance.permutation(NAMES)[:2]) if chance.random() < 0.3 else ()
    seed = int(chance.integers(0, 2**31))
    order = PrintOrder(
        pad,
        min(2, layout.per_page),
        seed,
        layout=layout,
        language=str(chance.choice(("en", "es", "de"))),
        names=tuple(str(name) for name in names),
        lucky="any" if pad.lucky and chance.random() < 0.5 else "fair",
        ink="save" if chance.random() < 0.3 else "full",
        colour_blind=bool(chance.random() < 0.3),
        pastel=bool(chance.random() < 0.5),
    )
    document = pypdfium2.PdfDocument(print_pads(order))
    faces = next(iter(pages_of(order)))
    page = document[0].render(scale=SCALE * 25.4 / 72, rev_byteorder=False).to_numpy()[..., :3]
    sheets = []
    plan = plan_sheet(pad, layout)
    for slot, face in enumerate(faces):
        box = layout.sheet_box(slot)
        # the sheet with its surroundings on the page, as far as scissors leave them
        picture = page[
            round(box.y * SCALE) : round(box.bottom * SCALE), round(box.x * SCALE) : round(box.right * SCALE)
        ]
        margin = round(MARGIN_MM * SCALE)
        picture = np.pad(picture, ((0, 0), (margin, margin), (0, 0)), constant_values=255)
        sheets.append(PrintedSheet(picture.astype(np.float32) / np.float32(255), face, plan))
    document.close()
    return sheets

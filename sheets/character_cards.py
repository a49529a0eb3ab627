"""Cards of characters as a PDF: one page to cut up, the same bytes for the same texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from sheets.canvas import reproducible_canvas
from sheets.ink import LINE, SOFT, TEXT, Tone
from sheets.paper import PAPERS
from sheets.typeface import PT, font_name, text_width

CARD_MM = (85.0, 54.0)
"""Width and height of a card, in mm: that of a bank card."""
GAP_MM = 8.0
PADDING_MM = 7.0
NAME_SIZE, SMALL_SIZE, TEXT_SIZE = 17.0, 10.0, 12.0
"""Type sizes in points."""
LINE_MM = 5.6
"""Height of a line of the text."""
RADIUS_MM = 4.0


@dataclass(frozen=True, slots=True)
class CharacterCard:
    """The texts of a card: the character's name, the publisher's name for it, and its power."""

    name: str
    published: str
    power: str


def print_cards(cards: Sequence[CharacterCard], language: str = "en", paper: str = "a4") -> bytes:
    """The PDF of one page with these cards, at most eight; KeyError for a paper that PAPERS lacks."""
    size = PAPERS[paper]
    file = BytesIO()
    canvas = reproducible_canvas(file, size.width, size.height, language)
    canvas.setCreator("qwixx table")
    width, height = CARD_MM
    left = (size.width - 2 * width - GAP_MM) / 2

    def write(x: float, y: float, text: str, points: float, tone: Tone, weight: str = "Regular") -> None:
        canvas.setFillColorRGB(*tone)
        canvas.setFont(font_name(weight), points)
        canvas.drawString(x * PT, (size.height - y) * PT, text)

    for number, card in enumerate(cards):
        x, y = left + (number % 2) * (width + GAP_MM), 2 * GAP_MM + (number // 2) * (height + GAP_MM)
        canvas.setStrokeColorRGB(*LINE)
        canvas.setLineWidth(0.3 * PT)
        bottom = (size.height - y - height) * PT
        canvas.roundRect(x * PT, bottom, width * PT, height * PT, RADIUS_MM * PT)
        write(x + PADDING_MM, y + 13, card.name, NAME_SIZE, TEXT, "SemiBold")
        write(x + PADDING_MM, y + 19, f"({card.published})", SMALL_SIZE, SOFT)
        for line, words in enumerate(wrapped(card.power, TEXT_SIZE, width - 2 * PADDING_MM)):
            write(x + PADDING_MM, y + 28 + line * LINE_MM, words, TEXT_SIZE, TEXT)
    canvas.save()
    return file.getvalue()


def wrapped(text: str, size: float, width: float) -> Iterator[str]:
    """The lines of a text, each at most this many mm wide. `size`: type size in points."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size) > width:
            yield line
            longer = word
        line = longer
    yield line

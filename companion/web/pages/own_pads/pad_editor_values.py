"""The page on which a pad is drawn by clicking: the sheet as it will print, cells to tap, and tools."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheets.language import Phrase, message
from sheets.pad import COLOURS, Pad
from sheets.pad_part import pad_parts
from sheets.place_names import cell_phrase
from sheets.plan import SheetPlan
from sheets.sheet_svg import SheetPicture, draw_sheet
from sheets.typeface import PT

SWAP = "swap"
"""The tool that exchanges two numbers of a row."""
TOUCH_MM = 1.0
"""Reach of a tap beyond a cell's edge, in mm of paper; chosen."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool for cells. `value`: of the form. `colour`: that it paints, or "". `taps`: how many cells it
    needs."""

    value: str
    name: str
    colour: str = ""
    taps: int = 1


@dataclass(frozen=True, slots=True)
class TapPlace:
    """A cell to tap, in points of the picture from its left edge; y goes down from its bottom edge."""

    place: str
    name: Phrase
    x: float
    y: float
    width: float
    height: float
    held: bool


@dataclass(frozen=True, slots=True)
class TypedText:
    """A text that is typed: `field` of the form, the `name` of its table, the `part` of it, what stands there
    and an `example`."""

    field: str
    name: str
    part: str
    text: str
    example: str


@dataclass(frozen=True, slots=True)
class PadEditor:
    """The page. `letter`: of the sheet shown, "" if all are alike. `hand`: the tool in the hand."""

    pad: Pad
    picture: SheetPicture
    places: tuple[TapPlace, ...]
    tools: tuple[Tool, ...]
    hand: str
    texts: tuple[TypedText, ...]
    letter: str


def tools() -> tuple[Tool, ...]:
    """All tools: colours, the exchange of two numbers, and those of mechanisms."""
    paint = (Tool(f"paint {colour}", colour, colour) for colour in COLOURS)
    own = (Tool(key, part.tool) for key, part in pad_parts().items() if part.after_taps)
    return (*paint, Tool(SWAP, message("Swap two numbers")), *own)


def present_pad_editor(
    pad: Pad, data: Mapping[str, Any], language: str, *, hand: str, held: str, letter: str
) -> PadEditor:
    """The page for a pad and its `data`. `held`: the cell tapped first, of a tool that needs two."""
    letter = letter if letter in pad.letters else pad.letters[0] if pad.letters else ""
    picture = draw_sheet(pad.on_sheet(letter) if letter else pad, language)
    return PadEditor(
        pad,
        picture,
        tuple(_places(pad, picture.plan, picture.height, held)),
        tools(),
        hand if any(tool.value == hand for tool in tools()) else tools()[0].value,
        tuple(_texts(data)),
        letter,
    )


def _places(pad: Pad, plan: SheetPlan, height: float, held: str) -> Iterator[TapPlace]:
    for row, placed in zip(pad.rows, plan.rows, strict=True):
        for cell, box in zip(row.cells, placed.cells, strict=True):
            yield TapPlace(
                str(cell),
                cell_phrase(pad, str(cell)),
                round((box.x - TOUCH_MM / 2) * PT, 2),
                round((box.y - TOUCH_MM / 2) * PT - height, 2),
                round((box.w + TOUCH_MM) * PT, 2),
                round((box.h + TOUCH_MM) * PT, 2),
                str(cell) == held,
            )


def _texts(data: Mapping[str, Any]) -> Iterator[TypedText]:
    for key, part in pad_parts().items():
        found = data.get(key)
        for name, example, called in part.typed:
            text = found.get(name, "") if isinstance(found, Mapping) else ""
            yield TypedText(f"text {key} {name}", part.tool, called, text, example)

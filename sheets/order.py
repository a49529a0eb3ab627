"""Print orders, validated on creation, and the sides of sheets that an order prints.

The sheets of one order are a *batch*. Their serial numbers are a batch name and a number from 1.
"""

import difflib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat

from sheets.errors import BadInput
from sheets.language import LANGUAGES
from sheets.marker import marker_ids
from sheets.pad import ALL_PADS, Pad, load_pad, pad_data, read_pad
from sheets.pad_part import pad_parts
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from sheets.secret import sheet_secret
from sheets.serial import (
    GAME_LETTERS,
    LuckyPair,
    Serial,
    SheetCode,
    batch_name,
    deal_letters,
    draw_lucky,
)
from sheets.typeface import printable, text_width

MAX_SHEETS = 999  # in one print
NAME_SIZE = 11.0
"""Type size of a player's printed name, in points, on a sheet of scale 1."""

INK_CHOICES = ("full", "save")
"""How to use ink: "full" prints coloured fills, "save" prints outlines instead."""


class PrintError(BadInput):
    """A print order can't be fulfilled."""


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """An order for sheets. The constructor raises PrintError, PageError or SerialError for bad values."""

    pad: Pad
    count: int  # number of sheets
    seed: int
    back: Pad | None = None  # the pad on the back of each sheet
    layout: Layout = field(default_factory=lambda: Layout(PAPERS["a4"], 3))
    language: str = "en"
    names: tuple[str, ...] = ()
    """Names of players, one printed on each sheet in turn, beginning again after the last name."""
    lucky: str = "fair"  # for pads with lucky numbers, see `sheets.serial.draw_lucky`
    ink: str = "full"  # one of INK_CHOICES
    colour_blind: bool = False
    cut_lines: bool = True
    check_bar: bool = True
    pastel: bool = False  # True for the pale face of version 0.1

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MAX_SHEETS:
            raise PrintError(
                "A print has 1 to {most} sheets, but --count asks for {count}; choose a number in that "
                "range.",
                most=MAX_SHEETS,
                count=self.count,
            )
        if self.language not in LANGUAGES:
            raise PrintError(
                "The languages are {languages}, but you asked for {language!r}.",
                languages=", ".join(LANGUAGES),
                language=self.language[:20],
            )
        if self.ink not in INK_CHOICES:
            raise PrintError("The ink is full or save, but you asked for {ink!r}.", ink=self.ink[:20])
        for pad in self.sides:
            plan = plan_sheet(pad, self.layout)
            for name in self.names:
                _check_name(name, plan.name.w / plan.scale - 9.0)
            if pad.lucky:
                next(draw_lucky(self.seed, self.lucky))
        if self.lucky != "fair" and not any(pad.lucky for pad in self.sides):
            raise PrintError(
                "Lucky numbers are for Longo, but this print is of {pad}; leave out --lucky.",
                pad=self.pad.name,
            )

    @property
    def sides(self) -> tuple[Pad, ...]:
        """Return the pad of the front and, if there is a back, the pad of the back."""
        return (self.pad,) if self.back is None else (self.pad, self.back)

    @property
    def batch(self) -> str:
        """Return the batch name, with which the serial number of each sheet of this order begins."""
        return batch_name(self.seed, self.pad_names)

    @property
    def pad_names(self) -> str:
        """Return the names of the pads on front and back, joined by "+"."""
        return "+".join(pad.name for pad in self.sides)

    @property
    def unprintable_names(self) -> tuple[str, ...]:
        """Return the names with letters that the typefaces lack; their sheets have an empty name line."""
        return tuple(name for name in self.names if not printable(name))

    @property
    def pages(self) -> int:
        """Return the number of pages of the PDF."""
        return -(-self.count // self.layout.per_page) * len(self.sides)

    @property
    def faces(self) -> tuple[Pad, ...]:
        """Return each pad whose face is drawn, once: one per side, or one per letter for a lettered pad."""
        lettered = [pad.on_sheet(letter) for pad in self.sides for letter in pad.letters]
        return tuple(dict.fromkeys([*(pad for pad in self.sides if not pad.letters), *lettered]))


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of one sheet: its pad, and all that is printed on this side alone."""

    pad: Pad  # with the letter of this sheet, if the pad's sheets differ
    code: SheetCode
    name: str | None
    markers: tuple[int, int, int, int]
    secret: str  # see `sheets.secret`

    @property
    def serial(self) -> Serial:
        return self.code.serial

    @property
    def lucky(self) -> LuckyPair | None:
        return self.code.lucky


def pages_of(order: PrintOrder) -> Iterator[tuple[SheetSide, ...]]:
    """Yield the sides of sheets on each page, top to bottom. Front pages and any back pages alternate.

    Every side has its own number, because a photo shows only one side. With a back, the first sheet has the
    numbers 1 and 2, the second sheet 3 and 4.
    """
    lucky = draw_lucky(order.seed, order.lucky)
    dealt = [deal_letters(order.seed, pad.letters) if pad.letters else repeat("") for pad in order.sides]
    step = len(order.sides)
    for first in range(0, order.count, order.layout.per_page):
        on_page = range(first, min(first + order.layout.per_page, order.count))
        for side, plain in enumerate(order.sides):
            sides = []
            for sheet in on_page:
                letter = next(dealt[side])
                pad = plain.on_sheet(letter) if letter else plain
                number = sheet * step + side + 1
                name = order.names[sheet % len(order.names)] if order.names else None
                code = SheetCode(
                    game=game_of(pad),
                    layout=order.layout.code,
                    serial=Serial(order.batch, number),
                    lucky=next(lucky) if pad.lucky else None,
                    fingerprint=pad_fingerprint(plain) if game_of(plain) == "own" else None,
                    letter=letter or None,
                )
                secret = sheet_secret(order.seed, order.pad_names, number)
                sides.append(SheetSide(pad, code, name, marker_ids(number), secret))
            yield tuple(sides)


def find_pad(game: str) -> Pad:
    """Return the built-in pad of `game`, or the pad in the file `game` if the name ends in .toml.

    Raise PrintError for an unknown game, PadError for an invalid file.
    """
    if game.endswith(".toml"):
        return read_pad(game)
    if game == "cards":
        raise PrintError("The card game is played on the pad classic, mixx-a or mixx-b; print one of these.")
    if game not in ALL_PADS:
        if near := difflib.get_close_matches(game.lower(), ALL_PADS, 1):
            raise PrintError(
                "There is no game called {game!r}; did you mean {near}?", game=game[:40], near=near[0]
            )
        raise PrintError(
            "There is no game called {game!r}; print {pads}, or a pad file of your own that ends in .toml.",
            game=game[:40],
            pads=", ".join(ALL_PADS),
        )
    return load_pad(game)


def game_of(pad: Pad) -> str:
    """Return the game whose built-in pad (or one of its lettered sheets) is `pad`, or "own" if none is."""
    if pad.name not in GAME_LETTERS:
        return "own"
    built_in = load_pad(pad.name)
    if pad.letter in built_in.letters:
        built_in = built_in.on_sheet(pad.letter)
    return pad.name if pad == built_in else "own"


def pad_fingerprint(pad: Pad) -> str:
    """Return a hash of the layout of `pad`: four hexadecimal digits, rarely the same for two pads."""
    cells = " ".join(f"{cell}{cell.colour}{cell.bonus or ''}" for cell in pad.cells)
    data = pad_data(pad)
    boxes = " ".join(
        table["boxes"] for table in data.values() if isinstance(table, dict) and "boxes" in table
    )
    text = f"{cells} | {boxes} | {pad.sides} {pad.lock_needs} {pad.last_cells} {pad.lucky}"
    mixing = [key for key in pad.mechanisms if not pad_parts()[key].is_bonus]
    special = {key: table for key, table in data.items() if key in (*mixing, "most-marks")}
    if special:
        text += f" | {json.dumps(special, sort_keys=True)}"
    return hashlib.sha256(text.encode()).hexdigest()[:4].upper()


def _check_name(name: str, width: float) -> None:
    shown = name if len(name) <= 40 else name[:40] + "…"
    if not name.strip() or not name.isprintable():
        raise PrintError(
            "Expected a name between the commas, but found {shown!r}; leave out empty names.", shown=shown
        )
    if text_width(printable(name), NAME_SIZE * 0.75, "Medium") > width:
        raise PrintError("The name {shown!r} is longer than the line for it; shorten it.", shown=shown)

"""The editor of custom pads. It checks a pad after each step, and can store the pad or send a file of it."""

import json
import re
import secrets
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.storage.private_files import NotKept
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import file_response, whole_number
from companion.web.pages.new_game.new_game_form import own_pad, own_pad_value
from companion.web.pages.table.table_requests import go_to
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language, request_translator
from sheets import pad_draft
from sheets.language import message
from sheets.pad import (
    COLOURS,
    FURTHER_PADS,
    PADS,
    ROW_LETTERS,
    SHEET_LETTERS,
    Pad,
    load_pad,
    pad_data,
    parse_pad,
)
from sheets.pad_draft import Data
from sheets.pad_part import pad_parts
from sheets.pad_table import MAX_PAD_BYTES, PadError, toml_text
from sheets.paper import Box, PageError
from sheets.place_names import cell_phrase
from sheets.svg import SheetPicture, draw_sheet
from sheets.typeface import PT

blueprint = Blueprint("pad_editor", __name__)

NO_DRAFT = message("What was drawn did not arrive complete; open the page again.")
SWAP = "swap"
"""The tool that swaps two numbers of a row."""
TOUCH_MM = 1.0
"""Millimetres on paper by which a cell's tap area is wider and higher than the cell."""
_PLACE = re.compile(r"[a-d][1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the editor, which changes the cells that the user taps."""

    value: str  # in the form
    name: str
    colour: str = ""  # the colour of a tool that paints, or ""


def tools() -> tuple[Tool, ...]:
    """Return all tools: one per colour for painting, one for swapping numbers, and the mechanisms' tools."""
    paint = (Tool(f"paint {colour}", colour, colour) for colour in COLOURS)
    own = (Tool(key, part.tool) for key, part in pad_parts().items() if part.after_taps)
    return (*paint, Tool(SWAP, message("Swap two numbers")), *own)


def tap_places(pad: Pad, picture: SheetPicture) -> Iterator[tuple[str, Box]]:
    """Yield each cell's name and tap area, in points; y runs down from -`picture.height` to 0."""
    for row, placed in zip(pad.rows, picture.plan.rows, strict=True):
        for cell, box in zip(row.cells, placed.cells, strict=True):
            x, y = (box.x - TOUCH_MM / 2) * PT, (box.y - TOUCH_MM / 2) * PT - picture.height
            area = (x, y, (box.w + TOUCH_MM) * PT, (box.h + TOUCH_MM) * PT)
            yield str(cell), Box(*(round(value, 2) for value in area))


def typed_texts(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts in a pad's `data` that people type rather than tap, by the name of the form field."""
    return {
        f"text {key} {name}": text
        for key, part in pad_parts().items()
        for name, *_ in part.typed
        if isinstance(data.get(key), Mapping) and (text := data[key].get(name))
    }


@blueprint.get("/pads/draw")
@allow("table")
def page() -> str:
    """Show the editor with a copy of the pad in the parameter `from`, by default the classic pad."""
    wanted = request.args.get("from", "")
    if (own := own_pad(wanted)) is not None:
        return _page(pad_draft.draft_of(own, own.name, own.title), {})
    pad = load_pad(wanted if wanted in (*PADS, *FURTHER_PADS) else "classic")
    title = request_translator()(message("Our own pad"))
    return _page(pad_draft.draft_of(pad, _name(title), title), {})


@blueprint.post("/pads/draw")
def draw() -> str:
    """Change the pad as the form's `deed` says ("tap a5", "turn a", …), or show why that isn't possible."""
    before, form = _draft(), request.form.to_dict()
    wanted, held = _changed(before, form)
    try:
        return _page(wanted, form, held=held)
    except (PadError, PageError) as problem:
        return _page(before, form, problem=problem.in_language(request_translator()))


@blueprint.post("/pads/draw/file")
def file() -> Response:
    """Send the pad in the form as a file."""
    data = _finished()
    return file_response(toml_text(data), "application/toml", f"{data['name']}.toml")


@blueprint.post("/pads/draw/keep")
def keep() -> Answer | tuple[str, int]:
    """Store the pad in the form as a custom pad, and select it for a new game."""
    data = _finished()
    try:
        pad = this_server().own_pads.keep(toml_text(data).encode(), f"{data['name']}.toml")
    except (PadError, PageError, NotKept) as problem:
        return _page(data, request.form, problem=problem.in_language(request_translator())), 422
    return go_to(f"/new?game={quote(own_pad_value(pad))}")


def _draft() -> Data:
    """Return the pad in the form's field `pad` (JSON). Raise RequestRefused if the pad is invalid."""
    text = request.form.get("pad", "")
    try:
        if len(text) > MAX_PAD_BYTES:
            raise ValueError
        return pad_data(parse_pad(json.loads(text)))
    except (ValueError, RecursionError) as problem:  # a PadError is a ValueError too
        raise RequestRefused("no-pad", NO_DRAFT, status=422) from problem


def _finished() -> Data:
    """Return the form's pad, changed by the form's other fields, or raise RequestRefused or PadError."""
    data = _with_fields(_draft(), request.form.to_dict())
    parse_pad(data)
    return data


def _changed(data: Data, form: Mapping[str, str]) -> tuple[Data, str]:
    """Return the pad as changed by the form, and the cell that waits for a second tap, or ""."""
    data = _with_fields(data, form)
    word, _, rest = form.get("deed", "").partition(" ")
    letter = rest[:1]
    if word == "tap" and _PLACE.fullmatch(rest):
        return _tap(data, rest, form)
    if letter not in ROW_LETTERS:
        return data, ""
    match word:
        case "turn":
            data = pad_draft.turned(data, letter)
        case "shuffle":
            data = pad_draft.shuffled(data, letter, secrets.randbits(32))
        case "longer":
            data = pad_draft.lengthened(data, letter)
        case "shorter":
            data = pad_draft.shortened(data, letter)
        case "colour" if rest[2:] in COLOURS:
            data = pad_draft.painted(data, letter, rest[2:])
    return data, ""


def _tap(data: Data, place: str, form: Mapping[str, str]) -> tuple[Data, str]:
    """Apply the selected tool to a cell; return the pad, and the cell that waits for a second tap, or ""."""
    tool = next((tool for tool in tools() if tool.value == form.get("tool")), tools()[0])
    held = form.get("held", "")
    if tool.colour:
        return pad_draft.painted(data, place, tool.colour), ""
    letter = form.get("letter", "A") if form.get("letter") in SHEET_LETTERS else "A"
    done = None if tool.value == SWAP else pad_draft.tapped(data, tool.value, [place], letter)
    if done is None and (not _PLACE.fullmatch(held) or held == place):
        return data, "" if held == place else place
    if done is None and tool.value == SWAP:
        done = pad_draft.swapped(data, held, place)
    return done or pad_draft.tapped(data, tool.value, [held, place], letter) or data, ""


def _with_fields(data: Data, form: Mapping[str, str]) -> Data:
    """Return the pad with the form's fields applied: title, dice, locks, lucky numbers, mechanisms' texts."""
    title = " ".join(form.get("title", str(data["title"])).split())
    if title and title != data["title"]:
        data = data | {"title": title, "name": _name(title)}
    for key in ("lock-needs", "last-cells"):
        if (number := whole_number(form.get(key, ""), max_digits=2)) is not None:
            data = data | {key: number}
    sides = whole_number(form.get("sides", ""), max_digits=2)
    if sides is not None and sides != data["sides"]:
        data = pad_draft.with_sides(data, sides)
    if "title" in form:
        data = data | {"lucky": "lucky" in form}
    for key, part in pad_parts().items():
        sent = {name: form[field] for name, *_ in part.typed if (field := f"text {key} {name}") in form}
        if sent:
            before = data.get(key)
            rest = {n: t for n, t in before.items() if n not in sent} if isinstance(before, dict) else {}
            typed = {name: text.strip() for name, text in sent.items() if text.strip()}
            has_no_cells = part.after_taps and not rest
            data = pad_draft.with_table(data, key, {} if has_no_cells else rest | typed)
    return data


def _name(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-") or "pad"


def _page(data: Data, form: Mapping[str, Any], *, held: str = "", problem: str = "") -> str:
    pad: Pad = parse_pad(data)
    letter, hand = form.get("letter", ""), form.get("tool", "")
    if letter not in pad.letters:
        letter = next(iter(pad.letters), "")
    picture = draw_sheet(pad.on_sheet(letter) if letter else pad, request_language())
    return render_template(
        "pages/own_pads/pad_editor.html",
        pad=pad,
        picture=picture,
        places=tap_places(pad, picture),
        tools=tools(),
        hand=hand if any(tool.value == hand for tool in tools()) else tools()[0].value,
        parts=pad_parts(),
        typed=typed_texts(data),
        shown=letter,
        data=json.dumps(data, ensure_ascii=False),
        held=held,
        problem=problem,
        sides=(4, 6, 8, 10, 12, 20),
        letters=SHEET_LETTERS,
        begin_with=(*PADS, *FURTHER_PADS),
    )


blueprint.add_app_template_filter(cell_phrase)

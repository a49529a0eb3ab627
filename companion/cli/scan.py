"""`qwixx scan`: reads marked sheets in photos."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.files import make_folder, write_picture
from companion.cli.options import NAMED_FILE, json_option, language_option
from companion.cli.output import json_line
from companion.cli.photos import Photos
from companion.cli.verb import Verb
from sheets.language import Translate, message, translator

if TYPE_CHECKING:
    from companion.rules.observed_sheet import ObservedSheet
    from companion.sheet_scan.reading import SheetReading
    from sheets.pad import Pad
    from vision.frames.image import Image


STATUSES = {
    "complete": message("complete"),
    "unsure": message("not sure"),
    "no-sheet": message("no sheet"),
}


def text_of(name: str, reading: SheetReading, _: Translate) -> list[str]:
    """Return a sheet's reading as lines: rows, points, doubtful places, contradictions of the rules."""
    head = f"{name}: {_(STATUSES[reading.status])}"
    body: list[str] = []
    if reading.pad is not None and reading.observed is not None:
        head += f", {reading.pad.title}"
        if reading.pad.letter:
            head += _(", sheet {letter}").format(letter=reading.pad.letter)
        head += f" {reading.serial}" if reading.serial else ""
        body = [*_rows(reading, reading.pad, reading.observed, _), _score(reading, reading.observed, _)]
    return [head, *(f"  {line}" for line in [*body, *_faults(reading, _)])]


_BETWEEN_ROWS = re.compile(r"([a-d])([a-d])([0-9]+)")
"""Matches the name of a cell between two rows, such as "ab5"."""


def _rows(reading: SheetReading, pad: Pad, observed: ObservedSheet, _: Translate) -> list[str]:
    """Return a line per row with its points; "x" precedes a crossed number, "?" a doubtful number."""
    from companion.rules.score import score_on_paper
    from companion.rules.sheet_part import notes_on

    doubtful, crossed = {doubt.cell for doubt in reading.unsure}, set(observed.places)
    lock_word = _("lock")
    places = [place for notes in notes_on(pad).values() for place in notes.places]
    between = [match for match in map(_BETWEEN_ROWS.fullmatch, places) if match]
    width, head = 5 if any(place.endswith("+") for place in places) else 4, 2 if between else 1

    def signs(*names: str) -> str:
        return "".join("?" if name in doubtful else "x" if name in crossed else "" for name in names)

    def numbered(names: Iterable[tuple[str, int]]) -> str:
        return "".join(f"{signs(name, name + '+') + str(number):>{width}}" for name, number in names)

    lines, points = [], score_on_paper(observed).rows
    for index, row in enumerate(pad.rows):
        cells = numbered((str(cell), cell.number) for cell in row)
        lock = signs(f"lock {row.letter}") + lock_word
        lines.append(
            (f"{row.letter:<{head}}{cells}  {lock:>{len(lock_word) + 1}}", f"  = {points[index]:>3}")
        )
        below = [(match[0], int(match[3])) for match in between if match[1] == row.letter]
        if below:
            lines.append((below[0][0][:2] + numbered(below), ""))
    longest = max(len(line) for line, _points in lines)
    return [f"{line:<{longest}}{points}".rstrip() for line, points in lines]


def _score(reading: SheetReading, observed: ObservedSheet, _: Translate) -> str:
    """Return a line with the lucky numbers, misses, bonuses and the total, and their points."""
    from companion.rules.score import score_on_paper
    from companion.rules.speciality import specialities_of

    parts, score = [], score_on_paper(observed)
    if reading.lucky:
        first, second = reading.lucky
        parts.append(_("lucky {first} and {second}").format(first=first, second=second))
    parts.append(_("penalties {count} = {points}").format(count=observed.misses, points=score.misses))
    reports = specialities_of(observed.pad).reports(observed.sheet, score.bonus).values()
    parts += [report.scanned.in_language(_) for report in reports if report.scanned is not None]
    parts.append(_("total {points}").format(points=score.total))
    return "; ".join(parts)


def _faults(reading: SheetReading, _: Translate) -> Iterator[str]:
    """Yield sentences about doubtful and hidden places, problems and contradictions."""
    doubtful = [f"{doubt.cell} ({round(100 * doubt.p)} %)" for doubt in reading.unsure if not doubt.hidden]
    if doubtful:
        text = _("Not sure; please look (how likely it is crossed): {places}")
        yield text.format(places=", ".join(doubtful))
    hidden = [doubt.cell for doubt in reading.unsure if doubt.hidden]
    if hidden:
        yield _("Cannot be seen: {places}").format(places=", ".join(hidden))
    yield from (problem.in_language(_) for problem in reading.problems)
    yield from (f"{fault.refusal.in_language(_)} [{fault.rule}]" for fault in reading.contradictions)


def write_crops(folder: Path, image: Image, stem: str, reading: SheetReading) -> None:
    """Write a picture of each doubtful place of a sheet to `folder`, as PHOTO-SHEET-PLACE.png.

    Raise Unwritable if that fails.
    """
    for doubt in reading.unsure:
        x, y, w, h = doubt.box
        if not w or not h:
            continue
        top, left = max(0, y - h // 2), max(0, x - w // 2)
        crop = image[top : y + h + h // 2, left : x + w + w // 2]
        name = "-".join([stem, reading.serial or "sheet", doubt.cell.replace(" ", "-")]) + ".png"
        write_picture(make_folder(folder) / name, crop)


@click.command(
    "scan",
    cls=Verb,
    examples=[
        ("scan sheets.jpg", "Read the marked sheets in a photo"),
        ("scan --crops doubtful --json *.jpg", "Print JSON, with pictures of doubtful places"),
        ("scan --pad ours.toml sheet.jpg", "Sheets of a pad of your own"),
    ],
    exits=["every sheet was read complete", "some were not: a place is doubtful, or there is no sheet"],
)
@click.argument("names", nargs=-1, required=True, metavar="PHOTO...", type=NAMED_FILE)
@json_option("one object per line and sheet")
@click.option(
    "--pad",
    "own",
    multiple=True,
    metavar="FILE.toml",
    type=NAMED_FILE,
    help="A pad of your own; may be repeated.",
)
@click.option(
    "--crops",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write a picture of each doubtful place into this folder.",
)
@language_option
def command(
    names: tuple[str, ...], as_json: bool, own: tuple[str, ...], crops: Path | None, language: str
) -> None:
    """Read marked sheets, printed by `qwixx print`, from photos: crosses, locks, penalties, score.

    For each sheet, it checks whether legal play can lead to it, and names every doubtful place.
    """
    from companion.sheet_scan.reading import NO_SHEET, read_sheets
    from companion.storage.own_pads import OwnPads
    from companion.storage.prints import ledger_folder
    from sheets.pad import read_pad

    # pads named with --pad come before kept pads
    pads = [read_pad(path) for path in own]
    pads += [pad for pad in OwnPads(ledger_folder()).all() if pad not in pads]
    _ = translator(language)
    photos = Photos(names, _("Reading sheets"))
    for name, image in photos:
        for reading in read_sheets(image, pads) or (NO_SHEET,):
            photos.say(*([json_line(reading.to_json(name, _))] if as_json else text_of(name, reading, _)))
            if crops is not None:
                write_crops(crops, image, Path(name).stem, reading)
            if reading.status != "complete":
                photos.mark_incomplete()
    sys.exit(photos.status)

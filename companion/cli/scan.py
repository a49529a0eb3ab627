"""`qwixx scan`: marked sheets in photos."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.files import make_folder, write_picture
from companion.cli.options import complete_files, json_option, language_option
from companion.cli.output import json_line
from companion.cli.photos import Photos
from companion.cli.verb import Verb
from sheets.language import Translate, translator

if TYPE_CHECKING:
    from companion.sheet_scan.reading import SheetReading
    from sheets.pad import Pad
    from vision.frames.image import Image


def _row(reading: SheetReading, letter: str, _: Translate) -> str:
    """One row of a sheet as a line: crossed numbers stand out, doubtful ones have a question mark."""
    assert reading.pad is not None and reading.observed is not None
    row = reading.pad.row(letter)
    index = "abcd".index(letter)
    bits = reading.observed.rows[index]
    doubtful = {doubt.cell for doubt in reading.unsure}

    def place(name: str, text: str, crossed: int) -> str:
        return ("?" if name in doubtful else "x" if crossed else "") + text

    cells = "".join(f"{place(str(cell), str(cell.number), bits >> cell.index & 1):>4}" for cell in row)
    lock = place(f"lock {letter}", _("lock"), reading.observed.locks >> index & 1)
    return f"{cells}  {lock:>{len(_('lock')) + 1}}"


def text_of(name: str, reading: SheetReading, _: Translate) -> str:
    """What a person is told of one sheet."""
    words = {"complete": _("complete"), "unsure": _("not sure"), "no-sheet": _("no sheet")}
    head = f"{name}: {words[reading.status]}"
    if reading.pad is not None and reading.observed is not None:
        head += f", {reading.pad.title}"
        head += f" {reading.serial}" if reading.serial else ""
    lines = [head]
    if reading.observed is not None and reading.pad is not None:
        observed, score = reading.observed, reading.observed.score
        rows = [(letter, _row(reading, letter, _)) for letter in "abcd"]
        width = max(len(row) for _letter, row in rows)
        lines += [
            f"  {letter}{row:<{width}}  = {points:>3}"
            for (letter, row), points in zip(rows, score.rows, strict=True)
        ]
        extras = []
        if reading.lucky:
            extras.append(
                _("lucky {first} and {second}").format(first=reading.lucky[0], second=reading.lucky[1])
            )
        extras.append(_("misses {count} = {points}").format(count=observed.misses, points=score.misses))
        if observed.pad.bar:
            extras.append(
                _("boxes crossed {count} of {all}").format(
                    count=observed.bar.bit_count(), all=len(observed.pad.bar)
                )
            )
        elif observed.earned:
            extras.append(
                _("bonuses {names} = {points}").format(names=", ".join(observed.earned), points=score.bonus)
            )
        extras.append(_("total {points}").format(points=score.total))
        lines.append("  " + "; ".join(extras))
    doubtful = [f"{d.cell} ({round(100 * d.p)} %)" for d in reading.unsure if not d.hidden]
    if doubtful:
        text = _("Not sure; please look (how likely it is crossed): {places}")
        lines.append("  " + text.format(places=", ".join(doubtful)))
    hidden = [doubt.cell for doubt in reading.unsure if doubt.hidden]
    if hidden:
        lines.append("  " + _("Cannot be seen: {places}").format(places=", ".join(hidden)))
    lines += [f"  {problem.in_language(_)}" for problem in reading.problems]
    lines += [f"  {fault.refusal.in_language(_)} [{fault.rule}]" for fault in reading.contradictions]
    return "\n".join(lines)


def write_crops(folder: Path, image: Image, stem: str, reading: SheetReading) -> None:
    """A picture of each doubtful place with its surroundings, as PHOTO-SHEET-PLACE.png. Raises Unwritable."""
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
        ("scan --crops doubtful --json *.jpg", "For a program, with pictures of what is doubtful"),
        ("scan --pad ours.toml sheet.jpg", "Sheets of a pad of your own"),
    ],
    exits=["every sheet was read complete", "some were not: a place is doubtful, or there is no sheet"],
)
@click.argument("names", nargs=-1, required=True, metavar="PHOTO...", shell_complete=complete_files)
@json_option("one object a line, one a sheet")
@click.option(
    "--pad",
    "own",
    multiple=True,
    metavar="FILE.toml",
    shell_complete=complete_files,
    help="A pad of your own; may be repeated.",
)
@click.option(
    "--crops", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
    help="Write a picture of each doubtful place into this folder.",
)  # fmt: skip
@language_option
def command(
    names: tuple[str, ...], as_json: bool, own: tuple[str, ...], crops: Path | None, language: str
) -> None:
    """Read marked sheets, printed by `qwixx print`, from photos: crosses, locks, misses, score.

    Each sheet is checked by the rules: whether any legal play leads to what stands on it. What is doubtful
    is said to be, place by place.
    """
    from companion.sheet_scan.reading import NO_SHEET, read_sheets
    from sheets.pad import read_pad

    pads: list[Pad] = [read_pad(path) for path in own]
    _ = translator(language)
    photos = Photos(names, _("Reading sheets"))
    for name, image in photos:
        for reading in read_sheets(image, pads) or (NO_SHEET,):
            photos.say(json_line(reading.to_json(name, _)) if as_json else text_of(name, reading, _))
            if crops is not None:
                write_crops(crops, image, Path(name).stem, reading)
            if reading.status != "complete":
                photos.doubt()
    sys.exit(photos.status)

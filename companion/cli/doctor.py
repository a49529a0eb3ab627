"""`qwixx doctor`: checks what the table needs, and says what to do about each fault."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.files import write_picture
from companion.cli.options import (
    PORT,
    data_option,
    json_option,
    language_option,
    option,
    options_value,
    parameter,
)
from companion.cli.output import Pieces, json_line, say
from companion.cli.progress import Progress
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate, translator

if TYPE_CHECKING:
    from companion.doctor import Finding
    from vision.frames.image import Image

SIGNS = {"well": ("ok", "green"), "note": ("--", "yellow"), "fault": ("!!", "red")}
"""The sign at the start of a line and its colour, by the finding's state."""
PROGRESS_STEPS = 20
"""Steps of the progress bar while a camera is watched."""


@dataclass(frozen=True, slots=True)
class DoctorOptions:
    """The options of `qwixx doctor`."""

    camera: str = option(
        default="",
        metavar="SPEC",
        help="The camera to check: a number or name, a video, a folder, an address, or none. "
        "Default: the first camera.",
    )
    picture: Path | None = option(
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Save the camera's picture with the dice that were read drawn on it.",
    )
    check_bar: float | None = option(
        type=float, metavar="MM", help="The length of the bar on a printed page, by a ruler."
    )
    port: int = option(
        type=click.IntRange(1, 65535),
        default=PORT,
        metavar="N",
        show_default=True,
        help="The port of the page.",
    )
    data: Path | None = parameter(data_option)
    as_json: bool = parameter(json_option("an object with ok and the result of each check"))
    language: str = parameter(language_option)


@click.command(
    "doctor",
    cls=Verb,
    examples=[
        ("doctor", "Look at everything"),
        ("doctor --picture seen.jpg --camera 1", "What the second camera sees, as a picture"),
        ("doctor --check-bar 48.5", "You printed a page and measured the bar at its top"),
    ],
    exits=["all is well", "something needs you; the lines that begin with !! say what to do"],
)
@options_value(DoctorOptions)
def command(options: DoctorOptions) -> None:
    """Check program, camera, network, printer and games, and say what to do.

    It changes nothing and sends nothing. You need no camera: photos, and rolls tapped in, work without one.
    """
    from companion.doctor import GROUPS, examine
    from companion.storage.prints import ledger_folder

    _ = translator(options.language)
    pictures: list[Image] = []
    reported: list[Finding] = []
    with Progress(_("Looking through the camera"), PROGRESS_STEPS) as progress:
        groups = examine(
            options.data or ledger_folder(),
            options.port,
            options.camera,
            options.check_bar,
            lambda share: progress.reach(int(share * PROGRESS_STEPS)),
            pictures.append,
        )
        for group, findings in groups:
            if not options.as_json:
                progress.say(*([""] if reported else []), _(GROUPS[group]))
            for finding in findings:
                reported.append(finding)
                if not options.as_json:
                    progress.say(*lines(finding, _))
    if options.picture is not None:
        save(pictures, options.picture)
        if not options.as_json:
            say("", _("The picture is in {file}.").format(file=options.picture))
    faults = sum(finding.state == "fault" for finding in reported)
    if options.as_json:
        say(json_line({"ok": not faults, "checks": [finding.to_json(_) for finding in reported]}))
    elif faults:
        say("", _("To do: {count}; see the lines that begin with !!").format(count=faults))
    else:
        say("", _("All is well."))
    sys.exit(1 if faults else 0)


def lines(finding: Finding, _: Translate) -> Iterator[str | Pieces]:
    """Yield a finding as lines for a terminal: sign and result, then the advice."""
    sign, colour = SIGNS[finding.state]
    width = min(100, max(40, shutil.get_terminal_size().columns))
    first, *rest = textwrap.wrap(
        finding.in_language(_), width - 6, break_long_words=False, break_on_hyphens=False
    ) or [""]
    yield [("  ", ""), (sign, colour), (f"  {first}", "")]
    yield from (f"      {line}" for line in rest)
    advice = textwrap.wrap(finding.advice(_), width - 9, break_long_words=False, break_on_hyphens=False)
    yield from (f"      {'>' if number == 0 else ' '} {line}" for number, line in enumerate(advice))


def save(pictures: list[Image], file: Path) -> None:
    """Write the last picture, or raise BadInput if there is none or the file can't be written."""
    if not pictures:
        raise BadInput("--picture: expected a camera that shows something, but no picture came; see above.")
    write_picture(file, pictures[-1])

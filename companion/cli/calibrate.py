"""`qwixx calibrate`: learns the look of a table's six dice once, for use from then on."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.calibration_output import (
    calibration_json,
    calibration_text,
    proposal_json,
    proposal_text,
    write_portraits,
)
from companion.cli.options import (
    NAMED_FILE,
    data_option,
    game_option,
    json_option,
    language_option,
    options_value,
    removed_option,
)
from companion.cli.output import json_line, print_error, say
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate, message, translator

if TYPE_CHECKING:
    from companion.storage.calibrations import Calibrations
    from vision.dice.calibration import CalibrationError, CalibrationProposal
    from vision.frames.image import Image
    from vision.reading import Colour

QUESTION = message("Are these right? Enter keeps them, 3=yellow corrects one, q stops")


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """The command line of `qwixx calibrate`."""

    sources: tuple[str, ...]
    name: str | None
    listing: bool
    forget: str | None
    colours: tuple[str, ...]
    yes: bool
    game: str
    removed: tuple[str, ...]
    picture: Path | None
    as_json: bool
    data: Path | None
    language: str

    @property
    def sides(self) -> int:
        return 8 if self.game == "longo" else 6


@click.command(
    "calibrate",
    cls=Verb,
    examples=[
        ("calibrate", "Calibrate the dice before the first camera"),
        ("calibrate dice-1.jpg dice-2.jpg --name kitchen", "From photos, one for each roll, under a name"),
        ("calibrate webcam --colour 4=yellow --yes", "Call the fourth die yellow, and ask nothing"),
        ("calibrate --list", "What is calibrated"),
    ],
    exits=["the dice were calibrated, listed or forgotten", "they were not: a sentence says what to do"],
)
@click.argument("sources", nargs=-1, metavar="[SOURCE]...", type=NAMED_FILE)
@click.option("--name", metavar="NAME", help="Keep them under this name; if left out, that of the camera.")
@click.option("--list", "listing", is_flag=True, help="List the calibrated dice and stop.")
@click.option("--forget", metavar="NAME", help="Delete the calibration of this name and stop.")
@click.option(
    "--colour",
    "colours",
    multiple=True,
    metavar="N=COLOUR",
    help="What die N of the list is called in the game, whatever its hue; may be repeated.",
)
@click.option("--yes", is_flag=True, help="Keep them without asking.")
@game_option("Whose dice.")
@removed_option("A colour that has left the game; may be repeated.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Save the dice side by side, in the order of the list.",
)
@json_option("what was seen or is known, one object a line")
@data_option
@language_option
@options_value(CalibrateOptions)
def command(options: CalibrateOptions) -> None:
    """Learn what the six dice of your table look like to your camera, and use that from then on.

    Lay all six a little apart in the light in which you play. SOURCE is what `qwixx watch` takes: a camera's
    number or a part of its name, a video, a folder, an address; or photos. The dice may have any hues: say
    once which counts as which. `read`, `watch` and `table` then use it by the camera's name.
    """
    from companion.storage.calibrations import Calibrations

    _ = translator(options.language)
    if options.sources and (options.listing or options.forget is not None):
        raise BadInput(
            "expected no SOURCE beside --list or --forget, but found {sources}; leave it out.",
            sources=" ".join(options.sources),
        )
    calibrations = Calibrations(options.data)
    if options.listing:
        _list(calibrations, options.as_json, _)
    elif options.forget is not None:
        if not calibrations.delete(options.forget):
            calibrations.delete(calibrations.by_name(options.forget).name)
        say(_("Forgotten: {name}.").format(name=options.forget))
    elif not _learn(options, calibrations, _):
        sys.exit(1)


def _list(calibrations: Calibrations, as_json: bool, _: Translate) -> None:
    found = calibrations.all()
    for calibration in found:
        say(*([json_line(calibration_json(calibration))] if as_json else calibration_text(calibration, _)))
    if not found and not as_json:
        say(
            _(
                "No dice have been calibrated yet; `qwixx calibrate` does it for the ones in front of the "
                "camera."
            )
        )


def _learn(options: CalibrateOptions, calibrations: Calibrations, _: Translate) -> bool:
    """Show the dice, ask whether they are right, and save them; False if nothing was saved."""
    from companion.storage.calibrations import Calibration, current_second
    from vision.dice.calibration import CalibrationError, calibrate

    can_ask = not options.as_json and sys.stdin.isatty()
    try:
        name, first, others = _look(options, _)
        name = options.name or name
        first = _recoloured(first, options.colours)
        if options.picture is not None:
            write_portraits(first, options.picture)
        if not options.as_json:
            say(*proposal_text(first, _))
        agreed = first if options.yes else _ask(first, _) if can_ask else None
        known = calibrate(agreed, *_same_dice(agreed, others, _)) if agreed is not None else None
    except CalibrationError as problem:
        print_error(problem.in_language(_))
        return False
    if known is not None:
        calibrations.save(Calibration(name, current_second(), known))
    if options.as_json:
        say(json_line(proposal_json(name, agreed or first, kept=known is not None)))
    elif known is not None:
        say(_("Calibrated: from now on these are the dice of {name}.").format(name=name))
    if known is None and not can_ask:
        print_error(_("Nothing was kept; check what was seen, then run it again with --yes."))
    return known is not None


def _look(
    options: CalibrateOptions, _: Translate
) -> tuple[str, CalibrationProposal, list[CalibrationProposal]]:
    """Return the name of the source, the dice on the table, and further throws of the same dice."""
    from vision.frames.capture import Feed, StillsFeed, feed

    source = "".join(options.sources)
    if source == "demo":
        return _watch(source, source, options, _, recorded=True)
    found: Feed | None = feed(source) if len(options.sources) <= 1 else None
    if found is None or isinstance(found, StillsFeed):
        return _look_at_photos(options, _)
    return _watch(source, found.name, options, _, recorded=found.ends)


def _watch(
    source: str, name: str, options: CalibrateOptions, _: Translate, *, recorded: bool
) -> tuple[str, CalibrationProposal, list[CalibrationProposal]]:
    """Watch a camera or a video until the dice lie still."""
    from companion.storage.calibrations import calibration_name
    from vision.dice.calibration import propose_when_still
    from vision.frames.open import play

    def report(problem: CalibrationError) -> None:
        if not recorded:  # in a recording the dice can't be moved, so its last problem is raised at its end
            print_error(problem.in_language(_))

    with closing(play(source)) as frames:
        proposal = propose_when_still(frames, sides=options.sides, removed=options.removed, report=report)
    return calibration_name(name), proposal, []


def _look_at_photos(
    options: CalibrateOptions, _: Translate
) -> tuple[str, CalibrationProposal, list[CalibrationProposal]]:
    """Return the throws in photos or folders; count those that do not show all dice."""
    from vision.dice.calibration import CalibrationError, propose

    name, images = _photos(options.sources)
    lays: list[CalibrationProposal] = []
    first_problem: CalibrationError | None = None
    for image in images:
        try:
            lays.append(propose([image], sides=options.sides, removed=options.removed))
        except CalibrationError as problem:
            first_problem = first_problem or problem
    if first_problem is not None:
        if not lays:
            raise first_problem
        left = _("Photos that do not show all dice and were not used: {count} of {all}.")
        print_error(left.format(count=len(images) - len(lays), all=len(images)))
    return name, lays[0], lays[1:]


def _photos(sources: tuple[str, ...]) -> tuple[str, list[Image]]:
    """Return the images in files or in one folder, and the name under which their dice are kept."""
    from companion.storage.calibrations import calibration_name
    from vision.frames.capture import feed
    from vision.frames.image import load

    files = [Path(source) for source in sources]
    if len(files) > 1 or not files[0].is_dir():
        return calibration_name(str(files[0].parent)), [load(file) for file in files]
    stills = feed(sources[0])
    stills.open()
    images = []
    while (image := stills.read()) is not None:
        images.append(image)
    return calibration_name(sources[0]), images


def _same_dice(
    first: CalibrationProposal, others: list[CalibrationProposal], _: Translate
) -> list[CalibrationProposal]:
    """Return the further throws coloured like the first; count and drop doubtful ones."""
    from vision.dice.calibration import calibrate, recolour_known

    known = calibrate(first)
    sure = [again for other in others if (again := recolour_known(other, known)) is not None]
    if len(sure) < len(others):
        left = _("Photos that leave a colour in doubt and were not used: {count} of {all}.")
        print_error(left.format(count=len(others) - len(sure), all=len(others)))
    return sure


def _recoloured(proposal: CalibrationProposal, corrections: tuple[str, ...]) -> CalibrationProposal:
    """Return the proposal with the corrections N=COLOUR. Raise BadInput for anything else."""
    from vision.reading import COLOURS

    wanted: dict[int, Colour] = {}
    for correction in corrections:
        number, _equals, colour = correction.partition("=")
        meant = [each for each in COLOURS if colour and each.startswith(colour.strip().lower())]
        if not (number.strip().isdecimal() and 1 <= int(number) <= len(proposal.dice) and len(meant) == 1):
            raise BadInput(
                "expected a number from 1 to {count} and a colour ({colours}), like 3=yellow, but found "
                "{came!r}.",
                count=len(proposal.dice),
                colours=", ".join(COLOURS),
                came=correction[:40],
            )
        wanted[int(number) - 1] = meant[0]
    return proposal.recoloured(wanted) if wanted else proposal


def _ask(proposal: CalibrationProposal, _: Translate) -> CalibrationProposal | None:
    """Ask for corrections at the terminal and return the corrected proposal, or None if the user quits."""
    while True:
        answer = click.prompt(_(QUESTION), default="", show_default=False).strip()
        if not answer:
            return proposal
        if answer.lower() in ("q", "quit"):
            return None
        try:
            proposal = _recoloured(proposal, tuple(answer.replace(",", " ").split()))
        except BadInput as problem:
            print_error(problem)
            continue
        say(*proposal_text(proposal, _))

"""`qwixx calibrate`: learn what the six dice of a table look like, once, and use it from then on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.files import write_picture
from companion.cli.options import GAMES, complete_files, data_option, json_option, language_option
from companion.cli.output import json_line, print_error
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate, translator
from sheets.language import message as text

if TYPE_CHECKING:
    from companion.storage.calibrations import Calibration, Calibrations
    from vision.dice.enrollment import EnrollmentError, EnrollmentProposal
    from vision.dice.known_dice import KnownDice, Tone
    from vision.reading import Colour

COLOURS = ("white", "red", "yellow", "green", "blue")
ASK = text("Are these right? Enter keeps them, 3=yellow corrects one, q leaves")


@click.command(
    "calibrate",
    cls=Verb,
    examples=[
        ("calibrate", "Learn the dice before the first camera"),
        ("calibrate dice-1.jpg dice-2.jpg --name kitchen", "From photos, one a lay, under a name"),
        ("calibrate webcam --colour 4=yellow --yes", "Call the fourth die yellow, and ask nothing"),
        ("calibrate --list", "What is known"),
    ],
    exits=["the dice were learnt, listed or forgotten", "they were not: a sentence says what to do"],
)
@click.argument("sources", nargs=-1, metavar="[SOURCE]...", shell_complete=complete_files)
@click.option("--name", metavar="NAME", help="Keep them under this name; if left out, that of the camera.")
@click.option("--list", "listing", is_flag=True, help="List what is known and stop.")
@click.option("--forget", metavar="NAME", help="Delete what is known under this name and stop.")
@click.option(
    "--colour", "colours", multiple=True, metavar="N=COLOUR",
    help="What die N of the list is called in the game, whatever its hue; may be repeated.",
)  # fmt: skip
@click.option("--yes", is_flag=True, help="Keep them without asking.")
@click.option("--game", type=click.Choice(GAMES), default="classic", show_default=True, help="Whose dice.")
@click.option(
    "--removed", multiple=True, type=click.Choice(["red", "yellow", "green", "blue"]),
    help="A colour that has left the game; may be repeated.",
)  # fmt: skip
@click.option(
    "--picture", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Save the dice side by side, in the order of the list.",
)  # fmt: skip
@json_option("what was seen or is known, one object a line")
@data_option
@language_option
def command(
    sources: tuple[str, ...], name: str | None, listing: bool, forget: str | None, colours: tuple[str, ...],
    yes: bool, game: str, removed: tuple[str, ...], picture: Path | None, as_json: bool, data: Path | None,
    language: str,
) -> None:  # fmt: skip
    """Learn what the six dice of your table look like to your camera, and use that from then on.

    Lay all six a little apart in the light in which you play. SOURCE is what `qwixx watch` takes: a camera's
    number or a part of its name, a video, a folder, an address; or photos. The dice may have any hues: say
    once which counts as which. `read`, `watch` and `table` then use it by the camera's name.
    """
    from companion.storage.calibrations import Calibration, Calibrations, current_second
    from vision.dice.enrollment import EnrollmentError, enroll

    _ = translator(language)
    if sources and (listing or forget is not None):
        raise BadInput(
            "expected no SOURCE beside --list or --forget, but found {sources}; leave it out.",
            sources=" ".join(sources),
        )
    kept = Calibrations(data)
    if listing:
        _show_all(kept, as_json, _)
        return
    if forget is not None:
        if not kept.delete(forget):
            kept.delete(kept.by_name(forget).name)
        click.echo(_("Forgotten: {name}.").format(name=forget))
        return
    try:
        called, first, others = _seen(sources, 8 if game == "longo" else 6, removed, _)
        first = _recoloured(first, colours)
        if picture is not None:
            _save(first, picture)
        called = name or called
        if not as_json:
            click.echo("\n".join(_lines(first, _)))
        sure = yes or (not as_json and sys.stdin.isatty())
        agreed = first if yes else _confirmed(first, _) if sure else None
        known = enroll(agreed, *_same_dice(agreed, others, _)) if agreed is not None else None
    except EnrollmentError as problem:
        print_error(problem.in_language(_))
        sys.exit(1)
    if known is not None:
        kept.save(Calibration(called, current_second(), known))
    if as_json:
        click.echo(json_line(_object(called, agreed or first, known is not None)))
    elif known is not None:
        click.echo(_("Learnt: these are the dice of {name} from now on.").format(name=called))
    if known is None:
        if not sure:
            print_error(_("Nothing was kept; look at what was seen, then say --yes."))
        sys.exit(1)


def _seen(
    sources: tuple[str, ...], sides: int, removed: tuple[str, ...], _: Translate
) -> tuple[str, EnrollmentProposal, list[EnrollmentProposal]]:
    """The name to keep the dice under, the lay that is asked about, and further lays of the same dice."""
    from companion.storage.calibrations import calibration_name
    from vision.dice.enrollment import EnrollmentError, propose, propose_when_still
    from vision.frames.capture import StillsFeed, VideoFeed, feed
    from vision.frames.image import load
    from vision.frames.open import play

    if len(sources) <= 1 and (
        sources == ("demo",) or not isinstance(found := feed("".join(sources)), StillsFeed)
    ):
        source = "".join(sources)
        called = "demo" if source == "demo" else found.name
        recorded = source == "demo" or isinstance(found, VideoFeed)

        def report(problem: EnrollmentError) -> None:
            if not recorded:  # nobody can lay the dice of a recording otherwise; its end says what was amiss
                print_error(problem.in_language(_))

        frames = play(source)
        try:
            return (
                calibration_name(called),
                propose_when_still(frames, sides=sides, removed=removed, report=report),
                [],
            )
        finally:
            frames.close()  # type: ignore[attr-defined]  # a generator: lets go of the camera
    photos = [Path(source) for source in sources]
    if len(photos) == 1 and photos[0].is_dir():
        stills = feed(sources[0])
        stills.open()
        images = []
        while (image := stills.read()) is not None:
            images.append(image)
        called = calibration_name(sources[0])
    else:
        images = [load(photo) for photo in photos]
        called = calibration_name(str(photos[0].parent))
    seen: list[EnrollmentProposal] = []
    trouble: EnrollmentError | None = None
    for image in images:
        try:
            seen.append(propose([image], sides=sides, removed=removed))
        except EnrollmentError as problem:
            trouble = trouble or problem
    if not seen:
        assert trouble is not None
        raise trouble
    if len(seen) < len(images):
        left = _("{count} of {all} photos do not show all dice and say nothing.")
        print_error(left.format(count=len(images) - len(seen), all=len(images)))
    return called, seen[0], seen[1:]


def _same_dice(
    first: EnrollmentProposal, others: list[EnrollmentProposal], _: Translate
) -> list[EnrollmentProposal]:
    """Further lays, their colours told by the first; those in doubt are left out."""
    from vision.dice.enrollment import enroll, recolour_known

    known = enroll(first)
    told = [again for other in others if (again := recolour_known(other, known)) is not None]
    if len(told) < len(others):
        left = _("{count} of {all} photos leave a colour in doubt and say nothing.")
        print_error(left.format(count=len(others) - len(told), all=len(others)))
    return told


def _recoloured(proposal: EnrollmentProposal, colours: tuple[str, ...]) -> EnrollmentProposal:
    """With the corrections N=COLOUR. Raises BadInput for what is none."""
    wanted: dict[int, Colour] = {}
    for correction in colours:
        number, _equals, colour = correction.partition("=")
        here = [each for each in COLOURS if colour and each.startswith(colour.strip().lower())]
        if not (number.strip().isdecimal() and 1 <= int(number) <= len(proposal.dice) and len(here) == 1):
            raise BadInput(
                "expected a number from 1 to {count} and a colour ({colours}), like 3=yellow, but found "
                "{came!r}.",
                count=len(proposal.dice),
                colours=", ".join(COLOURS),
                came=correction[:40],
            )
        wanted[int(number) - 1] = here[0]  # type: ignore[assignment]  # one of COLOURS
    return proposal.recoloured(wanted) if wanted else proposal


def _confirmed(proposal: EnrollmentProposal, _: Translate) -> EnrollmentProposal | None:
    """What a person at the terminal makes of it; None where they leave."""
    while True:
        answer = click.prompt(_(ASK), default="", show_default=False).strip()
        if not answer:
            return proposal
        if answer.lower() in ("q", "quit"):
            return None
        try:
            proposal = _recoloured(proposal, tuple(answer.replace(",", " ").split()))
        except BadInput as problem:
            print_error(problem)
            continue
        click.echo("\n".join(_lines(proposal, _)))


def _lines(proposal: EnrollmentProposal, _: Translate) -> list[str]:
    """A line a die: its number, what the camera sees of it, what it is taken for."""
    lines = []
    for number, die in enumerate(proposal.dice, 1):
        x, y, w, h = die.box
        doubt = "" if die.sure else "  " + _("is it?")
        lines.append(f"  {number} {_swatch(die.tone)} {_(die.colour):<8} {x},{y} {w}x{h}{doubt}")
    return lines


def _swatch(tone: Tone) -> str:
    from vision.dice.known_dice import hue

    return click.style("    ", bg=hue(tone))


def _hex(tone: Tone) -> str:
    from vision.dice.known_dice import hue

    return "#{:02x}{:02x}{:02x}".format(*hue(tone))


def _object(name: str, proposal: EnrollmentProposal, kept: bool) -> dict[str, object]:
    dice = [
        {"number": n, "colour": die.colour, "sure": die.sure, "box": list(die.box), "seen": _hex(die.tone)}
        for n, die in enumerate(proposal.dice, 1)
    ]
    return {"name": name, "sides": proposal.sides, "dice": dice, "kept": kept}


def _show_all(kept: Calibrations, as_json: bool, _: Translate) -> None:
    every = kept.all()
    for each in every:
        click.echo(json_line(_known(each)) if as_json else _known_line(each, _))
    if not every and not as_json:
        click.echo(_("No dice were learnt yet; `qwixx calibrate` learns those before the camera."))


def _known(each: Calibration) -> dict[str, object]:
    dice = [{"colour": die.colour, "seen": _hex(die.tone)} for die in each.known.dice]
    return {"name": each.name, "made": each.made.isoformat(), "sides": each.known.sides, "dice": dice}


def _known_line(each: Calibration, _: Translate) -> str:
    known: KnownDice = each.known
    swatches = " ".join(_swatch(die.tone) for die in known.dice)
    eight = "  " + _("eight sides") if known.sides == 8 else ""
    return f"{each.name}  {each.made:%Y-%m-%d %H:%M} UTC{eight}\n  {swatches}"


def _save(proposal: EnrollmentProposal, path: Path) -> None:
    """The portraits side by side, each over a bar in the colour that it is taken for."""
    import cv2
    import numpy as np

    from vision.overlay import FILL

    side = 160
    row = []
    for index, die in enumerate(proposal.dice):
        bar = np.full((24, side, 3), FILL[die.colour], np.uint8)
        row.append(np.vstack([proposal.portrait(index, side), bar]))
        cv2.putText(row[-1], str(index + 1), (8, 30), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255), 5)
        cv2.putText(row[-1], str(index + 1), (8, 30), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0), 2)
    write_picture(path, np.hstack(row))

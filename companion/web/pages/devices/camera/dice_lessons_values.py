"""The page for lessons of dice: the photo that people must confirm, and what their answers taught."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.storage.lessons import KeptLesson
from companion.web.camera.dice_photo import DicePhoto
from companion.web.layout.game.names import COLOUR_NAMES
from vision.geometry import PixelBox


@dataclass(frozen=True, slots=True)
class DieToConfirm:
    """A die in the photo. `colour`: the likeliest, or as people chose; `value`: the same as a text, "" if
    people must say it. `box`: its place in the photo. `in_doubt`: people should look twice."""

    colour: str
    value: str
    box: PixelBox
    in_doubt: bool


@dataclass(frozen=True, slots=True, eq=False)
class DiceLessonsPage:
    """The page. `camera`: what watches, or "". `is_confirmed`: people confirmed a photo of these dice.

    `photo`: the name of the one to confirm, or "", of `size` pixels, with its `dice`. `colours`: what a die
    can be called. `problem`: why the photo cannot be used, or "". `lessons`: the dice that people said, the
    newest first; `lessons_help`: what they teach is used.
    """

    camera: str
    sides: int
    is_confirmed: bool
    photo: str
    size: tuple[int, int]
    dice: tuple[DieToConfirm, ...]
    colours: tuple[str, ...]
    problem: str
    lessons: tuple[KeptLesson, ...]
    lessons_help: bool


def present_dice_lessons(
    camera: str,
    sides: int,
    photo: DicePhoto | None,
    chosen: Mapping[str, str],
    *,
    problem: str,
    lessons: Sequence[KeptLesson],
    lessons_help: bool,
) -> DiceLessonsPage:
    """Return the page of the camera called `camera` ("" for none), before dice with this many `sides`.

    `photo`: the one that waits for an answer; `chosen`: people's answers in a refused form. `lessons`: oldest
    first.
    """
    return DiceLessonsPage(
        camera,
        sides,
        any(each.confirmed for each in lessons),
        photo.name if photo else "",
        (photo.image.shape[1], photo.image.shape[0]) if photo else (0, 0),
        _dice(photo, chosen) if photo else (),
        COLOUR_NAMES,
        problem,
        tuple(reversed(lessons)),
        lessons_help,
    )


def _dice(photo: DicePhoto, chosen: Mapping[str, str]) -> tuple[DieToConfirm, ...]:
    found = []
    for index, (die, colour) in enumerate(zip(photo.dice, photo.proposed_colours, strict=True)):
        in_doubt = die.doubtful or colour != die.colour
        value = "" if die.doubtful else str(die.value)
        found.append(
            DieToConfirm(
                chosen.get(f"colour-{index}", colour), chosen.get(f"value-{index}", value), die.box, in_doubt
            )
        )
    return tuple(found)

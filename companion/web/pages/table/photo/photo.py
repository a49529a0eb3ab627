"""A photo of dice with its reading drawn over it, in its own pixels."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.table.events import Photo
from companion.table.photo_match import match_dice
from companion.table.state import Table
from companion.web.layout.game.names import COLOUR_NAMES, colour_value
from sheets.language import Phrase, message


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die as drawn on the photo, in its pixels. `opens`: the id of the card that corrects it, or ""."""

    colour: str
    value: int
    doubtful: bool
    x: float
    y: float
    width: float
    height: float
    radius: float
    badge_x: float
    badge_y: float
    opens: str


@dataclass(frozen=True, slots=True)
class PhotoPanel:
    """The photo with its dice. `caption`: of the catalogue. `names`: the dice in words. `badge`: the radius
    of a badge. `finished`: the roll of this photo is on the table."""

    name: str
    width: int
    height: int
    caption: str
    names: tuple[Phrase, ...]
    badge: float
    dice: tuple[SeenDie, ...]
    finished: bool = True


def table_photo(table: Table, *, may_correct: bool) -> PhotoPanel | None:
    """Return the photo that matters now: the one to be completed, or that of the roll on the table.

    `may_correct`: True if the device may say what a die shows.
    """
    phase = table.position.phase
    if table.pending_roll is not None:
        photo, caption = table.pending_roll.photo, message("What the photo shows")
    elif (
        table.current_roll is not None
        and table.current_roll.photo is not None
        and phase in ("white", "colour")
    ):
        photo, caption = table.current_roll.photo, message("As read from the photo")
        if may_correct:
            caption = message("As read from the photo; tap a die to correct it")
    else:
        return None
    keys = {index: key for key, index in match_dice(photo, table.dice_rolled).items()}
    return present_photo(photo, caption, keys, finished=phase != "roll" and not table.demo)


def present_photo(
    photo: Photo,
    caption: str,
    keys: Mapping[int, str] = MappingProxyType({}),
    *,
    finished: bool = True,
) -> PhotoPanel:
    """Return a kept photo with its reading. `keys`: names of the dice that can be corrected, by index."""
    width, height = photo.size
    return PhotoPanel(
        photo.name,
        width,
        height,
        caption,
        tuple(_name(die.colour, die.value) for die in photo.dice),
        _badge_radius(photo),
        tuple(_seen_die(photo, index, keys.get(index, "")) for index in range(len(photo.dice))),
        finished,
    )


def _name(colour: str, value: int) -> Phrase:
    if colour in COLOUR_NAMES:
        return colour_value(colour, value)
    return Phrase("{colour} {value}", {"colour": colour, "value": value})


def _seen_die(photo: Photo, index: int, key: str) -> SeenDie:
    die, badge = photo.dice[index], _badge_radius(photo)
    x, y, width, height = die.box
    margin = photo.size[0] / 100
    return SeenDie(
        colour=die.colour if die.colour in COLOUR_NAMES else "white",
        value=die.value,
        doubtful=die.doubtful,
        x=x - margin / 2,
        y=y - margin / 2,
        width=width + margin,
        height=height + margin,
        radius=round((width + height) / 9, 1),
        badge_x=min(max(x + width, badge), photo.size[0] - badge),
        badge_y=min(max(y, badge), photo.size[1] - badge),
        opens=f"fix-{key}" if key else "",
    )


def _badge_radius(photo: Photo) -> float:
    sides = sorted(max(die.box[2:]) for die in photo.dice)
    typical = sides[len(sides) // 2] if sides else photo.size[0] / 10
    return round(max(photo.size[0] * 0.018, min(typical * 0.28, photo.size[0] * 0.035)), 1)


_SENTENCES = {
    "looking": message("Looking at the table"),
    "hand": message("A hand is in the picture"),
    "rolling": message("The dice are rolling"),
    "at-rest": message("Reading the dice"),
    "lost": message("The camera gives no picture"),
}


def activity_text(status: str) -> str:
    """Return the sentence of the catalogue for the status of a `CameraActivity`."""
    return _SENTENCES.get(status, _SENTENCES["looking"])

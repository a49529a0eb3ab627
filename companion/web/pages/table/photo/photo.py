"""A photo of dice with the recognised dice drawn over it. All lengths are in pixels of the photo."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table.events import Photo, SeenDie
from companion.table.now import Now
from companion.table.photo_match import match_dice
from companion.table.state import Table
from companion.web.layout.game.names import COLOUR_NAMES, colour_value
from sheets.language import Phrase, message


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """One recognised die, with the frame and the badge drawn over the photo."""

    die: SeenDie
    frame: tuple[float, float, float, float]  # around the die: x, y, width, height
    badge: tuple[float, float]  # the centre of the badge with the die's value
    opens: str  # the id of the dialog that corrects the die, or ""

    @property
    def colour(self) -> str:
        return self.die.colour if self.die.colour in COLOUR_NAMES else "white"

    @property
    def name(self) -> Phrase:
        if self.die.colour in COLOUR_NAMES:
            return colour_value(self.die.colour, self.die.value)
        return Phrase("{colour} {value}", {"colour": self.die.colour, "value": self.die.value})


@dataclass(frozen=True, slots=True)
class PhotoPanel:
    """A photo of dice with a caption, as the page shows it."""

    photo: Photo
    caption: str  # in English; the template translates it
    keys: Mapping[int, str] = field(default_factory=dict, hash=False)
    """The keys ("w1", "red") of the dice that can be corrected, by the die's index in the photo."""

    @property
    def badge(self) -> float:
        """Return the radius of the badges with the dice's values, in pixels of the photo."""
        width, dice = self.photo.size[0], self.photo.dice
        sides = sorted(max(die.box[2:]) for die in dice)
        typical = sides[len(sides) // 2] if sides else width / 10
        return round(max(width * 0.018, min(typical * 0.28, width * 0.035)), 1)

    @property
    def dice(self) -> tuple[DrawnDie, ...]:
        """Return the dice with their frames and badges."""
        drawn, (right, bottom), badge = [], self.photo.size, self.badge
        margin = right / 100
        for index, die in enumerate(self.photo.dice):
            x, y, width, height = die.box
            frame = (x - margin / 2, y - margin / 2, width + margin, height + margin)
            centre = (min(max(x + width, badge), right - badge), min(max(y, badge), bottom - badge))
            opens = f"fix-{self.keys[index]}" if index in self.keys else ""
            drawn.append(DrawnDie(die, frame, centre, opens))
        return tuple(drawn)


def table_photo(table: Table, now: Now, *, may_correct: bool) -> PhotoPanel | None:
    """Return the pending photo, or else the photo of this turn's roll, or None if there is neither."""
    roll = table.current_roll
    if table.pending_roll is not None:
        photo, caption = table.pending_roll.photo, message("What the photo shows")
    elif roll is None or not roll.photo or not table.dice_rolled or now.is_between_turns:
        return None
    else:
        photo, caption = roll.photo, message("As read from the photo")
        if may_correct:
            caption = message("As read from the photo; tap a die to correct it")
    keys = {index: key for key, index in match_dice(photo, table.dice_rolled).items()}
    return PhotoPanel(photo, caption, keys)


_SENTENCES = {
    "looking": message("Looking at the table"),
    "hand": message("There is a hand in the picture"),
    "rolling": message("The dice are rolling"),
    "at-rest": message("Reading the dice"),
    "lost": message("There is no picture from the camera"),
}


def activity_text(status: str) -> str:
    """Return the English text for a value of `Session.activity`."""
    return _SENTENCES.get(status, _SENTENCES["looking"])

"""The dice as the page shows them: on the table, still to be tapped in, and as drawn on the photo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.rules import Roll
from companion.table.events import Photo
from companion.table.photo_match import WHITE_DICE, colour_of, match_dice, values_of
from companion.table.state import Table
from companion.web.presenters.words import points
from sheets.language import Translate, message
from sheets.pad import COLOURS

COLOUR_NAMES = {
    "white": message("white"),
    "red": message("red"),
    "yellow": message("yellow"),
    "green": message("green"),
    "blue": message("blue"),
}


def points_words(total: int, _: Translate) -> str:
    """Points in words: "12 points", "1 point"."""
    return (_("{total} point") if abs(total) == 1 else _("{total} points")).format(total=points(total))


@dataclass(frozen=True, slots=True)
class Named:
    """A colour and its name."""

    colour: str
    name: str


@dataclass(frozen=True, slots=True)
class DieView:
    """One die: on the table, or (`value` None) to be tapped in. `key`: "w1", "w2" or its colour."""

    key: str
    colour: str
    name: str
    value: int | None
    label: str = ""
    asked: bool = False
    sure: bool = False
    crop: str = ""
    fix_title: str = ""
    fix_label: str = ""
    others: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenView:
    """One die as drawn on the photo, in its pixels. `opens`: the id of the card that corrects it."""

    colour: str
    text: str
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
class PhotoView:
    """The photo with what was seen on it."""

    name: str
    width: int
    height: int
    alt: str
    caption: str
    badge: float
    dice: tuple[SeenView, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """What one coloured die makes with the white dice."""

    colour: str
    text: str


def _die_name(key: str, _: Translate) -> str:
    return _(COLOUR_NAMES[colour_of(key)])


def die_view(table: Table, key: str, roll: Roll, _: Translate) -> DieView:
    """A die of the roll on the table, and the card that corrects it."""
    colour, values, name = colour_of(key), values_of(roll), _die_name(key, _)
    value = values[key]
    others = tuple(
        Named(other, _die_name(other, _)) for other in table.dice_rolled if other in COLOURS and other != key
    )
    if colour != "white":
        whites = (Named(k, f"{_die_name(k, _)} {values[k]}") for k in WHITE_DICE)
        others = (*whites, *others)
    return DieView(
        key=key,
        colour=colour,
        name=name,
        value=value,
        label=_("{colour} die shows {value}; tap to correct it").format(colour=name, value=value),
        fix_title=_("What does the {colour} die really show?").format(colour=name),
        fix_label=_("Correct the {colour} die").format(colour=name),
        others=others,
    )


def _crowded(table: Table) -> set[str]:
    """Colours of which the photo shows more dice than are rolled: which count is not for us to say."""
    if table.pending_roll is None:
        return set()
    seen = Counter(die.colour for die in table.pending_roll.photo.dice)
    due = Counter(colour_of(slot) for slot in table.dice_to_roll)
    return {colour for colour in seen if 0 < due[colour] < seen[colour]}


def slot_view(table: Table, key: str, _: Translate) -> DieView:
    """A die that is still to be tapped in, with what the photo says of it."""
    colour = colour_of(key)
    name = _die_name(key, _)
    value, asked, crop = None, False, ""
    if table.pending_roll is not None:
        index = match_dice(table.pending_roll.photo, table.dice_to_roll).get(key)
        if index is None:
            asked = True
        else:
            die = table.pending_roll.photo.dice[index]
            value, asked = die.value, die.doubtful or die.colour in _crowded(table)
            crop = f"/photos/{table.pending_roll.photo.name}/{index}.jpg" if asked else ""
    label = _("What does the {colour} die show?").format(colour=name)
    return DieView(key, colour, name, value, label, asked, value is not None and not asked, crop)


def problems(table: Table, _: Translate) -> tuple[str, ...]:
    """What the photo that is to be completed lacks, a sentence each."""
    if table.pending_roll is None:
        return ()
    photo, slots = table.pending_roll.photo, table.dice_to_roll
    where = match_dice(photo, slots)
    missing = ", ".join(_die_name(key, _) for key in slots if key not in where)
    hard = ", ".join(_die_name(key, _) for key, index in where.items() if photo.dice[index].doubtful)
    found = []
    if missing:
        found.append(
            _("I see {seen} of the {all} dice; missing: {missing}.").format(
                seen=len(where), all=len(slots), missing=missing
            )
        )
    if len(photo.dice) > len(where):
        found.append(
            _("More dice than expected: {count} too many. Say which values count.").format(
                count=len(photo.dice) - len(where)
            )
        )
    if hard:
        found.append(_("Hard to read, so please say: {dice}.").format(dice=hard))
    if not found:
        found.append(_("Something else there may be a die too; look whether these are the right ones."))
    return tuple(found)


def pairs(table: Table, roll: Roll) -> tuple[Pair, ...]:
    """The sums that are open to the active player, by coloured die."""
    found = []
    for colour in COLOURS:
        value = getattr(roll, colour)
        if value is None or colour in table.position.removed:
            continue
        sums = sorted({white + value for white in roll.white})
        found.append(Pair(colour, " · ".join(map(str, sums))))
    return tuple(found)


def photo_view(table: Table, _: Translate, *, may_correct: bool = True) -> PhotoView | None:
    """The photo that matters now: the one to be completed, or that of the roll on the table.

    `may_correct`: whether the device that looks may say what a die shows.
    """
    phase = table.position.phase
    if table.pending_roll is not None:
        photo, caption = table.pending_roll.photo, _("What the photo shows")
    elif (
        table.current_roll is not None
        and table.current_roll.photo is not None
        and phase in ("white", "colour")
    ):
        correctable = may_correct and not table.demo
        photo = table.current_roll.photo
        caption = (
            _("As read from the photo; tap a die to correct it")
            if correctable
            else _("As read from the photo")
        )
    else:
        return None
    slots = table.dice_rolled or table.dice_to_roll
    keys = {index: key for key, index in match_dice(photo, slots).items()}
    return evidence_view(photo, caption, _, keys if table.dice_rolled else {})


def evidence_view(
    photo: Photo, caption: str, _: Translate, keys: Mapping[int, str] = MappingProxyType({})
) -> PhotoView:
    """A kept photo with what was seen in it. `keys`: names of dice that can be corrected, by index."""
    width, height = photo.size
    unit, badge = width / 100, _badge(photo)
    dice = []
    for index, die in enumerate(photo.dice):
        x, y, w, h = die.box
        key = keys.get(index)
        dice.append(
            SeenView(
                colour=die.colour if die.colour in COLOUR_NAMES else "white",
                text=f"{die.value}?" if die.doubtful else str(die.value),
                doubtful=die.doubtful,
                x=x - unit / 2,
                y=y - unit / 2,
                width=w + unit,
                height=h + unit,
                radius=round((w + h) / 9, 1),
                badge_x=min(max(x + w, badge), width - badge),
                badge_y=min(max(y, badge), height - badge),
                opens=f"fix-{key}" if key else "",
            )
        )
    names = ", ".join(
        f"{_(COLOUR_NAMES[die.colour]) if die.colour in COLOUR_NAMES else die.colour} {die.value}"
        for die in photo.dice
    )
    alt = _("Photo of the dice: {dice}").format(dice=names)
    return PhotoView(photo.name, width, height, alt, caption, badge, tuple(dice))


def _badge(photo: Photo) -> float:
    sides = sorted(max(die.box[2:]) for die in photo.dice)
    typical = sides[len(sides) // 2] if sides else photo.size[0] / 10
    return round(max(photo.size[0] * 0.018, min(typical * 0.28, photo.size[0] * 0.035)), 1)

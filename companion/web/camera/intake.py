"""Turns a reading (the dice found in an image) into an event: a roll, or a question to people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import msgspec
import numpy as np

from companion.rules import Game, Roll
from companion.table.events import Photo, RollSeen, RollTaken, SeenDie, Source
from companion.table.photo_match import (
    changed_dice,
    colour_of,
    complete_photo,
    match_dice,
    roll_of,
    values_of,
)
from companion.table.state import Table
from companion.web.camera.dice_reader import reads_dice_of, watches_dice_of
from companion.web.camera.photo_store import PhotoStore, shrink
from companion.web.session.drafts import RerollQuestion
from companion.web.session.session import Session
from sheets.errors import BadInput
from sheets.language import message
from vision.dice.two_views import TwoViews, compare
from vision.frames.image import Image
from vision.overlay import doubtful
from vision.reading import COLOURS, Reading


@runtime_checkable
class Thrower(Protocol):
    """A frame source that can throw dice: the demo table of `vision.frames.demo`."""

    @property
    def truth(self) -> tuple[tuple[str, int], ...] | None:
        """Return the colour and value of each die at rest, or None if no dice are at rest."""

    @property
    def throws(self) -> int:
        """Return the number of throws that have come to rest."""

    def throw(self, colours: Sequence[str], sides: int) -> bool:
        """Throw dice; return False if no throw of dice with these colours and sides is available."""


def thrower_of(source: object) -> Thrower | None:
    """Return `source` if it can throw dice, else None."""
    return source if isinstance(source, Thrower) else None


MAX_PUSH_WIDTHS = 0.35
"""A die that has moved further than this, as a multiple of its box's longer side, was not just pushed."""
MAX_DICE_CHANGED = 2
"""If more dice than this have changed, they were thrown again."""


class UnreadableDice(BadInput):
    """A photo shows no dice, or the dice of the game can't be read in images."""


NO_DICE = message(
    "There are no dice in this photo; hold the camera above them so that all are in the picture, "
    "or tap them in."
)
OTHER_SIDES = message(
    "The camera reads dice with six or eight sides; those of this game have {sides}, so tap or type them in."
)


def check_readable(game: Game) -> None:
    """Raise UnreadableDice if the dice of `game` can't be read in images."""
    if game.deck:
        raise UnreadableDice("The card game has no dice; tap the number on top of the pile instead.")
    if not reads_dice_of(game):
        raise UnreadableDice(OTHER_SIDES, sides=game.pad.sides)


def awaits_dice(table: Table) -> bool:
    """Return True if `table` waits for a roll of readable dice, and no question about a roll is open."""
    if not watches_dice_of(table):
        return False
    return table.position.phase == "roll" and table.pending_roll is None and bool(table.dice_to_roll)


def is_same_throw(photo: Photo | None, reading: Reading, image: Image) -> bool:
    """Return True if at most MAX_DICE_CHANGED dice of `photo` have moved or changed in `reading`.

    Return False if `photo` is None or shows fewer than four dice. `image`: the image that was read.
    """
    if photo is None or len(photo.dice) < 4:
        return False
    factor = photo.size[0] / image.shape[1]
    left = list(photo.dice)
    for die in reading.dice:
        x, y, w, h = (factor * side for side in die.box)
        for old in left:
            a, b, c, d = old.box
            distance = max(abs(x + w / 2 - a - c / 2), abs(y + h / 2 - b - d / 2))
            is_near = distance < MAX_PUSH_WIDTHS * max(c, d)
            if is_near and (die.colour, die.value) == (old.colour, old.value):
                left.remove(old)
                break
    return len(left) <= MAX_DICE_CHANGED


@dataclass(frozen=True, slots=True)
class SecondView:
    """A comparison of a second photo of a roll with the first photo, whose name is `photo`."""

    photo: str
    views: TwoViews


class RollIntake:
    """Turns readings of photos, and a camera's reading of each new throw, into events of a session's game."""

    def __init__(self, session: Session, photos: PhotoStore) -> None:
        self.session, self.photos = session, photos
        self._awaited_throw: tuple[int | None, int, int] | None = None  # game, turn, throws before
        self._first_rest = True
        self._asked: tuple[str, Reading] | None = None  # the photo that people are asked about
        self.second_view: SecondView | None = None

    def restart(self) -> None:
        """Forget earlier throws, because the camera has been changed or sends no pictures."""
        self._awaited_throw, self._first_rest = None, True

    def event(self, image: Image, reading: Reading, table: Table, source: Source) -> RollTaken | RollSeen:
        """Store the image. Return RollTaken, or RollSeen if people have to confirm the dice.

        Raise UnreadableDice if `reading` has no dice, or NotKept if the image can't be saved.
        """
        if not reading.dice:
            raise UnreadableDice(NO_DICE)
        photo = self._keep(image, reading)
        self._asked = (photo.name, reading)
        where = match_dice(photo, table.dice_to_roll)
        if reading.status == "complete" and len(where) == len(photo.dice) == len(table.dice_to_roll):
            values = {key: photo.dice[index].value for key, index in where.items()}
            return RollTaken(str(roll_of(values)), source, photo)
        return RollSeen(photo, source)

    def settle(self, image: Image, reading: Reading, table: Table) -> RollTaken | RollSeen | None:
        """Return the event that a second photo of the pending roll leads to, or None if it shows a new throw.

        If the reading of the first photo is not known, this one is the first. Raise UnreadableDice, NotKept.
        """
        pending = table.pending_roll
        if pending is None or self._asked is None or self._asked[0] != pending.photo.name:
            return self.event(image, reading, table, "photo")
        if not reading.dice:
            raise UnreadableDice(NO_DICE)
        keys = table.dice_to_roll
        places = tuple(colour for key in keys for colour in COLOURS if colour == colour_of(key))
        views = compare(self._asked[1], reading, places, table.game.pad.sides)
        self.second_view = SecondView(pending.photo.name, views)
        if views.outcome == "another throw":
            return None
        values = {key: die.value for key, die in zip(keys, views.dice, strict=True)}
        photo = complete_photo(pending.photo, values)
        assert photo is not None
        if views.outcome == "settled":
            return RollTaken(str(roll_of(values)), pending.source, photo)
        where = match_dice(photo, keys)
        doubts = {where[key]: die.doubtful for key, die in zip(keys, views.dice, strict=True) if key in where}
        dice = tuple(
            msgspec.structs.replace(die, doubtful=doubts.get(index, die.doubtful))
            for index, die in enumerate(photo.dice)
        )
        return RollSeen(msgspec.structs.replace(photo, dice=dice), pending.source)

    def throw(self, table: Table, thrower: Thrower) -> bool:
        """Throw the demo's dice for this turn. Return False if no throw is needed or available."""
        if not table.demo or not awaits_dice(table):
            return False
        before = thrower.throws
        if not thrower.throw(tuple(map(colour_of, table.dice_to_roll)), table.game.pad.sides):
            return False
        self._awaited_throw = (self.session.game, table.position.turn, before)
        return True

    def awaits_throw(self, table: Table | None) -> bool:
        """Return True if `throw` has thrown dice for this turn of `table` and they are not read yet."""
        if table is None or self._awaited_throw is None or not awaits_dice(table):
            return False
        return table.demo and self._awaited_throw[:2] == (self.session.game, table.position.turn)

    def take(self, image: Image, reading: Reading, table: Table, thrower: Thrower | None = None) -> None:
        """Enter a new roll from dice at rest, or ask people about a die that has changed.

        `thrower`: the demo's dice, or None.
        """
        phase = table.position.phase
        if not watches_dice_of(table):
            return
        if phase in ("white", "colour"):
            if table.current_roll is not None and is_same_throw(table.current_roll.photo, reading, image):
                if phase == "white" and reading.status == "complete":
                    self._ask_about_reroll(image, reading, table)
                return
            if not table.paper:
                return
        elif phase != "roll":
            return
        if self._is_new_throw(reading, table, thrower):
            self.session.dispatch(self.event(image, reading, table, "camera"))
            self._awaited_throw = None

    def _is_new_throw(self, reading: Reading, table: Table, thrower: Thrower | None) -> bool:
        """Return True if the dice at rest were thrown for this turn and aren't left from the last turn."""
        if thrower is not None:
            awaited = self._awaited_throw
            return awaited is not None and self.awaits_throw(table) and thrower.throws > awaited[2]
        first, self._first_rest = self._first_rest, False
        last = table.turns[-1].roll if table.turns else None
        if not first or not isinstance(last, Roll):
            return True
        faces = sorted((colour_of(key), value) for key, value in values_of(last).items())
        return sorted((die.colour, die.value) for die in reading.dice) != faces

    def _ask_about_reroll(self, image: Image, reading: Reading, table: Table) -> None:
        """Ask people if a changed die was thrown again; withdraw the question if the die was turned back."""
        values, old = _values_in(reading, table.dice_to_roll), table.position.roll
        if len(values) < len(table.dice_to_roll) or not isinstance(old, Roll):
            return
        new, question = roll_of(values), self.session.reroll_question
        if changed_dice(old, new):
            if question is not None and not changed_dice(Roll.parse(question.roll), new):
                return
            photo = self._keep(image, reading)
            question = RerollQuestion(self.session.game, table.position.turn, str(old), str(new), photo)
        elif question is None:
            return
        else:
            question = None  # the die was turned back
        self.session.reroll_asked = question
        self.session.invalidate()

    def _keep(self, image: Image, reading: Reading) -> Photo:
        """Store the image, made smaller, and return it with the dice in `reading`, or raise NotKept."""
        small, factor = shrink(image)
        dice = tuple(
            SeenDie(
                die.colour,
                die.value,
                round(die.confidence, 4),
                tuple(np.rint(np.multiply(die.box, factor)).astype(int).tolist()),
                doubtful(die, reading),
            )
            for die in reading.dice
        )
        return Photo(self.photos.keep(small), (small.shape[1], small.shape[0]), dice, reading.turn)


def _values_in(reading: Reading, dice: tuple[str, ...]) -> dict[str, int]:
    """Return the value of each die in `dice` that `reading` contains."""
    left = list(reading.dice)
    values: dict[str, int] = {}
    for name in dice:
        die = next((die for die in left if die.colour == colour_of(name)), None)
        if die is not None:
            left.remove(die)
            values[name] = die.value
    return values

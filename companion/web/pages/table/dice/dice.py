"""The dice on the table, the dice to enter for the next roll, and questions about a photo of dice.

A photo or its roll is *pending* if people still have to complete what was read in it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules import Roll
from companion.table.events import Photo
from companion.table.now import Now
from companion.table.paper import row_of_die
from companion.table.photo_match import WHITE_DICE, changed_dice, colour_of, dice_of, match_dice, values_of
from companion.table.state import Table
from companion.web.camera.intake import SecondView
from companion.web.camera.watcher import CameraState
from companion.web.session.drafts import RerollQuestion
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Row

ONE_DIGIT = 9
"""Largest number of sides of a die whose values have one digit; others need separators when typed."""


@dataclass(frozen=True, slots=True)
class RolledDie:
    """One die of a roll."""

    key: str  # "w1", "w2" or its colour
    value: int | None  # None if players have to enter it
    crop: str = ""  # the address of its picture if a photo shows it unclearly, or ""

    @property
    def colour(self) -> str:
        return colour_of(self.key)


def rolled_dice(roll: Roll | int | None) -> tuple[RolledDie, ...]:
    """Return the dice of a roll, white dice first; return () without a roll, or in the card game."""
    if not isinstance(roll, Roll):
        return ()
    values = values_of(roll)
    return tuple(RolledDie(key, values[key]) for key in dice_of(roll))


def dice_to_enter(table: Table) -> tuple[RolledDie, ...]:
    """Return the dice of the next roll, with the values that the pending photo shows clearly."""
    if table.pending_roll is None:
        return tuple(RolledDie(key, None) for key in table.dice_to_roll)
    photo = table.pending_roll.photo
    where = match_dice(photo, table.dice_to_roll)
    seen = Counter(die.colour for die in photo.dice)
    due = Counter(colour_of(key) for key in table.dice_to_roll)
    dice = []
    for key in table.dice_to_roll:
        index = where.get(key)
        if index is None:
            dice.append(RolledDie(key, None))
        elif photo.dice[index].doubtful or seen[colour_of(key)] > due[colour_of(key)]:
            dice.append(RolledDie(key, None, f"/photos/{photo.name}/{index}.jpg"))
        else:
            dice.append(RolledDie(key, photo.dice[index].value))
    return tuple(dice)


def roll_problems(table: Table, now: Now, camera: CameraState) -> tuple[Phrase, ...]:
    """Return a sentence for each problem with the pending photo.

    If no photo is pending, return one sentence if the camera takes too long to read a roll, otherwise ().
    """
    pending, last = table.pending_roll, camera.second_view
    if pending is not None:
        second = (_second_view_problem(last),) if last and last.photo == pending.photo.name else ()
        return (*second, *_photo_problems(pending.photo, table.dice_to_roll))
    if not camera.overdue or now.demo or not now.takes_dice:
        return ()
    return (
        phrase(
            "The camera has not read a roll for ten seconds; throw again, photograph the dice, or tap "
            "them in."
        ),
    )


def _second_view_problem(last: SecondView) -> Phrase:
    if last.views.outcome == "another throw":
        return phrase(
            "The two photos do not show the same roll; photograph the dice again, or say what they show."
        )
    if last.views.outcome == "different":
        dice = tuple(last.views.differs)
        return phrase("The two photos differ: {dice}. Please say what they show.", dice=dice)
    return phrase("The second photo isn't clear enough either; please say what these dice show.")


def _photo_problems(photo: Photo, keys: Sequence[str]) -> tuple[Phrase, ...]:
    where = match_dice(photo, keys)
    missing = tuple(colour_of(key) for key in keys if key not in where)
    unreadable = tuple(colour_of(key) for key, index in where.items() if photo.dice[index].doubtful)
    problems = []
    if missing:
        text = message("I see {seen} of the {all} dice; missing: {missing}.")
        problems.append(Phrase(text, {"seen": len(where), "all": len(keys), "missing": missing}))
    if len(photo.dice) > len(where):
        text = message("More dice than expected: {count} too many. Say which values count.")
        problems.append(Phrase(text, {"count": len(photo.dice) - len(where)}))
    if unreadable:
        problems.append(phrase("Hard to read; please say what they show: {dice}.", dice=unreadable))
    if not problems:
        text = message("Something else in the picture may be a die too; check that these are the right ones.")
        problems.append(Phrase(text))
    return tuple(problems)


def rows_in_question(table: Table) -> tuple[Row, ...]:
    """Return the rows whose dice are missing from the pending photo, perhaps because the rows are closed.

    Return () if a white die is missing, if a die is hard to read, or if there are too many dice.
    """
    if table.pending_roll is None:
        return ()
    photo = table.pending_roll.photo
    where = match_dice(photo, table.dice_to_roll)
    missing = [key for key in table.dice_to_roll if key not in where]
    sure = all(not die.doubtful for die in photo.dice) and len(photo.dice) == len(where)
    if not sure or any(key in WHITE_DICE for key in missing):
        return ()
    letters = (row_of_die(table.game, colour) for colour in missing)
    return tuple(table.game.pad.row(letter) for letter in letters if letter is not None)


def row_question(row: Row) -> Phrase:
    """Return a sentence that asks if `row`, whose die is missing, is closed."""
    text = message("The {colour} die is missing. Is {row} closed?")
    return Phrase(text, {"colour": Term(row.closing[-1].colour), "row": row.term})


@dataclass(frozen=True, slots=True)
class Reroll:
    """The dice whose values in the camera's picture differ from those in the entered roll."""

    changes: tuple[tuple[str, int, int], ...]  # colour, old value and new value of each changed die
    crop: str  # the address of the picture of the first changed die, or ""


def present_reroll(question: RerollQuestion | None, table: Table) -> Reroll | None:
    """Return the dice whose values in the camera's picture differ from the entered roll, or None."""
    if question is None or not isinstance(table.position.roll, Roll):
        return None
    changes = changed_dice(table.position.roll, Roll.parse(question.roll))
    if not changes:
        return None
    colour, _was, now = changes[0]
    photo = question.photo
    index = next((i for i, die in enumerate(photo.dice) if (die.colour, die.value) == (colour, now)), None)
    return Reroll(changes, f"/photos/{photo.name}/{index}.jpg" if index is not None else "")

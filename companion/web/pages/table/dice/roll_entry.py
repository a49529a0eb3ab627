"""The form for the dice of a turn: tapped, photographed, or pretend dice; and the open questions of
a photo."""

from collections import Counter
from dataclasses import dataclass

from companion.rules import Roll
from companion.table.events import Photo
from companion.table.now import Now
from companion.table.paper import row_of_die
from companion.table.photo_match import WHITE_DICE, changed_dice, colour_of, match_dice
from companion.table.state import Table
from companion.web.camera.dice_reader import reads_dice_of
from companion.web.camera.watcher import CameraState
from companion.web.session.drafts import RerollQuestion
from sheets.language import Phrase, Term, message, phrase

ONE_DIGIT = 9
"""Largest number of sides of dice whose values can be typed without separators."""


@dataclass(frozen=True, slots=True)
class EntryDie:
    """One die to tap in. `value`: what the photo surely shows. `doubtful`: people are asked for it.

    `crop`: the address of its picture where the photo shows it unclearly, else "".
    """

    key: str
    colour: str
    value: int | None = None
    doubtful: bool = False
    crop: str = ""


@dataclass(frozen=True, slots=True)
class MissingDie:
    """A coloured die that is missing from an otherwise clear roll: is its row closed?"""

    colour: str
    row: str
    row_term: Term

    @property
    def question(self) -> Phrase:
        """Return the question to people."""
        text = message("The {colour} die is missing. Is {row} closed?")
        return Phrase(text, {"colour": Term(self.colour), "row": self.row_term})


@dataclass(frozen=True, slots=True)
class NextThrow:
    """The next throw if marks are on paper: who throws, and how many dice."""

    player: str
    dice: int


@dataclass(frozen=True, slots=True)
class OfferedPhone:
    """A phone that offers its camera: its key, and what people call it."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class SecondLook:
    """The request to hold a phone over the dice of the photo `seen`. `phones`: the table's screen may look
    through these."""

    seen: str
    phones: tuple[OfferedPhone, ...]


@dataclass(frozen=True, slots=True)
class RollEntry:
    """The form for a roll. `open`: dice that people say; `certain`: those that the photo shows surely.

    `completes_photo`: a photo has come and left something open. `may_photograph`: pictures of these dice can
    be read. `separates`: who types the roll leaves a space between the numbers. `second_look`: another view
    of these dice may settle what the photo leaves open. `in_page`: the page throws, and nothing else is
    offered.
    """

    key: str
    sides: int
    open: tuple[EntryDie, ...]
    certain: tuple[EntryDie, ...]
    completes_photo: bool
    missing: tuple[MissingDie, ...]
    may_look: bool
    may_photograph: bool
    separates: bool
    next_throw: NextThrow | None
    second_look: SecondLook | None
    in_page: bool = False


@dataclass(frozen=True, slots=True)
class Reroll:
    """Dice that show something else than when they were read: (colour, was, now) each. `colour`, `crop`: of
    the first one, and the address of its picture or ""."""

    changes: tuple[tuple[str, int, int], ...]
    colour: str
    crop: str


def present_roll_entry(
    table: Table, now: Now, camera: CameraState, *, may_lock: bool, may_throw: bool
) -> RollEntry | None:
    """Return the form for the roll that is due, or None if none is, or in the card game.

    `may_lock`: the device may say that a row is closed. `may_throw`: it may throw pretend dice.
    """
    keys = table.dice_to_roll
    if not now.takes_dice or (now.in_page and not may_throw):
        return None
    dice = tuple(_entry_die(table, key) for key in keys)
    photo = table.pending_roll.photo if table.pending_roll else None
    return RollEntry(
        key=f"{table.position.turn}-{photo.name if photo else ''}",
        sides=table.game.pad.sides,
        open=tuple(die for die in dice if die.value is None),
        certain=tuple(die for die in dice if die.value is not None),
        completes_photo=photo is not None,
        missing=missing_dice(table) if may_lock else (),
        may_look=camera.can_look,
        may_photograph=reads_dice_of(table.game),
        separates=table.game.pad.sides > ONE_DIGIT,
        next_throw=None if now.is_between_turns else _next_throw(table),
        second_look=_second_look(photo, camera, table),
        in_page=now.in_page,
    )


def _second_look(photo: Photo | None, camera: CameraState, table: Table) -> SecondLook | None:
    """Return the request for another view of the dice in this photo."""
    if photo is None or not reads_dice_of(table.game):
        return None
    phones = tuple(OfferedPhone(key, name) for key, name in camera.phones)
    return SecondLook(photo.name, phones)


def second_view_problem(table: Table, camera: CameraState) -> tuple[Phrase, ...]:
    """Return the sentence about the open results of the last second view of the dice in question."""
    last, pending = camera.second_view, table.pending_roll
    if last is None or pending is None or last.photo != pending.photo.name:
        return ()
    if last.views.outcome == "another throw":
        return (
            phrase(
                "The two views do not show the same roll; photograph the dice again, or say what they show."
            ),
        )
    if last.views.outcome == "different":
        return (
            phrase(
                "The two views differ: {dice}. Please say what they show.", dice=tuple(last.views.differs)
            ),
        )
    return (phrase("The other view leaves something in doubt too; please say what these dice show."),)


def _next_throw(table: Table) -> NextThrow:
    players = table.game.players
    following = players[(players.index(table.active) + 1) % len(players)]
    return NextThrow(following, len(table.dice_to_roll))


def _entry_die(table: Table, key: str) -> EntryDie:
    colour = colour_of(key)
    if table.pending_roll is None:
        return EntryDie(key, colour)
    photo = table.pending_roll.photo
    index = match_dice(photo, table.dice_to_roll).get(key)
    if index is None:
        return EntryDie(key, colour, doubtful=True)
    die = photo.dice[index]
    if die.doubtful or colour in _colours_in_excess(table):
        return EntryDie(key, colour, doubtful=True, crop=f"/photos/{photo.name}/{index}.jpg")
    return EntryDie(key, colour, die.value)


def owed_roll_problem(table: Table, now: Now, camera: CameraState) -> tuple[Phrase, ...]:
    """Return the sentence that a roll from the source of dice is long overdue, or ()."""
    if not camera.overdue or now.demo or table.pending_roll is not None or not now.takes_dice:
        return ()
    return (
        phrase(
            "The camera has given no roll for ten seconds; throw again, photograph the dice, or tap them in."
        ),
    )


def _colours_in_excess(table: Table) -> set[str]:
    """Return colours of which the photo shows too many dice: only people know which of them count."""
    if table.pending_roll is None:
        return set()
    seen = Counter(die.colour for die in table.pending_roll.photo.dice)
    due = Counter(colour_of(key) for key in table.dice_to_roll)
    return {colour for colour in seen if 0 < due[colour] < seen[colour]}


def photo_problems(table: Table) -> tuple[Phrase, ...]:
    """Return the problems of the photo that people must complete, one sentence each."""
    if table.pending_roll is None:
        return ()
    photo, keys = table.pending_roll.photo, table.dice_to_roll
    where = match_dice(photo, keys)
    missing = tuple(colour_of(key) for key in keys if key not in where)
    unreadable = tuple(colour_of(key) for key, index in where.items() if photo.dice[index].doubtful)
    found = []
    if missing:
        found.append(
            phrase(
                "I see {seen} of the {all} dice; missing: {missing}.",
                seen=len(where),
                all=len(keys),
                missing=missing,
            )
        )
    if len(photo.dice) > len(where):
        found.append(
            phrase(
                "More dice than expected: {count} too many. Say which values count.",
                count=len(photo.dice) - len(where),
            )
        )
    if unreadable:
        found.append(phrase("Hard to read; please say what they show: {dice}.", dice=unreadable))
    if not found:
        found.append(
            phrase("Something else in the picture may be a die too; check that these are the right ones.")
        )
    return tuple(found)


def missing_dice(table: Table) -> tuple[MissingDie, ...]:
    """Return the coloured dice that a photo lacks, if it is sure of all others: their rows may be closed."""
    if table.pending_roll is None:
        return ()
    photo = table.pending_roll.photo
    where = match_dice(photo, table.dice_to_roll)
    missing = [key for key in table.dice_to_roll if key not in where]
    sure = all(not die.doubtful for die in photo.dice) and len(photo.dice) == len(where)
    if not sure or any(key in WHITE_DICE for key in missing):
        return ()
    rows = ((colour, row_of_die(table.game, colour)) for colour in missing)
    return tuple(
        MissingDie(colour, row, table.game.pad.row(row).term) for colour, row in rows if row is not None
    )


def present_reroll(question: RerollQuestion | None, table: Table) -> Reroll | None:
    """Return the question whether dice were rolled again or only nudged, or None if nothing has changed."""
    if question is None or not isinstance(table.position.roll, Roll):
        return None
    changes = changed_dice(table.position.roll, Roll.parse(question.roll))
    if not changes:
        return None
    colour, _was, now = changes[0]
    photo = question.photo
    index = next((i for i, die in enumerate(photo.dice) if (die.colour, die.value) == (colour, now)), None)
    return Reroll(changes, colour, f"/photos/{photo.name}/{index}.jpg" if index is not None else "")

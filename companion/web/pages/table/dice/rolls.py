"""Requests to enter, correct or throw the dice, and answers to questions about the dice."""

import re
from collections.abc import Sequence

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Roll
from companion.table.events import Photo, RollCorrected, RollTaken, RowClosed, RowLetter, RowReopened
from companion.table.photo_match import (
    colour_of,
    complete_photo,
    correct_die,
    match_dice,
    photo_truths,
    roll_of,
    swap_dice,
)
from companion.table.state import Table
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import whole_number
from companion.web.pages.table.dice.dice import ONE_DIGIT
from companion.web.pages.table.table_requests import (
    dispatch,
    refuse_if_moved_on,
    refuse_if_outdated,
    require_own_player,
    require_table,
    table_response,
)
from companion.web.server.refusal import RequestRefused
from companion.web.session.computer_players import thrown_roll
from sheets.language import Term, message
from sheets.pad import COLOURS, CellColour

blueprint = Blueprint("rolls", __name__)

DIE_OPEN = message("Tap a value for every die first; still missing: {dice}.")
NOT_SO_MANY = message("Type {count} numbers, one for each die in this order: {dice}.")
NOT_SO_MANY_SEPARATE = message(
    "Type {count} numbers with spaces or commas between them, one for each die in this order: {dice}."
)
NOT_ON_DIE = message("The {colour} die shows a number from 1 to {sides}, not {typed}.")


@blueprint.post("/roll")
@allow("player")
def roll() -> Answer:
    """Enter the roll of this turn.

    The form has a field for each die (`w1`, `w2`, `red` …), or `typed` with all values in the same order:
    "231265", or "12 3 20 5 7 9" for dice with ten or more sides. In the card game, it has only `turned`, the
    number for everyone.
    """
    table = require_table()
    if not table.dice_to_roll:
        dispatch(RollTaken(request.form.get("turned", ""), "tapped"), refuse_if_outdated)
        return table_response()
    typed = request.form.get("typed", "").strip()
    values = _typed_values(table, typed) if typed else _tapped_values(table)
    pending = table.pending_roll
    photo = complete_photo(pending.photo, values) if pending else None
    source = pending.source if pending else "tapped"
    dispatch(RollTaken(str(roll_of(values)), source, photo), refuse_if_outdated)
    if photo is not None:
        _learn(table, photo, photo_truths(photo, table.dice_to_roll))
    return table_response()


def _learn(table: Table, photo: Photo, truths: dict[int, tuple[str, int]]) -> None:
    """Teach the dice reader; `truths` has the true colour and value of each die, by its index in `photo`."""
    server = this_server()
    server.watcher.reader.lessons.learn(photo, truths, table.game.pad.sides)
    server.session.invalidate()


def _tapped_values(table: Table) -> dict[str, int]:
    """Return the tapped value of every die. Raise RequestRefused if a value is missing or too high."""
    tapped = {die: whole_number(request.form.get(die, ""), max_digits=3) for die in table.dice_to_roll}
    values = {die: value for die, value in tapped.items() if value and value <= table.game.pad.sides}
    missing = [die for die in tapped if die not in values]
    if missing:
        raise RequestRefused("roll", DIE_OPEN, status=422, dice=_names(missing))
    return values


def _typed_values(table: Table, typed: str) -> dict[str, int]:
    """Return the typed value of every die. Raise RequestRefused if the count or a value is wrong."""
    dice, sides = table.dice_to_roll, table.game.pad.sides
    words = re.split(r"[\s,.;]+", typed) if sides > ONE_DIGIT else list("".join(typed.split()))
    if len(words) != len(dice) or not all(word.isascii() and word.isdigit() for word in words):
        text = NOT_SO_MANY_SEPARATE if sides > ONE_DIGIT else NOT_SO_MANY
        raise RequestRefused("roll", text, status=422, count=len(dice), dice=_names(dice))
    values: dict[str, int] = {}
    for die, word in zip(dice, words, strict=True):
        value = whole_number(word, max_digits=2)
        if value is None or not 1 <= value <= sides:
            colour = Term(colour_of(die))
            raise RequestRefused("roll", NOT_ON_DIE, status=422, colour=colour, sides=sides, typed=word[:10])
        values[die] = value
    return values


def _names(dice: Sequence[str]) -> tuple[Term, ...]:
    return tuple(Term(colour_of(die)) for die in dice)


@blueprint.post("/correct")
@allow("player")
def correct() -> Answer:
    """Correct the roll: set `die` ("w1") to `value`, or swap its value with that of the die `colour`.

    In the card game, `turned` is the right number for everyone.
    """
    table = require_table()
    if table.current_roll is not None and isinstance(table.position.roll, int):
        dispatch(RollCorrected(request.form.get("turned", "")), refuse_if_moved_on)
        return table_response()
    if table.current_roll is None or not isinstance(table.position.roll, Roll):
        text = message("There is no roll on the table to correct; undo one step first.")
        raise RequestRefused("no-roll", text)
    die, value, colour = (request.form.get(name, "") for name in ("die", "value", "colour"))
    try:
        if colour:
            dice, photo = swap_dice(table.position.roll, table.current_roll.photo, die, colour)
        else:
            dice, photo = correct_die(table.position.roll, table.current_roll.photo, die, int(value))
    except ValueError:
        text = message("That die cannot be changed like this; tap it again.")
        raise RequestRefused("roll", text, status=422) from None
    before = table.current_roll.photo
    tapped = match_dice(before, table.dice_rolled).get(die)
    dispatch(RollCorrected(str(dice), photo), refuse_if_moved_on)
    if before is not None and photo is not None:
        said = {
            index: (now.colour, now.value)
            for index, (was, now) in enumerate(zip(before.dice, photo.dice, strict=True))
            if index == tapped or (was.colour, was.value) != (now.colour, now.value)
        }
        _learn(table, photo, said)
    return table_response()


@blueprint.post("/throw")
@allow("player")
def throw() -> Answer:
    """Throw the page's virtual dice."""
    table = require_table()
    if not table.paper:  # on paper, any player may throw next
        require_own_player(table.active)
    if not table.throws_virtual_dice:
        raise RequestRefused("no-throw", message("The page throws no dice in this game; throw your own."))
    dispatch(thrown_roll(table), refuse_if_outdated)
    return table_response()


_ROWS: tuple[RowLetter, ...] = ("a", "b", "c", "d")


def _row() -> RowLetter:
    row = next((row for row in _ROWS if row == request.form.get("row", "")), None)
    if row is None:
        raise RequestRefused("row", message("Say which row: a, b, c or d."), status=422)
    return row


@blueprint.post("/lock")
def lock() -> Answer:
    """Close `row` for everyone, and enter the pending roll if only this row's die was missing."""
    require_table()
    table = dispatch(RowClosed(_row()), refuse_if_outdated)
    _take_pending_roll(table, ())
    return table_response()


@blueprint.post("/unlock")
def unlock() -> Answer:
    """Reopen `row`, which was reported as closed."""
    require_table()
    dispatch(RowReopened(_row()), refuse_if_outdated)
    return table_response()


@blueprint.post("/without")
def without() -> Answer:
    """Enter the pending roll without the missing dice, whose colours are in the form field `colour`."""
    colours = tuple(colour for colour in COLOURS if colour in request.form.getlist("colour"))
    if not colours or not _take_pending_roll(require_table(), colours):
        text = message("Tap a value for every die first; one is still missing.")
        raise RequestRefused("roll", text, status=422)
    return table_response()


@blueprint.post("/turned")
@allow("player")
def answer_reroll() -> Answer:
    """Handle the `answer` to "Was the changed die rolled again?". If it is "yes", the new values count."""
    require_table()
    session, answer = this_server().session, request.form.get("answer", "")
    question = session.reroll_question
    if question is None:
        text = message("There is no question about the dice now; tap a die to correct it.")
        raise RequestRefused("no-question", text)
    if answer not in ("yes", "no"):
        raise RequestRefused("answer", message("Say yes or no: was the die rolled again?"), status=422)
    if answer == "yes":
        dispatch(RollCorrected(question.roll, question.photo), refuse_if_outdated)
    session.reroll_asked = None
    session.invalidate()
    return table_response()


def _take_pending_roll(table: Table, without: tuple[CellColour, ...]) -> bool:
    """Enter the pending roll if its photo clearly shows exactly the expected dice. Return True if it was.

    `without`: the colours of missing dice, which are not expected.
    """
    if table.pending_roll is None or table.position.end is not None:
        return False
    dice = tuple(die for die in table.dice_to_roll if die not in without)
    photo = table.pending_roll.photo
    where = match_dice(photo, dice)
    if not len(where) == len(dice) == len(photo.dice) or any(die.doubtful for die in photo.dice):
        return False
    roll = roll_of({die: photo.dice[index].value for die, index in where.items()})
    dispatch(RollTaken(str(roll), table.pending_roll.source, photo, without))
    return True

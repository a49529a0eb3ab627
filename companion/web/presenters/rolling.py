"""What the table's screen says and asks about a roll: aloud, in large, and with padlocks."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Roll
from companion.table.paper import row_of_die
from companion.table.photo_match import WHITE_DICE, changed_dice, match_dice
from companion.table.state import Table
from companion.web.presenters.dice import COLOUR_NAMES, pairs
from companion.web.room.reroll_question import RerollQuestion
from sheets.language import Translate
from sheets.pad import COLOURS, ROW_LETTERS


@dataclass(frozen=True, slots=True)
class LockView:
    """One padlock on the table's screen. `state`: "open", "said" (a tap opens it), "locked" (on a sheet)."""

    row: str
    colour: str
    name: str
    state: str
    label: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A coloured die that is missing from a resting roll: is its row closed?"""

    colour: str
    row: str
    text: str
    yes: str
    without: str


@dataclass(frozen=True, slots=True)
class TurnedView:
    """A die that lies otherwise since its roll was taken: the question, its crop, both answers."""

    colour: str
    text: str
    crop: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class RollingView:
    """`say`: what is spoken when `key` changes. `locks`: empty where there are none to tap."""

    say: str
    key: str
    locks: tuple[LockView, ...]
    questions: tuple[QuestionView, ...]


def rolling_view(table: Table, role: str, _: Translate) -> RollingView:
    """What is said and asked now, to a device of that role."""
    mine = role == "table" and not table.demo
    position = table.position
    asked = table.pending_roll.photo.name if table.pending_roll else ""
    return RollingView(
        spoken(table, _),
        f"{position.turn}-{position.roll}-{asked}-{position.phase == 'over'}",
        _locks(table, _) if mine and position.phase != "over" else (),
        questions(table, _) if mine else (),
    )


def spoken(table: Table, _: Translate) -> str:
    """What is said aloud: the white sum; where nobody taps the other combinations too."""
    position = table.position
    if position.phase == "over":
        return _("The game is over.")
    if table.pending_roll is not None:
        return " ".join(q.text for q in questions(table, _)) or _("Please have a look.")
    if isinstance(position.roll, int):
        return str(position.roll)
    if not isinstance(position.roll, Roll):
        return ""
    if not table.paper:
        return f"{position.roll.sum}." if position.phase == "white" else ""
    found = [_("White {sum}.").format(sum=position.roll.sum)]
    for pair in pairs(table, position.roll):
        sums = pair.text.split(" · ")
        name = _(COLOUR_NAMES[pair.colour])
        words = _("{colour} {first} or {second}.") if len(sums) == 2 else _("{colour} {first}.")
        found.append(words.format(colour=name, first=sums[0], second=sums[-1]))
    return " ".join(found)


def questions(table: Table, _: Translate) -> tuple[QuestionView, ...]:
    """For each coloured die missing from a photo that is otherwise sure: is its row closed?"""
    if table.pending_roll is None:
        return ()
    photo = table.pending_roll.photo
    where = match_dice(photo, table.dice_to_roll)
    missing = [slot for slot in table.dice_to_roll if slot not in where]
    sure = all(not die.doubtful for die in photo.dice) and len(photo.dice) == len(where)
    if not sure or not missing or any(slot in WHITE_DICE for slot in missing):
        return ()
    found = []
    for colour in missing:
        row = row_of_die(table.game, colour)
        if row is None:
            continue
        name = _(table.game.board.row_term(ROW_LETTERS.index(row)))
        found.append(
            QuestionView(
                colour,
                row,
                _("The {colour} die is not there. Is {row} closed?").format(
                    colour=_(COLOUR_NAMES[colour]), row=name
                ),
                _("Yes, {row} is closed").format(row=name),
                _("No: play this turn without it"),
            )
        )
    return tuple(found)


def _locks(table: Table, _: Translate) -> tuple[LockView, ...]:
    if table.game.variant.cards:
        return ()
    found = []
    for number, row in enumerate(table.game.pad.rows):
        owner = next((p for p in table.game.players if row.letter in table.position.sheet(p).locks), "")
        said = row.letter in table.announced_rows or row.letter in table.position.closed
        state = "locked" if owner else "said" if said else "open"
        name = _(table.game.board.row_term(number))
        label = {
            "open": _("Close {row} for everyone"),
            "said": _("Open {row} again"),
            "locked": _("{player} has locked {row}"),
        }[state].format(row=name, player=owner)
        colour = row.closing[-1].colour
        assert colour in COLOURS
        found.append(LockView(row.letter, colour, name, state, label))
    return tuple(found)


def turned_view(asked: RerollQuestion | None, table: Table, _: Translate) -> TurnedView | None:
    """Whether a die was rolled again or only nudged, as the page asks it."""
    if asked is None or not isinstance(table.position.roll, Roll):
        return None
    dice = changed_dice(table.position.roll, Roll.parse(asked.roll))
    if not dice:
        return None
    text = _("The {colour} die shows {now} now; it was {was}.")
    told = [text.format(colour=_(COLOUR_NAMES[colour]), now=now, was=was) for colour, was, now in dice]
    colour, _was, value = dice[0]
    seen = ((die.colour, die.value) for die in asked.photo.dice)
    index = next((i for i, each in enumerate(seen) if each == (colour, value)), None)
    return TurnedView(
        colour,
        " ".join((*told, _("Was it rolled again?"))),
        f"/photos/{asked.photo.name}/{index}.jpg" if index is not None else "",
        _("Yes, rolled again: this counts"),
        _("No, only nudged: the roll stays"),
    )

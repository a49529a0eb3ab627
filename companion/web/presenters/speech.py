"""What the browser says aloud when something has happened at the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Roll
from companion.table.state import Table
from companion.web.presenters.dice import ColourSums, present_sums
from companion.web.presenters.roll_entry import missing_dice
from sheets.language import Phrase, Term, message, phrase


@dataclass(frozen=True, slots=True)
class Speech:
    """`sentences` are spoken when `key` changes."""

    key: str
    sentences: tuple[Phrase, ...]


def present_speech(table: Table) -> Speech:
    """The white sum; where nobody taps marks, the other sums too; a photo's open questions; the end."""
    position = table.position
    photo = table.pending_roll.photo.name if table.pending_roll else ""
    key = f"{position.turn}-{position.roll}-{photo}-{position.phase == 'over'}"
    return Speech(key, _sentences(table))


def _sentences(table: Table) -> tuple[Phrase, ...]:
    position, roll = table.position, table.position.roll
    if position.phase == "over":
        return (phrase("The game is over."),)
    if table.pending_roll is not None:
        questions = tuple(die.question for die in missing_dice(table))
        return questions or (phrase("Please have a look."),)
    if isinstance(roll, int):
        return (Phrase("{number}", {"number": roll}),)
    if not isinstance(roll, Roll):
        return ()
    if table.paper:
        sums = tuple(_sums_sentence(sums) for sums in present_sums(table, roll))
        return (phrase("White {sum}.", sum=roll.sum), *sums)
    return (Phrase("{sum}.", {"sum": roll.sum}),) if position.phase == "white" else ()


def _sums_sentence(sums: ColourSums) -> Phrase:
    first, *rest = sums.sums
    text = message("{colour} {first} or {second}.") if rest else message("{colour} {first}.")
    return Phrase(text, {"colour": Term(sums.colour), "first": first, "second": rest[0] if rest else first})

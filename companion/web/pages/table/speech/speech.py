"""The sentences that the browser speaks after an event at the table."""

from dataclasses import dataclass

from companion.rules import Roll
from companion.table.state import Table
from companion.web.pages.table.dice.dice import ColourSums, present_sums
from companion.web.pages.table.dice.roll_entry import missing_dice
from companion.web.pages.table.turn.turn_outcome import present_forced_crosses, present_outcome
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, Term, message, phrase


@dataclass(frozen=True, slots=True)
class Speech:
    """`sentences` are spoken once in a `turn`; in the next one all of them again."""

    turn: str
    sentences: tuple[Phrase, ...]


def present_speech(table: Table, viewer: Viewer) -> Speech:
    """The white sum; if nobody taps marks, the other sums too; a photo's open questions; the results of the
    turn; on a player's own phone whose turn it is; the end."""
    photo = table.pending_roll.photo.name if table.pending_roll else ""
    roll = table.current_roll.roll if table.current_roll is not None else ""
    brought = present_forced_crosses(table) if viewer.is_table else ()
    sentences = (*brought, *present_outcome(table), *_sentences(table))
    if table.position.phase == "roll" and viewer.owns(table.active) and table.pending_roll is None:
        sentences = (*sentences, phrase("Your turn."))
    return Speech(f"{table.turn_start.turn}-{roll}-{photo}", sentences)


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

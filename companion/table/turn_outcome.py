"""The results of a turn as sentences: locks, dice that leave, penalties."""

from collections.abc import Collection
from dataclasses import replace

from companion.rules import Game, Position, Sheet
from companion.rules.sheet_part import notes_on
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad, Row
from sheets.place_names import cell_phrase

_TAKE_AWAY = {
    "red": message("Red is closed: take the red die away."),
    "yellow": message("Yellow is closed: take the yellow die away."),
    "green": message("Green is closed: take the green die away."),
    "blue": message("Blue is closed: take the blue die away."),
}


def turn_outcome(table: Table, *, with_chains: bool = False) -> tuple[Phrase, ...]:
    """Return sentences for the results since the last roll, except results of hidden choices.

    `with_chains`: True to begin with the crosses that chains have caused, unless players mark on paper.
    """
    position = table.position
    after = replace(position, sheets=position.before) if are_choices_hidden(table) else position
    forced = forced_crosses(table.turn_start, after) if with_chains and not table.paper else ()
    return (*forced, *outcome(table.game, table.turn_start, after, table.sheets_read))


def forced_crosses(before: Position, after: Position) -> tuple[Phrase, ...]:
    """Return a sentence for each cross that a chain has caused: "Ann: red 6 brings yellow 6."."""
    return tuple(
        phrase("{player}: {brought}.", player=player, brought=brought_words(after.sheet(player).pad, *cells))
        for player in after.players
        if player in before.players
        for cells in brought_cells(before.sheet(player), after.sheet(player))
    )


def brought_cells(before: Sheet, after: Sheet) -> tuple[tuple[str, str], ...]:
    """Return pairs of cells: since `before`, a mark in the first cell caused a cross in the second."""
    new = (
        place
        for key, notes in notes_on(after.pad).items()
        if any(bond.kind == "both" for bond in notes.bonds)
        for place in notes.words(after.state(key) & ~before.state(key))
    )
    return tuple((bringer, place) for place in new if (bringer := after.brought_by(place)))


def brought_words(pad: Pad, first: str, second: str) -> Phrase:
    """Return words for a cross in `first` that caused one in `second`, such as "red 6 brings yellow 6"."""
    return phrase("{first} brings {second}", first=cell_phrase(pad, first), second=cell_phrase(pad, second))


def outcome(game: Game, before: Position, after: Position, omit: Collection[str] = ()) -> tuple[Phrase, ...]:
    """Return sentences for what happened between two positions, except penalties of the players in `omit`."""
    return (*_locks(game, before, after), *_misses(before, after, omit))


def _locks(game: Game, before: Position, after: Position) -> tuple[Phrase, ...]:
    sentences: list[Phrase] = []
    new = {player: _new_locks(before, after, player) for player in after.players}
    for row in game.pad.rows:
        owners = [player for player in after.players if row.letter in new[player]]
        sentences += [phrase("{player} locked {row}.", player=player, row=row.term) for player in owners]
        if row.letter in after.closed and row.letter not in before.closed and after.end is None:
            sentences.append(_closing(row, [c for c in after.removed if c not in before.removed]))
    return tuple(sentences)


def _new_locks(before: Position, after: Position, player: str) -> tuple[str, ...]:
    """Return the letters of the rows that `player` has locked since `before`."""
    sheet = after.sheet(player)
    if player not in before.players:
        return sheet.locks
    old = before.sheet(player)
    return () if sheet is old else tuple(letter for letter in sheet.locks if letter not in old.locks)


def _closing(row: Row, dice: list[str]) -> Phrase:
    """Return the sentence that `row` has closed, naming the one of `dice` that leaves with it, if any."""
    if row.colour and row.colour in dice:
        return Phrase(_TAKE_AWAY[row.colour])
    leaving = [c for c in dice if any(cell.colour == c for cell in row.closing)]
    if leaving:
        text = message("Closed: {row}. Take the {colour} die away.")
        return Phrase(text, {"row": row.term, "colour": Term(leaving[0])})
    return phrase("Closed: {row}.", row=row.term)


def _misses(before: Position, after: Position, omit: Collection[str]) -> tuple[Phrase, ...]:
    return tuple(
        phrase("{player} takes a penalty.", player=player)
        for player in after.players
        if player in before.players
        and player not in omit
        and after.sheet(player).misses > before.sheet(player).misses
    )

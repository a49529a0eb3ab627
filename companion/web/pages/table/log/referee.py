"""The referee's answers to questions about this turn."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules import Game, Mark, Sheet
from companion.table.actions import ACTIONS, action_of
from companion.table.now import Now, current_situation
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.session.drafts import RefereeQuestion
from sheets.language import Phrase, Term, Translatable, message, phrase
from sheets.pad import ROW_LETTERS
from sheets.place_names import cell_phrase

QUESTIONS = {
    "end": message("Does this end the game?"),
    "who": message("Who may still mark?"),
    "miss": message("Does this count as a penalty?"),
}
"""The questions that aren't about a cell, by kind."""
CROSS = "cross"
"""The kind of the question why a player may not cross a cell."""
Cells = frozenset[tuple[str, str]]
"""Cells as pairs of a player and the name of a cell on the player's sheet."""


@dataclass(frozen=True, slots=True)
class RefereeAnswer:
    """A question and its answer."""

    question: Phrase
    sentences: tuple[Translatable, ...]
    rule: str  # the id of the rule that the answer follows from
    lit: Cells = frozenset()  # the cells to highlight


def askable_cells(game: Game) -> tuple[tuple[Term, tuple[tuple[str, Phrase], ...]], ...]:
    """Return (name, cells) of each row; each cell is a pair: its id, such as "a5", and its name in words."""
    pad = game.pad
    return tuple(
        (game.board.row_term(number), tuple((str(cell), cell_phrase(pad, str(cell))) for cell in row))
        for number, row in enumerate(pad.rows)
    )


def referee_answer(timeline: Timeline, asked: RefereeQuestion) -> RefereeAnswer:
    """Return the answer to a question; the answer does not reveal hidden choices."""
    if asked.kind == CROSS:
        return _why_not(timeline.present, asked.player, asked.cell)
    table = before_hidden_choices(timeline).present
    return _ANSWERS[asked.kind](table, current_situation(table))


def _why_not(table: Table, player: str, cell: str) -> RefereeAnswer:
    game, position = table.game, table.position
    name = cell_phrase(game.pad_of(player), cell)
    question = phrase("{player}: why may I not cross {cell}?", player=player, cell=name)
    lit = frozenset({(player, cell)})
    refusal = game.moves(position, player).refusal(Mark.parse(cell))
    if refusal is None:
        text = phrase("You may: {cell} can be crossed now.", cell=name)
        return RefereeAnswer(question, (text,), ACTIONS[position.phase].rule, lit)
    if refusal.rule == "left-to-right":
        seat = position.players.index(player)
        crossed = _crossed(position.before[seat], cell[0]) or _crossed(position.sheets[seat], cell[0])
        lit |= {(player, name) for name in crossed[-1:]}
    return RefereeAnswer(question, (refusal,), refusal.rule, lit)


def _crossed(sheet: Sheet, letter: str) -> list[str]:
    """Return the names of the crossed cells of a row, from left to right."""
    row, bits = sheet.pad.row(letter), sheet.rows[ROW_LETTERS.index(letter)]
    return [f"{letter}{cell.number}" for cell in row.cells if bits >> cell.index & 1]


def _answer_end(table: Table, _now: Now) -> RefereeAnswer:
    position, question = table.position, Phrase(QUESTIONS["end"])
    if position.end is not None:
        rule = "game-over" if position.end.reason.startswith("house-") else position.end.reason
        return RefereeAnswer(question, (phrase("Yes: the game is over."),), rule)
    rows, lit = _closed_rows(table)
    rule = "cards-end" if table.game.deck else "end-two-rows"
    if rows >= 2:
        texts = [phrase("Yes: {rows} rows are closed. The game ends when this action is over.", rows=rows)]
    elif rows == 1:
        texts = [phrase("No: one row is closed. A second one ends the game.")]
    else:
        texts = [phrase("No: no row is closed. Two closed rows end the game.")]
    if rows < 2 and position.sheet(table.active).misses == 3 and not _has_marked(table):
        texts.append(phrase("{player} has three penalties: a fourth one ends it.", player=table.active))
        rule = rule if table.game.deck else "end-misses"
    return RefereeAnswer(question, tuple(texts), rule, lit)


def _closed_rows(table: Table) -> tuple[int, Cells]:
    """Return how many closed rows count towards the end, and the last crossed cell of each locked row."""
    position = table.position
    locked = [(player, lock) for player in position.players for lock in position.sheet(player).locks]
    lit = frozenset((player, _crossed(position.sheet(player), lock)[-1]) for player, lock in locked)
    if table.game.deck:  # each player's own locks
        return max(sum(name == player for name, _ in locked) for player in position.players), lit
    rows = {*position.closed, *table.announced_rows, *(lock for _, lock in locked)}
    return len(rows), lit


def _answer_who(table: Table, now: Now) -> RefereeAnswer:
    position, question = table.position, Phrase(QUESTIONS["who"])
    if position.end is not None:
        return RefereeAnswer(question, (phrase("Nobody: the game is over."),), "game-over")
    if not now.asked:
        text = phrase("Nobody until {player} has thrown; then everybody.", player=table.active)
        return RefereeAnswer(question, (text,), ACTIONS[table.game.phases[0]].rule)
    text = phrase("{players} may still mark.", players=", ".join(now.asked))
    lit = frozenset(
        (player, mark.cell)
        for player in now.asked
        for mark in table.game.moves(position, player)
        if mark.cell and table.game.pad_of(player).has_cell(mark.cell)
    )
    return RefereeAnswer(question, (text,), action_of(now).rule, lit)


def _answer_miss(table: Table, now: Now) -> RefereeAnswer:
    question, active = Phrase(QUESTIONS["miss"]), table.active
    rule = "cards-miss" if table.game.deck else "miss"
    if table.position.end is not None:
        return RefereeAnswer(
            question, (phrase("No: once the game is over, there are no more penalties."),), "game-over"
        )
    if active in table.game.house.no_miss:
        text = phrase("No: {player} takes no penalties, as this table agreed.", player=active)
    elif _has_marked(table):
        text = phrase("No: {player} has crossed something in this turn.", player=active)
    elif now.is_shared and table.game.rulings.end_in_action_1 == "stop" and _closed_rows(table)[0] >= 2:
        text = phrase("No: the game ends with this action, and so nobody takes a penalty.")
        rule = "end-in-action-1"
    else:
        text = phrase("Only if {player} crosses nothing in either action.", player=active)
    return RefereeAnswer(question, (text, phrase("Nobody else takes a penalty in this turn.")), rule)


def _has_marked(table: Table) -> bool:
    """Return True if the active player has crossed something in this turn."""
    decision = table.position.decided[table.position.seat]
    return table.position.active_marked or (isinstance(decision, Mark) and bool(decision.cell))


_ANSWERS: dict[str, Callable[[Table, Now], RefereeAnswer]] = {
    "end": _answer_end,
    "who": _answer_who,
    "miss": _answer_miss,
}

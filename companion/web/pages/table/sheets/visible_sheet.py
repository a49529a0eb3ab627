"""The rows and cells of one sheet as they are shown: what is crossed, and what a tap does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules import Card, Game, Mark, Plays, Sheet
from companion.web.layout.game.places import NO_SIGNS, CellSigns
from companion.web.pages.table.sheets.mark_choice import choice_id
from companion.web.session.drafts import CardDraft
from sheets.pad import Cell, Row

CROSS_STYLES = 4
"""Number of cross styles."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One cell. `state`: "marked", "chosen" (in the open action), "legal", "again" (marked, and a second
    cross is legal), "gone" (never again) or "open"; where cards are put together also "pencilled" (its card
    is tapped and crosses it) and "carried" (its card is tapped and crosses nothing).

    `mark`: what a tap sends. `card`: the card that a tap plays instead, or "". `choice`: the id of the card
    that asks which mark is meant, or "". `lucky`: it is legal by a lucky number alone; `exchange`: by an
    exchange alone. `bonus`: as on the pad. `cross`: how its cross is drawn. `chain_step`: its place in the
    chain of crosses just made, from 1; else 0. `signs`: what else is printed on it.
    """

    name: str
    number: int
    colour: str
    state: str
    mark: str
    choice: str = ""
    lucky: bool = False
    bonus: str = ""
    cross: int = 0
    chain_step: int = 0
    exchange: bool = False
    signs: CellSigns = NO_SIGNS
    card: str = ""


ShownCell = TypeVar("ShownCell")
"""A cell to tap, or one to look at."""


@dataclass(frozen=True, slots=True)
class SheetRow(Generic[ShownCell]):
    """One row. `colour`: None if its cells differ. `lock`: "open", "mine" or "closed"."""

    letter: str
    colour: str | None
    lock_colour: str
    cells: tuple[ShownCell, ...]
    lock: str
    points: int


def cross_style(row: int, cell: Cell) -> int:
    """Return the style of the cross in a cell; neighbours differ."""
    return (cell.index * 7 + row * 3) % CROSS_STYLES


def _named(decision: Mark) -> str:
    """Return the text of a tap that takes a decision back: its first cell, or the place that it crosses."""
    return next((part.cell for part in decision.parts if not part.is_field), decision.cell)


@dataclass(frozen=True, slots=True)
class VisibleSheet:
    """The visible part of a sheet. `before`: the sheet before the open action. `offered`: the marks that may
    be tapped, by place; with `shows_legal` their places stand out. `fresh`: special places crossed in the
    open action. `last_places`: crossed in an action that is over, and a tap takes them back. `cards`: the
    cards put together so far, and what may be played, where a tap on a cell plays its card."""

    game: Game
    index: int
    sheet: Sheet
    before: Sheet
    closed: tuple[str, ...]
    offered: Mapping[str, tuple[Mark, ...]]
    shows_legal: bool
    decision: Mark | None
    chain: tuple[str, ...]
    fresh: tuple[str, ...] = ()
    last_places: tuple[str, ...] = ()
    cards: tuple[CardDraft, Plays] | None = None

    def row(self, number: int, row: Row, points: int, signs: Mapping[str, CellSigns]) -> SheetRow[SheetCell]:
        mine = row.letter in self.sheet.locks
        lock = "mine" if mine else "closed" if row.letter in self.closed else "open"
        return SheetRow(
            letter=row.letter,
            colour=row.colour,
            lock_colour=row.closing[-1].colour,
            cells=tuple(self._cell(number, cell, lock, signs.get(str(cell), NO_SIGNS)) for cell in row),
            lock=lock,
            points=points,
        )

    def place(
        self, name: str, *, crossed: bool, gone: bool, fresh: bool | None = None
    ) -> tuple[str, str, str]:
        """Return what `places.Look` asks for."""
        meant = Mark.parse(name)
        cell = meant.cell
        marks = tuple(m for m in self.offered.get(cell, ()) if not meant.sign or m.sign == meant.sign)
        if crossed:
            fresh = (name in self.fresh if fresh is None else fresh) and self.decision is not None
            state = "chosen" if fresh or name in self.last_places else "marked"
        else:
            state = "legal" if marks and self.shows_legal else "gone" if gone else "open"
        if state == "chosen":
            return state, _named(self.decision) if self.decision is not None else cell, ""
        choice = choice_id(self.index, cell) if len(marks) > 1 else ""
        return state, str(marks[0]) if marks else name, choice

    def _cell(self, number: int, cell: Cell, lock: str, signs: CellSigns) -> SheetCell:
        name = str(cell)
        state = self._state(number, cell, lock)
        marks = self.offered.get(name, ())
        mark = str(marks[0]) if marks else name
        if state == "chosen" and self.decision is not None:
            mark = _named(self.decision)  # a bonus cross is taken back with the mark that brought it
        elif state == "marked" and signs.again:
            mark = signs.again
        card = ""
        if self.cards is not None and state != "chosen":
            state, card = self._card(cell, state, *self.cards)
        return SheetCell(
            name,
            cell.number,
            cell.colour,
            state,
            mark,
            choice_id(self.index, name) if len(marks) > 1 and state != "chosen" else "",
            state == "legal" and not card and all(mark.lucky for mark in marks),
            cell.bonus or "",
            (cross_style(number, cell) + self.index) % CROSS_STYLES,
            self.chain.index(name) + 1 if name in self.chain else 0,
            state == "legal" and not card and all(mark.sign for mark in marks),
            signs,
            card,
        )

    def _card(self, cell: Cell, state: str, draft: CardDraft, plays: Plays) -> tuple[str, str]:
        """Return the display of a cell whose card may be tapped, and that card: tapped or plain."""
        for card, crossed in draft.cards:
            if (card.colour, card.number) == (cell.colour, cell.number):
                return "pencilled" if crossed else "carried", str(card)
        card = Card(cell.number, cell.colour)
        return "legal" if self.shows_legal and draft.fits(card, plays) else state, str(card)

    def _state(self, number: int, cell: Cell, lock: str) -> str:
        bit, bits, name = 1 << cell.index, self.sheet.rows[number], str(cell)
        if bits & bit:
            if self.shows_legal and name in self.offered:
                return "again"
            is_new = self.decision is not None and not self.before.rows[number] & bit
            return (
                "chosen" if is_new or name in self.last_places or self._is_crossed_again(name) else "marked"
            )
        if self.shows_legal and name in self.offered:
            return "legal"
        return "gone" if bit < bits or lock != "open" else "open"

    def _is_crossed_again(self, cell: str) -> bool:
        """Return True if a second cross was made at a cell in the open action."""
        return any(place[:-1] == cell for place in self.fresh)

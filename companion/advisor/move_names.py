"""Names moves in explanations."""

from collections.abc import Sequence

from companion.rules import Card, Mark, Play, Term
from companion.rules.board import Board
from sheets.language import Phrase, phrase
from sheets.pad import ROW_LETTERS
from sheets.place_names import mark_phrase


def name_move(board: Board, move: Mark | Play) -> Phrase:
    """Return the name of a move, such as "red 5" or "passing", as the subject of a sentence."""
    if isinstance(move, Play):
        return _name_play(board, move)
    if not move.cell:
        return phrase("passing")
    if move.form or move.then:
        return mark_phrase(board.pad, str(move))
    cell = board.spot(move.cell).words
    if move.lucky:
        return phrase("{cell} by the lucky number", cell=cell)
    if move.choices:
        row = board.row_term(ROW_LETTERS.index(move.choices[0]))
        return phrase("{cell} with {row} for the bonus", cell=cell, row=row)
    return cell


def _name_play(board: Board, play: Play) -> Phrase:
    spots = [board.spot(mark.cell) for mark in play.marks]
    unused = [Card(card.number, card.colour) for card in play.cards]
    for spot in spots:
        unused.remove(Card(spot.number, spot.cell.colour))
    cells = [spot.words for spot in spots]
    cards = [phrase("{colour} {number}", colour=Term(card.colour), number=card.number) for card in unused]
    if not cells:
        return phrase("discarding {cards}", cards=join_all(cards))
    if not cards:
        return phrase("marking {cells}", cells=join_all(cells))
    return phrase("marking {cells} and discarding {cards}", cells=join_all(cells), cards=join_all(cards))


def join_all(parts: Sequence[Phrase]) -> Phrase:
    """Join the parts, of which there must be at least one, with commas and a final "and"."""
    joined = parts[0]
    for part in parts[1:-1]:
        joined = phrase("{first}, {second}", first=joined, second=part)
    return phrase("{first} and {second}", first=joined, second=parts[-1]) if len(parts) > 1 else joined

"""An invented game for tests: a cross in a middle cell also crosses the next cell of the row below."""

from collections.abc import Iterator

from companion.rulebook.rule import Rule
from companion.rules.board import Board, Spot
from companion.rules.refusal import Contradiction, Refusal
from companion.rules.sheet import Sheet
from companion.rules.speciality import Draft, Speciality
from tests.invented.middle_cells import PART, SIGN


def _follow(draft: Draft, spot: Spot) -> None:
    def bring(later: Draft) -> None:
        if below := later.next_free((spot.row + 1) % 4):
            later.bring(below)

    if spot.bonus == SIGN:
        draft.waiting.append(bring)


def _contradictions(board: Board, sheet: Sheet) -> Iterator[Contradiction]:
    """Yield a contradiction for each crossed middle cell above an empty row."""
    for name in PART.on(sheet.pad):
        spot = board.spot(name)
        below = (spot.row + 1) % 4
        if sheet.rows[spot.row] & spot.bit and not sheet.rows[below]:
            text = "{colour} {number} is crossed, but nothing in the row below."
            cells = (name, board.rows[below][0].name)
            yield Contradiction(Refusal("middle-brings", text, spot.values()), cells)


SPECIALITY = Speciality(
    key=PART.key,
    book=(
        Rule(
            id="middle-brings",
            games=(),
            statement="A cross at an arrow brings the next cell of the row below at once, if it is open.",
            sources=(),
            example="Red 7 is crossed: yellow 2 is crossed too.",
            title="Down from the middle",
        ),
    ),
    follow=_follow,
    contradictions=_contradictions,
)

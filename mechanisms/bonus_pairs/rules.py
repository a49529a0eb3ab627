"""The game Bonus B: a bonus is earned when both of its cells are marked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.rulebook.rule import quoted
from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Rows, Spot
from companion.rules.constraints import Constraints
from companion.rules.outlook import Advice, Outlook
from companion.rules.paths import PathSearch
from companion.rules.refusal import Contradiction, Refusal
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import Notes, SheetPart
from companion.rules.speciality import Draft, ExtraPoints, Report, SheetRules, Speciality
from mechanisms.bonus_pairs import PART
from sheets.language import message, phrase
from sheets.pad import ROW_LETTERS, Pad

CELL_CHANCE, CELL_HALF_TURNS = 0.55, 6
"""Estimated chance of marking a bonus cell if many turns remain, and number of remaining turns with which
the chance is half of that."""
PAIR_POINTS = {"13": 13.0, "double-weakest": 8.0, "two-weakest": 10.0, "each-row": 10.0, "no-misses": 3.0}
"""Estimated points of each bonus; `no-misses` is also worth the penalties so far, which it cancels."""


def _notes(pad: Pad) -> Notes:
    cells = [
        [(ROW_LETTERS.index(name[0]), pad.cell(name).index) for name in pair] for _, pair in PART.on(pad)
    ]

    def from_rows(rows: Rows) -> int:
        crossed = (all(rows[row] >> index & 1 for row, index in pair) for pair in cells)
        return sum(1 << i for i, both in enumerate(crossed) if both)

    return Notes("earned", tuple(kind for kind, _ in PART.on(pad)), from_rows=from_rows)


def earned(sheet: Sheet) -> tuple[str, ...]:
    """Return the bonuses that the player of a sheet has earned, in the order of BONUSES."""
    state = sheet.state(PART.key)
    return tuple(kind for i, (kind, _) in enumerate(PART.on(sheet.pad)) if state >> i & 1)


def _follow(draft: Draft, spot: Spot, without: str = "") -> None:
    """Earn the bonus on `spot` if both its cells are marked now, unless it is the bonus `without`."""
    if spot.bonus is None or spot.bonus == without:
        return
    for i, (kind, names) in enumerate(PART.on(draft.rules.pad)):
        if kind == spot.bonus and not draft.beside[PART.key] >> i & 1:
            pair = (draft.rules.board.by_name[name] for name in names)
            if all(draft.rows[cell.row] & cell.bit for cell in pair):
                draft.beside[PART.key] |= 1 << i
                if kind in EFFECTS:
                    draft.waiting.append(EFFECTS[kind])


def _cross_each_row(draft: Draft) -> None:
    for row in range(4):
        if spot := draft.next_free(row):
            draft.bring(spot)


def _cross_two_weakest(draft: Draft) -> None:
    row = draft.choose(draft.rules.board.weakest(draft.rows), "bonus-two-weakest")
    for _ in range(2):
        if spot := draft.next_free(row):
            draft.bring(spot)


EFFECTS = {"each-row": _cross_each_row, "two-weakest": _cross_two_weakest}
"""The function of each bonus that crosses further cells. The other bonuses only change the score."""


def _score(sheet: Sheet, rows: Sequence[int], rulings: Rulings) -> ExtraPoints:
    kinds = earned(sheet)
    return ExtraPoints(("double-weakest" in kinds) * min(rows) + 13 * ("13" in kinds), "no-misses" in kinds)


def _report(sheet: Sheet, points: int) -> Report:
    kinds = earned(sheet)
    names = ", ".join(kinds)
    return Report(
        kinds,
        judged=phrase("earned: {types}", types=names) if names else None,
        scanned=phrase("bonuses {names} = {points}", names=names, points=points) if names else None,
    )


def _contradictions(board: Board, sheet: Sheet) -> Iterator[Contradiction]:
    if not _finds_path(board, sheet):
        yield _no_path(board, sheet)


def _finds_path(board: Board, sheet: Sheet, without: str = "") -> bool:
    rules = SheetRules.of(sheet.pad, Constraints(board, "row-closed"), Rulings())
    if without:
        rules = rules.replaced(replace(SPECIALITY, follow=partial(_follow, without=without)))
    return PathSearch(rules, PART.key, sheet).finds_path()


def _no_path(board: Board, sheet: Sheet) -> Contradiction:
    """Return the contradiction for a sheet that no legal play can produce, with the cells to blame."""
    forced = [kind for kind in earned(sheet) if kind in ("two-weakest", "each-row")]
    # bonuses without which the sheet would be possible, or else all that force crosses
    blamed = [kind for kind in forced if _finds_path(board, sheet, kind)] or forced
    if not blamed:  # no bonus forced a cross, so the fault is that too many rows are locked
        locks = tuple(f"lock {letter}" for letter in sheet.locks)
        text = message("{locks} rows are locked, but the game ends when a second row closes.")
        return Contradiction(Refusal("end-two-rows", text, {"locks": len(locks)}), locks)
    cells = tuple(cell for kind, pair in PART.on(sheet.pad) if kind in blamed for cell in pair)
    if blamed[0] == "two-weakest":
        rule = "bonus-two-weakest"
        text = message(
            "With {cells} crossed, the next two cells of the row with the fewest crosses must have been "
            "crossed at once, but no order of crosses does that."
        )
    else:
        rule = "bonus-each-row"
        text = message(
            "With {cells} crossed, the next cell of every row must have been crossed at once, but no "
            "order of crosses does that."
        )
    return Contradiction(Refusal(rule, text, {"cells": " + ".join(cells)}), cells)


def _more_points(outlook: Outlook) -> float:
    """Return the sum of the points of unearned bonuses, each times the estimated chance to earn the bonus."""
    sheet, added, kinds = outlook.sheet, 0.0, earned(outlook.sheet)
    for kind, cells in PART.on(sheet.pad):
        if kind in kinds:
            continue
        chance = 1.0
        for spot in map(outlook.rules.board.spot, cells):
            if not sheet.rows[spot.row] & spot.bit:
                likely = CELL_CHANCE * outlook.turns / (outlook.turns + CELL_HALF_TURNS)
                chance *= likely if outlook.may_mark(spot) else 0.0
        added += chance * (PAIR_POINTS[kind] + (5.0 * sheet.misses if kind == "no-misses" else 0.0))
    return added


BOOK = (
    quoted(
        "bonus-two-weakest",
        message("Bonus: two in the weakest row"),
        ("bonus-b",),
        message(
            "When both cells of this bonus are marked, you at once mark the next two cells of the row "
            "in which you have the fewest marks; if rows tie, you choose one of them. What cannot be "
            "marked there is lost."
        ),
        "bonus: Variante B",
        message("Yellow 11 and green 9 are marked and blue is empty: blue 12 and 11 are marked at once."),
    ),
    quoted(
        "bonus-each-row",
        message("Bonus: one in each row"),
        ("bonus-b",),
        message(
            "When both cells of this bonus are marked, you at once mark the next cell of every row, "
            "from the top row to the bottom one. What cannot be marked is lost."
        ),
        "bonus: Variante B",
        message("Yellow 7 and blue 7 are marked: one more cell in red, yellow, green and blue."),
    ),
    quoted(
        "bonus-double-weakest",
        message("Bonus: the weakest row twice"),
        ("bonus-b",),
        message(
            "With both cells of this bonus marked, the row with the fewest marks scores twice at the "
            "end; if rows tie, only one of them does."
        ),
        "bonus: Variante B",
        message("Rows of 5, 7, 8 and 3 marks: the 6 points of the last count twice."),
    ),
    quoted(
        "bonus-13",
        message("Bonus: thirteen points"),
        ("bonus-b",),
        message("With both cells of this bonus marked, 13 points are added at the end."),
        "bonus: Variante B",
        message("Red 6 and blue 4 are marked: 13 more points."),
    ),
    quoted(
        "bonus-no-misses",
        message("Bonus: penalties are free"),
        ("bonus-b",),
        message(
            "With both cells of this bonus marked, penalties cost nothing at the end. A fourth penalty still "
            "ends the game."
        ),
        "bonus: Variante B",
        message("Yellow 3 and green 5 are marked: Sarah's three penalties take nothing away."),
    ),
)

SHEET = SheetPart(notes=_notes)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    follow=_follow,
    asks=True,
    score=_score,
    report=_report,
    contradictions=_contradictions,
)

ADVICE = Advice(more_points=_more_points)

"""The value network's win probability in rare positions: rows with only a few crosses, far to the right.

It is compared with the share of 4,000 games that the first player won when learned players continued from
the position (accurate to 1.5 %; networks of 22 November 2026). The positions were chosen without looking at
the network's answers.
"""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.advisor.evaluation import evaluate
from companion.rules import Game, Position, Sheet
from sheets.pad import COLOURS, ROW_LETTERS


def table_of(pad: str, sheets: Sequence[str], closed: str = "") -> tuple[Game, Position]:
    """Return a game and a position with these `sheets`. `closed`: closed rows without a lock on a sheet."""
    game = Game(pad, pad, tuple("ABCDE"[: len(sheets)]))
    made = tuple(Sheet.parse(text, game.pad) for text in sheets)
    rows = {*closed, *(letter for sheet in made for letter in sheet.locks)}
    removed = {game.pad.row(letter).cells[-1].colour for letter in rows}
    position = replace(
        game.start(),
        sheets=made,
        before=made,
        closed_mask=sum(1 << ROW_LETTERS.index(letter) for letter in rows),
        removed_mask=sum(1 << COLOURS.index(colour) for colour in removed),
    )
    return game, position


MAX_ERROR = 0.05
"""Largest allowed difference between the network's win probability and the measured share of wins, which is
accurate to 0.015."""
HALF_LOCKED = "a5 a7 a8 a9 a10 a11 / - / c10 c8 c7 / d10 d8"
ONE_ROW_FAR = (
    ("- / b3 b6 b8 / c10 c8 / d10 d9 d8 d7 d6", 0.523),
    ("a8 / b3 b6 b8 / c10 c8 / d10 d9 d8 d7 d6", 0.406),
    ("a9 / b3 b6 b8 / c10 c8 / d10 d9 d8 d7 d6", 0.379),
    ("a10 / b3 b6 b8 / c10 c8 / d10 d9 d8 d7 d6", 0.349),
    ("a11 / b3 b6 b8 / c10 c8 / d10 d9 d8 d7 d6", 0.322),
)
"""(first player's sheet, first player's share of wins against HALF_LOCKED); only the red row varies."""
TABLES = (
    ("a3 a4 a5 / b11 / c9 c8 / d10 d8", "a2 a5 / b4 b5 b6 b7 / c10 c9 / d11 d10", 0.128),
    ("a3 a4 a5 / b9 / c9 c8 / d10 d8", "a2 a5 / b4 b5 b6 b7 / c10 c9 / d11 d10", 0.153),
    ("a3 a5 a6 / b4 b6 / c3 / d9 d8", "a4 a6 / b3 b5 b7 / c11 c10 c8 / d10", 0.196),
    ("a2 a4 a6 / b5 b6 / c10 c9 / d4 d3", "a5 / b2 b4 b5 / c12 c9 c8 / d11 d9 d8 d7 d6", 0.073),
    ("a2 a3 a5 a6 / b4 b5 / c11 c9 / d10", "a11 / b3 b5 b6 / c10 c9 c8 / d9 d8", 0.832),
    ("a10 / b3 b5 b6 b8 / c11 c10 c8 / d9", "a4 a5 a7 / b11 / c10 c9 / d11 d10 d8", 0.495),
    ("a10 / b2 b3 b5 / c10 c9 / d11 d9", "a11 / b4 b6 / c11 c10 c8 / d10 d9", 0.684),
    ("a10 / b10 / c11 c10 c9 / d12 d10 d8", "a4 a5 / b5 b6 / c10 c8 / d9 d8", 0.225),
    ("a8 a10 a11 / b3 b4 b6 / c11 c9 c7 / d10", "a5 a6 / b3 b6 b7 / c12 c10 c9 / d8 d7", 0.321),
    (
        "a5 a6 a8 / b6 b7 b8 b9 / c9 c8 c7 / d3 misses 2",
        "a4 a7 a8 a9 / b5 b7 b9 / c4 / d9 d8 d7 d6 misses 1",
        0.363,
    ),
    ("a10 / - / c11 / -", "- / b4 / c10 / d9", 0.293),
    ("- / b3 / c12 / d3", "a4 / b5 / - / d10", 0.377),
    ("a4 a6 a7 / b5 b7 / c10 c9 c8 / d11 d9 d8 d7 d6 d4", "a3 a5 a8 / b4 b6 b8 / c11 c10 c7 / d3", 0.967),
    ("a3 a4 a6 / b4 b6 / c5 c4 c3 / d10 d9", "a5 a6 a7 / b3 b5 / c11 c10 c9 c8 c6 / d10", 0.156),
)
"""(first player's sheet, second player's sheet, first player's share of wins)."""

ON_MIXX_B = (
    ("a10 / b12 b7 b5 / c10 c6 / d11 d9 d12", "a8 a4 a12 a5 / - / c10 c6 c9 / d11 d12", 0.511),
    ("a7 / b12 b7 b5 / c10 c6 / d11 d9 d12", "a8 a4 a12 a5 / - / c10 c6 c9 / d11 d12", 0.262),
    ("a6 a2 a8 / b3 / c12 c6 / d11 d12", "a10 a8 / b4 b6 b7 b2 / c10 c12 / d7 d11", 0.122),
    ("a6 a8 a3 / b4 b7 / c11 / d9 d12", "a2 a3 / b12 b6 b2 / c2 c10 c6 / d11", 0.198),
    ("a9 / b11 / c2 c10 c12 / d5 d11 d12", "a2 a8 / b6 b7 / c10 c6 / d9 d12", 0.456),
    ("- / b12 / c8 / d6", "a2 / b6 / - / d11", 0.443),
    ("a10 a6 a8 a3 / b4 b6 / c2 c12 / d11", "a7 / b12 b6 b7 / c10 c12 c6 / d9 d12", 0.751),
)
"""Like TABLES, on the pad Mixx B; measured with `--pad mixx-b`."""

ON_MIXX_A = (
    *(0.524, 0.425, 0.390, 0.360, 0.324, 0.116, 0.152, 0.205, 0.072, 0.836),
    *(0.523, 0.693, 0.237, 0.323, 0.361, 0.283, 0.385, 0.966, 0.169),
)
"""First player's share of wins in each position of ONE_ROW_FAR and TABLES on the pad Mixx A; its rows have
the same numbers as the classic pad. Measured with `--pad mixx-a`."""
BY_PAD = {
    "classic": [*((first, HALF_LOCKED, won) for first, won in ONE_ROW_FAR), *TABLES],
    "mixx-b": ON_MIXX_B,
}
BY_PAD["mixx-a"] = [(*each[:2], won) for each, won in zip(BY_PAD["classic"], ON_MIXX_A, strict=True)]


@pytest.mark.parametrize(
    ("pad", "first", "second", "won"), [(pad, *table) for pad, tables in BY_PAD.items() for table in tables]
)
def test_rows_that_play_hardly_leaves_are_valued_as_they_end(
    pad: str, first: str, second: str, won: float
) -> None:
    game, position = table_of(pad, [first, second])
    assert evaluate(game, [position], [0])[0].win == pytest.approx(won, abs=MAX_ERROR)

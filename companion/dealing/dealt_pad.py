"""A deal: one pad with a different sheet for each player, all worth the same.

One sheet is drawn at random and dealt in guises that the dice cannot tell apart. The pad is called after its
game, its players and the number of the deal, so that whoever has a sheet can deal the same again:
`classic-dealt-4-17` is `qwixx print classic --deal 4 --seed 17`. (`classic-deal-4-17` is a deal of an earlier
version, which drew other sheets.)
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from random import Random

from companion.dealing.random_pads import NotDealt, Rows, draw_rows
from companion.dealing.symmetry import guises, rounds
from sheets.language import Phrase, phrase
from sheets.pad import MAX_NAME_CHARACTERS, MAX_TITLE_CHARACTERS, SHEET_LETTERS, Pad, Row, pad_data, parse_pad
from sheets.pad_table import toml_text

PLAYERS = range(2, len(SHEET_LETTERS) + 1)
"""Possible numbers of players of a deal."""
NUMBERS = 1_000_000
"""Number of deals of a game that have their own numbers."""
SYMMETRIC = frozenset({"double-cells", "lucky"})
"""The mechanisms of pads whose guises are equivalent. A track with its fifteen and the fields of one and five
are not symmetrical; steps, chains and bonuses tie cells to their rows.
"""
SEATED = 4
"""Number of players from which their seating matters in a round: three sit in the order of the exchange or
against it, and both are rounds."""
MOST_CHOICES = 200
"""Candidate choices of guises tried; the one with the fewest identical rows wins."""


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """A pad with a different sheet for each player, all worth the same."""

    pad: Pad  # has a lettered sheet for each player
    is_round: bool  # True if they are worth the same at one table too, in the order of their letters

    @property
    def file(self) -> str:
        return toml_text(pad_data(self.pad))

    def sentences(self) -> tuple[Phrase, ...]:
        """Return which sheets are worth the same, and the seating if that needs one."""
        if not self.is_round:
            return (phrase("Each sheet alone is worth the same."),)
        same = phrase("Every place at this table is worth the same, whoever begins apart.")
        if len(self.pad.letters) < SEATED:
            return (same,)
        return same, phrase(
            "Sit in the order of the letters: {letters}.", letters=", ".join(self.pad.letters)
        )


def deal_number(seed: int) -> int:
    """Return the number of the deal of a seed: the seed itself if it is small, otherwise one that does not
    reveal it."""
    if 0 <= seed < NUMBERS:
        return seed
    return int.from_bytes(hashlib.sha256(f"qwixx deal {seed}".encode()).digest()[:8]) % NUMBERS


def deal(pad: Pad, players: int, seed: int) -> Deal:
    """Deal sheets of a pad to so many players; the same seed deals the same. Raises NotDealt."""
    if players not in PLAYERS:
        raise NotDealt(
            "A deal is for {least} to {most} players, not for {players}.",
            least=PLAYERS[0],
            most=PLAYERS[-1],
            players=players,
        )
    if pad.letters:
        raise NotDealt("The sheets of the pad {pad} differ already, so no deal is made of it.", pad=pad.name)
    unlike = [key for key in pad.mechanisms if key not in SYMMETRIC]
    if unlike:
        raise NotDealt(
            "A deal needs sheets that the dice cannot tell apart, which {key} on the pad {pad} does not "
            "allow; deal a pad of plain rows, coloured rows, lucky numbers or double cells.",
            key=unlike[0],
            pad=pad.name,
        )
    if len({row.cells[-1].colour for row in pad.rows}) < len(pad.rows):
        raise NotDealt(
            "A deal needs four rows that each close in a colour of their own; the pad {pad} has other rows.",
            pad=pad.name,
        )
    number = deal_number(seed)
    chance = Random(f"dealt {number}")
    rows = draw_rows(pad, chance)
    if choices := rounds(pad, rows, players):
        return Deal(pad_of_sheets(pad, number, _most_unlike(choices, chance)), is_round=True)
    every = guises(pad, rows)
    if len(every) < players:
        raise NotDealt(
            "The rows of the pad {pad} are too unlike one another for {players} sheets worth the same.",
            players=players,
            pad=pad.name,
        )
    choices = [chance.sample(every, players) for _ in range(MOST_CHOICES)]
    return Deal(pad_of_sheets(pad, number, _most_unlike(choices, chance)), is_round=False)


def _most_unlike(choices: list[list[Rows]], chance: Random) -> list[Rows]:
    """Return one of the choices with the fewest rows alike."""
    chance.shuffle(choices)
    return min(choices, key=_rows_alike)


def _rows_alike(sheets: Sequence[Rows]) -> int:
    return sum(one == other for pair in combinations(sheets, 2) for one, other in zip(*pair, strict=True))


def pad_of_sheets(pad: Pad, number: int, sheets: Sequence[Rows]) -> Pad:
    """Return the pad with a lettered sheet for each of these rows, called after the number of their deal."""
    ending, said = f"-dealt-{len(sheets)}-{number}", f", dealt {len(sheets)}/{number}"
    data = pad_data(pad) | {
        "name": pad.name[: MAX_NAME_CHARACTERS - len(ending)] + ending,
        "title": pad.title[: MAX_TITLE_CHARACTERS - len(said)] + said,
        "sheet-rows": {letter: _rows_data(rows) for letter, rows in zip(SHEET_LETTERS, sheets, strict=False)},
    }
    return parse_pad(data)


def _rows_data(rows: Rows) -> dict[str, str]:
    return {row.letter: _row_text(row) for row in rows}


def _row_text(row: Row) -> str:
    segments = groupby(row, key=lambda cell: cell.colour)
    return " ".join(f"{colour} {' '.join(str(cell.number) for cell in some)}" for colour, some in segments)

"""A deal: a pad with a different sheet for each player, all equally good.

One sheet is drawn at random, and each player gets an equivalent sheet (see `companion.dealing.symmetry`). The
name of the pad tells how to repeat the deal: `classic-dealt-4-17` is `qwixx print classic --deal 4 --seed
17`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from companion.dealing.random_pads import NotDealt, Rows, draw_rows
from companion.dealing.symmetry import equivalent_sheets, rounds
from sheets.language import Phrase, phrase
from sheets.pad import MAX_NAME_CHARACTERS, MAX_TITLE_CHARACTERS, SHEET_LETTERS, Pad, pad_data, parse_pad
from sheets.pad_part import row_text
from sheets.pad_table import toml_text

PLAYERS = range(2, len(SHEET_LETTERS) + 1)
"""Allowed numbers of players in a deal."""
NUMBERS = 1_000_000
"""Deals are numbered from 0 to NUMBERS - 1."""
SYMMETRIC = frozenset({"double-cells", "lucky"})
"""The mechanisms that a dealt pad may have. The other mechanisms depend on certain numbers or cells."""
SEATED = 4
"""Smallest number of players for whom the order of seats matters. Up to three may sit in any order."""
MOST_CHOICES = 200
"""Number of random sets of sheets to compare; the set with the fewest identical rows is dealt."""


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """A pad with a different sheet for each player, all equally good."""

    pad: Pad  # has one lettered sheet per player
    is_round: bool  # True if all seats have equal chances when players sit in the order of the letters

    @property
    def file(self) -> str:
        return toml_text(pad_data(self.pad))

    def sentences(self) -> tuple[Phrase, ...]:
        """Return sentences that say in what sense all sheets are equal and, if it matters, how to sit."""
        if not self.is_round:
            return (phrase("Each sheet alone is worth the same."),)
        same = phrase("Apart from who begins, every seat at this table is worth the same.")
        if len(self.pad.letters) < SEATED:
            return (same,)
        return same, phrase(
            "Sit in the order of the letters: {letters}.", letters=", ".join(self.pad.letters)
        )


def deal_number(seed: int) -> int:
    """Return the deal's number: `seed` itself if it is from 0 to NUMBERS - 1, otherwise a hash of `seed`."""
    if 0 <= seed < NUMBERS:
        return seed
    return int.from_bytes(hashlib.sha256(f"qwixx deal {seed}".encode()).digest()[:8]) % NUMBERS


def deal(pad: Pad, players: int, seed: int) -> Deal:
    """Return the deal of `pad` that `seed` determines. Raise NotDealt if a fair deal is impossible."""
    if players not in PLAYERS:
        raise NotDealt(
            "A deal is for {least} to {most} players, not for {players}.",
            least=PLAYERS[0],
            most=PLAYERS[-1],
            players=players,
        )
    if pad.letters:
        raise NotDealt("The sheets of the pad {pad} differ already, so it is not dealt.", pad=pad.name)
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
    every = equivalent_sheets(pad, rows)
    if len(every) < players:
        raise NotDealt(
            "The rows of the pad {pad} are too unlike one another for {players} sheets worth the same.",
            players=players,
            pad=pad.name,
        )
    choices = [chance.sample(every, players) for _ in range(MOST_CHOICES)]
    return Deal(pad_of_sheets(pad, number, _most_unlike(choices, chance)), is_round=False)


def _most_unlike(choices: list[list[Rows]], chance: Random) -> list[Rows]:
    """Return the set of sheets in `choices` that has the fewest identical rows; ties are broken at random."""
    chance.shuffle(choices)

    def rows_alike(sheets: list[Rows]) -> int:
        return sum(one == other for pair in combinations(sheets, 2) for one, other in zip(*pair, strict=True))

    return min(choices, key=rows_alike)


def pad_of_sheets(pad: Pad, number: int, sheets: Sequence[Rows]) -> Pad:
    """Return a pad with a lettered sheet for each item of `sheets`, named after deal `number`."""
    ending, said = f"-dealt-{len(sheets)}-{number}", f", dealt {len(sheets)}/{number}"
    data = pad_data(pad) | {
        "name": pad.name[: MAX_NAME_CHARACTERS - len(ending)] + ending,
        "title": pad.title[: MAX_TITLE_CHARACTERS - len(said)] + said,
        "sheet-rows": {
            letter: {row.letter: row_text((cell.number, cell.colour) for cell in row) for row in rows}
            for letter, rows in zip(SHEET_LETTERS, sheets, strict=False)
        },
    }
    return parse_pad(data)

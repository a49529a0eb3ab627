"""A deal as one pad with a lettered sheet for each player, and its measured fairness in words.

The pad is called after its game, its players and the number of the deal, so that whoever has a sheet can deal
the same again: `classic-deal-4-17` is `qwixx print classic --deal 4 --seed 17`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.dealing.deal import POINTS, SHARE, Fairness, Progress, deal_rows
from companion.dealing.random_pads import NotDealt, Rows
from sheets.language import Phrase, phrase
from sheets.pad import MAX_NAME_CHARACTERS, MAX_TITLE_CHARACTERS, SHEET_LETTERS, Pad, Row, pad_data, parse_pad
from sheets.pad_table import toml_text

NUMBERS = 1_000_000
"""Number of deals of a game that have their own numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """`pad`: a lettered sheet for each player."""

    pad: Pad
    players: int
    fairness: Fairness

    @property
    def file(self) -> str:
        """The pad as a file."""
        return toml_text(pad_data(self.pad))

    def words(self) -> Phrase:
        """The measured fairness in one sentence."""
        found = self.fairness
        return phrase(
            "Dealt fairly over {games} games: expected points {low} to {high} (± {points_margin}; at most "
            "{points} from their mean), chances to win {least} to {most} % (± {margin}; at most {share} from "
            "{equal} %), each with 95 % confidence.",
            games=found.games,
            low=f"{found.points.min():.1f}",
            high=f"{found.points.max():.1f}",
            points_margin=f"{found.points_margin.max():.1f}",
            points=f"{POINTS:.0f}",
            least=f"{100 * found.shares.min():.1f}",
            most=f"{100 * found.shares.max():.1f}",
            margin=f"{100 * found.shares_margin.max():.1f}",
            share=f"{100 * SHARE:.0f}",
            equal=f"{100 / self.players:.1f}",
        )


def deal_number(seed: int) -> int:
    """The number of the deal of a seed: the seed itself if it is small, otherwise one that does not reveal
    it."""
    if 0 <= seed < NUMBERS:
        return seed
    return int.from_bytes(hashlib.sha256(f"qwixx deal {seed}".encode()).digest()[:8]) % NUMBERS


def deal(pad: Pad, players: int, seed: int, progress: Progress = lambda _: None) -> Deal:
    """Deal fair sheets of a pad to so many players; the same seed deals the same.

    `progress` is told how many games more have been played. Raises NotDealt or NotSimulated, one sentence.
    """
    if pad.letters:
        raise NotDealt("The sheets of the pad {pad} differ already, so no deal is made of it.", pad=pad.name)
    number = deal_number(seed)
    rows, found = deal_rows(pad, players, number, progress)
    return Deal(pad_of_sheets(pad, number, rows), players, found)


def pad_of_sheets(pad: Pad, number: int, sheets: Sequence[Rows]) -> Pad:
    """The pad with a lettered sheet for each of these rows, called after the number of their deal."""
    ending, said = f"-deal-{len(sheets)}-{number}", f", deal {len(sheets)}/{number}"
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

"""Positions of the rules as the states that a value network reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from companion.advisor.states import States
from companion.rules import Game, Position, Sheet
from companion.rules.board import Board
from sheets.pad import BONUS_TYPES, PADS, Pad, load_pad


def known_pad(game: Game) -> str | None:
    """The pad of the program that this game of dice is played on, by what is printed on it and
    not by its name; None for any other table."""
    return game.name if not game.variant.cards and _printed(game.board) == game.name else None


@cache
def _printed(board: Board) -> str | None:
    for name in PADS:
        if _print(load_pad(name)) == _print(board.pad):
            return name
    return None


def _print(pad: Pad) -> tuple[object, ...]:
    """All that is printed on a pad, beside its names."""
    plain = (pad.rows, pad.sides, pad.lock_needs, pad.last_cells, pad.bar, pad.lucky)
    return (*plain, pad.most_marks, pad.special, pad.lettered)


def encode_positions(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> States:
    """Positions between turns, each seen from its seat."""
    count = len(game.players)
    pairs = [game.lucky[player] for player in game.players] if game.lucky else [(0, 0)] * count
    sheets: list[tuple[Sheet, ...]] = []
    lucky = []
    for position, seat in zip(positions, seats, strict=True):
        sheets.append(position.sheets[seat:] + position.sheets[:seat])
        lucky.append(pairs[seat:] + pairs[:seat])
    return States(
        rows=np.array([[sheet.rows for sheet in table] for table in sheets], np.int32),
        misses=np.array([[sheet.misses for sheet in table] for table in sheets], np.int32),
        bar=np.array([[sheet.bar for sheet in table] for table in sheets], np.int32),
        earned=np.array([[_earned(sheet) for sheet in table] for table in sheets], np.int32),
        lucky=np.array(lucky, np.int32),
        closed=np.array([position.closed_mask for position in positions], np.int32),
        removed=np.array([position.removed_mask for position in positions], np.int32),
        next=np.array([(p.seat - seat) % count for p, seat in zip(positions, seats, strict=True)], np.int32),
    )


def _earned(sheet: Sheet) -> int:
    return sum(1 << BONUS_TYPES.index(kind) for kind in sheet.earned)

"""The compiled rules of games with special cells and the rules engine agree, mark for mark."""

from __future__ import annotations

import random

import numpy as np
import pytest

from companion.advisor import special_features
from companion.advisor.special_tables import pads_of, sheet_numbers, tables
from companion.advisor.training import special_rules
from companion.rules import Game, Mark, Roll
from companion.rules.variants import FURTHER_VARIANTS
from sheets.pad import Pad, load_pad
from sheets.serial import LETTERED_GAMES

GAMES = 6
LETTERS = "ABCDE"


def name_of(pad: Pad, mark: list[int]) -> str:
    """A mark of the compiled rules as a record writes it."""
    kind, row, cell, field = mark
    if kind == special_rules.NOTHING:
        return "-"
    if kind == special_rules.FIFTEEN:
        return "15"
    if kind == special_rules.ROUND_CELL:
        round_row = pad.special.bonus_rows[row]
        return f"{round_row.name}{round_row.numbers[cell]}"
    name = str(pad.rows[row].cells[cell]) if cell >= 0 else ""
    between = pad.special.connections[field].name if field >= 0 else ""
    return {
        special_rules.CELL: name,
        special_rules.SECOND: f"{name}+",
        special_rules.EXCHANGE: f"{name}x",
        special_rules.FIELD: between,
        special_rules.CELL_FIELD: f"{name} {between}",
        special_rules.FIELD_CELL: f"{between} {name}",
    }[kind]


class Witness:
    """Plays a random game by the rules, and compares all that the compiled rules say of it."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.rng = rng
        players = tuple("ABCDE"[: rng.choice((1, 2, 2, 3, 5))])
        letters = dict(zip(players, rng.sample(LETTERS, len(players)), strict=True))
        is_connected = name in LETTERED_GAMES
        self.game = Game(name, "", players, sheets=letters if is_connected else None)
        self.which = [LETTERS.index(letters[player]) if is_connected else 0 for player in players]
        self.tables = tables(pads_of(self.game.pad))
        self.marks, self.sheets = special_rules.room()
        self.heat = 4 * rng.random()
        self.kinds: set[int] = set()

    def play(self) -> str:
        game, rng = self.game, self.rng
        position = game.start()
        while position.end is None:
            dice = np.array([rng.randint(1, 6) for _ in range(6)])
            special_rules.close(self.tables, position.closed_mask, dice)
            white, coloured = dice[:2].tolist(), [die or None for die in dice[2:].tolist()]
            position = game.roll(position, Roll((white[0], white[1]), *coloured))
            first = special_rules.NOTHING
            while position.phase in ("white", "colour"):
                player, phase = game.waiting(position)[0], position.phase
                special_rules.close(self.tables, position.closed_mask, dice)
                kind, mark = self.decide(position, player, dice, first)
                first = kind if player == position.active and phase == "white" else first
                position = game.decide(position, player, mark)
            for seat, sheet in enumerate(position.sheets):
                assert special_rules.locks(self.numbers(sheet, seat)) == game.board.locked(sheet.rows)
        return position.end.reason

    def numbers(self, sheet, seat: int):
        return np.array(sheet_numbers(sheet, self.which[seat]))

    def decide(self, position, player: str, dice, first: int) -> tuple[int, Mark]:
        """One decision, after all that both say of it was compared."""
        game, seat, closed = self.game, self.game.players.index(player), position.closed_mask
        sheet = self.numbers(position.before[seat], seat)
        if position.phase == "white":
            active = seat == position.seat
            count = special_rules.white_options(
                self.tables, sheet, closed, dice, active, self.marks, self.sheets
            )
        else:
            count = special_rules.colour_options(
                self.tables, sheet, closed, dice, first, self.marks, self.sheets
            )
        moves = game.moves(position, player)
        marks, sheets = self.marks[:count].tolist(), self.sheets[:count].copy()
        names = [name_of(game.pads[seat], mark) for mark in marks]
        assert sorted(names) == sorted(map(str, moves)), position
        for name, after in zip(names, sheets, strict=True):
            made = moves.result(Mark.parse(name))
            assert sheet_numbers(made, self.which[seat]) == after.tolist(), (str(position), name)
            assert special_features.score(self.tables, after) == game.score(made).total, (str(position), name)
        worth = [
            special_features.score(self.tables, after)
            - 0.4 * sum(special_features.order_length(self.tables, after, row) for row in range(4))
            + self.rng.gauss(0, self.heat)
            for after in sheets
        ]
        chosen = max(range(count), key=worth.__getitem__)
        if self.rng.random() < 0.15:
            chosen = self.rng.randrange(count)
        self.kinds.add(marks[chosen][0])
        return marks[chosen][0], Mark.parse(names[chosen])


@pytest.mark.parametrize("name", FURTHER_VARIANTS)
def test_compiled_rules_are_the_rules(name: str, full_counts: bool) -> None:
    kinds: set[int] = set()
    ends: set[str] = set()
    for number in range(10_000 if full_counts else GAMES):
        witness = Witness(name, random.Random(f"{name} {number}"))
        ends.add(witness.play())
        kinds |= witness.kinds
    assert kinds >= {special_rules.NOTHING, special_rules.CELL} and ends
    own = {
        "big-points": special_rules.ROUND_CELL,
        "double-a": special_rules.SECOND,
        "x-change": special_rules.EXCHANGE,
        "lucky-15": special_rules.FIFTEEN,
        "connect-15": special_rules.FIELD_CELL,
    }
    assert name not in own or own[name] in kinds, "the mechanism was never used"


def test_pads_that_the_compiled_rules_do_not_know_are_refused() -> None:
    for name in ("longo", "bonus-a", "bonus-b"):
        with pytest.raises(ValueError, match="rows of eleven cells"):
            tables((load_pad(name),))

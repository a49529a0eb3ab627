"""The compiled rules of the first games and the rules engine agree, mark for mark and sheet for sheet."""

from __future__ import annotations

import random

import numpy as np
import pytest

from companion.advisor.simulator import LUCKY_PAIRS
from companion.advisor.training import game_rules
from companion.advisor.training.game_rules import ROW, ROW_BITS
from companion.rules import Game, Mark, Roll, Sheet
from sheets.pad import BONUS_TYPES, PADS, Pad, load_pad

GAMES = 6


def sheet_numbers(sheet: Sheet, lucky: tuple[int, int]) -> tuple[int, int]:
    """A sheet of the rules as that of the compiled ones."""
    rows = sum(bits << ROW_BITS * row for row, bits in enumerate(sheet.rows))
    earned = sum(1 << BONUS_TYPES.index(kind) for kind in sheet.earned)
    pair = lucky[0] << game_rules.LUCKY | lucky[1] << game_rules.OTHER_LUCKY
    return rows, sheet.misses | sheet.bar << game_rules.BAR | earned << game_rules.EARNED | pair


def mark_parts(number: int) -> tuple[int, int, int, int]:
    """Row, cell, lucky, choice of a mark, as for `mark_number`."""
    bits = number - 1
    return bits & 3, bits >> 2 & 15, bits >> 6 & 1, (bits >> 7) - 1


def name_of(pad: Pad, number: int) -> str:
    """A mark of the compiled rules as a record writes it."""
    if not number:
        return "-"
    row, cell, lucky, choice = mark_parts(number)
    return str(Mark(str(pad.rows[row].cells[cell]), bool(lucky), "abcd"[choice] if choice >= 0 else ""))


class Witness:
    """Plays a random game by the rules, and compares all that the compiled rules say of it."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.rng = rng
        players = tuple("ABCDE"[: rng.choice((1, 2, 2, 3, 5))])
        self.pairs = [rng.choice(LUCKY_PAIRS) if name == "longo" else (0, 0) for _ in players]
        lucky = dict(zip(players, self.pairs, strict=True)) if name == "longo" else None
        self.game = Game(name, "", players, lucky)
        self.tables = game_rules.game_tables(self.game.pad)
        self.options = game_rules.no_options()
        self.heat = 4 * rng.random()
        self.taken: set[str] = set()

    def play(self) -> str:
        game, rng = self.game, self.rng
        position = game.start()
        while position.end is None:
            dice = np.array([rng.randint(1, game.pad.sides) for _ in range(6)])
            removed = self.tables.numbers[game_rules.REMOVED + position.closed_mask]
            assert removed == position.removed_mask
            coloured = [None if removed >> i & 1 else int(die) for i, die in enumerate(dice[2:])]
            position = game.roll(position, Roll((int(dice[0]), int(dice[1])), *coloured))
            while position.phase in ("white", "colour"):
                player = game.waiting(position)[0]
                is_last = position.phase == "colour" or len(game.waiting(position)) == 1
                before = position
                position = game.decide(position, player, self.decide(position, player, dice))
                if is_last:
                    self.compare_end_of_action(before, position)
        return position.end.reason

    def compare_end_of_action(self, before, after) -> None:
        numbers = [sheet_numbers(s, pair) for s, pair in zip(after.sheets, self.pairs, strict=True)]
        rows, rests = np.array(numbers).T.copy()
        closed = game_rules.close(self.tables, rows, rests, before.closed_mask)
        assert closed == after.closed_mask
        assert rests.tolist() == [rest for _, rest in numbers], "boxes of dice that have left"
        assert game_rules.is_over(rests, closed) == (after.end is not None)

    def decide(self, position, player: str, dice) -> Mark:
        """One decision, after all that both say of it was compared."""
        game, seat, closed = self.game, self.game.players.index(player), position.closed_mask
        rows, rest = sheet_numbers(position.before[seat], self.pairs[seat])
        if position.phase == "white":
            total = int(dice[0] + dice[1])
            count = game_rules.white_options(self.tables, rows, rest, closed, total, self.options)
        else:
            count = game_rules.colour_options(self.tables, rows, rest, closed, dice, self.options)
        moves = game.moves(position, player)
        names = [name_of(game.pad, int(mark)) for mark in self.options[:count, game_rules.MARK]]
        assert sorted(names) == sorted(map(str, moves)), position
        worth = []
        for name, (_, its_rows, its_rest) in zip(names, self.options[:count].tolist(), strict=True):
            made = moves.result(Mark.parse(name))
            assert sheet_numbers(made, self.pairs[seat]) == (its_rows, its_rest), (str(position), name)
            total = game_rules.score(self.tables, its_rows, its_rest)
            assert total == game.score(made).total, (str(position), name)
            skipped = sum((its_rows >> ROW_BITS * row & ROW).bit_length() for row in range(4))
            worth.append(total - 0.4 * skipped + 4 * len(made.earned) + self.rng.gauss(0, self.heat))
        chosen = Mark.parse(names[max(range(count), key=worth.__getitem__)])
        self.taken |= {
            kind for kind, is_used in (("lucky", chosen.lucky), ("choice", chosen.choices)) if is_used
        }
        return chosen


@pytest.mark.parametrize("name", PADS)
def test_compiled_rules_are_the_rules(name: str, full_counts: bool) -> None:
    ends: set[str] = set()
    taken: set[str] = set()
    for number in range(10_000 if full_counts else GAMES):
        witness = Witness(name, random.Random(f"{name} {number}"))
        ends.add(witness.play())
        taken |= witness.taken
    assert ends <= {"end-two-rows", "end-misses"} and (not full_counts or len(ends) == 2)
    assert name != "longo" or "lucky" in taken
    assert name != "bonus-b" or not full_counts or "choice" in taken


def test_marks_are_numbers_and_back() -> None:
    for mark in ((0, 0, 0, -1), (3, 14, 1, 3), (2, 10, 0, 0)):
        assert mark_parts(game_rules.mark_number(*mark)) == mark
        assert game_rules.mark_number(*mark) > 0, "0 is to pass"


def test_a_sheet_has_room_for_every_pad() -> None:
    for pad in map(load_pad, PADS):
        tables = game_rules.game_tables(pad)
        assert all(len(row) < ROW_BITS for row in pad.rows), "the highest bit is the sign's"
        assert len(pad.bar) <= game_rules.EARNED - game_rules.BAR
        assert len(tables.numbers) == game_rules.END

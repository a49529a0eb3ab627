"""The compiled engine and the rules agree, mark for mark and sheet for sheet, on games of every pad."""

import random

import numpy as np
import pytest

from companion.advisor.encoder import Sheets
from companion.advisor.tables import pads_of, sheet_numbers, tables
from companion.rules import Game, Mark, Position, Roll
from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad, parse_pad
from sheets.serial import LETTERED_GAMES
from training.advice import engine, options
from training.advice.play import LUCKY_PAIRS

GAMES = 6
LETTERS = "ABCDE"
OWN_KINDS = {
    "longo": options.LUCKY_CELL,
    "big-points": options.ROUND_CELL,
    "double-a": options.SECOND,
    "x-change": options.EXCHANGE,
    "lucky-15": options.FIFTEEN,
    "connect-15": options.FIELD_CELL,
}
"""For some games, a kind of mark that only this game has."""


def name_of(pad: Pad, mark: list[int]) -> str:
    """Return a mark of the compiled engine in the notation of game records."""
    kind, row, cell, field = mark
    if kind == options.NOTHING:
        return "-"
    if kind == options.FIFTEEN:
        return "15"
    if kind == options.ROUND_CELL:
        round_row = pad.part("bonus-rows")[row]
        return f"{round_row.name}{round_row.numbers[cell]}"
    name = str(pad.rows[row].cells[cell]) if cell >= 0 else ""
    if kind in (options.CELL, options.LUCKY_CELL):
        return str(Mark(name, kind == options.LUCKY_CELL, "abcd"[field] if field >= 0 else ""))
    between = pad.part("connections")[field].name if field >= 0 else ""
    return {
        options.SECOND: f"{name}+",
        options.EXCHANGE: f"{name}x",
        options.FIELD: between,
        options.CELL_FIELD: f"{name} {between}",
        options.FIELD_CELL: f"{between} {name}",
    }[kind]


class Witness:
    """Plays a random game by `companion.rules` and checks that the compiled engine agrees throughout."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.rng = rng
        players = tuple("ABCDE"[: rng.choice((1, 2, 2, 3, 5))])
        letters = dict(zip(players, rng.sample(LETTERS, len(players)), strict=True))
        is_connected = name in LETTERED_GAMES
        self.lucky = [rng.choice(LUCKY_PAIRS) if name == "longo" else (0, 0) for _ in players]
        lucky = dict(zip(players, self.lucky, strict=True)) if name == "longo" else None
        self.game = Game(name, "", players, lucky, sheets=letters if is_connected else None)
        self.which = [LETTERS.index(letters[player]) if is_connected else 0 for player in players]
        self.tables = tables(pads_of(self.game.pad))
        self.options = options.options_room()
        self.heat = 4 * rng.random()
        self.kinds: set[int] = set()
        self.choices = 0

    def play(self) -> str:
        game, rng = self.game, self.rng
        position = game.start()
        while position.end is None:
            dice = np.array([rng.randint(1, game.pad.sides) for _ in range(6)])
            engine.remove_dice(self.tables, position.closed_mask, dice)
            white, coloured = dice[:2].tolist(), [die or None for die in dice[2:].tolist()]
            position = game.roll(position, Roll((white[0], white[1]), *coloured))
            first = options.NOTHING
            while position.phase in ("white", "colour"):
                player, phase = game.waiting(position)[0], position.phase
                is_last = phase == "colour" or len(game.waiting(position)) == 1
                engine.remove_dice(self.tables, position.closed_mask, dice)
                made, mark = self.decide(position, player, dice, first)
                first = made if player == position.active and phase == "white" else first
                before, position = position, game.decide(position, player, mark)
                if is_last:
                    self.compare_end_of_action(before, position)
        return position.end.reason

    def numbers(self, sheet, seat: int) -> list[int]:
        return sheet_numbers(sheet, self.which[seat], self.lucky[seat])

    def compare_end_of_action(self, before: Position, after: Position) -> None:
        numbers = [self.numbers(sheet, seat) for seat, sheet in enumerate(after.sheets)]
        made = np.array(numbers)
        closed = engine.close(self.tables, made, before.closed_mask)
        assert closed == after.closed_mask
        assert made.tolist() == numbers, "boxes of dice that have left"
        assert engine.is_over(made, closed) == (after.end is not None)

    def decide(self, position, player: str, dice, first: int) -> tuple[int, Mark]:
        """Check that rules and engine allow the same marks with the same results; return a random mark.

        The mark is returned twice: packed into an int by `first_mark`, and as a Mark.
        """
        game, seat, closed = self.game, self.game.players.index(player), position.closed_mask
        sheet = np.array(self.numbers(position.before[seat], seat))
        last = seat == position.seat if position.phase == "white" else first
        list_options = options.white_options if position.phase == "white" else options.colour_options
        count = list_options(self.tables, sheet, closed, dice, last, self.options)
        moves = game.moves(position, player)
        marks, sheets = self.options.marks[:count].tolist(), self.options.sheets[:count].copy()
        names = [name_of(game.pads[seat], mark) for mark in marks]
        assert sorted(names) == sorted(map(str, moves)), position
        seen = Sheets(self.tables, sheets.T[:, None], np.full(count, closed))
        worth = []
        for number, (name, after) in enumerate(zip(names, sheets, strict=True)):
            made = moves.result(Mark.parse(name))
            assert self.numbers(made, seat) == after.tolist(), (str(position), name)
            assert seen.points[0, number] == game.score(made).total, (str(position), name)
            reached = sum(engine.order_length(self.tables, after, row) for row in range(4))
            assert reached == seen.length[:, 0, number].sum()
            bonus = 4 * made.state("bonus-pairs").bit_count()
            worth.append(seen.points[0, number] - 0.4 * reached + bonus + self.rng.gauss(0, self.heat))
        chosen = max(range(count), key=worth.__getitem__)
        if self.rng.random() < 0.15:
            chosen = self.rng.randrange(count)
        self.kinds.add(marks[chosen][0])
        self.choices += Mark.parse(names[chosen]).choices != ""
        return options.first_mark(np.array(marks[chosen])), Mark.parse(names[chosen])


@pytest.mark.parametrize("name", [*PADS, *FURTHER_PADS])
def test_the_engine_plays_by_the_rules(name: str, full_counts: bool) -> None:
    kinds: set[int] = set()
    ends: set[str] = set()
    choices = 0
    for number in range(10_000 if full_counts else GAMES):
        witness = Witness(name, random.Random(f"{name} {number}"))
        ends.add(witness.play())
        kinds |= witness.kinds
        choices += witness.choices
    assert kinds >= {options.NOTHING, options.CELL, OWN_KINDS.get(name, options.CELL)}
    assert ends <= {"end-two-rows", "end-misses"} and (not full_counts or len(ends) == 2)
    assert name != "bonus-b" or not full_counts or choices


def test_pads_that_the_engine_does_not_know_are_refused() -> None:
    rows = {row.letter: " ".join(str(cell.number) for cell in row) for row in load_pad("classic").rows}
    text = {letter: f"{colour} {rows[letter]}" for letter, colour in zip("abcd", ("red",) * 4, strict=True)}
    pad = parse_pad({"format": "qwixx-pad/1", "name": "red", "title": "Red", "rows": text})
    with pytest.raises(ValueError, match="cells all different"):
        tables((pad,))

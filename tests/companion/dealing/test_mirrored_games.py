"""The proof that a deal is fair: every sheet of the deal has the same chances.

Two tables play side by side. Dice and moves are random at the first table. At the second, players have
exchanged sheets, and dice and moves are exchanged in the same way. The legal moves and the points of the two
tables must correspond at every step.
"""

from random import Random

import pytest

from companion.dealing.dealt_pad import pad_of_sheets
from companion.dealing.random_pads import draw_rows
from companion.dealing.symmetry import Exchange, exchanges
from companion.rules import Game, Mark, Roll
from companion.rules.variants import dice_game_on
from sheets.pad import COLOURS, ROW_LETTERS, Pad, load_pad
from sheets.serial import FAIR_PAIRS
from tests.companion.moment import throw

PLAYERS = ("Ann", "Bob", "Cem")
GAMES = 2
"""Number of games for each way to exchange colours and numbers."""


class Mirror:
    """Converts the dice, marks and lucky numbers of the first table to those of the second."""

    def __init__(self, pad: Pad, exchange: Exchange) -> None:
        self.pad, self.exchange = pad, exchange
        colours = [row.cells[-1].colour for row in pad.rows]
        self.colours = {colours[row]: colours[place] for place, row in enumerate(exchange.order)}

    def face(self, face: int) -> int:
        return self.pad.sides + 1 - face if self.exchange.mirror else face

    def roll(self, roll: Roll) -> Roll:
        left = ((colour, getattr(roll, colour)) for colour in COLOURS)
        coloured = {self.colours[colour]: self.face(face) for colour, face in left if face is not None}
        return Roll((self.face(roll.white[0]), self.face(roll.white[1])), **coloured)

    def mark(self, mark: Mark) -> Mark:
        text = str(mark)
        if text == "-":
            return mark
        row = ROW_LETTERS[self.exchange.order.index(ROW_LETTERS.index(text[0]))]
        number = abs(self.exchange.mirror - int(text[1:].rstrip("*")))
        return Mark.parse(f"{row}{number}{'*' * mark.lucky}")

    def pair(self, pair: tuple[int, int]) -> tuple[int, int]:
        low, high = sorted(abs(self.exchange.mirror - number) for number in pair)
        return low, high


@pytest.mark.parametrize("name", ["classic", "mixx-a", "longo", "double-b"])
def test_exchanged_dice_play_the_same_game_on_the_exchanged_sheets(name: str) -> None:
    base, chance = load_pad(name), Random(f"mirrored {name}")
    drawn = [draw_rows(base, chance) for _ in PLAYERS]
    played = 0
    for exchange in exchanges(base):
        others = [exchange.sheet(base, rows) for rows in drawn]
        exchanged = [rows for rows in others if rows is not None]
        if len(exchanged) < len(drawn):
            continue
        for _ in range(GAMES):
            play_both(
                Mirror(base, exchange),
                pad_of_sheets(base, 1, drawn),
                pad_of_sheets(base, 2, exchanged),
                chance,
            )
            played += 1
    assert played >= 8 * GAMES


def play_both(mirror: Mirror, one: Pad, other: Pad, chance: Random) -> None:
    """Play one random game on pad `one` and its mirrored copy on pad `other`, and compare them."""
    sheets = dict(zip(PLAYERS, "ABC", strict=True))
    lucky = {player: chance.choice(FAIR_PAIRS) for player in PLAYERS} if one.lucky else None
    its_lucky = {player: mirror.pair(pair) for player, pair in lucky.items()} if lucky else None
    assert not its_lucky or set(its_lucky.values()) <= set(FAIR_PAIRS)
    game = Game(dice_game_on(one), one, PLAYERS, lucky, sheets=sheets)
    mirrored = Game(dice_game_on(other), other, PLAYERS, its_lucky, sheets=sheets)
    here, there = game.start(), mirrored.start()
    while here.phase != "over":
        assert here.phase == there.phase and game.waiting(here) == mirrored.waiting(there)
        if here.phase == "roll":
            roll = throw(game, here, chance)
            assert isinstance(roll, Roll)
            here, there = game.roll(here, roll), mirrored.roll(there, mirror.roll(roll))
            continue
        player = game.waiting(here)[0]
        moves = list(game.moves(here, player))
        assert {mirror.mark(mark) for mark in moves} == set(mirrored.moves(there, player))
        mark = chance.choice(moves)
        here, there = game.decide(here, player, mark), mirrored.decide(there, player, mirror.mark(mark))
        assert points(game, here) == points(mirrored, there)
    assert there.phase == "over"


def points(game: Game, position: object) -> list[int]:
    return [score.total for score in game.scores(position).values()]  # type: ignore[arg-type]

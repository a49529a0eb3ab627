"""Advice on the dice before anybody marks: which to throw again, which one to turn, or to keep them.

A turned die is searched like any roll. Of the dice that may be thrown again every choice is weighed over all
faces by a quick estimate of what a roll is worth: the best white cross and the best coloured one of the
player, by the rough outlook of each row, less what the white sum gives the others.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from statistics import fmean

from companion.advisor.advice import DiceChange
from companion.advisor.evaluation import Evaluation, at_most_certain, spread_of
from companion.advisor.heuristic import prospects, turns_left
from companion.rules import Game, Position, Roll
from companion.rules.board import Spot
from companion.rules.characters import RE_ROLL, turned
from sheets.pad import COLOURS

WHITE_DICE = ("w1", "w2")
"""Names of the two white dice."""
MISS_POINTS = 5.0
"""Points that a miss costs."""
NO_CROSS = float("-inf")
"""The gain if no cross is legal."""
BestMark = Callable[[Position], Evaluation]
"""The value of the active player's best decision in action 1."""


@dataclass(frozen=True, slots=True)
class RatedChange:
    """A change of the dice with its evaluation. `points`: its gain in margin over keeping them."""

    change: DiceChange
    evaluation: Evaluation
    points: float


def rated_changes(game: Game, position: Position, kept: Evaluation, best: BestMark) -> list[RatedChange]:
    """The possible changes; of dice thrown again only the best choice. `kept`: the evaluation without a
    change."""
    found = []
    for name in game.dice_changes(position):
        if name == RE_ROLL:
            dice, points = best_dice_to_throw(game, position)
            found.append(RatedChange(DiceChange(name, dice), _moved(game, position, kept, points), points))
        else:
            evaluation = best(with_turned_die(position, name))
            found.append(RatedChange(DiceChange(name), evaluation, evaluation.margin - kept.margin))
    return found


def with_turned_die(position: Position, name: str) -> Position:
    """The position in action 1 with one die turned, named like "red 3"."""
    roll = position.roll
    assert isinstance(roll, Roll)
    colour, value = name.split()
    white = list(roll.white)
    if colour == "white":
        white[white.index(int(value))] = turned(int(value))
    dice = {each: getattr(roll, each) for each in COLOURS}
    dice |= {colour: turned(int(value))} if colour in COLOURS else {}
    after = Roll((white[0], white[1]), **dice)
    return replace(position, phase="white", roll=after, first_roll=roll)


def best_dice_to_throw(game: Game, position: Position) -> tuple[tuple[str, ...], float]:
    """The dice ("w1", "red") whose second throw gains most on average, and how many points."""
    worth = _Worth(game, position)
    roll = position.roll
    assert isinstance(roll, Roll)
    now = worth.of(roll.white, roll.coloured)
    best: tuple[tuple[str, ...], float] = ((), float("-inf"))
    lying = [i for i, value in enumerate(roll.coloured) if value is not None]
    for whites in ((), (0,), (1,), (0, 1)):
        for count in range(len(lying) + 1):
            for thrown in combinations(lying, count):
                if not whites and not thrown:
                    continue
                points = worth.expected(roll, whites, thrown) - now
                if points > best[1] + 1e-9:
                    names = (*(WHITE_DICE[i] for i in whites), *(COLOURS[i] for i in thrown))
                    best = names, points
    return best


def _moved(game: Game, position: Position, kept: Evaluation, points: float) -> Evaluation:
    """An evaluation after an average gain of this many points."""
    if len(game.players) == 1:
        return Evaluation(kept.win, kept.margin + points)
    slope = kept.win * (1 - kept.win) / spread_of(turns_left(game, position))
    return Evaluation(at_most_certain(kept.win + slope * points), kept.margin + points)


class _Worth:
    """The values of rolls for the active player, in points."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game, self.position = game, position
        self._turns = turns_left(game, position)
        self._table = prospects(game.board, len(game.players), position.removed_mask, cards=False)
        self._white = cache(self._white_gains)
        self._colour = cache(self._colour_gains)

    def of(self, white: tuple[int, int], coloured: Sequence[int | None]) -> float:
        """The value of one roll."""
        own, others = self._white(sum(white))
        best = max((self._colour(i, white)[value] for i, value in self._dice(coloured)), default=NO_CROSS)
        return _turn_points(own, best) - others

    def expected(self, roll: Roll, whites: Sequence[int], thrown: Sequence[int]) -> float:
        """The mean value over all faces of the dice that are thrown again."""
        faces = range(1, self.game.pad.sides + 1)
        first, second = (faces if i in whites else (roll.white[i],) for i in (0, 1))
        return fmean(self._expected(white, roll, thrown) for white in product(first, second))

    def _expected(self, white: tuple[int, int], roll: Roll, thrown: Sequence[int]) -> float:
        own, others = self._white(sum(white))
        kept = [(i, value) for i, value in self._dice(roll.coloured) if i not in thrown]
        least = max((self._colour(i, white)[value] for i, value in kept), default=NO_CROSS)
        gains = [sorted(self._colour(i, white).values()) for i in thrown]
        points, below = 0.0, 0.0
        for level in sorted({least, *(gain for each in gains for gain in each)}):
            chance = 1.0 if level >= least else 0.0
            for each in gains:
                chance *= sum(gain <= level for gain in each) / len(each)
            points += (chance - below) * _turn_points(own, level)
            below = chance
        return points - others

    def _dice(self, coloured: Sequence[int | None]) -> Iterator[tuple[int, int]]:
        """The coloured dice that may be used: COLOURS index and value."""
        for i, value in enumerate(coloured):
            if value is not None and not self.position.removed_mask >> i & 1:
                yield i, value

    def _white_gains(self, total: int) -> tuple[float, float]:
        """The gains of the white sum for the player, and for the others on average; NO_CROSS if none is
        legal."""
        spots = [spot for spot, lucky in self.game.board.by_number[total] if not lucky]
        gains = [max(self._gain(seat, spot) for spot in spots) for seat in range(len(self.game.players))]
        own = gains.pop(self.position.seat)
        return own, fmean(max(0.0, gain) for gain in gains) if gains else 0.0

    def _colour_gains(self, colour: int, white: tuple[int, int]) -> dict[int, float]:
        """The gain of each face of a coloured die for the player; NO_CROSS if none is legal."""
        found, by_face = {}, self.game.board.by_face
        for value in range(1, self.game.pad.sides + 1):
            spots = [spot for each in set(white) for spot, _ in by_face.get((colour, value + each), ())]
            gains = [self._gain(self.position.seat, spot) for spot in spots]
            found[value] = max(gains, default=NO_CROSS)
        return found

    def _gain(self, seat: int, spot: Spot) -> float:
        """The gain of a cross; NO_CROSS if it is illegal."""
        rules, sheet = self.game.sheet_rules[seat], self.position.before[seat]
        if rules.broken(spot, sheet, self.position.closed_mask) is not None:
            return NO_CROSS
        return self._table.gain(sheet, spot.row, spot.index, self._turns)


def _turn_points(white: float, colour: float) -> float:
    """The gain of a turn with these best crosses: the positive ones, otherwise the least costly one, or a
    miss."""
    gained = max(white, 0.0) + max(colour, 0.0)
    return gained if gained > 0 else max(white, colour, -MISS_POINTS)

"""What a sheet with special cells may expect in the end: the rough outlook of its rows, carried on.

The prospects of a row (`companion.advisor.heuristic`) say how many more crosses it may get. From them follow
what second fields, double cells, steps, chains, round cells and fields between numbers add, each in
proportion to what is still in reach, and then the points of every row. It serves for any pad, also for one
that mixes mechanisms.
"""

from __future__ import annotations

from math import sqrt
from typing import Protocol

from companion.advisor.special_facts import lock_marks, order_length, steps_marked
from companion.rules import Game, Sheet
from companion.rules.mechanism import mechanisms_of
from companion.rules.score_table import row_points

SECOND_CHANCE = 0.35
"""How often a cell that is marked gets its second cross."""
CHAIN_CHANCE = 0.45
"""How often a chain of which both cells are open brings a cross, in a long game."""
ROUND_CHANCE = 0.3
"""How often a round cell beside a marked number is crossed in a long game; half that beside an open one."""
FIELD_CHANCE = 0.3
"""How often a field between numbers that is in reach is crossed, in a long game."""
HALF_TURNS = 8.0
"""With so many turns left these chances are half of what they are in a long game."""
TRACK_CHANCE = 0.12
"""How often the active player crosses the track."""
EXCHANGE_POINTS = 0.7
"""What a field of the strip is worth in a long game: one more cross that skips little, now and then."""


class RowProspects(Protocol):
    """What a row may still gain."""

    def row(self, row: int, index: int, count: int, turns: float) -> float:
        """Points still to come from one row, its next cell being `index`, `count` crosses made."""


def expected_score(
    game: Game, sheet: Sheet, closed_mask: int, prospects: RowProspects, turns: float
) -> float:
    """The final score that a sheet with special cells may expect with so many turns left."""
    extras, special = sheet.extras, sheet.pad.special
    assert extras is not None
    closed_mask |= game.board.locked(sheet.rows)
    long_game = turns / (turns + HALF_TURNS)
    counts = [float(count) for count in _crosses(sheet)]
    starts = [order_length(game, sheet, row) for row in range(4)]
    more = [0.0] * 4
    for row, spots in enumerate(game.board.rows):
        if closed_mask >> row & 1:
            continue
        marks = min(lock_marks(game, sheet, row), starts[row])
        more[row] = _more_crosses(marks, prospects.row(row, starts[row], marks, turns))
        left = len(spots) - starts[row]
        if left:
            right = ((1 << len(spots)) - 1) >> starts[row] << starts[row]
            second = (special.seconds[row] & right).bit_count() * SECOND_CHANCE
            double = (special.doubles[row] & right).bit_count()
            steps = more[row] * (special.steps[row] & right).bit_count() / left
            counts[row] += more[row] * (1 + (second + double) / left)
        else:
            steps = 0.0
        last = 1 << max(sheet.rows[row].bit_length() - 1, 0)
        if sheet.rows[row] & last & special.seconds[row] & ~extras.seconds[row]:
            counts[row] += SECOND_CHANCE * long_game
        more[row] = steps
    for one, other in special.chains:
        for mine, its in ((one, other), (other, one)):
            is_open = mine[1] >= starts[mine[0]] and not closed_mask >> mine[0] & 1
            if is_open and not sheet.rows[its[0]] >> its[1] & 1:
                counts[its[0]] += CHAIN_CHANCE / 2 * long_game
    for number, bonus_row in enumerate(special.bonus_rows):
        found = 0.0
        start = extras.bonus_rows[number].bit_length()
        for value in bonus_row.numbers[start:]:
            beside = [spot for row in bonus_row.rows for spot in game.board.rows[row] if spot.number == value]
            if any(sheet.rows[spot.row] & spot.bit for spot in beside):
                found += ROUND_CHANCE * long_game
            elif any(spot.index >= starts[spot.row] and not closed_mask >> spot.row & 1 for spot in beside):
                found += ROUND_CHANCE / 2 * long_game * long_game
        for row in bonus_row.rows:
            counts[row] += found
    for field in special.connections:
        if field.index >= starts[field.row] - 1 and not closed_mask >> field.row & 1:
            number = special.connections.index(field)
            if not extras.connections >> number & 1:
                counts[field.row] += FIELD_CHANCE * long_game
    most = sheet.pad.most_marks
    total = sum(_points(min(count, most) if most else count) for count in counts)
    total += _points(steps_marked(sheet) + sum(more))
    total += _track(game, sheet, turns)
    total += EXCHANGE_POINTS * long_game * (len(special.exchanges) - extras.exchanged.bit_length())
    return total - 5.0 * sheet.misses


def _crosses(sheet: Sheet) -> list[int]:
    """The crosses of each row that score, as in `companion.rules.score`, beyond the most that count too."""
    mechanisms = mechanisms_of(sheet.pad)
    return [
        count + sum(mechanism.crosses(sheet, row) for mechanism in mechanisms)
        for row, count in enumerate(sheet.counts)
    ]


def _more_crosses(count: int, points: float) -> float:
    """How many crosses more make so many points more in a row of `count`."""
    half = count + 0.5
    return sqrt(half * half + 2 * points) - half


def _points(count: float) -> float:
    """The score table between whole numbers of crosses."""
    whole = int(count)
    return row_points(whole) + (count - whole) * (whole + 1)


def _track(game: Game, sheet: Sheet, turns: float) -> float:
    """Points of the track in the end: its fields are crossed one by one, in a player's own turns."""
    track = sheet.pad.special.track
    if not track or sheet.extras is None:
        return 0.0
    values = [0, *track]
    reached = sheet.extras.track + TRACK_CHANCE * turns / len(game.players)
    whole = min(int(reached), len(track))
    after = values[min(whole + 1, len(track))]
    return values[whole] + (reached - whole) * (after - values[whole]) if whole < len(track) else values[-1]

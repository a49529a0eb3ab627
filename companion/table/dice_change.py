"""Changes of the dice before anybody marks, by the active player's character: kept, thrown again, or turned.

Dice that are thrown again bring the table back to where it waits for a roll; the next roll that is taken is
the second throw, and counts.
"""

from dataclasses import replace

import msgspec

from companion.rules import PASS, Game, Position, Roll
from companion.rules.characters import RE_ROLL, turned
from companion.rules.position import SHARED_PHASES
from companion.table.events import DiceKept, DiceThrownAgain, DieTurned, TableError
from companion.table.photo_match import colour_of, correct_die, values_of
from companion.table.state import Table
from sheets.language import message


def keep(table: Table, _event: DiceKept) -> Table:
    """The dice count as they lie; now everybody may mark."""
    _asked(table)
    return replace(table, position=settled(table, table.position))


def throw_again(table: Table, event: DiceThrownAgain) -> Table:
    """The table waits for the second throw of these dice, () for any of them."""
    if RE_ROLL not in _asked(table):
        raise _no_such_change()
    if not set(event.dice) <= set(table.dice_rolled):
        raise _no_such_change()
    return replace(
        table,
        position=table.turn_start,
        first_throw=table.current_roll,
        thrown_again=event.dice or table.dice_rolled,
        pending_roll=None,
    )


def turn(table: Table, event: DieTurned) -> Table:
    """One die shows 4 for 3, or 3 for 4, and everybody may mark."""
    changes, first = _asked(table), table.current_roll
    roll = table.position.roll
    value = values_of(roll).get(event.die) if isinstance(roll, Roll) else None
    if value is None or first is None or f"{colour_of(event.die)} {value}" not in changes:
        raise _no_such_change()
    assert isinstance(roll, Roll)
    dice, photo = correct_die(roll, first.photo, event.die, turned(value))
    after = replace(
        table,
        first_throw=first,
        current_roll=msgspec.structs.replace(first, roll=str(dice), photo=photo),
    )
    return replace(after, position=settled(after, table.game.roll(table.turn_start, dice, roll)))


def settled(table: Table, position: Position) -> Position:
    """`position` after its dice are settled: players for whom no cell fits have passed."""
    after = table.game.keep_dice(position) if position.phase == "dice" else position
    return after if table.paper else pass_without_options(table.game, after)


def pass_without_options(game: Game, position: Position) -> Position:
    """Let players pass for whom no cell fits, except the active player, who should see a miss coming."""
    if position.phase not in SHARED_PHASES:
        return position
    for player in game.waiting(position):
        if player != position.active and len(game.moves(position, player)) == 1:
            position = game.decide(position, player, PASS)
    return position


def kept_values(table: Table) -> dict[str, int]:
    """What the dice show that are not thrown again, while the table waits for the second throw."""
    if not table.thrown_again or table.first_throw is None:
        return {}
    values = values_of(Roll.parse(table.first_throw.roll))
    return {die: value for die, value in values.items() if die not in table.thrown_again}


def _asked(table: Table) -> tuple[str, ...]:
    """The changes that are open; TableError while nobody is asked about the dice."""
    if table.position.phase != "dice":
        raise TableError("dice", message("There is nothing to decide about the dice now."))
    return table.game.dice_changes(table.position)


def _no_such_change() -> TableError:
    return TableError("dice", message("These dice cannot be changed in this way."))

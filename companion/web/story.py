"""The story of a game in words: what happened, and what one undo would undo."""

from __future__ import annotations

from dataclasses import dataclass

from companion.events import (
    Decided,
    Event,
    GameBegun,
    Retracted,
    RollCorrected,
    RollSeen,
    RollTaken,
    TakenOver,
)
from companion.rules import Mark, Roll
from companion.table import Table
from companion.web.dice_view import COLOUR_NAMES
from companion.web.sheet_view import cell_name
from sheets.language import Translate
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that happened, and in which turn."""

    turn: int
    text: str


def dice_text(roll: Roll, _: Translate) -> str:
    """The dice in words: "white 4 and 1, red 3, …"."""
    parts = [_("white {first} and {second}").format(first=roll.white[0], second=roll.white[1])]
    parts += [
        f"{_(COLOUR_NAMES[colour])} {getattr(roll, colour)}"
        for colour in COLOURS
        if getattr(roll, colour) is not None
    ]
    return ", ".join(parts)


def tell(table: Table, event: Event, _: Translate) -> str:
    """One event in words, in view of the table that it led to."""
    match event:
        case GameBegun():
            return _("{players} sat down.").format(players=", ".join(event.players))
        case TakenOver():
            return _("People took the demo over.")
        case RollSeen():
            return _("A photo showed {count} dice.").format(count=len(event.photo.dice))
        case RollTaken():
            return _("{player} threw {dice}.").format(
                player=table.active, dice=dice_text(Roll.parse(event.roll), _)
            )
        case RollCorrected():
            return _("Corrected: {dice}.").format(dice=dice_text(Roll.parse(event.roll), _))
        case Decided():
            mark = Mark.parse(event.mark)
            if not mark.cell:
                return _("{player} passed.").format(player=event.player)
            return _("{player} crossed {cell}.").format(
                player=event.player, cell=cell_name(table, mark.cell, _)
            )
        case Retracted():
            return _("{player} took the cross back.").format(player=event.player)
    return ""


def story(table: Table, most: int, _: Translate) -> tuple[LogLine, ...]:
    """What happened and still stands, newest first, at most so many lines."""
    lines = []
    for moment in table.history():
        turn = moment.before.position.turn if moment.before else 1
        met = moment.before or moment
        lines.append(LogLine(turn, tell(met, moment.last, _)))
        if len(lines) == most:
            break
    return tuple(lines)


def what_undo_undoes(table: Table, _: Translate) -> str:
    """What one undo takes back, in a few words; "" where nothing is left."""
    if table.before is None:
        return ""
    match table.last:
        case Decided(player=player, mark="-"):
            return _("{player} passed").format(player=player)
        case Decided(player=player, mark=mark):
            return f"{player}, {cell_name(table, Mark.parse(mark).cell, _)}"
        case Retracted(player=player):
            return _("{player} took back").format(player=player)
        case RollCorrected():
            return _("correction")
        case RollTaken() | RollSeen():
            return _("dice")
        case _:
            return _("last step")

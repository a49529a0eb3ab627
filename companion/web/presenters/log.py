"""The story of a game in words: what happened, and what one undo would undo."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Mark, Play, Roll
from companion.table.events import (
    Amended,
    Decided,
    DemoTakenOver,
    Event,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    Retracted,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    RowReopened,
    SheetTakenOver,
)
from companion.table.notation import parse_decision, parse_roll
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.presenters.dice import COLOUR_NAMES
from companion.web.presenters.turn import mark_words
from sheets.language import Translate
from sheets.pad import COLOURS, ROW_LETTERS


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that happened, and in which turn. `steps`: so many were made since then."""

    turn: int
    text: str
    steps: int = 0


def dice_text(roll: Roll | int, _: Translate) -> str:
    """The dice in words: "white 4 and 1, red 3, …"; in the card game the number."""
    if isinstance(roll, int):
        return str(roll)
    parts = [_("white {first} and {second}").format(first=roll.white[0], second=roll.white[1])]
    parts += [
        f"{_(COLOUR_NAMES[colour])} {getattr(roll, colour)}"
        for colour in COLOURS
        if getattr(roll, colour) is not None
    ]
    return ", ".join(parts)


def _row(table: Table, row: str, _: Translate) -> str:
    return _(table.game.board.row_term(ROW_LETTERS.index(row)))


def tell(table: Table, event: Event, _: Translate) -> str:
    """One event in words, in view of the table that it led to."""
    match event:
        case GameBegun():
            return _("{players} sat down.").format(players=", ".join(event.players))
        case DemoTakenOver():
            return _("People took the demo over.")
        case PlayerAdded():
            return _("{player} joined the game.").format(player=event.player)
        case PlayerLeft():
            return _("{player} left the game.").format(player=event.player)
        case RollSeen():
            return _("A photo showed {count} dice.").format(count=len(event.photo.dice))
        case RollTaken() if table.game.variant.cards:
            return _("The number for everyone was {number}.").format(number=event.roll)
        case RollTaken():
            return _("{player} threw {dice}.").format(
                player=table.active, dice=dice_text(parse_roll(table.game, event.roll), _)
            )
        case RollCorrected():
            return _("Corrected: {dice}.").format(dice=dice_text(parse_roll(table.game, event.roll), _))
        case Decided():
            decision = parse_decision(event.mark)
            if isinstance(decision, Play):
                words = mark_words(table.game, decision, _)
                return _("{player} {what}.").format(player=event.player, what=words)
            if not decision.cell:
                return _("{player} passed.").format(player=event.player)
            return _("{player} crossed {cell}.").format(
                player=event.player, cell=mark_words(table.game, decision, _)
            )
        case Retracted():
            return _("{player} took the cross back.").format(player=event.player)
        case RowClosed():
            return _("Said to be closed: {row}.").format(row=_row(table, event.row, _))
        case RowReopened():
            return _("Open again: {row}.").format(row=_row(table, event.row, _))
        case SheetTakenOver():
            return _("{player}'s sheet was taken over from paper.").format(player=event.player)
        case Amended(action="roll"):
            dice = dice_text(parse_roll(table.game, event.mark), _)
            return _("Amended, turn {turn}: {dice}.").format(turn=event.turn, dice=dice)
        case Amended():
            words = mark_words(table.game, parse_decision(event.mark), _)
            return _("Amended, turn {turn}: {player}, {what}.").format(
                turn=event.turn, player=event.player, what=words
            )
    return ""


def story(timeline: Timeline, most: int, _: Translate, since: Timeline | None = None) -> tuple[LogLine, ...]:
    """What happened and still stands, newest first, at most so many lines.

    `since`: the timeline now, if `timeline` is an earlier one of the same game.
    """
    later = _steps_between(since, timeline) if since is not None else 0
    lines = []
    for number, moment in enumerate(timeline.history()):
        met = (moment.past or moment).present
        lines.append(LogLine(met.position.turn, tell(met, moment.present.last_event, _), later + number))
        if len(lines) == most:
            break
    return tuple(lines)


def _steps_between(now: Timeline, then: Timeline) -> int:
    return next((number for number, moment in enumerate(now.history()) if moment is then), 0)


def steps_to_before(timeline: Timeline, turn: int) -> int | None:
    """How many steps lead back to where the dice of `turn` were about to be thrown; None where none do."""
    for number, moment in enumerate(timeline.history()):
        position = moment.present.position
        waiting = position.phase == "roll" and moment.present.pending_roll is None
        if position.turn < turn or (position.turn == turn and waiting):
            return number or None
    return None


def what_undo_undoes(timeline: Timeline, _: Translate) -> str:
    """What one undo takes back, in a few words; "" where nothing is left."""
    return _step(timeline.present, _) if timeline.past is not None else ""


def what_redo_redoes(timeline: Timeline, _: Translate) -> str:
    """What one redo brings back, in a few words; "" where nothing was undone."""
    return _step(timeline.future.present, _) if timeline.future is not None else ""


def _step(table: Table, _: Translate) -> str:
    """The last event of a table in a few words."""
    match table.last_event:
        case Decided(player=player, mark="-"):
            return _("{player} passed").format(player=player)
        case Decided(player=player, mark=mark) if ":" in mark:
            return _("{player}'s cards").format(player=player)
        case Decided(player=player, mark=mark):
            return f"{player}, {mark_words(table.game, Mark.parse(mark), _)}"
        case Retracted(player=player):
            return _("{player} took back").format(player=player)
        case RollCorrected():
            return _("correction")
        case RollTaken() | RollSeen():
            return _("number") if table.game.variant.cards else _("dice")
        case RowClosed() | RowReopened():
            return _("padlock")
        case SheetTakenOver(player=player):
            return _("{player}'s sheet").format(player=player)
        case Amended(turn=turn):
            return _("amended turn {turn}").format(turn=turn)
        case _:
            return _("last step")

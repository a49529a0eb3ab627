"""The events of a game in words, and the names of steps to undo and redo."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from companion.rules import Play
from companion.table.events import (
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    DemoTakenOver,
    Event,
    GameBegun,
    GameTakenUp,
    PlayerAdded,
    PlayerLeft,
    RollCorrected,
    RollSeen,
    RollTaken,
    RowClosed,
    RowReopened,
    SeatsChanged,
    SheetTakenOver,
    TurnAmended,
)
from companion.table.now import passing
from companion.table.secrecy import are_choices_hidden, before_hidden_choices
from companion.table.state import Table
from companion.table.take_back import last_choice
from companion.table.timeline import Timeline
from companion.table.turn_outcome import outcome
from companion.table.turn_replay import parse_roll
from companion.web.layout.game.names import decision_name, roll_name
from companion.web.layout.game.page_part import names_forced_crosses
from companion.web.pages.table.sheets.sheet import bonus_chain
from sheets.language import Phrase, message, phrase
from sheets.place_names import cell_phrase

MAX_LINES = 40
KEPT_LINES = 10 * MAX_LINES
"""Number of lines in the cache that all screens share."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: one event in words."""

    turn: int
    text: Phrase
    outcome: tuple[Phrase, ...]  # the results of the event, such as a row that closed


def present_log(timeline: Timeline) -> tuple[tuple[int, LogLine], ...]:
    """Return (number of later events, line) for each of the last MAX_LINES events, newest first.

    Hidden choices have no lines.
    """
    shown = before_hidden_choices(timeline)
    later = next((number for number, moment in enumerate(timeline.history()) if moment is shown), 0)
    moments = islice(shown.history(), MAX_LINES)
    return tuple((later + number, _line(moment)) for number, moment in enumerate(moments))


@lru_cache(maxsize=KEPT_LINES)
def _line(moment: Timeline) -> LogLine:
    before, event = (moment.past or moment).present, moment.present.last_event
    brought: tuple[Phrase, ...] = ()
    if isinstance(event, DecisionMade):  # the penalties have lines of their own
        brought = outcome(before.game, before.position, moment.present.position, before.game.players)
    return LogLine(before.position.turn, describe_event(before, event), brought)


def undo_name(timeline: Timeline) -> Phrase | None:
    """Return a few words for the step that one undo takes back, or None if there is nothing to undo."""
    table, steps = timeline.present, timeline.undo_steps
    if not steps:
        return None
    if are_choices_hidden(table) and isinstance(
        table.last_event, DecisionMade | DecisionRetracted | DecisionTakenBack
    ):
        return phrase("last step")
    return describe_step(next(islice(timeline.history(), steps - 1, None)))


def steps_to_before(timeline: Timeline, turn: int) -> int | None:
    """Return how many undo steps lead back before the roll of turn `turn`, or None if it has no roll yet."""
    for number, moment in enumerate(timeline.history()):
        table = moment.present
        last_rolled = table.turn_start.turn if table.current_roll is not None else 0
        if last_rolled < turn and table.pending_roll is None:
            return number or None
    return None


def describe_event(table: Table, event: Event) -> Phrase:
    """Return a sentence that describes an event; `table` is the state before the event."""
    match event:
        case RollSeen():
            return phrase("Dice in a photo: {count}.", count=len(event.photo.dice))
        case RollTaken() | RollCorrected():
            return _describe_roll(table, event)
        case DecisionMade():
            return _describe_decision(table, event)
        case DecisionRetracted():
            return phrase("{player} took the choice back.", player=event.player)
        case DecisionTakenBack():
            choice = last_choice(table, event.player)
            assert choice is not None
            what = decision_name(table.game, event.player, choice[1].decision)
            return phrase("{player} took back: {what}.", player=event.player, what=what)
        case RowClosed() | RowReopened():
            closed = isinstance(event, RowClosed)
            text = message("Reported as closed: {row}.") if closed else message("Open again: {row}.")
            return Phrase(text, {"row": table.game.pad.row(event.row).term})
        case TurnAmended():
            return _describe_amendment(table, event)
    return _describe_people(event)


def _describe_roll(table: Table, event: RollTaken | RollCorrected) -> Phrase:
    roll = _roll(table, event.roll)
    if isinstance(event, RollCorrected):
        return phrase("Corrected: {dice}.", dice=roll)
    if isinstance(roll, int):
        return phrase("The number for everyone was {number}.", number=roll)
    return phrase("{player} threw {dice}.", player=table.active, dice=roll)


def _describe_amendment(table: Table, event: TurnAmended) -> Phrase:
    if event.is_roll:
        dice = _roll(table, event.mark)
        return phrase("Turn {turn} amended: {dice}.", turn=event.turn, dice=dice)
    what = decision_name(table.game, event.player, event.decision)
    return phrase("Turn {turn} amended: {player}, {what}.", turn=event.turn, player=event.player, what=what)


def _describe_people(event: Event) -> Phrase:
    match event:
        case GameBegun():
            return phrase("{players} sat down.", players=", ".join(event.players))
        case DemoTakenOver():
            return phrase("People took over the demo.")
        case GameTakenUp():
            return phrase("The game went on.")
        case SeatsChanged():
            return phrase("Seats were changed: {players}.", players=", ".join(event.players))
        case PlayerAdded():
            return phrase("{player} joined the game.", player=event.player)
        case PlayerLeft():
            return phrase("{player} left the game.", player=event.player)
        case SheetTakenOver():
            return phrase("{player}'s sheet was taken over from paper.", player=event.player)
    return Phrase("")


def _describe_decision(table: Table, event: DecisionMade) -> Phrase:
    decision = event.decision
    name = decision_name(table.game, event.player, decision)
    if isinstance(decision, Play):
        return phrase("{player} {what}.", player=event.player, what=name)
    if not decision.cell:
        told = passing(table.game, table.position, event.player).told
        return Phrase(told, {"player": event.player})
    pad = table.position.sheet(event.player).pad
    brought = tuple(cell_phrase(pad, cell) for cell in bonus_chain(table, event.player, decision)[1:])
    if not brought:
        return phrase("{player} crossed {cell}.", player=event.player, cell=name)
    text = message("{player} crossed {cell}; the bonus brought {cells}.")
    if names_forced_crosses(pad):
        text = message("{player} crossed {cell}, which brought {cells}.")
    return Phrase(text, {"player": event.player, "cell": name, "cells": brought})


def _roll(table: Table, text: str) -> tuple[Phrase, ...] | int:
    return roll_name(parse_roll(table.game, text))


def describe_step(moment: Timeline) -> Phrase:
    """Return a few words for the event that led to `moment`, for the button to undo or redo the event."""
    table = moment.present
    match table.last_event:
        case DecisionMade() as choice:
            return _describe_choice((moment.past or moment).present, choice)
        case DecisionRetracted(player=player) | DecisionTakenBack(player=player):
            return phrase("{player} took back", player=player)
        case RollCorrected():
            return phrase("correction")
        case RollTaken() | RollSeen():
            return phrase("dice") if table.dice_to_roll else phrase("number")
        case RowClosed() | RowReopened():
            return phrase("padlock")
        case SheetTakenOver(player=player):
            return phrase("{player}'s sheet", player=player)
        case TurnAmended(turn=turn):
            return phrase("amended turn {turn}", turn=turn)
        case _:
            return phrase("last step")


def _describe_choice(table: Table, choice: DecisionMade) -> Phrase:
    player, decision = choice.player, choice.decision
    if isinstance(decision, Play):
        return phrase("{player}'s cards", player=player)
    if not decision.cell:
        return Phrase(passing(table.game, table.position, player).step, {"player": player})
    cell = decision_name(table.game, player, decision)
    return Phrase("{player}, {cell}", {"player": player, "cell": cell})

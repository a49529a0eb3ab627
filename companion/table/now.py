"""The current situation of a game, as one frozen value from which all sentences about it are made."""

from dataclasses import dataclass
from typing import Literal

from companion.rules import PASS, Game, Mark, Play, Position, Refusal, Roll
from companion.rules.position import ALONE_PHASES, SHARED_PHASES, Phase
from companion.table.events import DecisionMade, DecisionTakenBack
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from sheets.language import Phrase, message, phrase
from sheets.pad import COLOURS, Pad
from sheets.place_names import cell_phrase, mark_phrase

Awaited = Literal["roll", "number", "photo", "computer", "choices", "nothing"]
"""What the game waits for. "photo": people have to complete the dice that were read from a photo."""
Doing = Literal["choosing", "passes", "nothing-fits", "crosses", "throws", "turns-card", ""]
"""What a player is doing. "nothing-fits": the player passed automatically, because no cell fits."""


@dataclass(frozen=True, slots=True)
class Person:
    """The reader of a sentence: a player, a guest, or everyone at the table's own screen."""

    player: str = ""  # the player whose device it is, or ""
    at_table: bool = False  # True on the table's own screen, which everyone reads


@dataclass(frozen=True, slots=True)
class Pass:
    """The words for a pass, which depend on the effect of the pass."""

    button: str  # the label of the button
    advice: str  # the advice to pass
    told: str  # the log's line about a {player} who passed
    step: str  # the name of the step for undo


_PASSED = (message("pass"), message("{player} passed."), message("{player} passed"))
PLAIN_PASS = Pass(message("Pass"), *_PASSED)
TO_COLOURS = Pass(message("Skip to colours"), *_PASSED)
TO_CARDS = Pass(message("Skip to the cards"), *_PASSED)
DONE = Pass(message("Done"), *_PASSED)
MISS = Pass(
    message("Take a penalty (\N{MINUS SIGN}5)"),
    message("take the penalty"),
    message("{player} takes a penalty."),
    message("{player}'s penalty"),
)


@dataclass(frozen=True, slots=True)
class ColourSums:
    """The sums of a coloured die with each white die; only one sum if the white dice are equal."""

    colour: str
    sums: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One player's activity and options in the current action."""

    player: str
    asked: bool  # True if they still have to choose, on a screen
    doing: Doing
    passing: Pass
    refusal: Refusal | None  # why they may not choose anything, or None
    crossed: Mark | None  # their mark in an action of all players, or None
    hidden: bool  # True if other players may not see their choice yet


@dataclass(frozen=True, slots=True)
class Now:
    """The current situation of a game: all values that sentences about it need."""

    turn: int
    active: str
    action: Phase
    awaits: Awaited
    asked: tuple[str, ...]  # the players who still have to decide, by the rules
    parts: tuple[Part, ...]
    cards: bool  # True in the card game
    dice: int  # number of dice to throw; 0 in the card game
    sides: int  # number of sides of each die
    total: int  # the white sum or the number for everyone; 0 while there is none
    sums: tuple[ColourSums, ...]  # sums of coloured dice that the active player may use now
    marked: bool  # True if the active player has made a mark in this turn
    demo: bool  # True if imaginary players play by themselves
    paper: bool  # True if marks are made on paper and not tapped
    computer: bool  # True if the computer plays for the active player
    in_page: bool  # True if the page throws virtual dice
    took_back: str  # the player who has just taken back a choice, or ""
    lost: tuple[Phrase, ...]  # the marks that were lost by a correction, each with its player
    too_late: Refusal  # the refusal of an action that is not open now

    @property
    def is_shared(self) -> bool:
        """Return True if all players decide in the current action."""
        return self.action in SHARED_PHASES

    @property
    def takes_dice(self) -> bool:
        """Return True if dice may be rolled now. If players mark on paper, this can end the current turn."""
        return self.dice > 0 and (self.action == "roll" or (self.paper and self.action != "over"))

    @property
    def is_between_turns(self) -> bool:
        """Return True before a roll, and after the end of the game."""
        return self.action in ("roll", "over")

    def part(self, player: str) -> Part:
        return next(part for part in self.parts if part.player == player)


def current_situation(table: Table) -> Now:
    """Return the current situation of the game at `table`."""
    game, position = table.game, table.position
    roll = position.roll
    return Now(
        turn=position.turn,
        active=table.active,
        action=position.phase,
        awaits=_awaited(table),
        asked=game.waiting(position),
        parts=tuple(part_of(table, player) for player in game.players),
        cards=game.deck is not None,
        dice=len(table.dice_to_roll),
        sides=game.pad.sides,
        total=roll.sum if isinstance(roll, Roll) else roll or 0,
        sums=_sums(table),
        marked=position.active_marked,
        demo=table.demo,
        paper=table.paper,
        computer=table.active in table.computers,
        in_page=table.throws_virtual_dice,
        took_back=table.last_event.player if isinstance(table.last_event, DecisionTakenBack) else "",
        lost=tuple(_lost(game, lost) for lost in table.lost_decisions),
        too_late=game.not_now(position),
    )


def passing(game: Game, position: Position, player: str) -> Pass:
    """Return the words for a pass by `player` in `position`, which depend on the effect of the pass."""
    if position.phase in ALONE_PHASES:
        if game.is_pass_a_miss(position):
            return MISS
        return DONE if position.active_marked else PLAIN_PASS
    if player == position.active and position.phase in SHARED_PHASES:
        return TO_CARDS if game.deck else TO_COLOURS
    return PLAIN_PASS


def plays_cards(table: Table) -> bool:
    """Return True if the active player is choosing cards on a screen."""
    return table.position.phase == "play" and not (table.demo or table.paper)


def _awaited(table: Table) -> Awaited:
    phase, computers = table.position.phase, table.computers
    if phase == "over":
        return "nothing"
    if phase == "roll":
        if table.pending_roll is not None and not table.demo:
            return "photo"
        if table.demo or (table.throws_virtual_dice and table.active in computers):
            return "computer"
        return "roll" if table.dice_to_roll else "number"
    if table.demo or set(table.game.waiting(table.position)) <= set(computers):
        return "computer"
    return "choices"


def part_of(table: Table, player: str) -> Part:
    """Return the activity and the options of `player` in the current action."""
    game, position = table.game, table.position
    decision = table.decision(player)
    asked = player in game.waiting(position) and not table.paper
    doing: Doing = ""
    if asked:
        doing = "choosing"
    elif position.phase in SHARED_PHASES and decision is not None:
        chose = player == position.active or any(made.player == player for _, made in table.turn_decisions)
        doing = "crosses" if decision != PASS else "passes" if chose else "nothing-fits"
    elif position.phase == "roll" and player == position.active:
        doing = "throws" if table.dice_to_roll else "turns-card"
    return Part(
        player=player,
        asked=asked,
        doing=doing,
        passing=passing(game, position, player),
        refusal=game.moves(position, player).denied,
        crossed=decision if doing == "crosses" else None,
        hidden=are_choices_hidden(table) and not asked,
    )


def _sums(table: Table) -> tuple[ColourSums, ...]:
    roll, phase = table.position.roll, table.position.phase
    if not isinstance(roll, Roll) or not (phase == "colour" or (table.paper and phase != "over")):
        return ()
    values = ((colour, getattr(roll, colour)) for colour in COLOURS if colour not in table.position.removed)
    return tuple(
        ColourSums(colour, tuple(sorted({white + value for white in roll.white})))
        for colour, value in values
        if value is not None
    )


def mark_name(pad: Pad, mark: Mark) -> Phrase:
    """Return a mark in words, such as "red 5" or "red 5 a second time"."""
    return mark_phrase(pad, str(mark)) if mark.form or mark.then else cell_phrase(pad, mark.cell)


def _lost(game: Game, lost: DecisionMade) -> Phrase:
    pad, decision = game.pad_of(lost.player), lost.decision
    marks = decision.marks if isinstance(decision, Play) else (decision,)
    cells = tuple(mark_name(pad, mark) for mark in marks) or phrase("the cards")
    return Phrase("{player}: {cells}", {"player": lost.player, "cells": cells})

"""What happens at a table now, as one frozen value.

All that is said of the moment reads this value, and `companion.table.actions` has the sentences: the
headline, the instruction, what a sheet and the log say, the guide of a first game, the voice, the state for
programs.
"""

from dataclasses import dataclass
from typing import Literal

from companion.rules import PASS, Game, Mark, Play, Position, Refusal, Roll
from companion.rules.position import ALONE_PHASES, SHARED_PHASES, Phase
from companion.table.events import Decided, TakenBack
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from sheets.language import Phrase, message, phrase
from sheets.pad import COLOURS, Pad
from sheets.place_names import cell_phrase, mark_phrase

Awaited = Literal["roll", "number", "photo", "computer", "choices", "nothing"]
"""What the table waits for: dice, the number for everyone, people who complete a photo, the program that
throws or chooses, choices of people; "nothing" when the game is over."""
Doing = Literal["choosing", "passes", "nothing-fits", "crosses", "throws", "turns-card", ""]
"""What a player does now; "nothing-fits": they passed at once, since no cell fits."""


@dataclass(frozen=True, slots=True)
class Person:
    """The reader of a sentence."""

    player: str = ""
    """The player whose device it is; "" for nobody's."""
    at_table: bool = False
    """The device is the table's own screen, which everybody reads."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The meaning of a pass."""

    button: str
    """What the button says."""
    advice: str
    """A suggestion to do it."""
    told: str
    """The line of the log about a {player} who did it."""
    step: str
    """The name of the step for undo."""


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
    """The sums of one coloured die with the white dice: one sum or two."""

    colour: str
    sums: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in the open action."""

    player: str
    asked: bool
    """They have yet to choose, on a screen."""
    doing: Doing
    passing: Pass
    refusal: Refusal | None
    """Why they may choose nothing at all; None if they may."""
    crossed: Mark | None
    """The mark that they have chosen in an action of everyone, or None."""
    hidden: bool
    """Nobody else may see yet what they have chosen."""


@dataclass(frozen=True, slots=True)
class Now:
    """What happens now."""

    turn: int
    active: str
    action: Phase
    awaits: Awaited
    asked: tuple[str, ...]
    """The players who have yet to decide, by the rules."""
    parts: tuple[Part, ...]
    cards: bool
    """The game has cards in place of dice."""
    dice: int
    """The number of dice to throw; 0 with cards."""
    sides: int
    """The number of sides of each die."""
    total: int
    """The white sum, or the number for everyone; 0 before there is one."""
    sums: tuple[ColourSums, ...]
    """Sums of a white and a coloured die that the active player may cross now."""
    marked: bool
    """The active player has made a mark in this turn."""
    demo: bool
    """Nobody plays but the program."""
    paper: bool
    """Marks stand on paper, and nobody taps them."""
    computer: bool
    """The program plays for the active player."""
    in_page: bool
    """The page throws pretend dice."""
    took_back: str
    """The player who has just taken a choice back, or ""."""
    lost: tuple[Phrase, ...]
    """The marks that a correction took back, each with its player."""
    too_late: Refusal
    """The refusal of what belongs to another moment."""

    @property
    def is_shared(self) -> bool:
        """Return True if everyone decides at once."""
        return self.action in SHARED_PHASES

    @property
    def takes_dice(self) -> bool:
        """Return True if dice may come in: before the first action, and where marks are on paper at any
        time."""
        return self.dice > 0 and (self.action == "roll" or (self.paper and self.action != "over"))

    @property
    def is_between_turns(self) -> bool:
        """Return True before the dice of a turn, and after the end."""
        return self.action in ("roll", "over")

    def part(self, player: str) -> Part:
        """Return the part of `player`."""
        return next(part for part in self.parts if part.player == player)


def happening(table: Table) -> Now:
    """Return what happens at `table` now."""
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
        in_page=table.pretends,
        took_back=table.last_event.player if isinstance(table.last_event, TakenBack) else "",
        lost=tuple(_lost(game, lost) for lost in table.lost_decisions),
        too_late=game.not_now(position),
    )


def passing(game: Game, position: Position, player: str) -> Pass:
    """Return what a pass of `player` means."""
    if position.phase in ALONE_PHASES:
        if game.is_pass_a_miss(position):
            return MISS
        return DONE if position.active_marked else PLAIN_PASS
    if player == position.active and position.phase in SHARED_PHASES:
        return TO_CARDS if game.deck else TO_COLOURS
    return PLAIN_PASS


def plays_cards(table: Table) -> bool:
    """Return True if the active player puts cards together on a screen."""
    return table.position.phase == "play" and not (table.demo or table.paper)


def _awaited(table: Table) -> Awaited:
    phase, computers = table.position.phase, table.computers
    if phase == "over":
        return "nothing"
    if phase == "roll":
        if table.pending_roll is not None and not table.demo:
            return "photo"
        if table.demo or (table.pretends and table.active in computers):
            return "computer"
        return "roll" if table.dice_to_roll else "number"
    if table.demo or set(table.game.waiting(table.position)) <= set(computers):
        return "computer"
    return "choices"


def part_of(table: Table, player: str) -> Part:
    """Return the part of `player` in what happens now."""
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
    """Return the sums of a white and a coloured die that whose turn it is may cross now."""
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
    """Return a mark by what it crosses, without star and choices: "red 5", "red 5 a second time"."""
    return mark_phrase(pad, str(mark)) if mark.form or mark.then else cell_phrase(pad, mark.cell)


def _lost(game: Game, lost: Decided) -> Phrase:
    pad, decision = game.pad_of(lost.player), lost.decision
    marks = decision.marks if isinstance(decision, Play) else (decision,)
    cells = tuple(mark_name(pad, mark) for mark in marks) or phrase("the cards")
    return Phrase("{player}: {cells}", {"player": lost.player, "cells": cells})

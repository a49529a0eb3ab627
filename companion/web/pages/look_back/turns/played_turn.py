"""A past turn: its dice, the decisions and their results."""

from dataclasses import dataclass

from companion.analysis.replay import ReplayedDecision, ReplayedTurn
from companion.rules import Play
from companion.web.layout.game.names import decision_name, mark_colour
from companion.web.layout.game.page_part import new_places
from companion.web.pages.table.dice.dice import RolledDie, rolled_dice
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from companion.web.pages.table.turn.turn_outcome import forced_crosses, outcome
from sheets.language import Phrase, phrase


@dataclass(frozen=True, slots=True)
class PlayedDecision:
    """One decision. `colour`: of its cell, or "". `crossed`: more than a pass. `href`: of its challenge."""

    player: str
    text: Phrase
    colour: str
    crossed: bool
    illegal: bool
    href: str


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn. `number`: that for everyone, in the card game. `photo`: its name, or "".

    `missed`: who took a miss. `taken_over`: whose sheets came from paper.
    `ended`: the game ended in this turn. `locked`: what chains brought, who locked what, and which rows
    closed.
    """

    turn: int
    active: str
    sides: int
    dice: tuple[RolledDie, ...]
    number: int | None
    photo: str
    decisions: tuple[PlayedDecision, ...]
    missed: tuple[str, ...]
    taken_over: tuple[str, ...]
    ended: bool
    href: str
    locked: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A turn with everyone's sheet after it, and the turns beside it. `last`: the last turn of the game."""

    turn: PlayedTurn
    sheets: tuple[SheetSnapshot, ...]
    before: int | None
    following: int | None
    last: int


def present_played_turn(turn: ReplayedTurn, base: str) -> PlayedTurn:
    """Return a turn. `base`: the address of its game; decisions lead to their challenge below it."""
    href = f"{base}/turns/{turn.number}"
    return PlayedTurn(
        turn=turn.number,
        active=turn.active,
        sides=turn.game.pad.sides,
        dice=rolled_dice(turn.roll),
        number=turn.roll if isinstance(turn.roll, int) else None,
        photo=turn.photo.name if turn.photo else "",
        decisions=tuple(_decision(turn, decision, href) for decision in turn.decisions),
        missed=turn.missed,
        taken_over=turn.sheets_taken_over,
        ended=turn.after.end is not None and turn.after.phase == "over",
        href=href,
        locked=(
            *forced_crosses(turn.before, turn.after),
            *outcome(turn.game, turn.before, turn.after, turn.game.players),
        ),
    )


def _decision(turn: ReplayedTurn, decided: ReplayedDecision, href: str) -> PlayedDecision:
    players = turn.game.players
    seat = players.index(decided.player) if decided.player in players else 0
    colour, name = "", decision_name(turn.game, decided.player, decided.decision)
    if not isinstance(decided.decision, Play) and decided.decision.cell:
        colour = mark_colour(turn.game.pad_of(decided.player), decided.decision)
    return PlayedDecision(
        decided.player,
        phrase("takes a penalty") if _is_miss(turn, decided) else name,
        colour,
        decided.crossed,
        decided.refusal is not None,
        f"{href}/{decided.action}/{seat}",
    )


def _is_miss(turn: ReplayedTurn, decided: ReplayedDecision) -> bool:
    last = decided is turn.decisions[-1] and decided.action in ("colour", "play")
    return not decided.crossed and last and decided.player in turn.missed


def present_step(turns: tuple[ReplayedTurn, ...], turn: ReplayedTurn, base: str) -> TurnStep:
    """Return the turn `turn` of `turns`, as a step of the replay. New crosses stand out."""
    index = turns.index(turn)
    return TurnStep(
        present_played_turn(turn, base),
        tuple(
            present_snapshot(
                turn.game,
                player,
                turn.after.sheet(player),
                closed=turn.after.closed,
                highlights=Highlights(added=_new_cells(turn, player)),
            )
            for player in turn.game.players
        ),
        turns[index - 1].number if index else None,
        turns[index + 1].number if index + 1 < len(turns) else None,
        turns[-1].number,
    )


def _new_cells(turn: ReplayedTurn, player: str) -> tuple[str, ...]:
    """Return the cells and special places of a player's sheet that were crossed in this turn."""
    if player not in turn.before.players:
        return ()
    old, new = turn.before.sheet(player), turn.after.sheet(player)
    cells = tuple(
        spot.name
        for row, before, after in zip(turn.game.board_of(new).rows, old.rows, new.rows, strict=True)
        for spot in row
        if after & spot.bit and not before & spot.bit
    )
    return cells + new_places(old, new)

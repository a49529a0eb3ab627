"""A past turn: its decisions and results in words, and all sheets after it."""

from companion.analysis.replay import ReplayedDecision, ReplayedTurn
from companion.rules import Play
from companion.table.turn_outcome import forced_crosses, outcome
from companion.web.layout.game.names import decision_name, mark_colour
from companion.web.layout.game.page_part import new_places
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from sheets.language import Phrase, phrase


def turn_title(turn: ReplayedTurn) -> Phrase:
    """Return a heading with the turn's number and active player."""
    if isinstance(turn.roll, int):
        return phrase("Turn {turn} · {player} plays cards", turn=turn.number, player=turn.active)
    return phrase("Turn {turn} · {player} throws", turn=turn.number, player=turn.active)


def decision_text(decided: ReplayedDecision, turn: ReplayedTurn) -> Phrase:
    """Name a decision of a turn; a pass that cost a penalty is named a penalty."""
    is_last = decided is turn.decisions[-1] and decided.action in ("colour", "play")
    if is_last and not decided.crossed and decided.player in turn.missed:
        return phrase("takes a penalty")
    return decision_name(turn.game, decided.player, decided.decision)


def decision_colour(decided: ReplayedDecision, turn: ReplayedTurn) -> str:
    """Return the colour of the cell that a decision crosses, or ""."""
    if isinstance(decided.decision, Play) or not decided.decision.cell:
        return ""
    return mark_colour(turn.game.pad_of(decided.player), decided.decision)


def turn_notes(turn: ReplayedTurn) -> tuple[Phrase, ...]:
    """Return the results of a turn: penalties, forced crosses, locks, sheets from paper, the game's end."""
    taken_over = (
        phrase("{player}'s sheet was taken over from paper.", player=name) for name in turn.sheets_taken_over
    )
    ended = turn.after.end is not None and turn.after.phase == "over"
    return (
        *(phrase("{player} takes a penalty.", player=name) for name in turn.missed),
        *forced_crosses(turn.before, turn.after),
        *outcome(turn.game, turn.before, turn.after, turn.game.players),
        *taken_over,
        *((phrase("The game ended."),) if ended else ()),
    )


def sheets_after(turn: ReplayedTurn) -> tuple[SheetSnapshot, ...]:
    """Return all sheets after a turn, with its new crosses highlighted."""
    return tuple(
        present_snapshot(
            turn.game,
            player,
            turn.after.sheet(player),
            closed=turn.after.closed,
            highlights=Highlights(added=_new_cells(turn, player)),
        )
        for player in turn.game.players
    )


def _new_cells(turn: ReplayedTurn, player: str) -> tuple[str, ...]:
    """Return the cells and special places that a player crossed in a turn; () if they joined after it."""
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

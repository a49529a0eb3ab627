"""`qwixx moves`: lists every legal move in an open turn."""

import click

from companion.cli.open_turn import Hand, PendingDecision, open_turn_verb
from companion.cli.verb import Verb
from companion.records.record import Record
from companion.records.referee import open_moves
from sheets.language import Translate


@click.command(
    "moves",
    cls=Verb,
    examples=[
        ("moves game.json", "What everyone may do now"),
        ('moves --hand "green 11, red 4" cards.json', "With cards, the plays of a hand"),
    ],
    exits=["done"],
)
@open_turn_verb
def command(record: Record, hand: Hand | None, _: Translate) -> list[PendingDecision]:
    """List every legal move of each player who has not decided yet in the open last turn of RECORD.

    RECORD is a file of one game whose last turn is open, or - for standard input.
    """
    moves = open_moves(record, hand)
    return [
        PendingDecision(str(entry["player"]), str(entry["action"]), entry, _listed(entry.get("moves")))
        for entry in moves
    ]


def _listed(moves: object) -> list[str] | None:
    """Return moves as lines: all marks on one line, or a line per play; None if `moves` isn't a list."""
    if not isinstance(moves, list):
        return None
    plays = [f"{', '.join(m['play'])}: {' '.join(m['marks']) or '-'}" for m in moves if isinstance(m, dict)]
    return ["", *(f"  {play}" for play in plays)] if plays else ["".join(f"  {mark}" for mark in moves)]

"""`qwixx advise`: every legal move in an open turn, best first, with the chance to win and why."""

from __future__ import annotations

import json

import click

from companion.cli.moves import read_hand
from companion.cli.replay import read_bytes, shown
from companion.record import NotARecord, read_record
from companion.referee import judge
from sheets.errors import BadInput


@click.command("advise")
@click.argument("record", metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="Print one array, as a program reads it.")
@click.option("--hand", metavar="CARDS", help='In the card game, the hand: "green 11, red 4, joker 9".')
def command(record: str, as_json: bool, hand: str | None) -> None:
    """Advise each player who is still to decide in the open last turn of RECORD: moves, best first.

    RECORD is a file of one game whose last turn is open, or - for standard input.
    """
    from companion.advisor import advise

    try:
        found = read_record(read_bytes(record))
    except NotARecord as problem:
        raise BadInput(f"{shown(record)}: {problem}") from None
    if not found.open:
        raise BadInput(
            f'{shown(record)}: expected a last turn with "open": true, but no turn is being played.'
        )
    if hand is not None and not found.game.kind.cards:
        raise BadInput("--hand: only the card game has hands.")
    cards = None if hand is None else read_hand(hand, found.game.jokers)
    advice = advise(found.game, judge(found).position, hand=cards)
    if as_json:
        click.echo(json.dumps([entry.to_json() for entry in advice]))
        return
    if not advice:
        click.echo("Nobody is to decide.")
    for entry in advice:
        click.echo(f"{entry.player} ({entry.action}):")
        if entry.options is None:
            click.echo("  give --hand to see the plays.")
            continue
        for option in entry.options:
            chance = "" if option.win is None else f"{100 * option.win:5.1f} %"
            click.echo(f"  {option.move!s:8} {chance} {option.margin:+7.1f}  {option.why}")

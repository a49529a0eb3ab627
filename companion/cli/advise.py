"""`qwixx advise`: every legal move in an open turn, best first, with the chance to win and why."""

from __future__ import annotations

import json

import click

from companion.cli.moves import open_game
from companion.referee import judge


@click.command("advise")
@click.argument("record", metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="Print one array, as a program reads it.")
@click.option("--hand", metavar="CARDS", help='In the card game, the hand: "green 11, red 4, joker 9".')
def command(record: str, as_json: bool, hand: str | None) -> None:
    """Advise each player who is still to decide in the open last turn of RECORD: moves, best first.

    RECORD is a file of one game whose last turn is open, or - for standard input.
    """
    from companion.advisor import advise

    found, cards = open_game(record, hand)
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

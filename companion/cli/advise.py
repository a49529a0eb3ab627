"""`qwixx advise`: every legal move in an open turn, best first, with the chance to win and why."""

from __future__ import annotations

import click

from companion.cli.moves import ACTIONS, hand_option, open_game
from companion.cli.options import complete_files, json_option, language_option
from companion.cli.output import json_line
from companion.cli.verb import Verb
from companion.referee import judge
from sheets.language import translator


@click.command(
    "advise",
    cls=Verb,
    examples=[
        ("advise game.json", "What is best for everyone who must decide now"),
        ('advise --hand "green 11, red 4" cards.json', "With cards, which play of a hand"),
    ],
    exits=["done"],
)
@click.argument("record", metavar="RECORD", shell_complete=complete_files)
@json_option("one array, an object for each player")
@hand_option
@language_option
def command(record: str, as_json: bool, hand: str | None, language: str) -> None:
    """Advise each player who is still to decide in the open last turn of RECORD: moves, best first.

    RECORD is a file of one game whose last turn is open, or - for standard input.
    """
    from companion.advisor import advise

    found, cards = open_game(record, hand)
    advice = advise(found.game, judge(found).position, hand=cards)
    _ = translator(language)
    if as_json:
        click.echo(json_line([entry.to_json(_) for entry in advice]))
        return
    if not advice:
        click.echo(_("Nobody is to decide."))
    for entry in advice:
        click.echo(f"{entry.player} ({_(ACTIONS[entry.action])}):")
        if entry.options is None:
            click.echo("  " + _("give --hand to see the plays."))
            continue
        for option in entry.options:
            chance = "" if option.win is None else f"{100 * option.win:5.1f} %"
            click.echo(f"  {option.move!s:8} {chance} {option.margin:+7.1f}  {option.why.tell(_)}")

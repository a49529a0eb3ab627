"""`qwixx replay`: judges recorded games."""

import sys

import click

from companion.cli.options import NAMED_FILE, json_option, language_option
from companion.cli.output import json_line
from companion.cli.records import Records
from companion.cli.verb import Verb
from companion.records.referee import judge
from sheets.language import translator


@click.command(
    "replay",
    cls=Verb,
    examples=[
        ("replay game.json", "Check a game"),
        ("replay --json season.jsonl", "Print one verdict per line of a .jsonl file"),
    ],
    exits=["every mark is legal", "some mark is illegal"],
)
@click.argument("record", nargs=-1, required=True, metavar="RECORD...", type=NAMED_FILE)
@json_option("one verdict per line and record")
@language_option
def command(record: tuple[str, ...], as_json: bool, language: str) -> None:
    """Judge recorded games: every mark that the rules forbid, with its rule, then sheets and scores.

    RECORD is a file of one game, a .jsonl file with one game per line, or - for standard input. If one
    is not a valid record, the command says so and judges the others.
    """
    _ = translator(language)
    records = Records(record, _("Checking games"))
    for each in records:
        verdict = judge(each)
        if as_json:
            records.say(json_line(verdict.to_json(_)))
        else:
            from companion.records.verdict_text import verdict_lines

            records.say(*verdict_lines(verdict, _))
        if not verdict.ok:
            records.mark_incomplete()
    sys.exit(records.status)

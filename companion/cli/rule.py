"""`qwixx rule`: what a rule says and where it stands."""

from __future__ import annotations

import textwrap

import click

from companion.cli.options import complete_rules, json_option, language_option
from companion.cli.output import json_line
from companion.cli.verb import Verb
from companion.rules.book import RULES, RULINGS, Rule, Ruling, rule
from sheets.language import Translate, translator


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 78, initial_indent="  ", subsequent_indent="  ")


def _object(entry: Rule | Ruling, _: Translate) -> dict[str, object]:
    if isinstance(entry, Ruling):
        return {
            "ruling": entry.id,
            "games": list(entry.games),
            "question": _(entry.question),
            "options": {option: _(meaning) for option, meaning in entry.options},
            "default": entry.default,
            "why": _(entry.why),
        }
    return {
        "rule": entry.id,
        "games": list(entry.games),
        "statement": _(entry.statement),
        "example": _(entry.example),
        "sources": [str(source) for source in entry.sources],
    }


def _list(_: Translate) -> None:
    for entry in RULES.values():
        click.echo(f"{entry.id:22} {textwrap.shorten(_(entry.statement), 74, placeholder=' …')}")
    click.echo()
    click.echo(_("Rulings: what a table agrees on where the rulebooks are silent or differ"))
    for ruling in RULINGS.values():
        options = ", ".join(option for option, _meaning in ruling.options)
        click.echo(f"{ruling.id:22} {options}: {_(ruling.question)}")


@click.command(
    "rule",
    cls=Verb,
    examples=[
        ("rule", "Every rule and ruling"),
        ("rule lock-needs-five", "One of them whole"),
        ("rule --language de weakest-closed", "In German"),
    ],
)
@click.argument("rule_id", metavar="[ID]", required=False, shell_complete=complete_rules)
@json_option("one object a line, one a rule or ruling")
@language_option
def command(rule_id: str | None, as_json: bool, language: str) -> None:
    """Print a rule or a ruling: what it says, where it stands, an example. Without ID, list them all."""
    _ = translator(language)
    if as_json:
        entries: list[Rule | Ruling] = [*RULES.values(), *RULINGS.values()]
        if rule_id is not None:
            entries = [RULINGS[rule_id] if rule_id in RULINGS else rule(rule_id)]
        for entry in entries:
            click.echo(json_line(_object(entry, _)))
        return
    if rule_id is None:
        _list(_)
        return
    if rule_id in RULINGS:
        ruling = RULINGS[rule_id]
        click.echo(f"{ruling.id}  ({', '.join(ruling.games)})")
        click.echo(_wrapped(_(ruling.question)))
        for option, meaning in ruling.options:
            default = " (" + _("default") + ")" if option == ruling.default else ""
            click.echo(_wrapped(f"{option}{default}: {_(meaning)}"))
        click.echo(_wrapped(_(ruling.why)))
        return
    found = rule(rule_id)
    click.echo(f"{found.id}  ({', '.join(found.games)})")
    click.echo(_wrapped(_(found.statement)))
    click.echo(_wrapped(_("Example: {example}").format(example=_(found.example))))
    click.echo(_wrapped(_("Source: {source}").format(source="; ".join(map(str, found.sources)))))

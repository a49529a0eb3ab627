"""`qwixx rule`: what a rule says and where it stands."""

from __future__ import annotations

import textwrap

import click

from companion.rules.book import RULES, RULINGS, rule
from sheets.language import Translate, translator


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 78, initial_indent="  ", subsequent_indent="  ")


def _list(_: Translate) -> None:
    for entry in RULES.values():
        click.echo(f"{entry.id:22} {textwrap.shorten(_(entry.statement), 74, placeholder=' …')}")
    click.echo()
    click.echo(_("Rulings: what a table agrees on where the rulebooks are silent or differ"))
    for ruling in RULINGS.values():
        options = ", ".join(option for option, _meaning in ruling.options)
        click.echo(f"{ruling.id:22} {options}: {_(ruling.question)}")


@click.command("rule")
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--language", type=click.Choice(["en", "es", "de"]), default="en", help="Of the text.")
def command(rule_id: str | None, language: str) -> None:
    """Print a rule or a ruling: what it says, where it stands, an example. Without ID, list them all."""
    _ = translator(language)
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

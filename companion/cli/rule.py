"""`qwixx rule`: prints rules with their sources."""

import textwrap

import click

from companion.book import RULES
from companion.cli.options import json_option, language_option
from companion.cli.output import json_line, say
from companion.cli.verb import Verb
from companion.rulebook.rule import ALL, DICE
from companion.rulebook.rulings import RULINGS, Ruling
from companion.search import ENTRIES, Entry, SearchResult, search
from sheets.language import Translate, translator


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="  ")


def _object(entry: Entry, _: Translate) -> dict[str, object]:
    if isinstance(entry, Ruling):
        return {
            "ruling": entry.id,
            "title": _(entry.title),
            "games": list(entry.games),
            "question": _(entry.question),
            "options": {option: _(meaning) for option, meaning in entry.options},
            "reasons": {option: _(entry.reason(option)) for option, _meaning in entry.options},
            "default": entry.default,
            "why": _(entry.why),
        }
    return {
        "rule": entry.id,
        "title": _(entry.title),
        "games": list(entry.games),
        "statement": _(entry.statement),
        "example": _(entry.example),
        "sources": [str(source) for source in entry.sources],
    }


def games_of(entry: Entry, _: Translate) -> str:
    """Return the games of a rule or ruling as text."""
    if entry.games == ALL:
        return _("all games")
    return _("all dice games") if entry.games == DICE else ", ".join(entry.games)


def _print_list(_: Translate) -> None:
    for entry in RULES.values():
        say(f"{entry.id:22} {textwrap.shorten(_(entry.statement), 74, placeholder=' …')}")
    say("")
    say(_("Rulings: what a table agrees on if the rulebooks are silent or differ"))
    for ruling in RULINGS.values():
        options = ", ".join(option for option, _meaning in ruling.options)
        say(f"{ruling.id:22} {options}: {_(ruling.question)}")


@click.command(
    "rule",
    cls=Verb,
    examples=[
        ("rule", "Every rule and ruling"),
        ("rule lock-needs-five", "One of them in full"),
        ("rule may I cross the lock if somebody else closed the row", "A question in everyday words"),
        ("rule --language de wie viele Kreuze für das Schloss", "In German"),
    ],
)
@click.argument("words", metavar="[WORDS...]", nargs=-1)
@json_option("one object per line and rule, the best answer first")
@language_option
def command(words: tuple[str, ...], as_json: bool, language: str) -> None:
    """Answer a question about the rules with the rule, its sources and an example.

    WORDS are a question in everyday words, in English, Spanish or German: the best answer is printed, with
    the titles of two others. WORDS may also be the id of a rule or ruling. Without WORDS, all rules and
    rulings are listed.
    """
    _ = translator(language)
    if named := ENTRIES.get(words[0]) if len(words) == 1 else None:
        result = SearchResult((named,), fits=True)
    elif words:
        result = search(" ".join(words), language)
    else:
        result = SearchResult((*RULES.values(), *RULINGS.values()), fits=True)
    if as_json:
        for entry in result.entries:
            say(json_line(_object(entry, _)))
    elif not words:
        _print_list(_)
    else:
        _print_found(result, language)


def _print_found(result: SearchResult, language: str) -> None:
    """Print the best answer and the titles of the others; only titles if no answer fits."""
    _ = translator(language)
    best, *others = result.entries
    if result.fits:
        _print(best, language)
        if others:
            say("", _("Or did you mean:"))
    else:
        say(_("No rule fits these words well. The nearest:"))
        others = list(result.entries)
    for entry in others:
        say(*_wrapped(f"{entry.id}: {_(entry.title)}"))
    if not result.fits:
        say(_("To ask the referee with your dice and sheet: `qwixx judge --help`."))


def _print(entry: Entry, language: str) -> None:
    _ = translator(language)
    say(f"{entry.id}  ({games_of(entry, _)})")
    if isinstance(entry, Ruling):
        say(*_wrapped(_(entry.question)))
        for option, meaning in entry.options:
            usual = " (" + _("usual") + ")" if option == entry.default else ""
            say(*_wrapped(f"{option}{usual}: {_(meaning)}"))
            say(*_wrapped("  " + _("For it: {reason}").format(reason=_(entry.reason(option)))))
        say(*_wrapped(_(entry.why)))
        return
    say(*_wrapped(_(entry.title) + "."))
    say(*_wrapped(_(entry.statement)))
    say(*_wrapped(_("Example: {example}").format(example=_(entry.example))))
    say(*_wrapped(_("Source: {source}").format(source="; ".join(entry.sources_for(language)))))

"""`qwixx rule`: prints a rule and its source."""

import textwrap

import click

from companion.book import ALL, DICE, RULES, RULINGS, Rule, Ruling, rule
from companion.cli.options import json_option, language_option
from companion.cli.output import json_line, say
from companion.cli.verb import Verb
from sheets.language import Translate, translator


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="  ")


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


def _games(entry: Rule | Ruling, _: Translate) -> str:
    """The games of a rule or ruling, in words if it holds in all of them."""
    if entry.games == ALL:
        return _("all games")
    return _("all dice games") if entry.games == DICE else ", ".join(entry.games)


def _mentions(entry: Rule | Ruling, words: tuple[str, ...], _: Translate) -> bool:
    """Tell whether each of the words occurs in `entry`, in the language of `_`."""
    if isinstance(entry, Ruling):
        said = [entry.id, _(entry.question), _(entry.why), *(_(meaning) for _id, meaning in entry.options)]
    else:
        said = [entry.id, _(entry.title), _(entry.statement), _(entry.example)]
    whole = " ".join(said).casefold()
    return all(word.casefold() in whole for word in words)


def _find(words: tuple[str, ...], _: Translate) -> list[Rule | Ruling]:
    """The rule of that id, otherwise all that contain the words, otherwise NoSuchRule; the whole book without
    words."""
    every: list[Rule | Ruling] = [*RULES.values(), *RULINGS.values()]
    named = [entry for entry in every if words == (entry.id,)]
    return named or [entry for entry in every if _mentions(entry, words, _)] or [rule(" ".join(words))]


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
        ("rule lock-needs-five", "One of them whole"),
        ("rule joker colour", "Every one that speaks of something"),
        ("rule --language de weakest-closed", "In German"),
    ],
)
@click.argument("words", metavar="[WORDS...]", nargs=-1)
@json_option("one object a line, one a rule or ruling")
@language_option
def command(words: tuple[str, ...], as_json: bool, language: str) -> None:
    """Print a rule or a ruling: what it says, where it stands, an example.

    WORDS are the id of one, or what it speaks of: then each that speaks of them. Without any, list them all.
    """
    _ = translator(language)
    if not words and not as_json:
        _print_list(_)
        return
    for number, entry in enumerate(_find(words, _)):
        if as_json:
            say(json_line(_object(entry, _)))
            continue
        if number:
            say("")
        _print(entry, language)


def _print(entry: Rule | Ruling, language: str) -> None:
    _ = translator(language)
    say(f"{entry.id}  ({_games(entry, _)})")
    if isinstance(entry, Ruling):
        say(*_wrapped(_(entry.question)))
        for option, meaning in entry.options:
            default = " (" + _("default") + ")" if option == entry.default else ""
            say(*_wrapped(f"{option}{default}: {_(meaning)}"))
        say(*_wrapped(_(entry.why)))
        return
    say(*_wrapped(_(entry.title) + "."))
    say(*_wrapped(_(entry.statement)))
    say(*_wrapped(_("Example: {example}").format(example=_(entry.example))))
    say(*_wrapped(_("Source: {source}").format(source="; ".join(entry.sources_for(language)))))

"""In which language a command speaks: what goes wrong is told in it too, click's own sentences among it."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import ngettext

import click

from companion.cli.options import system_language
from sheets.errors import BadInput
from sheets.language import LANGUAGES, LOCALE_FOLDER, Translate, message, translator


def asked(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, before it is read; that of this system where it asks none.

    >>> asked(["rule", "--language", "de", "miss"]), asked(["rule", "--language=es", "--", "--language=de"])
    ('de', 'es')
    """
    words = list(arguments)
    words = words[: words.index("--")] if "--" in words else words
    wanted = ""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        name, sign, value = word.partition("=")
        if name == "--language":
            wanted = value if sign else following
    if wanted in LANGUAGES:
        return wanted
    try:
        return system_language()
    except BadInput:
        return "en"


def spoken(context: click.Context | None = None) -> Translate:
    """The translation into the language of the verb that runs, or of `context`."""
    found = context or click.get_current_context(silent=True)
    while found is not None:
        if language := found.params.get("language"):
            return translator(language)
        found = found.parent
    return translator(asked([]))


@contextmanager
def click_speaks(language: str) -> Iterator[None]:
    """Have click tell in `language` what it finds wrong.

    It asks gettext, which asks the environment; both are put back, so that no program that is started from
    here, such as a browser, is told another language than its user's.
    """
    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain("qwixx", LOCALE_FOLDER)
    gettext.textdomain("qwixx")
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


OF_CLICK = (
    message("No such option {name!r}."),
    message("No such option: {name}"),  # click 8.2
    message("Missing argument"),
    message("Missing option"),
    message("Missing command."),
    message("No such command {name!r}."),
    message("Choose from:\n\t{choices}"),
    message("Invalid value: {message}"),
    message("Invalid value for {param_hint}: {message}"),
    message("Option {name!r} does not take a value."),
    message("{value!r} is not a valid {number_type}."),
    message("{value} is not in the range {range}."),
    message("{name} {filename!r} is a file."),
    message("{name} {filename!r} is a directory."),
    message("{name} {filename!r} is not readable."),
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 2),
    ngettext("(Possible option: {possibilities})", "(Possible options: {possibilities})", 2),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 2),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 2),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 2),
)
"""What click says of a command line that it cannot read, for the catalogue; of its help nothing is here."""

"""The language of a command's output and errors, including click's messages."""

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import ngettext

import click

from companion.cli.options import system_language
from sheets.errors import BadInput
from sheets.language import LANGUAGES, LOCALE_FOLDER, Translate, message, translator


def requested_language(arguments: Sequence[str]) -> str:
    """Return the language of `--language` in unparsed arguments, or else the system's language."""
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


def current_translator(context: click.Context | None = None) -> Translate:
    """Return the translator into the language of `context`. By default, `context` is the running verb's."""
    running = context or click.get_current_context(silent=True)
    while running is not None:
        if language := running.params.get("language"):
            return translator(language)
        running = running.parent
    return translator(requested_language([]))


@contextmanager
def click_in_language(language: str) -> Iterator[None]:
    """Make click write its errors in `language` during the context.

    click translates with gettext, which reads the variable LANGUAGE. The variable is restored afterwards, so
    that a browser opened later keeps its language.
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


CLICK_SENTENCES = (
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
"""click's messages about invalid command lines, listed for translation."""

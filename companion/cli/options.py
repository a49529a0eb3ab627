"""Options that several verbs share, each with one name, meaning and description."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheets.errors import BadInput
from sheets.language import LANGUAGES, either
from sheets.pad import COLOURS, FURTHER_PADS, PADS

if TYPE_CHECKING:
    from vision.frames.image import Image
    from vision.reading import Reading, Turn

GAMES = (*PADS, "cards", *FURTHER_PADS)
"""Every game; the card game is played on a pad of the others."""
PORT = 8730
"""The port of the page if --port is left out."""
NAMED_FILE = click.Path(readable=False)
"""A word that may name a file: a shell completes it, and the verb itself looks at the file."""
LANGUAGE_VARIABLE = "QWIXX_LANGUAGE"
"""The environment variable for the language of all verbs on a computer."""

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Options = TypeVar("Options")


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language without --language: QWIXX_LANGUAGE, else the system's if we have a catalogue.

    Raise BadInput if QWIXX_LANGUAGE names an unknown language.

    >>> system_language({"LANG": "de_AT.UTF-8"}), system_language({"LANG": "fr_FR.UTF-8"})
    ('de', 'en')
    >>> system_language({"LANG": "de_AT.UTF-8", "QWIXX_LANGUAGE": "es"})
    'es'
    """
    wanted = environ.get(LANGUAGE_VARIABLE, "").strip()
    if wanted:
        if wanted.lower() not in LANGUAGES:
            raise BadInput(
                "{name}: expected {languages}, but found {came!r}.",
                name=LANGUAGE_VARIABLE,
                languages=either(list(LANGUAGES)),
                came=wanted[:20],
            )
        return wanted.lower()
    # the first that is set decides, as in setlocale(3)
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    if not named and sys.platform == "win32":
        import ctypes
        import locale

        named = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return named[:2].lower() if named[:2].lower() in LANGUAGES else "en"


def language_option_of(what: str) -> Callable[[Decorated], Decorated]:
    """Add --language as the argument `language`; `what` completes "The language of …"."""
    return click.option(
        "--language",
        type=click.Choice(list(LANGUAGES)),
        default=system_language,
        help=f"The language of {what}. Default: {LANGUAGE_VARIABLE}, else this system's.",
    )


def language_option(verb: Decorated) -> Decorated:
    """Add --language for the verb's output."""
    return language_option_of("the output")(verb)


def json_option(what: str) -> Callable[[Decorated], Decorated]:
    """Add --json as the argument `as_json`; `what` says what it holds."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print JSON: {what}.")


def data_option(verb: Decorated) -> Decorated:
    """Add --data as the argument `data`: a Path, or None for this system's default."""
    from pathlib import Path

    return click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="QWIXX_DATA",
        metavar="FOLDER",
        help="The folder for games and photos. Default: QWIXX_DATA, else this system's data folder.",
    )(verb)


def game_option(what: str) -> Callable[[Decorated], Decorated]:
    """Add --game as the argument `game`; `what` is its help."""
    return click.option("--game", type=click.Choice(GAMES), default="classic", show_default=True, help=what)


def removed_option(what: str) -> Callable[[Decorated], Decorated]:
    """Add --removed as the argument `removed`; `what` is its help."""
    return click.option("--removed", multiple=True, type=click.Choice(COLOURS), help=what)


def parameter(decorator: Callable[[Any], Any]) -> Any:
    """Return a field of a value for `options_value`, whose parameter of the verb `decorator` adds."""
    return field(metadata={"decorator": lambda _name: decorator})


def option(*names: str, **settings: Any) -> Any:
    """Return a field that is an option of the verb, called like the field unless it has other `names`.

    `settings`: as `click.option` takes them.
    """
    return field(
        metadata={
            "decorator": lambda name: click.option(
                *(names or [f"--{name.replace('_', '-')}"]), name, **settings
            )
        }
    )


def options_value(kind: type[Options]) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Give a verb the parameters that the fields of the dataclass `kind` declare, as one value of it."""

    def decorate(verb: Callable[[Options], None]) -> Callable[..., None]:
        @wraps(verb)
        def command(**parameters: Any) -> None:
            verb(kind(**parameters))

        decorated: Callable[..., None] = command
        for each in reversed(fields(kind)):  # type: ignore[arg-type]
            decorated = each.metadata["decorator"](each.name)(decorated)
        return decorated

    return decorate


@dataclass(frozen=True, slots=True)
class DiceOptions:
    """The dice to expect, as --game, --removed and --any say."""

    game: str
    removed: tuple[str, ...]
    any_dice: bool

    def read(self, image: Image, turn: Turn = 0) -> Reading:
        """Read the dice in an image; `turn`: rotation of the last reading of this camera."""
        from vision import read

        return read(image, game=self.game, removed=self.removed, any_dice=self.any_dice, turn=turn)


def dice_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Give a verb the options --game, --removed, --any as one argument `expected`, and --language."""

    @game_option("Which dice to expect.")
    @removed_option("A colour that has left the game; may be repeated.")
    @click.option("--any", "any_dice", is_flag=True, help="Read any dice.")
    @language_option
    @wraps(verb)
    def command(game: str, removed: tuple[str, ...], any_dice: bool, **rest: Any) -> Any:
        return verb(expected=DiceOptions(game, removed, any_dice), **rest)

    return command

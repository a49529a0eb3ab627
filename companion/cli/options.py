"""Options that several verbs share, and a way to declare a verb's options as fields of a dataclass."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheets.errors import BadInput
from sheets.language import LANGUAGES, either
from sheets.pad import COLOURS, FURTHER_PADS, PADS

if TYPE_CHECKING:
    from vision.frames.image import Image
    from vision.reading import Reading, Turn

GAMES = (*PADS, "cards", *FURTHER_PADS)
PORT = 8730
"""Default port of the page."""
NAMED_FILE = click.Path(readable=False)
"""Type of an argument that may name a file, so that shells complete it; the verb checks the file."""
LANGUAGE_VARIABLE = "QWIXX_LANGUAGE"
"""The environment variable that sets the language of all verbs."""

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Options = TypeVar("Options")


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language if --language isn't given: QWIXX_LANGUAGE, else the system's, else English.

    Raise BadInput if QWIXX_LANGUAGE names an unknown language.
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
    """Return a decorator that adds --language, with the help text "The language of `what`"."""
    return click.option(
        "--language",
        type=click.Choice(list(LANGUAGES)),
        default=system_language,
        help=f"The language of {what}. Default: {LANGUAGE_VARIABLE}, else this system's.",
    )


language_option = language_option_of("the output")
data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="QWIXX_DATA",
    metavar="FOLDER",
    help="The folder for games and photos. Default: QWIXX_DATA, else this system's data folder.",
)


def json_option(what: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that adds --json (parameter `as_json`), with the help "Print JSON: `what`"."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print JSON: {what}.")


def game_option(what: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that adds --game. `what`: the option's help."""
    return click.option("--game", type=click.Choice(GAMES), default="classic", show_default=True, help=what)


def removed_option(what: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that adds --removed. `what`: the option's help."""
    return click.option("--removed", multiple=True, type=click.Choice(COLOURS), help=what)


def parameter(decorator: Callable[[Any], Any]) -> Any:
    """Return a dataclass field for `options_value`: a parameter that `decorator` adds to a subcommand."""
    return field(metadata={"decorator": lambda _name: decorator})


def option(*names: str, **settings: Any) -> Any:
    """Return a dataclass field that declares a command-line option, for `options_value`.

    Without `names`, the option is named like the field. `settings`: the keyword arguments of `click.option`.
    """

    def decorator(name: str) -> Callable[[Decorated], Decorated]:
        return click.option(*(names or [f"--{name.replace('_', '-')}"]), name, **settings)

    return field(metadata={"decorator": decorator})


def options_value(kind: type[Options]) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Return a decorator that gives a subcommand its options as one instance of the dataclass `kind`."""

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
    """The expected dice, from --game, --removed and --any."""

    game: str
    removed: tuple[str, ...]
    any_dice: bool

    def read(self, image: Image, turn: Turn = 0) -> Reading:
        """Return the reading of the dice in an image. `turn`: `Reading.turn` of the camera's last reading."""
        from vision import read

        return read(image, game=self.game, removed=self.removed, any_dice=self.any_dice, turn=turn)


def dice_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Return the verb with --language, and --game, --removed and --any as one argument, `expected`."""

    @game_option("Which dice to expect.")
    @removed_option("A colour that has left the game; may be repeated.")
    @click.option("--any", "any_dice", is_flag=True, help="Read any dice.")
    @language_option
    @wraps(verb)
    def command(game: str, removed: tuple[str, ...], any_dice: bool, **rest: Any) -> Any:
        return verb(expected=DiceOptions(game, removed, any_dice), **rest)

    return command

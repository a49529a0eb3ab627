"""Options that verbs share, so that each is called the same, means the same and is described once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from sheets.errors import BadInput
from sheets.language import LANGUAGES, either
from sheets.pad import PADS

if TYPE_CHECKING:
    from vision.dice.known_dice import KnownDice

GAMES = (*PADS, "cards")
"""Every game; the card game is played on a pad of the others."""
PORT = 8730
"""The port of the page, where none is asked for."""
LANGUAGE = "QWIXX_LANGUAGE"
"""The environment variable that says in which language a computer's own verbs speak."""

Made = TypeVar("Made", bound=Callable[..., Any])


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language where none is asked for: QWIXX_LANGUAGE, else the system's if there is a catalogue.

    Raises:
        BadInput: QWIXX_LANGUAGE names a language that there is not.

    >>> system_language({"LANG": "de_AT.UTF-8"}), system_language({"LANG": "fr_FR.UTF-8"})
    ('de', 'en')
    >>> system_language({"LANG": "de_AT.UTF-8", "QWIXX_LANGUAGE": "es"})
    'es'
    """
    wanted = environ.get(LANGUAGE, "").strip()
    if wanted:
        if wanted.lower() not in LANGUAGES:
            raise BadInput(
                "{name}: expected {languages}, but found {came!r}.",
                name=LANGUAGE,
                languages=either(list(LANGUAGES)),
                came=wanted[:20],
            )
        return wanted.lower()
    # the first that is set decides, as in setlocale(3)
    named = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environ.get(name))), "")
    if not named and sys.platform == "win32":
        import ctypes
        import locale

        named = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return named[:2].lower() if named[:2].lower() in LANGUAGES else "en"


def language_option_of(what: str) -> Callable[[Made], Made]:
    """--language, as the argument `language`; `what` completes "The language of …"."""
    return click.option(
        "--language", type=click.Choice(list(LANGUAGES)), default=system_language,
        help=f"The language of {what}. If left out: {LANGUAGE}, then that of this system.",
    )  # fmt: skip


def language_option(verb: Made) -> Made:
    """--language of what a verb says."""
    return language_option_of("what is said")(verb)


def json_option(what: str) -> Callable[[Made], Made]:
    """--json, as the argument `as_json`; `what` completes "Print …, as a program reads it."."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what}, as a program reads it.")


def data_option(verb: Made) -> Made:
    """--data, as the argument `data`: a Path, or None for this system's own place."""
    from pathlib import Path

    return click.option(
        "--data", type=click.Path(path_type=Path, file_okay=False), envvar="QWIXX_DATA", metavar="FOLDER",
        help="The folder for games and photos. If left out: QWIXX_DATA, then this system's own place.",
    )(verb)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    """The dice to expect, as `vision.read` takes them."""

    game: str
    removed: tuple[str, ...]
    any: bool
    calibration: str = ""

    def known(self, *sources: str) -> KnownDice | None:
        """What was learnt of the dice that these cameras, files or folders show: of the first for which
        something was, or under the name of --calibration. Raises BadInput where there is no such name.
        """
        if self.any or self.calibration == "none":
            return None
        from pathlib import Path

        from companion.storage.calibrations import Calibrations, calibration_name

        folder = os.environ.get("QWIXX_DATA")
        kept, sides = Calibrations(Path(folder) if folder else None), 8 if self.game == "longo" else 6
        if self.calibration:
            return kept.by_name(self.calibration, sides).known
        found = kept.find([calibration_name(source) for source in sources], sides)
        return found.known if found else None


def dice_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Give a verb the options --game, --removed, --any, --calibration as one argument `wanted`, and
    --language."""

    @click.option(
        "--game", type=click.Choice(GAMES), default="classic", show_default=True,
        help="Which dice to expect.",
    )  # fmt: skip
    @click.option(
        "--removed", multiple=True, type=click.Choice(["red", "yellow", "green", "blue"]),
        help="A colour that has left the game; may be repeated.",
    )  # fmt: skip
    @click.option("--any", "any_dice", is_flag=True, help="Read whatever dice there are.")
    @click.option(
        "--calibration", default="", metavar="NAME",
        help="Whose dice these are, as `qwixx calibrate` learnt them, or none. If left out: those of the "
        "camera or folder, where they were learnt.",
    )  # fmt: skip
    @language_option
    @wraps(verb)
    def command(game: str, removed: tuple[str, ...], any_dice: bool, calibration: str, **rest: Any) -> Any:
        return verb(wanted=Wanted(game, removed, any_dice, calibration), **rest)

    return command


# -- what a shell offers when TAB is pressed -----------------------------------------------------------


def complete_pads(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """The pads that come with the program, and files, for a pad of one's own."""
    named = [CompletionItem(name) for name in PADS if name.startswith(incomplete)]
    return named or [CompletionItem(incomplete, type="file")]


def complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """The ids of rules and rulings."""
    from companion.rules.book import RULES, RULINGS

    return [CompletionItem(name) for name in (*RULES, *RULINGS) if name.startswith(incomplete)]


def complete_rulings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Rulings as they are agreed on: NAME=OPTION."""
    from companion.rules.book import RULINGS

    every = [f"{ruling.id}={option}" for ruling in RULINGS.values() for option, _meaning in ruling.options]
    return [CompletionItem(text) for text in every if text.startswith(incomplete)]


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Files; the shell lists them."""
    return [CompletionItem(incomplete, type="file")]

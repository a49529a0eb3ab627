"""Options that every verb takes which reads dice: which to expect, and the language of what is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

GAMES = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b", "cards")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The dice to expect, as `vision.read` takes them."""

    game: str
    removed: tuple[str, ...]
    any: bool


def dice_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Give a verb the options --game, --removed, --any as one argument `wanted`, and --language."""

    @click.option(
        "--game", type=click.Choice(GAMES), default="classic",
        help="Which dice to expect; classic if left out.",
    )  # fmt: skip
    @click.option(
        "--removed", multiple=True, type=click.Choice(["red", "yellow", "green", "blue"]),
        help="A colour that has left the game; may be repeated.",
    )  # fmt: skip
    @click.option("--any", "any_dice", is_flag=True, help="Read whatever dice there are.")
    @click.option("--language", type=click.Choice(["en", "es", "de"]), default="en", help="Of the sentences.")
    @wraps(verb)
    def command(game: str, removed: tuple[str, ...], any_dice: bool, **rest: Any) -> Any:
        return verb(wanted=Wanted(game, removed, any_dice), **rest)

    return command

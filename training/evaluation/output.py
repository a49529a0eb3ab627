"""The folder of rendered rolls: pictures, with a line for each in its labels.jsonl."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Made = TypeVar("Made", bound=Callable[..., Any])

STILL_SAMPLES = 6
"""Paths of light a pixel of one picture: their grain resembles that of a camera."""


def rendering(samples: int) -> Callable[[Made], Made]:
    """Add the argument OUT and the options --fonts and --samples, by default `samples`, to a command that
    renders rolls."""

    def with_options(verb: Made) -> Made:
        for parameter in (
            click.option("--samples", default=samples, show_default=True, help="Paths of light a pixel."),
            click.option(
                "--fonts",
                default="/usr/share/fonts",
                show_default=True,
                type=click.Path(path_type=Path, exists=True),
            ),
            click.argument("out", type=click.Path(path_type=Path)),
        ):
            verb = parameter(verb)
        return verb

    return with_options


def keep(out: Path, shot: bytes, line: dict[str, object]) -> None:
    """Write a roll: first its line, then its picture `line["image"]`, so that every picture there has a
    label."""
    with (out / "labels.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    (out / str(line["image"])).write_bytes(shot)

"""Writes a folder of rendered rolls: pictures, and labels.jsonl with a line for each."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Made = TypeVar("Made", bound=Callable[..., Any])

STILL_SAMPLES = 6
"""Paths of light per pixel of a single picture. So few paths leave noise like that of a camera."""


def rendering(samples: int) -> Callable[[Made], Made]:
    """Return a decorator that adds the argument OUT and the options --fonts and --samples to a command.

    `samples`: the default of --samples.
    """

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
    """Append `line` to labels.jsonl, then write the picture `shot` to the file `line["image"]`.

    In this order, every picture has a label even after an interruption.
    """
    with (out / "labels.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    (out / str(line["image"])).write_bytes(shot)

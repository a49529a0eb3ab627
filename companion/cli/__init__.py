"""The command `qwixx`: one verb a file; a verb's code is imported only when it is called."""

from __future__ import annotations

import importlib
import sys

import click

from sheets.errors import BadInput

VERBS = {
    "print": ("companion.cli.print", "Print score pads as a PDF."),
    "read": ("companion.cli.read", "Read the dice in photos."),
    "scan": ("companion.cli.scan", "Read marked sheets in photos, and check them by the rules."),
    "watch": ("companion.cli.watch", "Watch a camera, a video or a folder: one line a roll."),
    "replay": ("companion.cli.replay", "Judge recorded games and show sheets and scores."),
    "moves": ("companion.cli.moves", "List every legal move in an open turn."),
    "advise": ("companion.cli.advise", "Weigh every legal move in an open turn, best first, and say why."),
    "judge": ("companion.cli.judge", "Say whether one mark is legal, and by which rule."),
    "rule": ("companion.cli.rule", "Print a rule: what it says, where it stands, an example."),
    "pads": ("companion.cli.pads", "List the pads, and check a pad of your own."),
    "table": ("companion.cli.table", "Open the table page on this machine."),
}
"""Each verb: the module that holds its click command `command`, and its line in `qwixx --help`."""


class Verbs(click.Group):
    """A group that knows its verbs by name and imports one only when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in VERBS:
            return None
        command = importlib.import_module(VERBS[name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in VERBS.items()])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="qwixx-at-the-table")
def qwixx() -> None:
    """The companion beside the box: pads, dice, rules. Unofficial."""


def main() -> None:
    """Run `qwixx`; what a person got wrong is one line on standard error and exit status 2."""
    try:
        qwixx()
    except BadInput as problem:
        click.echo(f"qwixx: {problem}", err=True)
        sys.exit(2)

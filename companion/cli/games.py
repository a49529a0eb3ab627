"""`qwixx games`: saves, restores and checks the games of a table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.options import data_option, json_option, language_option
from companion.cli.output import json_line, print_error, say
from companion.cli.verb import Verb, VerbGroup
from sheets.errors import BadInput, reason
from sheets.language import Translate, translator

if TYPE_CHECKING:
    from companion.storage.backups import Backup
    from companion.storage.copies import GamesReport

CHECK_EXITS = ["nothing is missing", "something is missing or damaged; the lines say what"]


@click.group(
    "games",
    cls=VerbGroup,
    invoke_without_command=True,
    examples=[
        ("games", "Check every saved game, and list the backups"),
        ("games save evening.sqlite", "A copy to keep, also while the table is open"),
        ("games restore evening.sqlite", "Restore the games from that copy"),
    ],
    exits=CHECK_EXITS,
)
@data_option
@json_option("the same as `qwixx games check`")
@language_option
@click.pass_context
def command(context: click.Context, data: Path | None, as_json: bool, language: str) -> None:
    """Save a copy of the games, restore one, or check that nothing is missing.

    Without a subcommand it checks.
    """
    if context.invoked_subcommand is None:
        context.invoke(check, data=data, as_json=as_json, language=language)


@command.command(
    "save",
    cls=Verb,
    short_help="Write a copy of the games to a file.",
    examples=[("games save evening.sqlite", "A copy of all games")],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@json_option("an object with the file and its number of games")
@language_option
def save(file: Path, data: Path | None, as_json: bool, language: str) -> None:
    """Write a copy of all games, and of the names that you joined, to FILE; a table may stay open."""
    from companion.storage.copies import save_games

    saved, _ = save_games(games_folder(data), file), translator(language)
    if as_json:
        say(json_line(summary(saved)))
    else:
        say(_("Games saved in {file}: {count}").format(file=file, count=saved.games))


@command.command(
    "restore",
    cls=Verb,
    short_help="Replace the games with a copy.",
    examples=[
        ("games restore evening.sqlite", "Restore the games of that copy"),
        ("games restore", "Restore the table's newest backup"),
    ],
)
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@data_option
@json_option("an object with the restored copy and its number of games")
@language_option
def restore(file: Path | None, data: Path | None, as_json: bool, language: str) -> None:
    """Restore the games from the copy in FILE, or from the newest sound backup.

    End the table first. The replaced games are kept among the backups, and phones have to join again.
    """
    from companion.storage.copies import restore_games

    copy, _ = restore_games(games_folder(data), file), translator(language)
    if as_json:
        say(json_line(summary(copy)))
    else:
        say(_("Games restored from {file}: {count}").format(file=copy.file, count=copy.games))


@command.command(
    "check",
    cls=Verb,
    short_help="Report missing games, and list the backups.",
    examples=[("games check", "Check every saved game")],
    exits=CHECK_EXITS,
)
@data_option
@json_option("an object with ok, the losses and the backups")
@language_option
def check(data: Path | None, as_json: bool, language: str) -> None:
    """Compare the games with the record of saves, and list the backups. Changes nothing."""
    import sqlite3

    from companion.storage.copies import check_games

    folder, _ = games_folder(data), translator(language)
    try:
        report = check_games(folder)
    except sqlite3.OperationalError as problem:
        raise BadInput(
            "The games in {folder} cannot be read ({why}); let this program read and write there.",
            folder=folder,
            why=reason(problem),
        ) from problem
    problems = report.problems(folder)
    if as_json:
        answer = {"ok": not problems, "games": report.games, "open": report.is_open}
        said = [each.in_language(_) for each in problems]
        say(json_line({**answer, "problems": said, "backups": [*map(summary, report.backups)]}))
    else:
        for line in lines(report, folder, _):
            say(line)
    sys.exit(1 if problems else 0)


def lines(report: GamesReport, folder: Path, _: Translate) -> list[str]:
    """Print a report's problems on standard error, and return lines about the games and backups."""
    from companion.storage.recovery import written_moment

    problems = report.problems(folder)
    for each in problems:
        print_error(each.in_language(_))
    if problems:
        print_error(_(report.remedy))
    report_lines = [] if problems else [_("Games, each as it was saved: {count}").format(count=report.games)]
    for copy in report.backups:
        text = _("Backup of {when}: {file} (games: {count})") if copy.sound else _("Damaged backup: {file}")
        report_lines.append(text.format(when=written_moment(copy.at), file=copy.file, count=copy.games))
    return report_lines


def summary(copy: Backup) -> dict[str, object]:
    """Return a backup as data for JSON."""
    return {"file": str(copy.file), "at": copy.at, "games": copy.games, "sound": copy.sound}


def games_folder(data: Path | None) -> Path:
    """Return the folder of the games: `data`, or this system's default. Raise BadInput if it is a file."""
    from companion.storage.prints import ledger_folder

    folder = data or ledger_folder()
    if folder.exists() and not folder.is_dir():
        raise BadInput(
            "{folder} is not a folder; use --data to name the one that holds the games.", folder=folder
        )
    return folder

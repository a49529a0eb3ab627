"""The command `qwixx`. Each verb (subcommand) is a module, imported only when the verb is used."""

import importlib
import os
import sys

import click

from companion.cli.language import click_in_language, requested_language
from companion.cli.output import (
    FAULT,
    OUTPUT_CLOSED,
    UNUSABLE,
    discard_output,
    make_streams_tolerant,
    print_error,
)
from companion.interruption import INTERRUPTED, Interruptible
from sheets.errors import BadInput, reason
from sheets.language import phrase, translator

GROUPS = {
    "Print": {
        "print": "Print score pads as a PDF.",
        "pads": "List the pads, and check a pad of your own.",
    },
    "See": {
        "read": "Read the dice in photos.",
        "watch": "Watch a camera, video or folder; print one line per roll.",
        "scan": "Read marked sheets in photos, and check them by the rules.",
    },
    "Referee": {
        "judge": "Say whether one mark is legal, and by which rule.",
        "moves": "List every legal move in an open turn.",
        "replay": "Judge recorded games and show sheets and scores.",
        "rule": "Answer a question about the rules, with sources and an example.",
    },
    "Advise": {
        "advise": "Rank every legal move in an open turn, and say why.",
    },
    "Table": {
        "table": "Open the table page on this computer.",
    },
    "Maintain": {
        "games": "Save the games to a file, restore them, check them.",
        "doctor": "Check camera, network, printer and games; say what to do.",
    },
}
"""The verbs by purpose, with their lines in `qwixx --help`. Their code is `companion.cli.VERB.command`."""

VERBS = {name: line for verbs in GROUPS.values() for name, line in verbs.items()}
COMPLETE = "_QWIXX_COMPLETE"
"""The environment variable with which a shell asks for completions."""


class Verbs(click.Group):
    """The group of all verbs; it imports a verb's module only when the verb is used."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command = importlib.import_module(f"companion.cli.{name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            import difflib

            hint = phrase("`qwixx --help` lists them.")
            if near := difflib.get_close_matches(args[0], VERBS, 1):
                hint = phrase("did you mean {names}?", names=near[0])
            raise BadInput("there is no command {name!r}; {hint}", name=args[0][:40], hint=hint)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, VERBS))
        for group, verbs in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(width), line) for name, line in verbs.items()])


def _say_version(context: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    """Print the version, with the commit if it is known, and exit."""
    if is_asked and not context.resilient_parsing:
        from importlib.metadata import version

        from companion.commit import commit

        known = commit()
        click.echo(f"qwixx {version('qwixx-at-the-table')}" + (f" ({known})" if known else ""))
        context.exit()


@click.group(
    cls=Verbs,
    subcommand_metavar="VERB [ARGUMENTS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`qwixx VERB --help` explains one of them, with examples.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show the version.",
)
def qwixx() -> None:
    """Print pads, read dice and referee Qwixx at the table. Unofficial."""


def main() -> None:
    """Run `qwixx` with this process's arguments, and exit.

    An error is printed as one line, `qwixx VERB: sentence`.
    """
    make_streams_tolerant()
    # Threads don't help with small matrices. OpenBLAS reads this once, when NumPy is imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        try:
            status = run(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        status = OUTPUT_CLOSED
    except OSError as problem:  # from the flush: the disk is full
        discard_output()
        full = BadInput("the output cannot be written ({why}); make room and try again.", why=reason(problem))
        print_error(full, "qwixx", translator(requested_language(sys.argv[1:])))
        status = UNUSABLE
    if status == INTERRUPTED:
        # Python may end by the signal instead if it came during an `exec`, for example of a dataclass
        os._exit(status)
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Run `qwixx` with `arguments` and return the exit status.

    Raise BrokenPipeError if the reader of the output has gone, OSError if the output can't be written.
    """
    if step := os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(qwixx, {}, "qwixx", COMPLETE, step)
    verb = next((word for word in arguments if not word.startswith("-")), "")
    path = f"qwixx {verb}" if verb in VERBS else "qwixx"
    language = requested_language(arguments)
    try:
        with click_in_language(language):
            context = qwixx.make_context("qwixx", _expanded(arguments))
        with context, Interruptible():
            qwixx.invoke(context)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as problem:
        return _report(problem, path, language)
    return 0


def _report(problem: Exception, path: str, language: str) -> int:
    """Print a sentence about an error in the command `path`, and return the exit status."""
    _ = translator(language)
    match problem:
        case BadInput():
            print_error(problem, path, _)
        case click.exceptions.NoArgsIsHelpError():
            click.echo(problem.ctx.get_help() if problem.ctx else "")
        case click.UsageError():
            print_error(_usage(problem, path, language), path)
        case click.ClickException():
            print_error(problem.format_message(), path)
        case OSError(filename=None):  # about the output
            raise problem
        case OSError():
            print_error(BadInput("{name}: {why}.", name=problem.filename, why=reason(problem)), path, _)
        case ImportError():
            print_error(_load_error(problem), path, _)
        case _:
            print_error(_fault(problem), path, _)
            return FAULT
    return UNUSABLE


def _usage(problem: click.UsageError, path: str, language: str) -> str:
    """Return the sentence about invalid arguments, with a pointer to the command's help."""
    with click_in_language(language):
        sentence = problem.format_message()
    if path == "qwixx":
        return sentence
    how = translator(language)("`{command} --help` shows how.").format(command=path)
    return f"{sentence.rstrip('.')}{'' if sentence.endswith('?') else '.'} {how}"


def _load_error(problem: ImportError) -> BadInput:
    """Return the error for a package that can't be imported."""
    said = " ".join(str(problem).split())[:200].rstrip(".")
    remedy = phrase("set the program up again")
    if "libGL" in said or "libgthread" in said or "libglib" in said:
        remedy = phrase(
            "on Debian and Ubuntu run `sudo apt install libgl1 libglib2.0-0`, or put the package "
            "opencv-python-headless in place of opencv-python"
        )
    return BadInput(
        "a part of the program cannot be loaded ({said}); {remedy}, then run `qwixx doctor`.",
        said=said,
        remedy=remedy,
    )


def _fault(problem: Exception) -> BadInput:
    """Return the error for a bug in the program. Print the traceback if QWIXX_TRACE is set."""
    if os.environ.get("QWIXX_TRACE"):
        import traceback

        traceback.print_exception(problem)
    said = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
    return BadInput(
        "this is a bug in the program, not your mistake ({said}); run it again with QWIXX_TRACE=1 to see "
        "where, and report it.",
        said=said,
    )


def _expanded(arguments: list[str]) -> list[str]:
    """Return the arguments. On Windows, expand patterns like `*.jpg`, which its shells don't do."""
    if sys.platform == "win32":
        return [name for word in arguments for name in (_matching(word) if "*" in word else []) or [word]]
    return arguments


def _matching(pattern: str) -> list[str]:
    """Return the names of the files that match a pattern, except hidden files."""
    from pathlib import Path

    path = Path(pattern)
    paths = Path(path.anchor or ".").glob(str(path.relative_to(path.anchor)))
    return [str(file) for file in paths if not file.name.startswith(".")]

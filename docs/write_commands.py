"""Writes the section on verbs (subcommands) in docs/commands.md: `python docs/write_commands.py`."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import click
from sections import replace_section

from companion.cli import GROUPS, qwixx
from companion.cli.verb import Verb

PAGE = Path(__file__).resolve().parent / "commands.md"


def spelled(option: click.Option) -> str:
    """Return an option as people type it: `--game classic|longo|…`, `--cut-lines` or `--no-cut-lines`."""
    names = [*option.opts, *option.secondary_opts]
    if isinstance(option.type, click.Choice):
        value = " " + r"\|".join(option.type.choices)
    elif option.is_flag:
        value = ""
    else:
        value = f" {option.make_metavar(click.Context(qwixx))}"
    return "<br>".join(f"`{name}{value}`" for name in names)


def meaning(option: click.Option) -> str:
    """Return the help of an option, with its default or a note that it is required."""
    told = (option.help or "").replace("|", r"\|").rstrip(".")
    if option.required:
        told += "; required"
    if option.show_default:
        told += f"; default: `{option.default}`"
    return f"{told}."


def section(name: str, verb: Verb, parent: click.Context, level: int = 3) -> Iterator[str]:
    """Yield the lines about a verb: usage, purpose, options, examples, exit statuses, subcommands."""
    context = click.Context(verb, info_name=name, parent=parent, terminal_width=110)
    yield f"{'#' * level} {context.command_path.removeprefix('qwixx ')}"
    usage = f"    {context.command_path} {' '.join(verb.collect_usage_pieces(context))}"
    yield from ("", usage, "", inspect.cleandoc(verb.help or ""))
    options = [param for param in verb.params if isinstance(param, click.Option) and not param.hidden]
    if options:
        yield from ("", "| option | |", "|---|---|")
        yield from (f"| {spelled(option)} | {meaning(option)} |" for option in options)
    if verb.examples:
        yield from ("", *(f"- {purpose}: `qwixx {line}`" for line, purpose in verb.examples))
    exits = "; ".join(f"{status} {told}" for status, told in sorted(verb.exits.items()))
    yield from ("", f"Exit status: {exits}.")
    if isinstance(verb, click.Group):
        for inner, command in verb.commands.items():
            assert isinstance(command, Verb)
            yield ""
            yield from section(inner, command, context, level + 1)


def commands() -> Iterator[str]:
    """Yield the lines of the section: a table of all verbs, then the lines about each verb."""
    root = click.Context(qwixx, info_name="qwixx")
    yield from ("| command | |", "|---|---|")
    for group, verbs in GROUPS.items():
        yield f"| **{group}** | |"
        for name, line in verbs.items():
            yield f"| [`{name}`](#{name}) | {line} |"
    for group, verbs in GROUPS.items():
        yield from ("", f"## {group}")
        for name in verbs:
            verb = qwixx.get_command(root, name)
            assert isinstance(verb, Verb), name
            yield ""
            yield from section(name, verb, root)


def page(text: str) -> str:
    """Return the text of docs/commands.md with the section on verbs rewritten."""
    return replace_section(text, "verbs", commands())


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

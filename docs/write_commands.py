"""Writes docs/commands.md anew from the commands themselves: `python docs/write_commands.py`.

The section with every verb comes from the help of `qwixx`. `tests/companion/cli/test_help.py` fails if it is
out of date.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path

import click
from sections import replace_section

from companion.cli import GROUPS, qwixx
from companion.cli.verb import Verb

PAGE = Path(__file__).resolve().parent / "commands.md"


def plain(context: click.Context) -> click.Context:
    """Return a context in which help depends neither on the terminal nor on this computer's language."""
    context.terminal_width = 110
    return context


def usage(verb: click.Command, context: click.Context) -> str:
    """Return the usage: `qwixx read [OPTIONS] IMAGE...`."""
    return f"{context.command_path} {' '.join(verb.collect_usage_pieces(context))}"


def spelled(option: click.Option) -> str:
    """Return an option as it is typed: `--game classic|longo|…`, `--cut-lines` or `--no-cut-lines`."""
    names = [*option.opts, *option.secondary_opts]
    if isinstance(option.type, click.Choice):
        value = " " + r"\|".join(option.type.choices)
    elif option.is_flag:
        value = ""
    else:
        value = f" {option.make_metavar(click.Context(qwixx))}"
    return "<br>".join(f"`{name}{value}`" for name in names)


def meaning(option: click.Option) -> str:
    """Return the help of an option, with its default, or a note that it is required."""
    told = (option.help or "").replace("|", r"\|").rstrip(".")
    if option.required:
        told += "; required"
    if option.show_default:
        told += f"; default: `{option.default}`"
    return f"{told}."


def section(name: str, verb: Verb, parent: click.Context, level: int = 3) -> Iterator[str]:
    """Yield a verb: usage, purpose, options, examples and exit statuses; then its own verbs."""
    context = plain(click.Context(verb, info_name=name, parent=parent))
    yield f"{'#' * level} {context.command_path.removeprefix('qwixx ')}"
    yield ""
    yield f"    {usage(verb, context)}"
    yield ""
    yield inspect.cleandoc(verb.help or "")
    options = [param for param in verb.params if isinstance(param, click.Option) and not param.hidden]
    if options:
        yield ""
        yield "| option | |"
        yield "|---|---|"
        for option in options:
            yield f"| {spelled(option)} | {meaning(option)} |"
    if verb.examples:
        yield ""
        for line, purpose in verb.examples:
            yield f"- {purpose}: `qwixx {line}`"
    yield ""
    yield "Exit status: " + "; ".join(f"{status} {told}" for status, told in sorted(verb.exits.items())) + "."
    if isinstance(verb, click.Group):
        for inner, command in verb.commands.items():
            assert isinstance(command, Verb)
            yield ""
            yield from section(inner, command, context, level + 1)


def commands() -> Iterator[str]:
    """Yield the lines of the page: every verb in one table, then each of them."""
    root = plain(click.Context(qwixx, info_name="qwixx"))
    yield "| command | |"
    yield "|---|---|"
    for group, verbs in GROUPS.items():
        yield f"| **{group}** | |"
        for name, line in verbs.items():
            yield f"| [`{name}`](#{name}) | {line} |"
    for group, verbs in GROUPS.items():
        yield ""
        yield f"## {group}"
        for name in verbs:
            verb = qwixx.get_command(root, name)
            assert isinstance(verb, Verb), name
            yield ""
            yield from section(name, verb, root)


def page(text: str) -> str:
    """Return the page's text with the section of the verbs rewritten."""
    return replace_section(text, "verbs", commands())


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

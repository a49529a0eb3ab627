"""Every verb, option and setting is explained: in its help, and in docs/commands.md, which is up to date."""

import shlex
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import click
import pytest

from companion.cli import GROUPS, VERBS, qwixx
from companion.cli.verb import UNUSABLE_MEANING, Verb
from tests.scripts import load_script

ROOT = Path(__file__).parents[3]
COMMANDS = ROOT / "docs" / "commands.md"


def verbs() -> Iterator[tuple[str, Verb]]:
    """Yield (words, verb) for each subcommand, including nested ones. `words` call the subcommand."""
    root = click.Context(qwixx, info_name="qwixx")
    for name in VERBS:
        verb = qwixx.get_command(root, name)
        assert isinstance(verb, Verb), f"{name}: @click.command({name!r}, cls=Verb, …)"
        yield name, verb
        if isinstance(verb, click.Group):
            for inner, command in verb.commands.items():
                assert isinstance(command, Verb)
                yield f"{name} {inner}", command


EVERY = dict(verbs())


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    return load_script(ROOT / "docs" / "write_commands.py")


def test_docs_commands_is_fresh(writer: ModuleType) -> None:
    if f"click=={version('click')} " not in (ROOT / "requirements" / "run.txt").read_text():
        pytest.skip("another click than the pinned one words the usage lines otherwise")
    text = COMMANDS.read_text(encoding="utf-8")
    assert writer.page(text) == text, "run `python docs/write_commands.py`"


def test_a_changed_flag_would_be_seen(writer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    verb = EVERY["read"]
    monkeypatch.setattr(verb, "params", [*verb.params, click.Option(["--new"], help="New.")])
    text = COMMANDS.read_text(encoding="utf-8")
    assert "| `--new TEXT` | New. |" in writer.page(text) != text


@pytest.mark.parametrize("name", EVERY)
def test_a_verb_explains_itself(name: str) -> None:
    verb = EVERY[name]
    assert verb.name == name.rsplit(maxsplit=1)[-1], "errors call it by its name"
    assert verb.help and verb.examples
    assert verb.exits[2] == UNUSABLE_MEANING and 0 in verb.exits
    for param in verb.params:
        if isinstance(param, click.Option):
            told = param.hidden or (param.help and param.help.endswith((".", ")")))
            assert told, f"{name} {param.opts[0]} has no help text"
        else:
            assert (
                param.make_metavar(click.Context(verb)).strip("[].") in f"{verb.help} {verb.name}".upper()
            ), f"{name}: the help does not say what {param.name} is"


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, verb in EVERY.items() for line, _ in verb.examples]
)
def test_examples_are_understood(name: str, line: str) -> None:
    words = shlex.split(line)[len(name.split()) :]
    verb = EVERY[name]
    if isinstance(verb, click.Group):  # the second word may be a verb of its own
        assert words == [] or words[0] in verb.commands
        return
    assert line.split()[: len(name.split())] == name.split()
    context = EVERY[name].make_context(name, words)
    assert context.params


def test_shared_options_are_called_the_same() -> None:
    """Check that every verb has --json and --language, with the same meaning."""
    for verb in EVERY.values():
        options = {option.opts[0]: option for option in verb.params if isinstance(option, click.Option)}
        assert options["--json"].is_flag
        assert (options["--json"].help or "").startswith("Print JSON: ")
        kind = options["--language"].type
        assert isinstance(kind, click.Choice) and list(kind.choices) == ["en", "es", "de"]
        assert callable(options["--language"].default), "the system's language where none is asked for"


def test_the_first_help_lists_every_verb_by_what_it_is_for() -> None:
    text = qwixx.get_help(click.Context(qwixx, info_name="qwixx"))
    for group, lines in GROUPS.items():
        assert f"\n{group}:\n" in text
        for name, line in lines.items():
            assert f"  {name} " in text and line.split()[0] in text


@pytest.mark.parametrize("width", [20, 40, 80])
def test_help_fits_a_narrow_terminal(width: int) -> None:
    for name, verb in EVERY.items():
        context = click.Context(verb, info_name=name, terminal_width=width)
        assert verb.get_help(context).startswith("Usage:")

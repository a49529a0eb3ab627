"""`qwixx completion`: what bash, zsh or fish needs to complete verbs, options, games, rules and files."""

import click
from click.shell_completion import get_completion_class

from companion.cli.output import say
from companion.cli.verb import Verb

INSTALL = {
    "bash": "echo 'eval \"$(qwixx completion bash)\"' >> ~/.bashrc",
    "zsh": "echo 'eval \"$(qwixx completion zsh)\"' >> ~/.zshrc",
    "fish": "qwixx completion fish > ~/.config/fish/completions/qwixx.fish",
}
"""The line that installs the completion permanently, by shell."""


@click.command(
    "completion",
    cls=Verb,
    examples=[(f"completion {shell}", f"{shell}, for good: {line}") for shell, line in INSTALL.items()],
)
@click.argument("shell", metavar="SHELL", type=click.Choice(list(INSTALL)))
def command(shell: str) -> None:
    """Print what SHELL (bash, zsh or fish) needs to complete commands, options and names with TAB."""
    from companion.cli import COMPLETE, qwixx

    found = get_completion_class(shell)
    assert found is not None
    script = found(qwixx, {}, "qwixx", COMPLETE)
    # not .source(), which starts a bash to ask for its version
    say(f"# For good: {INSTALL[shell]}")
    say(*(script.source_template % script.source_vars()).splitlines())

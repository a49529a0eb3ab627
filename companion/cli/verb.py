"""The class of the verbs (subcommands) of `qwixx`, whose help has examples and exit statuses."""

from collections.abc import Sequence
from typing import Any

import click

from companion.cli.language import click_in_language, requested_language

Example = tuple[str, str]
"""A command line without `qwixx`, and its purpose."""

UNUSABLE_MEANING = "some input is unusable (standard error says which)"
"""The meaning of exit status 2, in every verb."""


class Verb(click.Command):
    """A command whose help has examples and the meanings of the exit statuses 0, 1 and so on."""

    def __init__(
        self,
        *args: Any,
        examples: Sequence[Example] = (),
        exits: Sequence[str] = ("done",),
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self.examples = tuple(examples)
        self.exits = {**dict(enumerate(exits)), 2: UNUSABLE_MEANING}

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context for `args`. click's errors are in the language that `args` ask for."""
        with click_in_language(requested_language(args)):
            return super().make_context(info_name, args, parent, **extra)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit statuses below the options."""
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for line, purpose in self.examples:
                    formatter.write_text(purpose + ":")
                    formatter.indent()
                    formatter.write(" " * formatter.current_indent + f"qwixx {line}\n")
                    formatter.dedent()
        with formatter.section("Exit status"):
            formatter.write_dl([(str(status), meaning) for status, meaning in sorted(self.exits.items())])


class VerbGroup(Verb, click.Group):
    """A verb with subcommands, which are verbs too."""

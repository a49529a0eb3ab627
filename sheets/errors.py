"""The one error that a person is meant to read."""


class BadInput(ValueError):  # noqa: N818 - it is read by people
    """What a person gave cannot be used.

    The message is one sentence for that person: what was expected, what came, what to do.
    Commands print it and exit with 2; the page shows it. Subclasses name the kind of input.
    """

"""Values that a form sends as text."""


def whole_number(text: str, max_digits: int) -> int | None:
    """The number that `text` writes in plain digits; None for anything else.

    >>> whole_number("042", 3), whole_number("1234", 3), whole_number("-1", 3), whole_number("", 3)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None

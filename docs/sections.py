"""Replaces generated sections of documentation pages. Two comments enclose each section."""

import re
from collections.abc import Iterable


def replace_section(text: str, name: str, lines: Iterable[str]) -> str:
    """Return the text with `lines` between `<!-- NAME: … -->` and `<!-- end of NAME -->`.

    Raise ValueError if the text lacks these comments.
    """
    match = re.search(rf"<!-- {name}: [^\n]* -->\n(.*?)<!-- end of {name} -->", text, re.S)
    if match is None:
        raise ValueError(f"The page has no section {name!r} between two comments; add it.")
    body = "\n".join(lines).strip()
    return f"{text[: match.start(1)]}\n{body}\n\n{text[match.end(1) :]}"

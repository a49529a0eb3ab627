"""Sections of the documentation that programs write, each between two comments with its name."""

import re
from collections.abc import Iterable


def replace_section(text: str, name: str, lines: Iterable[str]) -> str:
    """Return a page's text with other lines between `<!-- NAME: … -->` and `<!-- end of NAME -->`."""
    match = re.search(rf"<!-- {name}: [^\n]* -->\n(.*?)<!-- end of {name} -->", text, re.S)
    if match is None:
        raise ValueError(f"The page has no section {name!r} between two comments; add it.")
    body = "\n".join(lines).strip()
    return f"{text[: match.start(1)]}\n{body}\n\n{text[match.end(1) :]}"

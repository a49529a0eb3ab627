"""Writes docs/rules.md and docs/rulings.md anew from the rules themselves: `python docs/write_rules.py`.

What stands between the two comments in each page comes from `companion.rulebook.book`; the words around it
are written by hand and stay. `tests/test_docs_rules.py` holds both pages fresh.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.rulebook.book import ALL, DICE, RULES, RULINGS, Rule, Ruling

HERE = Path(__file__).resolve().parent
BEGIN = "<!-- from here on written by `python docs/write_rules.py` -->"
END = "<!-- written by hand again -->"


def games_of(entry: Rule | Ruling) -> str:
    """The games of a rule or ruling, in words."""
    if entry.games == ALL:
        return "all games"
    return "all dice games" if entry.games == DICE else ", ".join(entry.games)


def rules() -> Iterator[str]:
    """The lines of docs/rules.md: a table of contents, then every rule."""
    yield "| rule | games |"
    yield "|---|---|"
    for rule in RULES.values():
        yield f"| [`{rule.id}`](#{rule.id}) | {games_of(rule)} |"
    for rule in RULES.values():
        yield ""
        yield f"## {rule.id}"
        yield ""
        yield f"**{rule.title}.** {rule.statement}"
        yield ""
        yield f"- *Example:* {rule.example}"
        yield f"- *Games:* {games_of(rule)}"
        yield f"- *Source:* {'; '.join(map(str, rule.sources))}"


def rulings() -> Iterator[str]:
    """The lines of docs/rulings.md: a table of contents, then every ruling with what it can be."""
    yield "| ruling | games | the default, and what else |"
    yield "|---|---|---|"
    for ruling in RULINGS.values():
        first, *others = (f"`{option}`" for option, _ in ruling.options)
        options = " ".join((f"**{first}**", *others))
        yield f"| [`{ruling.id}`](#{ruling.id}) | {games_of(ruling)} | {options} |"
    for ruling in RULINGS.values():
        yield ""
        yield f"## {ruling.id}"
        yield ""
        yield ruling.question
        yield ""
        for option, meaning in ruling.options:
            yield f"- `{option}`{' (default)' if option == ruling.default else ''}: {meaning}"
        yield ""
        yield f"*Why it is open:* {ruling.why}"


def page(text: str, lines: Iterator[str]) -> str:
    """`text` with what stands between the two comments replaced by `lines`."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return "\n".join([head + BEGIN, "", *lines, "", END + tail])


PAGES = {"rules.md": rules, "rulings.md": rulings}
"""Each page, and what writes its lines."""


def main() -> None:
    """Write both."""
    for name, lines in PAGES.items():
        path = HERE / name
        path.write_text(page(path.read_text(encoding="utf-8"), lines()), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Writes docs/questions.md, and the rules and rulings of docs/rules.md: `python docs/write_rules.py`."""

import textwrap
from collections.abc import Iterator
from pathlib import Path

from sections import replace_section

from companion.book import RULES
from companion.cli.rule import games_of
from companion.questions import example_sentences
from companion.rulebook.questions import QUESTIONS
from companion.rulebook.rule import Rule
from companion.rulebook.rulings import RULINGS

PAGE = Path(__file__).resolve().parent / "rules.md"
QUESTIONS_PAGE = PAGE.with_name("questions.md")


def rules() -> Iterator[str]:
    """Yield the lines of a table of contents, then of every rule."""
    yield from ("| rule | games |", "|---|---|")
    for rule in RULES.values():
        yield f"| [`{rule.id}`](#{rule.id}) | {games_of(rule, str)} |"
    for rule in RULES.values():
        yield from ("", f"### {rule.id}", "", f"**{rule.title}.** {rule.statement}", "")
        yield f"- *Example:* {rule.example}"
        yield f"- *Games:* {games_of(rule, str)}"
        yield f"- *Source:* {'; '.join(map(str, rule.sources))}"


def rulings() -> Iterator[str]:
    """Yield the lines of a table of contents, then of every ruling with its options."""
    yield from ("| ruling | games | the default, and what else |", "|---|---|---|")
    for ruling in RULINGS.values():
        first, *others = (f"`{option}`" for option, _ in ruling.options)
        options = " ".join((f"**{first}**", *others))
        yield f"| [`{ruling.id}`](#{ruling.id}) | {games_of(ruling, str)} | {options} |"
    for ruling in RULINGS.values():
        yield from ("", f"### {ruling.id}", "", ruling.question, "")
        for option, meaning in ruling.options:
            usual = " (default)" if option == ruling.default else ""
            yield f"- `{option}`{usual}: {meaning} *For it:* {ruling.reason(option)}"
        yield from ("", f"*Why it is open:* {ruling.why}")


def page(text: str) -> str:
    """Return the text of docs/rules.md with the rules and rulings rewritten."""
    return replace_section(replace_section(text, "rules", rules()), "rulings", rulings())


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, subsequent_indent="  ", break_on_hyphens=False)


def questions_page() -> str:
    """Return the text of docs/questions.md."""
    lines = [
        "# Questions people ask",
        "",
        f"Tables argue about these {len(QUESTIONS)} questions. Each has its answer, its rule and source,",
        "and an example that the tests of the referee play. `qwixx rule` answers other questions, in",
        "everyday words; [rules and rulings](rules.md) has every rule.",
        "",
        "    qwixx rule may I cross the lock if somebody else closed the row",
    ]
    for question in QUESTIONS:
        rule = (RULES | RULINGS)[question.rule]
        example = " ".join(map(str, example_sentences(question.example)))
        lines += ["", f"## {question.text}", "", question.answer, "", *_wrapped(f"- *Example:* {example}")]
        lines.append(f"- *Rule:* [`{rule.id}`](rules.md#{rule.id})")
        if isinstance(rule, Rule):
            lines += _wrapped(f"- *Source:* {'; '.join(map(str, rule.sources))}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    QUESTIONS_PAGE.write_text(questions_page(), encoding="utf-8")

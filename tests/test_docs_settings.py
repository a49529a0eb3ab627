"""docs/commands.md lists exactly the environment variables that the project reads."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
CODE = ("sheets", "vision", "companion", "mechanisms", "tests", "requirements")
NAME = re.compile(r"[\"' (]((?:_?QWIXX_|HYPOTHESIS_)[A-Z_]+)")


def looked_at() -> set[str]:
    """Return the names of the project's environment variables in code and in the Makefile."""
    files = [path for name in CODE for path in (ROOT / name).rglob("*") if path.suffix in (".py", ".sh")]
    names = set()
    for path in [*files, ROOT / "conftest.py", ROOT / "Makefile"]:
        names |= set(NAME.findall(path.read_text(encoding="utf-8")))
    return names


def test_every_variable_is_documented_and_nothing_else_is() -> None:
    rows = set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.M))
    assert rows == looked_at()


def test_the_variables_of_make_are_documented() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\((?:if \$\()?([A-Z]+)\)", text)) - {"RUN"}
    assert used and all(f"`{name}=" in PAGE for name in used), used

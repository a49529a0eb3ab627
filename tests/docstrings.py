"""Finds docstrings that are no sentence of their own: `python -m tests.docstrings`, which `make check` runs.

A docstring, also one below a constant, is a whole sentence or a noun phrase; a function's begins with a verb.
One that begins with a relative or an indirect clause ("That …", "Of which …", "Whether it …") is a fragment,
and an editor shows it alone.
"""

import ast
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "companion",
    "docs",
    "mechanisms",
    "models",
    "requirements",
    "sheets",
    "tests",
    "training",
    "vision",
)
FRAGMENT = re.compile(
    r"(That|Of|So many|So much|So long|Such|Whether|Which|Who|Whom|Whose|Between two|In how)\b"
    r"|What (is|are|lies|has|have)\b"
    r"|(In|After|Before|For|To|From|With|At|Between|Among|As|On|Under|Over|By) (which|whom|whose|what)\b"
)
"""Matches the first words of a docstring that is a fragment, such as a relative clause."""
LABEL = re.compile(r"(The|An?|Tell whether)\b")
"""Matches the first words of a function's docstring that begins with a noun instead of a verb."""


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str, bool]]:
    """Yield the line number and text of each docstring, and True if a function (except tests) has it.

    Strings below assignments count too.
    """
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text:
                is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
                yield body[0].lineno, text, is_function and not node.name.startswith("test_")
        for one, two in itertools.pairwise(body):
            if (
                isinstance(one, (ast.Assign, ast.AnnAssign))
                and isinstance(two, ast.Expr)
                and isinstance(two.value, ast.Constant)
                and isinstance(two.value.value, str)
            ):
                yield two.lineno, two.value.value, False


def fragments(folders: tuple[str, ...] = FOLDERS) -> Iterator[str]:
    """Yield `file:line: first line` of each docstring that matches FRAGMENT or, for a function, LABEL."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, text, is_function in docstrings(ast.parse(path.read_text(encoding="utf-8"))):
                if FRAGMENT.match(text) or (is_function and LABEL.match(text)):
                    yield f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"


if __name__ == "__main__":
    faults = list(fragments())
    print("\n".join(faults))
    sys.exit(f"{len(faults)} docstrings are fragments or labels; rewrite them." if faults else 0)

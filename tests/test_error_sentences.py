"""Every error message for users can be translated: a sentence with {names}, and values for them."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts import load_script

ROOT = Path(__file__).parents[1]
LAYERS = ("sheets", "vision", "companion", "mechanisms")


@pytest.fixture(scope="module")
def catalogues() -> ModuleType:
    return load_script(ROOT / "sheets" / "locale" / "compile.py")


@pytest.fixture(scope="module")
def errors(catalogues: ModuleType) -> dict[str, bool]:
    kinds = catalogues.errors()
    assert isinstance(kinds, dict)
    return kinds


def faults(code: str, errors: dict[str, bool]) -> Iterator[str]:
    """Yield a sentence for each error in `code` that can't be translated. `errors`: from `compile.errors`."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = node.func.id
        if name not in errors:
            continue
        for given in node.args:
            made_up = isinstance(given, (ast.JoinedStr, ast.BinOp, ast.IfExp))
            spelt = (
                isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id == "str"
            )
            if made_up or spelt:
                yield f"line {node.lineno}: {name} is given a text that no catalogue can hold"
            elif not errors[name] and isinstance(given, ast.Constant) and " " in str(given.value):
                yield f"line {node.lineno}: {name} is given a sentence that no `message` names"
        first = node.args[0] if errors[name] and node.args else None
        if not isinstance(first, ast.Constant):
            continue
        fields = {field for _, field, _, _ in string.Formatter().parse(str(first.value)) if field}
        values = {value.arg for value in node.keywords}
        if None not in values and fields != values:
            yield f"line {node.lineno}: {name} names {sorted(fields)} and is given {sorted(map(str, values))}"


@pytest.mark.parametrize("layer", LAYERS)
def test_every_error_is_a_sentence_with_its_values(errors: dict[str, bool], layer: str) -> None:
    problems = [
        f"{file.relative_to(ROOT)} {fault}"
        for file in sorted((ROOT / layer).rglob("*.py"))
        for fault in faults(file.read_text(encoding="utf-8"), errors)
    ]
    assert not problems


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ('raise PadError("{path}: no pad.", path=path)', 0),
        ("raise PadError(text, path=path)", 0),
        ('raise PadError(f"{path}: no pad.")', 1),
        ('raise PadError("no" + path)', 1),
        ("raise PadError(str(problem))", 1),
        ('raise PadError("{path}: no pad.", file=path)', 1),
        ('raise PadError("{path}: no pad.")', 1),
        ('raise Own("code", f"{path}: no pad.")', 1),
        ('raise Own("code", text, path=path)', 0),
        ('raise Own("code", message("No pad."))', 0),
        ('raise Own("code", "No pad.")', 1),
        ('raise ValueError(f"{path}")', 0),
    ],
)
def test_untranslatable_sentences_are_faults(code: str, wrong: int) -> None:
    assert len(list(faults(code, {"PadError": True, "Own": False}))) == wrong


def test_every_kind_of_error_is_known(errors: dict[str, bool]) -> None:
    some = {"BadInput", "PadError", "NotARecord", "ImageError", "RequestRefused", "TableError"}
    assert some <= set(errors)
    assert errors["PadError"] and not errors["TableError"], "its first argument is a code"
    assert "Illegal" not in errors, "a refusal of the rules is no bad input"

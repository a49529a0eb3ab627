"""The catalogues: complete, up to date, and every placeholder kept."""

import ast
import gettext
import re
import shutil
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

from sheets.language import LANGUAGES
from tests.scripts import load_script

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "sheets" / "locale"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*(?:![rsa])?(?::[^{}]*)?\}")


@pytest.fixture(scope="module")
def catalogues() -> ModuleType:
    return load_script(LOCALE / "compile.py")


def test_every_sentence_has_its_translations(catalogues: ModuleType) -> None:
    catalogs = {language: catalogues.load(language) for language in sorted(set(LANGUAGES) - {"en"})}
    missing = []
    for entry in catalogues.collect():
        for language, catalog in catalogs.items():
            translated = catalog.get(entry.id)
            if entry.id and (translated is None or not catalogues.is_translated(translated)):
                missing.append((language, entry.id))
    assert not missing, f"run `make catalogue` and fill in: {missing[:5]}"


def test_a_run_without_new_sentences_changes_no_file(
    catalogues: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if f"babel=={version('babel')} " not in (ROOT / "requirements" / "test.txt").read_text(encoding="utf-8"):
        pytest.skip("another Babel than the pinned one writes its own version into the catalogues")
    shutil.copytree(
        LOCALE, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    before = {path: path.read_bytes() for path in sorted(tmp_path.rglob("qwixx.*"))}
    monkeypatch.setattr(catalogues, "HERE", tmp_path)
    assert catalogues.main() == 0
    assert len(before) == 4 and {path: path.read_bytes() for path in before} == before


def test_no_sentence_is_marked_within_an_f_string(catalogues: ModuleType) -> None:
    """Check that no text is marked for translation in an f-string; Python 3.11 would not collect it."""
    for layer in catalogues.LAYERS:
        for file in sorted((LOCALE.parents[1] / layer).rglob("*.py")):
            outer = [
                node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.JoinedStr)
            ]
            for node in (inner for each in outer for inner in ast.walk(each)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    marked = node.func.id in catalogues.KEYWORDS and isinstance(node.args[0], ast.Constant)
                    assert not marked, f"{file}:{node.lineno}"


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_a_translation_keeps_the_placeholders(catalogues: ModuleType, language: str) -> None:
    def places(text: str) -> list[str]:
        return sorted(PLACEHOLDER.findall(text))

    differing = [
        entry.id
        for entry in catalogues.load(language)
        for ours, theirs in zip(forms(entry.id), forms(entry.string), strict=True)
        if entry.id and places(ours) != places(theirs)
    ]
    assert not differing


def forms(text: str | Sequence[str]) -> Sequence[str]:
    """Return a sentence's singular and plural, or its one form."""
    return [text] if isinstance(text, str) else text


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_compiled_catalogues_match_their_sources(catalogues: ModuleType, language: str) -> None:
    with catalogues.path(language, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for entry in catalogues.load(language):
        if isinstance(entry.id, str):
            assert not entry.id or compiled.gettext(entry.id) == entry.string, "run `make catalogue`"
        else:
            one, many = entry.id
            for form, count in zip(entry.string, (1, 2), strict=True):
                assert compiled.ngettext(one, many, count) == form, "run `make catalogue`"

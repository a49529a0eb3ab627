"""Updates the translation catalogues from the code: `make catalogue`.

Collects the sentences marked `_("…")`, `message("…")` or `phrase("…")` and the messages of errors
(`BadInput("…")`). Adds new sentences, untranslated, to the Spanish and German catalogues, drops unused ones,
and compiles both.
"""

import ast
import io
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LANGUAGES = ("es", "de")
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"_": None, "message": None, "phrase": None, "ngettext": (1, 2)}
LAYERS = ("sheets", "vision", "companion", "mechanisms")


def errors() -> dict[str, bool]:
    """Return BadInput and its subclasses by name, each with True if its first argument is a sentence."""
    classes = [
        node
        for layer in LAYERS
        for file in sorted((ROOT / layer).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.ClassDef)
    ]
    takes_sentence = {"BadInput": True}
    known = 0
    while known < len(takes_sentence):
        known = len(takes_sentence)
        for node in classes:
            own = any(getattr(part, "name", "") == "__init__" for part in node.body)
            for base in node.bases:
                if isinstance(base, ast.Name) and base.id in takes_sentence:
                    takes_sentence[node.name] = takes_sentence[base.id] and not own
    return takes_sentence


def sentences() -> Iterator[str | tuple[str, str]]:
    """Yield each sentence in the code: a text, or a pair of its singular and plural forms."""
    keywords = KEYWORDS | {name: None for name, first in errors().items() if first}
    for layer in LAYERS:
        for _, _, text, _, _ in extract_from_dir(ROOT / layer, METHODS, keywords=keywords):
            if isinstance(text, tuple):
                yield (text[0], text[1])
            elif text:
                yield text


def collect() -> Catalog:
    """Return a catalogue of all sentences in the code, without translations."""
    catalog = Catalog(project="qwixx-at-the-table", charset="utf-8")
    for text in sentences():
        catalog.add(text)
    return catalog


def is_translated(entry: Message) -> bool:
    """Return True if a catalogue entry has a translation for each of its forms (singular and plural)."""
    return all(entry.string) if isinstance(entry.string, (tuple, list)) else bool(entry.string)


def path(language: str, kind: str) -> Path:
    """Return the path of a catalogue: the source file for `kind` "po", the compiled file for "mo"."""
    return HERE / language / "LC_MESSAGES" / f"qwixx.{kind}"


def load(language: str) -> Catalog:
    """Return the catalogue of `language`, or an empty one if it has no file."""
    file = path(language, "po")
    if not file.exists():
        return Catalog(locale=language, charset="utf-8")
    return read_po(io.BytesIO(file.read_bytes()), locale=language)


def main() -> int:
    """Update and compile the catalogues. Return the exit status: 1 if a translation is missing, else 0."""
    template, open_ones = collect(), 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for language in LANGUAGES:
        catalog = load(language)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalog.version = project["version"]
        catalog.obsolete.clear()
        path(language, "po").parent.mkdir(parents=True, exist_ok=True)
        with path(language, "po").open("wb") as file:
            write_po(file, catalog, width=110, no_location=True, sort_output=True)
        with path(language, "mo").open("wb") as file:
            write_mo(file, catalog)
        missing = [entry.id for entry in catalog if entry.id and not is_translated(entry)]
        open_ones += len(missing)
        print(f"{language}: {len(catalog)} sentences, {len(missing)} without a translation")
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())

"""Writes the tables of docs/licences.md: `python docs/write_licences.py`, in the tests' environment."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path

from sections import replace_section

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "licences.md"
SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ZPL 2.1": "ZPL-2.1",
}
"""SPDX names of licences that packages spell differently."""
ELSEWHERE = {"colorama": "BSD-3-Clause", "pyobjc": "MIT"}
"""Licences of packages for other operating systems, by the first letters of their names."""
SILENT = {"axe-playwright-python": "MIT, with axe-core under MPL-2.0"}
"""Licences of packages whose metadata state none."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A package with its pinned version, from a file in requirements/."""

    name: str
    version: str
    where: str  # the condition under which the package is installed
    via: str  # the packages that need it

    @property
    def licence(self) -> str:
        """Return the package's licence. Raise LookupError if neither its metadata nor this module has one."""
        try:
            told = metadata(self.name)
        except PackageNotFoundError:
            return next(licence for name, licence in ELSEWHERE.items() if self.name.startswith(name))
        classes = [c.rpartition(" :: ")[2] for c in told.get_all("Classifier") or () if "License ::" in c]
        field = (told.get("License") or "").partition("\n")[0]
        for said in (told.get("License-Expression"), field if len(field) < 50 else "", *classes):
            if said:
                return SPDX.get(said, said)
        if self.name in SILENT:
            return SILENT[self.name]
        raise LookupError(f"{self.name} does not say under which licence it stands")

    @property
    def matches_installed(self) -> bool:
        """Return True unless another version of the package is installed."""
        try:
            return version(self.name) == self.version
        except PackageNotFoundError:
            return True


def pins(name: str) -> Iterator[Pin]:
    """Yield the pinned packages in the file `requirements/NAME`."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=[A-Za-z0-9])", text):
        head = re.match(r"([A-Za-z0-9._-]+)==([^ ;\\]+)(?: ; ([^\\]*))?", entry)
        if head:
            via = re.findall(r"^\s*#\s+(?:via )?([A-Za-z0-9._-]+)(?: \(.*)?$", entry, re.M)
            needed = [each for each in via if each not in ("via", "-c", "-r")]
            yield Pin(head[1], head[2], (head[3] or "").strip(), ", ".join(sorted(set(needed))))


def shipped() -> Iterator[str]:
    """Yield the lines of a table of the packages that are installed to play."""
    yield from ("| package | version | licence | needed by |", "|---|---|---|---|")
    for pin in pins("run.txt"):
        where = f" ({pin.where})" if pin.where else ""
        via = pin.via.replace("qwixx-at-the-table", "**this project**")
        yield f"| {pin.name} | {pin.version}{where} | {pin.licence} | {via} |"


def networks() -> Iterator[str]:
    """Yield the lines of two tables: the networks that ship, and their training data."""
    card = tomllib.loads((ROOT / "models" / "MODELS.toml").read_text(encoding="utf-8"))
    yield from ("| file | what | learnt from |", "|---|---|---|")
    for entry in [*card["model"], *card.get("table", ())]:
        learnt = ", ".join(entry.get("trained_on", ())) or entry.get("made_by", "").partition(":")[0]
        yield f"| `models/{entry['file']}` | {entry['name']} | {learnt} |"
    yield from ("", "| data | what | licence | credit |", "|---|---|---|---|")
    for entry in card["data"]:
        yield f"| {entry['name']} | {entry['what']} | {entry['licence']} | {entry.get('credit', '')} |"


def tools() -> Iterator[str]:
    """Yield the lines of a table of the packages that only tests and checks need."""
    played = {pin.name for pin in pins("run.txt")}
    yield from ("| package | version | licence |", "|---|---|---|")
    for pin in pins("test.txt"):
        if pin.name not in played:
            where = f" ({pin.where})" if pin.where else ""
            yield f"| {pin.name} | {pin.version}{where} | {pin.licence} |"


def lines() -> Iterator[str]:
    """Yield the lines of all tables."""
    yield from ("## Installed with it", "", *shipped(), "", "## Networks", "", *networks())
    yield from ("", "## For tests and checks, not installed to play", "", *tools())


def page(text: str) -> str:
    """Return the text of docs/licences.md with the tables rewritten."""
    return replace_section(text, "licences", lines())


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

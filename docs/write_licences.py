"""Writes the tables of docs/licences.md anew: `python docs/write_licences.py`, in the tests' environment.

Packages and versions come from `requirements/`, licences from the packages' own metadata, networks and what
they learnt from out of `models/MODELS.toml`. `tests/test_docs_licences.py` holds the page fresh.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BEGIN = "<!-- from here on written by `python docs/write_licences.py` -->"
END = "<!-- written by hand again -->"

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
"""SPDX names of licences that packages write in other words."""
ELSEWHERE = {"colorama": "BSD-3-Clause", "pyobjc": "MIT"}
"""Licences of packages that are installed on other systems only, by the beginning of their names."""
SILENT = {"axe-playwright-python": "MIT, with axe-core under MPL-2.0"}
"""Licences of packages whose metadata name none, from the files in them."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pinned package."""

    name: str
    version: str
    where: str  # the condition under which it is installed
    via: str  # what needs it

    @property
    def licence(self) -> str:
        """Return the licence from its own metadata. Raise LookupError if they name none."""
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
    def is_here(self) -> bool:
        """Return True if this very version is installed, or the package is not at all."""
        try:
            return version(self.name) == self.version
        except PackageNotFoundError:
            return True


def pins(name: str) -> Iterator[Pin]:
    """Yield the packages of `requirements/NAME`, with the packages that need each."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=[A-Za-z0-9])", text):
        head = re.match(r"([A-Za-z0-9._-]+)==([^ ;\\]+)(?: ; ([^\\]*))?", entry)
        if head:
            via = re.findall(r"^\s*#\s+(?:via )?([A-Za-z0-9._-]+)(?: \(.*)?$", entry, re.M)
            needed = [each for each in via if each not in ("via", "-c", "-r")]
            yield Pin(head[1], head[2], (head[3] or "").strip(), ", ".join(sorted(set(needed))))


def of_ours(via: str) -> str:
    """Return the packages that need one, with the project itself named as such."""
    return via.replace("qwixx-at-the-table", "**this project**")


def shipped() -> Iterator[str]:
    """Yield the packages that are installed to play."""
    yield "| package | version | licence | needed by |"
    yield "|---|---|---|---|"
    for pin in pins("run.txt"):
        where = f" ({pin.where})" if pin.where else ""
        yield f"| {pin.name} | {pin.version}{where} | {pin.licence} | {of_ours(pin.via)} |"


def networks() -> Iterator[str]:
    """Yield the networks and tables that ship, and their training data."""
    card = tomllib.loads((ROOT / "models" / "MODELS.toml").read_text(encoding="utf-8"))
    yield "| file | what | learnt from |"
    yield "|---|---|---|"
    for entry in [*card["model"], *card.get("table", ())]:
        learnt = ", ".join(entry.get("trained_on", ())) or entry.get("made_by", "").partition(":")[0]
        yield f"| `models/{entry['file']}` | {entry['name']} | {learnt} |"
    yield ""
    yield "| data | what | licence | credit |"
    yield "|---|---|---|---|"
    for entry in card["data"]:
        yield f"| {entry['name']} | {entry['what']} | {entry['licence']} | {entry.get('credit', '')} |"


def tools() -> Iterator[str]:
    """Yield the packages that only tests and checks need."""
    played = {pin.name for pin in pins("run.txt")}
    yield "| package | version | licence |"
    yield "|---|---|---|"
    for pin in pins("test.txt"):
        if pin.name not in played:
            where = f" ({pin.where})" if pin.where else ""
            yield f"| {pin.name} | {pin.version}{where} | {pin.licence} |"


def lines() -> Iterator[str]:
    """Yield all lines of the page."""
    yield "## Installed with it"
    yield ""
    yield from shipped()
    yield ""
    yield "## Networks"
    yield ""
    yield from networks()
    yield ""
    yield "## For tests and checks, not installed to play"
    yield ""
    yield from tools()


def page(text: str) -> str:
    """Return `text` with the part between the two comments rewritten."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return "\n".join([head + BEGIN, "", *lines(), "", END + tail])


def main() -> None:
    """Write the page."""
    path = HERE / "licences.md"
    path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

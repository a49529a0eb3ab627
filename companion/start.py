"""The entry point of the command `qwixx`. Imports are inside functions, after `take_interrupts`."""

from __future__ import annotations

import sys

from companion.interruption import take_interrupts

PACKAGES = ("sheets", "vision", "mechanisms", "models")
"""Those of our top-level packages whose names other programs may use for their packages, too."""
MARK = b"# of qwixx-at-the-table"
"""A line in the `__init__.py` of each of PACKAGES, which other programs' packages don't have."""
SHARED = {
    "en": "qwixx: another program's “{name}” lies in the way ({place}); install this program in an "
    "environment of its own: pipx install qwixx-at-the-table.",
    "es": "qwixx: «{name}» de otro programa está en medio ({place}); instala este programa en un entorno "
    "propio: pipx install qwixx-at-the-table.",
    "de": "qwixx: „{name}“ einer anderen Anwendung liegt im Weg ({place}); installiere Qwixx in "
    "einer eigenen Umgebung: pipx install qwixx-at-the-table.",
}
"""The error, by language, if another program's package hides ours; it may hide the translations too."""
MISSING = {
    "en": "qwixx: “{name}” is missing; install this program again: pipx reinstall qwixx-at-the-table.",
    "es": "qwixx: falta «{name}»; vuelve a instalar este programa: pipx reinstall qwixx-at-the-table.",
    "de": "qwixx: „{name}“ fehlt; installiere Qwixx neu: pipx reinstall qwixx-at-the-table.",
}
"""The error, by language, if one of PACKAGES is not installed."""


def main() -> None:
    """Run `qwixx` with this process's arguments. Exit with 2 if a package is missing or another program's."""
    take_interrupts()
    if sentence := package_fault():
        print(sentence, file=sys.stderr)
        sys.exit(2)
    from companion.cli import main as run_command

    run_command()


def package_fault() -> str | None:
    """Return a sentence about the first of PACKAGES that is missing or another program's, or None."""
    from importlib.util import find_spec
    from pathlib import Path

    for name in PACKAGES:
        spec = find_spec(name)
        if spec is None or not spec.origin:  # a folder without `__init__.py` is found only if ours is missing
            return MISSING[language()].format(name=name)
        if MARK not in Path(spec.origin).read_bytes():
            return SHARED[language()].format(name=name, place=spec.origin)
    return None


def language() -> str:
    """Return the language of the environment, "en", "es" or "de", by default "en"."""
    import os

    names = ("QWIXX_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next((os.environ[name] for name in names if os.environ.get(name)), "en")[:2].lower()
    return chosen if chosen in SHARED else "en"

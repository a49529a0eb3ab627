"""Starts the command `qwixx`, before any of its other code is loaded.

What takes time to load is imported where it is used: until `take_interrupts`, Ctrl-C shows a traceback.
"""

from __future__ import annotations

import sys

from companion.interruption import take_interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("sheets", "vision", "mechanisms", "models")
"""Our packages with names that others use too. In an environment of its own the program meets no other."""
MARK = b"# of qwixx-at-the-table"
"""The line in the first file of each of them that distinguishes it from another program's."""
SHARED = {
    "en": "qwixx: another program's “{name}” lies in the way ({place}); install this program in an "
    "environment of its own: pipx install qwixx-at-the-table.",
    "es": "qwixx: «{name}» de otro programa está en medio ({place}); instala este programa en un entorno "
    "propio: pipx install qwixx-at-the-table.",
    "de": "qwixx: „{name}“ einer anderen Anwendung liegt im Weg ({place}); installiere Qwixx in "
    "einer eigenen Umgebung: pipx install qwixx-at-the-table.",
}
"""The error about another program's package, by language. It is here because the catalogues are in
`sheets`.
"""


def main() -> None:
    """Run `qwixx` on the arguments of this process, and exit."""
    take_interrupts()
    if foreign := stranger():
        name, place = foreign
        print(SHARED[language()].format(name=name, place=place), file=sys.stderr)
        sys.exit(2)
    from companion.cli import main as run_command

    run_command()


def stranger() -> tuple[str, Path] | None:
    """Return the name and file of a foreign package that shadows one of ours, or None."""
    from importlib.util import find_spec
    from pathlib import Path

    for name in PACKAGES:
        spec = find_spec(name)
        file = Path(spec.origin) if spec is not None and spec.origin else Path(name)
        try:
            if MARK not in file.read_bytes():
                return name, file
        except OSError:  # a folder without a first file, or nothing at all
            return name, file
    return None


def language() -> str:
    """Return the language of this system if the program speaks it, else English."""
    import os

    names = ("QWIXX_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next((os.environ[name] for name in names if os.environ.get(name)), "en")[:2].lower()
    return chosen if chosen in SHARED else "en"

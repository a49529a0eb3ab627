"""The entry point of the command `qwixx`.

Slow imports are inside functions, because Ctrl-C shows a traceback until `take_interrupts` has been called.
"""

from __future__ import annotations

import sys

from companion.interruption import take_interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("sheets", "vision", "mechanisms", "models")
"""Our top-level packages whose names other programs may use too. Such a package may shadow ours unless this
program has its own environment."""
MARK = b"# of qwixx-at-the-table"
"""A line in the `__init__.py` of each of PACKAGES that tells it from another program's package."""
SHARED = {
    "en": "qwixx: another program's “{name}” lies in the way ({place}); install this program in an "
    "environment of its own: pipx install qwixx-at-the-table.",
    "es": "qwixx: «{name}» de otro programa está en medio ({place}); instala este programa en un entorno "
    "propio: pipx install qwixx-at-the-table.",
    "de": "qwixx: „{name}“ einer anderen Anwendung liegt im Weg ({place}); installiere Qwixx in "
    "einer eigenen Umgebung: pipx install qwixx-at-the-table.",
}
"""The error about another program's package, by language. It isn't in the catalogues because they are in
`sheets`, which may be the shadowed package."""


def main() -> None:
    """Run `qwixx` with the arguments of this process. Exit with 2 if `stranger` finds a foreign package."""
    take_interrupts()
    if foreign := stranger():
        name, place = foreign
        print(SHARED[language()].format(name=name, place=place), file=sys.stderr)
        sys.exit(2)
    from companion.cli import main as run_command

    run_command()


def stranger() -> tuple[str, Path] | None:
    """Return name and file of the first of PACKAGES that is another program's or missing, or None."""
    from importlib.util import find_spec
    from pathlib import Path

    for name in PACKAGES:
        spec = find_spec(name)
        file = Path(spec.origin) if spec is not None and spec.origin else Path(name)
        try:
            if MARK not in file.read_bytes():
                return name, file
        except OSError:  # a folder without `__init__.py`, or no package at all
            return name, file
    return None


def language() -> str:
    """Return the language of the environment ("en", "es" or "de"), or "en" if it is another one."""
    import os

    names = ("QWIXX_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next((os.environ[name] for name in names if os.environ.get(name)), "en")[:2].lower()
    return chosen if chosen in SHARED else "en"

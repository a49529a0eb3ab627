"""The registry of mechanisms: the value that each folder of `mechanisms/` declares for a layer.

Nothing here or above imports a mechanism: each layer asks `declared` for its values. QWIXX_MECHANISMS names
folders with further mechanisms.
"""

import os
import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

PACKAGE = "mechanisms"
OWN_FOLDERS = "QWIXX_MECHANISMS"
"""The variable of the environment that names further folders with mechanisms, as PATH does with programs."""

Value = TypeVar("Value")


@cache
def folders() -> tuple[str, ...]:
    """Return every folder with mechanisms: the program's own, then those of OWN_FOLDERS."""
    place = import_module(PACKAGE).__path__
    place.extend(folder for folder in os.environ.get(OWN_FOLDERS, "").split(os.pathsep) if folder)
    return tuple(place)


def declared(name: str, kind: type[Value], file: str = "") -> dict[str, Value]:
    """Return the value `name` that each mechanism declares in `file`.py of its folder, by its key.

    Without `file`: in `__init__.py`. A folder without that file or name is left out.
    """
    values: dict[str, Value] = {}
    for folder in sorted(each.name for each in pkgutil.iter_modules(folders()) if each.ispkg):
        module = f"{PACKAGE}.{folder}" + (f".{file}" if file else "")
        if file and find_spec(module) is None:
            continue
        value = getattr(import_module(module), name, None)
        if isinstance(value, kind):
            values[folder.replace("_", "-")] = value
    return values

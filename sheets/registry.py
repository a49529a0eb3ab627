"""Finds values, such as `PART` or `PAPER`, that the folders in `mechanisms/` declare under the same name."""

import os
import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

PACKAGE = "mechanisms"
OWN_FOLDERS = "QWIXX_MECHANISMS"
"""The environment variable that lists further folders with mechanisms, separated as in PATH."""

Value = TypeVar("Value")


@cache
def folders() -> tuple[str, ...]:
    """Return all folders that contain mechanisms: the program's own, then those listed in OWN_FOLDERS."""
    place = import_module(PACKAGE).__path__
    place.extend(folder for folder in os.environ.get(OWN_FOLDERS, "").split(os.pathsep) if folder)
    return tuple(place)


def declared(name: str, kind: type[Value], file: str = "") -> dict[str, Value]:
    """Return the value called `name` of each mechanism that has one of type `kind`, by the mechanism's key.

    `file` is the module that declares the value, or "" for the package itself.
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

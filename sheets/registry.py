"""The registry of mechanisms: what each folder of `mechanisms/` declares for a layer, found by its name.

Nothing here or above imports a mechanism: each layer asks `declared` for its files. QWIXX_MECHANISMS names
folders with further mechanisms.
"""

import os
import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

PACKAGE = "mechanisms"
OWN_FOLDERS = "QWIXX_MECHANISMS"
"""The variable of the environment that names further folders with mechanisms, as PATH does with programs."""


@cache
def folders() -> tuple[str, ...]:
    """Every folder with mechanisms: the program's own, then those of OWN_FOLDERS."""
    place = import_module(PACKAGE).__path__
    place.extend(folder for folder in os.environ.get(OWN_FOLDERS, "").split(os.pathsep) if folder)
    return tuple(place)


@cache
def declared(layer: str) -> dict[str, Any]:
    """The value `MECHANISM` of each mechanism for a layer ("table", "rules", …), by its key.

    The order is that of printed pads; mechanisms that no pad prints come last.
    """
    names = sorted(each.name for each in pkgutil.iter_modules(folders()) if each.ispkg)
    found = {
        name.replace("_", "-"): import_module(f"{PACKAGE}.{name}.{layer}").MECHANISM
        for name in names
        if find_spec(f"{PACKAGE}.{name}.{layer}") is not None
    }
    if layer == "table":
        return dict(sorted(found.items(), key=lambda each: each[1].order))
    return {key: found[key] for key in (*declared("table"), *found) if key in found}

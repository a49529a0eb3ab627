"""The mechanisms of a pad, one folder each: what some pads have beside four rows of plain cells.

A folder is called like its table in the file of a pad ("bonus_bar" for `[bonus-bar]`). Each of its files
belongs to one layer: `table` (its table in a pad's file), `places`, `drawing`, `book` (its rules in words),
`rules`, `scan`, `advice`, `page`. A file that a mechanism does not need is left out. Each layer asks
`declared` for its files and names no mechanism. QWIXX_MECHANISMS names folders with further mechanisms.
"""
# of qwixx-at-the-table (`companion.start`)

from __future__ import annotations

import os
import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

OWN_FOLDERS = "QWIXX_MECHANISMS"
"""The variable of the environment that names further folders with mechanisms, as PATH does with programs."""

__path__ = [*__path__, *(folder for folder in os.environ.get(OWN_FOLDERS, "").split(os.pathsep) if folder)]


@cache
def declared(layer: str) -> dict[str, Any]:
    """The value `MECHANISM` of each mechanism for a layer ("table", "rules", …), by its key.

    The order is that of printed pads.
    """
    found = {
        name.replace("_", "-"): import_module(f"{__name__}.{name}.{layer}").MECHANISM
        for name in sorted(each.name for each in pkgutil.iter_modules(__path__) if each.ispkg)
        if find_spec(f"{__name__}.{name}.{layer}") is not None
    }
    if layer == "table":
        return dict(sorted(found.items(), key=lambda each: each[1].order))
    return {key: found[key] for key in declared("table") if key in found}

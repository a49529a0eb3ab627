"""The mechanisms of a pad, one folder each: what some pads have beside four rows of plain cells.

A folder is called like its table in the file of a pad ("bonus_bar" for `[bonus-bar]`). Each of its files is
one floor's: `table` (what a pad says of it), `paper` (its places and its drawing), `rules`, `book` (its rules
in words), `scan`, `page`, `advice`. A file that a mechanism does not need is left out. Who works on a floor
asks `declared` for all of that floor and names none of them. QWIXX_MECHANISMS names folders with further
mechanisms.
"""

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
def declared(floor: str) -> dict[str, Any]:
    """What each mechanism says on a floor ("table", "rules", …), by its key, in the order of printed pads.

    That is the value `MECHANISM` of its file of that name.
    """
    found = {
        name.replace("_", "-"): import_module(f"{__name__}.{name}.{floor}").MECHANISM
        for name in sorted(each.name for each in pkgutil.iter_modules(__path__) if each.ispkg)
        if find_spec(f"{__name__}.{name}.{floor}") is not None
    }
    if floor == "table":
        return dict(sorted(found.items(), key=lambda each: each[1].order))
    return {key: found[key] for key in declared("table") if key in found}

"""Makes programs that a bundle starts, such as the browser, use the system's libraries."""

import os

VARIABLES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Where the system's loader looks for libraries first, on Linux and macOS."""
KEPT = "_ORIG"
"""Suffix of the variable in which PyInstaller keeps the user's value."""


def use_system_libraries() -> None:
    """Undo PyInstaller's change of the environment, so that a browser doesn't load the bundle's libraries.

    Call it only in a bundle. This process is not affected: the loader read the variables when it started.
    """
    for name in VARIABLES:
        os.environ.pop(name, None)
        if before := os.environ.pop(name + KEPT, ""):
            os.environ[name] = before

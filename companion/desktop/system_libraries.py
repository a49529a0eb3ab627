"""The libraries of programs that a bundle starts, such as the browser."""

import os

VARIABLES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Where a system's loader looks for libraries first, on Linux and macOS."""
KEPT = "_ORIG"
"""The end of the variable in which PyInstaller keeps what the user had set."""


def use_system_libraries() -> None:
    """Undo PyInstaller's change of the environment: a browser must not load the bundle's libraries.

    This process has loaded its own already or finds them by their paths: the system's loader reads the
    variables once. Called in a bundle only.
    """
    for name in VARIABLES:
        os.environ.pop(name, None)
        if before := os.environ.pop(name + KEPT, ""):
            os.environ[name] = before

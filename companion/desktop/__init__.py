"""The desktop program: opens the table in the browser, and a small window whose closing ends the table."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from companion.desktop.opened_table import command

if TYPE_CHECKING:
    import tkinter


def main() -> None:
    """Run a table until its window is closed. The arguments are those of `qwixx table`.

    Without a screen or Tk, run `qwixx table` in the terminal instead.
    """
    root = empty_window()
    words = sys.argv[1:]
    if root is None:
        start = command()
        os.execv(start[0], [*start, "table", *words])
    from companion.cli.language import requested_language
    from companion.desktop.window import Window
    from sheets.language import translator

    window = Window(root, words, translator(requested_language(words)))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: root.destroy())
    try:
        root.mainloop()
    finally:
        window.close()


def use_system_libraries() -> None:
    """Restore the library paths that PyInstaller changed, because a browser must not inherit them."""
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        os.environ.pop(name, None)
        if before := os.environ.pop(name + "_ORIG", ""):  # the user's value, kept by PyInstaller
            os.environ[name] = before


def empty_window() -> tkinter.Tk | None:
    """Return a new empty window, or None if there is no screen or no Tk."""
    try:
        import tkinter
    except ImportError:  # on Debian it is a separate package
        return None
    try:
        return tkinter.Tk(className="qwixx-table")
    except tkinter.TclError:  # no screen
        return None

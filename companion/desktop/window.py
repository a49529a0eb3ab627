"""The small window of an open table: shows where the page is, and ends the table when it is closed."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import companion
from companion.desktop.opened_table import OpenedTable, address_in
from sheets.language import Translate, message

if TYPE_CHECKING:
    import tkinter

ICON = Path(companion.__file__).parent / "web" / "layout" / "media" / "icon-192.png"
TITLE = "Qwixx at the table"
OPENS = message("The table opens in your browser …")
OPEN = message("The table is open in your browser. If you do not see it, open this address:")
CLOSE = message("Closing this window ends the table. The game is saved.")
SHOW = message("Show the page")
END = message("End the table")
ENDED = message("The table has ended.")
LOOK_MILLISECONDS = 100
"""Interval at which messages from the table's process are fetched, in milliseconds."""
MARGIN = 16
"""Space around the content, in pixels."""
WIDTH = 380
"""Width at which text is wrapped, in pixels."""


class Window:
    """Fills the window `root`, and starts `qwixx table WORDS`.

    Threads that wait for the table don't touch the window; they put messages into a queue.
    """

    def __init__(self, root: tkinter.Tk, words: list[str], translate: Translate) -> None:
        import tkinter  # not at the top: not every Python has it
        from tkinter import ttk

        self._root, self._translate = root, translate
        self._address, self._opens_browser = "", "--no-browser" not in words
        self._heard: SimpleQueue[tuple[str, str]] = SimpleQueue()
        root.title(TITLE)
        root.resizable(width=False, height=False)
        self._icon = tkinter.PhotoImage(master=root, file=str(ICON))
        root.iconphoto(True, self._icon)
        self._small = self._icon.subsample(3)
        frame = ttk.Frame(root, padding=MARGIN)
        frame.grid()
        ttk.Label(frame, image=self._small).grid(row=0, column=0, rowspan=2, padx=(0, MARGIN), sticky="n")
        self._says = ttk.Label(frame, text=translate(OPENS), wraplength=WIDTH, justify="left")
        self._says.grid(row=0, column=1, columnspan=2, sticky="w")
        # an entry, not a label, so that people can select and copy the address
        self._place = ttk.Entry(frame, width=36, state="readonly")
        self._place.grid(row=1, column=1, columnspan=2, sticky="we", pady=MARGIN // 2)
        closing = ttk.Label(frame, text=translate(CLOSE), wraplength=WIDTH, justify="left")
        closing.grid(row=2, column=1, columnspan=2, sticky="w")
        self._show = ttk.Button(frame, text=translate(SHOW), command=self._show_page, state="disabled")
        self._show.grid(row=3, column=1, sticky="w", pady=(MARGIN, 0))
        ttk.Button(frame, text=translate(END), command=root.destroy).grid(
            row=3, column=2, sticky="e", pady=(MARGIN, 0)
        )
        self._table = OpenedTable(
            words,
            lambda address: self._heard.put(("opened", address)),
            lambda sentence: self._heard.put(("ended", sentence)),
        )
        self._look()

    def _look(self) -> None:
        """Show the next message from the table's process, and schedule the next call of this method."""
        try:
            what, said = self._heard.get_nowait()
        except Empty:
            pass
        else:
            if what == "opened":
                self._set_address(said)
                self._says["text"] = self._translate(OPEN)
                if self._opens_browser:
                    self._show_page()
            else:
                self._says["text"] = said or self._translate(ENDED)
                if address := address_in(said):  # the table was open already; the program was started twice
                    self._set_address(address)
                    self._show_page()
        self._root.after(LOOK_MILLISECONDS, self._look)

    def _set_address(self, address: str) -> None:
        self._address = address
        self._place["state"] = "normal"
        self._place.delete(0, "end")
        self._place.insert(0, address)
        self._place["state"] = "readonly"
        self._show["state"] = "normal"

    def _show_page(self) -> None:
        webbrowser.open(self._address)

    def close(self) -> None:
        """End the table's process, and wait until it has ended."""
        self._table.end()

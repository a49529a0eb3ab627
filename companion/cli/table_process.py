"""The table's process: how its many threads share the interpreter, the cores and the memory.

A mark is to be on every screen at once, whatever else the process does: it reads photos, looks at a camera
and clears up.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import sys
import threading
import time
from collections.abc import Callable

SWITCH_SECONDS = 0.0005
"""Longest time that one thread keeps the interpreter, in seconds: forty streams send a mark while
a photo is read."""
MEMORY_ARENAS = 2
"""Places from which the C library of Linux gives out small blocks. By itself it makes eight a core, and each
keeps what its threads have once needed; one thread runs at a time here, so two are enough."""
MAX_NEW_OBJECTS = 30_000
"""Objects that may outlive a collection and be gone through again by the next one, in some milliseconds.
If there are more, they are set aside: modules and networks that were loaded late, a long game."""
WHOLE_COLLECTION_EVERY = 10
"""Times that objects were set aside, after which a collection goes through everything again."""
COLLECT_AFTER, COLLECT_AT_LAST = 8, 60
"""Collections of what is newer, about one a second under load, after which one of the rest waits for a quiet
moment; and after which it waits no longer."""
QUIET_SECONDS = 0.2
"""After a change at a table. By then every screen shows it, and hardly anybody has made the next one."""
LOOK_SECONDS = 0.05
"""Seconds between two checks for a quiet moment; chosen."""


def prepare_process() -> None:
    """Have the threads that are started from now on share this process as a table needs it."""
    return_memory()
    sys.setswitchinterval(SWITCH_SECONDS)
    leave_a_core()


def leave_a_core() -> None:
    """Have a photo that is read leave one core to those who play."""
    import cv2  # not at the top: the command's help needs no images

    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))


def return_memory() -> None:
    """Let the C library of Linux give the memory of pictures back at once.

    It would keep the space of each thread's largest pictures, and of their small blocks in a place of each
    thread's own. Called before threads are started.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            threshold, arenas = -3, -8  # M_MMAP_THRESHOLD and M_ARENA_MAX of mallopt(3)
            library.mallopt(threshold, 1 << 17)  # larger blocks are unmapped when freed
            library.mallopt(arenas, MEMORY_ARENAS)


def give_back_free_memory() -> None:
    """Have the C library of Linux give back what is free between blocks that are in use.

    By itself it gives back what lies at the end only, and keeps as much as was ever free at once.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def keep_collections_short() -> None:
    """Have the collector of garbage go through what is new only, not each time through all there is.

    Nothing else runs meanwhile, and all there is are some hundred thousand objects: modules, pads, networks,
    the game. They are set aside. What a page or a picture needs for a moment is not: it would stay for long
    once it is garbage. Called once the program is loaded.
    """
    gc.collect()
    gc.freeze()
    gc.callbacks.append(_Survivors())


def collect_in_quiet_moments(seconds_since_change: Callable[[], float]) -> threading.Thread:
    """Have the collector of garbage hold nobody up: it takes some hundredths of a second, and in them no
    screen is told of a mark. What is free then is given back. The thread that does so; it ends with the
    process.

    `seconds_since_change`: since the last change at any table.
    """
    newest, newer, _ = gc.get_threshold()
    gc.set_threshold(newest, newer, COLLECT_AT_LAST)

    def watch() -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            if gc.get_count()[2] >= COLLECT_AFTER and seconds_since_change() >= QUIET_SECONDS:
                gc.collect()
                give_back_free_memory()

    thread = threading.Thread(target=watch, name="collector", daemon=True)
    thread.start()
    return thread


class _Survivors:
    """Called by the collector: sets what has outlived a whole collection aside once it has become much."""

    def __init__(self) -> None:
        self._times = 0

    def __call__(self, phase: str, told: dict[str, int]) -> None:
        if phase != "stop" or told["generation"] < 2 or len(gc.get_objects(2)) <= MAX_NEW_OBJECTS:
            return
        self._times += 1
        if self._times % WHOLE_COLLECTION_EVERY:
            gc.freeze()
        else:
            gc.unfreeze()

"""Settings of the table's process: how its many threads share the interpreter, the cores and the memory.

A mark must reach every screen at once, even while the process reads photos, watches a camera or collects
garbage.
"""

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
"""Number of malloc arenas of the C library of Linux. Its default is eight a core, and each keeps the memory
that its threads once needed; one thread runs at a time here, so two are enough."""
MAX_NEW_OBJECTS = 30_000
"""Number of objects that may survive a collection and be scanned again by the next one, in some milliseconds.
Beyond it they are frozen: modules and networks that were loaded late, a long game."""
WHOLE_COLLECTION_EVERY = 10
"""Number of freezes after which a collection scans everything again."""
COLLECT_AFTER, COLLECT_AT_LAST = 8, 60
"""Number of collections of the newer generations, about one a second under load, after which a full one waits
for a quiet moment; and after which it waits no longer."""
QUIET_SECONDS = 0.2
"""Time after a change at a table, in seconds: by then every screen shows it, and the next change is seldom
there."""
LOOK_SECONDS = 0.05
"""Seconds between two checks for a quiet moment; chosen."""


def prepare_process() -> None:
    """Configure the threads that start from now on, as a table needs it."""
    return_memory()
    sys.setswitchinterval(SWITCH_SECONDS)
    leave_a_core()


def leave_a_core() -> None:
    """Limit the reading of a photo so that it leaves one core to the players."""
    import cv2  # not at the top: the command's help needs no images

    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))


def return_memory() -> None:
    """Make the C library of Linux return the memory of pictures at once.

    By default it keeps the space of each thread's largest pictures, and an arena of small blocks for each
    thread. Call it before threads are started.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            threshold, arenas = -3, -8  # M_MMAP_THRESHOLD and M_ARENA_MAX of mallopt(3)
            library.mallopt(threshold, 1 << 17)  # larger blocks are unmapped when freed
            library.mallopt(arenas, MEMORY_ARENAS)


def return_free_memory() -> None:
    """Make the C library of Linux return the free memory between blocks that are in use.

    By default it returns only the end of its heap, and keeps as much as was ever free at once.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def keep_collections_short() -> None:
    """Make the garbage collector scan new objects only, not all objects each time.

    A collection stops all threads, and there are some hundred thousand objects: modules, pads, networks, the
    game. They are frozen. Temporary objects of a page or a picture are not, because frozen garbage would stay
    for long. Call it once the program is loaded.
    """
    gc.collect()
    gc.freeze()
    gc.callbacks.append(_Survivors())


def collect_in_quiet_moments(seconds_since_change: Callable[[], float]) -> threading.Thread:
    """Start a thread that collects garbage in quiet moments and returns the free memory. A collection takes
    some hundredths of a second, in which no screen gets a mark. The thread ends with the process.

    `seconds_since_change`: since the last change at any table.
    """
    newest, newer, _ = gc.get_threshold()
    gc.set_threshold(newest, newer, COLLECT_AT_LAST)

    def watch() -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            if gc.get_count()[2] >= COLLECT_AFTER and seconds_since_change() >= QUIET_SECONDS:
                gc.collect()
                return_free_memory()

    thread = threading.Thread(target=watch, name="collector", daemon=True)
    thread.start()
    return thread


class _Survivors:
    """Called by the collector: freezes the objects that survived a full collection once they are many."""

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

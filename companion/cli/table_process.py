"""Settings of the table's process: how its many threads share the interpreter, the cores and the memory.

A mark must reach every screen at once, even while the process reads photos or watches a camera. Without the
settings of the C library's memory the table took a third more under load (205 in place of 152 MiB; `make
bench-load`).
"""

import contextlib
import ctypes
import os
import sys

SWITCH_SECONDS = 0.0005
"""Longest time that one thread keeps the interpreter, in seconds: forty streams send a mark while
a photo is read."""
MEMORY_ARENAS = 2
"""Number of malloc arenas of the C library of Linux. Its default is eight a core, and each keeps the memory
that its threads once needed; one thread runs at a time here, so two are enough."""


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

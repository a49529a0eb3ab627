"""Settings of the table's process: how its threads share the interpreter, the cores and the memory.

A mark must reach every screen at once, even while the process reads photos or watches a camera. Without the
memory settings the table needed a third more under load (205 instead of 152 MiB; `make bench-load`).
"""

import contextlib
import ctypes
import os
import sys

SWITCH_SECONDS = 0.0005
"""Interval after which a thread must release the interpreter, in seconds: short, because forty streams may
have to send a mark while a photo is read."""
MEMORY_ARENAS = 2
"""Number of malloc arenas of glibc. The default is eight per core, and each keeps the memory that its threads
once needed. Since one thread runs at a time, two are enough."""


def prepare_process() -> None:
    """Apply these settings. Call it before threads are started."""
    return_memory()
    sys.setswitchinterval(SWITCH_SECONDS)
    leave_a_core()


def leave_a_core() -> None:
    """Limit the threads that read a photo, so that one core is left for the players."""
    import cv2  # not at the top: the command's help needs no images

    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))


def return_memory() -> None:
    """Make glibc return the memory of images at once; do nothing on other systems.

    By default it keeps the space of each thread's largest images, and an arena of small blocks per thread.
    Call it before threads are started.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            threshold, arenas = -3, -8  # M_MMAP_THRESHOLD and M_ARENA_MAX of mallopt(3)
            library.mallopt(threshold, 1 << 17)  # larger blocks are unmapped when freed
            library.mallopt(arenas, MEMORY_ARENAS)

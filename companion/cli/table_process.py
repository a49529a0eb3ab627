"""Settings of the table's process: how its threads share the interpreter, the cores and the memory.

The memory settings save a quarter under load (152 instead of 205 MiB; `make bench-load`).
"""

import contextlib
import ctypes
import os
import sys

SWITCH_SECONDS = 0.0005
"""Interval after which a thread must release the interpreter, in seconds. It is short so that marks reach all
screens even while a photo is read."""
MEMORY_ARENAS = 2
"""Number of malloc arenas of glibc. Each keeps memory, and two are enough: one thread runs at a time."""


def prepare_process() -> None:
    """Apply the settings of this module. Call it before threads are started."""
    import cv2  # not at the top: the command's help needs no images

    return_memory()
    sys.setswitchinterval(SWITCH_SECONDS)
    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))  # one core is left for the players


def return_memory() -> None:
    """Make glibc return freed memory of images to the system at once. Call it before threads start."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            threshold, arenas = -3, -8  # M_MMAP_THRESHOLD and M_ARENA_MAX of mallopt(3)
            library.mallopt(threshold, 1 << 17)  # larger blocks are unmapped when freed
            library.mallopt(arenas, MEMORY_ARENAS)

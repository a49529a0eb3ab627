"""The table's memory and cores: threads share memory, and reading a photo leaves a core free for requests."""

import os
import subprocess
import sys

import pytest

from companion.cli.table_process import MEMORY_ARENAS
from tests.running import ROOT

COUNT_ARENAS = """
import ctypes, os, sys, tempfile, threading
from companion.cli.table_process import return_memory
if sys.argv[1] == "table":
    return_memory()
library = ctypes.CDLL(None)
library.fopen.restype = library.malloc.restype = ctypes.c_void_p
together = threading.Barrier(24)
def work():
    together.wait()
    blocks = [library.malloc(1000) for _ in range(1000)]
    together.wait()
threads = [threading.Thread(target=work) for _ in range(24)]
for thread in threads: thread.start()
for thread in threads: thread.join()
with tempfile.NamedTemporaryFile() as told:
    file = ctypes.c_void_p(library.fopen(told.name.encode(), b"w"))
    library.malloc_info(0, file)
    library.fclose(file)
    print(open(told.name).read().count("<heap nr="))
"""
"""A program that prints the number of memory arenas after 24 threads allocate at the same time."""


def arenas(how: str) -> int:
    command = [sys.executable, "-X", "utf8", "-c", COUNT_ARENAS, how]
    return int(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="arenas are those of the C library of Linux")
def test_threads_share_the_places_from_which_they_take_memory() -> None:
    """Check that threads share memory arenas; otherwise each would keep what it needed to read a photo."""
    if arenas("by itself") <= MEMORY_ARENAS:
        pytest.skip("this C library has no arena for each thread")
    assert arenas("table") <= MEMORY_ARENAS


def test_a_photo_that_is_read_leaves_a_core_to_those_who_play() -> None:
    """Check that OpenCV does not use all cores to read a photo, so that one is free for requests."""
    code = "import cv2; from companion.cli.table_process import prepare_process; prepare_process()"
    code += "; print(cv2.getNumThreads())"
    told = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(told.stdout) == max(1, (os.cpu_count() or 1) - 1)

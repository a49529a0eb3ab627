"""The table's memory: what its many threads once needed does not stay with each of them."""

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
"""Twenty-four threads that take memory at the same time; printed is in how many arenas it then lies."""


def arenas(how: str) -> int:
    command = [sys.executable, "-X", "utf8", "-c", COUNT_ARENAS, how]
    return int(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="arenas are those of the C library of Linux")
def test_threads_share_the_places_from_which_they_take_memory() -> None:
    """Else each of 72 threads that once read a photo would keep what it needed for that."""
    if arenas("by itself") <= MEMORY_ARENAS:
        pytest.skip("this C library has no arena for each thread")
    assert arenas("table") <= MEMORY_ARENAS


def test_a_photo_that_is_read_leaves_a_core_to_those_who_play() -> None:
    """OpenCV would take all of them, and a mark would wait for the photo of somebody's sheets."""
    code = "import cv2; from companion.cli.table_process import prepare_process; prepare_process()"
    code += "; print(cv2.getNumThreads())"
    told = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(told.stdout) == max(1, (os.cpu_count() or 1) - 1)


COLLECT = """
import gc, weakref
from companion.cli.table_process import MAX_NEW_OBJECTS, WHOLE_COLLECTION_EVERY, keep_collections_short
class Part: pass
def ring():
    part = Part(); part.itself = part
    return part
keep_collections_short()
for_a_moment = ring()
gc.collect()
gone = weakref.ref(for_a_moment)
del for_a_moment
gc.collect()
print(gone() is None)

lasting = [Part() for _ in range(MAX_NEW_OBJECTS + 1000)]
among_them = ring()
gc.collect()
print(len(gc.get_objects()))
gone = weakref.ref(among_them)
del among_them
for _ in range(WHOLE_COLLECTION_EVERY):
    lasting += [Part() for _ in range(MAX_NEW_OBJECTS + 1000)]
    gc.collect()
gc.collect()
print(gone() is None)
"""
"""Printed is whether the next collection finds what one has met alive; how many objects it goes through once
there are many; and whether what died among those that were set aside is found in the end."""


def test_a_collection_goes_through_what_is_new_only() -> None:
    """Nothing else runs meanwhile: through everything it would hold a mark up for a tenth of a second. What
    is made for a page, and met by a collection, is not kept for that."""
    command = [sys.executable, "-X", "utf8", "-c", COLLECT]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert told[0] == told[2] == "True" and int(told[1]) < 5_000

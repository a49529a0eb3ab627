"""The table's process: when its garbage collector runs, and which memory it returns.

What the collector goes through: `tests/robustness`.
"""

import subprocess
import sys

import pytest

from tests.running import ROOT

BEGIN = """
import gc, time
from companion.cli.table_process import (
    COLLECT_AFTER, COLLECT_AT_LAST, LOOK_SECONDS, collect_in_quiet_moments, keep_collections_short
)

whole = []
gc.callbacks.append(lambda phase, told: whole.append(phase) if told["generation"] == 2 else None)
keep_collections_short()
is_quiet = False
collect_in_quiet_moments(lambda: 1e9 if is_quiet else 0.0)
lasting = []

def make(collections):
    newest, newer, _ = gc.get_threshold()
    lasting.extend([] for _ in range((newest + 1) * (newer + 1) * collections))

"""

COLLECT = (
    BEGIN
    + """
whole.clear()
make(2 * COLLECT_AFTER)
time.sleep(10 * LOOK_SECONDS)
print(len(whole))
is_quiet = True
for _ in range(600):
    if "stop" in whole: break
    time.sleep(LOOK_SECONDS)
print("stop" in whole)
is_quiet = False
whole.clear()
make(2 * COLLECT_AT_LAST)  # the last collection may still end meanwhile, and none of these counts then
print(len(whole) > 0)
"""
)
"""Prints how often a full collection ran while people marked; whether one ran once nobody did; and whether
one runs in the end if they never stop."""

GIVE_BACK = (
    BEGIN
    + """
from pathlib import Path
from companion.cli.table_process import return_memory

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

return_memory()
make(COLLECT_AFTER + 1)
pages = []
for _ in range(800):
    pages.append(bytes(60_000))
    lasting.append(bytes(600))
pages.clear()
before = megabytes()
is_quiet = True
for _ in range(600):
    if megabytes() < before - 30: break
    time.sleep(LOOK_SECONDS)
print(before - megabytes() > 30)
"""
)
"""Prints whether most of 48 MB is returned, all of which lay between blocks in use."""


def told_by(script: str) -> list[str]:
    command = [sys.executable, "-X", "utf8", "-c", script]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_all_is_collected_while_nobody_waits_for_a_mark() -> None:
    assert told_by(COLLECT) == ["0", "True", "True"]


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux")
def test_what_pages_needed_for_a_moment_is_given_back() -> None:
    assert told_by(GIVE_BACK) == ["True"]

"""The store: what `append` has returned from is on disk, whatever happens next."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.storage.store import ADDRESS_FILE, SCHEMA_VERSION, Store, StoreError
from companion.table.events import Decided, EventError, GameBegun, Undone

BEGUN = GameBegun("classic", ("Ann",))


@pytest.fixture
def store(tmp_path: Path):
    found = Store(tmp_path)
    yield found
    found.close()


def test_events_come_back_in_order_and_by_game(store: Store) -> None:
    first, second = store.new_game(), 2
    store.append(first, BEGUN)
    store.append(second, BEGUN)
    store.append(first, Decided("Ann", "a5"))
    store.append(first, Undone())
    assert [s.event for s in store.events(first)] == [BEGUN, Decided("Ann", "a5"), Undone()]
    assert [s.number for s in store.events(first)] == [1, 3, 4]
    assert store.last_game() == 2 and store.last_event_number() == 4 and store.new_game() == 3


def test_a_store_is_durable_before_it_answers(store: Store) -> None:
    (journal,) = store._base.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = store._base.execute("PRAGMA synchronous").fetchone()
    assert (journal, synchronous) == ("wal", 2)


def test_numbers_are_never_used_twice(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.append(1, BEGUN)
    store.close()
    with sqlite3.connect(tmp_path / "table.sqlite") as base:
        base.execute("DELETE FROM event")
    base.close()
    store = Store(tmp_path)
    assert store.append(1, BEGUN).number == 2
    store.close()


def test_one_table_at_a_time(store: Store) -> None:
    with pytest.raises(StoreError, match=r"Another table is open on .*; use that one"):
        Store(store.folder)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8731/", "http://[::1]:8730/", "http://192.168.1.5:80/"]
)
def test_a_second_table_is_told_where_the_first_one_is(tmp_path: Path, address: str) -> None:
    store = Store(tmp_path)
    store.write_address(address)
    with pytest.raises(StoreError, match=re.escape(f"open {address} in a browser, end it first")):
        Store(tmp_path)
    store.close()
    assert not (tmp_path / ADDRESS_FILE).exists()
    Store(tmp_path).close()


@pytest.mark.parametrize(
    "said", [b"", b"\xff", b"http://127.0.0.1:8730/\x1b[2J", b"http://a b/", b"javascript:/"]
)
def test_an_address_that_is_none_is_not_repeated(store: Store, said: bytes) -> None:
    (store.folder / ADDRESS_FILE).write_bytes(said)
    with pytest.raises(StoreError, match="; use that one, end it first"):
        Store(store.folder)


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "table.sqlite") as base:
        base.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    base.close()
    with pytest.raises(StoreError, match="newer version"):
        Store(tmp_path)


def test_a_file_that_is_no_store_is_said(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite").write_text("Dear diary, " * 500)
    with pytest.raises(StoreError, match=r"not a store of games|cannot be opened"):
        Store(tmp_path)


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(StoreError, match="--data"):
        Store(tmp_path / "x")


def test_a_foreign_event_is_said(store: Store) -> None:
    store._base.execute('INSERT INTO event (game, at, event) VALUES (1, 0, \'{"kind":"dance"}\')')
    with pytest.raises(EventError, match="dance"):
        store.events(1)


_WRITER = """
import sys
from pathlib import Path
from companion.table.events import Decided, GameBegun
from companion.storage.store import Store
store = Store(Path(sys.argv[1]))
store.append(1, GameBegun("classic", ("Ann",)))
for number in range(1_000_000):
    store.append(1, Decided("Ann", f"a{number}"))
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("shown", [1, 7, 40])
def test_nothing_that_was_shown_is_lost_by_a_kill(tmp_path: Path, shown: int) -> None:
    """A process prints each number after `append`; killed in the middle, all that was printed is there."""
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None
    with writer.stdout:
        for _ in range(shown):
            last = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        last = max([last, *(int(line) for line in writer.stdout.read().splitlines() if line.strip())])
    writer.wait()
    store = Store(tmp_path)
    events = [stored.event for stored in store.events(1)]
    store.close()
    assert events[0] == BEGUN
    assert events[1 : last + 2] == [Decided("Ann", f"a{number}") for number in range(last + 1)]

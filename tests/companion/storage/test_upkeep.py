"""Upkeep of the database: its file is complete after every turn, and backups are complete, few, and without
deleted games."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage import store as module
from companion.storage.backups import KEPT_BACKUPS, BackupError, read_copy
from companion.storage.store import Store
from companion.table.events import DecisionMade, GameBegun, RollTaken
from companion.web.session.session import Session
from tests.waiting import until

ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def events_in(file: Path) -> list[str]:
    """Return the events in a database file itself, ignoring its write-ahead log."""
    address = f"{file.as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as base:
        return [text for (text,) in base.execute("SELECT event FROM event ORDER BY number")]


def play_turn(session: Session) -> None:
    session.dispatch(ROLL)
    table = session.table
    while table is not None and table.position.phase not in ("roll", "over"):
        table = session.dispatch(DecisionMade(table.game.waiting(table.position)[0], "-"))


def test_after_a_turn_the_file_alone_holds_it(store: Store) -> None:
    session = Session(store)
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    play_turn(session)
    log, file = store.folder / "table.sqlite-wal", store.folder / "table.sqlite"
    until(lambda: not log.stat().st_size, "the log goes into the file")
    assert len(events_in(file)) == len(store.events(1)) > 3


def test_a_game_that_ends_is_backed_up_and_a_demo_is_not(store: Store) -> None:
    session = Session(store)
    for demo in (True, False):
        session.dispatch(GameBegun("classic", ("Ann",), demo=demo))
        while session.table is not None and session.table.position.phase != "over":
            play_turn(session)
    until(store.backups.files, "the end of a game makes a backup")
    store.upkeep.close()
    (file,) = store.backups.files()
    assert events_in(file) == [text for (text,) in store.read("SELECT event FROM event ORDER BY number")]


def test_a_game_that_is_played_is_backed_up_now_and_then_in_one_file(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BACKUP_SECONDS", 0.0)
    store.upkeep = module.Upkeep(store)
    session = Session(store)
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    made: set[Path] = set()
    for _ in range(3):
        play_turn(session)
        until(lambda: set(store.backups.files()) - made, "each turn makes a backup")
        made.update(store.backups.files())
    store.upkeep.close()
    assert len(made) == 3 and len(store.backups.files()) == 1, "the next one replaces it"


def test_the_last_few_are_kept_in_order_whatever_the_clock_says(store: Store) -> None:
    store.append(store.new_game(), GameBegun("classic", ("Ann",)))
    made = [store.save_backup() for _ in range(KEPT_BACKUPS + 2)]
    assert list(store.backups.files()) == made[:1:-1]
    made[-1].write_bytes(b"spoilt")
    assert [backup.sound for backup in store.backups.all()] == [False] + [True] * (KEPT_BACKUPS - 1)


def test_a_deleted_game_is_in_no_backup(store: Store) -> None:
    for name in ("Wilhelmina", "Ben"):
        store.append(store.new_game(), GameBegun("classic", (name,)))
    files = [store.save_backup(), store.save_backup()]
    files[0].write_bytes(b"Wilhelmina")
    store.delete_game(1)
    assert store.backups.files() == (files[1],), "one that refuses to forget goes"
    for file in (files[1], *store.folder.glob("*.sqlite*")):
        assert b"Wilhelmina" not in file.read_bytes(), file
    assert read_copy(files[1])[0].games == 1


def test_a_deleted_game_in_a_backup_that_another_program_holds_is_named(store: Store) -> None:
    store.append(store.new_game(), GameBegun("classic", ("Ann",)))
    file = store.save_backup()
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BackupError, match=f"The game is deleted, but {file.name} in .* still contain it"):
            store.delete_game(1)
    assert store.games() == () and read_copy(file)[0].games == 1, "the backup is whole"


def test_a_backup_made_while_others_write_is_whole(store: Store) -> None:
    game = store.new_game()
    store.append(game, GameBegun("classic", ("Ann",)))
    store.write("UPDATE event SET event = event || hex(zeroblob(?))", (1_000_000,))  # many pages
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            store.append(game, DecisionMade("Ann", "-"))

    thread = threading.Thread(target=write)
    thread.start()
    try:
        files = [store.save_backup() for _ in range(2)]
    finally:
        stop.set()
        thread.join()
    there = [text for (text,) in store.read("SELECT event FROM event ORDER BY number")]
    for file in files:
        copied = events_in(file)
        assert copied == there[: len(copied)]


def test_a_backup_that_cannot_be_made_says_why_and_play_goes_on(store: Store) -> None:
    (store.folder / "backups").write_text("no folder")
    session = Session(store)
    session.dispatch(GameBegun("classic", ("Ann",)))
    while session.table is not None and session.table.position.phase != "over":
        play_turn(session)
    until(lambda: store.upkeep.trouble, "the trouble is kept")
    assert isinstance(store.upkeep.trouble, BackupError) and "cannot be written" in str(store.upkeep.trouble)


def test_copies_at_which_a_process_was_killed_go_at_the_next_start(store: Store) -> None:
    store.append(store.new_game(), GameBegun("classic", ("Ann",)))
    kept = store.save_backup()
    (kept.parent / f".{kept.name}.0a1b2c3d").write_bytes(b"half a copy")
    (store.folder / ".copy-x").mkdir()
    (store.folder / ".copy-x" / "table.sqlite").write_bytes(b"half a copy")
    store.close()
    Store(store.folder).close()
    assert list(kept.parent.iterdir()) == [kept] and not list(store.folder.glob(".copy-*"))

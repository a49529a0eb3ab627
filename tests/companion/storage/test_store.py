"""The store: when `append` has returned, the event is on disk, whatever happens next."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.store import Store, UnreadableGame
from companion.table.events import DecisionMade, EventError, EventsUndone, GameBegun, RollTaken

BEGUN = GameBegun("classic", ("Ann",))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def test_events_come_back_in_order_and_by_game(store: Store) -> None:
    first, second = store.new_game(), 2
    store.append(first, BEGUN)
    store.append(second, BEGUN)
    store.append(first, DecisionMade("Ann", "a5"))
    store.append(first, EventsUndone())
    assert [s.event for s in store.events(first)] == [BEGUN, DecisionMade("Ann", "a5"), EventsUndone()]
    assert [s.number for s in store.events(first)] == [1, 3, 4]
    assert store.last_game() == 1, "it was played last"
    assert store.last_event_number() == 4 and store.new_game() == 3


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


def test_a_foreign_event_is_refused(store: Store) -> None:
    store.write("INSERT INTO event (game, at, event) VALUES (?, ?, ?)", (1, 0.0, '{"kind":"dance"}'))
    with pytest.raises(EventError, match="dance"):
        store.events(1)
    with pytest.raises(UnreadableGame):
        store.load_game(1)


def test_a_game_is_loaded_as_its_events_leave_it(store: Store) -> None:
    game = store.new_game()
    began = store.append(game, BEGUN).at
    store.append(game, RollTaken("w4 w1 r3 y2 g6 b5", "tapped"))
    timeline, at = store.load_game(game)
    assert timeline is not None and timeline.present.position.phase == "white" and at == began
    assert store.load_game(game + 1) == (None, 0.0)


def test_a_deleted_game_is_gone_and_its_number_is_not_used_again(store: Store) -> None:
    game = store.new_game()
    store.append(game, GameBegun("classic", ("Ada",), demo=True))
    assert store.demo_games() == (game,)
    store.delete_game(game)
    assert store.events(game) == () and store.demo_games() == () and store.new_game() == game + 1


_WRITER = """
import sys, threading
from pathlib import Path
from companion.storage.seat_store import People
from companion.storage.store import Store
from companion.table.events import DecisionMade, GameBegun
store = Store(Path(sys.argv[1]))
lock = threading.Lock()

def said(number):
    with lock:
        sys.stdout.write(f"{number}\\n")
        sys.stdout.flush()

def play():
    game = store.new_game()
    said(store.append(game, GameBegun("classic", ("Ann",))).number)
    while True:
        said(store.append(game, DecisionMade("Ann", "-")).number)

def change():
    names = 0
    while True:
        game = store.new_game()
        store.append(game, GameBegun("classic", ("Ada",), demo=True))
        People(store).merge(f"Name {(names := names + 1) % 5}", "Ann")
        store.upkeep.turn_over(game, is_over=True, is_demo=False)
        store.delete_game(game)

for deed in (play, play, play, change):
    threading.Thread(target=deed).start()
"""


def kills(folder: Path, times: int) -> None:
    """Kill a busy process `times` times; check that all it acknowledged is kept and no loss is reported."""
    chance, shown = random.Random(1), set[int]()
    for kill in range(times):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(folder)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )
        assert writer.stdout is not None
        with writer.stdout:
            for _ in range(chance.randrange(1, 120)):
                shown.add(int(writer.stdout.readline()))
            os.kill(writer.pid, signal.SIGKILL)
            rest = writer.stdout.read()
            shown.update(int(line) for line in rest[: rest.rfind("\n") + 1].splitlines())
        writer.wait()
        with closing(Store(folder)) as store:
            assert store.notices.all() == (), f"kill {kill}"
            there = {stored.number for game in store.games() for stored in store.events(game)}
            assert shown <= there, f"kill {kill}: {len(shown - there)} of {len(shown)} are lost"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_nothing_that_was_shown_is_lost_by_a_kill(tmp_path: Path) -> None:
    kills(tmp_path, 3)


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_nothing_that_was_shown_is_lost_by_sixty_kills(tmp_path: Path) -> None:
    kills(tmp_path, 60)

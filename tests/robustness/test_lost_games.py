"""Damaged files of the games: every loss of an acknowledged event is reported, whatever the damage."""

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.storage.database import StoreError
from companion.storage.schema import Invitation, StoredSeat
from companion.storage.seat_store import People, SeatStore
from companion.storage.store import Store, StoredEvent
from companion.table.events import DecisionMade, GameBegun, RollTaken

PAGE_BYTES = 4096
BEGUN = GameBegun("classic", ("Ann", "Ben"))
PLAYED = ("table.sqlite", "table.sqlite-wal", "last-step.json")
"""The files with the games that a killed table leaves, besides the backups."""


@dataclass(frozen=True)
class KilledTable:
    """The folder of a killed table. `older`: a copy made before the last turns; `events`: those confirmed."""

    folder: Path
    older: Path
    events: tuple[StoredEvent, ...]


def turn(store: Store, game: int) -> list[StoredEvent]:
    events = (RollTaken("w4 w1 r3 y2 g6 b5", "tapped"), DecisionMade("Ann", "a5"), DecisionMade("Ben", "-"))
    return [store.append(game, event) for event in events]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> KilledTable:
    folder = tmp_path_factory.mktemp("killed")
    events = []
    with closing(Store(folder / "table")) as store:
        SeatStore(store).save_invitation(Invitation("5DJX9", "a-key-for-joining"))
        SeatStore(store).save_seat(StoredSeat("0" * 64, "player", "Ann"))
        People(store).merge("Bob", "Ben")
        for game in (1, 2, 3):
            assert store.new_game() == game
            events.append(store.append(game, BEGUN))
            for _ in range(12):
                events += turn(store, game)
            if game == 2:
                store.save_backup()
            if game < 3:
                store.checkpoint()
        shutil.copytree(folder / "table", folder / "older")
        for _ in range(3):
            events += turn(store, 3)
        shutil.copytree(folder / "table", folder / "killed")
    return KilledTable(folder / "killed", folder / "older", tuple(events))


def flipped(data: bytes, place: int) -> bytes:
    """Return `data` with one bit flipped, the one with the index `place`."""
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def damages(killed: KilledTable, name: str, flips: int, pages: int) -> Iterator[tuple[str, bytes | None]]:
    """Yield (name, content) of each kind of damage to a file. The content is None if the file is missing.

    `flips`: number of bits to flip, one at a time; `pages`: number of pages between two truncations.
    """
    whole, chance = (killed.folder / name).read_bytes(), random.Random(name)
    yield "missing", None
    yield "empty", b""
    for end in range(PAGE_BYTES, len(whole), pages * PAGE_BYTES):
        yield f"cut after {end}", whole[:end]
    for place in sorted(chance.randrange(8 * len(whole)) for _ in range(flips)):
        yield f"bit {place} flipped", flipped(whole, place)
    if (killed.older / name).exists():
        yield "older", (killed.older / name).read_bytes()


def check(killed: KilledTable, folder: Path, name: str, damage: str, data: bytes | None) -> None:
    """Damage one file and open the store; check that exactly the games that lost events are reported."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(killed.folder, folder)
    file, case = folder / name, f"{name}: {damage}"
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    try:
        store = Store(folder)
    except StoreError as problem:
        assert name == "table.sqlite" and "newer version" in str(problem), case
        assert data is not None and file.read_bytes() == data, f"{case}: what is refused stays as it is"
        return
    with closing(store):
        said = [str(notice) for notice in store.notices.all()]
        stored = {event.number: event for game in (1, 2, 3) for event in store.events(game)}
        for game in (1, 2, 3):
            missing = [e for e in killed.events if e.game == game and stored.get(e.number) != e]
            named = [sentence for sentence in said if re.search(rf"Game {game}, begun ", sentence)]
            assert bool(missing) == bool(named), f"{case}: game {game} lacks {len(missing)}: {said}"
            if missing and len(missing) < sum(e.game == game for e in killed.events):
                assert f"its last {len(missing)} of " in named[0], case
        table = SeatStore(store).invitation()
        assert table is not None and table.code == "5DJX9", case
        assert store.games() == tuple(sorted({e.game for e in stored.values()}, reverse=True)), case
        same_as = People(store).same_as()
        assert same_as == {"Bob": "Ben"} or any("“Bob”" in sentence for sentence in said), case
        if any("games together" in sentence for sentence in said) and data is not None:
            kept = next((folder / "damaged").glob(f"*/{name}"), None)
            assert kept is not None or name == "last-step.json" or not data, case
            assert kept is None or kept.read_bytes() == data, f"{case}: kept aside as it was"
        last = turn(store, 1)
        assert last[0].number > max(e.number for e in killed.events), f"{case}: no number is used twice"
    with closing(Store(folder)) as store:
        assert store.events(1)[-3:] == tuple(last), f"{case}: it goes on"
        assert [str(notice) for notice in store.notices.all()] == said, "said until somebody sees it"


@pytest.mark.parametrize("name", PLAYED)
def test_no_damage_passes_without_a_word(killed: KilledTable, tmp_path: Path, name: str) -> None:
    for damage, data in damages(killed, name, flips=4, pages=16):
        check(killed, tmp_path / "games", name, damage, data)


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYED)
def test_no_damage_in_a_hundred_places_passes_without_a_word(
    killed: KilledTable, tmp_path: Path, name: str
) -> None:
    for damage, data in damages(killed, name, flips=100, pages=1):
        check(killed, tmp_path / "games", name, damage, data)

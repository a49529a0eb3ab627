"""`qwixx games` saves, restores and checks games, with and without an open table."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import run
from companion.storage.store import Store
from companion.table.events import DecisionMade, Event, GameBegun, RollTaken

BEGUN = GameBegun("classic", ("Ann", "Ben"))
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
Said = Callable[..., tuple[int, str, str]]


def played(folder: Path, *events: Event) -> Store:
    store = Store(folder)
    game = store.last_game() or store.new_game()
    for event in events:
        store.append(game, event)
    return store


def events(folder: Path) -> list[Event]:
    with closing(Store(folder)) as store:
        assert store.notices.all() == ()
        return [stored.event for stored in store.events(1)]


@pytest.fixture
def games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    """Return a function that runs `qwixx games …` and returns exit status, output and error output."""

    def ran(*words: str) -> tuple[int, str, str]:
        status = run(["games", *words, "--data", str(tmp_path / "games"), "--language", "en"])
        return (status, *capsys.readouterr())

    return ran


def test_a_copy_of_an_open_table_is_whole_and_goes_back_when_it_is_closed(
    games: Said, tmp_path: Path
) -> None:
    folder, copy = tmp_path / "games", tmp_path / "copy.sqlite"
    with closing(played(folder, BEGUN, ROLL)) as store:
        assert games("save", str(copy))[:2] == (0, f"Games saved in {copy}: 1\n")
        assert games("check")[:2] == (0, "Games, each as it was saved: 1\n")
        status, _, said = games("restore", str(copy))
        assert status == 2 and "Another table is already using" in said
        store.append(1, DecisionMade("Ann", "a5"))
    assert games("restore", str(copy))[:2] == (0, f"Games restored from {copy}: 1\n")
    assert events(folder) == [BEGUN, ROLL]
    assert games("restore")[0] == 0, "the backup of what was there"
    assert events(folder) == [BEGUN, ROLL, DecisionMade("Ann", "a5")]


def test_a_restored_game_goes_on_with_new_numbers_and_nothing_is_missed(games: Said, tmp_path: Path) -> None:
    folder, copy = tmp_path / "games", tmp_path / "copy.sqlite"
    played(folder, BEGUN).close()
    assert games("save", str(copy))[0] == 0
    played(folder, ROLL).close()
    assert games("restore", str(copy))[0] == 0
    played(folder, ROLL, DecisionMade("Ann", "a5")).close()
    assert events(folder) == [BEGUN, ROLL, DecisionMade("Ann", "a5")]


def test_a_check_names_what_is_missing_and_changes_nothing(games: Said, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    store = played(folder, BEGUN)
    store.save_backup()
    store.append(1, ROLL)
    store.close()
    whole = (folder / "table.sqlite").read_bytes()
    (folder / "table.sqlite").write_bytes(next((folder / "backups").iterdir()).read_bytes())
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    status, said, wrong = games("check")
    assert status == 1 and "lacks its last 1 of 2 steps." in wrong and "games restore" in wrong
    assert said.startswith("Backup of ") and said.endswith("(games: 1)\n")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    (folder / "table.sqlite").write_bytes(whole)
    report = json.loads(games("--json")[1])
    assert (report["ok"], report["games"], report["open"], len(report["backups"])) == (True, 1, False, 1)


@pytest.mark.parametrize("damage", [b"", b"a shopping list", None])
def test_damaged_games_are_kept_when_a_copy_goes_in_their_place(
    games: Said, tmp_path: Path, damage: bytes | None
) -> None:
    folder, copy = tmp_path / "games", tmp_path / "copy.sqlite"
    played(folder, BEGUN, ROLL).close()
    assert games("save", str(copy))[0] == 0
    (folder / "table.sqlite").unlink()
    if damage is not None:
        (folder / "table.sqlite").write_bytes(damage)
    assert games("check")[0] == 1
    assert games("restore", str(copy))[0] == 0
    assert events(folder) == [BEGUN, ROLL]
    kept = [path.read_bytes() for path in (folder / "damaged").glob("*/table.sqlite")]
    assert kept == ([damage] if damage else [])


def test_file_that_is_no_copy_is_refused_and_changes_nothing(games: Said, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert games("save", str(tmp_path / "copy.sqlite"))[0] == 2, "there is no game yet"
    assert games("check")[0] == 0 and not folder.exists()
    played(folder, BEGUN).close()
    (tmp_path / "text").write_text("a shopping list")
    cut = tmp_path / "cut.sqlite"
    cut.write_bytes((folder / "table.sqlite").read_bytes()[:9000])
    for words, why in (
        (["restore", str(tmp_path / "none")], "is not a copy of the games (No such file"),
        (["restore", str(tmp_path / "text")], "is not a copy of the games (file is not a database)"),
        (["restore", str(cut)], "malformed"),
        (["restore", str(folder / "table.sqlite")], "the file of the games itself"),
        (["restore"], "There is no backup"),
        (["save", str(tmp_path)], "is a folder"),
        (["save", str(folder / "table.sqlite")], "the file of the games itself"),
        (["save", str(tmp_path / "no" / "copy.sqlite")], "There is no folder"),
        (["save", str(tmp_path / ("y" * 300))], "File name too long"),
    ):
        status, _, said = games(*words)
        assert status == 2 and why in said and said.count("\n") == 1, said
    assert events(folder) == [BEGUN]

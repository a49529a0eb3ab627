"""A game is deleted for good, with its photos. Games of the demo are deleted automatically."""

from pathlib import Path
from typing import Any

import pytest

from companion.storage.database import StoreError
from companion.storage.store import Store
from companion.table.events import DecisionMade, DemoTakenOver, GameBegun, Photo, RollTaken
from companion.web.app import close
from tests.companion.web.conftest import ROLL
from tests.companion.web.pages.pages import error
from vision.frames.image import load


@pytest.fixture
def two_games(table: Any, reader: Any, fixtures: Path) -> list[int]:
    """Begin two games, each with a photo, and return their numbers. Zacharias plays in the first only."""
    reader.says, games = ROLL, []
    for name, picture in (("Zacharias", "wood.jpg"), ("Ann", "cut.jpg")):
        table.begin(name, "Ben")
        assert table.photo((fixtures / "rolls" / picture).read_bytes()).status_code == 200
        games.append(table.server.session.game)
    return games


def test_a_game_goes_with_its_photo_and_leaves_nothing_in_the_file(table: Any, two_games: list[int]) -> None:
    old, new = two_games
    store, photo_store = table.server.store, table.server.photos
    (gone,), (stays,) = table.server.photos_of(old), table.server.photos_of(new)

    def is_named() -> bool:
        return any(b"Zacharias" in path.read_bytes() for path in store.folder.glob("table.sqlite*"))

    assert photo_store.path(gone).is_file() and is_named()
    assert "Delete it for good" in table.client.get(f"/games/{old}").text
    assert table.client.post(f"/games/{old}/delete").status_code == 303
    assert not photo_store.path(gone).exists() and photo_store.path(stays).is_file()
    assert store.games() == (new,) and not is_named()
    for address in (f"/games/{old}", f"/photos/{gone}.jpg"):
        assert table.client.get(address).status_code == 404
    assert error(table.post(f"/games/{new}/delete"))["code"] == "running"
    assert "Delete it for good" not in table.client.get(f"/games/{new}").text


def test_a_deletion_that_fails_keeps_the_photos(
    table: Any, two_games: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_game: int) -> None:
        raise StoreError("The disk is full.")

    old, _ = two_games
    monkeypatch.setattr(table.server.store, "delete_game", refuse)
    assert table.client.post(f"/games/{old}/delete").status_code == 422
    (kept,) = table.server.photos_of(old)
    assert table.server.photos.path(kept).is_file()


def play_demo(session: Any, name: str, photo_store: Any, image: Any) -> tuple[int, str]:
    """Play one roll of a demo game with a photo; return the game's number and the photo's name."""
    session.dispatch(GameBegun("classic", (name, "Blas"), demo=True))
    kept = photo_store.keep(image)
    session.dispatch(RollTaken(ROLL, "camera", Photo(kept, (640, 480))))
    return session.game, kept


def test_demos_go_but_for_the_last_and_those_that_people_took_over(fixtures: Path, build: Any) -> None:
    image, app = load(fixtures / "rolls" / "wood.jpg"), build()
    server = app.extensions["server"]
    session, photo_store = server.session, server.photos
    _, gone = play_demo(session, "Ada", photo_store, image)
    taken, stays = play_demo(session, "Bea", photo_store, image)
    session.dispatch(DemoTakenOver())
    session.dispatch(DecisionMade("Bea", "a5"))
    last, shown = play_demo(session, "Cleo", photo_store, image)
    server._delete_old_demos()
    assert set(server.store.games()) == {taken, last}
    assert not photo_store.path(gone).exists()
    assert photo_store.path(stays).is_file() and photo_store.path(shown).is_file()
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    own = session.game
    close(app)
    assert set(build().extensions["server"].store.games()) == {taken, own}
    assert not photo_store.path(shown).exists()


def test_a_game_that_cannot_be_read_is_left_as_it_is(tmp_path: Path, build: Any) -> None:
    store = Store(tmp_path)
    game = store.new_game()
    store.append(game, GameBegun("classic", ("Ada", "Blas"), demo=True))
    store.write("INSERT INTO event (game, at, event) VALUES (?, 0, ?)", (game, "no event"))
    store.close()
    assert game in build(DATA=tmp_path).extensions["server"].store.demo_games()

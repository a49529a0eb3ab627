"""A game is deleted for good, with its photos; the demo's games go by themselves."""

from pathlib import Path
from typing import Any

from companion.storage.store import Store
from companion.table.events import Decided, GameBegun, RollTaken
from companion.web.access.deletion import delete_old_demos, photos_of
from companion.web.app import close, create_app
from tests.companion.web.conftest import JSON


def picture(fixtures: Path, name: str) -> bytes:
    return (fixtures / "rolls" / name).read_bytes()


def two_games(table: Any, reader: Any, fixtures: Path) -> tuple[int, int]:
    """Play a game of Zacharias with a photo, and one that is now on the table, with another."""
    reader.says = "w4 w1 r3 y2 g6 b5"
    table.begin("Zacharias", "Ben")
    assert table.photo(picture(fixtures, "wood.jpg")).status_code == 200
    old = table.server.session.game
    table.begin("Ann", "Ben")
    assert table.photo(picture(fixtures, "cut.jpg")).status_code == 200
    return old, table.server.session.game


def test_a_game_goes_with_its_photo_and_nothing_else_does(table: Any, reader: Any, fixtures: Path) -> None:
    old, new = two_games(table, reader, fixtures)
    store, photo_store = table.server.store, table.server.photos
    (gone,), (stays,) = set(photos_of(store, old)), set(photos_of(store, new))
    assert photo_store.path(gone).is_file()
    assert "Delete it for good" in table.client.get(f"/games/{old}").text
    assert table.client.post(f"/games/{old}/delete").status_code == 303
    assert not photo_store.path(gone).exists() and photo_store.path(stays).is_file()
    assert store.games() == (new,)
    assert table.client.get(f"/games/{old}").status_code == 404
    assert table.client.get(f"/photos/{gone}.jpg").status_code == 404
    assert "Zacharias" not in table.client.get("/games").text
    assert table.client.get(f"/games/{new}").status_code == 200


def test_deletion_leaves_nothing_in_the_file(table: Any, reader: Any, fixtures: Path) -> None:
    old, _ = two_games(table, reader, fixtures)
    folder = table.server.store.folder

    def named() -> bool:
        return any(b"Zacharias" in path.read_bytes() for path in folder.glob("table.sqlite*"))

    assert named()
    table.client.post(f"/games/{old}/delete")
    assert not named()


def test_the_game_on_the_table_is_not_deleted(table: Any, reader: Any, fixtures: Path) -> None:
    old, new = two_games(table, reader, fixtures)
    refused = table.client.post(f"/games/{new}/delete", headers=JSON)
    assert refused.status_code >= 400 and refused.json["error"]["code"] == "running"
    assert "Delete it for good" not in table.client.get(f"/games/{new}").text
    assert set(table.server.store.games()) == {old, new}


def test_no_number_is_used_twice(table: Any, reader: Any, fixtures: Path) -> None:
    old, new = two_games(table, reader, fixtures)
    table.begin("Cleo", "Dora")
    third = table.server.session.game
    table.client.post(f"/games/{new}/delete")
    table.begin("Ed", "Flo")
    assert table.server.session.game > third > new > old


def test_a_game_that_is_not_there_is_not_deleted(table: Any) -> None:
    assert table.client.post("/games/99/delete", headers=JSON).status_code == 404
    assert table.client.get("/games/1/delete", headers=JSON).status_code == 405


def play_demo(session: Any, name: str, photo_store: Any, image: Any) -> tuple[int, str]:
    """Play a demo game with a photo."""
    from companion.table.events import Photo

    session.dispatch(GameBegun("classic", (name, "Blas"), demo=True))
    kept = photo_store.keep(image)
    session.dispatch(RollTaken("w4 w1 r3 y2 g6 b5", "camera", Photo(kept, (640, 480))))
    return session.game, kept


def test_demos_go_but_for_the_last_and_those_that_people_took_over(
    tmp_path: Path, fixtures: Path, build: Any
) -> None:
    from companion.table.events import DemoTakenOver
    from vision.frames.image import load

    image = load(fixtures / "rolls" / "wood.jpg")
    app = create_app({"DATA": tmp_path})
    server = app.extensions["server"]
    session, photo_store = server.session, server.photos
    _, gone = play_demo(session, "Ada", photo_store, image)
    taken, stays = play_demo(session, "Bea", photo_store, image)
    session.dispatch(DemoTakenOver())
    session.dispatch(Decided("Bea", "a5"))
    last, shown = play_demo(session, "Cleo", photo_store, image)
    delete_old_demos(server.store, photo_store)
    assert set(server.store.games()) == {taken, last}
    assert not photo_store.path(gone).exists()
    assert photo_store.path(stays).is_file() and photo_store.path(shown).is_file()
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    own = session.game
    close(app)
    again = build()
    assert set(again.extensions["server"].store.games()) == {taken, own}
    assert not photo_store.path(shown).exists()


def test_a_game_that_cannot_be_read_is_left_as_it_is(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game = store.new_game()
    store.append(game, GameBegun("classic", ("Ada", "Blas"), demo=True))
    store.write("INSERT INTO event (game, at, event) VALUES (?, 0, ?)", (game, "no event"))
    app = None
    store.close()
    try:
        app = create_app({"DATA": tmp_path})
        assert game in app.extensions["server"].store.demo_games()
    finally:
        if app is not None:
            close(app)

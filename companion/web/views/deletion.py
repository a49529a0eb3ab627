"""Forgetting: a game goes for good with its photos; what the demo played goes by itself."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from flask import Blueprint, redirect
from werkzeug.wrappers import Response as Answer

from companion.storage.store import Store, StoreError, UnreadableGame
from companion.table.events import EventError, Photo
from companion.web.camera.photo_store import PhotoStore
from companion.web.presenters.words import translate
from companion.web.server.archive import past_game
from companion.web.server.refusal import RequestRefused
from companion.web.server.table_server import table_server

blueprint = Blueprint("forgetting", __name__)


def photos_of(store: Store, game: int) -> Iterator[str]:
    """The names of the photos that the events of a game keep. Raises EventError, and StoreError."""
    for stored in store.events(game):
        for value in msgspec.structs.asdict(stored.event).values():
            if isinstance(value, Photo):
                yield value.name


def forget(store: Store, photo_store: PhotoStore, game: int) -> None:
    """Delete a game and its photos, so that nothing of them is left on the disk. Raises StoreError."""
    try:
        names = set(photos_of(store, game))
    except EventError:
        names = set()
    store.delete_game(game)
    for name in names:
        photo_store.drop(name)


def forget_demos(store: Store, photo_store: PhotoStore) -> None:
    """Forget what made-up players played, but for the game that each table had last: nobody looks back on it.

    A demo that people took over is theirs, and stays.
    """
    last = {store.last_game(stored.code) for stored in store.tables()}
    for game in store.demo_games():
        if game not in last:
            try:
                table, _ = store.load_game(game)
                if table is not None and table.demo:
                    forget(store, photo_store, game)
            except (UnreadableGame, StoreError):
                continue  # what cannot be read is left as it is


@blueprint.post("/games/<int:number>/delete")
def delete(number: int) -> Answer:
    """Delete a game of this table for good. The table's alone, as all that no list of the guard names."""
    _ = translate()
    if past_game(number).running:
        raise RequestRefused(
            "running", _("This game is still on the table; begin another one, then delete it.")
        )
    forget(table_server().store, table_server().photos, number)
    return redirect("/games", 303)

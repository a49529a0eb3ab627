"""Deletes a game with its photos for good; old demos are deleted automatically."""

from collections.abc import Iterator

import msgspec

from companion.storage.backups import BackupError
from companion.storage.database import StoreError
from companion.storage.store import Store, UnreadableGame
from companion.table.events import EventError, Photo
from companion.web.camera.photo_store import PhotoStore


def photos_of(store: Store, game: int) -> Iterator[str]:
    """Yield the names of the photos in the events of a game. Raise EventError or StoreError."""
    for stored in store.events(game):
        for value in msgspec.structs.asdict(stored.event).values():
            if isinstance(value, Photo):
                yield value.name


def delete_game(store: Store, photos: PhotoStore, game: int) -> None:
    """Delete a game and its photos (if it is readable) for good. Raise StoreError and BackupError."""
    try:
        names = set(photos_of(store, game))
    except EventError:
        names = set()
    try:
        store.delete_game(game)
    except StoreError:
        names.clear()  # the game is still there
        raise
    finally:
        for name in names:
            photos.delete(name)


def delete_old_demos(store: Store, photos: PhotoStore) -> None:
    """Delete the demo games, except the last game, games that people took over, and unreadable ones."""
    last = store.last_game()
    for game in store.demo_games():
        if game != last:
            try:
                timeline, _ = store.load_game(game)
                if timeline is not None and timeline.present.demo:
                    delete_game(store, photos, game)
            except (UnreadableGame, StoreError, BackupError):
                continue

"""The store of lessons (labelled dice) keeps a die's latest label, and can undo, limit and delete lessons."""

import errno
from pathlib import Path

import numpy as np
import pytest

from companion.storage import lessons as module
from companion.storage.lessons import LessonStore
from vision.dice.crops import CROP_PIXELS
from vision.dice.lessons import Lesson
from vision.reading import Colour

PHOTO = "0123456789abcdef"


def lesson(
    value: int, colour: Colour = "red", *, photo: str = PHOTO, sides: int = 6, confirmed: bool = False
) -> Lesson:
    crop = np.random.default_rng(value).integers(0, 256, (CROP_PIXELS, CROP_PIXELS, 3)).astype(np.uint8)
    return Lesson(crop, colour, value, sides, photo, confirmed)


@pytest.fixture
def store(tmp_path: Path) -> LessonStore:
    return LessonStore(tmp_path, "ABCDE")


def said(store: LessonStore) -> list[tuple[str, int]]:
    return [(each.colour, each.value) for each in store.all()]


def test_kept_lessons_are_loaded_again(store: LessonStore, tmp_path: Path) -> None:
    store.keep({2: lesson(4), 5: lesson(1, "blue")})
    assert said(store) == [("red", 4), ("blue", 1)]
    one = store.load(store.all()[0])
    assert one is not None and (one.colour, one.value, one.sides, one.photo) == ("red", 4, 6, PHOTO)
    assert np.array_equal(one.crop, lesson(4).crop)
    assert LessonStore(tmp_path, "FGHIJ").all() == (), "each table has its own"
    assert {path.parent.name for path in tmp_path.rglob("*.png")} == {"lessons-ABCDE"}


def test_last_truth_of_a_die_counts(store: LessonStore) -> None:
    store.keep({2: lesson(4)})
    store.keep({2: lesson(5)})
    assert said(store) == [("red", 5)]
    store.keep({2: lesson(6, photo="f" * 16)})
    assert said(store) == [("red", 5), ("red", 6)]


def test_undo_takes_back_all_dice_of_the_last_tap(store: LessonStore) -> None:
    store.keep({0: lesson(1)})
    store.keep({1: lesson(2), 2: lesson(3)})
    assert store.undo() == 2 and said(store) == [("red", 1)]
    assert store.undo() == 1 and store.undo() == 0 and said(store) == []


def test_the_oldest_of_the_commonest_value_goes_first(
    store: LessonStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_LESSONS", 3)
    for index, value in enumerate((1, 2, 2, 2)):
        store.keep({index: lesson(value)})
    store.keep({9: lesson(8, sides=8)})
    assert [(each.index, each.value) for each in store.all()] == [(0, 1), (2, 2), (3, 2), (9, 8)]


def test_a_confirmed_photo_stays_until_another_of_such_dice(
    store: LessonStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_LESSONS", 1)
    store.keep({0: lesson(2, confirmed=True), 1: lesson(2, confirmed=True)})
    store.keep({0: lesson(2, photo="a" * 16), 1: lesson(2, photo="a" * 16)})
    assert [each.confirmed for each in store.all()] == [True, True, False]
    loaded = store.load(store.all()[0])
    assert loaded is not None and loaded.confirmed
    store.keep({0: lesson(8, sides=8, photo="b" * 16, confirmed=True)})
    store.keep({0: lesson(5, photo="c" * 16, confirmed=True)})
    assert [(each.value, each.confirmed) for each in store.all()] == [(2, False), (8, True), (5, True)]


def test_other_files_and_damaged_ones_teach_nothing(store: LessonStore) -> None:
    store.keep({0: lesson(1)})
    (kept,) = store.all()
    (store.folder / "notes.png").write_bytes(b"mine")
    assert len(store.all()) == 1
    path = store.folder / f"{kept.name}.png"
    for damaged in (b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"0" * 200_000):
        path.write_bytes(damaged)
        assert store.load(kept) is None
    path.unlink()
    assert store.load(kept) is None and store.picture(kept) is None


def test_all_are_deleted_with_their_folder(store: LessonStore) -> None:
    assert store.delete_all() == 0
    store.keep({0: lesson(1), 1: lesson(2)})
    assert store.delete_all() == 2 and not store.folder.exists()


def test_lessons_that_cannot_be_deleted_are_not_reported_as_deleted(
    store: LessonStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    store.keep({2: lesson(4)})
    monkeypatch.setattr(Path, "unlink", refuse)
    for delete in (store.undo, store.delete_all):
        with pytest.raises(PermissionError):
            delete()
    assert said(store) == [("red", 4)]

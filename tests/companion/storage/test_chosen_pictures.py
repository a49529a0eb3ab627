"""The picture and the colour that a person chooses are stored by the person's name."""

from pathlib import Path

import pytest

from companion.storage import chosen_pictures
from companion.storage.chosen_pictures import FILE, ChosenPictures
from companion.storage.private_files import NotKept


def test_a_choice_is_kept_however_the_name_is_written(tmp_path: Path) -> None:
    ChosenPictures(tmp_path).choose("Ann", (3, 2))
    later = ChosenPictures(tmp_path)
    assert later.of("ANN") == (3, 2) and later.of("Ben") is None
    later.choose("ann", (4, 0))
    assert ChosenPictures(tmp_path).all() == {"ann": (4, 0)}


def test_the_oldest_choices_go_when_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chosen_pictures, "MAX_NAMES", 3)
    pictures = ChosenPictures(tmp_path)
    for number in range(4):
        pictures.choose(f"P{number}", (0, 0))
    assert list(pictures.all()) == ["p1", "p2", "p3"]


@pytest.mark.parametrize("damaged", [b"{", b"[1]", b'{"ann": [1]}', b"\xff"])
def test_a_damaged_file_counts_as_none(
    tmp_path: Path, damaged: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    assert ChosenPictures(tmp_path).of("Ann") is None
    assert FILE in caplog.text


def test_failed_write_says_so_and_changes_nothing(tmp_path: Path) -> None:
    pictures = ChosenPictures(tmp_path)
    (tmp_path / FILE).mkdir()
    with pytest.raises(NotKept, match=r"^The picture cannot be saved in "):
        pictures.choose("Ann", (1, 1))
    assert pictures.of("Ann") is None

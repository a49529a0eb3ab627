"""Photos of dice sent to the page: the roll that is read, questions about doubtful dice, and refusals."""

import re
import threading
from typing import Any

import pytest

from tests.companion.web.conftest import ROLL, jpeg
from tests.robustness.hostile import bomb


def test_all_photos_are_read_in_one_thread(table: Any, reader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that one thread reads all photos, because each thread that reads one keeps memory."""
    reader.says = "w4 w1 r3? y2 g6 b5"
    table.begin("Ann")
    dice_reader = table.server.watcher.reader
    real, readers = dice_reader.read, list[threading.Thread]()

    def read(*seen: Any) -> Any:
        readers.append(threading.current_thread())
        return real(*seen)

    monkeypatch.setattr(dice_reader, "read", read)
    asking = [threading.Thread(target=table.photo, args=(jpeg(),)) for _ in range(3)]
    for one in asking:
        one.start()
        one.join()
    assert len(readers) == 3 and len(set(readers)) == 1 and readers[0] not in asking


def test_a_doubtful_die_is_asked_about_with_its_crop(table: Any, reader: Any) -> None:
    reader.says = "w4 w1 r3? y2 g6 b5"
    assert table.begin("Ann").photo(jpeg()).status_code == 200
    assert table.table.position.phase == "roll", "nothing is guessed"
    page = table.page()
    name = table.table.pending_roll.photo.name
    assert "Hard to read; please say what they show: red." in page and f"/photos/{name}/2.jpg" in page
    assert table.client.get(f"/photos/{name}/2.jpg").mimetype == "image/jpeg"
    assert table.client.get(f"/photos/{name}/9.jpg").status_code == 404
    checked = [line for line in page.splitlines() if 'type="radio"' in line]
    assert sum(line.count(" checked") for line in checked) == 5, "the doubtful die is left open"
    table.roll("w4 w1 r6 y2 g6 b5")
    assert str(table.table.position.roll) == "w4 w1 r6 y2 g6 b5"
    red = next(die for die in table.table.current_roll.photo.dice if die.colour == "red")
    assert red.value == 6 and not red.doubtful


def test_a_set_that_is_complete_but_not_this_one_is_not_taken(table: Any, reader: Any) -> None:
    reader.says = "w4 w1 r3 r2 g6 b5"
    table.begin("Ann").photo(jpeg())
    assert table.table.position.phase == "roll"
    page = table.page()
    assert "More dice than expected: 1 too many." in page and "missing: yellow." in page
    reds = re.findall(r'name="red" value="\d" required aria-label="red \d"( checked)?', page)
    assert reds == [""] * 6, "which red die counts is not guessed"


def test_no_dice_is_one_sentence_and_tapping_stays(table: Any, reader: Any) -> None:
    reader.says = ""
    answer = table.begin("Ann").photo(jpeg())
    assert answer.status_code == 422
    error = answer.get_json()["error"]
    assert error["code"] == "no-dice" and error["text"].startswith("There are no dice in this photo;")
    assert not list(table.server.photos.folder.glob("*.jpg")), "what shows nothing is not kept"
    assert table.post("/photo").get_json()["error"]["code"] == "no-photo"
    table.roll(ROLL)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"Dear diary, today we played.", "diary.jpg"),
        (b"", "empty.jpg"),
        (b"%PDF-1.7 ...", "sheet.pdf"),
        (jpeg()[:400], "cut.jpg"),
        (bomb(), "huge.png"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 500, "zeros.jpg"),
    ],
)
def test_file_that_is_no_photo_gets_one_sentence(table: Any, reader: Any, data: bytes, name: str) -> None:
    reader.says = ROLL
    answer = table.begin("Ann").photo(data, name)
    assert answer.status_code == 422
    text = answer.get_json()["error"]["text"]
    assert text.endswith((".", "!")) and "\n" not in text and "Traceback" not in text
    assert not reader.asked, "nothing of it was looked at"
    assert table.table.position.phase == "roll"


def test_a_photo_in_the_middle_of_a_turn_is_refused(table: Any, reader: Any) -> None:
    reader.says = ROLL
    table.begin("Ann").roll("w1 w1 r1 y1 g1 b1")
    assert table.photo(jpeg()).get_json()["error"]["code"] == "roll-taken"
    assert str(table.table.position.roll) == "w1 w1 r1 y1 g1 b1"


def test_a_large_photo_is_read_whole_and_kept_small(table: Any, reader: Any) -> None:
    reader.says = ROLL
    table.begin("Ann").photo(jpeg(4000, 3000))
    assert reader.asked[0].shape == (3000, 4000, 3)
    photo = table.table.current_roll.photo
    assert photo.size == (1600, 1200)
    assert photo.dice[0].box == (8, 80, 24, 24), "boxes shrink with the photo"


def test_a_correction_by_colour_follows_on_the_photo(table: Any, reader: Any) -> None:
    reader.says = ROLL
    table.begin("Ann").photo(jpeg())
    table.ok("/correct", die="red", colour="w1")
    seen = [(die.colour, die.value) for die in table.table.current_roll.photo.dice]
    assert seen[:3] == [("red", 4), ("white", 1), ("white", 3)], "each die keeps its face and gets its colour"
    assert str(table.table.position.roll) == "w1 w3 r4 y2 g6 b5"


def test_dice_that_left_are_not_expected(table: Any, reader: Any) -> None:
    table.begin("Ann").ok("/lock", row="a")
    reader.says = "w4 w1 y2 g6 b5"
    assert table.photo(jpeg()).status_code == 200
    assert reader.removed == ("red",)
    assert str(table.table.position.roll) == "w4 w1 y2 g6 b5"

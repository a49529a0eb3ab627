"""What is said aloud."""

from __future__ import annotations

import pytest

from companion.table.events import Event, RowClosed
from companion.web.presenters.speech import present_speech
from tests.companion.web.presenters.tables import ROLL, play, seen


def said(*events: str | Event, **agreed: object) -> list[str]:
    speech = present_speech(play(*events, **agreed).present)  # type: ignore[arg-type]
    return [str(sentence) for sentence in speech.sentences]


def test_the_white_sum_is_said_once() -> None:
    assert said() == []
    assert said(ROLL) == ["5."]
    assert said(ROLL, "Ann -", "Ben -") == []


def test_on_paper_all_sums_are_said() -> None:
    assert said("w4 w1 r3 y2 g6 b5", paper=True)[:2] == ["White 5.", "red 4 or 7."]
    assert said("w4 w4 r3 y2 g6 b5", paper=True)[1] == "red 7."


def test_the_number_of_the_card_game_is_said() -> None:
    assert said("7", game="cards") == ["7"]


def test_what_a_photo_leaves_open_is_asked_aloud() -> None:
    assert said(seen("w4 w1 r3? y2 g6 b5")) == ["Please have a look."]
    assert len(said(seen("w4 w1 y2 g6"))) == 2


def test_the_end_is_said() -> None:
    assert said(RowClosed("a"), RowClosed("b")) == ["The game is over."]


@pytest.mark.parametrize(
    "later", [(ROLL,), (seen("w4 w1 r3"),), (RowClosed("a"), RowClosed("b"))], ids=["roll", "photo", "end"]
)
def test_the_key_changes_with_what_is_to_be_said(later: tuple[str | Event, ...]) -> None:
    assert present_speech(play().present).key != present_speech(play(*later).present).key


def test_a_mark_changes_no_key() -> None:
    assert present_speech(play(ROLL).present).key == present_speech(play(ROLL, "Ben b5").present).key

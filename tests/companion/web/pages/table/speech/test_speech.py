"""The sentences that the page speaks."""

import pytest

from companion.table.events import Event, RowClosed
from companion.web.pages.table.speech.speech import present_speech
from tests.companion.web.pages.tables import ANN, BEN, FIVE_RED, ROLL, TABLE, pass_turn, play, seen


def said(*events: str | Event, **agreed: object) -> list[str]:
    speech = present_speech(play(*events, **agreed).present, TABLE)  # type: ignore[arg-type]
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


def test_who_locked_what_is_said_and_which_die_leaves() -> None:
    locked = said(*FIVE_RED, "w6 w6 r6 y2 g6 b5", "Ann -", "Ben a12")
    assert locked == ["Ben locked the red row.", "Red is closed: take the red die away."]


def test_a_miss_is_said_as_a_miss() -> None:
    assert said(*pass_turn()) == ["Ann takes a miss."]


def test_whose_turn_it_is_is_said_on_their_own_phone() -> None:
    turn = (ROLL, "Ann a5", "Ben -", "Ann -")
    for viewer, words in ((BEN, ["Your turn."]), (ANN, []), (TABLE, [])):
        speech = present_speech(play(*turn).present, viewer)
        assert [str(sentence) for sentence in speech.sentences] == words


@pytest.mark.parametrize("later", [(ROLL,), (seen("w4 w1 r3"),)], ids=["roll", "photo"])
def test_another_roll_is_said_from_the_beginning(later: tuple[str | Event, ...]) -> None:
    first, then = (present_speech(play(*events).present, TABLE) for events in ((), later))
    assert first.turn != then.turn


def test_what_a_turn_brings_is_said_in_the_same_turn() -> None:
    """The browser says only what is new in a turn."""
    turns = {present_speech(play(*pass_turn()[:n]).present, TABLE).turn for n in range(1, 5)}
    assert len(turns) == 1

"""Matching the dice of a photo with those of the roll, and correcting both."""

from hypothesis import given
from hypothesis import strategies as st

from companion.rules import Roll
from companion.table.events import Photo, SeenDie
from companion.table.photo_match import complete_photo, match_dice, swap_dice


def seen(*dice: str) -> Photo:
    names = {"w": "white", "r": "red", "g": "green"}
    seen_dice = tuple(SeenDie(names[d[0]], int(d[1]), 0.9, (0, 0, 9, 9), d.endswith("?")) for d in dice)
    return Photo("0123456789abcdef", (64, 48), seen_dice)


def test_each_die_is_found_in_the_photo_and_those_too_many_are_left_out() -> None:
    assert match_dice(seen("r3", "w4", "r2", "w1", "w6"), ("w1", "w2", "red", "blue")) == {
        "red": 0,
        "w1": 1,
        "w2": 3,
    }
    assert match_dice(None, ("w1",)) == {}


def test_corrections_appear_on_the_photo() -> None:
    photo = complete_photo(seen("r3?", "w4"), {"red": 5, "w1": 4, "w2": 2})
    assert photo is not None
    assert [(d.value, d.doubtful) for d in photo.dice] == [(5, False), (4, False)]


@given(
    st.permutations(["w1", "w2", "r3", "g4"]),
    st.sampled_from([("red", "green"), ("red", "w1"), ("w2", "green"), ("w1", "w2"), ("red", "red")]),
)
def test_after_a_swap_roll_and_photo_agree(dice: list[str], pair: tuple[str, str]) -> None:
    photo = seen(*dice)
    white = [d.value for d in photo.dice if d.colour == "white"]
    roll = Roll((white[0], white[1]), red=3, green=4)
    after, shown = swap_dice(roll, photo, *pair)
    assert shown is not None
    where = match_dice(shown, ("w1", "w2", "red", "green"))
    assert [shown.dice[where[k]].value for k in ("w1", "w2", "red", "green")] == [
        *after.white,
        after.red,
        after.green,
    ]
    assert [d.value for d in shown.dice] == [d.value for d in photo.dice], "no die changes its face"

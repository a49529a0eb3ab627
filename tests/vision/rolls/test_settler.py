"""The settler reports one roll per throw, and reports throws that it can't read for sure."""

import os
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.rolls.watched import FIRST, RATE, SECOND, PlacedDie, WatchedTable, reading
from vision.frames.image import Image
from vision.reading import Reading
from vision.rolls.settler import DOUBT_SECONDS, MAX_PICTURES, Event, MeanPicture

FULL = os.environ.get("QWIXX_COUNTS") == "full"
LONG = 8.0 if FULL else 3.0
"""Seconds at rest: longer than all delays of the settler. In the full run, as long as in real games."""


@pytest.fixture
def table() -> WatchedTable:
    return WatchedTable()


@pytest.fixture
def thrown(table: WatchedTable) -> WatchedTable:
    """Return the table after the first throw was read."""
    table.roll(FIRST)
    table.rest(1)
    return table


def shown(event: Event) -> list[tuple[str, int]]:
    assert event.reading is not None
    return [(d.colour, d.value) for d in event.reading.dice]


def test_a_throw_gives_one_roll_soon_after_it_lies(table: WatchedTable) -> None:
    table.rest(0.5)
    table.roll(FIRST)
    lies = table.seconds
    table.rest(3)
    assert [shown(event) for event in table.rolls] == [[(c, v) for c, v, _, _ in FIRST]]
    (roll,) = table.rolls
    assert roll.reading is not None
    assert roll.reading.status == "complete"
    assert lies < roll.frame.seconds <= lies + 0.6
    assert table.settler.state == "rest"


def test_nothing_is_read_while_things_move_or_after_the_roll(table: WatchedTable) -> None:
    table.roll(FIRST, seconds=3)
    assert table.reads == 0
    table.rest(1)
    once = table.reads
    table.rest(LONG)
    assert table.reads == once <= 5


def test_states_are_told_apart(table: WatchedTable) -> None:
    table.rest(1)
    table.roll(FIRST)
    table.rest(1)
    table.reach_in()
    table.rest(1)
    assert table.states[0] == "rolling"
    assert table.states[-2:] == ["hand", "rest"]
    table.reach_in(then=())
    table.rest(1)
    assert table.settler.state == "none"


def test_each_throw_counts_even_with_the_same_faces(thrown: WatchedTable) -> None:
    thrown.roll(SECOND)
    thrown.rest(1)
    same = tuple((c, v, x, y) for (c, v, _, _), (_, _, x, y) in zip(SECOND, reversed(FIRST), strict=True))
    thrown.roll(same)
    thrown.rest(1)
    assert [event.throw for event in thrown.rolls] == [1, 2, 3]
    assert shown(thrown.rolls[1]) == shown(thrown.rolls[2])


def test_a_hand_a_shadow_and_a_lamp_give_no_roll(thrown: WatchedTable) -> None:
    thrown.reach_in()
    thrown.rest(1)
    for x in range(-300, 700, 25):
        thrown.frame(shadow=x)
    thrown.rest(1)
    thrown.light = 0.6
    thrown.rest(2)
    assert len(thrown.rolls) == 1


def test_gathering_up_die_by_die_is_no_roll(thrown: WatchedTable) -> None:
    for left in (FIRST[:4], FIRST[:2], ()):
        thrown.reach_in(then=left)
        thrown.rest(3)
    assert [event.kind for event in thrown.events if event.kind != "state"] == ["roll"]
    assert thrown.settler.state == "none"


def test_the_same_faces_after_the_table_was_empty_are_a_roll(thrown: WatchedTable) -> None:
    thrown.reach_in(then=())
    thrown.rest(1)
    moved = tuple((c, v, x + 60, y + 30) for c, v, x, y in FIRST)
    thrown.roll(moved)
    thrown.rest(1)
    assert len(thrown.rolls) == 2


def test_a_covered_camera_does_not_make_the_same_dice_a_new_roll(thrown: WatchedTable) -> None:
    thrown.hidden = True
    thrown.light = 0.02
    thrown.rest(2)
    thrown.hidden = False
    thrown.light = 1.0
    thrown.rest(2)
    assert len(thrown.rolls) == 1


@pytest.mark.parametrize(("dice", "p", "status"), [(FIRST, 0.55, "unsure"), (FIRST[:5], 0.98, "wrong-set")])
def test_unreadable_dice_are_reported_once(
    table: WatchedTable, dice: tuple[PlacedDie, ...], p: float, status: str
) -> None:
    table.p = p
    table.roll(dice)
    table.rest(LONG)
    table.reach_in()
    table.rest(LONG)
    told = [event for event in table.events if event.kind != "state"]
    assert [event.kind for event in told] == ["unsure"]
    assert told[0].reading is not None
    assert told[0].reading.status == status


def test_readings_that_take_long_are_no_doubt(table: WatchedTable) -> None:
    read = table.read

    def read_slowly(image: Image) -> Reading:
        table._number += 2 * RATE  # frames that nobody sees
        return read(image)

    table.read = read_slowly
    table.roll(FIRST)
    table.rest(1)
    assert [event.kind for event in table.events if event.kind != "state"] == ["roll"]


def test_a_flickering_doubt_is_reported_once_per_rest(table: WatchedTable) -> None:
    table.misread = [FIRST[:5], FIRST[:4], FIRST[:5]]
    table.roll(FIRST)
    table.rest(3)
    table.misread = [tuple((c, v % 6 + 1, x, y) for c, v, x, y in FIRST[:5])]
    table.rest(3 * LONG)
    assert [event.kind for event in table.events if event.kind != "state"] == ["unsure"]
    assert table.reads <= 12 + 3 + 3 * LONG  # twelve looks, then one a second


@pytest.mark.parametrize("moved", [True, False])
def test_a_doubtful_throw_is_reported_even_if_it_is_taken_up_soon(table: WatchedTable, moved: bool) -> None:
    """Check both cases: a hand takes the dice within 1.5 s (`moved`), or no more frames come."""
    table.p = 0.55
    table.roll(FIRST)
    table.rest(1)
    if moved:
        assert [event.kind for event in table.events if event.kind != "state"] == []
        table.reach_in(())
        table.rest(1)
    last = table.settler.end()
    told = [event for event in (*table.events, last) if event is not None and event.kind != "state"]
    assert [(event.kind, event.throw) for event in told] == [("unsure", 1)]
    assert told[0].reading is not None and len(told[0].reading.dice) == 6
    assert table.settler.end() is None, "once"


def test_a_doubt_is_reported_in_time(table: WatchedTable) -> None:
    table.p = 0.55
    table.roll(FIRST)
    start = table.seconds
    while not any(event.kind == "unsure" for event in table.events):
        table.frame()
        assert table.seconds - start < DOUBT_SECONDS + 3 / RATE
    assert table.seconds - start >= DOUBT_SECONDS


def test_a_pause_of_dice_that_roll_on_is_no_throw(table: WatchedTable) -> None:
    table.p = 0.55
    table.roll(FIRST)
    table.rest(0.3)
    table.p = 0.98
    table.roll(SECOND)
    table.rest(1)
    assert [(event.kind, event.throw) for event in table.events if event.kind != "state"] == [("roll", 1)]


def test_creeping_dice_are_moving(thrown: WatchedTable) -> None:
    told = len(thrown.events)
    before = thrown.picture(FIRST, None, None)
    after = thrown.picture([*FIRST[:5], ("blue", 4, 500, 330)], None, None)
    for step in range(240):
        thrown.show(cv2.addWeighted(before, 1 - step / 240, after, step / 240, 0))
    assert "rolling" in [event.state for event in thrown.events[told:]]


def test_doubt_that_clears_becomes_a_roll(table: WatchedTable) -> None:
    table.p = 0.55
    table.roll(FIRST)
    table.rest(3)
    table.p = 0.995
    table.reach_in()
    table.rest(2)
    told = [event for event in table.events if event.kind != "state"]
    assert [(event.kind, event.throw) for event in told] == [("unsure", 1), ("roll", 1)]


def test_a_roll_that_a_person_entered_is_not_rolled_again(table: WatchedTable) -> None:
    table.settler.mark_reported(reading(FIRST))
    table.dice = FIRST
    table.rest(2)
    table.reach_in()
    table.rest(2)
    assert table.rolls == []
    table.roll(SECOND)
    table.rest(1)
    assert len(table.rolls) == 1


@given(
    st.lists(st.sampled_from(["throw", "hand", "nudge", "gather", "shadow", "wait"]), min_size=1, max_size=7),
    st.integers(0, 2**16),
)
@settings(deadline=None, max_examples=40 if FULL else 4)
def test_as_many_rolls_as_throws_whatever_happens_between(deeds: list[str], seed: int) -> None:
    table = WatchedTable()
    rng = np.random.default_rng(seed)
    table.rest(0.3)
    expected: list[list[tuple[str, int]]] = []
    for deed in deeds:
        if deed == "throw":
            spots = rng.permutation([(x, y) for x in (90, 190, 290, 390, 490) for y in (80, 180, 280)])[:6]
            jitter = rng.integers(-20, 21, (6, 2))
            dice = tuple(
                (name, int(rng.integers(1, 7)), int(x), int(y))
                for (name, _, _, _), (x, y) in zip(FIRST, spots + jitter, strict=True)
            )
            table.roll(dice)
            expected.append([(name, value) for name, value, _, _ in dice])
        elif deed == "gather":
            table.reach_in(then=())
        elif deed == "nudge" and table.dice:
            name, value, x, y = table.dice[0]
            table.reach_in(then=((name, value, x + 25, y - 15), *table.dice[1:]))
        elif deed == "shadow":
            for x in range(-300, 700, 50):
                table.frame(shadow=x)
        elif deed == "hand":
            table.reach_in()
        table.rest(1)
    assert [shown(event) for event in table.rolls] == expected


@dataclass
class KeepingTable(WatchedTable):
    """A table that keeps the pictures that the settler reads. The readings are never sure."""

    p: float = 0.7
    pictures: list[Image] = field(default_factory=list)

    def read(self, image: Image) -> Reading:
        self.pictures.append(image)
        return super().read(image)

    def noise(self, image: Image) -> float:
        """Return the standard deviation of the noise in `image`, in levels of 0 to 255."""
        noise, self._noise = self._noise, np.zeros_like(self._noise)
        clean = self.picture(self.dice, None, None)
        self._noise = noise
        return float(np.std(image.astype(np.float32) - clean))


def test_noise_fades_while_dice_lie_still() -> None:
    table = KeepingTable()
    table.roll(FIRST)
    table.rest(3)
    assert table.noise(table.picture(FIRST, None, None)) > 2
    assert table.noise(table.pictures[0]) < 1.5
    assert table.noise(table.pictures[-1]) < 1.0
    (doubt,) = [event for event in table.events if event.kind == "unsure"]
    assert any(doubt.frame.image is picture for picture in table.pictures)


def test_a_new_throw_leaves_no_trace_of_the_one_before() -> None:
    table = KeepingTable()
    table.roll(FIRST)
    table.rest(1)
    table.roll(SECOND)
    table.pictures.clear()
    table.rest(1)
    assert max(map(table.noise, table.pictures)) < 1.5


def test_new_pictures_outweigh_old_ones() -> None:
    dark, light = (np.full((64, 64, 3), level, np.uint8) for level in (40, 80))
    mean = MeanPicture()
    for _ in range(10 * MAX_PICTURES):
        mean.add(dark)
    for _ in range(3 * MAX_PICTURES):
        mean.add(light)
    assert 76 <= mean.image().min() <= mean.image().max() <= 80

"""One roll a throw: no phantom, none missed, and doubt is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.camera import Frame
from vision.frames import Image
from vision.motion import moving, reaches_in, relief
from vision.reading import Colour, Die, Problem, Reading
from vision.settle import Event, Settler
from vision.throws import thrown
from vision.votes import SAFE, Votes

RATE = 15
PAINT = {
    "white": (230, 235, 235),
    "red": (40, 30, 200),
    "yellow": (30, 200, 240),
    "green": (60, 150, 40),
    "blue": (190, 90, 30),
}
Lying = tuple[str, int, int, int]
"""Colour, value, and the middle of a die."""
FIRST: tuple[Lying, ...] = (
    ("white", 5, 100, 90),
    ("white", 1, 190, 240),
    ("red", 3, 280, 100),
    ("yellow", 2, 360, 280),
    ("green", 6, 470, 130),
    ("blue", 4, 540, 330),
)
SECOND: tuple[Lying, ...] = (
    ("white", 2, 500, 90),
    ("white", 6, 120, 300),
    ("red", 1, 320, 330),
    ("yellow", 4, 230, 150),
    ("green", 3, 400, 200),
    ("blue", 5, 90, 120),
)
EDGE = 44


def die(colour: str, value: int, x: int, y: int, p: float = 0.98, other: int | None = None) -> Die:
    second = other or (value % 6 + 1)
    kind: Colour = colour  # type: ignore[assignment]
    return Die(
        colour=kind, value=value, sides=6, confidence=p, state="flat",
        box=(x - EDGE // 2, y - EDGE // 2, EDGE, EDGE),
        alternatives=((value, p), (second, 1 - p)), colours=((kind, 1.0),),
    )  # fmt: skip


def reading(dice: Sequence[Lying], p: float = 0.98) -> Reading:
    seen = tuple(die(*lying, p=p) for lying in dice)
    if len(dice) != 6:
        return Reading((640, 400), "wrong-set", seen, problems=(Problem("missing", "Dice are missing."),))
    return Reading((640, 400), "complete" if p > 0.9 else "unsure", seen)


@dataclass
class Table:
    """A table drawn from above, watched by a settler at 15 frames a second; its reader knows the truth."""

    settler: Settler = field(default_factory=Settler)
    dice: tuple[Lying, ...] = ()
    hidden: bool = False
    p: float = 0.98
    light: float = 1.0
    reads: int = 0
    misread: list[tuple[Lying, ...]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    _number: int = 0
    _rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))

    def __post_init__(self) -> None:
        grain = self._rng.normal(120, 18, (50, 80, 1)).astype(np.float32)
        self._wood = np.repeat(cv2.resize(grain, (640, 400))[:, :, None], 3, axis=2)
        self._noise = self._rng.normal(0, 2.5, (460, 740, 3)).astype(np.float32)

    @property
    def seconds(self) -> float:
        return self._number / RATE

    @property
    def rolls(self) -> list[Event]:
        return [event for event in self.events if event.kind == "roll"]

    @property
    def states(self) -> list[str]:
        return [event.state for event in self.events if event.kind == "state"]

    def picture(self, dice: Sequence[Lying], hand: int | None, shadow: int | None) -> Image:
        image = self._wood.copy()
        for colour, value, x, y in dice:
            half = EDGE // 2
            cv2.rectangle(image, (x - half, y - half), (x + half, y + half), PAINT[colour], -1)
            for i in range(value):
                cv2.circle(image, (x - 12 + 12 * (i % 3), y - 8 + 16 * (i // 3)), 4, (20, 20, 20), -1)
        if shadow is not None:
            dark = np.zeros((400, 640, 1), np.float32)
            cv2.rectangle(dark, (shadow, 0), (shadow + 200, 400), 1.0, -1)
            image *= 1 - 0.45 * cv2.blur(dark, (81, 81))[:, :, None]
        if hand is not None:
            cv2.ellipse(image, (hand, 400), (110, 260), 0, 0, 360, (120, 150, 200), -1)
        x, y = self._rng.integers((0, 0), (100, 60))
        return np.clip(image * np.float32(self.light) + self._noise[y : y + 400, x : x + 640], 0, 255).astype(
            np.uint8
        )

    def read(self, image: Image) -> Reading:
        assert image.shape == (400, 640, 3)
        self.reads += 1
        dice = self.misread[self.reads % len(self.misread)] if self.misread else self.dice
        return Reading((640, 400), "wrong-set") if self.hidden else reading(dice, self.p)

    def frame(
        self, dice: Sequence[Lying] | None = None, hand: int | None = None, shadow: int | None = None
    ) -> None:
        self.show(self.picture(self.dice if dice is None else dice, hand, shadow))

    def show(self, image: Image) -> None:
        self._number += 1
        event = self.settler.see(Frame(image, self._number, self.seconds), self.read)
        if event is not None:
            self.events.append(event)

    def rest(self, seconds: float) -> None:
        for _ in range(round(seconds * RATE)):
            self.frame()

    def roll(self, dice: tuple[Lying, ...], seconds: float = 0.7) -> None:
        """The dice fly about and come to lie as `dice`."""
        for _ in range(round(seconds * RATE)):
            places = self._rng.integers((60, 60), (580, 340), (len(dice), 2))
            self.frame([(d[0], d[1], int(x), int(y)) for d, (x, y) in zip(dice, places, strict=True)])
        self.dice = dice

    def reach_in(self, then: tuple[Lying, ...] | None = None) -> None:
        """A hand comes in, stays for a moment and goes; what it leaves is `then`."""
        for x in (-90, 0, 90, 180, 260, 300):
            self.frame(hand=x)
        if then is not None:
            self.dice = then
        for x in (290, 250, 180, 90, 0, -90):
            self.frame(hand=x)


@pytest.fixture
def table() -> Table:
    return Table()


def shown(event: Event) -> list[tuple[str, int]]:
    assert event.reading is not None
    return [(d.colour, d.value) for d in event.reading.dice]


def test_a_throw_gives_one_roll_soon_after_it_lies(table: Table) -> None:
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


def test_nothing_is_read_while_things_move_or_after_the_roll(table: Table) -> None:
    table.roll(FIRST, seconds=3)
    assert table.reads == 0
    table.rest(1)
    once = table.reads
    table.rest(10)
    assert table.reads == once <= 5


def test_states_are_told_apart(table: Table) -> None:
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


def test_each_throw_counts_even_with_the_same_faces(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    table.roll(SECOND)
    table.rest(1)
    same = tuple((c, v, x, y) for (c, v, _, _), (_, _, x, y) in zip(SECOND, reversed(FIRST), strict=True))
    table.roll(same)
    table.rest(1)
    assert [event.throw for event in table.rolls] == [1, 2, 3]
    assert shown(table.rolls[1]) == shown(table.rolls[2])


def test_a_hand_a_shadow_and_a_lamp_give_no_roll(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    table.reach_in()
    table.rest(1)
    for x in range(-300, 700, 25):
        table.frame(shadow=x)
    table.rest(1)
    table.light = 0.6
    table.rest(2)
    assert len(table.rolls) == 1


def test_a_nudged_die_is_no_roll_unless_it_shows_another_face(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    nudged = (*FIRST[:2], ("red", 3, 300, 160), *FIRST[3:])
    table.reach_in(then=nudged)
    table.rest(2)
    assert len(table.rolls) == 1
    tipped = (*FIRST[:2], ("red", 5, 300, 160), *FIRST[3:])
    table.reach_in(then=tipped)
    table.rest(2)
    assert len(table.rolls) == 2
    assert ("red", 5) in shown(table.rolls[1])


def test_a_die_turned_in_its_place_is_seen(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    table.reach_in(then=(*FIRST[:5], ("blue", 3, 540, 330)))
    table.rest(2)
    assert len(table.rolls) == 2


def test_gathering_up_die_by_die_is_no_roll(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    for left in (FIRST[:4], FIRST[:2], ()):
        table.reach_in(then=left)
        table.rest(3)
    assert [event.kind for event in table.events if event.kind != "state"] == ["roll"]
    assert table.settler.state == "none"


def test_dice_swept_aside_together_are_no_roll(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    table.reach_in(then=tuple((c, v, x + 60, y + 30) for c, v, x, y in FIRST))
    table.rest(2)
    assert len(table.rolls) == 1


def test_the_same_faces_after_the_table_was_empty_are_a_roll(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    table.reach_in(then=())
    table.rest(1)
    moved = tuple((c, v, x + 60, y + 30) for c, v, x, y in FIRST)
    table.roll(moved)
    table.rest(1)
    assert len(table.rolls) == 2


def test_a_covered_camera_does_not_make_the_same_dice_a_new_roll(table: Table) -> None:
    table.roll(FIRST)
    table.rest(1)
    table.hidden = True
    table.light = 0.02
    table.rest(2)
    table.hidden = False
    table.light = 1.0
    table.rest(2)
    assert len(table.rolls) == 1


@pytest.mark.parametrize(("dice", "p", "status"), [(FIRST, 0.55, "unsure"), (FIRST[:5], 0.98, "wrong-set")])
def test_what_cannot_be_read_is_said_once(
    table: Table, dice: tuple[Lying, ...], p: float, status: str
) -> None:
    table.p = p
    table.roll(dice)
    table.rest(8)
    table.reach_in()
    table.rest(8)
    told = [event for event in table.events if event.kind != "state"]
    assert [event.kind for event in told] == ["unsure"]
    assert told[0].reading is not None
    assert told[0].reading.status == status


def test_doubt_that_flickers_is_said_once_a_rest(table: Table) -> None:
    """The reader sees now five dice, now four, now other faces: one sentence is enough."""
    table.misread = [FIRST[:5], FIRST[:4], FIRST[:5]]
    table.roll(FIRST)
    table.rest(3)
    table.misread = [tuple((c, v % 6 + 1, x, y) for c, v, x, y in FIRST[:5])]
    table.rest(25)
    assert [event.kind for event in table.events if event.kind != "state"] == ["unsure"]
    assert table.reads <= 12 + 28  # twelve looks, then one a second


def test_what_creeps_is_seen_to_move(table: Table) -> None:
    """A die that slides so slowly that no frame differs much from the one before."""
    table.roll(FIRST)
    table.rest(1)
    told = len(table.events)
    before = table.picture(FIRST, None, None)
    after = table.picture([*FIRST[:5], ("blue", 4, 500, 330)], None, None)
    for step in range(240):
        table.show(cv2.addWeighted(before, 1 - step / 240, after, step / 240, 0))
    assert "rolling" in [event.state for event in table.events[told:]]


def test_doubt_that_clears_becomes_a_roll(table: Table) -> None:
    table.p = 0.55
    table.roll(FIRST)
    table.rest(3)
    table.p = 0.995
    table.reach_in()
    table.rest(2)
    told = [event for event in table.events if event.kind != "state"]
    assert [(event.kind, event.throw) for event in told] == [("unsure", 1), ("roll", 1)]


def test_a_roll_that_a_person_entered_is_not_rolled_again(table: Table) -> None:
    table.settler.take(reading(FIRST))
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
@settings(deadline=None, max_examples=8)
def test_as_many_rolls_as_throws_whatever_happens_between(deeds: list[str], seed: int) -> None:
    table = Table()
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


def test_light_is_no_motion_and_no_hand(table: Table) -> None:
    lit, shaded = relief(table.picture(FIRST, None, None)), relief(table.picture(FIRST, None, 200))
    table.light = 0.85
    assert not moving(lit, relief(table.picture(FIRST, None, None)))
    assert not moving(lit, shaded)
    table.light = 0.5
    assert not reaches_in(lit, relief(table.picture(FIRST, None, None)))
    table.light = 1.0
    hand = relief(table.picture(FIRST, 200, None))
    assert moving(lit, hand)
    assert reaches_in(lit, hand)
    rolled = relief(table.picture(SECOND, None, None))
    assert moving(lit, rolled)
    assert not reaches_in(lit, rolled)


@pytest.mark.parametrize("width", [320, 640, 1280, 4000])
def test_a_small_die_that_moves_is_motion_and_noise_is_none(width: int) -> None:
    """A die a fortieth of the picture wide, pushed by half its width; then two noisy pictures of the same."""
    rng = np.random.default_rng(4)

    def picture(x: float, noise: float) -> Image:
        image = np.full((width * 3 // 4, width, 3), 120.0, np.float32)
        half = width // 80
        at = round(x * width)
        image[width // 3 - half : width // 3 + half, at - half : at + half] = (40, 30, 200)
        return np.clip(image + rng.normal(0, noise, image.shape), 0, 255).astype(np.uint8)

    assert moving(relief(picture(0.5, 2)), relief(picture(0.5125, 2)))
    assert not moving(relief(picture(0.5, 2)), relief(picture(0.5, 2)))
    assert not moving(relief(picture(0.5, 25)), relief(picture(0.5, 25)))


def votes_of(readings: Sequence[Reading]) -> Votes:
    votes = Votes()
    for number, each in enumerate(readings, 1):
        votes.add(each, Frame(np.full((2, 2, 3), number, np.uint8), number, number / RATE))
    return votes


def test_votes_make_surer_but_not_as_if_frames_were_independent() -> None:
    result = votes_of([reading(FIRST, 0.9)] * 4).result()
    assert result is not None
    confidence = result[0].dice[0].confidence
    # four frames as two independent ones: odds of 9 squared, and no more
    assert confidence == pytest.approx(81 / 82)
    assert result[0].status == "unsure"
    sure = votes_of([reading(FIRST, 0.9)] * 9).result()
    assert sure is not None
    assert sure[0].dice[0].confidence >= SAFE
    assert sure[0].status == "complete"


def test_one_reading_alone_is_never_complete() -> None:
    assert votes_of([]).result() is None
    for count, status in ((1, "unsure"), (2, "unsure"), (3, "complete")):
        result = votes_of([reading(FIRST, 0.999)] * count).result()
        assert result is not None
        assert result[0].status == status


def test_readings_that_contradict_each_other_are_not_complete() -> None:
    other = (*FIRST[:5], ("blue", 2, 540, 330))
    result = votes_of([reading(FIRST), reading(other)] * 4).result()
    assert result is not None
    assert result[0].status == "unsure"
    assert dict(result[0].dice[5].alternatives).keys() >= {4, 2}


def test_the_evidence_is_a_frame_that_shows_what_was_voted() -> None:
    other = (*FIRST[:5], ("blue", 2, 540, 330))
    result = votes_of(
        [reading(other, 0.99), reading(FIRST, 0.95), reading(FIRST, 0.97), reading(FIRST, 0.96)]
    )
    assert result.result() is not None
    seen, frame = result.result() or (None, None)
    assert seen is not None
    assert frame is not None
    assert seen.dice[5].value == 4
    assert frame.number == 3


def test_the_commonest_number_of_dice_wins() -> None:
    result = votes_of([reading(FIRST[:5]), reading(FIRST), reading(FIRST), reading(FIRST)]).result()
    assert result is not None
    assert len(result[0].dice) == 6
    assert result[0].status == "complete"
    few = votes_of([reading(FIRST[:n]) for n in (6, 5, 6, 4, 6, 5, 4)])
    half = few.result()
    assert half is not None
    assert len(half[0].dice) == 6
    assert half[0].status != "complete"


def test_two_dice_voted_into_one_colour_are_not_complete() -> None:
    """Each reading tells red from yellow; their sum says red twice, which no roll can be."""

    def painted(first: tuple[Colour, float], second: tuple[Colour, float]) -> Reading:
        seen = reading(FIRST, 0.999)
        pair = [
            replace(die, colour=colour, confidence=p, alternatives=((die.value, 1.0),),
                    colours=((colour, p), ("yellow" if colour == "red" else "red", 1 - p)))
            for die, (colour, p) in zip(seen.dice[2:4], (first, second), strict=True)
        ]  # fmt: skip
        return replace(seen, dice=(*seen.dice[:2], *pair, *seen.dice[4:]))

    one = painted(("red", 0.9999), ("yellow", 0.51))
    two = painted(("yellow", 0.51), ("red", 0.9999))
    result = votes_of([one, two, one, two, one]).result()
    assert result is not None
    assert [die.colour for die in result[0].dice[2:4]] == ["red", "red"]
    assert min(die.confidence for die in result[0].dice) > SAFE
    assert result[0].status == "unsure"


@pytest.mark.parametrize(
    ("code", "status"),
    [("value-doubtful", "complete"), ("cut", "unsure"), ("hidden", "unsure"), ("perhaps-a-die", "unsure")],
)
def test_votes_cure_doubt_and_nothing_else(code: str, status: str) -> None:
    seen = replace(reading(FIRST, 0.97), status="unsure", problems=(Problem(code, "Something is odd."),))
    result = votes_of([seen] * 9).result()
    assert result is not None
    assert result[0].status == status
    assert (result[0].problems == ()) is (status == "complete")


def dice_of(lying: Sequence[Lying]) -> list[Die]:
    return [die(*each) for each in lying]


@given(
    st.floats(-np.pi, np.pi),
    st.integers(-60, 60),
    st.integers(-60, 60),
    st.permutations(range(6)),
)
def test_turned_and_pushed_dice_are_the_same_throw(angle: float, dx: int, dy: int, order: list[int]) -> None:
    turn = complex(np.cos(angle), np.sin(angle))
    places = [turn * complex(x - 320, y - 200) for _, _, x, y in FIRST]
    after = [
        (c, v, round(320 + dx + place.real), round(200 + dy + place.imag))
        for (c, v, _, _), place in zip(FIRST, places, strict=True)
    ]
    assert not thrown(dice_of(FIRST), [dice_of(after)[i] for i in order])


@pytest.mark.parametrize("factor", [0.6, 1.5])
def test_the_same_faces_nearer_or_farther_apart_are_another_throw(factor: float) -> None:
    after = [(c, v, round(320 + factor * (x - 320)), round(200 + factor * (y - 200))) for c, v, x, y in FIRST]
    assert thrown(dice_of(FIRST), dice_of(after))


def test_the_same_faces_of_which_one_lies_elsewhere_are_another_throw() -> None:
    """All have moved, five of them together: nobody pushes dice like that."""
    after = [(c, v, x + 60, y + 30) for c, v, x, y in FIRST]
    assert not thrown(dice_of(FIRST), dice_of(after))
    colour, value, x, y = after[2]
    after[2] = (colour, value, x - 4 * EDGE, y + 3 * EDGE)
    assert thrown(dice_of(FIRST), dice_of(after))


@given(st.integers(0, 5), st.integers(1, 6))
def test_any_face_that_changed_is_another_throw(which: int, value: int) -> None:
    after = list(FIRST)
    colour, old, x, y = after[which]
    after[which] = (colour, value, x, y)
    assert thrown(dice_of(FIRST), dice_of(after)) == (value != old)

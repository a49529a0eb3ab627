"""The demo table really throws: the same dice for the same seed, at rest as its truth says."""

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision.frames.playing import frame_of
from tests.waiting import until
from vision.frames.demo import SIX, DemoSource, thrown_values
from vision.frames.image import Image
from vision.frames.source import Frame, FrameSource
from vision.reading import COLOUR_ORDER, Colour, Die, Reading, Status
from vision.rolls.motion import moving, relief
from vision.rolls.settler import Settler
from vision.synthetic.throw import Tabletop

SMALL = (160, 120)
NAMED: dict[str, Colour] = {colour: colour for colour in COLOUR_ORDER}
ROLL = (("white", 5), ("white", 1), ("red", 3), ("yellow", 2), ("green", 6), ("blue", 4))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice fall five times as fast."""
    monkeypatch.setattr("vision.frames.demo.FRAMES_PER_SECOND", 60)


@pytest.fixture
def demo() -> Iterator[DemoSource]:
    source = DemoSource(seed=2, size=SMALL)
    yield source
    source.close()


def until_thrown(source: DemoSource, throws: int) -> None:
    until(lambda: source.throws == throws)


def alike(a: Image, b: Image) -> bool:
    return not moving(relief(a), relief(b))


def test_the_demo_is_a_frame_source(demo: DemoSource) -> None:
    source: FrameSource = demo
    assert source.name == "demo"
    first = frame_of(source)
    assert first.image.shape == (120, 160, 3)
    assert source.status().state == "live"
    frame_of(source, lambda frame: frame.number > first.number)
    source.close()
    assert source.status().state == "ended"


def test_a_closed_demo_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    source = DemoSource(seed=2)
    until(lambda: source.latest() is not None)
    assert any(thread.name == "demo throw" for thread in set(threading.enumerate()) - before)
    source.close()
    assert not [thread for thread in set(threading.enumerate()) - before if thread.name.startswith("demo")]


def test_a_throw_that_nobody_waits_for_is_not_rendered_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither while the demo closes nor after the dice are exchanged."""
    drawn: list[tuple[int, int]] = []
    go_on = threading.Event()

    def pictures(table: Tabletop, dice: object, seed: int, *, sides: int) -> Iterator[Image]:
        for number in range(11):
            drawn.append((sides, number))
            yield table.empty
            go_on.wait(60)

    monkeypatch.setattr(Tabletop, "pictures", pictures)
    source = DemoSource(seed=2, size=SMALL)
    until(lambda: (6, 0) in drawn)
    source.exchange(8)
    until(lambda: (8, 0) in drawn)
    closing = threading.Thread(target=source.close)
    closing.start()
    until(lambda: source.status().state == "ended")
    go_on.set()
    closing.join(60)
    assert sorted(drawn) == [(6, 0), (6, 1), (8, 0), (8, 1)]


def test_throws_show_what_the_truth_says(demo: DemoSource) -> None:
    until(lambda: demo.throws == 1)
    first = demo.truth
    assert first is not None
    assert [colour for colour, _ in first] == list(SIX)
    lying = frame_of(demo)
    demo.throw()
    until(lambda: demo.truth is None)
    until(lambda: demo.throws == 2)
    assert demo.truth != first
    number = frame_of(demo).number
    again = frame_of(demo, lambda frame: frame.number > number)
    assert not alike(lying.image, again.image)


def test_dice_that_have_left_stay_away(demo: DemoSource) -> None:
    until(lambda: demo.throws == 1)
    demo.throw(["white", "white", "green"])
    until(lambda: demo.throws == 2)
    assert [colour for colour, _ in demo.truth or ()] == ["white", "white", "green"]


def test_dice_are_exchanged_for_those_of_another_game_and_then_thrown(demo: DemoSource) -> None:
    until(lambda: demo.throws == 1)
    lying = frame_of(demo)
    demo.exchange(8)
    frame_of(demo, lambda frame: not alike(lying.image, frame.image))
    assert demo.throws == 1, "nobody has thrown them"
    values = set()
    for throws in range(2, 8):
        demo.throw()
        until_thrown(demo, throws)
        values |= {value for _, value in demo.truth or ()}
        if max(values) > 6:
            break
    assert max(values) > 6
    with pytest.raises(ValueError, match="6 or 8 sides"):
        demo.exchange(12)


def test_the_same_seed_throws_the_same(demo: DemoSource) -> None:
    other = DemoSource(seed=2, size=SMALL)
    different = DemoSource(seed=3, size=SMALL)
    try:
        for source in (demo, other, different):
            until_thrown(source, 1)
        assert demo.truth != different.truth
        for source in (demo, other):
            source.throw()
            until_thrown(source, 2)
        assert demo.truth == other.truth
    finally:
        other.close()
        different.close()


@pytest.mark.parametrize(
    ("colours", "words"), [(["white", "pink"], "none in pink"), (["red"] * 13, "at most 12 dice")]
)
def test_dice_that_the_demo_does_not_have(demo: DemoSource, colours: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        demo.throw(colours)
    with pytest.raises(ValueError, match=words):
        DemoSource(colours)


def test_values_are_fair() -> None:
    """Over many throws each face of each die comes up about a sixth of the time."""
    counts = np.zeros((6, 6), int)
    for throws in range(1200):
        for i, value in enumerate(thrown_values(1, throws, 6)):
            counts[i, value - 1] += 1
    assert counts.min() > 150
    assert counts.max() < 250
    values = [value for throws in range(1200) for value in thrown_values(1, throws, 6, sides=8)]
    eighths = np.bincount(values)
    assert len(eighths) == 9 and eighths[0] == 0 and eighths[1:].min() > 780 and eighths.max() < 1020


def test_the_settler_sees_each_throw_of_the_demo_once(demo: DemoSource) -> None:
    """The whole path, with a reader that knows the truth: the throws that were made, in order."""

    def read(image: Image) -> Reading:
        rng = np.random.default_rng(demo.throws)
        dice = tuple(
            Die(
                colour=NAMED[colour],
                value=value,
                sides=6,
                confidence=0.99,
                state="flat",
                box=(int(rng.integers(140)), int(rng.integers(100)), 12, 12),
                alternatives=((value, 1.0),),
                colours=((NAMED[colour], 1.0),),
            )
            for colour, value in demo.truth or ()  # nothing lies there while the dice are picked up
        )
        status: Status = "complete" if dice else "wrong-set"
        return Reading((image.shape[1], image.shape[0]), status, dice, probability=0.999)

    settler = Settler()
    rolls: list[tuple[tuple[str, int], ...]] = []
    truths: list[object] = []
    number = 0

    def newer() -> Frame | None:
        """The newest frame, if it has not been seen yet."""
        frame = demo.latest()
        return frame if frame is not None and frame.number != number else None

    for throws in (1, 2, 3):
        if throws > 1:
            demo.throw()
        while len(rolls) < throws:
            until(newer)
            frame = newer()
            assert frame is not None
            number = frame.number
            event = settler.see(frame, read)
            if event is not None and event.reading is not None:
                rolls.append(tuple((die.colour, die.value) for die in event.reading.dice))
        truths.append(demo.truth)
    assert rolls == truths

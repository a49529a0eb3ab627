"""The demo shows recorded throws, which are read as the dice that it claims to show."""

import threading
from collections import Counter
from itertools import pairwise

import pytest

from tests.vision.frames.playing import frame_of
from tests.waiting import until
from vision import read
from vision.frames.demo import SIX, DemoSource
from vision.frames.image import Image
from vision.frames.recording import dice_set, load_empty_table, load_throw, recorded
from vision.frames.source import Frame, FrameSource
from vision.rolls.motion import moving, relief

LOCKABLE = SIX[2:]
"""The colours whose rows may be locked. The die of a locked row is no longer thrown."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the demo advance by one frame at each call of `latest`, whatever the time."""
    monkeypatch.setattr("vision.frames.demo.FRAMES_PER_SECOND", float("inf"))


@pytest.fixture
def demo() -> DemoSource:
    return DemoSource(seed=2)


def frames_of_a_throw(source: DemoSource) -> list[Frame]:
    """Return the frames until the dice are still."""
    throws = source.throws
    frames = [source.latest()]
    while source.throws == throws:
        frames.append(source.latest())
    return frames


def alike(a: Image, b: Image) -> bool:
    return not moving(relief(a), relief(b))


def test_the_demo_is_a_frame_source(demo: DemoSource) -> None:
    source: FrameSource = demo
    assert source.name == "demo"
    first = frame_of(source)
    assert first.image.shape == (480, 640, 3) and first.number == 1
    assert source.status().state == "live"
    assert source.latest().number == 2  # type: ignore[union-attr]
    source.close()
    assert source.status().state == "ended"
    assert source.latest().number == 2, "a closed demo stands still"  # type: ignore[union-attr]


def test_the_film_waits_for_a_viewer(demo: DemoSource) -> None:
    before = threading.active_count()
    demo.throw()
    assert threading.active_count() == before
    assert demo.latest().number == 1, "the film waits for whoever looks"


def test_frames_come_at_their_pace(demo: DemoSource, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.frames.demo.FRAMES_PER_SECOND", 0.001)
    assert demo.latest() is demo.latest()


def test_a_throw_is_shown_whole_to_a_slow_reader_too(demo: DemoSource) -> None:
    assert demo.truth is None and demo.throws == 0
    assert demo.throw()
    frames = frames_of_a_throw(demo)
    numbers = [frame.number for frame in frames]
    assert numbers == list(range(1, len(numbers) + 1))
    assert not any(alike(a.image, b.image) for a, b in pairwise(frames[-6:])), "they roll until then"
    assert alike(frames[-1].image, demo.latest().image), "and then they lie"
    assert [colour for colour, _ in demo.truth or ()] == list(SIX)


def test_the_truth_of_the_last_throw_ends_with_the_next(demo: DemoSource) -> None:
    demo.throw()
    frames_of_a_throw(demo)
    lying, first = demo.latest(), demo.truth
    demo.throw()
    assert demo.truth is None
    frames_of_a_throw(demo)
    assert demo.throws == 2 and demo.truth != first
    assert not alike(lying.image, demo.latest().image)


@pytest.mark.parametrize("most", [1, pytest.param(None, marks=pytest.mark.long)])
@pytest.mark.parametrize("sides", [6, 8])
@pytest.mark.parametrize("gone", ["", *LOCKABLE])
def test_throws_of_each_set_are_recorded_and_read_right(sides: int, gone: str, most: int | None) -> None:
    colours = [colour for colour in SIX if colour != gone]
    names = recorded()[dice_set(colours, sides)]
    assert len(names) >= (16 if not gone else 4)
    for name in names[:most]:
        throw = load_throw(name, load_empty_table())
        assert Counter(colour for colour, _ in throw.dice) == Counter(colours)
        reading = read(throw.rest, game="longo" if sides == 8 else "classic", removed=(gone,) if gone else ())
        assert reading.status == "complete"
        assert sorted((die.colour, die.value) for die in reading.dice) == sorted(throw.dice)


def test_dice_that_are_not_recorded_are_not_thrown(demo: DemoSource) -> None:
    assert not demo.throw(["white", "white", "green"])
    assert not demo.throw(SIX, 12)
    assert demo.throw(SIX, 8)
    frames_of_a_throw(demo)
    assert len(demo.truth or ()) == 6


def test_the_same_seed_throws_the_same_and_never_twice_in_a_row() -> None:
    def truths(seed: int) -> list[object]:
        source = DemoSource(seed=seed)
        truths: list[object] = []
        for _ in range(12):
            source.throw()
            frames_of_a_throw(source)
            truths.append(source.truth)
        return truths

    first = truths(2)
    assert first == truths(2) and first != truths(3)
    assert all(a != b for a, b in pairwise(first))


def test_dice_throw_themselves_again_after_their_time(demo: DemoSource) -> None:
    source = DemoSource(seed=2, every=0.05)
    until(lambda: source.latest() and source.throws == 2)

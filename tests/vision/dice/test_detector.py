"""Dice are detected at several scales, and no die is found twice."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import detector
from vision.dice.candidate import Candidate
from vision.dice.detector import DieSearch, cut_around, detect, without_heaps
from vision.dice.detector_settings import SETTINGS
from vision.geometry import F32, Box


def enter(maps: F32, box: Box, score: float) -> None:
    """Enter a box into the network's output, 1 x 6 x H x W."""
    x, y, w, h = box
    across, down = (x + w / 2) / SETTINGS.stride - 0.5, (y + h / 2) / SETTINGS.stride - 0.5
    i, j = round(across), round(down)
    offset = (across - i, down - j, np.log(w / SETTINGS.stride), np.log(h / SETTINGS.stride))
    maps[0, :5, j, i] = (np.log(score / (1 - score)), *offset)


class Network:
    """A fake ONNX session that finds dark patches, each with the score 1 - grey / 255.

    Patches that touch count as one. `sides`: the longer sides of the pictures passed in, with padding.
    """

    def __init__(self, only: int | None = None) -> None:
        self._only = only
        self.sides: list[int] = []

    def run(self, _: None, given: dict[str, F32]) -> list[F32]:
        grey = given["image"][0].mean(0)
        side = max(grey.shape)
        self.sides.append(side)
        maps = np.zeros(
            (1, 6, grey.shape[0] // SETTINGS.stride, grey.shape[1] // SETTINGS.stride), np.float32
        )
        maps[:, 0] = -20
        if self._only not in (None, side):
            return [maps]
        _, marks, stats, _ = cv2.connectedComponentsWithStats((grey < 0.95).astype(np.uint8))
        for mark, (x, y, w, h, area) in enumerate(stats[1:], 1):
            if area < 12 or area < 0.5 * w * h:
                continue
            score = 1 - float(np.median(grey[marks == mark]))
            enter(maps, (x, y, w, h), score)
        return [maps]


class BoxNetwork:
    """A fake ONNX session that finds the given boxes, with their scores, if a picture is 640 pixels wide."""

    def __init__(self, boxes: dict[Box, float]) -> None:
        self._found = boxes

    def run(self, _: None, given: dict[str, F32]) -> list[F32]:
        height, width = given["image"].shape[2:]
        maps = np.zeros((1, 6, height // SETTINGS.stride, width // SETTINGS.stride), np.float32)
        maps[:, 0] = -20
        for box, score in self._found.items() if width == 640 else ():
            enter(maps, box, score)
        return [maps]


def table(size: tuple[int, int], dice: dict[Box, float]) -> NDArray[np.uint8]:
    """Return a white picture (height, width) with a patch for each die: the higher its score, the darker."""
    picture = np.full((*size, 3), 255, np.uint8)
    for (x, y, w, h), score in dice.items():
        picture[round(y) : round(y + h), round(x) : round(x + w)] = round(255 * (1 - score))
    return picture


@pytest.mark.parametrize(
    ("picture", "width", "score", "sides"),
    [
        ((480, 640), 9.0, 0.9, [640, 320, 160]),  # small, but there is no more to see
        ((768, 1280), 40.0, 0.9, [640, 320, 160]),
        ((768, 1280), 24.0, 0.9, [640, 320, 160, 1280]),
        ((768, 1280), 40.0, 0.2, [640, 320, 160, 1280]),  # no die is likely
        ((1920, 2560), 120.0, 0.9, [640, 320, 160]),
        ((1920, 2560), 60.0, 0.9, [640, 320, 160, 1280]),
        ((1500, 2000), 20.0, 0.9, [640, 320, 160, 1280, 1856]),
        ((6000, 8000), 200.0, 0.2, [640, 320, 160, 1280, 1856]),  # no closer, whatever is seen
    ],
)
def test_a_large_picture_is_enlarged_if_its_dice_are_small(
    monkeypatch: pytest.MonkeyPatch, picture: tuple[int, int], width: float, score: float, sides: list[int]
) -> None:
    network = Network()
    monkeypatch.setattr(detector, "session", lambda _: network)
    box = (4 * width, 4 * width, width, width)
    candidates = detect(table(picture, {box: score}))
    assert network.sides[: len(sides)] == sides
    assert [c.score for c in candidates] == [pytest.approx(score, abs=0.03)] * (score > SETTINGS.likely_score)
    assert all(c.box == pytest.approx(box, abs=0.15 * width) for c in candidates)


def detected(monkeypatch: pytest.MonkeyPatch, boxes: dict[Box, float]) -> list[float]:
    monkeypatch.setattr(detector, "session", lambda _: BoxNetwork(boxes))
    first = next(DieSearch(np.full((480, 640, 3), 240, np.uint8)).looks())
    return [round(candidate.score, 2) for candidate in first]


def test_part_of_a_die_is_no_second_die(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, behind = {(100.0, 100.0, 60.0, 60.0): 0.9}, {(135.0, 90.0, 60.0, 60.0): 0.6}
    shifted, lower = {(115.0, 105.0, 60.0, 60.0): 0.5}, {(104.0, 130.0, 50.0, 40.0): 0.4}
    assert detected(monkeypatch, lower | shifted | behind | whole) == [0.9, 0.6]


def test_an_unlikely_centre_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert detected(monkeypatch, {(100.0, 100.0, 60.0, 60.0): 0.09}) == []
    assert detected(monkeypatch, {(100.0, 100.0, 60.0, 60.0): 0.28}) == []
    assert detected(monkeypatch, {(100.0, 100.0, 60.0, 60.0): 0.33}) == [0.33]


TOUCHING = {(601.0, 401.0, 36.0, 36.0): 0.8, (639.0, 405.0, 36.0, 36.0): 0.7}
APART = {(720.0, 400.0, 36.0, 36.0): 0.9, (720.0, 460.0, 36.0, 36.0): 0.85}


def seen(monkeypatch: pytest.MonkeyPatch, network: object, picture: NDArray[np.uint8]) -> list[list[Box]]:
    """Return the boxes, from left to right and in whole pixels, that each look at a picture finds.

    The first look is at the whole picture, the second at the part with the dice.
    """
    monkeypatch.setattr(detector, "session", lambda _: network)
    return [
        sorted(tuple(float(round(v)) for v in c.box) for c in look)  # type: ignore[misc]
        for look in DieSearch(picture).looks()
    ]


def test_the_closer_look_parts_dice_that_the_first_took_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = TOUCHING | APART
    picture = table((960, 1280), dice)  # at 640 the gap of two pixels is grey
    first, closer = seen(monkeypatch, Network(), picture)
    assert first == [(600.0, 400.0, 76.0, 42.0), *APART]
    assert closer == [pytest.approx(box, abs=1) for box in dice]
    monkeypatch.setattr(detector, "session", lambda _: Network())
    assert len(detect(picture)) == len(dice), "the closest look"


def test_both_looks_are_combined_for_any_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the second look's two boxes replace the first look's single box around two dice."""
    dice = TOUCHING | APART
    monkeypatch.setattr(detector, "session", lambda _: Network())
    (look,) = DieSearch(table((960, 1280), dice)).looks(any_dice=True)
    places = sorted((round(x / 10), round(y / 10)) for x, y, _, _ in (candidate.box for candidate in look))
    assert places == [(60, 40), (64, 40), (72, 40), (72, 46)]


def test_a_box_around_several_dice_is_dropped_and_a_die_with_a_pip_is_not() -> None:
    dice = [Candidate((100.0 + 40 * i, 100.0, 36.0, 36.0), 0.6) for i in range(2)]
    around, beside = Candidate((96.0, 96.0, 84.0, 44.0), 0.9), Candidate((400.0, 96.0, 84.0, 44.0), 0.9)
    assert without_heaps([*dice, around, beside]) == [beside, *dice]
    pip = Candidate((410.0, 100.0, 20.0, 20.0), 0.6)
    assert beside in without_heaps([*dice, beside, pip]), "one inside may be a part of it"
    faint = [Candidate(die.box, 0.3) for die in dice]
    assert around in without_heaps([*faint, around]), "what is unlikely tells nothing"


def test_faint_candidate_gets_no_closer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network()
    (first,) = seen(monkeypatch, network, table((480, 640), {(300.0, 200.0, 24.0, 24.0): 0.4}))
    assert len(first) == 1 and network.sides == [640, 320, 160]


def test_dice_of_two_sizes_are_both_found(monkeypatch: pytest.MonkeyPatch) -> None:
    large, small = (60.0, 60.0, 72.0, 72.0), (480.0, 320.0, 20.0, 20.0)
    for boxes in seen(monkeypatch, Network(), table((480, 640), {large: 0.8, small: 0.7})):
        assert boxes == [pytest.approx(large, abs=1), pytest.approx(small, abs=1)]


def test_closer_look_reports_only_its_own_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    die = (300.0, 200.0, 24.0, 24.0)
    first, closer = seen(monkeypatch, Network(only=640), table((480, 640), {die: 0.6}))
    assert (first, closer) == ([die], [])


SIZE = (640, 480)


def square(x: float, y: float, side: float = 20.0) -> Box:
    return (x, y, side, side)


def test_dice_share_a_cut_with_room_around_them() -> None:
    cut = cut_around([square(300, 200), square(322, 204), square(310, 230)], SIZE)
    assert (cut.left, cut.top) == (270, 170)
    assert (cut.right, cut.bottom) == (373, 281)
    assert cut.scale == pytest.approx(SETTINGS.cut_side / 20)


def test_the_median_die_has_the_size_that_the_network_sees_best() -> None:
    cut = cut_around([square(100, 100, 30.0), square(160, 100, 40.0), square(220, 100, 50.0)], SIZE)
    assert cut.scale == pytest.approx(SETTINGS.cut_side / 40)
    large = cut_around([square(100, 100, 160.0)], SIZE)
    assert large.scale == pytest.approx(SETTINGS.cut_side / 160)


def test_a_speck_is_enlarged_so_far_only() -> None:
    assert cut_around([square(200, 200, 9.0)], SIZE).scale == SETTINGS.cut_scale


def test_a_cut_ends_at_the_border_of_the_picture() -> None:
    cut = cut_around([square(2, 450)], SIZE)
    assert (cut.left, cut.bottom) == (0, 480)


def test_dice_far_apart_cost_no_more_than_two_first_looks() -> None:
    cut = cut_around([square(10, 10), square(600, 440)], SIZE)
    assert cut.pixels == pytest.approx(SETTINGS.cut_pixels)

"""The measurement of throws: a throw's frames, and its outcome, which is taken, asked about or wrong."""

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vision
from training.evaluation import throws
from training.evaluation.rolls import random_view
from training.evaluation.second_view import phone_view
from training.evaluation.throws import (
    HAND_REACHES,
    WatchedThrow,
    ask_second_view,
    frames,
    kind_of,
    load_throws,
    report,
    watch,
)
from vision.frames.image import Image
from vision.reading import Colour, Die, Reading

DICE: tuple[tuple[Colour, int], ...] = (
    ("white", 2), ("white", 5), ("red", 1), ("yellow", 6), ("green", 3), ("blue", 4),
)  # fmt: skip
ROW: dict[str, Any] = {
    "number": 0, "sides": 6, "lie": "anyhow", "lamp": "day", "tint": [1.0, 1.0, 1.0],
    "dice": [{"colour": colour, "value": value, "sides": 6} for colour, value in DICE],
}  # fmt: skip


def light() -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return linear light of a grey table with six bright squares in place of dice."""
    made = np.full((120, 160, 3), 0.2, np.float32)
    for i in range(6):
        made[20:30, 10 + 24 * i : 20 + 24 * i] = 0.8
    return made


def reads(*shown: tuple[Colour, int], confidence: float = 0.9999) -> Callable[..., Reading]:
    """Return a stand-in for `vision.read` that sees the dice `shown` in every picture."""
    dice = tuple(
        Die(colour, value, 6, confidence, "flat", (10 + 24 * i, 20, 10, 10), ((value, confidence),), ())
        for i, (colour, value) in enumerate(shown)
    )
    status = "complete" if confidence > 0.99 else "unsure"
    return lambda image, **_: Reading((160, 120), status, dice, probability=confidence)  # type: ignore[arg-type]


def test_a_hand_covers_the_table_and_leaves() -> None:
    seen = list(itertools.islice(frames(light(), ROW), len(HAND_REACHES) + 3))
    assert [bare for bare, _ in seen] == [False] * len(HAND_REACHES) + [True] * 3
    pictures = [picture.astype(int) for _, picture in seen]
    changed = [np.abs(picture - pictures[-1]).max(-1) > 25 for picture in pictures]
    assert changed[0].mean() > 0.03
    assert changed[-2].mean() < 0.01
    assert (pictures[-1] != pictures[-2]).any()  # noise never rests


@pytest.mark.parametrize(
    ("shown", "confidence", "outcome"),
    [
        (DICE, 0.9999, "taken"),
        (DICE, 0.7, "asked"),
        ((*DICE[:-1], ("blue", 5)), 0.9999, "wrong"),
        ((), 0.9999, "silent"),
    ],
)
def test_a_throw_is_taken_or_asked_about_or_wrong(
    shown: tuple[tuple[Colour, int], ...],
    confidence: float,
    outcome: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vision, "read", reads(*shown, confidence=confidence))
    seen = watch(ROW, frames(light(), ROW))
    assert seen.outcome == outcome
    assert seen.thrown == tuple(sorted(DICE))
    if outcome == "taken":
        assert 0.2 < seen.seconds < 1.5


def test_one_throw_in_four_has_eight_sides_and_one_touches_or_leans() -> None:
    kinds = [kind_of(number) for number in range(16)]
    assert [sides for sides, _ in kinds] == [6, 6, 6, 8] * 4
    assert sorted(kind for kind in kinds if kind[1] != "anyhow") == [
        (6, "leaning"), (6, "touching"), (6, "touching"), (8, "touching"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("second", "outcome"),
    [(DICE, "taken"), ((*DICE[:-1], ("blue", 5)), "asked"), ((), "asked")],
)
def test_a_second_view_settles_what_the_first_one_asked_about(
    second: tuple[tuple[Colour, int], ...], outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reads(*DICE, confidence=0.9999)(np.zeros((480, 640, 3), np.uint8))
    doubtful = replace(first.dice[0], confidence=0.6, doubtful=True)
    left_open = replace(first, dice=(doubtful, *first.dice[1:]))
    asked = WatchedThrow(1, 6, "anyhow", "asked", 1.0, (), (), tuple(sorted(DICE)), left_open)
    monkeypatch.setattr(vision, "read", reads(*second, confidence=0.9999))
    image = np.zeros((480, 640, 3), np.uint8)
    assert ask_second_view(asked, image).outcome == outcome
    taken = replace(asked, outcome="taken")
    assert ask_second_view(taken, image) is taken, "nobody is asked"


def test_a_phone_sees_all_dice_from_another_side() -> None:
    rng = np.random.default_rng(3)
    first = random_view(rng, 6, 16.0)
    for _ in range(20):
        dice = np.c_[rng.uniform(-90, 90, (6, 2)), np.full(6, 8.0)]
        view = phone_view(first, dice, 16.0, rng)
        at = view.project(dice)
        assert (at > 0).all() and (at < [view.width, view.height]).all()
        one, other = (v.ahead[:2] / np.linalg.norm(v.ahead[:2]) for v in (first, view))
        assert np.degrees(np.arccos(np.clip(one @ other, -1, 1))) > 49.9


def test_a_throw_without_its_picture_is_left_out(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"throws\.jsonl"):
        load_throws(tmp_path)
    lines = [json.dumps({"number": number}) for number in (3, 1, 2)]
    (tmp_path / "throws.jsonl").write_text("\n".join(lines), "utf-8")
    for number in (1, 3):
        (tmp_path / f"{number:04d}.npz").write_bytes(b"")
    assert [row["number"] for row in load_throws(tmp_path)] == [1, 3]


def test_the_report_has_a_line_for_each_kind_of_throw() -> None:
    def one(number: int, outcome: throws.ThrowOutcome, sides: int = 6) -> WatchedThrow:
        return WatchedThrow(number, sides, "anyhow", outcome, 0.5, (), (), ())

    *_, six, eight = report([one(0, "taken"), one(1, "wrong"), one(2, "asked"), one(3, "taken", 8)])
    assert six.startswith("| d6, anyhow | 3 | 33.3 % (1 of 3;")
    assert six.endswith("| 0.50, 0.50 |")
    assert eight.startswith("| d8, anyhow | 1 | 100.0 %")


def test_nothing_is_read_while_the_last_frame_still_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Image] = []
    clock = itertools.count(0, 1.0)  # every look takes a second of processor time
    monkeypatch.setattr("time.process_time", lambda: float(next(clock)))
    monkeypatch.setattr(vision, "read", lambda image, **_: seen.append(image) or reads(*DICE)(image))
    watch(ROW, frames(light(), ROW))
    assert len(seen) <= 6

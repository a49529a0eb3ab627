"""`qwixx watch` prints one line per roll, from any source."""

import json
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli.watch import command
from sheets.errors import BadInput
from sheets.language import Phrase
from vision.frames.image import Image, decode
from vision.frames.recording import Throw, file_name, load_empty_table, load_throw
from vision.problem import Problem
from vision.reading import Colour, Die, Reading

SIZE = (640, 480)
ROLLS: tuple[tuple[tuple[Colour, int], ...], ...] = (
    (("white", 1), ("white", 1), ("red", 3), ("yellow", 5), ("green", 4), ("blue", 2)),
    (("white", 3), ("white", 4), ("red", 5), ("yellow", 3), ("green", 5), ("blue", 3)),
)


@pytest.fixture(scope="module")
def throws() -> list[Throw]:
    return [load_throw(file_name(6, roll), load_empty_table()) for roll in ROLLS]


@pytest.fixture(scope="module")
def video(throws: list[Throw], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record two throws at 15 frames per second: dice roll, rest, are picked up, roll again, rest."""
    path = tmp_path_factory.mktemp("video") / "throws.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, SIZE)
    for throw in throws:
        for picture in (*[load_empty_table()] * 8, *throw.rolling, *[throw.rest] * 20):
            writer.write(picture)
    writer.release()
    return path


def dice_of(roll: Iterable[tuple[Colour, int]], y: int, sure: float) -> tuple[Die, ...]:
    """Return dice in a line at height `y`. `sure`: the probability of their values."""
    return tuple(
        Die(c, n, 6, sure, "flat", (40 * i, y, 20, 20), ((n, sure), (n % 6 + 1, 1 - sure)), ((c, 1.0),))
        for i, (c, n) in enumerate(roll)
    )


@pytest.fixture
def sight(throws: list[Throw], monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Replace `vision.read` with a stand-in that knows the throws; return the options of its last call.

    If a test sets "doubt" to True in the returned options, the stand-in is unsure of the dice.
    """
    asked: dict[str, object] = {"doubt": False}

    def read(image: Image, **options: object) -> Reading:
        asked.update(options)
        size = (image.shape[1], image.shape[0])
        for number, (throw, roll) in enumerate(zip(throws, ROLLS, strict=True)):
            if np.abs(image.astype(int) - throw.rest).mean() < 3:
                if not asked["doubt"]:
                    return Reading(size, "complete", dice_of(roll, 60 + 80 * number, 0.99), probability=0.999)
                doubt = Problem("value-doubtful", Phrase("I am not sure."))
                return Reading(size, "unsure", dice_of(roll, 60 + 80 * number, 0.6), (), (doubt,))
        return Reading(size, "wrong-set")

    monkeypatch.setattr("vision.read", read)
    return asked


def watch(*arguments: str) -> Result:
    result = CliRunner().invoke(command, list(arguments))
    if isinstance(result.exception, BadInput):
        raise result.exception
    return result


@pytest.mark.usefixtures("sight")
def test_a_line_a_roll(video: Path) -> None:
    result = watch(str(video))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split("  ", 2)[-1].strip() for line in lines] == [
        "white 1, white 1, red 3, yellow 5, green 4, blue 2",
        "white 3, white 4, red 5, yellow 3, green 5, blue 3",
    ]


def test_json_says_when_and_what(video: Path, sight: dict[str, object]) -> None:
    result = watch(str(video), "--json", "--game", "mixx-a", "--removed", "red", "--any")
    assert result.exit_code == 0
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert [(die["colour"], die["value"]) for die in second["dice"]] == list(ROLLS[1])
    assert (first["throw"], second["throw"]) == (1, 2)
    assert first["status"] == "complete"
    assert first["seconds"] == pytest.approx((first["frame"] - 1) / 15, abs=0.001)
    assert 17 <= first["frame"] <= 26  # within 0.6 seconds of the sixteenth, in which the dice lie
    assert sight["game"] == "mixx-a"
    assert sight["removed"] == ("red",)
    assert sight["any_dice"] is True


def test_doubt_is_printed_and_in_the_exit_status(
    tmp_path: Path, throws: list[Throw], sight: dict[str, object]
) -> None:
    sight["doubt"] = True
    for number in range(40):
        cv2.imwrite(str(tmp_path / f"{number}.png"), throws[0].rest)
    result = watch(str(tmp_path))
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert "? white 1, white 1" in line
    assert line.endswith("I am not sure.")


@pytest.mark.usefixtures("sight")
def test_pictures_are_kept_with_what_was_seen(video: Path, tmp_path: Path, throws: list[Throw]) -> None:
    assert watch(str(video), "--save", str(tmp_path / "kept")).exit_code == 0
    kept = sorted((tmp_path / "kept").iterdir())
    assert [file.name for file in kept] == ["roll-0001.jpg", "roll-0002.jpg"]
    image = decode(kept[0].read_bytes(), "kept")
    assert np.abs(image.astype(int) - throws[0].rest).mean() < 20
    assert np.abs(image.astype(int) - throws[0].rest).max() > 100  # frames and badges
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        watch(str(video), "--save", str(tmp_path / "file" / "kept"))


def test_no_source_is_bad_input() -> None:
    with pytest.raises(BadInput, match="called /nowhere"):
        watch("/nowhere")


def test_cameras_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.frames.capture import Camera

    monkeypatch.setattr("vision.frames.capture.cameras", lambda: (Camera(2, "Desk Camera", 200),))
    assert watch("--list").stdout == "2: Desk Camera\n"
    monkeypatch.setattr("vision.frames.capture.cameras", tuple)
    nothing = watch("--list")
    assert (nothing.stdout, nothing.stderr, nothing.exit_code) == ("", "No camera was found.\n", 0)


@pytest.mark.usefixtures("sight")
def test_pictures_in_which_nothing_comes_to_rest_are_answered(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), chance.integers(0, 255, (240, 320, 3), np.uint8))
    done = CliRunner().invoke(command, [str(tmp_path)])
    assert done.exit_code == 0 and done.stdout == ""
    assert "No dice came to rest in" in done.stderr and "`qwixx read`" in done.stderr

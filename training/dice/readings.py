"""Readings of labelled pictures, stored as one line of JSON per picture: read once, evaluated many times.

A folder holds pictures and `labels.jsonl`, with one `ImageLabels` per line.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NotRequired, TypedDict, cast

from training.dice.dataset import held_out_photos
from vision.geometry import Box, area, overlap
from vision.reading import Die, Reading


class DieLabel(TypedDict):
    """The label of one die in a picture."""

    box: Box
    colour: str | None  # None if unknown
    value: int  # 0 for a thing that is no die
    sides: int
    top: NotRequired[float]  # visible share of its top face
    doubtful_colour: NotRequired[bool]


class ImageLabels(TypedDict):
    """The labels of one picture. For a rendered picture, they include facts about the scene."""

    image: str
    set: str  # the set of pictures that it belongs to
    dice: list[DieLabel]
    elevation: NotRequired[float]  # of the camera, in degrees
    light: NotRequired[str]
    table: NotRequired[int]
    roll: NotRequired[int]
    hues: NotRequired[list[str]]
    make: NotRequired[str]
    die: NotRequired[str]  # which die it shows, in a set that shows one die at a time
    scene: NotRequired[str]  # equal for pictures that are much alike


@dataclass(frozen=True, slots=True)
class Answer:
    """The reading of one die by `vision.read`. `values`: the probabilities of the values 1, 2, and so on."""

    colour: str
    value: int
    sides: int
    confidence: float
    values: tuple[float, ...]
    box: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """A labelled die and its reading."""

    colour: str | None  # None if unknown or arguable
    value: int
    sides: int
    top: float  # visible share of its top face
    box: tuple[float, ...]
    answer: Answer | None  # its reading, None if it was not found


@dataclass(frozen=True, slots=True)
class ImageResult:
    """The reading of one picture, compared with its labels."""

    image: str
    group: str  # the set of pictures that it belongs to
    any_dice: bool
    status: str
    codes: tuple[str, ...]  # of the reading's problems
    dice: tuple[LabelledDie, ...]
    extra: tuple[Answer, ...]  # dice of the game that were read but have no label
    probability: float  # that all dice of the roll are read correctly
    elevation: float | None = None
    light: str | None = None

    def line(self) -> str:
        """Return the result as one line of JSON."""
        return json.dumps(asdict(self))


def load_results(path: Path) -> list[ImageResult]:
    """Load the results from a file with one line of JSON per picture."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        dice = tuple(_labelled(die) for die in row["dice"])
        extra = tuple(_answer(answer) for answer in row["extra"])
        row |= {"dice": dice, "extra": extra, "codes": tuple(row["codes"])}
        found.append(ImageResult(**row))
    return found


def _labelled(row: dict[str, Any]) -> LabelledDie:
    answer = None if row["answer"] is None else _answer(row["answer"])
    return LabelledDie(**row | {"box": tuple(row["box"]), "answer": answer})


def _answer(row: dict[str, Any]) -> Answer:
    return Answer(**row | {"values": tuple(row["values"]), "box": tuple(row["box"])})


def box_similarity(a: Box, b: Box) -> float:
    """Return the intersection over union of two boxes, or up to 0.9 if a small box `a` lies inside `b`.

    Such a small box may enclose only the pips of a die.
    """
    common = overlap(a, b)
    inside = common.of_smaller if area(a) < 0.5 * area(b) else 0.0
    return max(common.of_union, 0.9 * inside)


def match_boxes(boxes: Sequence[Box], dice: Sequence[Die], counting: int | None = None) -> list[int | None]:
    """Return the index of the die matched to each labelled box, or None. The most similar pairs match first.

    Of `dice`, the first `counting` (if None, all) match before the rest, even if the rest are more similar.
    """
    pairs = sorted(
        (
            (counting is None or j < counting, box_similarity(box, die.box), i, j)
            for i, box in enumerate(boxes)
            for j, die in enumerate(dice)
        ),
        reverse=True,
    )
    taken: dict[int, int] = {}
    for _, similarity, i, j in pairs:
        if similarity > 0.25 and i not in taken and j not in taken.values():
            taken[i] = j
    return [taken.get(i) for i in range(len(boxes))]


def evaluate(row: ImageLabels, reading: Reading, any_dice: bool) -> ImageResult:
    """Return the result of comparing the labels of a picture with its reading."""
    labels = [label for label in row["dice"] if label["value"]]
    dice = [*reading.dice, *reading.ignored]
    matches = match_boxes([label["box"] for label in labels], dice, len(reading.dice))
    answers = [_answer_of(die) for die in dice]
    found = tuple(
        LabelledDie(
            None if label.get("doubtful_colour") else label["colour"],
            label["value"],
            label["sides"],
            label.get("top", 1.0),
            tuple(label["box"]),
            None if match is None else answers[match],
        )
        for label, match in zip(labels, matches, strict=True)
    )
    return ImageResult(
        image=row["image"],
        group=row["set"],
        any_dice=any_dice,
        status=reading.status,
        codes=tuple(problem.code for problem in reading.problems),
        dice=found,
        extra=tuple(answers[j] for j in range(len(reading.dice)) if j not in matches),
        probability=reading.probability,
        elevation=row.get("elevation"),
        light=row.get("light"),
    )


def _answer_of(die: Die) -> Answer:
    values = tuple(probability for _, probability in sorted(die.alternatives))
    return Answer(die.colour, die.value, die.sides, die.confidence, values, die.box)


def load_labels(folder: Path) -> list[ImageLabels]:
    """Load the labels of all pictures in a folder. Raises FileNotFoundError without a labels.jsonl."""
    path = folder / "labels.jsonl"
    if not path.is_file():
        raise FileNotFoundError(
            f"expected labels.jsonl in {folder}, found none; name a folder of labelled photos"
        )
    lines = path.read_text("utf-8").splitlines()
    found = [cast("ImageLabels", json.loads(line)) for line in lines if line.strip()]
    return [row for row in found if (folder / row["image"]).is_file()]


def frames(folder: Path, row: ImageLabels) -> list[Path]:
    """Return the paths of a roll's picture and its further frames, or [] if it has no further frames."""
    first = folder / row["image"]
    more = sorted((folder / "frames").glob(f"{first.stem}-*{first.suffix}"))
    return [first, *more] if more else []


def read_by_votes(pictures: Sequence[Path], game: str) -> Reading:
    """Return one reading for all frames of a roll, by their votes (`vision.rolls.votes`)."""
    from vision import read
    from vision.frames.image import load
    from vision.frames.source import Frame
    from vision.rolls.votes import Votes

    votes = Votes()
    for number, path in enumerate(pictures, 1):
        image = load(path)
        votes.add(read(image, game=game), Frame(image, number, number / 15))
    result = votes.result()
    if result is None:
        raise ValueError("expected at least one frame to vote on, got none")
    return result[0]


def read_labelled(
    folder: Path,
    chosen: Iterable[ImageLabels],
    any_dice: bool,
    report: Callable[[str], object] = print,
    votes: bool = False,
) -> Iterator[ImageResult]:
    """Read labelled pictures and yield the results.

    `any_dice`: True to read dice of any kind, False to expect the set of dice of the picture's game. `votes`:
    read only rolls with several frames, once from one frame and once by a vote of all frames.
    """
    from vision import read
    from vision.frames.image import load

    for number, row in enumerate(chosen):
        game = "longo" if row["set"].endswith("8") else "classic"
        several = frames(folder, row) if votes else []
        if votes and not several:
            continue
        reading = read(load(folder / row["image"]), game=game, any_dice=any_dice)
        if several:
            alone: ImageLabels = {**row, "set": f"one frame, {row['set']}"}
            together: ImageLabels = {**row, "set": f"{len(several)} frames, {row['set']}"}
            yield evaluate(alone, reading, any_dice)
            yield evaluate(together, read_by_votes(several, game), any_dice)
        else:
            yield evaluate(row, reading, any_dice)
        if number % 50 == 49:
            report(f"{number + 1} pictures read")


def photos(folder: Path) -> Iterator[tuple[str, list[ImageLabels]]]:
    """Yield each set's name and the labels of its photos, without the photos that are used for training."""
    rows = load_labels(folder)
    held = {name: {item.path for item in items} for name, items in held_out_photos(folder).items()}
    for name in sorted({row["set"] for row in rows}):
        some = [row for row in rows if row["set"] == name]
        if name in held:
            yield f"{name}, held out", [row for row in some if folder / row["image"] in held[name]]
        else:
            yield name, some

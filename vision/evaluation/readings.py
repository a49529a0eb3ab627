"""What was seen in labelled pictures, kept as one JSON line a picture: read once, judged many times.

A folder holds pictures and `labels.jsonl`; a line there has `image`, `set`, and `dice` with `box`,
`colour`, `value`, `sides`, perhaps `top` (the visible share of the top face), `doubtful_colour`, and
facts of the scene.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from vision.geometry import Box, area, overlap
from vision.reading import Die, Reading


@dataclass(frozen=True, slots=True)
class Answer:
    """What `vision.read` said of one die. `odds`: the probability of its value alone; `counts`: whether it
    was taken for a die of the game, not ignored."""

    colour: str
    value: int
    sides: int
    confidence: float
    odds: float
    state: str
    box: tuple[float, ...]
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled die, and the answer for it, None where it was not found. `colour`: None where nobody knows
    or it is arguable; `top`: visible share of its top face."""

    colour: str | None
    value: int
    sides: int
    top: float
    box: tuple[float, ...]
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Seen:
    """One picture. `codes`: of its problems; `extra`: answers that count, where no label is; `size`: width
    and height."""

    image: str
    group: str
    any: bool
    status: str
    codes: tuple[str, ...]
    dice: tuple[Labelled, ...]
    extra: tuple[Answer, ...]
    size: tuple[int, int]
    elevation: float | None = None
    light: str | None = None

    def line(self) -> str:
        """As one line of JSON."""
        return json.dumps(asdict(self))


def load(path: Path) -> list[Seen]:
    """What was kept in a file."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        dice = tuple(
            Labelled(**{**d, "box": tuple(d["box"]), "answer": _answer(d["answer"]) if d["answer"] else None})
            for d in row["dice"]
        )
        extra = tuple(_answer(a) for a in row["extra"])
        row |= {"dice": dice, "extra": extra, "codes": tuple(row["codes"]), "size": tuple(row["size"])}
        found.append(Seen(**row))
    return found


def _answer(row: dict[str, object]) -> Answer:
    return Answer(**{**row, "box": tuple(row["box"])})  # type: ignore[arg-type]


def shared(a: Box, b: Box) -> float:
    """Intersection over union of two boxes; a box that hugs the pips counts where it lies inside."""
    common = overlap(a, b)
    inside = common.of_smaller if area(a) < 0.5 * area(b) else 0.0
    return max(common.of_union, 0.9 * inside)


def paired(boxes: Sequence[Box], dice: Sequence[Die], counting: int | None = None) -> list[int | None]:
    """For each labelled box the number of the die that shares most with it, best pairs first; the first
    `counting` dice before the others, for a die may have been found twice."""
    ways = sorted(
        (
            (counting is None or j < counting, shared(box, die.box), i, j)
            for i, box in enumerate(boxes)
            for j, die in enumerate(dice)
        ),
        reverse=True,
    )
    taken: dict[int, int] = {}
    for _, share, i, j in ways:
        if share > 0.25 and i not in taken and j not in taken.values():
            taken[i] = j
    return [taken.get(i) for i in range(len(boxes))]


def judge(row: dict[str, object], reading: Reading, any_dice: bool) -> Seen:
    """A line of labels and the reading of its picture."""
    labels: list[dict[str, object]] = [d for d in row["dice"] if d["value"]]  # type: ignore[attr-defined]
    dice = [*reading.dice, *reading.ignored]
    pairs = paired([d["box"] for d in labels], dice, len(reading.dice))  # type: ignore[misc]
    answers = [
        Answer(
            d.colour, d.value, d.sides, d.confidence, d.alternatives[0][1], d.state, d.box,
            j < len(reading.dice),
        )
        for j, d in enumerate(dice)
    ]  # fmt: skip
    found = tuple(
        Labelled(
            colour=None if label.get("doubtful_colour") else label["colour"],  # type: ignore[arg-type]
            value=int(label["value"]),  # type: ignore[call-overload]
            sides=int(label["sides"]),  # type: ignore[call-overload]
            top=float(label.get("top", 1.0)),  # type: ignore[arg-type]
            box=tuple(label["box"]),  # type: ignore[arg-type]
            answer=None if j is None else answers[j],
        )
        for label, j in zip(labels, pairs, strict=True)
    )
    extra = tuple(a for j, a in enumerate(answers) if j not in pairs and a.counts)
    elevation, light = row.get("elevation"), row.get("light")
    return Seen(
        str(row["image"]), str(row["set"]), any_dice, reading.status, tuple(p.code for p in reading.problems),
        found, extra, reading.size, None if elevation is None else float(elevation),  # type: ignore[arg-type]
        None if light is None else str(light),
    )  # fmt: skip


def rows(folder: Path) -> list[dict[str, object]]:
    """The lines of a folder's labels whose pictures are there."""
    path = folder / "labels.jsonl"
    if not path.is_file():
        raise FileNotFoundError(
            f"expected labels.jsonl in {folder}, found none; name a folder of labelled photos"
        )
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [row for row in found if (folder / row["image"]).is_file()]


def frames(folder: Path, row: dict[str, object]) -> list[Path]:
    """A roll's picture and the further frames of the same camera; none where it has no further ones."""
    first = folder / str(row["image"])
    more = sorted((folder / "frames").glob(f"{first.stem}-*{first.suffix}"))
    return [first, *more] if more else []


def voted(pictures: Sequence[Path], game: str) -> Reading:
    """What the frames say together, by the votes that a watched table uses (`vision.rolls.votes`)."""
    from vision import read
    from vision.frames.image import load as picture
    from vision.frames.source import Frame
    from vision.rolls.votes import Votes

    votes = Votes()
    for number, path in enumerate(pictures, 1):
        image = picture(path)
        votes.add(read(image, game=game), Frame(image, number, number / 15))
    result = votes.result()
    if result is None:
        raise ValueError("expected at least one frame to vote on, got none")
    return result[0]


def look(
    folder: Path,
    chosen: Iterable[dict[str, object]],
    any_dice: bool,
    report: Callable[[str], object] = print,
    votes: bool = False,
) -> Iterator[Seen]:
    """Read labelled pictures: rolls against the set of their game, photos with `any`.

    `votes`: only rolls that have further frames, each read twice: its picture alone, and all frames together.
    """
    from vision import read
    from vision.frames.image import load as picture

    for number, row in enumerate(chosen):
        game = "longo" if str(row["set"]).endswith("8") else "classic"
        several = frames(folder, row) if votes else []
        if votes and not several:
            continue
        reading = read(picture(folder / str(row["image"])), game=game, any_dice=any_dice)
        if several:
            yield judge({**row, "set": f"one frame, {row['set']}"}, reading, any_dice)
            of_all = {**row, "set": f"{len(several)} frames, {row['set']}"}
            yield judge(of_all, voted(several, game), any_dice)
        else:
            yield judge(row, reading, any_dice)
        if number % 50 == 49:
            report(f"{number + 1} pictures read")

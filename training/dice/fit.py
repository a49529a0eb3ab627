"""Fits the weights of the model that reads rolls: `python -m training.dice.fit --rolls FOLDER --photos
FOLDER`, which writes `models/scoring.toml`.

ROLLS are rendered rolls (`python -m training.evaluation`, `python -m training.evaluation.varied_rolls`) with
a labels.jsonl, reserved for this fit. Of PHOTOS, only those that no network learnt from are used. The weights
are fitted on all pictures. Cross-validation, whose results are printed, chooses the probability from which a
whole roll counts as complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import click
import numpy as np
from numpy.typing import NDArray

from training.dice import figures
from training.dice.dataset import TRAINED_SETS, subject_of
from training.dice.likelihood import (
    START_WHOLE,
    Case,
    case_of,
    fit_colours,
    fit_kinds,
    fit_logistic,
    fit_paints,
    fit_terms,
    fit_values,
    with_variants,
)
from training.dice.predictions import Example, look_at_all
from training.dice.readings import ImageLabels, ImageResult, evaluate, load_labels, photos
from vision.dice.assessment import assess
from vision.dice.assignment import assign, assign_any
from vision.dice.classifier import tops_of
from vision.dice.leaning import leans
from vision.dice.pipeline import how_well_explained
from vision.dice.scoring import (
    MOST_SURE,
    TERMS,
    VALUE_TERMS,
    Paints,
    Scoring,
    fitted_on,
    most_lean,
    scoring,
)
from vision.dice.scoring import paints as shipped_paints
from vision.reading import Kind

F64 = NDArray[np.float64]

KINDS: tuple[Kind, ...] = ("six", "eight", "any")
PARTS: dict[Kind, int] = {"six": 2, "eight": 2, "any": 3}
"""Number of parts (folds) for cross-validation. For dice of any kind, each set of photos with labelled dice
is a further part, which is judged by weights fitted on other cameras, tables and dice."""
MAX_RISK: dict[Kind, float] = {"six": 1 / 250, "eight": 1 / 250, "any": 1 / 100}
"""Largest allowed share of complete readings that are wrong, by kind of dice."""
MAX_STRANGERS = 1 / 15
"""Largest allowed share of complete readings among the pictures with only dice of other games. The readers
take some ten-sided dice for eight-sided ones, and no weight separates these."""
LEAST_SURE: dict[Kind, float] = {"six": 0.93, "eight": 0.93, "any": 0.8}
"""A reading never counts as complete with a probability below this. A wrong roll spoils a game, and so costs
more than the tap that answers a question."""
NEEDLESS = 0.01
"""Largest allowed share of correctly read rolls with a needless question about a die that seems to lean."""
HOLD_WHOLE = 1.0
"""Strength of the ridge penalty that holds a whole roll's calibration towards constant 0 and slope 1."""
WHOLE_LOG_ODDS = (-10.0, float(np.log(MOST_SURE) - np.log1p(-MOST_SURE)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of reading one picture with given weights."""

    result: ImageResult  # the reading, compared with the labels
    log_odds: float  # by the model, that the whole roll is right
    lean_log_odds: float  # log odds of the die that most likely leans

    @property
    def right(self) -> bool:
        """Return True if no die was misread, missed or invented (`figures.is_wrong`)."""
        return not figures.is_wrong(self.result)


def kind_of(example: Example) -> Kind:
    """Return the kind of dice that are expected in a picture."""
    return "any" if example.sides is None else "eight" if example.sides == 8 else "six"


def fit(cases: Sequence[Case], paints: Paints, kind: Kind) -> Scoring:
    """Return the likeliest weights for this kind of dice, before `fit_whole` calibrates whole rolls."""
    weighed = _alike(cases) if kind == "any" else cases
    terms, overlap = fit_terms([each for case in weighed for each in with_variants(case, paints)])
    sharpness, misread = fit_values(cases)
    colours = fit_colours(cases) if kind == "any" else (1.0, 0.0)
    kinds = fit_kinds(cases) if kind == "any" else (1.0, 0.0)
    return Scoring(terms, overlap, sharpness, misread, colours, kinds, START_WHOLE, 1.0)


def outcome(looks: Sequence[Case], by: Scoring) -> Outcome:
    """Return the result of the best explained detector pass over one picture. `looks`: all its passes."""
    return max((_of_look(case, by) for case in looks), key=lambda pair: pair[0])[1]


def _of_look(case: Case, by: Scoring) -> tuple[tuple[bool, bool, float, int], Outcome]:
    """Return the rank (`how_well_explained`) and the result of one detector pass over a picture."""
    plain = replace(by, whole=START_WHOLE, sure=0.0)  # every remaining question is asked anyway
    example = case.example
    if not case.places:
        found = assign_any(example.predictions, case.evidence, plain)
    else:
        found = assign(example.predictions, case.evidence, plain, case.places)
    reading = assess(found, example.size, case.places, example.sides, flat=np.inf)
    p = min(found.probability, MOST_SURE)
    log_odds = float(np.log(max(p, 1e-12)) - np.log1p(-p))
    dice = [die.prediction for die in (*found.dice, *found.spare)]
    lean = float(leans(tops_of(dice), example.size).max(initial=-np.inf))
    judged = Outcome(evaluate(example.row, reading, example.sides is None), log_odds, lean)
    return how_well_explained(found, reading), judged


def by_parts(cases: Sequence[Case], paints: Paints, kind: Kind) -> list[Outcome]:
    """Return cross-validated results: each part of the pictures is judged by weights fitted on the others."""
    pictures = _by_picture(cases)
    parts = _parts([looks[0].example.row for looks in pictures.values()], kind)
    pairs = list(zip(parts, pictures.values(), strict=True))
    found = []
    for part in dict.fromkeys(parts):
        by = fit([case for other, looks in pairs if other != part for case in looks], paints, kind)
        found += [outcome(looks, by) for own, looks in pairs if own == part]
    return found


def _by_picture(cases: Sequence[Case]) -> dict[str, list[Case]]:
    pictures: dict[str, list[Case]] = {}
    for case in cases:
        pictures.setdefault(case.example.row["image"], []).append(case)
    return pictures


def _parts(rows: Sequence[ImageLabels], kind: Kind) -> list[str]:
    """Return each picture's part (fold) for cross-validation. Pictures of one scene share a part.

    For dice of any kind, all pictures of a set with labelled dice also share a part, so that no set is judged
    by weights fitted on it.
    """
    ours = {row["set"] for row in rows if row["dice"]} if kind == "any" else set()
    scenes = dict.fromkeys(row.get("scene", row["image"]) for row in rows if row["set"] not in ours)
    part_of = {scene: str(number % PARTS[kind]) for number, scene in enumerate(scenes)}
    return [row["set"] if row["set"] in ours else part_of[row.get("scene", row["image"])] for row in rows]


def _alike(cases: Sequence[Case]) -> list[Case]:
    """Return the cases, weighted so that all sets of photos count alike."""
    sets = Counter(case.example.row["set"] for case in cases)
    usual = median(sets.values()) if sets else 1
    return [replace(case, weight=case.weight * usual / sets[case.example.row["set"]]) for case in cases]


def fit_whole(found: Sequence[Outcome]) -> tuple[float, float]:
    """Return the constant and slope that calibrate the model's log odds of a whole roll.

    Results that ask any question other than whether the roll is right are left out.
    """
    judged = [each for each in found if not _has_question(each)]
    odds = np.clip([each.log_odds for each in judged], *WHOLE_LOG_ODDS)
    right = np.array([float(each.right) for each in judged])
    return fit_logistic(odds, right, START_WHOLE, HOLD_WHOLE)


def choose_least_probability(found: Sequence[Outcome], by: Scoring, kind: Kind) -> float:
    """Return the smallest probability of a whole roll at which its reading may count as complete.

    With this limit, at most the share MAX_RISK of complete readings are wrong, and at most the share
    MAX_STRANGERS of the pictures without labelled dice have a complete reading.
    """
    judged = sorted((each for each in found if not _has_question(each)), key=lambda each: -each.log_odds)
    ours = [each for each in judged if each.result.dice]
    wrong = np.array([not each.right for each in ours])
    allowed = np.flatnonzero(np.cumsum(wrong) <= MAX_RISK[kind] * np.arange(1, len(ours) + 1))
    last = int(allowed[-1]) + 1 if len(allowed) else 0
    least = max((each.log_odds for each in ours[last:] if not each.right), default=-np.inf)
    few = int(MAX_STRANGERS * sum(not each.result.dice for each in found))
    strangers = [each.log_odds for each in judged if not each.result.dice and not each.right]
    least = max([least, *strangers[few:]])
    odds = by.whole[0] + by.whole[1] * float(np.clip(least, *WHOLE_LOG_ODDS))
    surer = (int(1e4 / (1 + float(np.exp(-odds)))) + 1) / 1e4
    return max(LEAST_SURE[kind], surer)


def choose_lean(found: Sequence[Outcome]) -> float:
    """Return the log odds from which a die counts as leaning.

    `found`: results for flat dice, of which at most the share NEEDLESS may reach these log odds.
    """
    return round(float(np.quantile([each.lean_log_odds for each in found], 1 - NEEDLESS)), 2)


def _is_sure(each: Outcome, by: Scoring, flat: float) -> bool:
    """Return True if the reading is complete and no die's log odds of leaning exceed `flat`."""
    return _probability(each, by) >= by.sure and each.lean_log_odds <= flat and not _has_question(each)


def _probability(each: Outcome, by: Scoring) -> float:
    odds = by.whole[0] + by.whole[1] * float(np.clip(each.log_odds, *WHOLE_LOG_ODDS))
    return 1 / (1 + float(np.exp(-odds)))


def report(name: str, found: Sequence[Outcome], by: Scoring, flat: float) -> str:
    """Return a line with the shares of right, complete and wrong readings and the number of invented dice."""
    sure = [each for each in found if _is_sure(each, by, flat)]
    bad = sum(not each.right for each in sure)
    return (
        f"{name}: {figures.percentage(sum(each.right for each in found), len(found))} wholly right, "
        f"{figures.percentage(len(sure), len(found))} complete, "
        f"of these {figures.percentage(bad, len(sure))} wrong, "
        f"{sum(len(each.result.extra) for each in found)} false dice"
    )


def _has_question(each: Outcome) -> bool:
    """Return True if the reading asks a question that does not depend on the roll's probability."""
    return each.result.status != "complete"


def photo_rows(folder: Path, every: int) -> list[ImageLabels]:
    """Return the labels of the photos that no network learnt from, except close-ups (the set `numerals`).

    `every`: 2 takes every second photo, 3 every third, and so on, from sets that show one die at a time.
    """
    rows: list[ImageLabels] = []
    for name, chosen in photos(folder):
        shown = chosen[0]["set"]
        if shown == "others":
            rows += [{**row, "set": name, "dice": [], "scene": subject_of(row)} for row in chosen]
        elif shown in TRAINED_SETS:
            rows += [{**row, "set": name} for row in chosen]
        elif shown != "numerals":
            rows += [{**row, "set": name, "scene": subject_of(row)} for row in chosen[::every]]
    return rows


def text_of(weights: dict[Kind, Scoring], paints: Paints, flat: float, pictures: str) -> str:
    """Return the text of `models/scoring.toml`.

    `flat`: the log odds above which a die counts as leaning. `pictures`: what the weights were fitted on.
    """
    lines = [
        "# The weights of the model that says which die is which (vision/dice/scoring.py).",
        "# Written by `python -m training.dice.fit`; docs/reading-dice.md says what they mean.",
        "",
        f"version = {VERSION}",
        f'fitted_on = "{pictures}"',
        f"leans = {flat:.2f}",
    ]
    for kind, by in weights.items():
        lines += ["", f"[{kind}]", f"overlap = {by.overlap:.3f}", f"sharpness = {by.sharpness:.3f}"]
        lines += [f"sure = {by.sure:.4f}"]
        lines += ["", f"[{kind}.terms]"]
        lines += [f'"{name}" = {w:.3f}' for name, w in zip(TERMS, by.terms, strict=True)]
        lines += ["", f"[{kind}.misread]"]
        lines += [f'"{name}" = {w:.3f}' for name, w in zip(VALUE_TERMS, by.misread, strict=True)]
        lines += ["", f"[{kind}.colour]", f"exponent = {by.colour[0]:.3f}", f"other = {by.colour[1]:.3f}"]
        lines += ["", f"[{kind}.sides]", f"factor = {by.kind[0]:.3f}", f"constant = {by.kind[1]:.3f}"]
        lines += ["", f"[{kind}.whole]", f"constant = {by.whole[0]:.3f}", f"slope = {by.whole[1]:.3f}"]
    lines += ["", "[paints]", f"tones = {paints.tones.tolist()}", f"spreads = {paints.spreads.tolist()}"]
    return "\n".join(lines) + "\n"


VERSION = 1


@click.command()
@click.option("--rolls", multiple=True, type=click.Path(path_type=Path, exists=True))
@click.option("--photos", type=click.Path(path_type=Path, exists=True))
@click.option("--every", default=2, show_default=True, help="Only every so many photos of sets of one die.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="A folder that keeps what the networks said of each picture.",
)
@click.option("--out", type=click.Path(path_type=Path), default="models/scoring.toml", show_default=True)
@click.option(
    "--any-alone",
    is_flag=True,
    help="Only the weights for any dice, of photos; the others stay as they ship.",
)
@click.option(
    "--leans-alone",
    is_flag=True,
    help="Only from which log odds a die leans, after the network of normals learnt; all weights stay.",
)
def command(
    rolls: tuple[Path, ...],
    photos: Path | None,
    every: int,
    keep: Path,
    out: Path,
    any_alone: bool,
    leans_alone: bool,
) -> None:
    """Fit the weights of the model that reads rolls."""
    keep.mkdir(parents=True, exist_ok=True)
    examples: list[Example] = []
    for folder in rolls:
        rows = load_labels(folder)
        examples += look_at_all(folder, rows, False, keep / f"{folder.name}.jsonl", _say)
    if photos is not None:
        examples += look_at_all(photos, photo_rows(photos, every), True, keep / "photos.jsonl", _say)
    shipped = {kind: scoring(kind) for kind in KINDS if leans_alone or (any_alone and kind != "any")}
    paints = shipped_paints() if shipped else fit_paints(each for each in examples if each.sides is not None)
    weights: dict[Kind, Scoring] = {}
    judged: dict[Kind, list[Outcome]] = {}
    counts = []
    for kind in KINDS:
        cases = [case_of(example, paints) for example in examples if kind_of(example) == kind]
        if kind in shipped:
            weights[kind] = shipped[kind]
            if leans_alone and kind != "any":
                judged[kind] = [outcome(looks, shipped[kind]) for looks in _by_picture(cases).values()]
            continue
        weights[kind], judged[kind] = _fitted(cases, paints, kind)
        counts.append(f"{len(judged[kind])} {'photos' if kind == 'any' else f'rolls of {kind}-sided dice'}")
    flat = most_lean() if any_alone else choose_lean(_sure_and_right(judged, weights))
    for kind, found in judged.items():
        for name in dict.fromkeys(each.result.group for each in found):
            some = [each for each in found if each.result.group == name]
            click.echo(report(name, some, weights[kind], flat))
    before = [part for part in fitted_on().split(", ") if leans_alone or (any_alone and "photos" not in part)]
    out.write_text(text_of(weights, paints, flat, ", ".join(before + counts)), "utf-8")


def _fitted(cases: Sequence[Case], paints: Paints, kind: Kind) -> tuple[Scoring, list[Outcome]]:
    """Return the weights for one kind of dice, and the cross-validated result for each picture."""
    found = by_parts(cases, paints, kind)
    by = replace(fit(cases, paints, kind), whole=fit_whole(found))
    return replace(by, sure=choose_least_probability(found, by, kind)), found


def _sure_and_right(judged: dict[Kind, list[Outcome]], weights: dict[Kind, Scoring]) -> list[Outcome]:
    """Return the right results that are complete, or would be if no die seemed to lean.

    Results in which the lean of no die could be judged are left out. `judged`: all results, by kind of dice.
    """
    pairs = [(each, weights[kind]) for kind, found in judged.items() for each in found]
    return [
        each
        for each, by in pairs
        if np.isfinite(each.lean_log_odds) and each.right and _is_sure(each, by, np.inf)
    ]


def _say(text: str) -> None:
    click.echo(text, err=True)


if __name__ == "__main__":
    command()

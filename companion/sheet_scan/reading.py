"""Reads a photo of marked sheets: crosses, doubtful crosses, scores, and contradictions with the rules."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice, product
from typing import Literal

from companion.records.referee import sheet_verdict
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.reachable import contradictions
from companion.rules.refusal import Contradiction
from companion.rules.score import score_on_paper
from companion.sheet_scan.inference import probabilities, verdict
from sheets.language import Translate, phrase
from sheets.order import game_of
from sheets.pad import ROW_LETTERS, Pad
from sheets.serial import SheetCode
from vision.frames.image import Image
from vision.problem import Problem
from vision.scan.evidence import ScannedSheet
from vision.scan.pipeline import scan

Status = Literal["complete", "unsure", "no-sheet"]

MOST_TRIED = 256
"""Largest number of combinations of doubtful crosses that are tried in search of a legal sheet."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell, lock or box that people should check, because it may be crossed or not."""

    cell: str  # as `sheets.page.SheetPlan.places` names it: "a7", "lock a", "miss 2", "box 5", "a7+"
    p: float  # the probability that it is crossed
    box: tuple[int, int, int, int]  # x, y, width, height in pixels of the upright photo
    hidden: bool = False  # True if the photo does not show it


@dataclass(frozen=True, slots=True)
class SheetReading:
    """The reading of one sheet in a photo."""

    status: Status
    code: SheetCode | None = None
    """The content of the sheet's QR code, or None if it can't be read.

    Without it the pad may be recognised by its looks, but `status` is never "complete".
    """
    pad: Pad | None = None  # None with the status "no-sheet"
    observed: ObservedSheet | None = None  # the sure crosses; None with the status "no-sheet"
    misses: tuple[int, ...] = ()  # crossed penalty boxes, from 1
    unsure: tuple[Doubt, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    problems: tuple[Problem, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    """Corners in pixels of the upright photo, clockwise from the sheet's top left."""

    @property
    def serial(self) -> str | None:
        """Return the sheet's number, such as "K7Q2-03", or None if its code can't be read."""
        return str(self.code.serial) if self.code else None

    @property
    def lucky(self) -> tuple[int, int] | None:
        """Return the lucky numbers printed on the sheet, or None if it has none or its code can't be read."""
        return self.code.lucky if self.code else None

    @property
    def legal(self) -> bool | None:
        """Return True if the doubtful places can be decided so that legal play leads to the sheet.

        Return False if they can't, or None if `status` is "no-sheet".
        """
        return None if self.observed is None else not self.contradictions

    @property
    def game(self) -> str | None:
        """Return the name of the sheet's game, "own" for a custom pad, or None if the pad is unknown."""
        return None if self.pad is None else game_of(self.pad)

    def is_printed_as(self, pad: Pad) -> bool:
        """Return True if the sheet has the same rows and other printed parts as `pad`."""
        own = self.pad
        return own is not None and (own.rows, own.parts) == (pad.rows, pad.parts)

    def with_marked_places(self, places: Collection[str]) -> ObservedSheet:
        """Return the sure crosses plus crosses at these doubtful `places`. The pad must be known."""
        assert self.observed is not None and self.pad is not None
        return ObservedSheet.from_places(self.pad, [*self.observed.places, *places])

    def to_json(self, image: str, translate: Translate = str) -> dict[str, object]:
        """Return the object that `qwixx scan --json` prints for this sheet in the file `image`."""
        said: dict[str, object] = {"marks": {letter: [] for letter in ROW_LETTERS}, "bonus": []}
        locks: list[str] = []
        scores: dict[str, int] | None = None
        misses = 0
        if self.observed is not None:
            observed = self.observed
            said = sheet_verdict(observed.sheet)
            locks = [letter for row, letter in enumerate(ROW_LETTERS) if observed.locks >> row & 1]
            misses = observed.misses
            if observed.pad.letter:
                said["letter"] = observed.pad.letter
            score = score_on_paper(observed)
            scores = dict(zip(ROW_LETTERS, score.rows, strict=True))
            scores |= {"bonus": score.bonus, "misses": score.misses, "total": score.total}
        marks, bonus = said.pop("marks"), said.pop("bonus")
        answer: dict[str, object] = {
            "image": image,
            "status": self.status,
            "sheet": self.serial,
            "game": self.game,
            "lucky": list(self.lucky) if self.lucky else None,
            "marks": marks,
            "locks": locks,
            "misses": misses,
            "bonus": bonus,
            **said,
            "unsure": [{"cell": d.cell, "p": round(d.p, 4), "box": list(d.box)} for d in self.unsure],
            "scores": scores,
            "legal": self.legal,
            "problems": [
                *(problem.to_json(translate) for problem in self.problems),
                *(
                    {
                        "code": c.rule,
                        "rule": c.rule,
                        "cells": list(c.cells),
                        "text": c.refusal.in_language(translate),
                    }
                    for c in self.contradictions
                ),
            ],
        }
        if self.pad is not None and self.game == "own":
            answer["pad"] = self.pad.name
        return answer


def read_sheets(image: Image, pads: Iterable[Pad] = ()) -> tuple[SheetReading, ...]:
    """Return a reading of each sheet in a photo, from top left to bottom right, or () if there is none.

    `image`: H x W x 3 uint8, BGR, upright. `pads`: custom pads that may occur.
    """
    return tuple(interpret(seen) for seen in scan(image, pads))


def interpret(seen: ScannedSheet) -> SheetReading:
    """Return the reading of one sheet, from its evidence and the rules of its pad."""
    pad = seen.pad
    if pad is None:
        return SheetReading("no-sheet", seen.code, problems=seen.problems, corners=seen.corners)
    evidence = {cell.cell: cell for cell in seen.cells}
    chances = probabilities(pad, evidence)
    verdicts = {place: verdict(cell, chances[place]) for place, cell in evidence.items()}
    sure = [place for place, crossed in verdicts.items() if crossed]
    doubts = tuple(
        Doubt(place, chances[place], evidence[place].box, evidence[place].hidden)
        for place, crossed in verdicts.items()
        if crossed is None
    )
    return SheetReading(
        "unsure" if doubts or seen.code is None else "complete",
        seen.code,
        pad,
        ObservedSheet.from_places(pad, sure),
        tuple(int(place.split()[1]) for place in sure if place.startswith("miss ")),
        doubts,
        _contradictions(pad, sure, doubts),
        seen.problems,
        seen.corners,
    )


def _contradictions(pad: Pad, sure: list[str], doubts: tuple[Doubt, ...]) -> tuple[Contradiction, ...]:
    """Return () if the doubtful places can be decided without breaking a rule.

    Otherwise return the contradictions of the likeliest combination. At most MOST_TRIED combinations are
    tried; the first ones differ only in the most doubtful places.
    """
    by_doubt = sorted(doubts, key=lambda doubt: -abs(doubt.p - 0.5))
    choices = [(doubt.p >= 0.5, doubt.p < 0.5) for doubt in by_doubt]
    first: tuple[Contradiction, ...] | None = None
    for decided in islice(product(*choices), MOST_TRIED):
        places = sure + [doubt.cell for doubt, crossed in zip(by_doubt, decided, strict=True) if crossed]
        faults = contradictions(ObservedSheet.from_places(pad, places))
        if not faults:
            return ()
        first = faults if first is None else first
    return first or ()


NO_SHEET = SheetReading(
    "no-sheet",
    problems=(
        Problem(
            "no-sheet",
            phrase(
                "No sheet was found in this photo; lay it flat, with its four corner squares in view, in "
                "even light."
            ),
        ),
    ),
)

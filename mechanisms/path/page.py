"""On Board on the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.presenters.lesson_parts import Picture, Step
from companion.web.presenters.mechanism import Shown
from companion.web.presenters.places import Below, Look, Moment, Place
from mechanisms.path.rules import stands_on
from mechanisms.path.table import MOST_STEPS
from sheets.language import Phrase, message, phrase
from sheets.mechanism import box_names
from sheets.pad import Pad
from sheets.place_names import place_phrase


@dataclass(frozen=True, slots=True)
class PathField:
    """A field: what it asks for, its points, and whether the figure stopped there or stands there."""

    colour: str
    number: int
    worth: int
    passed: bool
    here: bool


@dataclass(frozen=True, slots=True)
class PathFields:
    """The path, and the moves that a player may tap."""

    fields: tuple[PathField, ...]
    moves: tuple[Place, ...]


class PathShown(Shown):
    """The path and the figure on it."""

    key = "path"
    further_rules = ("board-free-fields", "board-cross")

    def steps(self, pad: Pad) -> Iterator[Step]:
        """The third action, what it asks for, and what it is worth."""
        path = pad.part(self.key)
        first = tuple((f"{colour[0].upper()}{number}", "") for colour, number in path.fields[:MOST_STEPS])
        yield Step(
            message("Third: your figure"),
            phrase(
                "After both actions you may move your figure one to five free fields along the path. The "
                "field that it reaches asks for its number in its colour: cross it at once, as order and "
                "locks allow, unless it is crossed already."
            ),
            Picture(fields=((first[0][0], "now"), *first[1:])),
            ("board-third-action", "board-free-fields", "board-cross"),
        )
        worth = [(str(points), "") for points in path.points[:-1]]
        yield Step(
            message("What the path is worth"),
            phrase(
                "At the end you score the field on which your figure stands, {points} points at most. When "
                "two figures stand on the last five fields, the game ends.",
                points=path.points[-1],
            ),
            Picture(fields=(*worth, (str(path.points[-1]), "marked"))),
            ("board-points", "end-figures"),
        )

    def adds(self, pad: Pad) -> Phrase | None:
        """The points of the field."""
        return phrase("The field of the path on which your figure stands adds its points.")

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """The place of the figure."""
        field = stands_on(sheet)
        if not field:
            return phrase("Your figure stands before the path; it moves after your second action")
        return phrase("Your figure stands on field {field} of the path", field=field)

    def offer(self, sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
        """The figure may move."""
        may = any(part.form == "figure" for mark in marks for part in mark.parts)
        return phrase("Your figure may move, after your cross or without one") if may else None

    def below(self, game: Game, sheet: Sheet, look: Look, moment: Moment | None) -> Below | None:
        """The path, and a button for each number of steps."""
        path, stops, here = sheet.pad.part(self.key), sheet.of(self.key), stands_on(sheet)
        fields = tuple(
            PathField(colour, number, path.worth(place), bool(stops >> place - 1 & 1), place == here)
            for place, (colour, number) in enumerate(path.fields, 1)
        )
        moves = []
        for steps in range(1, MOST_STEPS + 1):
            name = f"f{steps}"
            state, mark, choice = look.place(name, crossed=False, gone=False, fresh=False)
            if state == "legal":
                words = place_phrase(sheet.pad, name)
                moves.append(Place(name, f"+{steps}", words, steps, state, mark, choice))
        return Below(self.key, PathFields(fields, tuple(moves)), True)

    def reason(self, mark: Mark, roll: Roll, spot: Spot | None) -> Refusal | None:
        """The field asks for what is crossed now, or was."""
        text = message("The figure reaches a field whose number is crossed, or may be crossed with it.")
        return Refusal("board-cross", text)

    def besides(self, pad: Pad, place: str) -> tuple[Phrase, str] | None:
        """A field at which the figure stopped, by its number on the path."""
        boxes = box_names(pad.parts, self.key)
        return (phrase("path"), str(boxes.index(place) + 1)) if place in boxes else None


MECHANISM = PathShown()

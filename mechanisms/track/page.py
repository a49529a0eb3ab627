"""The game Lucky 15 on web pages: its track, lesson and hints."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.layout.game.lesson_parts import Picture, Step
from companion.web.layout.game.page_part import PagePart, before
from companion.web.layout.game.places import OpenAction, Panel, Place, PlacePresenter, SheetAdditions
from mechanisms.track import FIFTEEN, PART
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.pad_part import box_names


@dataclass(frozen=True, slots=True)
class TrackFields:
    """What the page shows of a player's track: fields that are crossed in order, one per sum of fifteen."""

    fields: tuple[tuple[int, str], ...]  # the points and the state of each field
    tap: Place | None  # the field to tap: the next field, or the field just crossed; None if all are crossed


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    points, crossed = list(PART.on(sheet.pad)), sheet.state(PART.key).bit_count()
    points[-1] = int(game.rulings.lucky15_top) or points[-1]
    boxes = box_names(sheet.pad.parts, PART.key)
    fresh = action is not None and any(box in action.fresh for box in boxes)
    gone = crossed == len(points) and not fresh
    state, mark, choice = presenter.place(str(FIFTEEN), crossed=fresh, gone=gone, fresh=fresh)
    tapped = crossed - 1 if fresh else crossed
    fields = tuple(
        (each, state if i == tapped else "marked" if i < crossed else "open") for i, each in enumerate(points)
    )
    tap = None
    if tapped < len(points):
        words = phrase("fifteen, for {points} points", points=points[tapped])
        text = str(points[tapped])
        tap = Place(str(FIFTEEN), text, words, tapped + 1, state, mark, choice, tapped % 4)
    return SheetAdditions(below=(Panel(PART.key, TrackFields(fields, tap)),))


def _steps(pad: Pad) -> Iterator[Step]:
    worth = PART.on(pad)
    yield Step(
        message("Fifteen"),
        phrase(
            "If both white dice and one coloured die make exactly fifteen, whoever threw may cross "
            "the next field of the track, instead of everything else in this turn."
        ),
        Picture(
            (("white", 5), ("white", 6), ("red", 4)),
            15,
            fields=tuple((str(points), "now" if i == 0 else "") for i, points in enumerate(worth)),
        ),
        ("lucky15-fifteen", "lucky15-instead", "lucky15-track"),
    )
    crossed = len(worth) - 1 or 1
    yield Step(
        message("What the track is worth"),
        phrase(
            "At the end the last field that you crossed counts once: here {points} points.",
            points=worth[crossed - 1],
        ),
        Picture(
            fields=tuple((str(points), "marked" if i < crossed else "") for i, points in enumerate(worth))
        ),
        ("lucky15-score",),
    )


def _offer(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    fits = any(mark.form == PART.key for mark in marks)
    return phrase("Fifteen! The track may be crossed, in place of both actions") if fits else None


def _reason(mark: Mark, roll: Roll, spot: Spot | None) -> Refusal:
    text = message("The white dice make {sum}, and a coloured one makes fifteen with them.")
    return Refusal("lucky15-fifteen", text, {"sum": roll.sum})


def _result_label(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    boxes = dict(zip(box_names(pad.parts, PART.key), PART.on(pad), strict=True))
    return (phrase("fifteen"), str(boxes[place])) if place in boxes else None


PAGE = PagePart(
    additions=_additions,
    note=lambda game, player, sheet: phrase(
        "Two white dice and a coloured one make 15: cross the track, in place of both actions"
    ),
    offer=_offer,
    adds=lambda pad: phrase("The last field crossed on the track of fifteen adds its points once."),
    lesson=before("miss", _steps),
    reason=_reason,
    further_rules=("lucky15-instead", "lucky15-score"),
    result_label=_result_label,
)

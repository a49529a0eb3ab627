"""What a table's camera can do for the page now."""

from __future__ import annotations

from dataclasses import dataclass

from companion.web.camera.intake import SecondView
from companion.web.camera.table_lessons import LastLesson
from companion.web.session.reroll_question import RerollQuestion


@dataclass(frozen=True, slots=True)
class CameraState:
    """How a roll can come in besides a photo and tapping.

    `activity`: the status of the camera's activity; "" without a camera. `can_throw`: pretend dice can be
    thrown. `can_look`: the camera can be asked for the dice as they lie. `reroll_question`: a die that lies
    otherwise now. `overdue`: the source was to give a roll, and has given none for a while. `rolling`:
    pretend dice are in the air. `lesson`: what the last tap taught the table.
    `second_view`: what the last one came to. `phones`: key and name of each phone that offers its camera and
    is not the one that is watched.
    """

    activity: str = ""
    can_throw: bool = False
    can_look: bool = False
    reroll_question: RerollQuestion | None = None
    overdue: bool = False
    rolling: bool = False
    lesson: LastLesson | None = None
    second_view: SecondView | None = None
    phones: tuple[tuple[str, str], ...] = ()

"""The current abilities of a table's camera, for the page."""

from dataclasses import dataclass

from companion.web.camera.intake import SecondView
from companion.web.camera.table_lessons import LastLesson
from companion.web.session.drafts import RerollQuestion


@dataclass(frozen=True, slots=True)
class CameraState:
    """The ways in which a roll can come in, besides a photo and tapping.

    `activity`: the status of the camera's activity; "" without a camera. `can_look`: the camera
    can read the dice on request. `reroll_question`: a die that has changed its place or face. `overdue`: a
    roll from the source is overdue. `lesson`: the lesson of the last tap. `second_view`: what the last one
    came to. `phones`: key and name of each phone that offers its camera and is not the one that is watched.
    """

    activity: str = ""
    can_look: bool = False
    reroll_question: RerollQuestion | None = None
    overdue: bool = False
    lesson: LastLesson | None = None
    second_view: SecondView | None = None
    phones: tuple[tuple[str, str], ...] = ()

"""Rights: the requests that a stranger, a guest, a player and the table's own screen may make."""

from flask import request

from companion.web.access.request_context import at_least, current_seat
from companion.web.server.answers import wants_json
from companion.web.server.refusal import JOIN_FIRST, NotJoined, RequestRefused
from sheets.language import message

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
STRANGERS = frozenset(
    {
        "static",
        "install.manifest",
        "install.offline",
        "install.worker",
        "rules.page",
        "rules.rule",
        "rules.ask",
        "rules.questions",
        "device.choose_language",
        "joining.page",
        "joining.by_code",
        "joining.by_key",
        "joining.by_sheet",
        "trust.page",
        "trust.authority",
    }
)
"""Requests of a device that has not joined."""
GUESTS = frozenset(
    {
        "sitting.sit",
        "sitting.sit_by_photo",
        "seat_requests.stop",
        "device.choose_hints",
        "device.choose_explanations",
        "device.leave",
        "welcome.try_a_game",
    }
)
"""Changes that a device that only watches may make."""
PLAYERS = frozenset(
    {
        "marks.mark",
        "marks.take_back",
        "marks.card",
        "marks.play",
        "rolls.roll",
        "rolls.correct",
        "rolls.throw",
        "photos.forget_lesson",
        "photos.photo",
        "photos.look",
        "photos.look_again",
        "dice_questions.answer_reroll",
        "phone_camera.picture",
        "sheet_photos.read",
        "sheet_photos.take_over",
        "seat_requests.answer",
        "referee.ask",
        "person_picture.choose",
    }
)
"""Changes that a player may also make."""
TABLE_PAGES = frozenset(
    {
        "new_game.page",
        "welcome.page",
        "printing.page",
        "pad_editor.page",
        "seats.page",
        "check_up.page",
        "dice_lessons.page",
        "dice_lessons.picture",
        "dice_lessons.portrait",
        "dice_lessons.lesson_picture",
        "copies.page",
        "copies.save",
    }
)
"""Pages that only the table sees."""


def check_rights() -> None:
    """Refuse a request that the device may not make. Runs before each request, after the guard's check.

    Strangers may join and read the rules; guests may look; players may also make the changes in PLAYERS, and
    mark only for themselves. Only the table may make changes that no list names.
    """
    if request.endpoint is None or request.endpoint in STRANGERS:
        return
    role = current_seat().role
    if role == "stranger":
        if request.method == "GET" and not wants_json():
            raise NotJoined(JOIN_FIRST)
        raise RequestRefused("not-joined", JOIN_FIRST, status=403)
    if request.method in SAFE_METHODS and request.endpoint not in TABLE_PAGES:
        return
    if (
        at_least("table")
        or (at_least("player") and request.endpoint in PLAYERS)
        or request.endpoint in GUESTS
    ):
        return
    if role == "guest":
        text = message("This device only watches; join as a player first.")
        raise RequestRefused("guest", text, status=403)
    raise RequestRefused(
        "players", message("Only the table's own screen can do that; ask there."), status=403
    )

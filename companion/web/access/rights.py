"""Rights: what a stranger, a guest, a player and the table's own screen may ask for."""

from __future__ import annotations

from flask import request

from companion.web.http.answers import wants_json
from companion.web.http.refusal import JOIN_FIRST, NotJoined, RequestRefused
from companion.web.tables.request_context import at_least, current_seat
from sheets.language import message

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Those that change nothing."""
STRANGERS = frozenset(
    {
        "static",
        "install.manifest",
        "install.offline",
        "install.worker",
        "rules.page",
        "rules.rule",
        "device.choose_language",
        "joining.page",
        "joining.by_code",
        "joining.by_key",
        "joining.by_sheet",
        "trust.page",
        "trust.authority",
    }
)
"""What a device may ask for that has not joined."""
GUESTS = frozenset(
    {
        "sitting.sit",
        "sitting.sit_by_photo",
        "seat_requests.stop",
        "device.choose_hints",
        "device.choose_explanations",
        "device.leave",
    }
)
"""What a device may change that only watches."""
PLAYERS = frozenset(
    {
        "marks.mark",
        "marks.take_back",
        "marks.card",
        "marks.play",
        "rolls.roll",
        "rolls.correct",
        "rolls.throw",
        "lessons.take_back",
        "photos.photo",
        "photos.look",
        "second_view.look",
        "dice_questions.answer_reroll",
        "dice_questions.answer_about_dice",
        "phone_camera.picture",
        "sheet_photos.read",
        "sheet_photos.take_over",
        "seat_requests.answer",
        "person_picture.choose",
    }
)
"""What a player may change besides."""
TABLE_PAGES = frozenset(
    {
        "new_game.page",
        "welcome.page",
        "printing.page",
        "pad_editor.page",
        "seats.page",
        "check_up.page",
        "calibration.page",
        "calibration.picture",
        "calibration.portrait",
        "calibration.lesson_picture",
        "copies.page",
        "copies.save",
    }
)
"""Pages that only the table sees."""


def check_rights() -> None:
    """Refuse what the device that asks may not do. Runs before each request, after the guard's check.

    Strangers may join and read the rules; guests may look; a player may besides do what PLAYERS lists, and
    marks only for themselves. Only the table may change what no list names.
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

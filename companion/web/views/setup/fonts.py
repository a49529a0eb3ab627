"""The typeface that the printed pads are set in, for the page too."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response
from werkzeug.wrappers import Response as Answer

import sheets
from companion.web.http.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("fonts", __name__)

FONTS = ("Fredoka-Medium", "Fredoka-SemiBold")


@blueprint.get("/fonts/<name>.ttf")
def font(name: str) -> Answer:
    """One weight of the typeface."""
    if name not in FONTS:
        raise RequestRefused("nothing-here", message("There is no such typeface."), status=404)
    file = Path(sheets.__file__).parent / "fonts" / f"{name}.ttf"
    answer = Response(file.read_bytes(), mimetype="font/ttf")
    answer.headers["Cache-Control"] = "public, max-age=86400"
    return answer

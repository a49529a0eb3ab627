"""Pictures of pads, each as its sheets print."""

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from companion.rules import ALL_VARIANTS
from companion.web.pages.new_game.new_game_form import NO_SUCH_GAME, own_pad
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from companion.web.server.static_files import wants_packed
from sheets.pad import load_pad

blueprint = Blueprint("pad_pictures", __name__)


@blueprint.get("/pads/picture/<path:value>.svg")
def picture(value: str) -> Answer:
    """The pad on which a game is played; `value`: as the form for a new game calls the game."""
    # the PDF library, which draws the sheets: loaded when the first picture is wanted
    from sheets.pad_picture import packed_picture, pad_picture

    pad = own_pad(value)
    if pad is None:
        if value not in ALL_VARIANTS:
            raise RequestRefused("game", NO_SUCH_GAME, status=404)
        pad = load_pad(ALL_VARIANTS[value].pads[0])
    language, packed = request_language(), wants_packed()
    svg = packed_picture(pad, language) if packed else pad_picture(pad, language)
    answer = Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": "private, max-age=600"})
    if packed:
        answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.add_etag()
    return answer.make_conditional(request)

"""A picture that another program of a phone shares with the table: of sheets, or of dice."""

from flask import Blueprint
from werkzeug.wrappers import Response as Answer

from companion.web.access.rights import allow
from companion.web.layout.forms import uploaded_photo
from companion.web.pages.paper.sheet_photos import NO_PHOTO, review_address
from companion.web.pages.table.photo.photos import require_no_roll, take_roll
from companion.web.pages.table.table_requests import go_to, require_table

blueprint = Blueprint("shared_picture", __name__)


@blueprint.post("/share")
@allow("player")
def take() -> Answer:
    """Take the picture in the field `photo`: sheets, if there are any in it, for a review, else as a roll."""
    table = require_table()
    with uploaded_photo(NO_PHOTO) as image:
        place = review_address(image)
        if place is None:
            require_no_roll()
            take_roll(image, table, "photo")
    return go_to(place or "/")

"""Handlers of the requests of browsers and other programs, with one Flask blueprint per module."""

from companion.web.pages.devices import check_up, device, install
from companion.web.pages.devices.camera import dice_lessons, phone_camera
from companion.web.pages.join import joining, seats, sitting
from companion.web.pages.look_back import copies, history
from companion.web.pages.look_back.results import share, statistics
from companion.web.pages.look_back.turns import amendment
from companion.web.pages.new_game import new_game
from companion.web.pages.own_pads import pad_editor
from companion.web.pages.paper import sheet_photos
from companion.web.pages.print import printing
from companion.web.pages.programs import state
from companion.web.pages.rules import rules
from companion.web.pages.table import live, table_requests
from companion.web.pages.table.dice import rolls
from companion.web.pages.table.marks import marks
from companion.web.pages.table.photo import photos

BLUEPRINTS = tuple(
    module.blueprint
    for module in (
        *(table_requests, live, new_game, marks, rolls, photos, phone_camera, dice_lessons),
        *(joining, seats, device, history, amendment, sheet_photos, statistics, share),
        *(rules, printing, pad_editor, check_up, install, sitting, copies, state),
    )
)

"""The requests of devices: one blueprint a file."""

from companion.web.views.lookback import amendment, copies, deletion, history, share, statistics
from companion.web.views.play import (
    dice_questions,
    lessons,
    live,
    marks,
    photos,
    referee,
    rolls,
    second_view,
    sheet_photos,
    table,
    undo,
)
from companion.web.views.programs import results
from companion.web.views.setup import (
    calibration,
    check_up,
    device,
    install,
    joining,
    new_game,
    pad_editor,
    pad_pictures,
    person_picture,
    phone_camera,
    printing,
    rules,
    seat_requests,
    seats,
    sitting,
    trust,
    welcome,
)

BLUEPRINTS = tuple(
    module.blueprint
    for module in (
        *(
            table,
            live,
            new_game,
            marks,
            rolls,
            dice_questions,
            undo,
            photos,
            lessons,
            second_view,
            referee,
            phone_camera,
            calibration,
        ),
        *(joining, seats, device, history, amendment, deletion, sheet_photos, statistics, share),
        *(rules, printing, pad_editor, check_up, install, seat_requests, sitting, trust, copies, welcome),
        results,
        pad_pictures,
        person_picture,
    )
)

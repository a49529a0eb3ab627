"""What devices ask for: one blueprint a file."""

from __future__ import annotations

from companion.web.views import (
    amendment,
    check_up,
    deletion,
    device,
    dice_questions,
    enrollment,
    fonts,
    history,
    install,
    joining,
    live,
    marks,
    new_game,
    phone_camera,
    photos,
    printing,
    rolls,
    rules,
    seats,
    share,
    sheet_photos,
    statistics,
    table,
    tables,
    undo,
)

BLUEPRINTS = tuple(
    module.blueprint
    for module in (
        *(table, live, new_game, marks, rolls, dice_questions, undo, photos, phone_camera, enrollment),
        *(joining, seats, tables, device, history, amendment, deletion, sheet_photos, statistics, share),
        *(rules, printing, fonts, check_up, install),
    )
)

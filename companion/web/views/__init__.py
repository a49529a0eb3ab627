"""What devices ask for: one blueprint a file."""

from __future__ import annotations

from companion.web.views import (
    actions,
    check_up,
    deletion,
    device,
    enrollment,
    history,
    joining,
    live,
    locks,
    pages,
    phone_camera,
    photos,
    sheet_photos,
    statistics,
)

BLUEPRINTS = tuple(
    module.blueprint
    for module in (
        pages,
        actions,
        photos,
        live,
        joining,
        phone_camera,
        device,
        deletion,
        history,
        locks,
        enrollment,
        check_up,
        sheet_photos,
        statistics,
    )
)

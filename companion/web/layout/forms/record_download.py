"""A game as a file to keep: its record."""

import json
import re
from collections.abc import Sequence

from flask import Response

from companion.records.record import Record, write_record


def record_download(record: Record, players: Sequence[str]) -> Response:
    """The record as a file (`qwixx-record/1`) named after `players`."""
    text = json.dumps(write_record(record), ensure_ascii=False, indent=1) + "\n"
    names = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(players)).strip("-").lower() or "game"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="qwixx-{names[:60]}.json"'},
    )

"""Writes the JSON Schemas of our formats, companion/schemas/*.json: `python docs/write_schemas.py`."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.records.formats import RecordData, VerdictData
from companion.web.pages.programs.state import StateData
from sheets.pad_format import PadData

FOLDER = Path(__file__).resolve().parents[1] / "companion" / "schemas"
READ = {"record": RecordData, "pad": PadData}
"""Formats that the program reads; unknown keys are errors."""
WRITTEN = {"verdict": VerdictData, "state": StateData}
"""Formats that the program writes; later versions may add keys."""


def schema(kind: type, *, is_read: bool) -> str:
    """Return the JSON Schema of a type, as the text of its file. `is_read`: True to forbid unknown keys."""
    made = msgspec.json.schema(kind)
    definitions = made.pop("$defs")
    for name, definition in definitions.items():
        del definition["title"]
        if is_read:
            # each further key of a pad is a mechanism's table
            mechanism = {"type": ["object", "boolean"]}
            definition["additionalProperties"] = mechanism if name == "PadData" else False
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps(draft | made | {"$defs": definitions}, indent=1) + "\n"


def schemas() -> Iterator[tuple[Path, str]]:
    """Yield the file and the text of each schema."""
    for kinds, is_read in ((READ, True), (WRITTEN, False)):
        for name, kind in kinds.items():
            yield FOLDER / f"qwixx-{name}-1.json", schema(kind, is_read=is_read)


if __name__ == "__main__":
    for path, text in schemas():
        path.write_text(text, encoding="utf-8")

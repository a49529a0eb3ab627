"""Small records for tests: one of each kind of game, as JSON objects."""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

LONGO: Json = {
    "format": "qwixx-record/1",
    "game": "longo",
    "players": ["Emma", "Max", "Laura"],
    "lucky": {"Emma": [5, 10], "Max": [4, 9], "Laura": [6, 11]},
    "rulings": {"weakest-closed": "next-weakest"},
    "turns": [
        {
            "dice": {"white": [5, 1], "red": 3, "yellow": 2, "green": 7, "blue": 8},
            "white": {"Emma": "b6", "Max": "a7", "Laura": "c16*"},
            "colour": "d13",
        }
    ],
}
DICE = {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5}


def classic(*turns: Json, **top: object) -> Json:
    """Return a record of the classic game for two."""
    record = {"format": "qwixx-record/1", "game": "classic", "players": ["Ann", "Bob"], "turns": list(turns)}
    return record | top


def cards(*turns: Json, **top: object) -> Json:
    """Return a record of the card game for two."""
    return classic(*turns) | {"game": "cards"} | top


def write(folder: Path, name: str, *records: object) -> str:
    """Write these records to a file in `folder`, one per line, and return its path."""
    path = folder / name
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in records), encoding="utf-8")
    return str(path)

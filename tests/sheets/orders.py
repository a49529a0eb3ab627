"""Print orders and a custom pad for tests."""

from collections.abc import Mapping
from typing import Any

from sheets.order import PrintOrder
from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad, pad_data, parse_pad

OWN = parse_pad(
    {
        "format": "qwixx-pad/1",
        "name": "sunday",
        "title": "Sunday pad",
        "rows": {
            "a": "red 2 3 4 5 6 7 8 9 10",
            "b": "yellow 2 3 4 green 5 6 7 8 9 10 11 12",
            "c": "green 12 11 10 9 8 7 6 5 4 3 2",
            "d": "blue 12 2 11 3 10 4 9 5 8 6",
        },
    }
)


def own_classic(tables: Mapping[str, object]) -> Pad:
    """Return a custom pad: the rows of the classic one, with these tables of mechanisms."""
    return parse_pad(pad_data(load_pad("classic")) | {"name": "own", "title": "own"} | tables)


def order(game: str = "classic", count: int = 3, seed: int = 7, **options: Any) -> PrintOrder:
    """Return an order for a built-in pad, or for OWN."""
    pad = load_pad(game) if game in (*PADS, *FURTHER_PADS) else OWN
    return PrintOrder(pad=pad, count=count, seed=seed, **options)

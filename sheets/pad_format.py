"""The pad format `qwixx-pad/1` as a type. docs/write_schemas.py makes a JSON Schema from it."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from sheets.pad import FORMAT, LOCK_NEEDS, MAX_TITLE_CHARACTERS, MOST_MARKS, NAME, SIDES

CellsData = Annotated[
    str, Meta(description="A colour (red, yellow, green, blue) holds for the numbers after it.", min_length=1)
]


class RowsData(TypedDict):
    """The cells of each row, left to right."""

    a: CellsData
    b: CellsData
    c: CellsData
    d: CellsData


# Any further key is the table of a mechanism.
PadData = TypedDict(
    "PadData",
    {
        "format": Annotated[str, Meta(extra_json_schema={"const": FORMAT})],
        "name": Annotated[str, Meta(pattern=f"^{NAME.pattern}$")],
        "title": NotRequired[Annotated[str, Meta(min_length=1, max_length=MAX_TITLE_CHARACTERS)]],
        "sides": NotRequired[Annotated[int, Meta(extra_json_schema={"enum": list(SIDES)})]],
        "lock-needs": NotRequired[Annotated[int, Meta(extra_json_schema={"enum": list(LOCK_NEEDS)})]],
        "last-cells": NotRequired[Literal[1, 2]],
        "lucky": NotRequired[bool],
        "most-marks": NotRequired[Annotated[int, Meta(extra_json_schema={"enum": [0, *MOST_MARKS]})]],
        "rows": RowsData,
    },
)

"""The reasons why a sheet in a photo can't be read completely, one sentence each (docs/reading-sheets.md)."""

from collections.abc import Sequence

from sheets.language import Phrase, phrase
from sheets.pad import Pad
from sheets.place_names import place_phrase
from sheets.serial import SheetCode
from vision.problem import Problem

MAX_NAMED_PLACES = 4
"""Largest number of places (cells, locks, boxes) that a sentence names one by one."""

FOREIGN_CODE = Problem(
    "not-ours",
    phrase(
        "There is a QR code in the photo, but I cannot find a sheet around it; if `qwixx print` "
        "printed it, take a photo from closer up."
    ),
)
MIRRORED = Problem(
    "mirrored",
    phrase(
        "The picture is mirrored, as with some selfie cameras; turn mirroring off, or take the photo "
        "with the other camera."
    ),
)
ONE_CORNER = Problem("cut-off", phrase("I see only one corner of a sheet; take a photo that shows all four."))
TOO_BUSY = Problem(
    "too-busy",
    phrase(
        "So much in the photo looks like the corner of a sheet that I did not search it; lay the "
        "sheet on something plain and take a photo from closer up."
    ),
)
TOO_MANY = Problem(
    "too-many",
    phrase("There are more sheets in the photo than I can read at once; take photos of a few at a time."),
)
UNKNOWN_SHEET = Problem(
    "code-unread",
    phrase(
        "The QR code of this sheet cannot be read (it is covered or blurred, or another program "
        "printed it), so I cannot tell which pad it is; take a photo from closer up, with the code in "
        "sight."
    ),
)


def unknown_pad(code: SheetCode) -> Problem:
    """Return the problem for a sheet of a custom pad, if the file of the pad was not given."""
    return Problem(
        "unknown-pad",
        phrase(
            "Sheet {serial} is of a pad of your own (its code is {fingerprint}); name its file with "
            "--pad to read it.",
            serial=str(code.serial),
            fingerprint=code.fingerprint or "?",
        ),
    )


def too_small(code: SheetCode) -> Problem:
    """Return the problem for a sheet that is too blurred, small or bent to be aligned with its plan."""
    return Problem(
        "too-small",
        phrase(
            "Sheet {serial} is too blurred, too small or too bent to be read; take a photo from "
            "closer up, with the sheet flat.",
            serial=str(code.serial),
        ),
    )


def pad_by_looks(pad: Pad) -> Problem:
    """Return the problem for a sheet without a readable code, whose pad was recognised by its looks."""
    return Problem(
        "code-unread",
        phrase(
            "The QR code of this sheet cannot be read; it looks like a sheet of {pad}, and its "
            "number is not known.",
            pad=pad.title,
        ),
    )


def cut_off(pad: Pad, places: Sequence[str]) -> Problem:
    """Return the problem for a sheet if these cells, locks or boxes are outside the photo."""
    return Problem(
        "cut-off",
        phrase(
            "Part of the sheet is outside the photo ({places}); take one that shows all of it.",
            places=_named(pad, places),
        ),
    )


def covered(pad: Pad, places: Sequence[str]) -> Problem:
    """Return the problem for a sheet if something covers these cells, locks or boxes."""
    return Problem(
        "covered",
        phrase(
            "There is something on the sheet ({places}); take it away or look for yourself.",
            places=_named(pad, places),
        ),
    )


def _named(pad: Pad, places: Sequence[str]) -> Phrase:
    """Return the names of all places; if there are many, the names of three and the number of the rest."""
    if len(places) <= MAX_NAMED_PLACES:
        return Phrase("{places}", {"places": tuple(place_phrase(pad, place) for place in places)})
    first = tuple(place_phrase(pad, place) for place in places[: MAX_NAMED_PLACES - 1])
    return phrase("{places} and {count} more", places=first, count=len(places) - len(first))

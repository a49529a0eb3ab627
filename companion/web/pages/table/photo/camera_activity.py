"""The activity of the camera, in words."""

from sheets.language import message

_SENTENCES = {
    "looking": message("Looking at the table"),
    "hand": message("A hand is in the picture"),
    "rolling": message("The dice are rolling"),
    "at-rest": message("Reading the dice"),
    "lost": message("The camera gives no picture"),
}


def activity_text(status: str) -> str:
    """The sentence of the catalogue for the status of a `CameraActivity`."""
    return _SENTENCES.get(status, _SENTENCES["looking"])

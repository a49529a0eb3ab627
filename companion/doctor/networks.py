"""Checks that the files of the neural networks are unchanged, and that they read known dice."""

import hashlib
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import cv2
import numpy as np

from companion.doctor.finding import Finding, dice_value
from sheets.language import message

KNOWN_DICE = (("white", 2), ("white", 6), ("red", 1), ("yellow", 2), ("green", 2), ("blue", 6))
"""The dice in `known.jpg`."""
REINSTALL = message("Set the program up again: some of its files are changed or incomplete.")


def check_files(folder: Traversable | None = None) -> Iterator[Finding]:
    """Yield a finding for each file that is missing or differs from its SHA-256 in MODELS.toml.

    If all files are right, yield a finding that says so. `folder`: by default, the program's own folder.
    """
    place = folder or files("models")
    try:
        described = tomllib.loads(place.joinpath("MODELS.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        text = message("The list of neural networks, MODELS.toml, cannot be read.")
        yield Finding("networks", "fault", text, todo=REINSTALL)
        return
    entries = [entry for kind in described.values() if isinstance(kind, list) for entry in kind]
    named = [(str(entry["file"]), str(entry["sha256"])) for entry in entries if "sha256" in entry]
    sound = True
    for name, sha256 in named:
        try:
            data = place.joinpath(name).read_bytes()
        except OSError:
            text = message("The neural network {file} is missing.")
        else:
            if hashlib.sha256(data).hexdigest() == sha256:
                continue
            text = message("The neural network {file} differs from the published one.")
        sound = False
        yield Finding("networks", "fault", text, {"file": name}, REINSTALL)
    if sound:
        text = message("All {count} neural networks match the published ones.")
        yield Finding("networks", "well", text, {"count": len(named)})


def check_known_picture() -> Iterator[Finding]:
    """Yield a finding on whether the networks read a picture of six known dice correctly."""
    from vision import read

    data = files("companion.doctor").joinpath("known.jpg").read_bytes()
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    todo = message(
        "Do not read dice with this installation; set the program up again, and report it if that does "
        "not help."
    )
    try:
        reading = read(np.asarray(image, np.uint8), game="classic")
    except Exception as problem:  # whatever is broken, the other checks continue
        text = message("The neural networks cannot read a picture here ({problem}).")
        yield Finding("known-picture", "fault", text, {"problem": problem}, todo)
        return
    right = sorted((die.colour, die.value) for die in reading.dice) == sorted(KNOWN_DICE)
    if reading.status == "complete" and right:
        text = message("A test picture of dice is read correctly.")
        yield Finding("known-picture", "well", text)
        return
    text = message(
        "A test picture of dice is read wrongly ({seen}), so dice cannot be read reliably on this computer."
    )
    yield Finding("known-picture", "fault", text, {"seen": dice_value(reading.dice)}, todo)

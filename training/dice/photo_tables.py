"""The table's normal below each die of a labelled photo, inferred from the tops of the other dice."""

from dataclasses import replace

from training.dice.crop_store import Pixels
from training.dice.dataset import Label
from vision.dice.candidate import Candidate
from vision.dice.classifier import Crops, find_tops
from vision.dice.normals import UNKNOWN_NORMAL
from vision.dice.table_plane import tables_below
from vision.frames.image import size_of


def with_tables(labels: tuple[Label, ...], image: Pixels) -> tuple[Label, ...]:
    """Return the labels of a photo (H x W x 3, BGR), each with the table's normal below its die.

    The normal is inferred from the tops of the other dice; where that fails, the label stays as it is.
    """
    places = [Candidate(label.box, 1.0) for label in labels]
    crops = Crops(image, places)
    dice = [i for i, label in enumerate(labels) if label.value]
    tables = tables_below(places, find_tops(crops, dice), size_of(image))
    return tuple(
        label if table == UNKNOWN_NORMAL else replace(label, table=(table.x, table.y))
        for label, table in zip(labels, tables, strict=True)
    )

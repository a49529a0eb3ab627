"""The mechanisms of special cells, one class each: what a pad prints beside plain numbers, and what it does.

A pad names its mechanisms by the tables in its file (`sheets.pad.Pad.mechanisms`); no game is named here.
"""

from __future__ import annotations

from companion.rules.mechanisms.bonus_rows import BonusRows
from companion.rules.mechanisms.cells import Cells
from companion.rules.mechanisms.connected import Chains, Steps
from companion.rules.mechanisms.connections import Connections
from companion.rules.mechanisms.doubles import DoubleCells, SecondCrosses
from companion.rules.mechanisms.exchanges import Exchanges
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.mechanisms.track import Track
from sheets.pad import Pad

__all__ = ["CELLS", "MECHANISMS", "OF_FORM", "Mechanism", "View", "mechanisms_of"]

CELLS = Cells()
"""The rows themselves."""

_ALL: tuple[Mechanism, ...] = (
    *(SecondCrosses(), DoubleCells(), BonusRows(), Steps(), Chains()),
    *(Exchanges(), Track(), Connections()),
)
MECHANISMS: dict[str, Mechanism] = {mechanism.key: mechanism for mechanism in _ALL}
"""Every mechanism by its table in the file of a pad."""

OF_FORM: dict[str, Mechanism] = {"": CELLS} | {m.form: m for m in _ALL if m.form}
"""Which mechanism judges a mark, by the form of the mark."""


def mechanisms_of(pad: Pad) -> tuple[Mechanism, ...]:
    """The mechanisms of a pad in the order of its file; () for a pad of plain numbers and bonus cells."""
    return tuple(MECHANISMS[key] for key in pad.mechanisms)

"""Neural networks that estimate a player's chance to win and final lead in an unfinished game."""

from collections.abc import Sequence
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from companion.advisor.encoder import MAX_NETWORK_PLAYERS, EncodedStates, Encoder
from companion.advisor.tables import pads_of, sheet_numbers, tables
from companion.rules import Game, Position
from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad

Floats = npt.NDArray[np.float32]

LEAD_UNIT_POINTS = 50.0
"""Points of lead per unit of a network's output."""


class ValueNetwork:
    """The network for the game `name`, which evaluates positions between turns."""

    def __init__(self, name: str) -> None:
        from vision.inference import session

        self._pads = own_pads(name)
        self._encode = Encoder(tables(self._pads))
        self._session = session(f"advice-{name}")

    def __call__(
        self, game: Game, positions: Sequence[Position], seats: Sequence[int]
    ) -> tuple[Floats, Floats]:
        """Return the chances to win, and the expected leads over the best opponent, in points; both (n,)."""
        logit, lead = self.outputs(self._seen(game, positions, seats))
        win: Floats = (1 / (1 + np.exp(-logit))).astype(np.float32)
        return win, (lead * LEAD_UNIT_POINTS).astype(np.float32)

    def outputs(self, seen: EncodedStates) -> tuple[Floats, Floats]:
        """Return the chances to win, as logits, and the leads, in units of LEAD_UNIT_POINTS; both (n,)."""
        win, lead = self._session.run(None, {"ids": seen.ids, "numbers": seen.numbers})
        return win, lead

    def _seen(self, game: Game, positions: Sequence[Position], seats: Sequence[int]) -> EncodedStates:
        which = [place_among(self._pads, pad) for pad in game.pads]
        lucky = [game.lucky[player] if game.lucky else (0, 0) for player in game.players]
        count, closed = len(game.players), [position.closed_mask for position in positions]
        places: dict[tuple[int, int], int] = {}  # by sheet and seat; most positions share most sheets
        numbers: list[list[int]] = []
        outputs = np.empty((len(positions), count), np.int64)
        for number, (position, viewer) in enumerate(zip(positions, seats, strict=True)):
            for seat, sheet in enumerate(position.sheets):
                place = places.setdefault((id(sheet), seat), len(numbers))
                if place == len(numbers):
                    numbers.append(sheet_numbers(sheet, which[seat], lucky[seat]))
                outputs[number, (seat - viewer) % count] = place
        turns = [(position.seat - seat) % count for position, seat in zip(positions, seats, strict=True)]
        return self._encode(np.array(numbers)[outputs], np.array(closed), np.array(turns))


def value_network(game: Game) -> ValueNetwork | None:
    """Return the network for `game`, or None if there is none.

    There are networks only for dice games of 2 to 5 players on the program's own pads.
    """
    if not 2 <= len(game.players) <= MAX_NETWORK_PLAYERS or not is_on_own_pad(game):
        return None
    return _network(game.name)


def is_on_own_pad(game: Game) -> bool:
    """Return True if all players use sheets that look like the program's own pad for the game."""
    if game.name not in (*PADS, *FURTHER_PADS):
        return False
    return all(place_among(own_pads(game.name), pad) >= 0 for pad in game.pads)


@cache
def own_pads(name: str) -> tuple[Pad, ...]:
    """Return the program's own pads for the game `name`: one for each lettered sheet, or the only pad."""
    return pads_of(load_pad(name))


def place_among(pads: tuple[Pad, ...], pad: Pad) -> int:
    """Return the index of the pad printed like `pad` (names may differ), or -1 if there is none."""
    for place, own in enumerate(pads):
        if own is pad or own == pad:  # fast: identical parts are not compared in depth
            return place
    return _place_of_print(pads, pad)


@cache
def _place_of_print(pads: tuple[Pad, ...], pad: Pad) -> int:
    return next((place for place, other in enumerate(pads) if _printed(other) == _printed(pad)), -1)


def _printed(pad: Pad) -> tuple[object, ...]:
    """Return all that is printed on a pad except its name and title, for comparison with other pads."""
    plain = (pad.rows, pad.sides, pad.lock_needs, pad.last_cells, pad.most_marks, pad.letter)
    return (*plain, dict(pad.parts), {letter: dict(parts) for letter, parts in pad.lettered})


@cache
def _network(name: str) -> ValueNetwork | None:
    there = resources.files("models").joinpath(f"advice-{name}.onnx").is_file()
    return ValueNetwork(name) if there else None

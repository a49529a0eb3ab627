"""Writes data with this version for later ones to open: `python -m tests.companion.storage.write_release
fixtures/VERSION`.

The data: a random but reproducible game of each kind and one on a custom pad, a game on paper, their records
and verdicts, prints, lessons and seats. `expected.json` says what this version makes of them.
"""

import json
import random
import shutil
import sys
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from companion.cli import qwixx
from companion.records.record import write_record
from companion.rules import ALL_VARIANTS, VARIANTS
from companion.storage.own_pads import OwnPads
from companion.storage.prints import find_sheet, record_print
from companion.storage.schema import Invitation, StoredSeat
from companion.storage.seat_store import SeatStore
from companion.storage.store import Store
from companion.table.events import (
    Event,
    GameBegun,
    GameTakenUp,
    PlayerRenamed,
    RowClosed,
    RowReopened,
    SeatsChanged,
    SheetTakenOver,
)
from companion.table.to_record import record_of
from sheets.order import PrintOrder
from sheets.pad import load_pad, pad_data, read_pad
from sheets.serial import Serial
from tests.companion.table.random_events import played, random_course, random_events, turn

ROOT = Path(__file__).parents[3]
TABLE = Invitation("5DJX9", "a-key-for-joining")
SEAT = StoredSeat("0" * 64, "player", "Ann", "K7Q2-03", (5, 10))
STEPS = 60
"""Largest number of events of a random game."""
OWN_PAD = ROOT / "fixtures" / "0.1" / "pads" / "steps.toml"
PRINTED = ("connected-a", "double-b", "longo", "x-change")
ON_PAPER: tuple[Event, ...] = (
    GameBegun("classic", ("Ann", "Ben", "Cleo"), paper=True),
    SeatsChanged(("Ann", "Cleo", "Ben")),
    *turn("w4 w1 r3 y2 g6 b5"),
    RowClosed("b"),
    RowReopened("b"),
    PlayerRenamed("Cleo", "Clara"),
    GameTakenUp(),
)
"""The events of a game on paper, of kinds that random games do not contain."""


def games() -> dict[str, list[Event]]:
    """Return the events of each game, by its name.

    Games of FURTHER_VARIANTS or on the custom pad get no RowClosed, because that would soon end them.
    """
    long_ones = (RowClosed, SheetTakenOver)
    games_of = {
        game: random_events(seed, STEPS, game, without=() if game in VARIANTS else long_ones)
        for seed, game in enumerate(ALL_VARIANTS)
    }
    return games_of | {"own": own_events(random.Random(7)), "paper": list(ON_PAPER)}


def own_events(chance: random.Random) -> list[Event]:
    """Return the events of a random game on the custom pad."""
    begun = GameBegun("classic", ("Ann", "Ben"), pad="classic", layout=pad_data(read_pad(OWN_PAD)))
    return random_course(chance, begun, STEPS, without=(RowClosed,))


def verdict(record: Path) -> dict[str, object]:
    """Return the verdict of `qwixx replay --json` on a record, with the code of each warning only."""
    done = CliRunner().invoke(qwixx, ["replay", "--json", str(record)])
    assert done.exit_code in (0, 1), done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    warnings = told["warnings"]
    assert isinstance(warnings, list)
    return told | {"warnings": [warning["code"] for warning in warnings]}


def write(folder: Path) -> None:
    """Write all the data; what an earlier run wrote to `folder` is replaced."""
    for name in ("data", "records"):
        shutil.rmtree(folder / name, ignore_errors=True)
    data, records = folder / "data", folder / "records"
    for made in (data, records):
        made.mkdir(parents=True)
    positions, verdicts, sheets = {}, {}, {}
    with closing(Store(data)) as store:
        seats = SeatStore(store)
        seats.save_invitation(TABLE)
        seats.save_seat(SEAT)
        for name, events in games().items():
            number = store.new_game()
            for event in events:
                store.append(number, event)
            table = played(*events).present
            positions[str(number)] = str(table.position)
            path = records / f"game-{number}-{name}.json"
            path.write_text(json.dumps(write_record(record_of(table)), indent=1) + "\n", "utf-8")
            verdicts[path.name] = verdict(path)
        store.write("UPDATE event SET at = 1800000000 + number", ())
        store.write("UPDATE place SET opened = 1800000000", ())
    OwnPads(data).keep(OWN_PAD.read_bytes(), OWN_PAD.name)
    for pad in (*map(load_pad, PRINTED), read_pad(OWN_PAD)):
        order = PrintOrder(pad, 2, 7, names=("Ann", "Ben"))
        record_print(data, order)
        for number in (1, 2):
            serial = Serial(order.batch, number)
            one = find_sheet(data, serial)
            sheets[str(serial)] = [list(one.games), one.name, one.lucky, one.letter]
    expected = {"positions": positions, "verdicts": verdicts, "sheets": sheets}
    (folder / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

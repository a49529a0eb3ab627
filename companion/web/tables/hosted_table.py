"""One table of the server: its code and key, its session, and the watcher of its dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.storage.calibrations import Calibrations
from companion.storage.lessons import LessonStore
from companion.storage.seat_store import StoredTable
from companion.storage.store import Store
from companion.web.camera.demo import Demo
from companion.web.camera.dice_reader import DiceReader, Read
from companion.web.camera.photo_store import PhotoStore
from companion.web.camera.sources import Sources
from companion.web.camera.table_lessons import TableLessons
from companion.web.camera.watcher import DiceWatcher
from companion.web.session.computer_players import ComputerPlayers
from companion.web.session.session import TableSession
from companion.web.tables.seats import Seats
from sheets.pad import Pad
from vision.dice.calibration import CalibrationProposal
from vision.frames.source import FrameSource


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What watches a table's dice from the start; `companion.web.app.create_app` says what each means.

    `pad`: of the table's own, on which the demo plays; None for the classic one.
    """

    read: Read | None = None
    source: FrameSource | None = None
    camera: str = ""
    calibration: str = ""
    demo: bool = False
    pace: float = 1.0
    recall: bool = False
    pad: Pad | None = None

    @classmethod
    def of_config(cls, config: Mapping[str, Any]) -> CameraSettings:
        """The settings of the first table."""
        source = config.get("SOURCE")
        return cls(
            config.get("READ"),
            source,
            str(config.get("CAMERA", "")),
            str(config.get("CALIBRATION", "")),
            bool(config.get("DEMO")) and source is not None,
            float(config.get("PACE", 1.0)),
            bool(config.get("RECALL")),
            config.get("PAD"),
        )

    def of_further_table(self) -> CameraSettings:
        """The settings of any further table, which watches the source that people chose there in the last
        run."""
        return CameraSettings(self.read, calibration=self.calibration, recall=True, pace=self.pace)


@dataclass(frozen=True, slots=True, eq=False)
class PendingCalibration:
    """Dice that were seen and whose colours a person must confirm; `camera`: the calibration's name."""

    token: str
    camera: str
    proposal: CalibrationProposal


class HostedTable:
    """One table: its code, the key in its QR code, its session, and the watcher of its dice."""

    def __init__(
        self,
        stored: StoredTable,
        session: TableSession,
        watcher: DiceWatcher,
        sources: Sources,
        seats: Seats,
        pace: float = 1.0,
    ) -> None:
        """`pace`: factor by which the pauses of computer players are longer than usual."""
        self.code, self.key, self._seats = stored.code, stored.key, seats
        self._computer_players = ComputerPlayers(session, pace)
        self.session, self.watcher, self.sources = session, watcher, sources
        self.demo: Demo | None = None
        self.pending_calibration: PendingCalibration | None = None
        self.explains = False
        """True if its devices explain each step, unless they chose otherwise: a first game is played."""

    @property
    def host(self) -> str:
        """This table's own name on this computer, so that each tab of a browser may show another table.

        Names under `localhost` lead to this computer (RFC 6761), and each has cookies of its own.
        """
        return f"{self.code.lower()}.localhost"

    @property
    def guests(self) -> tuple[str, ...]:
        """The names of people who joined with a phone, in order."""
        return tuple(dict.fromkeys(s.player for s in self._seats.of(self.code) if s.player))

    def reload_last_game(self, stored: StoredTable) -> None:
        """Become the table `stored`, with its last game, because the content of the store was replaced."""
        if stored.code != self.code:
            store = LessonStore(self.session.store.folder, stored.code)
            self.watcher.reader.lessons = TableLessons(store, self.watcher.intake.photos)
        self.code, self.key = stored.code, stored.key
        self.session.reload_last_game(stored.code)

    def close(self) -> None:
        """Close everything of this table."""
        if self.demo is not None:
            self.demo.close()
        self.watcher.close()
        self.session.close()
        self._computer_players.close()


def open_hosted_table(
    stored: StoredTable,
    store: Store,
    photos: PhotoStore,
    seats: Seats,
    settings: CameraSettings,
    delete_old_demos: Callable[[], None],
) -> HostedTable:
    """The table `stored` with its last game, watched as `settings` say. Raises StoreError."""
    session = TableSession(store, stored.code)
    lessons = TableLessons(LessonStore(store.folder, stored.code), photos)
    reader = DiceReader(Calibrations(store.folder), lessons, settings.calibration, settings.read)
    watcher = DiceWatcher(session, photos, reader, settings.source)
    memory = store.folder / f"camera-{stored.code}.txt"
    sources = Sources(watcher, settings.camera, demo=settings.demo, memory=memory)
    if settings.recall:
        sources.recall()
    hosted = HostedTable(stored, session, watcher, sources, seats, settings.pace)
    if settings.demo:
        hosted.demo = Demo(watcher, settings.pace, delete_old_demos, settings.pad)
    elif session.table is not None and session.table.demo:
        session.timeline = None  # nobody continues an interrupted demo
    return hosted

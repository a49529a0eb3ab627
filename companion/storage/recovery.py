"""Recovers damaged games: finds the longest version of each game and writes a new database."""

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import astuple, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.storage.backups import Backups, number_of
from companion.storage.note import State
from companion.storage.private_files import claim_file, make_folder, write_file
from companion.storage.reading import SIDE_FILES, GamesRead, fault_of, read_games, side_file, unchanged
from companion.storage.schema import SCHEMA, SCHEMA_VERSION, StoredSeat
from sheets.language import Phrase, Term, phrase

NOTICES_FILE = "notices.json"
DAMAGED_FOLDER = "damaged"


def in_memory(games: GamesRead) -> sqlite3.Connection:
    """Return a new in-memory database with `games`. Its next game and event get numbers never used before."""
    base = sqlite3.connect(":memory:")
    base.executescript(f"{SCHEMA} PRAGMA user_version={SCHEMA_VERSION};")
    events = sorted((e for game in games.events.values() for e in game), key=lambda event: event.number)
    most_game = max((games.most_game, *(event.game for event in events)))
    for statement, rows in (
        ("sqlite_sequence (name, seq) VALUES ('event', ?)", [(games.last,)]),
        ("event VALUES (?, ?, ?, ?, ?)", map(astuple, events)),
        ("game (number) VALUES (?)", [(most_game,)] if most_game else []),
        ("person (name, same_as) VALUES (?, ?)", games.people.items()),
        ("place (code, key, opened) VALUES (?, ?, 0)", map(astuple, filter(None, [games.invitation]))),
        ("seat VALUES (?, ?, ?, ?, ?, ?, ?)", map(StoredSeat.values, games.seats)),
    ):
        base.executemany(f"INSERT OR REPLACE INTO {statement}", rows)
    base.commit()
    return base


def recover(file: Path, why: Phrase | Term, states: tuple[State, ...]) -> None:
    """Replace the damaged database `file` with all data that can be recovered, and add notices for people.

    `why`: the damage, for the notices. `states`: the last saved summaries of the database, oldest first.
    Raise OSError, or sqlite3.Error if nothing can be recovered.
    """
    state = states[-1] if states else State()
    recovery = _gather(file, states)
    if not (recovery.games.events or recovery.quality or states):
        raise sqlite3.DatabaseError(str(why))
    recovery.games.last = state.last
    recovered = file.with_name("recovered.sqlite")
    recovered.unlink(missing_ok=True)
    claim_file(recovered)
    with closing(in_memory(recovery.games)) as base, closing(sqlite3.connect(recovered)) as new:
        base.backup(new)
    aside = keep_aside(file)
    for ending in SIDE_FILES:  # the log belongs to the damaged file, not to the one that replaces it
        side_file(file, ending).unlink(missing_ok=True)
    recovered.replace(file)
    Notices(file.parent).add(*_notices(file, why, recovery, state, aside))


@dataclass(slots=True)
class _Recovery:
    """The data recovered from the damaged database and the backups."""

    games: GamesRead
    quality: int = 0
    """Quality of the file that provided invitation, seats and people.

    2: undamaged, and agrees with the last saved states; 1: undamaged; 0: there is no undamaged file.
    """
    backup: Path | None = None
    """The backup that provided invitation, seats and people; None if no backup did."""


def _gather(file: Path, states: tuple[State, ...]) -> _Recovery:
    """Return the longest version of each game, and invitation, seats and people from the best file."""
    recovery = _Recovery(GamesRead())
    games = recovery.games
    for source, with_log in _sources(file, states[-1].since if states else 0):
        with contextlib.suppress(OSError, sqlite3.Error), unchanged(source, with_log=with_log) as base:
            there = read_games(base, own=True)
            games.most_game = max(games.most_game, there.most_game)
            for game, events in there.events.items():
                games.event_counts[game] = max(games.event_counts.get(game, 0), there.event_counts[game])
                games.events[game] = max(games.events.get(game, []), events, key=len)
            quality = 0
            if fault_of(base) is None:
                quality = 2 if any(there.rest == state.rest for state in states) else 1
            if quality > recovery.quality:
                recovery.quality = quality
                recovery.backup = source if source.parent != file.parent else None
                games.invitation, games.seats, games.people = there.invitation, there.seats, there.people
    return recovery


def _sources(file: Path, since: int) -> Iterator[tuple[Path, bool]]:
    """Yield arguments (file, `with_log`) for `unchanged`, best first.

    First comes the database with its log, then without it, then the backups numbered from `since` on.
    """
    yield file, True
    yield file, False
    for backup in Backups(file.parent).files():
        if number_of(backup) >= since:
            yield backup, True


def _notices(
    file: Path, why: Phrase | Term, recovery: _Recovery, state: State, aside: Path | None
) -> Iterator[Phrase]:
    """Yield notices about a recovery. `aside`: folder with copies of the damaged files, or None."""
    kept = phrase("The damaged files are in {folder}, unchanged.", folder=aside) if aside else ""
    lost = tuple(losses(recovery.games, state))
    values = {"file": file, "why": why, "kept": kept}
    if not lost and recovery.backup is None and recovery.quality:
        yield phrase(
            "The file {file} could not be used as it was ({why}). Nothing is missing: the program put "
            "the games back together from what is intact. {kept}",
            **values,
        )
    else:
        yield phrase(
            "The file {file} could not be used as it was ({why}). The program put the games back "
            "together from what is intact; some of it is missing. {kept}",
            **values,
        )
    yield from lost
    if state.rest and recovery.quality < 2:
        yield phrase(
            "The table's code and key, and which names belong to one person, may not be as they were; "
            "look under “Phones” and “Evenings”."
        )
    if recovery.backup is not None:
        when = written_moment(recovery.backup.stat().st_mtime)
        yield phrase("Phones that joined after {when} have to join again.", when=when)


def losses(games: GamesRead, state: State) -> Iterator[Phrase]:
    """Yield a sentence for each game that is known to lack events, and one if unknown games lack events.

    `state`: the last saved summary of the database.
    """
    known = {game: count for game, count in games.event_counts.items() if games.events.get(game)}
    if state.game:
        known[state.game] = max(state.steps, known.get(state.game, 0))
    others = state.count
    for game, count in sorted(known.items()):
        here = games.events.get(game, [])
        others -= count
        if len(here) == count:
            continue
        begun = here[0].at if here else state.begun
        values = {"game": game, "when": written_moment(begun), "missing": count - len(here), "steps": count}
        if here:
            yield phrase("Game {game}, begun {when}, lacks its last {missing} of {steps} steps.", **values)
        else:
            yield phrase("Game {game}, begun {when}, is missing with all its steps ({steps}).", **values)
    if others > 0:
        yield phrase(
            "Other games lack {missing} steps, and there is no telling which; look through “Games”.",
            missing=others,
        )


def keep_aside(file: Path) -> Path | None:
    """Copy a damaged database and SQLite's files next to it to a new folder.

    Return the folder, or None if all these files are missing or empty.
    """
    beside = (side_file(file, ending) for ending in ("", *SIDE_FILES))
    files = [each for each in beside if each.is_file() and each.stat().st_size]
    if not files:
        return None
    name, folder = f"{datetime.now():%Y%m%d-%H%M%S}", file.with_name(DAMAGED_FOLDER)
    number = 1 + (len(list(folder.iterdir())) if folder.is_dir() else 0)
    aside = folder / f"{number:03}-{name}"
    make_folder(aside)
    for each in files:
        copy = aside / each.name
        claim_file(copy)
        shutil.copyfile(each, copy)
    return aside


def written_moment(seconds: float) -> str:
    """Return a Unix time as local date and time, readable in every language: "2026-11-24 20:14"."""
    return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"


class Notices:
    """Notices about problems found when the program starts, kept in a file until a user dismisses them."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NOTICES_FILE

    def add(self, *notices: Phrase) -> None:
        kept = [*self.all(), *notices]
        write_file(self._file, json.dumps([_encoded(notice) for notice in kept]).encode())

    def all(self) -> tuple[Phrase, ...]:
        """Return the notices, oldest first, or () if the file is missing or damaged."""
        try:
            return tuple(_read_phrase(data) for data in json.loads(self._file.read_bytes()))
        except (OSError, ValueError, TypeError, AttributeError):
            return ()

    def forget(self) -> None:
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


def _encoded(value: object) -> object:
    """Return `value` in a form for JSON. A text to translate becomes the list [English text, its values]."""
    match value:
        case Phrase():
            return [value.text, {name: _encoded(inner) for name, inner in value.values.items()}]
        case Term():
            return [str(value), {}]
        case int() | float():
            return value
    return str(value)


def _read_phrase(data: list[Any]) -> Phrase:
    text, values = data
    return Phrase(
        text,
        {name: _read_phrase(value) if isinstance(value, list) else value for name, value in values.items()},
    )

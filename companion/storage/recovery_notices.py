"""Sentences about damaged or missing data that a start found, and what it did about it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from companion.storage.acknowledged import Note
from companion.storage.recovery import Recovery
from sheets.language import Phrase, Term, phrase


def empty_file(file: Path) -> Phrase:
    """The database is there and has no bytes, and nothing says that there were games in it."""
    return phrase(
        "The file {file} was empty, so the table starts without a game; if there were games in it, end "
        "the table and restore a copy of them with `qwixx games restore FILE`.",
        file=file,
    )


def notes_anew(file: Path, aside: Path | None) -> Phrase:
    """The notes of what was acknowledged were damaged."""
    return phrase(
        "The file {file}, which shows the program whether a game is missing, was damaged. It was written "
        "again, and the games are as they were found. {kept}",
        file=file,
        kept=_kept(aside),
    )


def notes_gone(file: Path) -> Phrase:
    """The notes of what was acknowledged were missing or empty."""
    return phrase(
        "The file {file}, which shows the program whether a game is missing, was gone. It was written "
        "again, and the games are as they were found.",
        file=file,
    )


def recovery_notices(
    file: Path, why: Phrase | Term, recovery: Recovery, notes: list[Note]
) -> Iterator[Phrase]:
    """What happened to the database `file`, then a sentence for each game, table and name that is not whole.

    `why`: why the file could not be used. `notes`: of all that had been acknowledged.
    """
    values = {"file": file, "why": why, "kept": _kept(recovery.aside)}
    if not recovery.lost and recovery.backup is None:
        yield phrase(
            "The file {file} could not be used as it was ({why}). Nothing is missing: the program put the "
            "games together again from what is whole. {kept}",
            **values,
        )
        return
    yield phrase(
        "The file {file} could not be used as it was ({why}). The program put the games together again from "
        "what is whole; some of it is missing. {kept}",
        **values,
    )
    yield from _losses(recovery, notes)
    if recovery.backup is not None:
        when = written_moment(recovery.backup.stat().st_mtime)
        yield phrase("Phones that joined after {when} have to join again.", when=when)


def _losses(recovery: Recovery, notes: list[Note]) -> Iterator[Phrase]:
    events = [note for note in notes if note.kind == "event"]
    steps = Counter(note.game for note in events)
    missing = Counter(note.game for note in recovery.lost if note.kind == "event")
    for game, count in sorted((game or 0, count) for game, count in missing.items()):
        begun = written_moment(min(note.at or 0.0 for note in events if note.game == game))
        if count == steps[game]:
            yield phrase(
                "Game {game}, begun {when}, is missing with all its steps ({steps}).",
                game=game,
                when=begun,
                steps=count,
            )
        else:
            yield phrase(
                "Game {game}, begun {when}, lacks its last {missing} of {steps} steps.",
                game=game,
                when=begun,
                missing=count,
                steps=steps[game],
            )
    for note in recovery.lost:
        if note.kind == "game" and steps[int(note.key)] > missing[int(note.key)]:
            yield phrase(
                "It is no longer known at which table game {game} was played; it is now at the first one.",
                game=note.key,
            )
        elif note.kind == "place":
            yield phrase(
                "The table {code} has a new key; let phones that are to join scan the code on its screen.",
                code=note.key,
            )
        elif note.kind == "person":
            yield phrase(
                "It is no longer known whose other name “{name}” is; join the two names again.",
                name=note.key,
            )


def missing_notices(lost: Iterable[Note], notes: list[Note]) -> Iterator[Phrase]:
    """A sentence for each game, and one for the rest, of which rows are missing or changed; `notes`: of all
    that was acknowledged. Nothing has been put together again yet."""
    events = [note for note in notes if note.kind == "event"]
    steps = Counter(note.game for note in events)
    missing = Counter(note.game for note in lost if note.kind == "event")
    for game, count in sorted((game or 0, count) for game, count in missing.items()):
        yield phrase(
            "Game {game}, begun {when}: {missing} of {steps} steps are missing or changed.",
            game=game,
            when=written_moment(min(note.at or 0.0 for note in events if note.game == game)),
            missing=count,
            steps=steps[game],
        )
    if others := sum(note.kind != "event" for note in lost):
        yield phrase("Other entries that are missing or changed (tables, names): {count}.", count=others)


def _kept(aside: Path | None) -> Phrase | str:
    return phrase("The damaged files are in {folder}, unchanged.", folder=aside) if aside else ""


def written_moment(seconds: float) -> str:
    """A date and a time that are read alike in every language: "2026-11-24 20:14"."""
    return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"

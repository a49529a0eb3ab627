"""Exports results for other programs: as CSV, and as a play file for the app BG Stats."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

COLUMNS = ("game", "kind", "began", "minutes", "turns", "player", "points", "rank", "winner", "team")
NAMESPACE = UUID("6f0b9a52-3f6e-5c0f-9b55-4f8d6a1f7b11")
"""Namespace of the UUIDs in play files. Importers recognise a game by its UUID, so this never changes."""
BGG_ID = 131260
"""The id of Qwixx on BoardGameGeek."""
PLAY_FILE_TEXT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, "
    "export or open-in function to open it with Board Game Stats."
)
"""The text that importers expect in a play file."""
LOCATION = "Qwixx at the table"
CLASSIC = "Qwixx"
"""The name of the classic game in play files."""


@dataclass(frozen=True, slots=True)
class FinishedPlay:
    """A finished game whose sheets are all known."""

    place: str  # an identifier of the table
    number: int
    kind: str  # "classic", "longo" and so on
    name: str
    at: float  # begin, Unix seconds
    minutes: int
    turns: int
    points: Mapping[str, int]
    winners: tuple[str, ...]
    first: str  # the player who began
    teams: tuple[tuple[str, ...], ...] = ()

    def rank(self, player: str) -> int:
        """Return a player's rank by points, from 1; equal points give the same rank."""
        return 1 + sum(points > self.points[player] for points in self.points.values())

    def team(self, player: str) -> str:
        """Return the names of a player's team, joined by " & ", or "" if there are no teams."""
        return next((" & ".join(team) for team in self.teams if player in team), "")


def results_csv(plays: Sequence[FinishedPlay]) -> str:
    """Return the games as CSV text, with one line per game and player."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(COLUMNS)
    for play in plays:
        began = datetime.fromtimestamp(play.at).astimezone().isoformat(timespec="seconds")
        for player, points in play.points.items():
            won = "yes" if player in play.winners else "no"
            row = (play.number, play.kind, began, play.minutes, play.turns)
            lines.writerow((*row, _plain(player), points, play.rank(player), won, _plain(play.team(player))))
    return text.getvalue()


def _plain(name: str) -> str:
    """Return the name, preceded by an apostrophe if a spreadsheet would take it for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


def play_file(plays: Sequence[FinishedPlay]) -> dict[str, object]:
    """Return the games as an object in the format of BG Stats (`.bgsplay`)."""
    players = list(dict.fromkeys(player for play in plays for player in play.points))
    names = list(dict.fromkeys(play.name for play in plays))
    last = _time(max((play.at for play in plays), default=0.0))

    def named(kind: str, number: int, name: str, **more: object) -> dict[str, object]:
        ident = str(uuid5(NAMESPACE, f"{kind} {name}"))
        return {"uuid": ident, "id": number, "name": name, "modificationDate": last, **more}

    return {
        "about": PLAY_FILE_TEXT,
        "players": [
            named("player", i, name, isAnonymous=False, bggUsername="") for i, name in enumerate(players, 1)
        ],
        "locations": [named("location", 1, LOCATION)],
        "games": [
            named(
                "game", i, name, bggId=BGG_ID if name == CLASSIC else 0, cooperative=False, highestWins=True,
                noPoints=False, usesTeams=any(play.teams for play in plays if play.name == name),
            )
            for i, name in enumerate(names, 1)
        ],
        "plays": [_play(play, players, names) for play in plays],
        "userInfo": {"meRefId": 1},
    }  # fmt: skip


def _play(play: FinishedPlay, players: Sequence[str], names: Sequence[str]) -> dict[str, object]:
    began = _time(play.at)
    return {
        "uuid": str(uuid5(NAMESPACE, f"play {play.place} {play.number} {began}")),
        "modificationDate": began,
        "entryDate": began,
        "playDate": began,
        "durationMin": play.minutes,
        "usesTeams": bool(play.teams),
        "ignored": False,
        "manualWinner": bool(play.teams),
        "rounds": play.turns,
        "locationRefId": 1,
        "gameRefId": 1 + names.index(play.name),
        "board": "",
        "comments": "",
        "scoringSetting": 0,
        "playerScores": [
            {
                "playerRefId": 1 + players.index(player),
                "score": str(points),
                "winner": player in play.winners,
                "newPlayer": False,
                "startPlayer": player == play.first,
                "role": "",
                "rank": play.rank(player),
                "seatOrder": seat,
                **({"team": play.team(player)} if play.teams else {}),
            }
            for seat, (player, points) in enumerate(play.points.items(), 1)
        ],
        "expansionPlays": [],
    }


def _time(at: float) -> str:
    """Return Unix seconds as local time in the format of play files: `2026-11-25 19:30:00`."""
    return datetime.fromtimestamp(at).isoformat(" ", "seconds")

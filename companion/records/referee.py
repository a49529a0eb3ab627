"""Judges the decisions in a record, turn by turn. An illegal mark is reported and has no effect."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.records.record import Record, Turn
from companion.rules import PASS, Card, Game, Mark, Play, Position, Refusal, Sheet, Term
from companion.rules.refusal import Value
from companion.rules.speciality import specialities_of
from companion.rules.variants import RULEBOOK_PLAYER_COUNTS
from sheets.language import Translate, message
from sheets.pad import COLOURS, ROW_LETTERS

FORMAT = "qwixx-verdict/1"


@dataclass(frozen=True, slots=True)
class Violation:
    """An illegal mark or play in a record."""

    turn: int
    action: str  # white, colour, number or play
    player: str
    mark: str | None  # as written; None for a play
    refusal: Refusal

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        """Return this illegal mark or play as a JSON object of `qwixx-verdict/1`."""
        return {
            "turn": self.turn,
            "action": self.action,
            "player": self.player,
            "mark": self.mark,
            "rule": self.refusal.rule,
            "why": self.refusal.in_language(translate),
        }


@dataclass(frozen=True, slots=True)
class RecordWarning:
    """Something unusual but legal in a record."""

    code: str  # die-missing, claim or player-count
    text: str  # a sentence with {placeholders}
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    turn: int | None = None
    player: str | None = None

    def in_language(self, translate: Translate) -> str:
        return Refusal(self.code, self.text, self.values).in_language(translate)

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        """Return this warning as a JSON object of `qwixx-verdict/1`."""
        out: dict[str, object] = {"code": self.code, "text": self.in_language(translate)}
        if self.turn is not None:
            out["turn"] = self.turn
        if self.player is not None:
            out["player"] = self.player
        return out


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A judged turn, with the positions before and after it."""

    number: int
    turn: Turn
    active: str  # the active player
    before: Position
    after: Position
    violations: tuple[Violation, ...]
    warnings: tuple[RecordWarning, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a record."""

    record: Record
    steps: tuple[JudgedTurn, ...]
    position: Position  # after the last turn
    violations: tuple[Violation, ...]
    warnings: tuple[RecordWarning, ...]

    @property
    def ok(self) -> bool:
        """Return True if every mark was legal."""
        return not self.violations

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        """Return the verdict as a JSON object of `qwixx-verdict/1`."""
        game, position = self.record.game, self.position
        winners = game.winners(position)
        end = position.end
        house: dict[str, object] = {"house": game.house.agreed} if game.house.agreed else {}
        return {
            "format": FORMAT,
            "ok": self.ok,
            **house,
            "illegal": [violation.to_json(translate) for violation in self.violations],
            "ended": {"turn": end.turn, "reason": end.reason} if end else None,
            "closed": list(position.closed),
            "players": {player: _player_json(game, position, player) for player in game.players},
            "winners": None if winners is None else list(winners),
            "warnings": [warning.to_json(translate) for warning in self.warnings],
        }


def _player_json(game: Game, position: Position, player: str) -> dict[str, object]:
    sheet = position.sheet(player)
    said, score = sheet_verdict(sheet), game.score(sheet)
    scores = dict(zip(ROW_LETTERS, score.rows, strict=True))
    scores |= {"bonus": score.bonus, "misses": score.misses, "total": score.total}
    marks, bonus = said.pop("marks"), said.pop("bonus")
    entry = {"marks": marks, "locks": list(sheet.locks), "misses": sheet.misses}
    return entry | said | {"bonus": bonus, "scores": scores}


def sheet_verdict(sheet: Sheet) -> dict[str, object]:
    """Return a sheet's marks, bonuses and entries of mechanisms, as `qwixx-verdict/1` contains them."""
    reports = list(specialities_of(sheet.pad).reports(sheet).values())
    marks: dict[str, object] = {}
    for row, letter in enumerate(ROW_LETTERS):
        crossed = [sheet.rows[row], *(report.twice[row] for report in reports)]
        marks[letter] = [
            cell.number for cell in sheet.pad.rows[row] for bits in crossed if bits >> cell.index & 1
        ]
    tallies = [report.tally for report in reports if report.tally is not None]
    bonus: list[object] = [list(tally) if isinstance(tally, tuple) else tally for tally in tallies]
    if len(tallies) == 1 and isinstance(tallies[0], tuple):
        bonus = list(tallies[0])
    said: dict[str, Any] = {"marks": marks, "bonus": bonus}
    for report in reports:
        for key, entries in report.verdict.items():
            said.setdefault(key, {}).update(entries)
    return said


def judge(record: Record) -> Verdict:
    """Return the verdict on a record: judge every turn, then compare the sheets with `Record.claims`."""
    position = record.game.start()
    steps = []
    for number, turn in enumerate(record.turns, 1):
        step = _TurnJudge(record.game, position, turn, number).judge()
        position = step.after
        steps.append(step)
    violations = tuple(violation for step in steps for violation in step.violations)
    warnings = [*_unforeseen_players(record.game), *(w for step in steps for w in step.warnings)]
    warnings += _wrong_claims(record, position)
    return Verdict(record, tuple(steps), position, violations, tuple(warnings))


class _TurnJudge:
    """Judges the decisions of one turn of a record."""

    def __init__(self, game: Game, position: Position, turn: Turn, number: int) -> None:
        self.game = game
        self.before = position
        self.position = position
        self.turn = turn
        self.number = number
        self.active = game.players[(number - 1) % len(game.players)]
        self.violations: list[Violation] = []
        self.warnings: list[RecordWarning] = []

    def judge(self) -> JudgedTurn:
        first, second = self.game.phases
        if self.position.phase == "over":
            self._refuse_late_marks(first)
        else:
            self._warn_of_missing_dice()
            self.position = self.game.roll(self.position, self.turn.roll)
            self._judge_first(first)
        if self.position.phase == "over":
            self._refuse_late_second(second)
        elif second == "play":
            self._judge_play()
        else:
            self._judge_colour()
        return JudgedTurn(
            self.number,
            self.turn,
            self.active,
            self.before,
            self.position,
            tuple(self.violations),
            tuple(self.warnings),
        )

    def _refuse(self, action: str, player: str, mark: str | None, refusal: Refusal) -> None:
        self.violations.append(Violation(self.number, action, player, mark, refusal))

    def _warn_of_missing_dice(self) -> None:
        if isinstance(self.turn.roll, int):
            return
        in_game = self.game.dice_left(self.position)
        for colour, value in zip(COLOURS, self.turn.roll.coloured, strict=True):
            if value is None and colour in in_game:
                text = message("The {colour} die has not left the game, but it is not in this roll.")
                self.warnings.append(
                    RecordWarning("die-missing", text, {"colour": Term(colour)}, self.number)
                )

    def _refuse_late_marks(self, action: str) -> None:
        """Report the marks of action 1 as illegal, because the game ended in an earlier turn."""
        for player in self.game.players:
            mark = self.turn.first.get(player, PASS)
            for part in mark.parts if mark.cell else ():
                self._refuse(action, player, str(part), self.game.not_now(self.position))

    def _refuse_late_second(self, action: str) -> None:
        """Report the marks of action 2 or of a play as illegal, because the game has ended."""
        second = self.turn.second
        for mark in second.marks if isinstance(second, Play) else (second,):
            for part in mark.parts if isinstance(mark, Mark) and mark.cell else ():
                self._refuse(action, self.active, str(part), self.game.not_now(self.position))

    def _judge_first(self, action: str) -> None:
        """Judge all players' marks in action 1. Each must be legal in the position before the action."""
        opening = self.position
        for player in self.game.players:
            self._decide(action, player, self.turn.first.get(player), opening)

    def _decide(self, action: str, player: str, mark: Mark | None, opening: Position) -> None:
        """Carry out the legal part of a mark. If no part is legal, pass, or do nothing if the turn is still
        being played. `opening`: the position in which the mark must be legal."""
        if mark is not None:
            mark = self._legal(action, player, mark, opening)
        if mark is None and not self.turn.open:
            mark = PASS
        if mark is not None:
            self.position = self.game.decide(self.position, player, mark)

    def _legal(self, action: str, player: str, mark: Mark, position: Position) -> Mark | None:
        """Return the legal part of a mark, and report the rest. Return None if no part is legal, or if a part
        is illegal in a turn that is still being played."""
        moves = self.game.moves(position, player)
        kept: Mark | None = None
        refused = False
        for part in mark.parts:
            together = part if kept is None else kept.followed_by(part)
            refusal = moves.refusal(together)
            if refusal:
                self._refuse(action, player, str(part), refusal)
                refused = True
            else:
                kept = together
        return None if refused and self.turn.open else kept

    def _judge_colour(self) -> None:
        mark = self.turn.second
        assert not isinstance(mark, Play)
        if self.position.phase != "white":
            self._decide("colour", self.active, mark, self.position)
            return
        for part in mark.parts if mark is not None else ():  # the turn is open, and action 1 isn't finished
            self._refuse("colour", self.active, str(part), self.game.not_now(self.position))

    def _judge_play(self) -> None:
        play = self.turn.second
        assert not isinstance(play, Mark)
        if play is None:
            if self.turn.open:
                return
            play = Play()  # a finished turn without a play: the active player has to play a card
        judged = self.game.plays(self.position, self.active).judge(play)
        if judged.cards_refusal:
            self._refuse("play", self.active, None, judged.cards_refusal)
            if not self.turn.open:
                self.position = self.game.forfeit(self.position)
            return
        for mark, refusal in judged.marks:
            self._refuse("play", self.active, str(mark), refusal)
        if judged.made is not None:
            self.position = self.game.decide(self.position, self.active, judged.made)


def _unforeseen_players(game: Game) -> Iterator[RecordWarning]:
    fewest, most = RULEBOOK_PLAYER_COUNTS
    count = len(game.players)
    if not fewest <= count <= most:
        values: dict[str, Value] = {"fewest": fewest, "most": most, "count": count}
        text = message("The rulebook is for {fewest} to {most} players, not for {count}.")
        yield RecordWarning("player-count", text, values)


def _wrong_claims(record: Record, position: Position) -> Iterator[RecordWarning]:
    for player in record.game.players:
        claim = record.claims.get(player, {})
        sheet = position.sheet(player)
        real = {"misses": sheet.misses, "total": record.game.score(sheet).total}
        texts = {
            "misses": message(
                "Penalties of {player}: the paper shows {claimed}, but by the rules there are {real}."
            ),
            "total": message("Total of {player}: the paper shows {claimed}, but by the rules it is {real}."),
        }
        for key, text in texts.items():
            if key in claim and claim[key] != real[key]:
                values: dict[str, Value] = {"player": player, "claimed": claim[key], "real": real[key]}
                yield RecordWarning("claim", text, values, player=player)


def open_moves(record: Record, hand: tuple[Card, ...] | None = None) -> list[dict[str, object]]:
    """Return the legal moves of each player who must still decide, as `qwixx moves --json` prints them.

    `hand`: the active player's cards. If it is None, plays of cards are not listed.
    """
    game, position = record.game, judge(record).position
    out: list[dict[str, object]] = []
    for player in game.waiting(position):
        entry: dict[str, Any] = {"player": player, "action": position.phase}
        if position.phase != "play":
            entry["moves"] = [str(mark) for mark in game.moves(position, player)]
        elif hand is not None:
            entry["moves"] = [play.to_json() for play in game.plays(position, player, hand)]
        out.append(entry)
    return out

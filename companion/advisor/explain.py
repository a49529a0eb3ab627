"""Why: one sentence for a move, from what it does and how that differs from the alternative.

The first part says what the move does: the one or two facts that weigh most. The second sets it against the
alternative: for the best move the next best, for any other move the best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.advisor.advice import Reason
from companion.advisor.facts import MoveFacts, facts
from companion.rules import Card, Game, Mark, Play, Position, Term
from companion.rules.board import Spot
from companion.rules.mark import PASS
from sheets.language import Phrase, message
from sheets.pad import ROW_LETTERS


@dataclass(frozen=True, slots=True)
class Case:
    """A move to explain: what it is worth, what the active player does after it, how the turn ends then."""

    move: Mark | Play
    win: float | None
    margin: float
    then: Mark | None
    after: Position


def reasons(game: Game, position: Position, player: str, cases: Sequence[Case]) -> list[Reason]:
    """For each of `cases`, which are all a player may do, best first, its sentence."""
    known = [facts(game, position, player, case.move, case.after) for case in cases]
    ending = all(fact.ends for fact in known)
    names = [move_phrase(game, case.move) for case in cases]
    out = []
    for number, (case, fact) in enumerate(zip(cases, known, strict=True)):
        other = 0 if number else min(1, len(cases) - 1)
        verbs = list(_verbs(game, case, (fact, known[other]), best=number == 0, ending=ending))
        if len(cases) == 1:
            only = Phrase(message("nothing else is allowed"))
            out.append(Reason((_say(names[0], verbs), only)))
            continue
        contrast = _contrast(
            game, names[other], (case, fact), (cases[other], known[other]), better=number == 0, ending=ending
        )
        out.append(Reason((_say(names[number], verbs), contrast)))
    return out


def cell_phrase(spot: Spot) -> Phrase:
    """A cell by its colour and number."""
    return Phrase(message("{colour} {number}"), {"colour": Term(spot.cell.colour), "number": spot.number})


def move_phrase(game: Game, move: Mark | Play) -> Phrase:
    """A move as the subject of a sentence."""
    if isinstance(move, Play):
        return _play_phrase(game, move)
    if not move.cell:
        return Phrase(message("passing"))
    cell = cell_phrase(game.board.spot(move.cell))
    if move.lucky:
        return Phrase(message("{cell} by the lucky number"), {"cell": cell})
    if move.choices:
        rows = [game.board.row_term(ROW_LETTERS.index(letter)) for letter in move.choices]
        return Phrase(message("{cell} with {row} for the bonus"), {"cell": cell, "row": rows[0]})
    return cell


def _play_phrase(game: Game, play: Play) -> Phrase:
    """A play by the cells that it marks, and the cards that it gives away beside them."""
    cells = [cell_phrase(game.board.spot(mark.cell)) for mark in play.marks]
    left = [Card(card.number, card.colour) for card in play.cards]
    for mark in play.marks:
        cell = game.board.spot(mark.cell).cell
        left.remove(Card(cell.number, cell.colour))
    away = [
        Phrase(message("{colour} {number}"), {"colour": Term(card.colour), "number": card.number})
        for card in left
    ]
    if not cells:
        return Phrase(message("giving {cards} away"), {"cards": _list(away)})
    if not away:
        return Phrase(message("marking {cells}"), {"cells": _list(cells)})
    values = {"cells": _list(cells), "cards": _list(away)}
    return Phrase(message("marking {cells} and giving {cards} away"), values)


def _list(parts: Sequence[Phrase]) -> Phrase:
    found = parts[0]
    for number, part in enumerate(parts[1:], 2):
        text = message("{first} and {second}") if number == len(parts) else message("{first}, {second}")
        found = Phrase(text, {"first": found, "second": part})
    return found


def _say(name: Phrase, verbs: Sequence[Phrase]) -> Phrase:
    """The move as subject with its one or two facts."""
    return Phrase(message("{move} {does}"), {"move": name, "does": _list(verbs[:2])})


def _count(one: str, many: str, count: int, **values: object) -> Phrase:
    return Phrase(one if count == 1 else many, {"count": count, **values})


def _verbs(
    game: Game, case: Case, this: tuple[MoveFacts, MoveFacts], *, best: bool, ending: bool
) -> Iterator[Phrase]:
    """What a move does, as verbs in the third person, what weighs most first. `this`: its facts, and those of
    the alternative."""
    fact, its = this
    if fact.locks:
        row = game.board.row_term(fact.locks[0])
        yield Phrase(message("locks {row} for {count} points"), {"row": row, "count": fact.points})
    if fact.missed >= 4:
        yield Phrase(message("takes the fourth miss"))
    elif fact.missed:
        yield _count(message("costs the first miss"), message("costs miss number {count}"), fact.missed)
    if fact.ends:
        end = _finish(fact) if ending else _end(fact)
        yield end if _sure(case, fact) else Phrase(message("{does} (most likely)"), {"does": end})
    if fact.shuts_out:
        player, row_number, count = fact.shuts_out
        yield _count(
            message("closes {row} to {player}, who has one cross there"),
            message("closes {row} to {player}, who has {count} crosses there"),
            count,
            row=game.board.row_term(row_number),
            player=player,
        )
    if fact.more:
        yield _count(message("brings one more cross"), message("brings {count} more crosses"), fact.more)
    gains = _count(message("gains one point"), message("gains {count} points"), fact.points)
    if best and fact.lost is not None and fact.points > 4:
        yield gains
    if fact.lost is not None:
        row = game.board.row_term(fact.lost)
        yield Phrase(message("gives up locking {row}"), {"row": row})
    if fact.spot and not fact.locks:
        if fact.skipped:
            yield _count(message("skips one cell"), message("skips {count} cells"), fact.skipped)
        else:
            yield Phrase(message("skips nothing"))
        if fact.ready is not None:
            yield Phrase(message("makes {row} ready for its lock"), {"row": game.board.row_term(fact.ready)})
        elif fact.reach and (fact.skipped or fact.points > 3):
            yield Phrase(message("keeps {cell} within reach"), {"cell": cell_phrase(fact.reach)})
        yield gains
    if case.then and case.then != PASS:
        cell = cell_phrase(game.board.spot(case.then.cell))
        yield Phrase(message("goes on with {cell} in action 2"), {"cell": cell})
    elif not fact.spot and not fact.missed:
        if its.spot and its.skipped:
            kept = game.board.rows[its.spot.row][its.spot.index - its.skipped]
            yield Phrase(message("keeps {cell} within reach"), {"cell": cell_phrase(kept)})
        else:
            yield Phrase(message("keeps every row as it is"))
        yield Phrase(message("costs nothing"))


def _sure(case: Case, fact: MoveFacts) -> bool:
    """Whether a game that ends so ends so whatever the others decide at the same time."""
    return abs(case.margin - fact.lead) < 0.01


def _end(fact: MoveFacts) -> Phrase:
    """That the game ends, and how."""
    if fact.rival is None:
        return Phrase(message("ends the game with {count} points"), {"count": fact.lead})
    if fact.lead == 0:
        return Phrase(message("ends the game level with {player}"), {"player": fact.rival})
    if fact.lead > 0:
        one, many = (
            message("ends the game one point ahead of {player}"),
            message("ends the game {count} points ahead of {player}"),
        )
    else:
        one, many = (
            message("ends the game one point behind {player}"),
            message("ends the game {count} points behind {player}"),
        )
    return _count(one, many, abs(fact.lead), player=fact.rival)


def _finish(fact: MoveFacts) -> Phrase:
    """How the game, which ends whatever is done, ends."""
    if fact.rival is None:
        return Phrase(message("finishes with {count} points"), {"count": fact.lead})
    if fact.lead == 0:
        return Phrase(message("finishes level with {player}"), {"player": fact.rival})
    if fact.lead > 0:
        one, many = (
            message("finishes one point ahead of {player}"),
            message("finishes {count} points ahead of {player}"),
        )
    else:
        one, many = (
            message("finishes one point behind {player}"),
            message("finishes {count} points behind {player}"),
        )
    return _count(one, many, abs(fact.lead), player=fact.rival)


def _contrast(
    game: Game,
    name: Phrase,
    this: tuple[Case, MoveFacts],
    that: tuple[Case, MoveFacts],
    *,
    better: bool,
    ending: bool,
) -> Phrase:
    """What the alternative called `name` would do instead; `better`: this is the better of the two."""
    (case, fact), (other, its) = this, that
    if (
        its.ends
        and not ending
        and _sure(other, its)
        and (its.lead < 0) == better
        and its.rival is not None
        and its.lead
        and not (fact.ends and fact.lead == its.lead)
    ):
        one, many = (
            (
                message("{other} would end the game one point ahead of {player}"),
                message("{other} would end the game {count} points ahead of {player}"),
            )
            if its.lead > 0
            else (
                message("{other} would end the game one point behind {player}"),
                message("{other} would end the game {count} points behind {player}"),
            )
        )
        return _count(one, many, abs(its.lead), other=name, player=its.rival)
    if better:
        if its.missed and not fact.missed:
            return Phrase(message("{other} would cost a miss"), {"other": name})
        if its.lost is not None and fact.lost is None:
            row = game.board.row_term(its.lost)
            return Phrase(message("{other} would give up locking {row}"), {"other": name, "row": row})
        if its.spot and not its.locks and its.skipped > (fact.skipped if fact.spot else 0):
            return _count(
                message("{other} would skip one cell"),
                message("{other} would skip {count} cells"),
                its.skipped,
                other=name,
            )
    else:
        if its.locks and not fact.locks:
            row = game.board.row_term(its.locks[0])
            return Phrase(message("{other} would lock {row}"), {"other": name, "row": row})
        if its.spot and fact.spot and not its.locks and its.skipped < fact.skipped:
            if its.skipped == 0:
                return Phrase(message("{other} would skip nothing"), {"other": name})
            return _count(
                message("{other} would skip one cell"),
                message("{other} would skip {count} cells"),
                its.skipped,
                other=name,
            )
    if better and its.spot and fact.points > its.points and not its.locks:
        return (
            _count(
                message("{other} would gain only one point"),
                message("{other} would gain only {count} points"),
                its.points,
                other=name,
            )
            if its.points > 0
            else _numbers(name, case, other, better=better)
        )
    if not better and its.points > fact.points + 1:
        return _count(
            message("{other} would gain one point"),
            message("{other} would gain {count} points"),
            its.points,
            other=name,
        )
    return _numbers(name, case, other, better=better)


def _numbers(name: Phrase, case: Case, other: Case, *, better: bool) -> Phrase:
    """How much better or worse the alternative is, in games of a hundred, or else in points: where these
    speak against the order, which goes by games won, the two are as good."""
    games = 0 if case.win is None or other.win is None else round(100 * (other.win - case.win))
    values = {"other": name}
    if games > 0:
        return _count(
            message("{other} wins one more game in a hundred"),
            message("{other} wins {count} more games in a hundred"),
            games,
            **values,
        )
    if games < 0:
        return _count(
            message("{other} wins one game in a hundred fewer"),
            message("{other} wins {count} fewer games in a hundred"),
            -games,
            **values,
        )
    points = round(other.margin - case.margin)
    if points > 0 and not better:
        return _count(
            message("{other} is worth one point more"),
            message("{other} is worth {count} points more"),
            points,
            **values,
        )
    if points < 0 and better:
        return _count(
            message("{other} is worth one point less"),
            message("{other} is worth {count} points less"),
            -points,
            **values,
        )
    return Phrase(message("{other} is as good"), dict(values))

"""The text of a verdict, the judgement of a record, as lines for the terminal."""

from collections.abc import Iterator, Mapping
from functools import cache

from companion.records.record import Turn
from companion.records.referee import JudgedTurn, Verdict, Violation
from companion.rules import Game, House, Play, Position, Sheet
from companion.rules.score import Score, crosses
from companion.rules.speciality import earned_signs, specialities_of
from sheets.language import Translate, message
from sheets.pad import ROW_LETTERS, Row

Line = list[tuple[str, str]]
"""Pieces of text, each with a style such as "bold red", or "" for a plain piece."""


def verdict_lines(verdict: Verdict, translate: Translate) -> Iterator[Line]:
    """Yield the lines of a verdict: the game, each turn, each sheet, and the result."""
    game = verdict.record.game
    _ = translate
    title = _("{pad}, the card game").format(pad=game.pad.title) if game.deck else game.pad.title
    yield [(f"{title} · {', '.join(game.players)}", "bold")]
    for ruling, option in game.rulings.differing.items():
        yield [(f"  {ruling}: {option}", "")]
    yield from ([(f"  {line}", "")] for line in house_lines(game.house, _))
    for step in verdict.steps:
        yield from _step_lines(game, step, _)
    yield []
    scores = game.scores(verdict.position)
    for player, sheet in zip(game.players, verdict.position.sheets, strict=True):
        yield [(player, "bold")]
        yield from _sheet_lines(verdict.position, sheet, scores[player], _)
        yield []
    yield from _result_lines(verdict, scores, _)


def house_lines(house: House, _: Translate) -> Iterator[str]:
    """Yield a sentence for each house rule of a game."""
    if house.no_miss:
        text = _("House rule, not the rulebook's: {players} take no penalties.")
        if len(house.no_miss) == 1:
            text = _("House rule, not the rulebook's: {players} takes no penalties.")
        yield text.format(players=", ".join(house.no_miss))
    if house.rounds is not None:
        yield _("House rule, not the rulebook's: the game ends after round {rounds}.").format(
            rounds=house.rounds
        )


def _step_lines(game: Game, step: JudgedTurn, _: Translate) -> Iterator[Line]:
    roll = step.turn.roll
    head = _("Turn {turn} · {player}").format(turn=step.number, player=step.active)
    shown = _("number {number}").format(number=roll) if isinstance(roll, int) else f"{roll}"
    if step.turn.open:
        shown += " · " + _("open")
    yield []
    yield [(head, "bold"), (f"  {shown}", "")]
    for warning in step.warnings:
        yield [("  ! " + warning.in_language(_), "yellow")]
    for line in _decisions(step.turn, step.active, game.players, _):
        yield [("  " + line, "")]
    for violation in step.violations:
        yield _violation(violation, _)
    for line in _events(game, step, _):
        yield [("  → " + line, "cyan")]


def _decisions(turn: Turn, active: str, players: tuple[str, ...], _: Translate) -> list[str]:
    marks = [f"{player} {turn.first[player]}" for player in players if player in turn.first]
    lines = [_("everyone: {marks}").format(marks=", ".join(marks) or "-")]
    if isinstance(turn.second, Play):
        lines.append(_("{player} plays {play}").format(player=active, play=turn.second))
    elif turn.second is not None:
        lines.append(_("{player} alone: {mark}").format(player=active, mark=turn.second))
    return lines


def _violation(violation: Violation, _: Translate) -> Line:
    mark = violation.mark or _("the play")
    head = _("{player}, {mark}: illegal.").format(player=violation.player, mark=mark)
    why = f" {violation.refusal.in_language(_)} [{violation.refusal.rule}]"
    return [("  ✗ " + head, "bold red"), (why, "")]


def _events(game: Game, step: JudgedTurn, _: Translate) -> list[str]:
    before, after = step.before, step.after
    lines = []
    closed, removed = before.closed, before.removed
    for letter in after.closed:
        if letter not in closed:
            row = _(game.board.row_term(ROW_LETTERS.index(letter)))
            lines.append(_("Closed: {row}.").format(row=row))
    for colour in after.removed:
        if colour not in removed:
            lines.append(_("The {colour} die leaves the game.").format(colour=_(colour)))
    for player, had, has in zip(game.players, before.sheets, after.sheets, strict=True):
        if has.misses > had.misses:
            text = _("{player} takes a penalty, number {count}.")
            lines.append(text.format(player=player, count=has.misses))
    if after.end and not before.end:
        reasons = {
            "end-two-rows": message("The game ends: two rows are locked."),
            "end-misses": message("The game ends: a fourth penalty."),
            "house-rounds": message("The game ends: the last round of the house rule is over."),
        }
        lines.append(f"{_(reasons[after.end.reason])} [{after.end.reason}]")
    return lines


def _sheet_lines(position: Position, sheet: Sheet, score: Score, _: Translate) -> list[Line]:
    """Return the lines of a sheet, in which "[5]" is a marked cell and "·" a cell that is lost."""
    rows = zip(sheet.pad.rows, sheet.rows, crosses(sheet), score.rows, strict=True)
    locks, closed = sheet.locks, position.closed
    lines = [
        _row_line(row, bits, (count, points), row.letter in locks, row.letter in closed, _)
        for row, bits, count, points in rows
    ]
    judged = {key for key, report in specialities_of(sheet.pad).reports(sheet).items() if report.judged}
    if besides := sheet.text_of(set(sheet.pad.mechanisms) - judged):
        lines.append([("    " + _("besides: {crosses}").format(crosses=besides.strip()), "")])
    return [*lines, _score_line(sheet, score, _)]


def _row_line(row: Row, bits: int, scored: tuple[int, int], locked: bool, closed: bool, _: Translate) -> Line:
    """Return the line of a row. `bits`: the marked cells; `scored`: the number of crosses, and the points."""
    if locked:
        lock = " [" + _("lock") + "]"
    else:
        lock = " -" + _("closed") + "-" if closed else "  " + _("lock") + " "
    reached = 1 << len(row) if locked or closed else bits
    cells = [
        _cell(cell.number, cell.colour, bits >> cell.index & 1, 1 << cell.index <= reached) for cell in row
    ]
    return [(f"  {row.letter} ", ""), *cells, (lock + "  {:2} → {:3}".format(*scored), "")]


def _score_line(sheet: Sheet, score: Score, _: Translate) -> Line:
    text = "    " + _("penalties {count}").format(count=sheet.misses) + f" → {score.misses}   "
    if score.bonus and not earned_signs(sheet):
        text += _("beside the rows {points}").format(points=score.bonus) + "   "
    for report in specialities_of(sheet.pad).reports(sheet).values():
        if report.judged:
            points = f" → {score.bonus}" if report.earned else ""
            text += report.judged.in_language(_) + points + "   "
    return [(text, ""), (_("total {total}").format(total=score.total), "bold")]


@cache
def _cell(number: int, colour: str, marked: int, lost: bool) -> tuple[str, str]:
    if marked:
        return f"[{number}]".rjust(4), f"bold {colour}"
    if lost:
        return "·".center(4), f"dim {colour}"
    return f"{number} ".rjust(4), colour


def _result_lines(verdict: Verdict, scores: Mapping[str, Score], _: Translate) -> Iterator[Line]:
    game, position = verdict.record.game, verdict.position
    for warning in verdict.warnings:
        if warning.code != "die-missing":
            yield [("! " + warning.in_language(_), "yellow")]
    winners = game.winners(position)
    totals = ", ".join(f"{player} {score.total}" for player, score in scores.items())
    if winners is None:
        yield [(_("Not finished. As it stands: {totals}.").format(totals=totals), "")]
    elif len(winners) == 1:
        text = _("{winner} wins. {totals}.").format(winner=winners[0], totals=totals)
        yield [(text, "bold")]
    else:
        text = _("{winners} share the win. {totals}.").format(winners=" & ".join(winners), totals=totals)
        yield [(text, "bold")]
    count = len(verdict.violations)
    if count == 0:
        yield [(_("Every mark is legal."), "green")]
    elif count == 1:
        yield [(_("One mark is illegal."), "bold red")]
    else:
        yield [(_("{count} marks are illegal.").format(count=count), "bold red")]

"""A challenge: one decision reviewed with its dice, its rule, and the legal alternatives."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from companion import book
from companion.analysis.replay import ReplayedDecision, ReplayedTurn
from companion.rulebook.rule import Rule
from companion.rules import Mark, NotAMark, Play, Refusal
from companion.rules.board import prepare
from companion.rules.refusal import Term, Value
from companion.table.actions import ACTIONS
from companion.web.layout.game.names import decision_name
from companion.web.layout.game.page_part import own_place, page_parts, signs
from companion.web.pages.table.dice.dice import RolledDie, rolled_dice
from companion.web.pages.table.photo.photo import PhotoPanel, present_photo
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from sheets.language import Phrase, message
from sheets.pad import COLOURS, Pad


@dataclass(frozen=True, slots=True)
class LegalChoice:
    """A decision that would have been legal. `mark`: as a record writes it. `made`: it was decided."""

    mark: str
    text: Phrase
    made: bool


@dataclass(frozen=True, slots=True)
class Challenge:
    """The card. `legal`: whether the decision was. `hypothetical`: another cell is judged than was marked.

    `why`: the rule, and one sentence with the facts. `rules`: those that matter. `number`: that for everyone,
    in the card game. `choices`: what would have been legal, passing first if that was allowed.
    """

    turn: int
    action: str
    action_name: str
    player: str
    sides: int
    decision: Phrase
    legal: bool
    hypothetical: bool
    why: Refusal
    rules: tuple[Rule, ...]
    dice: tuple[RolledDie, ...]
    number: int | None
    photo: PhotoPanel | None
    sheet: SheetSnapshot
    choices: tuple[LegalChoice, ...]


@dataclass(frozen=True, slots=True)
class _Judgement:
    """A decision with its refusal, or None; the marks that were legal instead; the cells that it names."""

    decision: Mark | Play
    refusal: Refusal | None
    legal: tuple[Mark, ...]
    cells: tuple[str, ...]


def present_challenge(turn: ReplayedTurn, decided: ReplayedDecision, cell: str, address: str) -> Challenge:
    """Return the card of a decision, or (`cell`) of another cell that its player might have wanted then.

    `address`: of the card; cells of its sheet lead to themselves there. Raise NotAMark for a cell that the
    pad lacks.
    """
    game, position, player = turn.game, decided.position, decided.player
    made = decided.decision
    hypothetical = bool(cell) and not (isinstance(made, Mark) and cell in (made.cell, str(made)))
    judged = _judge(turn, decided, _mark_there(turn, cell) if hypothetical else None)
    why = judged.refusal or reason_for_legality(turn, decided, judged.decision)
    ids = dict.fromkeys((why.rule, *_other_rules(turn, player, judged.decision, judged.refusal)))
    action = decided.action if ACTIONS[decided.action].name else "white"
    return Challenge(
        turn=turn.number,
        action=action,
        action_name=ACTIONS[action].name,
        player=player,
        sides=game.pad.sides,
        decision=decision_name(game, player, judged.decision),
        legal=judged.refusal is None,
        hypothetical=hypothetical,
        why=why,
        rules=tuple(book.RULES[name] for name in ids if name in book.RULES),
        dice=rolled_dice(turn.roll),
        number=turn.roll if isinstance(turn.roll, int) else None,
        photo=present_photo(turn.photo, message("The photo of this roll")) if turn.photo else None,
        sheet=present_snapshot(
            game,
            player,
            position.before[position.players.index(player)],
            closed=position.closed,
            highlights=Highlights(asked=judged.cells, legal=_places(game.pad_of(player), judged.legal)),
            href=None if position.phase == "play" else lambda name: f"{address}?cell={quote(name)}#card",
        ),
        choices=tuple(
            LegalChoice(str(mark), decision_name(game, player, mark), str(mark) == str(made))
            for mark in judged.legal
        ),
    )


def _mark_there(turn: ReplayedTurn, cell: str) -> Mark:
    """Return the mark that a tapped place stands for. Raise NotAMark."""
    mark = Mark.parse(cell)
    if mark.lucky or mark.choices or not mark.cell or not turn.game.has_cell(mark):
        raise NotAMark("There is no cell {cell} on this pad.", cell=cell[:10])
    return mark


def _places(pad: Pad, marks: Iterable[Mark]) -> tuple[str, ...]:
    """Return the places that marks cross: cells, second fields, round cells, fields."""
    return tuple(own_place(pad, part) for mark in marks if mark.cell for part in mark.parts)


def _judge(turn: ReplayedTurn, decided: ReplayedDecision, instead: Mark | None) -> _Judgement:
    """Judge the decision, or `instead` of it another mark, by the rules."""
    game, position, player = turn.game, decided.position, decided.player
    decision = decided.decision if instead is None else instead
    if isinstance(decision, Play):
        refusal = decided.refusal or game.plays(position, player).judge(decision).whole
        return _Judgement(decision, refusal, (), tuple(mark.cell for mark in decision.marks))
    cells = _places(game.pad_of(player), (decision,))
    if position.phase == "play":
        return _Judgement(decision, decided.refusal, (), cells)
    moves = game.moves(position, player)
    refusal = decided.refusal if instead is None else moves.refusal(decision)
    return _Judgement(decision, refusal, tuple(moves), cells)


def reason_for_legality(turn: ReplayedTurn, decided: ReplayedDecision, decision: Mark | Play) -> Refusal:
    """Return why a legal decision was legal: the rule that gives it, and one sentence with the facts."""
    if isinstance(decision, Play):
        return Refusal(
            "cards-play",
            message("These cards may be played together, and each cross has its card and its place."),
        )
    if not decision.cell:
        return _passed(turn, decided)
    roll, board = turn.roll, prepare(turn.game.pad_of(decided.player))
    form = decision.parts[0].form or decision.parts[-1].form
    if form and not isinstance(roll, int):
        tell = page_parts()[form].reason
        if tell is not None:
            return tell(decision, roll, board.by_name.get(decision.cell))
    spot = board.by_name[decision.cell]
    values: dict[str, Value] = {"colour": Term(spot.cell.colour), "number": spot.number}
    if isinstance(roll, int):
        text = message("The number for everyone is {number}, so {colour} {number} may be crossed.")
        return Refusal("cards-number", text, values)
    values |= {"first": roll.white[0], "second": roll.white[1], "sum": roll.sum}
    if decision.lucky:
        text = message(
            "The white dice make {sum}, a lucky number of this sheet; {colour} {number} is the next cell of "
            "the row with the fewest marks."
        )
        return Refusal("lucky", text, values)
    if decided.action == "white":
        text = message(
            "The white dice show {first} + {second} = {sum}, and {colour} {number} stands right of every "
            "cross in its row."
        )
        return Refusal("white-sum", text, values)
    value = getattr(roll, COLOURS[spot.colour])
    white = next((w for w in roll.white if value is not None and w + value == spot.number), roll.white[0])
    values |= {"white": white, "value": value or 0}
    text = message(
        "White {white} and {colour} {value} make {number}, and {colour} {number} stands right of every "
        "cross in its row."
    )
    return Refusal("colour-sum", text, values)


def _passed(turn: ReplayedTurn, decided: ReplayedDecision) -> Refusal:
    values: dict[str, Value] = {"player": decided.player}
    if decided.action in ("colour", "play") and decided.player in turn.missed:
        text = message("{player} threw the dice and marked nothing in the whole turn: that is a penalty.")
        if decided.action == "play":
            text = message("{player} was active and marked nothing in the whole turn: that is a penalty.")
        return Refusal("miss", text, values)
    return Refusal("action-order", message("Nobody has to mark; {player} passed in this action."), values)


def _other_rules(
    turn: ReplayedTurn, player: str, decision: Mark | Play, refusal: Refusal | None
) -> tuple[str, ...]:
    """Return other rules that matter for a cross: the direction, the lock, the bonus of its cell."""
    if not isinstance(decision, Mark) or not decision.cell or refusal is not None:
        return ()
    found = [rule for part in decision.parts if part.form for rule in page_parts()[part.form].further_rules]
    pad = turn.game.pad_of(player)
    spot = prepare(pad).by_name.get(decision.cell)
    if spot is None or own_place(pad, decision.parts[0]) != decision.cell:
        return tuple(found)
    found.append("left-to-right")
    if spot.closes:
        found += [turn.game.constraints.lock_needs_rule, "lock"]
    if spot.bonus:
        found.append(signs()[spot.bonus][0])
    return tuple(found)

"""A challenge: one decision looked at again, with its dice, its rule, and what else would have been legal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.analysis.replay import ReplayedDecision, ReplayedTurn
from companion.rules import Mark, NotAMark, Play, Refusal, book
from companion.rules.refusal import Term, Value
from companion.web.presenters.dice import PhotoView, evidence_view
from companion.web.presenters.paper import PaperView, paper_view
from companion.web.presenters.turn import ACTIONS, DieShown, dice_shown, mark_words
from sheets.language import Translate, message
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule in the reader's language. `sources`: where it stands."""

    id: str
    statement: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that would have been legal: as a record writes it, and in words."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """The card. `legal`: whether what is looked at was. `other`: it is another cell than the one marked.

    `why`: one sentence with the facts. `choices`: what would have been legal, passing first where allowed.
    """

    turn: int
    action: str
    action_name: str
    player: str
    title: str
    legal: bool
    other: bool
    why: str
    rules: tuple[RuleView, ...]
    dice: tuple[DieShown, ...]
    number: int | None
    photo: PhotoView | None
    sheet: PaperView
    choices: tuple[Choice, ...]
    made: str


def challenge_view(
    turn: ReplayedTurn, made: ReplayedDecision, cell: str, base: str, _: Translate
) -> ChallengeView:
    """The card of a decision, or (`cell`) of another cell that its player might have wanted then.

    `base`: the address of the card; cells of its sheet lead to themselves there.
    """
    game, position, player = turn.game, made.position, made.player
    seat = position.players.index(player)
    before = position.before[seat]
    other = bool(cell) and not (isinstance(made.decision, Mark) and made.decision.cell == cell)
    decision = Mark(cell) if other else made.decision
    if isinstance(decision, Play):
        refusal = made.refusal or game.plays(position, player).judge(decision).whole
        legal_cells: list[str] = []
        choices: tuple[Choice, ...] = ()
        asked = tuple(mark.cell for mark in decision.marks)
    else:
        if decision.cell and decision.cell not in game.board.by_name:
            raise NotAMark("There is no cell {cell} on this pad.", cell=decision.cell[:10])
        if position.phase == "play":
            refusal, marks = made.refusal, []
        else:
            moves = game.moves(position, player)
            refusal = moves.refusal(decision) if other else made.refusal
            marks = list(moves)
        legal_cells = [mark.cell for mark in marks if mark.cell]
        choices = tuple(Choice(str(mark), mark_words(game, mark, _)) for mark in marks)
        asked = (decision.cell,) if decision.cell else ()
    facts = refusal or allowed(turn, made, decision)
    ids = dict.fromkeys((facts.rule, *_besides(turn, decision, refusal)))
    phase = made.action if made.action in ACTIONS else "white"
    return ChallengeView(
        turn=turn.number,
        action=phase,
        action_name=_(ACTIONS[phase]),
        player=player,
        title=_("{player}: {what}").format(player=player, what=mark_words(game, decision, _)),
        legal=refusal is None,
        other=other,
        why=facts.in_language(_),
        rules=tuple(
            RuleView(name, _(book.RULES[name].statement), tuple(map(str, book.RULES[name].sources)))
            for name in ids
            if name in book.RULES
        ),
        dice=dice_shown(turn, _),
        number=turn.roll if isinstance(turn.roll, int) else None,
        photo=evidence_view(turn.photo, _("The photo of this roll"), _) if turn.photo else None,
        sheet=paper_view(
            game,
            player,
            before,
            _,
            closed=position.closed,
            legal=legal_cells,
            asked=asked,
            href=None if position.phase == "play" else lambda name: f"{base}?cell={name}#card",
        ),
        choices=choices,
        made=str(made.decision),
    )


def allowed(turn: ReplayedTurn, made: ReplayedDecision, decision: Mark | Play) -> Refusal:
    """Why a legal decision was legal: the rule that gives it, and one sentence with the facts."""
    if isinstance(decision, Play):
        return Refusal(
            "cards-play",
            message("These cards may be played together, and each cross has its card and its place."),
        )
    if not decision.cell:
        return _passed(turn, made)
    spot = turn.game.board.by_name[decision.cell]
    values: dict[str, Value] = {"colour": Term(spot.cell.colour), "number": spot.number}
    roll = turn.roll
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
    if made.action == "white":
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


def _passed(turn: ReplayedTurn, made: ReplayedDecision) -> Refusal:
    values: dict[str, Value] = {"player": made.player}
    if made.action in ("colour", "play") and made.player in turn.missed:
        text = message("{player} threw the dice and marked nothing in the whole turn: that is a miss.")
        if made.action == "play":
            text = message("{player} was active and marked nothing in the whole turn: that is a miss.")
        return Refusal("miss", text, values)
    return Refusal("action-order", message("Nobody has to mark; {player} passed in this action."), values)


def _besides(turn: ReplayedTurn, decision: Mark | Play, refusal: Refusal | None) -> tuple[str, ...]:
    """Other rules that matter for a cross: the direction, the lock, the bonus of its cell."""
    if not isinstance(decision, Mark) or not decision.cell or refusal is not None:
        return ()
    spot = turn.game.board.by_name[decision.cell]
    found = ["left-to-right"]
    if spot.closes:
        found += [turn.game.constraints.lock_needs_rule, "lock"]
    if spot.bonus == "bar":
        found.append("bonus-bar")
    elif spot.bonus:
        found.append(f"bonus-{spot.bonus}")
    return tuple(found)

"""A challenge: the review of a decision with its dice, its rule, and the legal alternatives."""

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
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from sheets.language import Phrase, message, phrase
from sheets.pad import COLOURS, Pad


@dataclass(frozen=True, slots=True)
class Challenge:
    """The judgement of a player's decision, or of a different mark that the player could have tried."""

    turn: ReplayedTurn
    decided: ReplayedDecision  # the player's decision
    decision: Mark | Play  # the decision or mark to judge
    refusal: Refusal | None  # why `decision` is illegal, or None
    legal: tuple[Mark, ...] = ()  # the legal marks at that time, first the pass if it was legal

    @property
    def hypothetical(self) -> bool:
        """Return True if `decision` isn't the player's own decision."""
        return self.decision is not self.decided.decision

    @property
    def name(self) -> Phrase:
        what = decision_name(self.turn.game, self.decided.player, self.decision)
        return phrase("{player}: {what}", player=self.decided.player, what=what)

    @property
    def action(self) -> str:
        return self.decided.action if ACTIONS[self.decided.action].name else "white"

    @property
    def action_name(self) -> str:
        return ACTIONS[self.action].name

    @property
    def why(self) -> Refusal:
        """Return why the decision is illegal or legal: a rule and a sentence, in the form of a `Refusal`."""
        return self.refusal or reason_for_legality(self.turn, self.decided, self.decision)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Return the rules to show, starting with the rule in `why`."""
        ids = dict.fromkeys((self.why.rule, *self._further_rules()))
        return tuple(book.RULES[name] for name in ids if name in book.RULES)

    def _further_rules(self) -> tuple[str, ...]:
        """Return ids of further rules about `decision`, such as the lock; () unless it is a legal cross."""
        decision = self.decision
        if not isinstance(decision, Mark) or not decision.cell or self.refusal is not None:
            return ()
        forms = [part.form for part in decision.parts if part.form]
        rules = [rule for form in forms for rule in page_parts()[form].further_rules]
        pad = self.turn.game.pad_of(self.decided.player)
        spot = prepare(pad).by_name.get(decision.cell)
        if spot is None or own_place(pad, decision.parts[0]) != decision.cell:
            return tuple(rules)
        rules.append("left-to-right")
        if spot.closes:
            rules += [self.turn.game.constraints.lock_needs_rule, "lock"]
        if spot.bonus:
            rules.append(signs()[spot.bonus][0])
        return tuple(rules)

    def sheet(self, address: str) -> SheetSnapshot:
        """Return the sheet before the decision. Each cell links to its challenge at `address`.

        There are no links if the decision was which cards to play.
        """
        position, player, decision = self.decided.position, self.decided.player, self.decision
        pad = self.turn.game.pad_of(player)
        asked = _places(pad, decision.marks if isinstance(decision, Play) else (decision,))
        return present_snapshot(
            self.turn.game,
            player,
            position.before[position.players.index(player)],
            closed=position.closed,
            highlights=Highlights(asked=asked, legal=_places(pad, self.legal)),
            href=None if position.phase == "play" else lambda name: f"{address}?cell={quote(name)}#card",
        )


def challenge_of(turn: ReplayedTurn, decided: ReplayedDecision, cell: str) -> Challenge:
    """Return the judgement of a decision or, unless `cell` is "", of a cross in `cell` instead.

    Raise NotAMark if the pad has no such cell.
    """
    decision, position, player = decided.decision, decided.position, decided.player
    if cell and not (isinstance(decision, Mark) and cell in (decision.cell, str(decision))):
        decision = mark = Mark.parse(cell)
        if mark.lucky or mark.choices or not mark.cell or not turn.game.has_cell(mark):
            raise NotAMark("There is no cell {cell} on this pad.", cell=cell[:10])
    if isinstance(decision, Play):
        refusal = decided.refusal or turn.game.plays(position, player).judge(decision).cards_refusal
        return Challenge(turn, decided, decision, refusal)
    if position.phase == "play":
        return Challenge(turn, decided, decision, decided.refusal)
    moves = turn.game.moves(position, player)
    refusal = decided.refusal if decision is decided.decision else moves.refusal(decision)
    return Challenge(turn, decided, decision, refusal, tuple(moves))


def _places(pad: Pad, marks: Iterable[Mark]) -> tuple[str, ...]:
    return tuple(own_place(pad, part) for mark in marks if mark.cell for part in mark.parts)


def reason_for_legality(turn: ReplayedTurn, decided: ReplayedDecision, decision: Mark | Play) -> Refusal:
    """Return why a decision is legal: a rule and a sentence, in the form of a `Refusal`."""
    if isinstance(decision, Play):
        text = message("These cards may be played together, and each cross has its card and its place.")
        return Refusal("cards-play", text)
    if not decision.cell:
        return _passed(turn, decided)
    roll, board = turn.roll, prepare(turn.game.pad_of(decided.player))
    form = decision.parts[0].form or decision.parts[-1].form
    if form and not isinstance(roll, int) and (tell := page_parts()[form].reason) is not None:
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
            "The white dice show {first} + {second} = {sum}, and {colour} {number} is to the right of "
            "every cross in its row."
        )
        return Refusal("white-sum", text, values)
    value = getattr(roll, COLOURS[spot.colour])
    white = next((w for w in roll.white if value is not None and w + value == spot.number), roll.white[0])
    values |= {"white": white, "value": value or 0}
    text = message(
        "White {white} and {colour} {value} make {number}, and {colour} {number} is to the right of "
        "every cross in its row."
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

"""The results of the advisor: a player's moves, best first, each with an evaluation and an explanation."""

from dataclasses import dataclass

from companion.rules import Decision, Play
from sheets.language import Phrase, Translate, message


@dataclass(frozen=True, slots=True)
class Reason:
    """The explanation of a move: one sentence of several clauses."""

    clauses: tuple[Phrase, ...]

    def in_language(self, translate: Translate) -> str:
        sentence = "; ".join(clause.in_language(translate) for clause in self.clauses)
        return sentence[:1].upper() + sentence[1:] + "."

    def __str__(self) -> str:
        return self.in_language(str)


@dataclass(frozen=True, slots=True)
class Option:
    """A move with its evaluation and an explanation."""

    move: Decision
    win: float | None  # the chance to win, 0 to 1, ties shared; None for a single player
    margin: float  # the expected final lead over the best opponent (alone: the expected score)
    why: Reason

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        move: object = self.move.to_json() if isinstance(self.move, Play) else str(self.move)
        return {"move": move, "win": self.win, "margin": self.margin, "why": self.why.in_language(translate)}


ROUGH = message(
    "This advice is rough: nothing was trained for this table, so it only adds up what each row may still "
    "gain."
)
"""The note shown with rough advice."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The legal moves of one player, best first."""

    player: str
    action: str  # white, colour, number or play
    options: tuple[Option, ...] | None
    """Every legal move, best first; None if the player's hand is needed but unknown."""
    is_rough: bool = False  # True if no network was trained for this table

    @property
    def best(self) -> Option:
        """Return the best move. Raise ValueError if `options` is None."""
        if not self.options:
            raise ValueError("there is no advice without the hand")
        return self.options[0]

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        out: dict[str, object] = {"player": self.player, "action": self.action}
        if self.options is not None:
            out["moves"] = [option.to_json(translate) for option in self.options]
        return out


@dataclass(frozen=True, slots=True)
class Coaching:
    """A player's decision compared with the best option."""

    player: str
    action: str
    chosen: Option
    best: Option

    @property
    def points(self) -> float:
        """Return how many expected points the decision gave away.

        The number is negative if the best move wins more often, but by fewer points.
        """
        return self.best.margin - self.chosen.margin

    @property
    def win(self) -> float | None:
        """Return the chance to win that the decision gave away, 0 to 1, or None for a single player."""
        if self.best.win is None or self.chosen.win is None:
            return None
        return self.best.win - self.chosen.win

    @property
    def fine(self) -> bool:
        """Return True if the decision gave away almost nothing.

        That is less than 0.005 of chance to win or, for a single player, less than a third of a point.
        """
        return self.points < 1 / 3 if self.win is None else self.win < 0.005

    @property
    def why(self) -> Reason:
        return self.best.why if not self.fine else Reason((Phrase(message("that is as good as any")),))

"""The state of a table: a moment of a game as a frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.records.record import Record, Turn
from companion.rules import Game, Mark, Position, Roll
from companion.rules.house import Level
from companion.table.events import Decided, Event, GameBegun, RollSeen, RollTaken
from companion.table.photo_match import WHITE_DICE, dice_of
from sheets.pad import COLOURS

Choice = tuple[str, Decided]
"""An action and a decision made in it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A moment of a game."""

    game: Game
    position: Position
    begun: GameBegun
    last_event: Event
    """The event that led to this moment."""
    turn_start: Position
    """The position before this turn's roll."""
    demo: bool = False
    """True if imaginary players play by themselves."""
    pending_roll: RollSeen | None = None
    """A photo of dice that people have to complete, or None."""
    current_roll: RollTaken | None = None
    """This turn's roll with its photo; it stays until the next roll."""
    turn_decisions: tuple[Choice, ...] = ()
    """This turn's decisions that count."""
    held_decisions: tuple[Choice, ...] = ()
    """Decisions of a later action, held while an earlier one is open again and judged when that ends."""
    lost_decisions: tuple[Decided, ...] = ()
    """Decisions that the last correction, amendment or judgement of held ones made impossible."""
    turns: tuple[Turn, ...] = ()
    """The finished turns."""
    departed: tuple[tuple[str, int], ...] = ()
    """Players who left, with their points at that time."""
    final_record: Record | None = None
    """The record up to the first change of players, or None. A record can't contain the game after it."""
    announced_rows: tuple[str, ...] = ()
    """Rows that were announced as closed in the open action; they close when it ends."""
    sheets_read: tuple[str, ...] = ()
    """Players whose sheet was entered from paper since the last roll."""
    order_unknown: bool = False
    """True if a sheet was ever entered from paper, so that the order of its marks is unknown."""

    @property
    def hidden(self) -> bool:
        """Return True if the game hides choices while all players decide."""
        return self.begun.hidden

    @property
    def paper(self) -> bool:
        """Return True if marks are made on paper and not tapped."""
        return self.begun.paper

    @property
    def pretends(self) -> bool:
        """Return True if the page throws virtual dice: the game began so, or people took over a demo."""
        return self.begun.pretend or (self.begun.demo and not self.demo)

    @property
    def computers(self) -> Mapping[str, Level]:
        """Return the players that the computer plays, with their levels."""
        return {
            player: level for player, level in self.begun.computers.items() if player in self.game.players
        }

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players who are people, in `players` order."""
        return tuple(player for player in self.game.players if player not in self.begun.computers)

    @property
    def active(self) -> str:
        """Return the active player."""
        return self.position.active

    @property
    def next_player(self) -> str:
        """Return the active player of the next turn."""
        players = self.game.players
        return players[(players.index(self.active) + 1) % len(players)]

    @property
    def dice_to_roll(self) -> tuple[str, ...]:
        """Return the names of the dice to roll ("w1", "w2" and colours), or () in the card game."""
        if self.game.deck:
            return ()
        return (*WHITE_DICE, *(c for c in COLOURS if c not in self.position.removed))

    @property
    def dice_rolled(self) -> tuple[str, ...]:
        """Return the names of the dice of the current roll ("w1", "w2" and colours), or () before it."""
        return dice_of(self.position.roll) if isinstance(self.position.roll, Roll) else ()

    @property
    def unread_players(self) -> tuple[str, ...]:
        """Return the players whose paper sheet was not read since the last roll, so that their points are
        unknown.

        A game that has ended has no winner until their sheets are read. If marks are tapped, return ().
        """
        if not self.paper:
            return ()
        return tuple(player for player in self.game.players if player not in self.sheets_read)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winners, in `players` order; () before the end and while a sheet is unread."""
        return () if self.unread_players else self.game.winners(self.position) or ()

    def decision(self, player: str) -> Mark | None:
        """Return the mark or pass of `player` in the open action, or None if there is none or no such
        player."""
        decision = self.position.decisions.get(player)
        return decision if isinstance(decision, Mark) else None

"""The state of a table: a moment of a game as a frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.records.record import Record, Turn
from companion.rules import Game, Mark, Position, Roll
from companion.rules.house import Level
from companion.table.events import Decided, Event, GameBegun, RollSeen, RollTaken
from companion.table.photo_match import WHITE_DICE, dice_of
from sheets.pad import COLOURS, ROW_LETTERS

Choice = tuple[str, Decided]
"""An action and a decision made in it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A moment of a game."""

    game: Game
    position: Position
    begun: GameBegun
    last_event: Event  # the event that led to this moment
    turn_start: Position  # the position before this turn's roll
    demo: bool = False  # True if imaginary players play by themselves
    pending_roll: RollSeen | None = None  # a photo of dice that people have to complete
    current_roll: RollTaken | None = None  # this turn's roll; it stays until the next roll
    turn_decisions: tuple[Choice, ...] = ()  # this turn's decisions that count
    held_decisions: tuple[Choice, ...] = ()
    """Decisions of action 2, to be judged again after action 1, which is open again."""
    lost_decisions: tuple[Decided, ...] = ()
    """Decisions that the last event made impossible."""
    turns: tuple[Turn, ...] = ()  # the finished turns
    departed: tuple[tuple[str, int], ...] = ()  # players who left, with their points at that time
    final_record: Record | None = None
    """The record up to the first change of players, or None. A record can't contain the game after that."""
    announcements: tuple[tuple[str, str], ...] = ()
    """The phase and row of each announcement since this turn's roll that a row is closed."""
    sheets_read: tuple[str, ...] = ()  # players whose sheet was entered from paper since the last roll
    order_unknown: bool = False  # True if a sheet was ever entered from paper, without the order of marks

    @property
    def announced_rows(self) -> tuple[str, ...]:
        """Return the rows that were announced as closed and close when the action ends."""
        closed = ROW_LETTERS if self.position.phase == "over" else self.position.closed
        return tuple(row for _, row in self.announcements if row not in closed)

    @property
    def hidden(self) -> bool:
        """Return True if choices are hidden while all players decide."""
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
        levels = self.begun.computers.items()
        return {player: level for player, level in levels if player in self.game.players}

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players who are people."""
        return tuple(player for player in self.game.players if player not in self.begun.computers)

    @property
    def active(self) -> str:
        return self.position.active

    @property
    def next_player(self) -> str:
        players = self.game.players
        return players[(players.index(self.active) + 1) % len(players)]

    @property
    def dice_to_roll(self) -> tuple[str, ...]:
        """Return the dice to roll ("w1", "w2" and colours), or () in the card game."""
        if self.game.deck:
            return ()
        return (*WHITE_DICE, *(c for c in COLOURS if c not in self.position.removed))

    @property
    def dice_rolled(self) -> tuple[str, ...]:
        """Return the dice of the current roll ("w1", "w2" and colours), or () without one."""
        return dice_of(self.position.roll) if isinstance(self.position.roll, Roll) else ()

    @property
    def unread_players(self) -> tuple[str, ...]:
        """Return the players whose paper sheet was not read since the last roll; () if marks are tapped."""
        return tuple(name for name in self.game.players if self.paper and name not in self.sheets_read)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winners, or () before the end and while a sheet is unread."""
        return () if self.unread_players else self.game.winners(self.position) or ()

    def decision(self, player: str) -> Mark | None:
        """Return the mark or pass of `player` in the open action, or None."""
        decision = self.position.decisions.get(player)
        return decision if isinstance(decision, Mark) else None

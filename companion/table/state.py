"""The state of a game at the table at one moment, as a frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.records.record import Record, Turn
from companion.rules import Game, Mark, Position, Roll
from companion.rules.house import Level
from companion.table.events import DecisionMade, Event, GameBegun, RollSeen, RollTaken
from companion.table.photo_match import WHITE_DICE, dice_of
from sheets.pad import COLOURS, ROW_LETTERS

Choice = tuple[str, DecisionMade]
"""The name of an action, such as "white", and a decision in this action."""


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a game at the table at one moment."""

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
    """Decisions of action 2, set aside until action 1 has been decided anew; then they are judged again."""
    lost_decisions: tuple[DecisionMade, ...] = ()
    """Decisions that the last event made illegal, so that they no longer count."""
    turns: tuple[Turn, ...] = ()  # the finished turns
    departed: tuple[tuple[str, int], ...] = ()  # players who left, with their points at that time
    final_record: Record | None = None
    """Record of the turns before players or seats first changed, or None. Later turns fit no record."""
    announcements: tuple[tuple[str, str], ...] = ()
    """(phase, row) for each row that people announced as closed since this turn's roll."""
    sheets_read: tuple[str, ...] = ()  # players whose sheet was entered from paper since the last roll
    order_unknown: bool = False  # True if a sheet was ever entered from paper, without the order of marks

    @property
    def announced_rows(self) -> tuple[str, ...]:
        """Return the rows that were announced as closed, but close only when the current action ends."""
        closed = ROW_LETTERS if self.position.phase == "over" else self.position.closed
        return tuple(row for _, row in self.announcements if row not in closed)

    @property
    def hidden(self) -> bool:
        """Return True if this game hides choices from other players until all have chosen."""
        return self.begun.hidden

    @property
    def paper(self) -> bool:
        """Return True if players mark sheets of paper instead of tapping."""
        return self.begun.paper

    @property
    def throws_virtual_dice(self) -> bool:
        """Return True if the page throws virtual dice, by choice or because people took over a demo."""
        return self.begun.pretend or (self.begun.demo and not self.demo)

    @property
    def computers(self) -> Mapping[str, Level]:
        """Return the players controlled by the computer, with their levels."""
        levels = self.begun.computers.items()
        return {player: level for player, level in levels if player in self.game.players}

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players not controlled by the computer."""
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
        """Return the dice still in the game ("w1", "w2" and colours), or () in the card game."""
        if self.game.deck:
            return ()
        return (*WHITE_DICE, *(c for c in COLOURS if c not in self.position.removed))

    @property
    def dice_rolled(self) -> tuple[str, ...]:
        """Return the dice of this turn's roll ("w1", "w2" and colours), or () if there is none."""
        return dice_of(self.position.roll) if isinstance(self.position.roll, Roll) else ()

    @property
    def unread_players(self) -> tuple[str, ...]:
        """Return the players whose sheet was not read since the last roll, or () if nobody uses paper."""
        return tuple(name for name in self.game.players if self.paper and name not in self.sheets_read)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winners, or () before the end of the game or while a sheet of paper is unread."""
        return () if self.unread_players else self.game.winners(self.position) or ()

    def decision(self, player: str) -> Mark | None:
        """Return the mark or pass of `player` in the current action, or None if there is none."""
        decision = self.position.decisions.get(player)
        return decision if isinstance(decision, Mark) else None

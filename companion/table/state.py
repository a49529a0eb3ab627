"""The state of a table: one moment of a game, as one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.records.record import Record, Turn
from companion.rules import Game, Mark, Position, Roll
from companion.rules.house import Level
from companion.table.events import Decided, Event, GameBegun, RollSeen, RollTaken
from companion.table.photo_match import WHITE_DICE, dice_of
from sheets.pad import COLOURS

Choice = tuple[str, Decided]
"""A decision, and the action in which it was made."""


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of a game.

    `begun`: how the game began. `last_event`: the event that led here. `turn_start`: the position before this
    turn's roll. `demo`: made-up players play by themselves. `pending_roll`: a photo that people are to
    complete. `current_roll`: this turn's roll with its photo; it stays until the next one. `turn_decisions`:
    the decisions of this turn that stand, each with its action. `held_decisions`: those of a later action,
    which are judged anew when the action before theirs, open again, has ended. `lost_decisions`: what the
    last correction, amendment or such a judgement took back. `turns`: the turns that are over. `departed`:
    who left, with their points then. `final_record`: the record up to the first change of players; no record
    can hold the game after it. `announced_rows`: rows that somebody announced as closed in the open action;
    they close when it ends. `sheets_read`: players whose sheet was taken over from paper since the last roll.
    `order_unknown`: a sheet was taken over from paper at some time, so the order of its marks is not known.
    """

    game: Game
    position: Position
    begun: GameBegun
    last_event: Event
    turn_start: Position
    demo: bool = False
    pending_roll: RollSeen | None = None
    current_roll: RollTaken | None = None
    turn_decisions: tuple[Choice, ...] = ()
    held_decisions: tuple[Choice, ...] = ()
    lost_decisions: tuple[Decided, ...] = ()
    turns: tuple[Turn, ...] = ()
    departed: tuple[tuple[str, int], ...] = ()
    final_record: Record | None = None
    announced_rows: tuple[str, ...] = ()
    sheets_read: tuple[str, ...] = ()
    order_unknown: bool = False

    @property
    def hidden(self) -> bool:
        """Return True if choices are hidden while everyone decides at once."""
        return self.begun.hidden

    @property
    def paper(self) -> bool:
        """Return True if the marks are on paper and not tapped."""
        return self.begun.paper

    @property
    def pretends(self) -> bool:
        """Return True if the page throws pretend dice: a game so begun, or a demo that people took over."""
        return self.begun.pretend or (self.begun.demo and not self.demo)

    @property
    def computers(self) -> Mapping[str, Level]:
        """Return the players that the program plays, each with its level."""
        return {
            player: level for player, level in self.begun.computers.items() if player in self.game.players
        }

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players that are people, in `players` order."""
        return tuple(player for player in self.game.players if player not in self.begun.computers)

    @property
    def active(self) -> str:
        """Return the player whose turn it is."""
        return self.position.active

    @property
    def next_player(self) -> str:
        """Return the player who throws after the active one."""
        players = self.game.players
        return players[(players.index(self.active) + 1) % len(players)]

    @property
    def dice_to_roll(self) -> tuple[str, ...]:
        """Return the dice to roll now: "w1", "w2" and the colours that have not left; none with cards."""
        if self.game.deck:
            return ()
        return (*WHITE_DICE, *(c for c in COLOURS if c not in self.position.removed))

    @property
    def dice_rolled(self) -> tuple[str, ...]:
        """Return the dice of the roll on the table: "w1", "w2" and colours; none before they are thrown."""
        return dice_of(self.position.roll) if isinstance(self.position.roll, Roll) else ()

    @property
    def unread_players(self) -> tuple[str, ...]:
        """Return the players on paper whose sheet was not read since the last roll: their points are unknown.

        A game that has ended has no winner before their sheets are read.
        """
        if not self.paper:
            return ()
        return tuple(player for player in self.game.players if player not in self.sheets_read)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winners, in `players` order, or () before the end or while a sheet is unknown."""
        return () if self.unread_players else self.game.winners(self.position) or ()

    def decision(self, player: str) -> Mark | None:
        """Return the decision of `player` in the open action, or None if there is none or no such player."""
        found = self.position.decisions.get(player)
        return found if isinstance(found, Mark) else None

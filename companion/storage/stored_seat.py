"""The invitation to the table and a device at it, as values that are kept."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invitation:
    """The invitation: the code that names the table, and the key with which phones join."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A device at the table. `token`: the hash of what its cookie holds. `role`: "player" or "guest";
    a device with the role "table" has no seat on disk.

    `player`: whose marks it may make, "" for none. `sheet`: the number of their printed sheet, or "".
    `lucky`: the two lucky numbers of that sheet, if any. `proven`: whether the sheet's secret came with its
    number. `seen`: when the device last asked for something, in seconds since 1970; 0 if a
    version wrote it that did not know.
    """

    token: str
    role: str
    player: str = ""
    sheet: str = ""
    lucky: tuple[int, int] | None = None
    proven: bool = False
    seen: float = 0.0

    def values(self) -> tuple[str | int | float, ...]:
        """Return the columns of its row, in the order of its fields."""
        lucky = " ".join(map(str, self.lucky or ()))
        return (self.token, self.role, self.player, self.sheet, lucky, int(self.proven), self.seen)


def lucky_pair(text: str) -> tuple[int, int] | None:
    """Return the two lucky numbers in a text of the database; None if it holds none."""
    numbers = [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 3]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None

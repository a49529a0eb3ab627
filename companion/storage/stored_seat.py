"""The stored invitation to the table, and a stored device."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invitation:
    """The code that names the table, and the key with which phones join it."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A device at the table, as stored."""

    token: str
    """Hash of the token in the device's cookie."""
    role: str
    """"player" or "guest" on disk; in memory also "table" or "stranger"."""
    player: str = ""
    """The player for whom the device may make marks, or ""."""
    sheet: str = ""
    """The number of the player's printed sheet, or ""."""
    lucky: tuple[int, int] | None = None
    """The two lucky numbers of that sheet, if it has any."""
    proven: bool = False
    """True if the sheet's secret came with its number."""
    seen: float = 0.0
    """Time of the device's last request, in Unix seconds; 0 if an older version did not record it."""

    def values(self) -> tuple[str | int | float, ...]:
        """Return the columns of the seat's row, in the order of the fields."""
        lucky = " ".join(map(str, self.lucky or ()))
        return (self.token, self.role, self.player, self.sheet, lucky, int(self.proven), self.seen)


def lucky_pair(text: str) -> tuple[int, int] | None:
    """Return the two lucky numbers in a text of the database, or None."""
    numbers = [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 3]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None

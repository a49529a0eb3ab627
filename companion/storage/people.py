"""Merged names: people come again and don't always write their name the same way."""

from companion.storage.database import Database


class People:
    """The names in a database that stand for other names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def same_as(self) -> dict[str, str]:
        """Return a mapping from each alternative spelling to the name that it stands for."""
        return dict(self._database.read("SELECT name, same_as FROM person ORDER BY name"))

    def merge(self, name: str, into: str) -> None:
        """Make `name`, and every name that stands for it, stand for `into`."""
        known = self.same_as()
        into = known.get(into, into)
        moved = [name, *(other for other, person in known.items() if person == name)]
        for spelling in moved:
            if spelling != into:
                self._database.write(
                    "INSERT INTO person (name, same_as) VALUES (?, ?) "
                    "ON CONFLICT (name) DO UPDATE SET same_as = excluded.same_as",
                    (spelling, into),
                )

    def separate(self, name: str) -> None:
        """Make `name` stand for itself again."""
        self._database.write("DELETE FROM person WHERE name = ?", (name,))

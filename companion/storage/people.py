"""Names that belong to one person: people come again, and are not always written the same way."""

from companion.storage.database import Database


class People:
    """The names that stand for other names, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def same_as(self) -> dict[str, str]:
        """Return each alternative spelling with the name that it stands for; that one is no key."""
        return dict(self._database.read("SELECT name, same_as FROM person ORDER BY name"))

    def merge(self, name: str, into: str) -> None:
        """Let `name`, and every name that stood for it, stand for `into` from now on."""
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
        """Let `name` stand for itself again."""
        self._database.write("DELETE FROM person WHERE name = ?", (name,))

"""Files and databases on disk: games, printed sheets, lessons."""

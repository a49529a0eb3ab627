"""On Board: a path of fields that all players share; a figure moves along it in a third action."""

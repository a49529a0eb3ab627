"""The rulebook: every rule and every ruling once, with id, text, source and example."""

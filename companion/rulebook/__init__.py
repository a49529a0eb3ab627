"""The rulebook: rules and rulings with id, text, source and example, and the words that find them."""

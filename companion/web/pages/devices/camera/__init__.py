"""A phone as the table's camera, and dice to be learnt."""

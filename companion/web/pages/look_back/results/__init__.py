"""Results of games: evenings, people, moments, printed, shared."""

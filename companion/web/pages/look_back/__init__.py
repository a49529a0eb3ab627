"""Looking back: games, turns, evenings, copies."""

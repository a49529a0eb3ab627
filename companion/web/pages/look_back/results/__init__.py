"""Results of games: statistics, the printed results sheet, sharing."""

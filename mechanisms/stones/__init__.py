"""The Duel: two players lay stones on one board, take single ones away and build towers."""

"""How to play a game, its rules, and answers to questions about them."""

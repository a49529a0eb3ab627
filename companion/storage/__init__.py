"""What is kept on disk: games, printed sheets, learnt dice."""

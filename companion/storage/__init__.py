"""What is kept on disk: games, printed sheets, known dice."""

"""What pages say of a game: names, pictures of its cells, charts."""

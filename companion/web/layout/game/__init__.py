"""Parts of pages about a game: names, pictures of its cells, charts."""

"""An invented game: the middle cell of each row brings the next cell of the row below."""

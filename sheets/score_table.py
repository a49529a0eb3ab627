"""The points of a row by its number of crosses."""


def row_points(marks: int) -> int:
    """Return the points of a row with `marks` crosses (rules.md: score-table).

    >>> [row_points(n) for n in range(13)]
    [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    """
    return marks * (marks + 1) // 2


def points_of(count: float) -> float:
    """Return the points of a row for a fractional number of crosses, by linear interpolation."""
    whole = int(count)
    return row_points(whole) + (count - whole) * (whole + 1)

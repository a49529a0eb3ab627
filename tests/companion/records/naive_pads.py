"""The pads of the naive referee, written out by hand: nothing here comes from the program."""

ASCENDING = [*range(2, 13)]
DESCENDING = ASCENDING[::-1]
LETTERS = "abcd"
COLOURS = ["red", "yellow", "green", "blue"]


def plain(sizes, last=1):
    rows = dict(zip(LETTERS, sizes, strict=True))
    return {
        "order": rows,
        "colour": {f"{r}{n}": COLOURS[LETTERS.index(r)] for r in rows for n in rows[r]},
        "last": {f"{r}{n}" for r in rows for n in rows[r][-last:]},
        "needs": 5,
        "sides": 6,
    }


def segments(rows):
    pad: dict = {"order": {}, "colour": {}, "last": set(), "needs": 5, "sides": 6}
    for letter, text in zip(LETTERS, rows, strict=True):
        pad["order"][letter] = []
        for segment in text.split(","):
            colour, *numbers = segment.split()
            for number in numbers:
                pad["order"][letter].append(int(number))
                pad["colour"][letter + number] = colour
        pad["last"].add(f"{letter}{pad['order'][letter][-1]}")
    return pad


CLASSIC = [ASCENDING, ASCENDING, DESCENDING, DESCENDING]
LONG = [[*range(2, 17)], [*range(2, 17)], [*range(16, 1, -1)], [*range(16, 1, -1)]]
PADS = {
    "classic": plain(CLASSIC),
    "longo": plain(LONG, last=2) | {"needs": 6, "sides": 8},
    "mixx-a": segments(
        [
            "yellow 2 3 4,blue 5 6 7,green 8 9 10,red 11 12",
            "red 2 3,green 4 5 6 7,blue 8 9,yellow 10 11 12",
            "blue 12 11 10,yellow 9 8 7,red 6 5 4,green 3 2",
            "green 12 11,red 10 9 8 7,yellow 6 5,blue 4 3 2",
        ]
    ),
    "mixx-b": plain(
        [
            [10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11],
            [9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10],
            [8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3],
            [5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4],
        ]
    ),
    "bonus-a": plain(CLASSIC)
    | {
        "bonus": ["a3", "a6", "a9", "b5", "b8", "b11", "c11", "c7", "c4", "d10", "d8", "d5"],
        "bar": [
            "red",
            "yellow",
            "green",
            "blue",
            "green",
            "red",
            "blue",
            "yellow",
            "red",
            "yellow",
            "blue",
            "green",
        ],
    },
    "bonus-b": plain(CLASSIC)
    | {
        "pairs": {
            "two-weakest": ["b11", "c9"],
            "each-row": ["b7", "d7"],
            "double-weakest": ["a8", "d10"],
            "13": ["a6", "d4"],
            "no-misses": ["b3", "c5"],
        }
    },
}

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
    }


def segments(rows):
    pad: dict = {"order": {}, "colour": {}, "last": set(), "needs": 5}
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
    "longo": plain(LONG, last=2) | {"needs": 6},
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
PADS |= {"double-a": PADS["classic"] | {"needs": 7, "most": 16}}
PADS |= {"double-b": PADS["double-a"], "big-points": PADS["classic"] | {"most": 15}}

DOUBLE_CELLS = {"a": [3, 5, 9, 11], "b": [3, 5, 9, 11], "c": [10, 8, 6, 4], "d": [10, 8, 6, 4]}
FRAMES = {"A": "bcdcbabcdcb", "B": "dcbabcdcbab", "C": "cdcbabcdcba", "D": "babcdcbabcd", "E": "abcdcbabcdc"}
CHAINS = {
    "A": "a6-b6 a11-b11 b3-c11 b8-c6 c9-d9 c4-d4",
    "B": "a4-b4 a9-b9 b6-c8 b11-c3 c11-d11 c6-d6",
    "C": "a3-b3 a8-b8 b6-c8 b11-c3 c10-d10 c5-d5",
    "D": "a5-b5 a10-b10 b3-c11 b8-c6 c8-d8 c3-d3",
    "E": "a6-b6 a9-b9 b3-c11 b11-c3 c9-d9 c6-d6",
}
STRIP = [(8, 5), (9, 7), (11, 3), (7, 4), (10, 3), (8, 6), (10, 5), (11, 9), (6, 4)]
TRACK = [5, 11, 18, 25]
FIELDS = {"a": ["3-4", "6-7", "10-11"], "b": ["5-6", "7-8", "9-10"]}
FIELDS |= {"c": ["10-9", "6-5", "4-3"], "d": ["11-10", "8-7", "5-4"]}

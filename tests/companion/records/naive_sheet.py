"""One player's sheet of the naive referee: what is crossed, as sets of names, and what it is worth."""

import copy

from tests.companion.records.naive_pads import CHAINS, DOUBLE_CELLS, FIELDS, FRAMES, LETTERS, TRACK


class Sheet:
    """One player's sheet, with the special cells of `games`. `letter`: the letter of a connected sheet."""

    def __init__(self, games, pad, letter):
        self.games, self.pad, self.letter = games, pad, letter
        self.cells, self.again, self.forced = set(), set(), set()
        self.rounds, self.fields, self.used = set(), set(), []
        self.track = self.misses = 0
        self.locks = set()
        self.boxes, self.types = set(), []  # of the bonus bar; the bonuses of pairs
        self.asked = 0  # ties between rows in the last mark

    def copy(self):
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (set, list)):
                setattr(other, name, value.copy())
        return other

    # ---- where crosses stand

    def row(self, letter):
        return [f"{letter}{number}" for number in self.pad["order"][letter]]

    def partner(self, cell):
        if "connected-b" not in self.games:
            return None
        for pair in CHAINS[self.letter].split():
            if cell in pair.split("-"):
                one, two = pair.split("-")
                return two if cell == one else one
        return None

    def next_cell(self, letter):
        """Return the first cell right of all crosses of a row."""
        result = None
        for cell in reversed(self.row(letter)):
            if cell in self.cells:
                return result
            result = cell
        return result

    def place(self, cell):
        """Return a cell's position in its row: 0, 2, 4 and so on; fields between cells have odd ones."""
        return 2 * self.row(cell[0]).index(cell)

    def field_place(self, field):
        return self.place(field.split("-")[0]) + 1

    def places(self, letter, rulings):
        """Return the positions of the crosses in a row, by `place`."""
        names = []
        for cell in self.cells:
            if cell[0] == letter and not (cell in self.forced and rulings.get("chain-frontier") == "ignored"):
                names.append(self.place(cell))
        return names + [self.field_place(field) for field in self.fields if field[0] == letter]

    def is_behind(self, cell, rulings):
        """Return True if the row of `cell` has a cross in `cell` or to its right."""
        return any(place >= self.place(cell) for place in self.places(cell[0], rulings))

    # ---- how many there are

    def counts_twice(self, cell):
        if "double-b" in self.games:
            return int(cell[1:]) in DOUBLE_CELLS[cell[0]]
        return cell in self.again

    def worth(self, cell):
        """Return the number of crosses that a crossed cell counts for."""
        return 2 if self.counts_twice(cell) else 1

    def marks_for_lock(self, letter, rulings, counted=None):
        """Return how many crosses of a row count for its lock. `counted`: crossed cells, by default all."""
        cells = self.cells if counted is None else counted
        count = sum(self.worth(cell) for cell in cells if cell[0] == letter)
        if rulings.get("connect-lock") == "all":
            count += sum(field[0] == letter for field in self.fields)
        return count

    def fewest(self, letters):
        """Return those rows that have the fewest crosses, the lock included."""
        counts = {
            letter: sum(cell[0] == letter for cell in self.cells) + (letter in self.locks)
            for letter in LETTERS
            if letter in letters
        }
        return [letter for letter, count in counts.items() if count == min(counts.values())]

    def crosses(self, letter):
        """Return the number of crosses that count for points."""
        count = sum(self.worth(cell) for cell in self.cells if cell[0] == letter)
        count += letter in self.locks
        count += sum(letter in cell[:2] for cell in self.rounds)
        count += sum(field[0] == letter for field in self.fields)
        return min(count, self.pad.get("most", 999))

    def steps(self):
        frame = FRAMES[self.letter]
        return sum(self.row(letter)[column] in self.cells for column, letter in enumerate(frame))

    # ---- as a verdict has it

    def tally(self, game, rulings):
        """Return the entry under `bonus` in a verdict, and its points, or None in a game without a bonus."""
        if game == "connected-a":
            return [self.steps()], triangle(self.steps())
        if game == "x-change":
            return sorted(i + 1 for i in self.used), 0
        if game == "lucky-15":
            worth = [0, *TRACK[:-1], int(rulings.get("lucky15-top", "25"))]
            return [self.track], worth[self.track]
        if game == "bonus-a":
            return [len(self.boxes)], 0
        if game == "bonus-b":
            return [kind for kind in self.pad["pairs"] if kind in self.types], 13 * ("13" in self.types)
        return None

    def entry(self, rulings):
        """Return the player's entry in the verdict."""
        marks = {}
        for letter in LETTERS:
            cells = [cell for cell in self.row(letter) if cell in self.cells]
            marks[letter] = [int(cell[1:]) for cell in cells for _ in range(1 + self.counts_twice(cell))]
        if "big-points" in self.games:
            for pair in ("ab", "cd"):
                marks[pair] = [n for n in self.pad["order"][pair[0]] if f"{pair}{n}" in self.rounds]
        tallies = {game: tally for game in self.games if (tally := self.tally(game, rulings))}
        bonus = []
        if len(tallies) == 1:
            ((bonus, _),) = tallies.values()
        elif tallies:
            bonus = [tally if game == "x-change" else tally[0] for game, (tally, _) in tallies.items()]
        entry_data = {"marks": marks, "locks": sorted(self.locks), "misses": self.misses, "bonus": bonus}
        entry_data["scores"] = self.scores(sum(points for _, points in tallies.values()))
        if "connect-15" in self.games:
            entry_data["fields"] = {r: [f for f in FIELDS[r] if r + f in self.fields] for r in LETTERS}
        return entry_data

    def scores(self, bonus):
        rows = {letter: triangle(self.crosses(letter)) for letter in LETTERS}
        if "double-weakest" in self.types:
            bonus += min(rows.values())
        misses = 0 if "no-misses" in self.types else -5 * self.misses
        return rows | {"bonus": bonus, "misses": misses, "total": sum(rows.values()) + bonus + misses}


def triangle(crosses):
    return sum(range(crosses + 1))

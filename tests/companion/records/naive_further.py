"""A second referee for the further official games, slow and plain, written from their document alone.

It shares nothing with the program: its own pads, its own state, JSON in and JSON out. It takes records that
are well formed and says what `qwixx replay --json` should say, without the wording.
"""

import re

COLOURS = ["red", "yellow", "green", "blue"]
LETTERS = "abcd"
ORDER = {letter: list(range(2, 13)) if letter in "ab" else list(range(12, 1, -1)) for letter in LETTERS}
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
PATH = """
    a2 c12 b2 d12 c10 d10 a4 b4 d11 b3 c11 a3 b5 a5 d9 c9 a7 c7 b7 d7 c8 d8 a6 b6
    d6 b8 c6 a8 b10 a10 d4 c4 a9 c5 b9 d5 c3 d3 a11 b11
"""
PATH_CELLS = re.findall(r"\w+", PATH)
SCORES = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136]
SCORES += [sum(range(n + 1)) for n in range(17, 60)]


class Sheet:
    """What one player has crossed, as sets of names."""

    def __init__(self, games, letter, most):
        self.games, self.letter, self.most = games, letter, most
        self.cells, self.again, self.forced = set(), set(), set()
        self.rounds, self.fields, self.used = set(), set(), []
        self.track = self.misses = self.figure = 0
        self.locks = set()
        self.worthless, self.spent = set(), False  # what a character may leave behind

    def copy(self):
        other = Sheet(self.games, self.letter, self.most)
        for name in ("cells", "again", "forced", "rounds", "fields", "locks", "worthless"):
            setattr(other, name, set(getattr(self, name)))
        other.used, other.track, other.misses = list(self.used), self.track, self.misses
        other.figure, other.spent = self.figure, self.spent
        return other

    def partner(self, cell):
        if "connected-b" not in self.games:
            return None
        for pair in CHAINS[self.letter].split():
            if cell in pair.split("-"):
                one, two = pair.split("-")
                return two if cell == one else one
        return None

    def places(self, row, rulings):
        """Where crosses stand in a row: cells at even places, fields between them at odd ones."""
        found = []
        for cell in self.cells:
            if cell[0] == row and not (cell in self.forced and rulings.get("chain-frontier") == "ignored"):
                found.append(2 * ORDER[row].index(int(cell[1:])))
        return found + [field_place(field) for field in self.fields if field[0] == row]

    def marks_for_lock(self, row, rulings):
        count = 0
        for cell in [c for c in self.cells if c[0] == row]:
            count += self.worth(cell)
        if rulings.get("connect-lock") == "all":
            count += sum(field[0] == row for field in self.fields)
        return count

    def counts_twice(self, cell):
        if "double-b" in self.games:
            return int(cell[1:]) in DOUBLE_CELLS[cell[0]]
        return cell in self.again

    def worth(self, cell):
        """Crosses that a crossed cell stands for."""
        if cell in self.worthless:
            return int(cell in self.again)
        return 2 if self.counts_twice(cell) else 1

    def crosses(self, row):
        count = sum(self.worth(c) for c in self.cells if c[0] == row)
        count += row in self.locks
        count += sum(row in cell[:2] for cell in self.rounds)
        count += sum(field[0] == row for field in self.fields)
        return min(count, self.most)

    def steps(self):
        if "connected-a" not in self.games:
            return 0
        frame = FRAMES[self.letter]
        return sum(f"{row}{ORDER[row][column]}" in self.cells for column, row in enumerate(frame))


def field_place(field):
    return 2 * ORDER[field[0]].index(int(field[1:].split("-")[0])) + 1


class Referee:
    """One record. `games`: those whose special cells are mixed on the record's own pad, in its order."""

    def __init__(self, record, games=()):
        self.record, game = record, record["game"]
        self.games = list(games) or [game]
        most = {"big-points": 15, "double-a": 16, "double-b": 16}
        self.needs = 7 if game.startswith("double") else 5
        if games:
            self.needs = record["layout"]["lock-needs"]
        self.names = record["players"]
        self.rulings = record.get("rulings", {})
        chosen = record.get("sheets", {})
        self.sheets = {}
        for name in self.names:
            if game.startswith("double"):
                self.sheets[name] = Sheet([chosen.get(name, game)], None, 16)
            else:
                self.sheets[name] = Sheet(self.games, chosen.get(name), 999 if games else most.get(game, 999))
        self.closed, self.gone = set(), set()
        self.ended, self.illegal, self.warnings, self.to_decide = None, [], [], []

    # ---- one part of a mark

    def why_not(self, name, part, action, sheet, earlier, made):
        """The first rule that a part breaks. `earlier`: the active player's parts of action 1; `made`: those
        of this action so far."""
        if any(p[0] == "f" for p in made):
            return "action-order"
        dice = self.turn["dice"]
        active = name == self.active
        if "15" in earlier:
            return "lucky15-instead"
        if part == "15":
            coloured = [dice.get(c) for c in COLOURS if c not in self.gone]
            fits = any(die is not None and sum(dice["white"]) + die == 15 for die in coloured)
            if action != "white" or not active or not fits:
                return "lucky15-fifteen"
            return "lucky15-track" if sheet.track == len(TRACK) else None
        if part[:2] in ("ab", "cd"):
            return self.why_not_round(part, action, sheet, earlier)
        if "-" in part:
            return self.why_not_field(part, sheet, earlier)
        if part[0] == "f":
            return self.why_not_figure(name, int(part[1:]), action, sheet)
        row, number, sign = re.fullmatch(r"([a-d])(\d+)([+x]?)", part).groups()
        number, colour = int(number), COLOURS[LETTERS.index(row)]
        if action == "colour":
            if colour in self.gone:
                return "die-removed"
            if sign == "x":
                return "exchange"
            die = dice.get(colour)
            if die is None or number not in [die + white for white in dice["white"]]:
                return "colour-sum"
        elif action == "instead":
            pass
        elif sign == "x":
            field = self.strip_field(number)
            if field is None:
                return "exchange"
            if sheet.used and max(sheet.used) >= field:
                return "exchange-left-to-right"
        elif number != sum(dice["white"]):
            return "white-sum"
        if row in self.closed or row in sheet.locks:
            return "row-closed"
        cell = f"{row}{number}"
        if sign == "+":
            return self.why_not_again(cell, sheet, earlier)
        return self.why_not_cell(name, cell, sheet)

    def why_not_cell(self, name, cell, sheet):
        """Order, and what the last cell needs."""
        row, number = cell[0], int(cell[1:])
        if cell in sheet.cells or self.is_lost(name, cell, sheet):
            return "left-to-right"
        needs = self.needs
        if number == ORDER[row][-1] and sheet.marks_for_lock(row, self.rulings) < needs:
            return "double-lock-seven" if needs == 7 else "lock-needs-five"
        return None

    def is_lost(self, name, cell, sheet):
        here = 2 * ORDER[cell[0]].index(int(cell[1:]))
        return any(place >= here for place in sheet.places(cell[0], self.rulings))

    def why_not_figure(self, name, steps, action, sheet):
        if action != "colour" or name != self.active:
            return "board-third-action"
        field = self.field_ahead(name, steps)
        if field is None:
            return "board-free-fields"
        cell = PATH_CELLS[field - 1]
        if cell in sheet.cells:
            return None
        if cell[0] in self.closed or cell[0] in sheet.locks:
            return "board-cross"
        return "board-cross" if self.why_not_cell(name, cell, sheet) else None

    def field_ahead(self, name, steps):
        """The field so many free fields ahead of the figure."""
        others = [self.sheets[other].figure for other in self.names if other != name]
        field = self.sheets[name].figure
        while steps and field < len(PATH_CELLS):
            field += 1
            steps -= field not in others
        return None if steps else field

    def strip_field(self, number):
        total = sum(self.turn["dice"]["white"])
        for i, pair in enumerate(STRIP):
            if total != number and sorted(pair) == sorted((total, number)):
                return i
        return None

    def why_not_again(self, cell, sheet, earlier):
        row = cell[0]
        if "double-a" not in sheet.games or cell not in sheet.cells or cell in sheet.again:
            return "double-frontier"
        if int(cell[1:]) == ORDER[row][-1]:
            return "double-frontier"
        at = ORDER[row].index
        if self.rulings.get("double-a-where") == "any-marked":
            if any(c[0] == row and at(int(c[1:])) > at(int(cell[1:])) for c in sheet.again):
                return "double-frontier"
        elif any(c[0] == row and at(int(c[1:])) > at(int(cell[1:])) for c in sheet.cells):
            return "double-frontier"
        if self.rulings.get("rolled-again") == "later-roll" and cell in earlier:
            return "double-again"
        return None

    def why_not_round(self, part, action, sheet, earlier):
        rows, number = part[:2], int(part[2:])
        dice = self.turn["dice"]
        colours = {row: COLOURS[LETTERS.index(row)] for row in rows}
        rolled = {}
        if action == "white":
            if sum(dice["white"]) != number:
                return "white-sum"
            rolled = dict.fromkeys(rows, True)
        else:
            if all(colour in self.gone for colour in colours.values()):
                return "die-removed"
            for row, colour in colours.items():
                die = None if colour in self.gone else dice.get(colour)
                rolled[row] = die is not None and number in [die + white for white in dice["white"]]
            if not any(rolled.values()):
                return "colour-sum"
            if self.rulings.get("bp-colour") == "either":
                rolled = dict.fromkeys(rows, True)
        line = ORDER[rows[0]]
        if any(c[:2] == rows and line.index(int(c[2:])) >= line.index(number) for c in sheet.rounds):
            return "bp-left-to-right"
        later = self.rulings.get("rolled-again") == "later-roll"
        for row in rows:
            cell = f"{row}{number}"
            if rolled[row] and cell in sheet.cells and not (later and cell in earlier):
                return None
        return "bp-neighbour"

    def why_not_field(self, part, sheet, earlier):
        row = part[0]
        if any("-" in p for p in earlier) or row not in self.open_rows():
            return "connect-one-five"
        if row in self.closed or row in sheet.locks:
            return "row-closed"
        places = sheet.places(row, self.rulings)
        if any(place >= field_place(part) for place in places):
            return "connect-left-to-right"
        if self.rulings.get("connect-which") == "next":
            free = [f"{row}{f}" for f in FIELDS[row] if all(p < field_place(row + f) for p in places)]
            if part != free[0]:
                return "connect-left-to-right"
        return None

    def open_rows(self):
        """Rows whose fields two dice with 1 and 5 open."""
        dice = self.turn["dice"]
        shown = [("white", v) for v in dice["white"]]
        shown += [(c, dice[c]) for c in COLOURS if c in dice and c not in self.gone]
        rows = set()
        for i, (first, one) in enumerate(shown):
            for second, two in shown[i + 1 :]:
                if sorted((one, two)) == [1, 5]:
                    if first == second == "white":
                        rows |= set(LETTERS)
                    rows |= {LETTERS[COLOURS.index(c)] for c in (first, second) if c != "white"}
        return rows

    def make(self, name, sheet, part):
        """Cross it; returns the cell that it brings, if any."""
        forced = []
        if part[0] == "f":
            sheet.figure = self.field_ahead(name, int(part[1:]))
            cell = PATH_CELLS[sheet.figure - 1]
            return [] if cell in sheet.cells else [cell, *self.make(name, sheet, cell)]
        if part == "15":
            sheet.track += 1
        elif part[:2] in ("ab", "cd"):
            sheet.rounds.add(part)
        elif "-" in part:
            sheet.fields.add(part)
        elif part.endswith("+"):
            sheet.again.add(part[:-1])
        else:
            if part.endswith("x"):
                part = part[:-1]
                sheet.used.append(self.strip_field(int(part[1:])))
            sheet.cells.add(part)
            other = sheet.partner(part)
            if other and other not in sheet.cells:
                sheet.cells.add(other)
                sheet.forced.add(other)
                forced.append(other)
            if int(part[1:]) == ORDER[part[0]][-1]:
                sheet.locks.add(part[0])
        return forced

    # ---- turns

    def decide(self, name, text, action, number, earlier):
        """Judge what is written. Returns the parts made, or None if the action stays undecided."""
        sheet = self.sheets[name]
        made, written, refused = [], [], False
        for part in text.split() if text != "-" else []:
            written.append("joined" if "-" in part or part[0] == "f" else "cell")
            many = written.count(written[-1]) > (1 if written[-1] == "joined" else self.most(name, action))
            rule = "action-order" if many else self.why_not(name, part, action, sheet, earlier, made)
            if rule:
                refused = True
                self.illegal.append((number, action, name, part, rule))
            else:
                made.append(part)
                made += self.make(name, sheet, part)
        if refused and self.turn.get("open"):
            return None
        return made

    def most(self, name, action):
        """How many cells a player may cross in an action."""
        return 1

    def play(self):
        for number, turn in enumerate(self.record["turns"], 1):
            self.turn = turn
            self.one_turn(number)
        return self

    def late(self, number, action, name, text, rule="game-over"):
        for part in text.split() if text != "-" else []:
            self.illegal.append((number, action, name, part, rule))

    def one_turn(self, number):
        turn = self.turn
        self.active = self.names[(number - 1) % len(self.names)]
        self.to_decide = []
        white = turn.get("white", {})
        if self.ended:
            for name in self.names:
                self.late(number, "white", name, white.get(name, "-"))
            self.late(number, "colour", self.active, turn.get("colour", "-"))
            return
        for colour in COLOURS:
            if colour not in turn["dice"] and colour not in self.gone:
                self.warnings.append(("die-missing", number))
        opened = turn.get("open", False)
        made, before = {}, {}
        for name in self.names:
            before[name] = self.sheets[name].copy()
            if name not in white and opened:
                made[name] = None
            else:
                made[name] = self.decide(name, white.get(name, "-"), "white", number, [])
            if made[name] is None:
                self.sheets[name] = before[name].copy()
        undecided = [name for name in self.names if made[name] is None]
        if undecided:
            self.to_decide = [(name, "white") for name in undecided]
            if "colour" in turn:
                self.late(number, "colour", self.active, turn["colour"], "action-order")
                if turn["colour"] == "-":
                    self.illegal.append((number, "colour", self.active, "-", "action-order"))
            return
        marked = self.has_marked(before[self.active], self.sheets[self.active])
        self.finish_action()
        if self.two_rows() and self.rulings.get("end-in-action-1", "stop") == "stop":
            self.ended = (number, "end-two-rows")
            self.late(number, "colour", self.active, turn.get("colour", "-"))
            return
        start = self.sheets[self.active].copy()
        second = None
        if "colour" in turn or not opened:
            second = self.decide(self.active, turn.get("colour", "-"), "colour", number, made[self.active])
        if second is None:
            self.sheets[self.active] = start
            self.to_decide = [(self.active, "colour")]
            return
        marked = marked or self.has_marked(start, self.sheets[self.active])
        self.finish_turn(number, marked)

    def two_rows(self):
        figures_alone = "on-board" in self.games and self.rulings.get("board-end") == "figures"
        return len(self.closed) >= 2 and not figures_alone

    def finish_turn(self, number, marked):
        if not marked:
            self.sheets[self.active].misses += 1
        self.finish_action()
        ahead = [sheet for sheet in self.sheets.values() if sheet.figure > len(PATH_CELLS) - 5]
        if self.two_rows():
            self.ended = (number, "end-two-rows")
        elif self.sheets[self.active].misses >= 4:
            self.ended = (number, "end-misses")
        elif len(ahead) >= 2 and self.rulings.get("board-end") != "rows":
            self.ended = (number, "end-figures")

    def has_marked(self, before, after):
        names = ["cells", "again", "rounds", "track"]
        if self.rulings.get("connect-miss") != "taken":
            names.append("fields")
        return any(getattr(before, name) != getattr(after, name) for name in names)

    def finish_action(self):
        for sheet in self.sheets.values():
            for row in sheet.locks:
                self.closed.add(row)
                self.gone.add(COLOURS[LETTERS.index(row)])

    # ---- the verdict

    def person(self, name):
        sheet = self.sheets[name]
        marks = {}
        for row in LETTERS:
            cells = [n for n in ORDER[row] if f"{row}{n}" in sheet.cells]
            marks[row] = [n for n in cells for _ in range(1 + sheet.counts_twice(f"{row}{n}"))]
        if "big-points" in self.games:
            for pair in ("ab", "cd"):
                marks[pair] = [n for n in ORDER[pair[0]] if f"{pair}{n}" in sheet.rounds]
        scores = {row: SCORES[sheet.crosses(row)] for row in LETTERS}
        tallies, extra = [], 0
        for game in self.games:
            if game == "connected-a":
                tallies.append([sheet.steps()])
                extra += SCORES[sheet.steps()]
            elif game == "x-change":
                tallies.append(sorted(i + 1 for i in sheet.used))
            elif game == "lucky-15":
                worth = [*TRACK[:-1], int(self.rulings.get("lucky15-top", "25"))]
                tallies.append([sheet.track])
                extra += worth[sheet.track - 1] if sheet.track else 0
            elif game == "on-board":
                tallies.append([sheet.figure])
                extra += max(0, 2 * (sheet.figure - 30))
        bonus = tallies[0] if len(tallies) == 1 else []
        if len(tallies) > 1:
            special = [game for game in self.games if game in ("connected-a", "x-change", "lucky-15")]
            both = zip(special, tallies, strict=True)
            bonus = [tally if game == "x-change" else tally[0] for game, tally in both]
        misses = -5 * sheet.misses
        total = sum(scores.values()) + extra + misses
        found = {"marks": marks, "locks": sorted(sheet.locks), "misses": sheet.misses, "bonus": bonus}
        found["scores"] = scores | {"bonus": extra, "misses": misses, "total": total}
        if "connect-15" in self.games:
            found["fields"] = {r: [f for f in FIELDS[r] if r + f in sheet.fields] for r in LETTERS}
        return found

    def verdict(self):
        people = {name: self.person(name) for name in self.names}
        best = max(p["scores"]["total"] for p in people.values())
        winners = [n for n in self.names if people[n]["scores"]["total"] == best] if self.ended else None
        return {
            "ok": not self.illegal,
            "illegal": self.illegal,
            "ended": {"turn": self.ended[0], "reason": self.ended[1]} if self.ended else None,
            "closed": sorted(self.closed),
            "players": people,
            "winners": winners,
        }

"""A second referee, slow and plain, written straight from the sentences of the rules.

It shares nothing with the program: its own pads, its own state (sets of cell names), JSON in and JSON out.
It takes records that are well formed and says what `qwixx replay --json` should say, without the wording.
"""

import re

from tests.companion.records.naive_pads import COLOURS, LETTERS, PADS

FORESEEN = {
    "classic": (2, 5),
    "longo": (2, 4),
    "mixx-a": (2, 4),
    "mixx-b": (2, 4),
    "bonus-a": (2, 4),
    "bonus-b": (2, 4),
}


class Person:
    def __init__(self):
        self.cells = set()
        self.locks = set()
        self.misses = 0
        self.boxes = set()
        self.types = []

    def copy(self):
        other = Person()
        other.cells, other.locks, other.misses = set(self.cells), set(self.locks), self.misses
        other.boxes, other.types = set(self.boxes), list(self.types)
        return other


class WrongLetterError(Exception):
    pass


class Referee:
    def __init__(self, record):
        self.record = record
        self.game = record["game"]
        self.cards = self.game == "cards"
        self.padname = record.get("pad", "classic") if self.cards else self.game
        self.pad = PADS[self.padname]
        self.names = record["players"]
        self.rulings = record.get("rulings", {})
        self.people = {name: Person() for name in self.names}
        self.closed = set()
        self.dice_gone = set()
        self.ended = None
        self.illegal = []
        self.warnings = []
        self.to_decide = []
        self.phase = None
        self.snapshot = {}
        self.turn = None

    # ---- facts about a sheet

    def row_cells(self, row):
        return [f"{row}{n}" for n in self.pad["order"][row]]

    def count(self, person, row):
        return sum(cell in person.cells for cell in self.row_cells(row)) + (row in person.locks)

    def fewest(self, person, rows):
        rows = [row for row in LETTERS if row in rows]
        if not rows:
            return []
        least = min(self.count(person, row) for row in rows)
        return [row for row in rows if self.count(person, row) == least]

    def next_cell(self, person, row):
        result = None
        for cell in reversed(self.row_cells(row)):
            if cell in person.cells:
                return result
            result = cell
        return result

    def obstacle(self, person, cell, closed, marks_before=None):
        """The rule that forbids a cross here, whatever the dice show."""
        row = cell[0]
        if row in closed or row in person.locks:
            return "cards-lock-own" if self.cards else "row-closed"
        cells = self.row_cells(row)
        for other in cells[cells.index(cell) :]:
            if other in person.cells:
                return "left-to-right"
        if cell in self.pad["last"]:
            counted = person.cells if marks_before is None else marks_before
            if sum(c in counted for c in cells) < self.pad["needs"]:
                return "lock-needs-six" if self.pad["needs"] == 6 else "lock-needs-five"
        return None

    # ---- crosses

    def cross(self, person, cell):
        person.cells.add(cell)
        if cell in self.pad["last"]:
            person.locks.add(cell[0])
            if "bar" in self.pad:
                colour = self.pad["colour"][cell]
                person.boxes |= {i for i, c in enumerate(self.pad["bar"]) if c == colour}

    def mark(self, person, cell, letters):
        """The cross with all that follows from it. Returns how many letters were asked for."""
        letters = list(letters)
        self.cross(person, cell)
        if "bar" in self.pad:
            self.follow_bar(person, cell)
        return self.follow_pairs(person, letters) if "pairs" in self.pad else 0

    def follow_bar(self, person, cell):
        """The crosses that a bonus cell brings by the boxes of the bar, one after another."""
        while cell in self.pad["bonus"]:
            free = [i for i in range(12) if i not in person.boxes]
            if not free:
                break
            colour = self.pad["bar"][free[0]]
            cell2 = self.next_cell(person, LETTERS[COLOURS.index(colour)])
            if cell2 is None or self.obstacle(person, cell2, self.closed):
                if self.rulings.get("bonus-blocked") != "kept":
                    person.boxes.add(free[0])
                break
            person.boxes.add(free[0])
            self.cross(person, cell2)
            cell = cell2

    def follow_pairs(self, person, letters):
        """The crosses that pairs of cells bring. Returns how many letters were asked for."""
        queue = []
        asked = 0

        def earn():
            for kind, cells in self.pad["pairs"].items():
                if kind not in person.types and set(cells) <= person.cells:
                    person.types.append(kind)
                    queue.append(kind)

        def bonus_cross(row):
            new = self.next_cell(person, row)
            if new is not None and not self.obstacle(person, new, self.closed):
                self.cross(person, new)
                earn()

        earn()
        while queue:
            kind = queue.pop(0)
            if kind == "each-row":
                for row in LETTERS:
                    bonus_cross(row)
            if kind == "two-weakest":
                tied = self.fewest(person, LETTERS)
                row = tied[0]
                if len(tied) > 1:
                    asked += 1
                    if letters:
                        row = letters.pop(0)
                        if row not in tied:
                            raise WrongLetterError
                    else:
                        able = [
                            r
                            for r in tied
                            if self.next_cell(person, r)
                            and not self.obstacle(person, self.next_cell(person, r), self.closed)
                        ]
                        row = (able or tied)[0]
                bonus_cross(row)
                bonus_cross(row)
        return asked

    # ---- judging one mark

    def wrong_offer(self, action, player, person, cell, star):
        number = int(cell[1:])
        if action == "white":
            total = sum(self.turn["dice"]["white"])
            if not star:
                return None if number == total else "white-sum"
            if total not in self.record["lucky"][player]:
                return "lucky"
            rows = set(LETTERS)
            if self.rulings.get("weakest-closed") == "next-weakest":
                rows -= self.closed | person.locks
            if cell[0] not in self.fewest(person, rows) or cell != self.next_cell(person, cell[0]):
                return "lucky"
        if action == "colour":
            colour = self.pad["colour"][cell]
            if colour in self.dice_gone:
                return "die-removed"
            if star:
                return "lucky"
            die = self.turn["dice"].get(colour)
            if die is None or number not in [die + w for w in self.turn["dice"]["white"]]:
                return "colour-sum"
        if action == "number" and number != self.turn["number"]:
            return "cards-number"
        return None

    def reason(self, action, player, text):
        """Why the mark is illegal, or None; judged against the state at the action's start."""
        cell, star, letters = split(text)
        person = self.snapshot[player]
        rule = self.wrong_offer(action, player, person, cell, star) or self.obstacle(
            person, cell, self.closed
        )
        if rule:
            return rule
        try:
            self.mark(person.copy(), cell, letters)
        except WrongLetterError:
            return "bonus-two-weakest"
        return None

    def report(self, number, action, player, mark, rule):
        self.illegal.append({"turn": number, "action": action, "player": player, "mark": mark, "rule": rule})

    # ---- the course of the game

    def end_action(self, number, first, active, marked):
        if not self.cards:
            for person in self.people.values():
                for row in person.locks:
                    if row not in self.closed:
                        for cell in person.cells & self.pad["last"]:
                            if cell[0] == row:
                                self.dice_gone.add(self.pad["colour"][cell])
            for person in self.people.values():
                self.closed |= person.locks
            if "bar" in self.pad:
                for person in self.people.values():
                    person.boxes |= {i for i, c in enumerate(self.pad["bar"]) if c in self.dice_gone}
        if self.cards:
            over = any(len(person.locks) >= 2 for person in self.people.values())
        else:
            over = len(self.closed) >= 2
        if not first and not marked:
            self.people[active].misses += 1
        if over and first and self.rulings.get("end-in-action-1") == "finish-turn":
            over = False
        if over:
            self.ended = {"turn": number, "reason": "end-two-rows"}
        elif self.people[active].misses == 4:
            self.ended = {"turn": number, "reason": "end-misses"}

    def snap(self):
        self.snapshot = {name: person.copy() for name, person in self.people.items()}

    def run(self):
        turns = self.record["turns"]
        for number, turn in enumerate(turns, 1):
            self.turn = turn
            active = self.names[(number - 1) % len(self.names)]
            self.one_turn(number, turn, active, turn.get("open", False))
        return self

    def one_turn(self, number, turn, active, still):
        action1, marks1 = ("number", "number_marks") if self.cards else ("white", "white")
        self.phase, self.to_decide = None, []
        written = turn.get(marks1, {})
        if self.ended:
            for player in self.names:
                if written.get(player, "-") != "-":
                    self.report(number, action1, player, written[player], "game-over")
            self.late(number, turn, active)
            return
        if not self.cards:
            for colour in COLOURS:
                if colour not in turn["dice"] and colour not in self.dice_gone:
                    self.warnings.append(("die-missing", number, None))
        self.snap()
        undecided = []
        marked = False
        for player in self.names:
            text = written.get(player)
            if text not in (None, "-"):
                rule = self.reason(action1, player, text)
                if rule:
                    self.report(number, action1, player, text, rule)
                    text = None
                else:
                    cell, _, letters = split(text)
                    self.mark(self.people[player], cell, letters)
                    marked = marked or player == active
            if text is None and still:
                undecided.append(player)
        if undecided:
            self.phase, self.to_decide = action1, undecided
            if self.cards and ("play" in turn or turn.get("marks")):
                self.report(number, "play", active, None, "action-order")
            if not self.cards and "colour" in turn:
                self.report(number, "colour", active, turn["colour"], "action-order")
            return
        self.end_action(number, True, active, marked)
        if self.ended:
            self.late(number, turn, active)
            return
        self.snap()
        if self.cards:
            self.play(number, turn, active, still, marked)
        else:
            self.colour(number, turn, active, still, marked)

    def late(self, number, turn, active):
        marks = turn.get("marks", []) if self.cards else [turn.get("colour", "-")]
        for text in marks:
            if text != "-":
                self.report(number, "play" if self.cards else "colour", active, text, "game-over")

    def colour(self, number, turn, active, still, marked):
        text = turn.get("colour")
        if text not in (None, "-"):
            rule = self.reason("colour", active, text)
            if rule:
                self.report(number, "colour", active, text, rule)
                text = None
            else:
                cell, _, letters = split(text)
                self.mark(self.people[active], cell, letters)
                marked = True
        if text is None and still:
            self.phase, self.to_decide = "colour", [active]
            return
        self.end_action(number, False, active, marked)

    def play_broken(self, cards):
        if not 1 <= len(cards) <= 3 or len(set(cards)) < len(cards):
            return True
        if any(card.startswith("joker") for card in cards) and not self.record.get("jokers", False):
            return True
        return len({face(card)[0] for card in cards}) > 1

    def play(self, number, turn, active, still, marked):
        cards = turn.get("play")
        if cards is None and not turn.get("marks") and still:
            self.phase, self.to_decide = "play", [active]
            return
        cards = cards or []
        if self.play_broken(cards):
            self.report(number, "play", active, None, "cards-play")
            if still:
                self.phase, self.to_decide = "play", [active]
                return
            self.end_action(number, False, active, marked)
            return
        person = self.people[active]
        left = [face(card) for card in cards]
        fresh = []
        for text in turn.get("marks", []):
            if text == "-":
                continue
            cell = split(text)[0]
            rule = self.play_reason(person, cell, left, fresh, active)
            if rule:
                self.report(number, "play", active, text, rule)
                continue
            left.remove((self.pad["colour"][cell], int(cell[1:])))
            self.cross(person, cell)
            fresh.append(cell)
            marked = True
        self.end_action(number, False, active, marked)

    def play_reason(self, person, cell, left, fresh, active):
        if (self.pad["colour"][cell], int(cell[1:])) not in left:
            return "cards-play"
        before = self.snapshot[active].cells if self.rulings.get("cards-lock-in-play") == "before" else None
        rule = self.obstacle(person, cell, set(), before)
        if rule:
            return rule
        waived = self.padname == "mixx-b" and self.rulings.get("cards-gap-mixx-b") == "waived"
        if self.padname != "mixx-a" and not waived:
            cells = self.row_cells(cell[0])
            places = sorted(cells.index(c) for c in [*fresh, cell] if c[0] == cell[0])
            holes = [i for i in range(places[0], places[-1]) if i not in places]
            if len(holes) > 1:
                return "cards-gap"
        return None

    # ---- results

    def scores(self, person):
        rows = {row: sum(range(self.count(person, row) + 1)) for row in LETTERS}
        bonus = 0
        if "double-weakest" in person.types:
            bonus += rows[self.fewest(person, LETTERS)[0]]
        if "13" in person.types:
            bonus += 13
        misses = 0 if "no-misses" in person.types else -5 * person.misses
        return rows | {"bonus": bonus, "misses": misses, "total": sum(rows.values()) + bonus + misses}

    def verdict(self):
        players = {}
        for name, person in self.people.items():
            players[name] = {
                "marks": {
                    row: [int(c[1:]) for c in self.row_cells(row) if c in person.cells] for row in LETTERS
                },
                "locks": sorted(person.locks),
                "misses": person.misses,
                "bonus": [len(person.boxes)] if "bar" in self.pad else person.types,
                "scores": self.scores(person),
            }
        totals = {name: player["scores"]["total"] for name, player in players.items()}
        best = max(totals.values())
        warnings = list(self.warnings)
        if self.game in FORESEEN:
            low, high = FORESEEN[self.game]
            if not low <= len(self.names) <= high:
                warnings.append(("player-count", None, None))
        for name, claim in self.record.get("claims", {}).items():
            real = {"misses": players[name]["misses"], "total": totals[name]}
            warnings += [("claim", None, name) for key in claim if claim[key] != real[key]]
        return {
            "format": "qwixx-verdict/1",
            "ok": not self.illegal,
            "illegal": self.illegal,
            "ended": self.ended,
            "closed": sorted(self.closed),
            "players": players,
            "winners": [name for name in self.names if totals[name] == best] if self.ended else None,
            "warnings": sorted(warnings, key=str),
        }

    def moves(self):
        """What `qwixx moves --json` says, by trying every text there is (without plays of cards)."""
        out = []
        for player in self.to_decide:
            entry = {"player": player, "action": self.phase}
            if self.phase != "play":
                entry["moves"] = ["-", *self.player_moves(player)]
            out.append(entry)
        return out

    def player_moves(self, player):
        found = []
        for row in LETTERS:
            for cell in self.row_cells(row):
                for star in ["", "*"] if self.game == "longo" else [""]:
                    if self.reason(self.phase, player, cell + star) is None:
                        found += self.choices(player, cell, star)
        return found

    def choices(self, player, cell, star):
        base = self.snapshot[player]
        if self.mark(base.copy(), cell, "") == 0:
            return [cell + star]
        results = []
        for letter in LETTERS:
            person = base.copy()
            try:
                self.mark(person, cell, letter)
            except WrongLetterError:
                continue
            if (person.cells, person.types) not in [r for _, r in results]:
                results.append((letter, (person.cells, person.types)))
        if len(results) == 1:
            return [cell + star]
        return [f"{cell}{star}>{letter}" for letter, _ in results]


def split(text):
    found = re.fullmatch(r"([a-d]\d+)(\*?)(?:>([a-d]+))?", text)
    return found[1], bool(found[2]), found[3] or ""


def face(card):
    """Colour and number of a card."""
    words = card.split()
    return (words[3], int(words[1])) if words[0] == "joker" else (words[0], int(words[1]))

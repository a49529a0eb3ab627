"""A second referee for all games of dice, slow and plain, written from their rules alone.

It shares nothing with the program: its own pads, its own state (sets of cell names), JSON in and JSON out.
It takes records that are well formed and says what `qwixx replay --json` should say, without the wording.
"""

from tests.companion.records.naive_marks import Marks, WrongLetterError, is_joined
from tests.companion.records.naive_pads import COLOURS, LETTERS

KEYS = ("turn", "action", "player", "mark", "rule")


class Referee(Marks):
    """A naive referee: plays a record turn by turn and judges its marks."""

    def __init__(self, record, games=()):
        super().__init__(record, games)
        self.ended, self.illegal, self.warnings = None, [], []
        self.to_decide, self.earlier, self.number = [], [], 0

    # ---- actions

    def decide(self, name, text, action, earlier=()):
        """Judge the marks in `text`; return the legal marks and forced cells, or None if undecided."""
        sheet, before = self.sheets[name], self.sheets[name].copy()
        crossed, written, refused = [], [], False
        for part in parts(text):
            written.append(is_joined(part))
            many = written.count(is_joined(part)) > 1
            rule = "action-order" if many else self.why_not(name, part, action, sheet, earlier)
            if rule:
                refused = True
                self.report(action, name, part, rule)
            else:
                crossed += [part, *self.make(sheet, part)]
        if refused and self.turn.get("open"):
            self.sheets[name] = before
            return None
        return crossed

    def report(self, action, name, part, rule):
        self.illegal.append((self.number, action, name, part, rule))

    def late(self, action, name, text, rule="game-over"):
        for part in parts(text):
            self.report(action, name, part, rule)

    # ---- turns

    def play(self):
        for number, turn in enumerate(self.record["turns"], 1):
            self.number, self.turn = number, turn
            self.active = self.names[(number - 1) % len(self.names)]
            self.to_decide = []
            self.one_turn()
        return self

    def one_turn(self):
        turn = self.turn
        if self.ended:
            for name in self.names:
                self.late("white", name, turn.get("white", {}).get(name, "-"))
            self.late("colour", self.active, turn.get("colour", "-"))
            return
        for colour in COLOURS:
            if colour not in turn["dice"] and colour not in self.gone:
                self.warnings.append(("die-missing", self.number, None))
        marked = self.white_action()
        if self.ended:
            self.late("colour", self.active, turn.get("colour", "-"))
        elif marked is not None:
            self.colour_action(marked)

    def white_action(self):
        """Judge action 1; return True if the active player marked, or None if someone must decide."""
        before = self.sheets[self.active].copy()
        crossed = self.everybodys_action("white", self.turn.get("white", {}))
        if self.to_decide:
            if "colour" in self.turn:
                for part in self.turn["colour"].split(" "):
                    self.report("colour", self.active, part, "action-order")
            return None
        self.earlier = crossed[self.active]
        self.finish_action()
        if self.two_rows() and self.rulings.get("end-in-action-1", "stop") == "stop":
            self.end("end-two-rows")
        return self.has_marked(before)

    def everybodys_action(self, action, written):
        """Return each player's crosses (None: undecided), and store the undecided players in `to_decide`."""
        crossed = {}
        for name in self.names:
            waits = name not in written and self.turn.get("open", False)
            crossed[name] = None if waits else self.decide(name, written.get(name, "-"), action)
        self.to_decide = [(name, action) for name in self.names if crossed[name] is None]
        return crossed

    def colour_action(self, marked):
        turn = self.turn
        before = self.sheets[self.active].copy()
        if "colour" in turn or not turn.get("open"):
            crossed = self.decide(self.active, turn.get("colour", "-"), "colour", self.earlier)
        else:
            crossed = None
        if crossed is None:
            self.to_decide = [(self.active, "colour")]
        else:
            self.finish_turn(marked or self.has_marked(before))

    def has_marked(self, before):
        names = ["cells", "again", "rounds", "track"]
        if self.rulings.get("connect-miss") != "taken":
            names.append("fields")
        now = self.sheets[self.active]
        return any(getattr(before, name) != getattr(now, name) for name in names)

    def finish_action(self):
        for sheet in self.sheets.values():
            self.closed |= sheet.locks
            self.gone |= {
                self.pad["colour"][c] for c in sheet.cells & self.pad["last"] if c[0] in sheet.locks
            }
        for sheet in self.sheets.values():
            for colour in self.gone:
                self.strike_boxes(sheet, colour)

    def finish_turn(self, marked):
        if not marked:
            self.sheets[self.active].misses += 1
        self.finish_action()
        if self.two_rows():
            self.end("end-two-rows")
        elif self.sheets[self.active].misses == 4:
            self.end("end-misses")

    def two_rows(self):
        return len(self.closed) >= 2

    def end(self, reason):
        self.ended = {"turn": self.number, "reason": reason}

    # ---- the verdict

    def verdict(self):
        people = {name: sheet.entry(self.rulings) for name, sheet in self.sheets.items()}
        totals = {name: person["scores"]["total"] for name, person in people.items()}
        best = max(totals.values())
        return {
            "format": "qwixx-verdict/1",
            "ok": not self.illegal,
            "illegal": [dict(zip(KEYS, each, strict=True)) for each in self.illegal],
            "ended": self.ended,
            "closed": sorted(self.closed),
            "players": people,
            "winners": [name for name in self.names if totals[name] == best] if self.ended else None,
            "warnings": sorted(
                [*self.warnings, *self.count_warning(), *self.claim_warnings(people)], key=str
            ),
        }

    def count_warning(self):
        return [] if 2 <= len(self.names) <= 5 else [("player-count", None, None)]

    def claim_warnings(self, people):
        warnings = []
        for name, claim in self.record.get("claims", {}).items():
            real = {"misses": people[name]["misses"], "total": people[name]["scores"]["total"]}
            warnings += [("claim", None, name) for key in claim if claim[key] != real[key]]
        return warnings

    # ---- lists of moves

    def moves(self):
        """Return what `qwixx moves --json` should print for a game in VARIANTS, found by trying all marks."""
        return [
            {"player": name, "action": action} | self.listed(name, action) for name, action in self.to_decide
        ]

    def listed(self, name, action):
        sheet, marks = self.sheets[name], []
        for letter in LETTERS:
            for cell in sheet.row(letter):
                for text in [cell, f"{cell}*"] if self.record["game"] == "longo" else [cell]:
                    if self.why_not(name, text, action, sheet, []) is None:
                        marks += self.choices(sheet, text)
        return {"moves": ["-", *marks]}

    def choices(self, sheet, text):
        """Return [text], or a text for each choice of the bonus cross's row that gives a different result."""
        done = sheet.copy()
        self.make(done, text)
        if not done.asked:
            return [text]
        results = []
        for letter in LETTERS:
            done = sheet.copy()
            try:
                self.make(done, f"{text}>{letter}")
            except WrongLetterError:
                continue
            if (done.cells, set(done.types)) not in [result for _, result in results]:
                results.append((letter, (done.cells, set(done.types))))
        return [text] if len(results) == 1 else [f"{text}>{letter}" for letter, _ in results]


def parts(text):
    return [] if text == "-" else text.split(" ")

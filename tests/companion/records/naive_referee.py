"""A second referee for all games of dice but the Duel, slow and plain, written from their rules alone.

It shares nothing with the program: its own pads, its own state (sets of cell names), JSON in and JSON out.
It takes records that are well formed and says what `qwixx replay --json` should say, without the wording.
"""

from tests.companion.records.naive_marks import Marks, WrongLetterError, is_joined, split
from tests.companion.records.naive_pads import COLOURS, LETTERS, PATH_CELLS

AT_MOST_FOUR = ["longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b", "on-board"]
"""Games whose books speak of two to four players; those of the others speak of five."""
KEYS = ("turn", "action", "player", "mark", "rule")


class Referee(Marks):
    """The course of a game, and the verdict."""

    def __init__(self, record, games=()):
        super().__init__(record, games)
        self.ended, self.illegal, self.warnings = None, [], []
        self.to_decide, self.earlier, self.number = [], [], 0

    # ---- actions

    def decide(self, name, text, action, earlier=()):
        """Judge what is written. Returns what was crossed, or None if the action stays undecided."""
        sheet, before = self.sheets[name], self.sheets[name].copy()
        crossed, made, written, refused = [], [], [], False
        for part in parts(text):
            written.append(is_joined(part))
            most = 1 if is_joined(part) else self.most(name, action)
            many = written.count(is_joined(part)) > most
            rule = "action-order" if many else self.why_not(name, part, action, sheet, earlier, made)
            if rule:
                refused = True
                self.report(action, name, part, rule)
            else:
                made.append((part, sheet.copy()))
                crossed += [part, *self.make(name, sheet, part)]
        if refused and self.turn.get("open"):
            self.sheets[name] = before
            return None
        return crossed

    def most(self, name, action):
        """How many cells a player may cross in an action."""
        return 2 if action == "colour" and self.characters.get(name) == "chris-cross" else 1

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
        turn, text = self.turn, self.turn.get("instead", "-")
        if self.ended:
            for name in self.names:
                self.late("white", name, turn.get("white", {}).get(name, "-"))
            self.late("colour", self.active, turn.get("colour", "-"))
            self.late("instead", self.active, text)
            return
        if "first_dice" in turn and not may_change(self.characters.get(self.active), turn):
            self.report("white", self.active, "-", "character-own-turn")
        for colour in COLOURS:
            if colour not in turn["dice"] and colour not in self.gone:
                self.warnings.append(("die-missing", self.number, None))
        marked = self.white_action()
        if marked is None:
            self.late("instead", self.active, text, "action-order")
        elif self.ended:
            self.late("colour", self.active, turn.get("colour", "-"))
            self.late("instead", self.active, text)
        else:
            self.colour_action(marked)

    def white_action(self):
        """Tell whether the active player has marked something; None if somebody is still to decide."""
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
        """What each player has crossed; who is still to decide stands in `to_decide`."""
        crossed = {}
        for name in self.names:
            waits = name not in written and self.turn.get("open", False)
            crossed[name] = None if waits else self.decide(name, written.get(name, "-"), action)
        self.to_decide = [(name, action) for name in self.names if crossed[name] is None]
        return crossed

    def colour_action(self, marked):
        turn, text = self.turn, self.turn.get("instead", "-")
        before = self.sheets[self.active].copy()
        if "colour" in turn or not turn.get("open"):
            crossed = self.decide(self.active, turn.get("colour", "-"), "colour", self.earlier)
        else:
            crossed = None
        if crossed is None:
            self.to_decide = [(self.active, "colour")]
            self.late("instead", self.active, text, "action-order")
        elif not (marked or self.has_marked(before)) and self.may_save():
            self.save_miss(turn.get("instead"))
        else:
            self.late("instead", self.active, text, "miss-any")
            self.finish_turn(marked or self.has_marked(before))

    def may_save(self):
        return self.characters.get(self.active) == "miss-take" and not self.sheets[self.active].spent

    def save_miss(self, text):
        """Any cross in place of the miss."""
        crossed = self.decide(self.active, text or "-", "instead")
        if crossed is None or (text is None and self.turn.get("open")):
            self.to_decide = [(self.active, "instead")]
            return
        if crossed:
            self.sheets[self.active].spent = self.rulings.get("miss-often") == "once"
        self.finish_turn(bool(crossed))

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
        ahead = [sheet for sheet in self.sheets.values() if sheet.figure > len(PATH_CELLS) - 5]
        if self.two_rows():
            self.end("end-two-rows")
        elif self.sheets[self.active].misses == 4:
            self.end("end-misses")
        elif len(ahead) >= 2 and self.rulings.get("board-end") != "rows":
            self.end("end-figures")

    def two_rows(self):
        figures_alone = "on-board" in self.games and self.rulings.get("board-end") == "figures"
        return len(self.closed) >= 2 and not figures_alone

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
        most = 4 if self.record["game"] in AT_MOST_FOUR else 5
        return [] if 2 <= len(self.names) <= most else [("player-count", None, None)]

    def claim_warnings(self, people):
        found = []
        for name, claim in self.record.get("claims", {}).items():
            real = {"misses": people[name]["misses"], "total": people[name]["scores"]["total"]}
            found += [("claim", None, name) for key in claim if claim[key] != real[key]]
        return found

    # ---- lists of moves

    def moves(self):
        """What `qwixx moves --json` says of a game of the first box, by trying every text there is."""
        return [
            {"player": name, "action": action} | self.listed(name, action) for name, action in self.to_decide
        ]

    def listed(self, name, action):
        found = self.single_moves(name, action, self.sheets[name], [])
        if self.most(name, action) == 2:
            found += self.pairs(name, action, found)
        everybody = len(self.to_decide) == len(self.names)
        if action == "white" and name == self.active and everybody and not self.has_changed_dice():
            found += self.changes_of_dice()
        return {"moves": ["-", *found]}

    def single_moves(self, name, action, sheet, made):
        found = []
        for letter in LETTERS:
            for cell in sheet.row(letter):
                for text in [cell, f"{cell}*"] if self.record["game"] == "longo" else [cell]:
                    if self.why_not(name, text, action, sheet, [], made) is None:
                        found += self.choices(name, sheet, text)
        return found

    def choices(self, name, sheet, text):
        """The move, or one for each row that may be chosen for its bonus if they differ."""
        done = sheet.copy()
        self.make(name, done, text)
        if not done.asked:
            return [text]
        results = []
        for letter in LETTERS:
            done = sheet.copy()
            try:
                self.make(name, done, f"{text}>{letter}")
            except WrongLetterError:
                continue
            if (done.cells, done.types) not in [result for _, result in results]:
                results.append((letter, (done.cells, done.types)))
        return [text] if len(results) == 1 else [f"{text}>{letter}" for letter, _ in results]

    def pairs(self, name, action, single):
        """Every two crosses whose results differ, as a set would hold them."""
        start, results, found = self.sheets[name], [], []
        for first in single:
            after = start.copy()
            self.make(name, after, first)
            for second in self.single_moves(name, action, after, [(first, start)]):
                both = after.copy()
                self.make(name, both, second)
                result = ({split(first)[0], split(second)[0]}, both.cells, both.types, both.boxes)
                if result not in results:
                    results.append(result)
                    found.append(f"{first} {second}")
        return found

    def has_changed_dice(self):
        """Tell whether the dice were changed in the last turn as they may be."""
        wrong = (self.number, "white", self.active, "-", "character-own-turn")
        return "first_dice" in self.turn and wrong not in self.illegal

    def changes_of_dice(self):
        dice = self.turn["dice"]
        if self.characters.get(self.active) == "double-dutch":
            return ["re-roll"]
        if self.characters.get(self.active) != "tina-turner":
            return []
        shown = [("white", v) for v in sorted(set(dice["white"]))] + [(c, dice.get(c)) for c in COLOURS]
        return [f"{colour} {value}" for colour, value in shown if value in (3, 4)]


def parts(text):
    return [] if text == "-" else text.split(" ")


def may_change(character, turn):
    """Tell whether the dice as thrown may have become those that count."""
    first, dice = turn["first_dice"], turn["dice"]
    if character == "double-dutch":
        return set(dice) <= set(first)
    if character != "tina-turner" or set(dice) != set(first):
        return False
    options = []
    for turned in range(2 + len(COLOURS)):
        values = list(first["white"]) + [first.get(c) for c in COLOURS]
        if values[turned] in (3, 4):
            values[turned] = 7 - values[turned]
            options.append((sorted(values[:2]), values[2:]))
    return (sorted(dice["white"]), [dice.get(c) for c in COLOURS]) in options

"""The naive referee of the base games with characters, written from their sentences alone.

JSON in and JSON out, as `naive_referee`; nothing is shared with the program.
"""

from tests.companion.records.naive_pads import COLOURS, LETTERS
from tests.companion.records.naive_referee import Person, Referee, split


class Gifted(Person):
    """A player with what a character may leave behind."""

    def __init__(self):
        super().__init__()
        self.between = False
        self.worthless = set()
        self.used_up = False

    def copy(self):
        other = super().copy()
        other.__class__ = Gifted
        other.between, other.worthless, other.used_up = self.between, set(self.worthless), self.used_up
        return other


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


class CharacterReferee(Referee):
    def __init__(self, record):
        super().__init__(record)
        self.characters = record.get("characters", {})
        self.people: dict[str, Gifted] = {name: Gifted() for name in self.names}
        self.whites = self.active = None

    # ---- Mike

    def obstacle(self, person, cell, closed, marks_before=None):
        row = self.row_cells(cell[0])
        at = row.index(cell)
        crossed = [i for i, name in enumerate(row) if name in person.cells]
        gap = person.between and at not in crossed and any(i < at for i in crossed) and max(crossed) > at
        hidden = {row[i] for i in crossed if i > at} if gap else set()
        person.cells -= hidden
        counted = person.cells - person.worthless
        rule = super().obstacle(person, cell, closed, counted)
        person.cells |= hidden
        return rule

    def cross(self, person, cell):
        row = self.row_cells(cell[0])
        later = row[row.index(cell) + 1 :]
        if any(name in person.cells for name in later) and self.rulings.get("mike-counts") == "no":
            person.worthless.add(cell)
        super().cross(person, cell)

    def scores(self, person):
        found = super().scores(person)
        lost = 0
        for row in LETTERS:
            count = self.count(person, row) - len([c for c in person.worthless if c[0] == row])
            lost += found[row] - sum(range(count + 1))
            found[row] = sum(range(count + 1))
        found["total"] -= lost
        if "double-weakest" in person.types:
            rows = [found[row] for row in LETTERS]
            again = min(rows) + (13 if "13" in person.types else 0)
            found["total"] += again - found["bonus"]
            found["bonus"] = again
        return found

    # ---- the turn

    def wrong_offer(self, action, player, person, cell, star):
        if action == "instead":
            return None
        dice = self.turn["dice"]
        if self.whites is not None:
            self.turn = self.turn | {"dice": dice | {"white": self.whites}}
        try:
            return super().wrong_offer(action, player, person, cell, star)
        finally:
            self.turn = self.turn | {"dice": dice}

    def one_turn(self, number, turn, active, still):
        self.active = active
        for name, person in self.people.items():
            person.between = name == active and self.characters.get(name) == "magic-mike"
        if not self.ended and "first_dice" in turn and not may_change(self.characters.get(active), turn):
            self.report(number, "white", active, "-", "character-own-turn")
        super().one_turn(number, turn, active, still)
        waits = self.phase == "white" and self.to_decide
        if waits and turn.get("instead", "-") != "-":
            self.report(number, "instead", active, turn["instead"], "action-order")

    def late(self, number, turn, active):
        for part in self.parts(turn.get("colour", "-")):
            self.report(number, "colour", active, part, "game-over")
        if turn.get("instead", "-") != "-":
            self.report(number, "instead", active, turn["instead"], "game-over")

    def parts(self, text):
        return [] if text == "-" else text.split(" ")

    def report(self, number, action, player, mark, rule):
        parts = mark.split(" ") if mark else [mark]
        for part in parts:
            super().report(number, action, player, part, rule)

    def colour(self, number, turn, active, still, marked):
        person = self.people[active]
        most = 2 if self.characters.get(active) == "chris-cross" else 1
        made, refused = [], False
        for place, part in enumerate(self.parts(turn.get("colour", "-"))):
            rule = "action-order" if place >= most else self.second_reason(active, made, part)
            if rule:
                self.report(number, "colour", active, part, rule)
                refused = True
                continue
            made.append(part)
            self.make(active, part)
            self.snapshot[active] = person.copy()
        undecided = still and (refused or "colour" not in turn)
        if undecided:
            self.people[active] = self.before_colour.copy()
            self.snapshot[active] = self.before_colour.copy()
            self.phase, self.to_decide = "colour", [active]
            if turn.get("instead", "-") != "-":
                self.report(number, "instead", active, turn["instead"], "action-order")
            return
        self.instead(number, turn, active, still, marked or bool(made))

    def snap(self):
        super().snap()
        self.before_colour = self.snapshot[self.active]

    def make(self, active, part):
        cell, _, letters = split(part)
        self.mark(self.people[active], cell, letters)

    def second_reason(self, active, made, part):
        whole = self.reason("colour", active, part)
        if not made or self.rulings.get("cross-which") == "any":
            return whole
        first, second = self.turn["dice"]["white"]
        reasons = []
        for mine, other in ((first, second), (second, first)):
            start = self.snapshot
            self.snapshot, self.whites = start | {active: self.before_colour}, [mine, mine]
            fits = self.reason("colour", active, made[0]) is None
            self.snapshot, self.whites = start, [other, other]
            if fits:
                reasons.append(self.reason("colour", active, part))
            self.whites = None
        if whole in reasons:
            return whole
        return "cross-third"

    def instead(self, number, turn, active, still, marked):
        text = turn.get("instead")
        person = self.people[active]
        spent = person.used_up and self.rulings.get("miss-often") == "once"
        able = not marked and self.characters.get(active) == "miss-take" and not spent
        if not able:
            if text not in (None, "-"):
                self.report(number, "instead", active, text, "miss-any")
            self.end_action(number, False, active, marked)
            return
        if text not in (None, "-"):
            self.snap()
            rule = self.reason("instead", active, text)
            if rule:
                self.report(number, "instead", active, text, rule)
                text = None
            else:
                self.make(active, text)
                person.used_up = marked = True
        if text is None and still:
            self.snap()
            self.phase, self.to_decide = "instead", [active]
            return
        self.end_action(number, False, active, marked)

    # ---- lists

    def player_moves(self, player):
        if self.phase == "colour" and self.characters.get(player) == "chris-cross":
            return self.pairs(player)
        found = super().player_moves(player)
        active = self.names[(len(self.record["turns"]) - 1) % len(self.names)]
        undecided = len(self.to_decide) == len(self.names)
        if self.phase == "white" and player == active and undecided and not self.changed():
            found += self.changes(active)
        return found

    def changed(self):
        turn = self.record["turns"][-1]
        return "first_dice" in turn and not any(
            r["rule"] == "character-own-turn" and r["turn"] == len(self.record["turns"]) for r in self.illegal
        )

    def changes(self, active):
        dice = self.record["turns"][-1]["dice"]
        if self.characters.get(active) == "double-dutch":
            return ["re-roll"]
        if self.characters.get(active) != "tina-turner":
            return []
        shown = [("white", v) for v in sorted(set(dice["white"]))] + [(c, dice.get(c)) for c in COLOURS]
        return [f"{colour} {value}" for colour, value in shown if value in (3, 4)]

    def pairs(self, player):
        """Single crosses, then every two whose results differ, as a set would hold them."""
        single = super().player_moves(player)
        start, results, found = self.snapshot[player], [], []
        for first in single:
            person = start.copy()
            cell, _, letters = split(first)
            self.mark(person, cell, letters)
            self.snapshot[player] = person
            for second in super().player_moves(player):
                if self.second_reason(player, [first], second) is None:
                    both = person.copy()
                    other, _, letters2 = split(second)
                    self.mark(both, other, letters2)
                    result = ({cell, other}, both.cells, both.types, both.boxes)
                    if result not in results:
                        results.append(result)
                        found.append(f"{first} {second}")
            self.snapshot[player] = start
        return single + found

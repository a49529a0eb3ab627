"""Judges one mark for the naive referee: finds the first broken rule, and makes the crosses."""

import re

from tests.companion.records.naive_pads import COLOURS, FIELDS, LETTERS, PADS, STRIP, TRACK
from tests.companion.records.naive_sheet import Sheet

LOCK_RULES = {5: "lock-needs-five", 6: "lock-needs-six", 7: "double-lock-seven"}


class WrongLetterError(Exception):
    pass


class Marks:
    """All players' sheets in one record. `games`: games with special cells on a custom pad, in order."""

    closed_rule = "row-closed"

    def __init__(self, record, games=()):
        self.record, game = record, record["game"]
        self.games = list(games) or [game]
        self.pad = PADS.get(record.get("pad", game), PADS["classic"])
        if games:
            self.pad = PADS["classic"] | {"needs": record["layout"]["lock-needs"]}
        self.names = record["players"]
        self.rulings = record.get("rulings", {})
        chosen = record.get("sheets", {})
        self.sheets = {}
        for name in self.names:
            if game.startswith("double"):
                self.sheets[name] = Sheet([chosen.get(name, game)], self.pad, None)
            else:
                self.sheets[name] = Sheet(self.games, self.pad, chosen.get(name))
        self.closed, self.gone = set(), set()
        self.turn = self.active = None

    # ---- one part of a mark

    def why_not(self, name, part, action, sheet, earlier):
        """Return the first rule that a cross breaks. `earlier`: the active player's crosses of action 1."""
        if "15" in earlier:
            return "lucky15-instead"
        if part == "15":
            return self.why_not_fifteen(name, action, sheet)
        if part[:2] in ("ab", "cd"):
            return self.why_not_round(part, action, sheet, earlier)
        if "-" in part:
            return self.why_not_field(part, sheet, earlier)
        cell, sign, letters = split(part)
        rule = self.why_not_by_dice(name, cell, sign, action, sheet)
        if rule:
            return rule
        if cell[0] in self.closed or cell[0] in sheet.locks:
            return self.closed_rule
        if sign == "+":
            return self.why_not_again(cell, sheet, earlier)
        rule = self.why_not_cell(cell, sheet)
        if rule:
            return rule
        try:
            self.cross_with_bonuses(sheet.copy(), cell, letters)
        except WrongLetterError:
            return "bonus-two-weakest"
        return None

    def why_not_by_dice(self, name, cell, sign, action, sheet):
        """Return the rule that forbids a cross with this roll, or None. `sign`: its suffix, like "x"."""
        dice, number, colour = self.turn["dice"], int(cell[1:]), self.pad["colour"][cell]
        total = sum(dice["white"])
        if action == "colour":
            if colour in self.gone:
                return "die-removed"
            if sign in ("x", "*"):
                return "exchange" if sign == "x" else "lucky"
            die = dice.get(colour)
            return None if die is not None and self.makes(die, number) else "colour-sum"
        if sign == "x":
            field = self.strip_field(number)
            if field is None:
                return "exchange"
            return "exchange-left-to-right" if sheet.used and max(sheet.used) >= field else None
        if sign == "*":
            rows = set(LETTERS)
            if self.rulings.get("weakest-closed") == "next-weakest":
                rows -= self.closed | sheet.locks
            weakest = cell[0] in sheet.fewest(rows) and cell == sheet.next_cell(cell[0])
            return None if weakest and total in self.record["lucky"][name] else "lucky"
        return None if number == total else "white-sum"

    def makes(self, die, number):
        return number in [die + white for white in self.turn["dice"]["white"]]

    def obstacle(self, cell, sheet):
        """Return the rule that forbids a cross in `cell`, whatever the dice show, or None."""
        if cell[0] in self.closed or cell[0] in sheet.locks:
            return self.closed_rule
        return self.why_not_cell(cell, sheet)

    def why_not_cell(self, cell, sheet, counted=None):
        """Return the order or lock rule that a cross breaks, or None. `counted`: cells counted for a lock."""
        if cell in sheet.cells or sheet.is_behind(cell, self.rulings):
            return "left-to-right"
        needs = self.pad["needs"]
        if cell in self.pad["last"] and sheet.marks_for_lock(cell[0], self.rulings, counted) < needs:
            return LOCK_RULES[needs]
        return None

    def why_not_fifteen(self, name, action, sheet):
        dice = self.turn["dice"]
        coloured = [dice.get(c) for c in COLOURS if c not in self.gone]
        fits = any(die is not None and sum(dice["white"]) + die == 15 for die in coloured)
        if action != "white" or name != self.active or not fits:
            return "lucky15-fifteen"
        return "lucky15-track" if sheet.track == len(TRACK) else None

    def strip_field(self, number):
        total = sum(self.turn["dice"]["white"])
        for i, pair in enumerate(STRIP):
            if total != number and sorted(pair) == sorted((total, number)):
                return i
        return None

    def why_not_again(self, cell, sheet, earlier):
        if "double-a" not in sheet.games or cell not in sheet.cells or cell in sheet.again:
            return "double-frontier"
        if cell in self.pad["last"]:
            return "double-frontier"
        others = sheet.again if self.rulings.get("double-a-where") == "any-marked" else sheet.cells
        if any(other[0] == cell[0] and sheet.place(other) > sheet.place(cell) for other in others):
            return "double-frontier"
        if self.rulings.get("rolled-again") != "later-action" and cell in earlier:
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
                rolled[row] = die is not None and self.makes(die, number)
            if not any(rolled.values()):
                return "colour-sum"
            if self.rulings.get("bp-colour") == "either":
                rolled = dict.fromkeys(rows, True)
        line = self.pad["order"][rows[0]]
        if any(c[:2] == rows and line.index(int(c[2:])) >= line.index(number) for c in sheet.rounds):
            return "bp-left-to-right"
        later = self.rulings.get("rolled-again") != "later-action"
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
            return self.closed_rule
        places = sheet.places(row, self.rulings)
        free = [f"{row}{f}" for f in FIELDS[row] if all(p < sheet.field_place(row + f) for p in places)]
        if part not in (free[:1] if self.rulings.get("connect-which") == "next" else free):
            return "connect-left-to-right"
        return None

    def open_rows(self):
        """Return the rows whose fields may be marked because two dice show 1 and 5."""
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

    # ---- crosses

    def make(self, sheet, part):
        """Make one cross of a mark. Return a list of further cells that a chain crosses."""
        if part == "15":
            sheet.track += 1
        elif part[:2] in ("ab", "cd"):
            sheet.rounds.add(part)
        elif "-" in part:
            sheet.fields.add(part)
        else:
            cell, sign, letters = split(part)
            if sign == "+":
                sheet.again.add(cell)
                return []
            if sign == "x":
                sheet.used.append(self.strip_field(int(cell[1:])))
            self.cross_with_bonuses(sheet, cell, letters)
            other = sheet.partner(cell)
            if other and other not in sheet.cells:
                sheet.cells.add(other)
                sheet.forced.add(other)
                return [other]
        return []

    def cross_with_bonuses(self, sheet, cell, letters):
        self.cross(sheet, cell)
        if "bar" in self.pad:
            self.follow_bar(sheet, cell)
        if "pairs" in self.pad:
            self.follow_pairs(sheet, list(letters))

    def cross(self, sheet, cell):
        sheet.cells.add(cell)
        if cell in self.pad["last"]:
            sheet.locks.add(cell[0])
            self.strike_boxes(sheet, self.pad["colour"][cell])

    def strike_boxes(self, sheet, colour):
        sheet.boxes |= {i for i, c in enumerate(self.pad.get("bar", ())) if c == colour}

    def follow_bar(self, sheet, cell):
        """After a bonus cell, cross the bar's first free box and the next cell in its row, and so on."""
        while cell in self.pad["bonus"]:
            free = [i for i in range(12) if i not in sheet.boxes]
            if not free:
                break
            cell = sheet.next_cell(LETTERS[COLOURS.index(self.pad["bar"][free[0]])])
            if cell is None or self.obstacle(cell, sheet):
                if self.rulings.get("bonus-blocked") != "kept":
                    sheet.boxes.add(free[0])
                break
            sheet.boxes.add(free[0])
            self.cross(sheet, cell)

    def follow_pairs(self, sheet, letters):
        """Make the bonus crosses for pairs of cells that are complete. `letters`: rows chosen in a tie."""
        queue, sheet.asked = [], 0

        def earn():
            for kind, cells in self.pad["pairs"].items():
                if kind not in sheet.types and set(cells) <= sheet.cells:
                    sheet.types.append(kind)
                    queue.append(kind)

        def can_cross(row):
            cell = sheet.next_cell(row)
            return cell is not None and not self.obstacle(cell, sheet)

        def bonus_cross(row):
            if can_cross(row):
                self.cross(sheet, sheet.next_cell(row))
                earn()

        earn()
        while queue:
            kind = queue.pop(0)
            if kind == "each-row":
                for row in LETTERS:
                    bonus_cross(row)
            if kind == "two-weakest":
                tied = sheet.fewest(LETTERS)
                row = tied[0]
                if len(tied) > 1:
                    sheet.asked += 1
                    if letters:
                        row = letters.pop(0)
                        if row not in tied:
                            raise WrongLetterError
                    else:
                        row = ([r for r in tied if can_cross(r)] or tied)[0]
                bonus_cross(row)
                bonus_cross(row)


def is_joined(part):
    """Return True if the cross `part` is in a field between two cells. It may accompany a cross in a cell."""
    return "-" in part


def split(part):
    """Split "a5", "a5+", "a5x", "c16*", "b7>ad" into cell, sign and letters."""
    match = re.fullmatch(r"([a-d]\d+)([+x*]?)(?:>([a-d]+))?", part)
    return match[1], match[2], match[3] or ""

"""The naive referee of the further games and of On Board with characters, from their sentences alone.

JSON in and JSON out, as `naive_further`; nothing is shared with the program.
"""

from tests.companion.records.naive_characters import may_change
from tests.companion.records.naive_further import ORDER, Referee


class CharacterReferee(Referee):
    """One record. `first`: of two crosses in action 2 the first, with the sheet and the parts before it."""

    def __init__(self, record):
        super().__init__(record)
        self.characters = record.get("characters", {})
        self.first = None
        self.finished = self.asked = False

    # ---- Mike

    def is_lost(self, name, cell, sheet):
        return super().is_lost(name, cell, sheet) and not self.is_gap(name, cell, sheet)

    def is_gap(self, name, cell, sheet):
        """In his own turn: between two of his crosses of a row."""
        at = ORDER[cell[0]].index(int(cell[1:]))
        crossed = [ORDER[cell[0]].index(int(c[1:])) for c in sheet.cells if c[0] == cell[0]]
        own = name == self.active and self.characters.get(name) == "magic-mike"
        return own and any(i < at for i in crossed) and any(i > at for i in crossed)

    def make(self, name, sheet, part):
        cell = part.removesuffix("x")
        is_cell = cell[0] in ORDER and cell[1:].isdigit()
        if is_cell and self.rulings.get("mike-counts") == "no" and super().is_lost(name, cell, sheet):
            sheet.worthless.add(cell)
        return super().make(name, sheet, part)

    # ---- Chris

    def most(self, name, action):
        return 2 if action == "colour" and self.characters.get(name) == "chris-cross" else 1

    def decide(self, name, text, action, number, earlier):
        self.first = None
        return super().decide(name, text, action, number, earlier)

    def why_not(self, name, part, action, sheet, earlier, made):
        rule = super().why_not(name, part, action, sheet, earlier, made)
        if self.most(name, action) == 1 or "-" in part or part[0] == "f":
            return rule
        if self.first is None:
            self.first = None if rule else (part, sheet.copy(), list(made))
            return rule
        if rule == "action-order" or self.rulings.get("cross-which") == "any":
            return rule
        other, before, made_before = self.first
        one, two = self.turn["dice"]["white"]
        found = [
            self.with_whites(mine, name, part, action, sheet, earlier, made)
            for mine, others in ((one, two), (two, one))
            if self.with_whites(others, name, other, action, before, earlier, made_before) is None
        ]
        return rule if rule in found else "cross-third"

    def with_whites(self, white, *judged):
        """As `why_not` if both white dice showed this."""
        turn = self.turn
        self.turn = turn | {"dice": turn["dice"] | {"white": [white, white]}}
        rule = super().why_not(*judged)
        self.turn = turn
        return rule

    # ---- the turn

    def one_turn(self, number):
        turn = self.turn
        active = self.names[(number - 1) % len(self.names)]
        if not self.ended and "first_dice" in turn and not may_change(self.characters.get(active), turn):
            self.illegal.append((number, "white", active, "-", "character-own-turn"))
        self.finished = self.asked = False
        super().one_turn(number)
        text = turn.get("instead", "-")
        if text != "-" and not self.asked:
            undecided = "game-over" if self.ended else "action-order"
            rule = "miss-any" if self.finished else undecided
            self.illegal.append((number, "instead", active, text, rule))

    def finish_turn(self, number, marked):
        self.finished = True
        sheet, text = self.sheets[self.active], self.turn.get("instead")
        self.asked = not marked and self.characters.get(self.active) == "miss-take" and not sheet.spent
        if self.asked and text not in (None, "-"):
            rule = self.why_not(self.active, text, "instead", sheet, [], [])
            if rule:
                self.illegal.append((number, "instead", self.active, text, rule))
                text = None
            else:
                self.make(self.active, sheet, text)
                sheet.spent = self.rulings.get("miss-often") == "once"
                marked = True
        if self.asked and text is None and self.turn.get("open"):
            self.to_decide = [(self.active, "instead")]
        else:
            super().finish_turn(number, marked)

"""The naive referee of the card game, written from the text of its rules alone."""

from tests.companion.records.naive_marks import split
from tests.companion.records.naive_referee import Referee


class CardReferee(Referee):
    """The referee of one record of the card game, in which a row closes for one player alone."""

    closed_rule = "cards-lock-own"

    def why_not_by_dice(self, name, cell, sign, action, sheet):
        return None if int(cell[1:]) == self.turn["number"] else "cards-number"

    def one_turn(self):
        turn, written = self.turn, self.turn.get("number_marks", {})
        if self.ended:
            for name in self.names:
                self.late("number", name, written.get(name, "-"))
            self.late_play()
            return
        before = self.sheets[self.active].copy()
        self.everybodys_action("number", written)
        if self.to_decide:
            if "play" in turn or turn.get("marks"):
                self.report("play", self.active, None, "action-order")
            return
        if self.two_rows() and self.rulings.get("end-in-action-1", "stop") == "stop":
            self.end("end-two-rows")
            self.late_play()
            return
        self.play_cards(self.has_marked(before))

    def late_play(self):
        for text in self.turn.get("marks", []):
            self.late("play", self.active, text)

    def play_cards(self, marked):
        cards, marks = self.turn.get("play"), self.turn.get("marks", [])
        forgotten = cards is None and not marks
        broken = is_broken(cards or [], self.record.get("jokers", False))
        if broken and not (forgotten and self.turn.get("open")):
            self.report("play", self.active, None, "cards-play")
        if broken and self.turn.get("open"):
            self.to_decide = [(self.active, "play")]
            return
        if not broken:
            marked = self.play_marks([face(card) for card in cards], marks) or marked
        self.finish_turn(marked)

    def play_marks(self, left, marks):
        """Judge the marks of a play in order; return True if one is legal. `left`: the unused cards."""
        sheet, start, fresh = self.sheets[self.active], self.sheets[self.active].copy(), []
        for text in marks:
            if text == "-":
                continue
            cell = split(text)[0]
            rule = self.why_not_played(cell, left, sheet, start, fresh)
            if rule:
                self.report("play", self.active, text, rule)
                continue
            left.remove((self.pad["colour"][cell], int(cell[1:])))
            self.cross(sheet, cell)
            fresh.append(cell)
        return bool(fresh)

    def why_not_played(self, cell, left, sheet, start, fresh):
        if (self.pad["colour"][cell], int(cell[1:])) not in left:
            return "cards-play"
        if cell[0] in sheet.locks:
            return self.closed_rule
        counted = start.cells if self.rulings.get("cards-lock-in-play") == "before" else None
        rule = self.why_not_cell(cell, sheet, counted)
        if rule:
            return rule
        pad = self.record.get("pad", "classic")
        if pad == "mixx-a" or (pad == "mixx-b" and self.rulings.get("cards-gap-mixx-b") == "waived"):
            return None
        row = sheet.row(cell[0])
        places = sorted(row.index(c) for c in [*fresh, cell] if c[0] == cell[0])
        holes = [i for i in range(places[0], places[-1]) if i not in places]
        return "cards-gap" if len(holes) > 1 else None

    def two_rows(self):
        return any(len(sheet.locks) >= 2 for sheet in self.sheets.values())

    def finish_action(self):
        """Do nothing: in the card game, no row closes for other players, and no dice are removed."""

    def listed(self, name, action):
        return {} if action == "play" else super().listed(name, action)


def is_broken(cards, jokers):
    if not 1 <= len(cards) <= 3 or len(set(cards)) < len(cards):
        return True
    if any(card.startswith("joker") for card in cards) and not jokers:
        return True
    return len({face(card)[0] for card in cards}) > 1


def face(card):
    words = card.split()
    return (words[3], int(words[1])) if words[0] == "joker" else (words[0], int(words[1]))

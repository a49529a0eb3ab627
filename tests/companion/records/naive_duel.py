"""A second referee for the Duel, slow and plain, written from its document alone.

It shares nothing with the program: one board as a dictionary of cells, JSON in and JSON out. It takes records
that are well formed and says what `qwixx replay --json` should say, without the wording.
"""

COLOURS = {"a": "red", "b": "yellow", "c": "green", "d": "blue"}
ORDER = {row: list(range(2, 13)) if row in "ab" else list(range(12, 1, -1)) for row in COLOURS}
STONES = 22
KEYS = ("turn", "action", "player", "mark", "rule")
POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]


class DuelReferee:
    """One record. `board`: cell -> (owner, how many stones). `locks`: row -> owner."""

    def __init__(self, record):
        self.record = record
        self.names = record["players"]
        self.board, self.locks = {}, {}
        self.misses = dict.fromkeys(self.names, 0)
        self.ended, self.illegal, self.to_decide = None, [], []

    def own(self, name, row):
        """The places of a player's stones in a row."""
        return [self.place(c) for c, (owner, _) in self.board.items() if c[0] == row and owner == name]

    @staticmethod
    def place(cell):
        return ORDER[cell[0]].index(int(cell[1:]))

    def stones_in_row(self, name, row):
        count = sum(n for cell, (owner, n) in self.board.items() if owner == name and cell[0] == row)
        return count + (self.locks.get(row) == name)

    def left(self, name):
        return STONES - sum(self.stones_in_row(name, row) for row in COLOURS) - self.misses[name]

    def why_not(self, name, cell, action, dice, laid):
        row, number = cell[0], int(cell[1:])
        colour, whites = COLOURS[row], dice["white"]
        if action == "colour":
            if row in self.locks:
                return "die-removed"
            if colour not in dice or number - dice[colour] not in whites:
                return "colour-sum"
        elif number != sum(whites):
            return "white-sum"
        if row in self.locks:
            return "row-closed"
        at = self.place(cell)
        if cell not in self.board:
            if self.own(name, row) and at < max(self.own(name, row)):
                return "duel-left-to-right"
        else:
            if at != max(self.place(c) for c in self.board if c[0] == row):
                return "duel-rightmost"
            owner, count = self.board[cell]
            if owner != name and count > 1:
                return "duel-rightmost"
            if cell in laid:
                return "duel-same-turn"
        if at == 10 and self.stones_in_row(name, row) < 5:
            return "duel-lock-needs-five"
        return None

    def lay(self, name, cell):
        owner, count = self.board.get(cell, (name, 0))
        self.board[cell] = (name, count + 1 if owner == name else 1)
        if self.place(cell) == 10:
            self.locks[cell[0]] = name

    def check_end(self, number):
        together = self.record.get("rulings", {}).get("duel-misses") != "alone"
        counted = sum(self.misses.values()) if together else max(self.misses.values())
        reason = None
        if len(self.locks) >= 2:
            reason = "end-two-rows"
        elif counted >= 4:
            reason = "end-misses"
        elif any(self.left(name) <= 0 for name in self.names):
            reason = "end-stones"
        if reason:
            self.ended = {"turn": number, "reason": reason}

    def refuse(self, number, action, name, cell, rule):
        self.illegal.append((number, action, name, cell, rule))

    def play_turn(self, number, turn):
        active = self.names[(number - 1) % 2]
        white, colour, is_open = turn.get("white", {}), turn.get("colour"), turn.get("open", False)
        if self.ended:
            for name in self.names:
                if white.get(name, "-") != "-":
                    self.refuse(number, "white", name, white[name], "game-over")
            if (colour or "-") != "-":
                self.refuse(number, "colour", active, colour, "game-over")
            return
        laid, undecided = [], is_open and active not in white
        for name in self.names:
            cell = white.get(name, "-")
            if cell == "-":
                continue
            rule = "duel-active" if name != active else self.why_not(name, cell, "white", turn["dice"], [])
            if rule:
                self.refuse(number, "white", name, cell, rule)
                undecided = undecided or (is_open and name == active)
            else:
                laid.append(cell)
        for cell in laid:
            self.lay(active, cell)
        if undecided:
            self.to_decide = [(active, "white")]
            if colour is not None:
                self.refuse(number, "colour", active, colour, "action-order")
            return
        self.check_end(number)
        if self.ended:
            if (colour or "-") != "-":
                self.refuse(number, "colour", active, colour, "game-over")
            return
        waits = is_open and colour is None
        if (colour or "-") != "-":
            rule = self.why_not(active, colour, "colour", turn["dice"], laid)
            if rule:
                self.refuse(number, "colour", active, colour, rule)
                waits = is_open
            else:
                self.lay(active, colour)
                laid.append(colour)
        if waits:
            self.to_decide = [(active, "colour")]
            return
        if not laid:
            self.misses[active] += 1
        self.check_end(number)

    def play(self):
        for number, turn in enumerate(self.record["turns"], 1):
            self.play_turn(number, turn)
        return self

    def verdict(self):
        players = {}
        for name in self.names:
            marks = {
                row: {str(n): self.board[f"{row}{n}"][1] for n in ORDER[row] if self.owns(name, f"{row}{n}")}
                for row in COLOURS
            }
            scores = {row: POINTS[min(12, self.stones_in_row(name, row))] for row in COLOURS}
            total = sum(scores.values()) - 5 * self.misses[name]
            scores |= {"bonus": 0, "misses": -5 * self.misses[name], "total": total}
            players[name] = {
                "marks": marks,
                "locks": [row for row in COLOURS if self.locks.get(row) == name],
                "misses": self.misses[name],
                "bonus": [],
                "scores": scores,
            }
        best = max(each["scores"]["total"] for each in players.values())
        winners = [name for name in self.names if players[name]["scores"]["total"] == best]
        return {
            "ok": not self.illegal,
            "illegal": [dict(zip(KEYS, each, strict=True)) for each in self.illegal],
            "ended": self.ended,
            "closed": [row for row in COLOURS if row in self.locks],
            "players": players,
            "winners": winners if self.ended else None,
        }

    def owns(self, name, cell):
        return cell in self.board and self.board[cell][0] == name

"""The special cells in a pad's TOML file: what each table means, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sheets.language import phrase
from sheets.pad_table import TableReader
from sheets.special_cells import BonusRow, Connection, FourBits, SpecialCells

SPECIAL_KEYS = (
    "second-crosses",
    "double-cells",
    "bonus-rows",
    "steps",
    "chains",
    "exchange",
    "track",
    "connections",
)
"""The tables of a pad that print special cells."""
SHEET_LETTERS = ("A", "B", "C", "D", "E")
"""The sheets of a connected game."""
MAX_SPECIAL_FIELDS = 20
"""Fields of an exchange strip or of a track at most."""

_LETTERS = ("a", "b", "c", "d")
_EXCHANGE = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?)")
_CONNECTION = re.compile(r"([1-9][0-9]?)-([1-9][0-9]?)")
_CHAIN = re.compile(r"([a-d][1-9][0-9]?)-([a-d][1-9][0-9]?)")

Numbers = Mapping[str, Sequence[int]]
"""The numbers of each row of a pad, left to right, by its letter."""


class SpecialReader(TableReader):
    """Reads the special cells of one pad."""

    def special_cells(
        self, top: dict[str, object], rows: Numbers, last_cells: int
    ) -> tuple[SpecialCells, tuple[tuple[str, SpecialCells], ...]]:
        """What every sheet of the pad prints, and what each lettered one prints besides."""
        for key in SPECIAL_KEYS:
            if top.get(key) == {}:
                raise self.error(f"/{key}", phrase("a table with something in it"), phrase("none"))
        seconds, doubles = self._cells(top, "second-crosses", rows), self._cells(top, "double-cells", rows)
        for row, letter in enumerate(_LETTERS):
            if seconds[row] >> (len(rows[letter]) - last_cells):
                expected = phrase("no second cross on a last cell")
                raise self.error(f"/second-crosses/{letter}", expected, rows[letter][-1])
            if seconds[row] & doubles[row]:
                expected = phrase("cells with a second field or double cells, but none that is both")
                raise self.error(f"/double-cells/{letter}", expected, phrase("both"))
        special = SpecialCells(
            seconds=seconds,
            doubles=doubles,
            bonus_rows=self._bonus_rows(top, rows),
            exchanges=self._exchanges(top, rows),
            track=self._track(top),
            connections=self._connections(top, rows),
        )
        return special, self._lettered(top, rows, last_cells)

    def _lettered(
        self, top: dict[str, object], rows: Numbers, last_cells: int
    ) -> tuple[tuple[str, SpecialCells], ...]:
        """Steps and chains by the letter of their sheet."""
        lettered: dict[str, SpecialCells] = {}
        tables = [set(table) for key in ("steps", "chains") if isinstance(table := top.get(key), dict)]
        if len(tables) > 1 and tables[0] != tables[1]:
            raise self.error("/chains", phrase("the same sheets as in /steps"), ", ".join(sorted(tables[1])))
        for key in ("steps", "chains"):
            if key not in top:
                continue
            table = self.table(top[key], f"/{key}", SHEET_LETTERS, ("A",))
            for letter in table:
                words = self.words(table, f"/{key}", letter)
                found = lettered.get(letter, SpecialCells())
                pointer = f"/{key}/{letter}"
                if key == "steps":
                    lettered[letter] = replace(found, steps=self._steps(pointer, words, rows))
                else:
                    lettered[letter] = replace(found, chains=self._chains(pointer, words, rows, last_cells))
        return tuple(sorted(lettered.items()))

    def _place(self, pointer: str, word: str, rows: Numbers) -> tuple[int, int]:
        """Row and index of a cell named like a5."""
        letter, number = word[:1], word[1:]
        if letter not in rows or number not in map(str, rows[letter]):
            raise self.error(pointer, phrase("cells of this pad, like a5"), word)
        return _LETTERS.index(letter), rows[letter].index(int(number))

    def _cells(self, top: dict[str, object], key: str, rows: Numbers) -> FourBits:
        """The cells that a table names by row and number."""
        bits = [0, 0, 0, 0]
        table = self.table(top.get(key, {}), f"/{key}", _LETTERS, ())
        for letter in table:
            for word in self.words(table, f"/{key}", letter):
                row, index = self._place(f"/{key}/{letter}", letter + word, rows)
                if bits[row] >> index & 1:
                    again = phrase("{word} a second time", word=word)
                    raise self.error(f"/{key}/{letter}", phrase("each cell once"), again)
                bits[row] |= 1 << index
        return bits[0], bits[1], bits[2], bits[3]

    def _steps(self, pointer: str, words: Sequence[str], rows: Numbers) -> FourBits:
        bits = [0, 0, 0, 0]
        for word in words:
            row, index = self._place(pointer, word, rows)
            bits[row] |= 1 << index
        return bits[0], bits[1], bits[2], bits[3]

    def _chains(
        self, pointer: str, words: Sequence[str], rows: Numbers, last_cells: int
    ) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
        pairs: list[tuple[tuple[int, int], tuple[int, int]]] = []
        known: set[tuple[int, int]] = set()
        for word in words:
            found = _CHAIN.fullmatch(word)
            if not found:
                raise self.error(pointer, phrase("pairs of cells, like a6-b6"), word)
            one, other = (self._place(pointer, name, rows) for name in found.groups())
            if one in known or other in known or one == other:
                expected = phrase("each cell in one pair at most")
                raise self.error(pointer, expected, phrase("{word} a second time", word=word))
            if any(index + last_cells >= len(rows[_LETTERS[row]]) for row, index in (one, other)):
                raise self.error(pointer, phrase("no pair with a last cell"), word)
            known |= {one, other}
            pairs.append((one, other))
        return tuple(pairs)

    def _bonus_rows(self, top: dict[str, object], rows: Numbers) -> tuple[BonusRow, ...]:
        names = ("ab", "bc", "cd")
        table = self.table(top.get("bonus-rows", {}), "/bonus-rows", names, ())
        found = []
        for name in names:
            if name in table:
                words = self.words(table, "/bonus-rows", name)
                numbers = self._numbers("/bonus-rows/" + name, words)
                for number in numbers:
                    if number not in rows[name[0]] and number not in rows[name[1]]:
                        expected = phrase("numbers of a row beside it")
                        raise self.error("/bonus-rows/" + name, expected, number)
                found.append(BonusRow(name, names.index(name), numbers))
        return tuple(found)

    def _numbers(self, pointer: str, words: Sequence[str]) -> tuple[int, ...]:
        """Different numbers of one or two digits."""
        numbers = []
        for word in words:
            if not word.isascii() or not word.isdigit() or not 1 <= len(word) <= 2 or int(word) < 1:
                raise self.error(pointer, phrase("numbers from 1 to 99"), word)
            if int(word) in numbers:
                again = phrase("{word} a second time", word=word)
                raise self.error(pointer, phrase("each number once"), again)
            numbers.append(int(word))
        return tuple(numbers)

    def _exchanges(self, top: dict[str, object], rows: Numbers) -> tuple[tuple[int, int], ...]:
        if "exchange" not in top:
            return ()
        table = self.table(top["exchange"], "/exchange", ("fields",), ("fields",))
        pairs: list[tuple[int, int]] = []
        for word in self.words(table, "/exchange", "fields"):
            found = _EXCHANGE.fullmatch(word)
            if not found:
                raise self.error("/exchange/fields", phrase("fields of two numbers, like 8/5"), word)
            pair = int(found[1]), int(found[2])
            if not all(any(number in row for row in rows.values()) for number in pair):
                raise self.error("/exchange/fields", phrase("numbers of this pad"), word)
            pairs.append(pair)
        if len({frozenset(pair) for pair in pairs}) < len(pairs) or any(a == b for a, b in pairs):
            expected = phrase("two different numbers a field, and no two fields alike")
            raise self.error("/exchange/fields", expected, table["fields"])
        self._check_count("/exchange/fields", len(pairs))
        return tuple(pairs)

    def _track(self, top: dict[str, object]) -> tuple[int, ...]:
        if "track" not in top:
            return ()
        table = self.table(top["track"], "/track", ("fields",), ("fields",))
        points = self._numbers("/track/fields", self.words(table, "/track", "fields"))
        self._check_count("/track/fields", len(points))
        return points

    def _check_count(self, pointer: str, count: int) -> None:
        if count > MAX_SPECIAL_FIELDS:
            raise self.error(pointer, phrase("at most {most} fields", most=MAX_SPECIAL_FIELDS), count)

    def _connections(self, top: dict[str, object], rows: Numbers) -> tuple[Connection, ...]:
        table = self.table(top.get("connections", {}), "/connections", _LETTERS, ())
        found: list[Connection] = []
        for row, letter in enumerate(_LETTERS):
            pointer = f"/connections/{letter}"
            for word in self.words(table, "/connections", letter) if letter in table else ():
                pair = _CONNECTION.fullmatch(word)
                numbers = list(rows[letter])
                left, right = (int(n) for n in pair.groups()) if pair else (0, 0)
                if left not in numbers or numbers[numbers.index(left) + 1 :][:1] != [right]:
                    expected = phrase("two neighbours of the row, like 3-4")
                    raise self.error(pointer, expected, word)
                name = f"{letter}{word}"
                if any(field.name == name for field in found):
                    again = phrase("{word} a second time", word=word)
                    raise self.error(pointer, phrase("each field once"), again)
                found.append(Connection(name, row, numbers.index(left)))
        return tuple(sorted(found, key=lambda field: (field.row, field.index)))


def special_data(
    special: SpecialCells, lettered: Sequence[tuple[str, SpecialCells]], rows: Numbers
) -> dict[str, object]:
    """The tables of a pad from which `special_cells` gives the same back."""

    def by_row(bits: FourBits) -> dict[str, str]:
        found = {
            letter: " ".join(str(n) for i, n in enumerate(rows[letter]) if bits[row] >> i & 1)
            for row, letter in enumerate(_LETTERS)
        }
        return {letter: text for letter, text in found.items() if text}

    def cell(place: tuple[int, int]) -> str:
        return f"{_LETTERS[place[0]]}{rows[_LETTERS[place[0]]][place[1]]}"

    def cells(bits: FourBits) -> str:
        places = [(r, i) for r in range(4) for i in range(len(rows[_LETTERS[r]])) if bits[r] >> i & 1]
        return " ".join(map(cell, places))

    data: dict[str, object] = {
        "second-crosses": by_row(special.seconds),
        "double-cells": by_row(special.doubles),
        "bonus-rows": {row.name: " ".join(map(str, row.numbers)) for row in special.bonus_rows},
        "steps": {letter: cells(found.steps) for letter, found in lettered if any(found.steps)},
        "chains": {
            letter: " ".join(f"{cell(one)}-{cell(other)}" for one, other in found.chains)
            for letter, found in lettered
            if found.chains
        },
        "exchange": {"fields": " ".join(f"{a}/{b}" for a, b in special.exchanges)}
        if special.exchanges
        else {},
        "track": {"fields": " ".join(map(str, special.track))} if special.track else {},
        "connections": {
            letter: " ".join(field.name[1:] for field in special.connections if field.row == row)
            for row, letter in enumerate(_LETTERS)
            if any(field.row == row for field in special.connections)
        },
    }
    return {key: table for key, table in data.items() if table}

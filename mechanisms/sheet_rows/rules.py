"""Rows that differ from sheet to sheet. They have no rules of their own; each player's own sheet counts."""

from companion.rules.speciality import Speciality
from mechanisms.sheet_rows import PART

SPECIALITY = Speciality(key=PART.key, book=())

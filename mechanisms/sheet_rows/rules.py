"""Rows that differ from sheet to sheet: there is no rule of their own.

left-to-right and colour-sum look at the player's own sheet, row-closed at the letter of the row.
"""

from companion.rules.speciality import Speciality
from mechanisms.sheet_rows import PART

SPECIALITY = Speciality(key=PART.key, book=())

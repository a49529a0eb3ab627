"""Rows that differ from sheet to sheet. They have no rules of their own.

left-to-right and colour-sum apply to the player's own sheet, row-closed to the row with the same letter.
"""

from companion.rules.speciality import Speciality
from mechanisms.sheet_rows import PART

SPECIALITY = Speciality(key=PART.key, book=())

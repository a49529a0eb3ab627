"""Rows that differ between sheets. They add no rules: the usual rules apply to each player's own sheet."""

from companion.rules.speciality import Speciality
from mechanisms.sheet_rows import PART

SPECIALITY = Speciality(key=PART.key, book=())

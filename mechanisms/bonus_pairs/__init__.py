"""Bonus B: signs on two cells each; who has crossed both has earned their bonus."""

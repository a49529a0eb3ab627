"""Numbers fitted on held-out pictures (docs/reading-dice.md says which): what may be called sure."""

VALUE_TEMPERATURE = 0.9
COLOUR_TEMPERATURE = 0.86
EIGHT_TEMPERATURE = 0.74
"""The logits are divided by these, so that probabilities are as right as they say."""

OTHER, OTHER_ANY = 0.3, 1.2
"""Added to the log-probability of a colour that is none of the five; the reader has seen too few of them. The
second where any dice may lie: dice of other games have other colours more often than not."""

EIGHT_ODDS, EIGHT_ODDS_ANY, EIGHT_ODDS_LONGO = 2.5, 1.5, -1.5
"""Log odds above which a die passes for eight-sided: in a game of six-sided dice, where any dice may lie, in
Longo. One that is not expected needs more to be believed."""

CHANCE = (-2.6, 2.0, 0.75, 0.5)
"""Log odds of a die: this, and so many times those of the detector, of the reader, and of its value."""
BELIEVED = 0.5
"""Chance above which there is a die."""
CERTAIN = 0.9
"""Chance from which a die is not in doubt for being one."""
UNAWAITED = 0.025
"""How much the odds against its being a die count for one that is awaited: where it lies, and in its colour,
no other was seen. Of 123 such dice that were believed with 0.7 to 0.98, one was none."""
UNSHARED = 0.3
"""The same of the odds against the colour of its place: of 167 dice whose share in it was 0.8 to 0.98, three
were of another colour, not twelve."""
RIVAL, UNRIVALLED = 0.3, 0.99
"""Chance from which something without a place may be what another, less likely a die than the second, was
taken for."""
UNLIKE = (12.0, 4.0)
"""From where on it counts how unlike the others of its roll a die looks (`likeness.unlikeness`), and by how
much more the odds against it grow by e: 3 % of right dice lie beyond the first, and half of those that were
surely read and wrong."""
STRANGE = 2.0
"""How many times likelier another set's colour than its place's may be before a die is doubted; where the
dice of a table are known, by the mean of what their paint and the reader say, as odds."""
DOUBTED = 0.5
"""What the confidence of a die is multiplied by whose face is doubted."""
PERHAPS = 0.2
"""Chance between which and `BELIEVED` there may be one: the reading is unsure."""
SURE = 0.96
"""Confidence from which a die counts as read: of 3,703 rolls in which every die had it one held a wrong one.
It was chosen on 2,933 of these (docs/eyes-measured.md)."""
SURE_HIDDEN = 0.97
"""The same where another die covers part of the top face."""
SURE_EIGHT = 0.99
"""The same of eight-sided dice: numerals are mistaken for one another more surely than pips."""
SURE_VALUE = 0.97
SURE_COLOUR = 0.97
"""Below these, a doubtful die's value or colour is named as the cause."""


def sure(sides: int, state: str) -> float:
    """The confidence from which a die with so many sides, lying so, counts as read."""
    return max(SURE_HIDDEN if state == "hidden" else SURE, SURE_EIGHT if sides == 8 else 0.0)

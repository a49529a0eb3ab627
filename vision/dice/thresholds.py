"""Numbers fitted on held-out pictures (docs/eyes-measured.md): from where on something counts as sure."""

VALUE_TEMPERATURE = 0.9
COLOUR_TEMPERATURE = 0.86
EIGHT_VALUE_TEMPERATURE = 0.74
"""The networks' logits are divided by these, so that the probabilities match how often they are right."""

OTHER_LOG_BIAS, OTHER_LOG_BIAS_ANY = 0.3, 1.2
"""Added to the log-probability of the colour `other`, of which the reader has seen too few dice. The second
applies when any dice may lie on the table: dice of other games are `other` more often than not."""

MIN_EIGHT_LOG_ODDS, MIN_EIGHT_LOG_ODDS_ANY, MIN_EIGHT_LOG_ODDS_LONGO = 2.5, 1.5, -1.5
"""Log odds above which a die counts as eight-sided: among six-sided dice, among any dice, in Longo. A kind
that is not expected needs more evidence."""

DIE_LOG_ODDS_WEIGHTS = (-2.6, 2.0, 0.75, 0.5)
"""Log odds that something is a die: this constant, plus the weighted log odds of the detector, of the reader,
and of the reader's likeliest value."""
MIN_DIE_PROBABILITY = 0.5
"""Above this something counts as a die."""
CERTAIN_DIE_PROBABILITY = 0.9
"""From this on nothing is deducted for doubt whether it is a die."""
POSSIBLE_DIE_PROBABILITY = 0.2
"""Between this and MIN_DIE_PROBABILITY something may be a die: the reading is unsure."""
EXPECTED_DIE_ODDS_FACTOR = 0.025
"""Multiplies the odds against being a die when the die fills a place of the set that nothing else fills."""
EXPECTED_COLOUR_ODDS_FACTOR = 0.3
"""Multiplies the odds against the colour of the place that a die fills."""
MIN_RIVAL_PROBABILITY, UNRIVALLED_DIE_PROBABILITY = 0.3, 0.99
"""Something without a place, a die with at least the first probability, may be the real owner of a place
whose die has less than the second."""
MIN_OUTLIER_SCORE, OUTLIER_SCORE_SCALE = 12.0, 4.0
"""Outlier scores (`vision.dice.outliers`) count from the first on; each further step of the second multiplies
the odds against a die by e."""
MIN_OTHER_SET_ODDS = 2.0
"""How many times likelier `other` must be than the colour of its place before a die is doubted. When the
table's dice are known, the odds by paint and the odds by the reader are averaged as logarithms."""
DOUBTED_DIE_FACTOR = 0.5
"""Multiplies the confidence of a doubted die."""

SURE_CONFIDENCE = 0.96
SURE_CONFIDENCE_HIDDEN = 0.97
SURE_CONFIDENCE_EIGHT = 0.99
"""Confidence from which a die counts as read: any, one whose top is partly covered, an eight-sided one (its
numerals are confused with more confidence than pips)."""
SURE_VALUE_PROBABILITY = 0.97
SURE_COLOUR_PROBABILITY = 0.97
"""Below these the value or the colour is named as the reason why a die is doubtful."""


def sure_confidence(sides: int, state: str) -> float:
    """The confidence from which a die with so many sides, in this `vision.reading.State`, counts as read."""
    return max(
        SURE_CONFIDENCE_HIDDEN if state == "hidden" else SURE_CONFIDENCE,
        SURE_CONFIDENCE_EIGHT if sides == 8 else 0.0,
    )

"""Judges how well the tone of each candidate fits each paint, in the light that all dice share.

A *tone* is a colour as three logarithms (`vision.dice.tone`). A *paint* is one colour's usual tone.
"""

from math import lgamma

import numpy as np

from vision.geometry import F64

LIGHT_SHIFT_SPREAD = (0.8, 0.3, 0.3)
"""Standard deviations of the shift of all tones by exposure and white balance, one per part of a tone."""
STRANGER_TONE_SPREAD = (1.0, 0.6, 0.6)
"""Standard deviations of the tones of things other than the game's dice, one per part of a tone."""
DEGREES_OF_FREEDOM = 4.0
"""Degrees of freedom of the t distribution of tones around their paint. Gloss causes outliers."""
GLOSS_PROBABILITY = 0.03
"""Probability that a die's tone tells nothing about its paint, because of gloss or the shadow of a hand."""
ROUNDS = 4
"""Number of rounds in which the light and the dice's paints are estimated from each other."""


def paint_log_ratios(seen: F64, paints: F64, spreads: F64, prior: F64) -> F64:
    """Return N x K log likelihood ratios of "the candidate has this paint" to "it is none of the dice".

    `seen`: tones, N x 3; `paints`, `spreads`: K x 3; `prior`: N x K, the probability of each paint by other
    evidence. The likeliest light is assumed. To find it, the light and the candidates' paints are estimated
    in turns (expectation maximisation, A. Dempster et al., 1977).
    """
    light = np.zeros(3)
    away = seen[:, None] - paints[None]
    strangers = _strangers(seen)[:, None]
    hold = np.array(LIGHT_SHIFT_SPREAD) ** -2.0
    odds = np.zeros(prior.shape)
    for _ in range(ROUNDS):
        far = (((away - light) / spreads) ** 2).sum(-1)
        odds = _odds(far, spreads, strangers)
        share = prior * np.exp(np.clip(odds, -20, 20))
        share /= np.maximum(1, share.sum(1, keepdims=True) + 1 - prior.sum(1, keepdims=True))
        trust = share * (DEGREES_OF_FREEDOM + 3) / (DEGREES_OF_FREEDOM + far)
        weight = trust[..., None] / spreads**2
        light = (weight * away).sum((0, 1)) / (weight.sum((0, 1)) + hold)
    return odds


def _odds(far: F64, spreads: F64, strangers: F64) -> F64:
    """Return the log likelihood ratios of `paint_log_ratios` in a given light.

    `far`: squared distances of tones from paints, N x K, in units of `spreads`; `strangers`: N x 1, the log
    density of each tone for things other than the dice.
    """
    degrees = DEGREES_OF_FREEDOM
    constant = lgamma((degrees + 3) / 2) - lgamma(degrees / 2) - 1.5 * np.log(degrees * np.pi)
    density = constant - np.log(spreads).sum(-1) - (degrees + 3) / 2 * np.log1p(far / degrees)
    fits = np.log1p(-GLOSS_PROBABILITY) + density - strangers
    return np.asarray(np.logaddexp(fits, np.log(GLOSS_PROBABILITY)), np.float64)


def _strangers(seen: F64) -> F64:
    away = (seen - np.median(seen, 0)) / STRANGER_TONE_SPREAD
    constant = np.log(STRANGER_TONE_SPREAD).sum() + 1.5 * np.log(2 * np.pi)
    return np.asarray(-0.5 * (away**2).sum(1) - constant, np.float64)

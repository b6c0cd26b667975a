"""The water column; the printed equation (16) is N1 of the lossless one, what the omission really gives is N0."""

from math import pi

import numpy as np

from reference import acceleration, finds, limit, measure, run


@finds("owc.proper.T.0.1", "period", None, 0.1)
@finds("owc.eq16.T.0.1", "period", "N1", 0.1)
@finds("owc.proper.T.0.5", "period", None, 0.5)
@finds("owc.eq16.T.0.5", "period", "N1", 0.5)
@finds("owc.truenaive.T.0.5", "period", "N0", 0.5)
@finds("owc.proper.T.0.9", "period", None, 0.9)
@finds("owc.eq16.T.0.9", "period", "N1", 0.9)
@finds("owc.eq16.max.0.99", "eta_max", "N1", 0.99)
@finds("owc.proper.vmax.0.9", "max_speed", None, 0.9)
def column(which, principle, a):
    return measure("moon_pool", which, principle, a=a)


@finds("owc.proper.acc.0.99")
def first_push():
    return acceleration(run("moon_pool", until=1e-300, a=0.99)[1])


@finds("owc.proper.T.limit1")
def period_of_the_deepest_column():
    """Twice the fall from η = 1, at rest, to the mouth, where the mass vanishes."""
    found = run("moon_pool", start={"eta": 1.0})[1]
    assert not found.success
    assert "m = eta + 1" in found.message
    return 2 * found.t[-1]


@finds("owc.proper.T.coef", None)
@finds("owc.truenaive.T.coef", "N0")
def period_grows_with_amplitude(principle):
    """c of T = 2π (1 + c A² + …), A half of the way from bottom to top: a polynomial in A² through forty periods."""
    depths = 0.6 * np.sqrt((1 + np.cos(pi * (np.arange(40) + 0.5) / 40)) / 2)
    A, T = np.array([[(column("eta_max", principle, a) + a) / 2, column("period", principle, a)] for a in depths]).T
    z = A**2 / A.max() ** 2
    return limit([lambda z, k=k: z**k for k in range(1, 14)], z, T / (2 * pi) - 1)[0] / A.max() ** 2

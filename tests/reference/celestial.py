"""Two bodies, one of which loses or gathers mass."""

import pytest

from reference import TIGHT, finds, measure


@finds("gylden.law1.x", "x", {"alpha": 0.05})
@finds("gylden.law1.y", "y", {"alpha": 0.05})
@finds("gylden.law1.spiral", "angle", {"alpha": 0.05, "vr0": 0.05, "vt0": 1.0})
@finds("gylden.law2.t", "rho_turn_time", {"law": "gylden2", "alpha": 0.1, "vr0": 0.05, "vt0": 1.1})
@finds("gylden.jeans.n35", "mass", {"law": "jeans", "alpha": 0.1, "n": 3.5})
def orbit(which, options):
    return measure("two_body", which, end=10.0, **options)


@finds("sun.dust.r", "sun", 1)
@finds("planet.accretion.r", "planet", 2)
def slow_accretion(varies, power):
    """r/r₀ as a mass grows by a tenth: M r and m² r keep their values exactly on the spirals of Meshchersky's first
    law, at whatever rate, and so in the limit of a slow one, in which these spirals are circles.
    """

    def spiral(alpha):
        start = {"vr0": power * alpha, "vt0": 1.0, "end": (1 / 1.1 - 1) / alpha}
        assert measure("two_body", "mass", varies=varies, alpha=alpha, **start) == pytest.approx(1.1, rel=TIGHT)
        return measure("two_body", "distance_ratio", varies=varies, alpha=alpha, **start)

    found = [spiral(alpha) for alpha in (-0.1, -0.01, -0.001)]
    assert found == pytest.approx([found[-1]] * 3, rel=TIGHT)
    return found[-1]

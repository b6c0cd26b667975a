"""Pendulums that leak, and that are paid out."""

import pytest

from reference import TIGHT, finds, limit, measure


@finds("pendulum.wv.T")
def leaking():
    """Of three bobs that leak, gather, or do neither."""
    periods = [measure("variable_pendulum", "period", g=1.0, kappa=kappa) for kappa in (0.0, 0.2, -0.1)]
    assert periods == pytest.approx([periods[0]] * 3, rel=TIGHT)
    return periods[1]


@finds("pendulum.length.linear")
def paid_out():
    """θ(10)/θ(0) on a string paid out as l = 1 + t/10, in the limit of small swings, and by their own equation."""

    def end(swing, swings="finite"):
        options = {"g": 1.0, "kappa": 0.0, "payout": 0.1, "theta0": swing, "swings": swings}
        return measure("variable_pendulum", "theta_end", **options) / swing

    nodes = [0.05 * k for k in range(1, 13)]
    found = limit([lambda swing, k=k: swing ** (2 * k) for k in range(8)], nodes, [end(swing) for swing in nodes])[0]
    assert end(1.0, "small") == pytest.approx(found, rel=TIGHT)
    return found

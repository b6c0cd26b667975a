"""Pendulums that leak, and that are paid out."""

import pytest
import sympy as sp

import varmass as vm
from reference import TIGHT, finds, limit, measure


@finds("pendulum.wv.T")
def leaking():
    periods = [measure("leaking_pendulum", "period", g=1.0, kappa=kappa) for kappa in (0.0, 0.2, -0.1)]
    assert periods == pytest.approx([periods[0]] * 3, rel=TIGHT)
    return periods[1]


@finds("pendulum.length.linear")
def paid_out():
    """θ(10)/θ(0) on a string paid out as l = 1 + t/10, with a bob of constant mass, in the limit of small swings."""
    θ, rate, γ = vm.coordinate("theta", "rad"), *vm.parameters("rate [m/s]", "g [m/s^2]")
    from varmass.model.symbols import t

    l = vm.parameters("l0 [m]") + rate * t
    bob = vm.Particle("bob", mass=vm.parameters("m [kg]"), position=[l * sp.sin(θ), -l * sp.cos(θ)])
    system = vm.System("pendulum on a string paid out", bob, vm.Gravity([0, -γ]))
    swings = [0.05 * k for k in range(1, 13)]
    values = {"rate": 0.1, "g": 1, "l0": 1, "m": 1}
    ends = [vm.simulate(system, values, {"theta": swing}, 10.0).final("theta") / swing for swing in swings]
    return limit([lambda swing, k=k: swing ** (2 * k) for k in range(8)], swings, ends)[0]

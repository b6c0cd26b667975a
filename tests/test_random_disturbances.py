"""Disturbances of random open systems are the same by heyoka and by our own A(t), to the same instant."""

import numpy as np
from hypothesis import assume, given, settings

import varmass as vm
from random_systems import systems
from varmass.errors import VarmassError

END, GROWN = 0.3, 1e4  # what grows by more than that has lost as many digits


@settings(max_examples=25)
@given(systems(most=2))
def test_both_ways_agree(system):
    values = {p.name: 1.3 for p in system.parameters}
    start = {s.name: 0.4 + 0.1 * i for i, s in enumerate((*system.q, *system.u))}
    try:
        runs = [vm.simulate(stated, values, start, END) for stated in (vm.variations(system, by="all"), system)]
        found = [vm.disturbance(run, by="all") for run in runs]
    except VarmassError:
        assume(False)
    time = 0.97 * min(run.t[-1] for run in runs)
    M, N = (np.hstack([one.Phi(time), one.Psi(time)]) for one in found)
    assume(np.abs(M).max() < GROWN)
    assert np.abs(M - N).max() < 1e-10 * max(1.0, np.abs(M).max())

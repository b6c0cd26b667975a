"""The sphere that strikes calm water, in units of R and R/W0."""

from scipy.optimize import brentq

import varmass as vm
from reference import finds, measure, run


@finds("sphere.proper.peak.0.25", "peak", None, 0.25)
@finds("sphere.proper.peak.0.5", "peak", None, 0.5)
@finds("sphere.proper.etapeak.0.5", "eta_peak", None, 0.5)
@finds("sphere.proper.tpeak.0.5", "t_peak", None, 0.5)
@finds("sphere.naive.tpeak.0.5", "t_peak", "N0", 0.5)
@finds("sphere.proper.etapeak.1", "eta_peak", None, 1.0)
@finds("sphere.proper.tpeak.1", "t_peak", None, 1.0)
@finds("sphere.naive.peak.1", "peak", "N0", 1.0, 0.4)
@finds("sphere.naive.t.0.2", "time", "N0", 0.5)
@finds("sphere.proper.v.0.2", "speed", None, 0.5)
@finds("sphere.naive.v.0.2", "speed", "N0", 0.5)
def impact(which, principle, beta, eta_end=0.2):
    return measure("sphere_impact", which, principle, beta=beta, eta_end=eta_end)


@finds("sphere.proper.eta.t1")
def depth_at_unit_time():
    return run("sphere_impact", until=1.0, beta=0.5)[1].final("eta")


@finds("sphere.c")
def added_mass_at_unit_depth():
    """The mass of the equation of motion, less that of the sphere, at η = 1."""
    system = vm.case("sphere_impact").system
    gathered = vm.derive(system).M[0] - system.parameters[0]
    return float(gathered.subs(system.q[0], 1))


@finds("sphere.ratio")
def ratio_of_the_peaks():
    """The same for every β."""
    ratios = [impact("peak", None, beta, 1.0) / impact("peak", "N0", beta, 1.0) for beta in (0.02, 0.5, 3.0)]
    assert max(ratios) - min(ratios) < 1e-13
    return ratios[1]


@finds("sphere.beta.limit")
def heaviest_sphere_with_its_peak_inside_the_theory():
    return brentq(lambda beta: impact("eta_peak", None, beta, 0.3) - 0.2, 1.0, 1.4, xtol=1e-15, rtol=1e-15)

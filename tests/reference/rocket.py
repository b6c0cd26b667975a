"""The rocket, burning and coasting."""

from reference import finds, measure, run


@finds("rocket.tsiolkovsky1.dv", "burnout_speed", {"g": 0.0})
@finds("rocket.tsiolkovsky1.x", "burnout_height", {"g": 0.0})
@finds("rocket.tsiolkovsky2.v", "burnout_speed", {})
@finds("rocket.tsiolkovsky2.hmax", "apex_height", {})
@finds("rocket.tsiolkovsky2.tmax", "apex_time", {})
@finds("rocket.drag.v", "burnout_speed", {"g": 0.0, "m0": 1.0, "b": 0.004})
def rocket(which, options):
    return measure("rocket", which, **options)


@finds("rocket.audit.KErocket", "rocket")
@finds("rocket.audit.KEexhaust", "exhaust")
def energy_after_burnout(of):
    _, found = run("rocket", g=0.0, m0=1.0, u=1.0)
    return found.ledger().account("energy").end if of == "rocket" else -found.book("carried_out")


@finds("rocket.galilei.defect", "N2")
def galilean_defect(principle, V=100.0):
    """Difference of the speeds of one rocket with F = 0, seen from rest and from a frame that moves at V."""

    def end(v0):
        return run("rocket", principle, start={"h.dot": v0}, g=0.0, R=2.0)[1].final("h.dot")

    return end(100.0) - (end(100.0 - V) + V)

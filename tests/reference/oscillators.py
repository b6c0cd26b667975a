"""The mass on a spring that grows."""

from reference import finds, measure


@finds("osc.linear.w0.x20", "place", 1.0)
@finds("osc.linear.wv.x20", "place", 0.0)
@finds("osc.linear.wv.v20", "speed", 0.0)
def oscillator(which, c):
    return measure("accreting_oscillator", which, c=c, end=20.0)

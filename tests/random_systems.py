"""Random open systems: one to three coordinates and bodies, m(q, q̇, t), several streams, positions moving in time."""

import sympy as sp
from hypothesis import strategies as st

import varmass as vm

COORDINATES = tuple(vm.coordinate(name) for name in "xyz")
K = vm.parameters("k")


def numbers():
    """Small rationals, zero included."""
    return st.builds(sp.Rational, st.integers(-5, 5), st.integers(1, 4))


@st.composite
def smooth(draw, leaves):
    """A smooth function of some leaves: linear, quadratic, trigonometric or a product."""
    a, b = draw(st.sampled_from(leaves)), draw(st.sampled_from(leaves))
    shape = draw(st.sampled_from([a, a * b, sp.sin(a), sp.cos(a) * b, a**2 / 2, sp.cos(a + b)]))
    return draw(numbers()) + draw(numbers()) * shape


@st.composite
def masses(draw, q, of_speed):
    """A positive mass of q and t, and of the speeds if wanted."""
    a, b = draw(st.sampled_from(q)), draw(st.sampled_from(q))
    shapes = [2 + sp.sin(a), 1 + a**2, 3 + vm.t * a**2, sp.exp(a / 3), 2 + sp.cos(vm.t), sp.S(2)]
    if of_speed:
        shapes += [1 + a.dot**2, 1 + (a * b.dot) ** 2, 2 + sp.sin(b.dot)]
    return draw(st.sampled_from(shapes)) * draw(st.sampled_from([sp.S.One, K, sp.Rational(1, 3)]))


@st.composite
def streams(draw, q, size, mass):
    """One law of exchange for the part `mass` of a body."""
    leaves = [*q, *(x.dot for x in q), vm.t, K]
    w = [draw(smooth(leaves)) for _ in range(size)]
    kind = draw(st.sampled_from([vm.at_rest, vm.with_body, vm.absolute, vm.relative, vm.ratio, vm.transfer]))
    if kind in (vm.absolute, vm.relative):
        return kind(w, mass=mass)
    return kind(w[0], mass=mass) if kind in (vm.ratio, vm.transfer) else kind(mass=mass)


@st.composite
def bodies(draw, name, q, size, of_speed, own):
    """A particle whose first component moves with its own coordinate."""
    leaves = [*q, vm.t]
    position = [draw(smooth(leaves)) for _ in range(size)]
    position[0] = position[0] + own
    shares = [draw(masses(q, of_speed)) for _ in range(draw(st.integers(1, 2)))]
    return vm.Particle(
        name, mass=sum(shares), position=position, streams=[draw(streams(q, size, share)) for share in shares]
    )


@st.composite
def systems(draw, most=3):
    """A system; its units are all 1, so that any law may be written."""
    n, size = draw(st.integers(1, most)), draw(st.integers(1, 3))
    q, speed = COORDINATES[:n], draw(st.booleans())
    count = draw(st.integers(n, most))
    parts = [draw(bodies(f"body {i}", q, size, speed, q[i % n])) for i in range(count)]
    leaves = [*q, *(x.dot for x in q), vm.t, K]
    if draw(st.booleans()):
        parts.append(vm.Gravity([draw(numbers()) + vm.t * draw(numbers()) for _ in range(size)]))
    if draw(st.booleans()):
        parts.append(vm.Force("load", on="body 0", force=[draw(smooth(leaves)) for _ in range(size)]))
    if draw(st.booleans()):
        parts.append(vm.Potential("spring", draw(smooth([*q, vm.t]))))
    if draw(st.booleans()):
        parts.append(vm.Dissipation("dashpot", q[0].dot ** 2 * K + q[-1].dot ** 4))
    return vm.System("random", *parts, coordinates=q, parameters=[K], time="1")

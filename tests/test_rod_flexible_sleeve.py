"""A rod in a sleeve that bends: both move as their matter does, and the push is that of the strong form, at rest."""

from itertools import pairwise

import numpy as np
import pytest
import sympy as sp
from numpy.polynomial import legendre

import varmass as vm
from varmass.errors import ValueRefused
from varmass.model.symbols import t
from varmass.rod import chain as chains
from varmass.rod import flexible
from varmass.rod.chain import basis
from varmass.rod.flexible import LENGTHS, Sleeved, mouth, push_at_rear, sleeved_rod, tip
from varmass.rod.sliding import Rod, sliding_rod
from varmass.rod.state import value
from varmass.rod.statics import Statics, equilibrium, frequencies
from varmass.rod.symbols import η

F, H = vm.parameters("F [N]", "H [N]")
VALUES = {"rho": 3.9, "a": 2.0833, "l": 1.0, "g": 9.8, "alpha": 2.3, "a_s": 20.0, "rho_s": 10.0, "L_s": 0.9}
OUT = 0.6


def known_at(system, q, u, values=VALUES):
    known = {p: values[p.name] for p in system.parameters} | {t: 0.0}
    return known | dict(zip((*system.q, *system.u), (*q, *u), strict=True))


def places(rod, q, arcs):
    """x at lengths along the curve of one span in each part, by Gauss's rule from the clamp on."""
    at, w = legendre.leggauss(30)
    lengths = [VALUES["L_s"] - VALUES["l"] + q[-1], VALUES["l"] - q[-1], q[-1]]
    found = np.zeros((len(arcs), 2))
    for i, ℓ in enumerate(lengths):
        for k, σ in enumerate(np.clip((arcs - sum(lengths[:i])) / ℓ, 0, 1)):
            θ = basis(3, rod.spans, rod.known_at_tip, i, σ * (1 + at) / 2, 0) @ q[:-1]
            found[k] += ℓ * σ / 2 * np.array([w @ np.cos(θ), w @ np.sin(θ)])
    return found


@pytest.fixture
def finely(monkeypatch):
    """A finer quadrature than runs need, for coefficients at random."""
    monkeypatch.setattr(chains, "POINTS", 16)
    monkeypatch.setattr(flexible, "chain", chains.chain.__wrapped__)


def matter(name):
    """Where it lies along the curve, by Gauss's rule in each part, with the lengths that are there."""
    x, w = legendre.leggauss(12)
    at_rear = VALUES["L_s"] - VALUES["l"] + OUT
    bounds = {"rod": (at_rear, VALUES["L_s"], VALUES["L_s"] + OUT), "sleeve": (0, at_rear, VALUES["L_s"])}[name]
    arcs = [(low + high + (high - low) * x) / 2 for low, high in pairwise(bounds)]
    return np.concatenate(arcs), np.concatenate([(high - low) / 2 * w for low, high in pairwise(bounds)])


@pytest.mark.parametrize(("body", "name"), [(0, "rod"), (1, "sleeve")])
@pytest.mark.usefixtures("finely")
def test_t_is_half_the_mass_times_the_square_of_the_velocity_of_matter_that_is_followed(body, name):
    rod = Sleeved(1)
    system, rng = sleeved_rod(rod), np.random.default_rng(3)
    n = len(rod.chain.q)
    q, u = np.append(rng.normal(size=n) / 5, OUT), np.append(rng.normal(size=n), -1.3)
    arcs, weights = matter(name)
    step, carried = 1e-5, u[-1] if name == "rod" else 0.0
    later, earlier = (places(rod, q + s * u, arcs + s * carried) for s in (step, -step))
    v = (later - earlier) / (2 * step)
    density = VALUES["rho" if name == "rod" else "rho_s"]
    expected = density / 2 * weights @ (v**2).sum(axis=1)
    assert system.bodies[body].name == name
    assert value(system.bodies[body].kinetic, known_at(system, q, u)) == pytest.approx(expected, rel=1e-8)


@pytest.mark.usefixtures("finely")
def test_the_weight_is_that_of_all_matter_where_it_is():
    rod, rng = Sleeved(1), np.random.default_rng(4)
    system, q = sleeved_rod(rod), np.append(rng.normal(size=10) / 5, OUT)
    pull = VALUES["g"] * np.array([np.cos(VALUES["alpha"]), np.sin(VALUES["alpha"])])
    expected = 0.0
    for name, density in (("rod", VALUES["rho"]), ("sleeve", VALUES["rho_s"])):
        arcs, weights = matter(name)
        expected -= density * weights @ places(rod, q, arcs) @ pull
    (V,) = (p.energy for p in system.kind(vm.Potential) if p.name == "weight")
    assert value(V, known_at(system, q, [0.0] * 11)) == pytest.approx(expected, rel=1e-8)


def rest(rod, **values):
    """At rest under a load at the tip, η held: the push, and a function that tells other numbers."""
    system, given = sleeved_rod(rod), VALUES | {"g": 0.0} | values
    found = equilibrium(system, given, rod.straight | {"eta": OUT}, ("eta",))
    known = Statics(system, ("eta",)).known(given, found.q)
    return found.held["eta"], lambda *e: [value(x, known) for x in e]


@pytest.mark.parametrize(("across", "along", "a_s"), [(1.0, 0.0, 20.0), (4.0, -2.0, 8.0)])
def test_the_push_of_a_bent_rod_at_rest_is_that_of_the_strong_form(across, along, a_s):
    """P·t(tip) + ½ M² (1/a_s − 1/(a_s + a)), M = x × P from the rod's rear end: nothing at the mouth."""
    rod = Sleeved(6, force=(H, F))
    push, told = rest(rod, F=across, H=along, a_s=a_s)
    reach = [sp.Add(*(x * q for x, q in zip(np.array(rod.chain.links[2].ends[0])[1], rod.chain.q, strict=True)))]
    (θ, x, y, at_rear), (x_rear, y_rear) = told(*reach, *tip(rod), push_at_rear(rod)), told(*rear(rod))
    M = (x - x_rear) * across - (y - y_rear) * along
    at_the_end = M**2 / 2 * (1 / a_s - 1 / (a_s + VALUES["a"]))
    assert push == pytest.approx(along * np.cos(θ) + across * np.sin(θ) + at_the_end, rel=1e-8)
    assert at_rear == pytest.approx(at_the_end, rel=1e-5)
    assert at_the_end > 1e-3 * push


def rear(rod):
    """Where the rod's rear end is."""
    it, ℓ = rod.chain, LENGTHS[0]
    θ = sp.Symbol("theta", real=True)
    return [it.integral(0, "rear", (θ, it.links[0].angle), ℓ * f(θ), ℓ) for f in (sp.cos, sp.sin)]


def test_the_push_of_a_rod_that_is_hardly_bent_is_that_of_linear_bars():
    """P² ∂/∂η of half the compliance Σ ∫ (x_tip − x)²/B dx, at a held deflection of the tip."""
    P, a, a_s, L = 1e-3, VALUES["a"], VALUES["a_s"], VALUES["L_s"]
    push, _ = rest(Sleeved(2, force=(sp.S.Zero, F)), F=P)
    x_r, x_t = L - VALUES["l"] + OUT, L + OUT

    def turned(low, high, B):
        return ((x_t - low) ** 2 - (x_t - high) ** 2) / (2 * B)

    θ = P * (turned(0, x_r, a_s) + turned(x_r, L, a_s + a) + turned(L, x_t, a))
    expected = P * θ + (P * (x_t - x_r)) ** 2 / 2 * (1 / a_s - 1 / (a_s + a))
    assert push == pytest.approx(expected, rel=1e-8)


def test_a_stiff_sleeve_is_a_rigid_one_at_rest():
    """The push comes near ½ a κ(0)² as 1/a_s, and is it to 1e-8; a κ(0) = x × P from the mouth on."""
    rod, gaps = Sleeved(5, force=(sp.S.Zero, F)), []
    for a_s in (1e4, 1e5, 1e10):
        push, told = rest(rod, F=1.0, a_s=a_s)
        ends = told(tip(rod)[0], mouth(rod)[0])
        gaps.append(push / ((ends[0] - ends[1]) ** 2 / (2 * VALUES["a"])) - 1)
    assert gaps[0] / gaps[1] == pytest.approx(10, rel=5e-3)
    assert abs(gaps[2]) < 1e-8


def test_a_rod_in_a_stiff_sleeve_moves_as_in_a_rigid_one():
    """η comes near that in a rigid sleeve as 1/a_s, in the mean square over the vibrations of the sleeve."""
    values, at = VALUES | {"a": 2e11 * 5e-4**3 / 12, "alpha": 3 * np.pi / 4, "rho_s": 2.0}, np.linspace(0, 0.4, 81)

    def motion(system, straight, **more):
        given = {p.name: (values | more)[p.name] for p in system.parameters}
        return vm.simulate(system, given, straight | {"eta": 0.7}, 0.4, ledger=False, tol=1e-11).state("eta", at)

    rigid, bent = Rod(2), Sleeved(1)
    limit = motion(sliding_rod(rigid), rigid.kind.straight(2, 0.7))
    gaps = [np.sqrt(np.mean((motion(sleeved_rod(bent), bent.straight, a_s=s) - limit) ** 2)) for s in (1e3, 4e3)]
    assert gaps[0] / gaps[1] == pytest.approx(4, rel=0.02)
    assert gaps[1] < 5e-4


def stepped(ω, parts):
    """The determinant of a clamped and free bar of pieces (length, B, ρ), by w, w′, M, V from piece to piece."""
    carried = np.eye(4)
    for length, B, density in parts:
        k4 = density * ω**2 / B
        to = np.array([[0, 1, 0, 0], [0, 0, 1 / B, 0], [0, 0, 0, 1], [k4 * B, 0, 0, 0]])
        λ, X = np.linalg.eig(to.astype(complex))
        carried = (X @ np.diag(np.exp(λ * length)) @ np.linalg.inv(X)).real @ carried
    return np.linalg.det(carried[2:, 2:])


def test_its_small_vibrations_are_those_of_a_stepped_bar():
    """With η held, against the transcendental equation: two to 1e-8, and none is left out."""
    rod = Sleeved(4)
    system, values = sleeved_rod(rod), VALUES | {"g": 0.0}
    still = equilibrium(system, values, rod.straight | {"eta": OUT}, ("eta",))
    found = frequencies(system, values, still, ("eta",))[:3]
    inside, bare = VALUES["l"] - OUT, VALUES["L_s"] - VALUES["l"] + OUT
    a, a_s, ρ, ρ_s = (VALUES[name] for name in ("a", "a_s", "rho", "rho_s"))
    parts = [(bare, a_s, ρ_s), (inside, a_s + a, ρ_s + ρ), (OUT, a, ρ)]
    for ω in found[:2]:
        slope = (stepped(ω * (1 + 1e-5), parts) - stepped(ω * (1 - 1e-5), parts)) / 2e-5
        assert abs(stepped(ω, parts) / slope) < 1e-8
    signs = np.sign([stepped(ω, parts) for ω in np.linspace(0.1, found[2] * 1.001, 400)])
    assert np.count_nonzero(np.diff(signs)) == 3


@pytest.fixture(scope="module")
def run():
    return vm.simulate_case(vm.case("rod_flexible_sleeve"), tol=1e-10)


def test_energy_is_kept(run):
    assert run.ledger().account("energy").books == {}
    assert run.ledger().energy_closure < 1e-12
    assert run.ledger().momentum_closure < 1e-9


def test_the_books_close_with_a_dashpot():
    rod = Sleeved(1, sliding_dashpot=True)
    system = sleeved_rod(rod)
    given = {p.name: (VALUES | {"c_slide": 5.0})[p.name] for p in system.parameters}
    found = vm.simulate(system, given, rod.straight | {"eta": OUT}, 0.3)
    assert found.book("damping: sliding_dashpot") < -0.1
    assert found.ledger().energy_closure < 1e-9


@pytest.mark.slow
def test_more_splines_come_nearer():
    ends = [vm.simulate_case(vm.case("rod_flexible_sleeve", n=n, end=0.2), tol=1e-9, ledger=False) for n in (1, 2, 3)]
    found = [float(x.final("eta")) for x in ends]
    assert abs(found[1] - found[2]) < abs(found[0] - found[2]) / 3
    assert abs(found[1] - found[2]) < 3e-5


def test_every_principle_that_applies_says_the_same():
    audit = vm.audit(sleeved_rod(Sleeved(1)))
    assert set(audit.principles) == {"open_volume", "lagrange_extended", "hamilton"}
    assert all(verdict.status == "proved" for verdict in audit.principles.values())
    assert {rule.verdict for rule in audit.naive.values()} == {"right"}
    assert audit.ports == dict.fromkeys(("rod", "sleeve"), "closed: nothing enters or leaves")


@pytest.mark.parametrize(
    ("options", "outcome"),
    [({"alpha": 0.3}, "ejected"), ({"L_s": 0.5}, "at_the_clamp"), ({"alpha": np.pi, "L_s": 1.1}, "injected")],
    ids=str,
)
def test_it_ends_out_of_its_sleeve_or_at_the_clamp_or_within(options, outcome):
    found = vm.simulate_case(vm.case("rod_flexible_sleeve", **options), tol=1e-9, ledger=False)
    assert f"'{outcome}'" in found.message


def test_what_is_drawn_is_the_rod_in_its_sleeve(run):
    case = vm.case("rod_flexible_sleeve")
    lines = case.drawn(run, np.array([0.0, 0.5, 1.0]))
    assert np.linalg.norm(np.diff(lines["rod"], axis=1), axis=2).sum(axis=1) == pytest.approx([1.0] * 3, rel=1e-12)
    assert lines["rod"][-1, -1] == pytest.approx([case.measures["tip_x"](run), case.measures["tip_y"](run)], abs=2e-4)
    half = lines["sleeve"].shape[1] // 2
    middle = (lines["sleeve"][:, half - 1] + lines["sleeve"][:, half]) / 2
    assert middle[-1] == pytest.approx([case.measures["mouth_x"](run), case.measures["mouth_y"](run)], abs=2e-4)
    assert middle[-1, 1] > 0.05


@pytest.mark.parametrize(
    "options",
    [{"a_s": 0.0}, {"rho_s": 0.0}, {"L_s": 0.3}, {"L_s": 0.2}, {"contact": 0.0}, {"eta0": 0.99}, {"n": 0}, {"h": 0.0}],
    ids=str,
)
def test_a_sleeve_that_is_none_is_refused(options):
    with pytest.raises(ValueRefused) as refusal:
        vm.case("rod_flexible_sleeve", **options)
    assert all((refusal.value.what, refusal.value.expected, refusal.value.got, refusal.value.hint))


def test_the_mouth_of_a_straight_sleeve_is_at_its_length():
    rod = Sleeved(1)
    system = sleeved_rod(rod)
    known = known_at(system, [0.0] * 10 + [OUT], [0.0] * 11)
    assert [value(x, known) for x in (*mouth(rod), *tip(rod))] == pytest.approx([0.9, 0, 1.5, 0], abs=1e-12)
    assert value(η, known) == OUT

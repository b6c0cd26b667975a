"""Open volumes with ports give the equations that momentum balance gives, closure by closure."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.errors import PrincipleDoesNotApply

rho, A, H, g, c, pc, sigma, K, F, R, I, L, mu, tau = vm.parameters(
    "rho [kg/m^3]", "A [m^2]", "H [m]", "g [m/s^2]", "c [1]", "pc [Pa]", "sigma [kg/m]", "K [1]", "F [N]", "R [m]",
    "I [kg m^2]", "L [m]", "mu [kg/m]", "tau [N]",
)  # fmt: skip
zeta, X, y = vm.coordinate("zeta", "m"), vm.coordinate("X", "m"), vm.coordinate("y", "m")


def residual(system, principle="open_volume"):
    return vm.derive(system, principle).residual


def test_the_mouth_of_a_moon_pool_decides_the_coefficient():
    mouth = vm.Port(
        "mouth", density_area=rho * A, velocity=[zeta.dot], normal=[-1], traction=[-c * rho * A * zeta.dot**2]
    )
    pool = vm.System(
        "pool",
        vm.Volume("column", mass=rho * A * (zeta + H), position=[zeta], ports=mouth),
        vm.Potential("hydrostatic", rho * A * g * zeta**2 / 2),
    )
    expected = rho * A * ((zeta + H) * zeta.ddot + c * zeta.dot**2 + g * zeta)
    assert sp.expand(residual(pool)[0] - expected) == 0


def test_a_heaving_pipe_feels_no_force_from_the_frictionless_column():
    """Theory §2f: ρ L ζ̈ = −ρ g ζ + p_D − p_c, and no force on the pipe X."""
    T = rho * A * (zeta - X + H) * zeta.dot**2 / 2
    mouth = vm.Port(
        "mouth",
        density_area=rho * A,
        velocity=[zeta.dot],
        boundary=[X.dot],
        normal=[-1],
        traction=[A * (rho * g * (H - X) + pc)],
    )
    column = vm.Volume("column", mass=rho * A * (zeta - X + H), kinetic=T, ports=mouth)
    system = vm.System(
        "heaving pipe",
        column,
        vm.GeneralisedForce("weight", on=zeta, force=-rho * A * g * (zeta - X + H)),
        coordinates=[zeta, X],
    )
    R = residual(system)
    assert sp.expand(R[0] - A * (rho * (zeta - X + H) * zeta.ddot + rho * g * zeta - pc)) == 0
    assert sp.expand(R[1]) == 0
    naive = residual(system, "N1")
    assert sp.expand(naive[1] - rho * A * zeta.dot**2 / 2) == 0


def test_a_front_that_compacts_is_a_port_that_moves():
    """The tower: front velocity u = v/(1 − K), density σ/K ahead of it, traction of the jump −ṁ v."""
    yB = y / (1 - K)
    u = y.dot / (1 - K)
    ahead = sigma / K
    front = vm.Port(
        "front",
        density_area=ahead,
        velocity=[y.dot],
        boundary=[u],
        normal=[1],
        traction=[ahead * (u - y.dot) * (0 - y.dot)],
    )
    tower = vm.System(
        "tower",
        vm.Volume("block", mass=sigma * yB, position=[y], ports=front),
        vm.Gravity([g]),
        vm.Force("crushing", on="block", force=[-F]),
    )
    momentum = sigma * (yB * y.ddot + u * y.dot)
    assert sp.simplify(residual(tower)[0] - (momentum - sigma * yB * g + F)) == 0


def test_the_wound_part_of_a_reel_has_its_tension_as_a_traction():
    theta = vm.coordinate("theta", "rad")
    J = I + mu * R**2 * (L - R * theta)
    port = vm.Port("tangent point", density_area=mu, velocity=[R * theta.dot], normal=[1], traction=[tau])
    reel = vm.System("reel", vm.Volume("wound", mass=mu * (L - R * theta), kinetic=J * theta.dot**2 / 2, ports=port))
    assert sp.expand(residual(reel)[0] - (J * theta.ddot - tau * R)) == 0
    with pytest.raises(PrincipleDoesNotApply):
        vm.derive(reel, "meshchersky")
    run = vm.simulate(reel, {"I": 4, "mu": 1, "R": 1, "L": 30, "tau": 3}, {"theta": 1}, 3)
    assert run.principle == "open_volume"
    assert max(run.ledger().energy_closure, run.ledger().momentum_closure) < 1e-12


@pytest.mark.parametrize("principle", [None, "lagrange_extended", "open_volume", "hamilton"])
@pytest.mark.parametrize("engine", ["taylor", "dop853"])
def test_a_traction_may_hold_the_inertia_of_what_was_cut_off(engine, principle):
    """A reel alone, whose cable pulls with μRθ(g − Rθ̈), turns as reel and cable do: θ = cosh λt."""
    theta = vm.coordinate("theta", "rad")
    pull = mu * R * theta * (g - R * theta.ddot)
    port = vm.Port("cut", density_area=mu, velocity=[R * theta.dot], normal=[1], traction=[pull])
    wound = vm.Volume("wound", mass=I / R**2 + mu * (L - R * theta), position=[R * theta], ports=port)
    values = {"I": 4, "mu": 1, "R": 1, "L": 30, "g": 9.81}
    run = vm.simulate(vm.System("reel", wound), values, {"theta": 1}, 3, engine=engine, principle=principle)
    close = {"taylor": 1e-12, "dop853": 1e-9}[engine]
    assert run.final("theta") == pytest.approx(np.cosh(3 * np.sqrt(9.81 / 34)), rel=close)
    assert max(run.ledger().energy_closure, run.ledger().momentum_closure) < close


def test_inertia_in_a_traction_makes_a_mass_matrix_that_need_not_be_symmetric():
    """By hand: M = [[m₁ + m₃, m₃/2], [0, m₂]]."""
    x = vm.coordinate("x", "m")
    m1, m2, m3, k = vm.parameters("m1 [kg]", "m2 [kg]", "m3 [kg]", "k [N/m]")
    wall = vm.Port("wall", density_area=rho * A, velocity=[x.dot], boundary=[x.dot], normal=[1],
                   traction=[-m3 * (x.ddot + y.ddot / 2)])  # fmt: skip
    system = vm.System(
        "two",
        vm.Volume("tank", mass=m1, position=[x], ports=wall),
        vm.Particle("beside", mass=m2, position=[y]),
        vm.Potential("spring", k * (x - y) ** 2 / 2),
    )
    by_hand = sp.Matrix([[m1 + m3, m3 / 2], [0, m2]])
    for principle in (None, "meshchersky", "open_volume", "port_hamiltonian"):
        assert sp.simplify(vm.derive(system, principle).M - by_hand) == sp.zeros(2)
    values = {"m1": 1, "m2": 2, "m3": 3, "k": 1, "rho": 1, "A": 1}
    runs = [vm.simulate(system, values, {"x": 1, "y": 0}, 5, engine=e) for e in ("taylor", "dop853")]
    rate = np.sqrt(1 / 4 + 1 / 2 + 3 / 16)  # ẍ = −z/4 − ÿ 3/8, ÿ = z/2 for the stretch z = x − y
    for run in runs:
        assert run.final("x") - run.final("y") == pytest.approx(np.cos(5 * rate), abs=1e-9)
        assert max(run.ledger().energy_closure, run.ledger().momentum_closure) < 1e-10


def test_profiles_of_velocity_enter_by_their_coefficients():
    """β multiplies the momentum that flows in, α the energy term: ζ̈-free part (½ + β·1 − ½α) shifts as (2.7) says."""
    alpha, beta = vm.parameters("alpha [1]", "beta [1]")
    mouth = vm.Port(
        "mouth",
        density_area=rho * A,
        velocity=[zeta.dot],
        normal=[-1],
        momentum_coefficient=beta,
        energy_coefficient=alpha,
    )
    pool = vm.System("pool", vm.Volume("column", mass=rho * A * (zeta + H), position=[zeta], ports=mouth))
    expected = rho * A * ((zeta + H) * zeta.ddot + zeta.dot**2 / 2 - beta * zeta.dot**2 + alpha * zeta.dot**2 / 2)
    assert sp.expand(residual(pool)[0] - expected) == 0
    with pytest.raises(PrincipleDoesNotApply):
        vm.derive(pool, "lagrange_extended")
    assert vm.derive(pool).principle == "open_volume"


def test_a_closed_whole_known_by_its_energies_needs_no_port():
    """S1's reel as a whole: T = ½ (I + μLR²) θ̇²."""
    theta = vm.coordinate("theta", "rad")
    whole = vm.System(
        "reel", vm.Energies((I + mu * L * R**2) * theta.dot**2 / 2), vm.Potential("V", -mu * g * R**2 * theta**2 / 2)
    )
    assert sp.expand(residual(whole)[0] - ((I + mu * L * R**2) * theta.ddot - mu * g * R**2 * theta)) == 0


@pytest.mark.parametrize("engine", ["taylor", "dop853"])
def test_the_ledger_closes_also_where_the_velocity_varies_over_a_port(engine):
    """ẍ = −ẋ²/(6x) for β = 4/3, α = 2 in a tube that fills: by hand from (2.7)."""
    x = vm.coordinate("x", "m")
    inlet = vm.Port(
        "inlet",
        density_area=mu,
        velocity=[x.dot],
        normal=[-1],
        momentum_coefficient=sp.Rational(4, 3),
        energy_coefficient=2,
        traction=[-tau],
    )
    tube = vm.System("tube", vm.Volume("plug", mass=mu * x, position=[x], ports=inlet), vm.Gravity([g]))
    free = sp.solve(residual(tube)[0].subs({tau: 0, g: 0}), x.ddot)[0]
    assert sp.simplify(free + x.dot**2 / (6 * x)) == 0
    run = vm.simulate(tube, {"mu": 2, "g": 1, "tau": 0.3}, {"x": 1, "x.dot": 1}, 3, engine=engine)
    assert max(run.ledger().energy_closure, run.ledger().momentum_closure) < 1e-12
    assert vm.audit(tube, claim="mu*x*x.ddot + mu*x.dot^2/6 - mu*g*x + tau").claim.verdict == "proper"

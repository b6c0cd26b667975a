"""Every mistake in stating or starting a system is refused as it is made, in four parts that name it."""

import math

import pytest
import sympy as sp

import varmass as vm
from varmass.errors import DimensionError, ExpressionRefused, ModelError, ValueRefused, VarmassError

x, y = vm.coordinate("x", "m"), vm.coordinate("y", "m")
m, k, g, c = vm.parameters("m [kg]", "k [kg/m]", "g [m/s^2]", "c [m/s]")


def particle(name="body", mass=m, position=(y,), streams=()):
    return vm.Particle(name, mass=mass, position=list(position), streams=streams)


def chain(*more, **options):
    return vm.System("chain", particle(mass=k * y, streams=vm.at_rest()), vm.Gravity([g]), *more, **options)


STATEMENTS = {
    "a varying mass without a stream": (lambda: vm.System("s", particle(mass=k * y)), ModelError, "exchange velocity"),
    "a mass of speed without a stream": (lambda: vm.System("s", particle(mass=m * y.dot / c)), ModelError, "y.dot"),
    "stream masses that do not add up": (
        lambda: vm.System("s", particle(mass=k * y + m, streams=[vm.at_rest(mass=2 * k * y)])),
        ModelError,
        "add up",
    ),
    "several streams without shares": (
        lambda: vm.System("s", particle(mass=k * y, streams=[vm.at_rest(), vm.with_body()])),
        ModelError,
        "mass=",
    ),
    "ports that lose mass": (
        lambda: vm.System(
            "s",
            vm.Volume(
                "v", mass=k * y, position=[y], ports=vm.Port("p", density_area=2 * k, velocity=[y.dot], normal=[-1])
            ),
        ),
        ModelError,
        "do not account for its mass",
    ),
    "unlike terms": (lambda: vm.System("s", particle(position=[y + c])), DimensionError, "unlike"),
    "a bare number in a mass": (lambda: vm.System("s", particle(mass=m + 1)), DimensionError, "1"),
    "a force of the wrong unit": (lambda: chain(vm.Force("f", on="body", force=[k])), DimensionError, "force"),
    "gravity of the wrong unit": (lambda: vm.System("s", particle(), vm.Gravity([c])), DimensionError, "acceleration"),
    "a potential of the wrong unit": (lambda: chain(vm.Potential("V", k * y)), DimensionError, "energy"),
    "a length inside a sine": (lambda: vm.System("s", particle(position=[y * sp.sin(y)])), DimensionError, "sin"),
    "an unknown symbol": (lambda: vm.System("s", particle(mass=sp.Symbol("q"))), ModelError, "unknown symbol 'q'"),
    "a duplicate body": (lambda: vm.System("s", particle(), particle()), ModelError, "two parts"),
    "a duplicate quantity": (
        lambda: vm.System("s", particle(mass=vm.parameters("y [kg]")), particle("b", position=[y])),
        ModelError,
        "'y'",
    ),
    "an acceleration in a mass": (
        lambda: vm.System("s", particle(mass=k * y.ddot, streams=vm.at_rest())),
        ModelError,
        "y.ddot",
    ),
    "an acceleration in a force": (lambda: chain(vm.Force("f", on="body", force=[m * y.ddot])), ModelError, "y.ddot"),
    "a speed in a position": (lambda: vm.System("s", particle(position=[y.dot * m / k / c])), ModelError, "speed"),
    "a force on nobody": (lambda: chain(vm.Force("f", on="boddy", force=[m * g])), ModelError, "'boddy'"),
    "a force of two components on a line": (
        lambda: chain(vm.Force("f", on="body", force=[m * g, m * g])),
        ModelError,
        "1 components",
    ),
    "a power that is not homogeneous": (
        lambda: chain(vm.Power("p", k * g * y.dot * y + k * g * y.dot**2 * y / c)),
        ModelError,
        "Euler",
    ),
    "weight twice": (lambda: chain(vm.Potential("V", k * g * y**2)), ModelError, "weight"),
    "a volume stated twice": (
        lambda: vm.Volume("v", mass=m, position=[y], kinetic=m * y.dot**2, ports=[]),
        ModelError,
        "either",
    ),
    "nothing that moves": (lambda: vm.System("s", particle(position=[c])), ModelError, "coordinate"),
    "nothing with mass": (lambda: vm.System("s", vm.Gravity([g])), ModelError, "mass"),
    "something that is no part": (lambda: vm.System("s", m), ModelError, "parts"),
    "a name that cannot be typed": (lambda: vm.coordinate("two words", "m"), ModelError, "two words"),
    "a reserved name": (lambda: vm.coordinate("t", "s"), ModelError, "'t'"),
    "a unit that is not coherent": (lambda: vm.coordinate("x", "km"), ModelError, "km"),
    "an unreadable unit": (lambda: vm.coordinate("x", "m^"), ModelError, "m^"),
    "four components": (lambda: particle(position=[x, y, x, y]), ExpressionRefused, "three"),
    "a mass that is infinite": (lambda: particle(mass=float("inf")), ExpressionRefused, "finite"),
    "a mass that is NaN": (lambda: particle(mass=float("nan")), ExpressionRefused, "finite"),
    "a mass that is text": (lambda: particle(mass="heavy"), ExpressionRefused, "mass"),
    "a law by sign for a mass of speed": (
        lambda: vm.System(
            "s", particle(mass=m * (1 + y.dot**2 / c**2), streams=vm.by_sign(vm.at_rest(), vm.with_body()))
        ),
        ModelError,
        "choose its law",
    ),
}

RUNS = {
    "a missing parameter": (lambda: vm.simulate(chain(), {"k": 1}, {"y": 1}, 1), "'g'"),
    "an unknown parameter": (lambda: vm.simulate(chain(), {"k": 1, "g": 1, "h": 1}, {"y": 1}, 1), "'h'"),
    "a missing start": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {}, 1), "'y'"),
    "an unknown start": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1, "z": 1}, 1), "'z'"),
    "a start that is NaN": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": math.nan}, 1), "nan"),
    "a value that is infinite": (lambda: vm.simulate(chain(), {"k": 1, "g": math.inf}, {"y": 1}, 1), "inf"),
    "a value that is text": (lambda: vm.simulate(chain(), {"k": "1", "g": 1}, {"y": 1}, 1), "'1'"),
    "no mass at the start": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 0}, 1), "not positive"),
    "negative mass at the start": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": -1}, 1), "not positive"),
    "no end": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}), "no end"),
    "an end before the start": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, -1), "no end"),
    "an unknown engine": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, 1, engine="euler"), "taylor"),
    "an unknown principle": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, 1, principle="newton"), "newton"),
    "a tolerance out of range": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, 1, tol=-1), "tol"),
    "an event of another system": (
        lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, vm.when(x - 1)),
        "x",
    ),
    "a jump in a force": (
        lambda: vm.simulate(
            chain(vm.Force("f", on="body", force=[k * c**2 * sp.Heaviside(y / c)]), units={}),
            {"k": 1, "g": 1, "c": 1},
            {"y": 1},
            1,
        ),
        "",
    ),
    "something that is no system": (lambda: vm.simulate("chain", {}, {}, 1), "System"),
}


def four_parts(refusal):
    assert all(part.strip() for part in (refusal.what, refusal.expected, refusal.got, refusal.hint))
    lines = str(refusal).splitlines()
    assert [line.split()[0] for line in lines[-3:]] == ["expected", "got", "try"]


@pytest.mark.parametrize("mistake", STATEMENTS)
def test_a_mistake_in_stating_is_refused(mistake):
    state, kind, named = STATEMENTS[mistake]
    with pytest.raises(kind) as refusal:
        state()
    four_parts(refusal.value)
    assert named in str(refusal.value)


@pytest.mark.parametrize("engine", ["taylor", "dop853"])
@pytest.mark.parametrize("mistake", RUNS)
def test_a_mistake_in_starting_is_refused(mistake, engine, monkeypatch):
    run, named = RUNS[mistake]
    with pytest.raises(VarmassError) as refusal:
        run()
    four_parts(refusal.value)
    assert named in str(refusal.value)


@pytest.mark.parametrize("engine", ["taylor", "dop853"])
def test_a_singular_mass_matrix_is_refused_at_the_start(engine):
    both = vm.System("two for one", particle(position=[x + y]), vm.Gravity([g]), coordinates=[x, y])
    with pytest.raises(ValueRefused) as refusal:
        vm.simulate(both, {"m": 1, "g": 1}, {"x": 0, "y": 0}, 1, engine=engine)
    four_parts(refusal.value)
    assert "singular mass matrix" in str(refusal.value)


def test_two_clashing_terms_are_both_named():
    with pytest.raises(DimensionError) as refusal:
        vm.System("s", particle(position=[y + c * x / x]))
    assert "c" in str(refusal.value)
    assert "y" in str(refusal.value)


def test_a_power_finds_its_own_degree():
    for degree in (2, 3, 4):
        power = m * g * c * (y.dot / c) ** degree
        system = vm.System("s", particle(), vm.Power("drag", power))
        assert sp.simplify(vm.derive(system).r[0] + power.diff(y.dot) / degree) == 0


def test_sympy_symbols_are_taken_with_units_only():
    q, mass = sp.Function("q")(sp.Symbol("t")), sp.Symbol("M")
    system = vm.System("s", vm.Particle("p", mass=mass, position=[q]), units={"q": "m", "M": "kg"})
    assert [str(s) for s in (*system.q, *system.parameters)] == ["q", "M"]
    with pytest.raises(ModelError):
        vm.System("s", vm.Particle("p", mass=mass, position=[q]), units={"q": "m"})


def test_a_system_prints_itself_on_one_screen():
    text = str(chain())
    assert len(text.splitlines()) <= 25
    assert all(word in text for word in ("chain", "k*y", "w = 0", "gravity", "kg m^-1"))

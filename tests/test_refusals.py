"""Every mistake in stating or starting a system is refused as it is made, in four parts that name it."""

import inspect
import math
import pickle

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.errors import DimensionError, ExpressionRefused, ModelError, ValueRefused, VarmassError

x, y = vm.coordinate("x", "m"), vm.coordinate("y", "m")
m, k, g, c, f, b = vm.parameters("m [kg]", "k [kg/m]", "g [m/s^2]", "c [m/s]", "f [N]", "b [kg/s]")


def particle(name="body", mass=m, position=(y,), streams=()):
    return vm.Particle(name, mass=mass, position=list(position), streams=streams)


def chain_by(stream):
    return vm.System("s", particle(mass=k * y, streams=[stream]))


def plain(*more, **options):
    return vm.System("s", particle(), *more, **options)


def pushed(force):
    return plain(vm.Force("push", on="body", force=[force]))


def cut(traction, velocity=(y.dot,)):
    port = vm.Port("cut", density_area=k, velocity=list(velocity), normal=[-1], traction=traction)
    return vm.Volume("part", mass=k * y, position=[y], ports=port)


def chain(*more, **options):
    return vm.System("chain", particle(mass=k * y, streams=vm.at_rest()), vm.Gravity([g]), *more, **options)


def jump(*parts, mass=m, **options):
    """Two phases of a particle along y, with a jump between them."""
    switch = vm.Switch(vm.when(y, name="now"), "after", *parts, **options)
    return lambda: vm.Phases(
        "p", vm.Phase("before", plain(), switch), vm.Phase("after", vm.System("s", particle(mass=mass)))
    )


def new_coordinate(**options):
    after = vm.System("s", particle(position=[x]))
    return lambda: vm.Phases(
        "p",
        vm.Phase("before", plain(), vm.Switch(vm.when(y, name="now"), "after", **options)),
        vm.Phase("after", after),
    )


heavy = vm.parameters("heavy [kg]", positive=True)
SWITCHES = {
    "a new coordinate without a map": (new_coordinate(), ModelError, "where 'x' begins"),
    "a new coordinate of which the map gives the speed": (
        new_coordinate(map={"x.dot": y.dot}),
        ModelError,
        "'x' begins",
    ),
    "a map of nothing": (jump(map={"zz": y}), ModelError, "gives 'zz'"),
    "a map from nowhere": (jump(map={"y": x}), ModelError, "the new y contains x"),
    "a map of foreign symbols": (jump(map={"y": sp.Symbol("q")}), ModelError, "the new y contains q"),
    "a map of the wrong unit": (jump(map={"y": y.dot}), DimensionError, "new y has the wrong dimension"),
    "a map of a speed of the wrong unit": (jump(map={"y.dot": y}), DimensionError, "y.dot has the wrong dimension"),
    "a map with a bare number": (jump(map={"y": y + 1}), DimensionError, "unlike"),
    "a capture by nobody": (jump(vm.Capture("zz", velocity=[c], mass=m)), ModelError, "'capture' acts on nothing"),
    "a separation from nobody": (jump(vm.Separation("zz")), ModelError, "'separation' acts on nothing"),
    "a blow on nobody": (jump(vm.Impulse("blow", on="zz", impulse=[m * c])), ModelError, "'blow' acts on nothing"),
    "a capture with two components on a line": (jump(vm.Capture("body", velocity=[c, c])), ModelError, "1 components"),
    "a push with two components on a line": (jump(vm.Separation("body", relative=[c, c])), ModelError, "1 components"),
    "a blow with two components on a line": (
        jump(vm.Impulse("b", on="body", impulse=[f, f])),
        ModelError,
        "1 components",
    ),
    "a capture at a force": (jump(vm.Capture("body", velocity=[f])), DimensionError, "velocity of 'capture'"),
    "a push that is a force": (jump(vm.Separation("body", relative=[f])), DimensionError, "relative of 'separation'"),
    "a blow that is a force": (jump(vm.Impulse("blow", on="body", impulse=[f])), DimensionError, "impulse of 'blow'"),
    "a captured length": (jump(vm.Capture("body", velocity=[c], mass=c)), DimensionError, "mass of 'capture'"),
    "a capture from another phase": (
        jump(vm.Capture("body", velocity=[x.dot])),
        ModelError,
        "'capture' contains x.dot",
    ),
    "a restitution with a unit": (jump(vm.Impact(y, restitution=c)), DimensionError, "restitution of 'impact'"),
    "a restitution above one": (jump(vm.Impact(y, restitution=2)), ModelError, "restitution of 'impact'"),
    "a restitution below zero": (jump(vm.Impact(y, restitution=-0.5)), ModelError, "restitution of 'impact'"),
    "a gap of nothing known": (jump(vm.Latch(x)), ModelError, "gap of 'latch' contains x"),
    "a gap of a speed": (jump(vm.Latch(y.dot)), ModelError, "depends on a speed"),
    "a gap of unlike terms": (jump(vm.Impact(y - c)), DimensionError, "unlike"),
    "a gap that cannot close": (jump(vm.Impact(c)), ModelError, "cannot close"),
    "two latches of one name": (jump(vm.Latch(y), vm.Latch(2 * y)), ModelError, "are called 'latch'"),
    "a capture that loses": (jump(vm.Capture("body", velocity=[c], mass=-heavy)), ModelError, "'capture' is none"),
    "a capture where the mass shrinks": (jump(vm.Capture("body", velocity=[c]), mass=m - heavy), ModelError, "is none"),
    "a separation where the mass grows": (jump(vm.Separation("body"), mass=m + heavy), ModelError, "is none"),
}


def through(side):
    """A hole through which nothing that the volume holds is lost."""
    return vm.Port("hole", density_area=k, velocity=[y.dot], normal=[side])


T = vm.parameters("T [s]")
JUMPS = {
    "mass in time": sp.Piecewise((2 * m, vm.t < T), (m, True)),
    "mass by a step": m * (2 - sp.Heaviside(vm.t - T)),
    "mass in place": m + k * sp.Piecewise((y, y < c * T), (0, True)),
    "mass by a sign": m * (2 + sp.sign(y / (c * T))),
    "mass in speed": m * sp.Piecewise((2, y.dot < c), (1, True)),
    "mass on a wave": m * sp.Piecewise((2, sp.sin(vm.t / T) > 0), (1, True)),
    "mass by stairs": m * (2 + sp.floor(vm.t / T)),
    "mass behind a square": m * sp.Piecewise((2, y**2 < (c * T) ** 2), (1, True)),
}
KINKS = (
    sp.Piecewise((2 * m - m * vm.t / T, vm.t < T), (m, True)),
    m + k * sp.Piecewise((y, y < c * T), (c * T, True)),
    m * (2 + sp.sign(y / (c * T)) * y / (c * T)),
    m + k * sp.Abs(y),
    m * (1 + sp.Max(0, 1 - vm.t / T)),
    m * sp.Max(0, 1 - vm.t / T),
    m * sp.Piecewise((1 + sp.sin(vm.t / T), sp.sin(vm.t / T) > 0), (1, True)),
    m * (1 + sp.sqrt(sp.Abs(1 - vm.t / T))),
)

STATEMENTS = {
    **SWITCHES,
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
        "two quantities are called 'y'",
    ),
    "a duplicate stream": (
        lambda: vm.System(
            "s",
            particle(
                mass=2 * k * y, streams=[vm.at_rest(mass=k * y, name="sand"), vm.with_body(mass=k * y, name="sand")]
            ),
        ),
        ModelError,
        "two streams of 'body' are called 'sand'",
    ),
    "a duplicate port": (
        lambda: vm.System("s", vm.Volume("part", mass=m, position=[y], ports=[through(1), through(-1)])),
        ModelError,
        "two ports are called 'hole'",
    ),
    "a normal of length two": (
        lambda: vm.System(
            "s",
            vm.Volume(
                "v", mass=2 * k * y, position=[y], ports=vm.Port("p", density_area=k, velocity=[y.dot], normal=[-2])
            ),
        ),
        ModelError,
        "not a unit vector",
    ),
    "a mass that is a length": (lambda: vm.System("s", particle(mass=c**2 / g)), DimensionError, "the mass of 'body'"),
    "a mass squared": (lambda: vm.System("s", particle(mass=m**2)), DimensionError, "the mass of 'body'"),
    "a position that is an area": (
        lambda: vm.System("s", particle(position=[y * x])),
        DimensionError,
        "the position of 'body'",
    ),
    **{
        f"a jump of {name}": (
            lambda mass=mass: vm.System("s", particle(mass=mass, streams=vm.at_rest())),
            ModelError,
            "jumps",
        )
        for name, mass in JUMPS.items()
    },
    "a jump of a stream's mass": (
        lambda: vm.System(
            "s",
            particle(
                mass=2 * m,
                streams=[vm.at_rest(mass=JUMPS["mass in time"]), vm.with_body(mass=4 * m - JUMPS["mass in time"])],
            ),
        ),
        ModelError,
        "a Separation or a Capture",
    ),
    "a jump of place": (
        lambda: vm.System("s", particle(position=[y + x * sp.Heaviside(vm.t - T)])),
        ModelError,
        "the position of 'body' jumps",
    ),
    "a jump of an energy": (
        lambda: vm.System("s", vm.Energies(JUMPS["mass in time"] * y.dot**2 / 2)),
        ModelError,
        "the kinetic energy of",
    ),
    "an acceleration in a mass": (
        lambda: vm.System("s", particle(mass=k * y.ddot, streams=vm.at_rest())),
        ModelError,
        "y.ddot",
    ),
    "an acceleration in a force": (lambda: chain(vm.Force("f", on="body", force=[m * y.ddot])), ModelError, "y.ddot"),
    "an acceleration squared in a traction": (
        lambda: vm.System("s", cut([k * y * y.ddot**2 / g])),
        ModelError,
        "not linear in the accelerations",
    ),
    "an acceleration in the velocity at a port": (
        lambda: vm.System("s", cut(0, velocity=[y.ddot * y / y.dot])),
        ModelError,
        "y.ddot",
    ),
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
    "a law by sign with masses on its sides": (
        lambda: vm.by_sign(vm.at_rest(mass=k * y / 3), vm.with_body(mass=k * y / 7)),
        ModelError,
        "more than a law",
    ),
    "a law by sign inside another": (
        lambda: vm.by_sign(vm.at_rest(), vm.by_sign(vm.at_rest(), vm.with_body())),
        ModelError,
        "more than a law",
    ),
    "a rate of a coordinate that is not listed": (
        lambda: plain(vm.Dissipation("D", b * x.dot**2 / 2), coordinates=[y]),
        ModelError,
        "unknown symbol 'x.dot'",
    ),
    "a coordinate that occurs nowhere": (lambda: plain(coordinates=[y, x]), ModelError, "nothing contains"),
    "a coordinate for a parameter": (lambda: plain(parameters=[x]), ModelError, "a Coordinate"),
    "coordinates as text": (lambda: plain(coordinates="y"), ModelError, "coordinates"),
    "parameters as text": (lambda: plain(parameters="g"), ModelError, "parameters"),
    "units without names": (lambda: plain(units=["m"]), ModelError, "units"),
    "a unit that is a number": (lambda: plain(units={"M": 1}), ModelError, "units"),
    "a unit of nothing": (lambda: plain(units={"M": "kg"}), ModelError, "'M'"),
    "no unit of time": (lambda: plain(time=None), ModelError, "time"),
    "a forgotten title": (lambda: vm.System(particle(), vm.Gravity([g])), ModelError, "title of the system is missing"),
    "no title": (lambda: vm.System(None, particle()), ModelError, "title"),
    "a ratio of velocities with a unit": (lambda: chain_by(vm.ratio(c)), DimensionError, "ratio"),
    "a transfer coefficient with a unit": (lambda: chain_by(vm.transfer(c)), DimensionError, "ratio"),
    "a condition that compares unlike terms": (
        lambda: pushed(sp.Piecewise((f, y > m), (0, True))),
        DimensionError,
        "compares unlike terms",
    ),
    "a condition with a bare number": (lambda: pushed(sp.Piecewise((f, y > 1), (0, True))), DimensionError, "compares"),
    "an integral that stays one": (
        lambda: pushed(f * sp.Integral(sp.sin(sp.sin(x * k / m)) * k / m, (x, 0, y))),
        ExpressionRefused,
        "worked out",
    ),
    "a complex mass": (lambda: particle(mass=1j), ExpressionRefused, "real"),
    "an imaginary mass": (lambda: particle(mass=sp.I * m), ExpressionRefused, "real"),
    "an imaginary force": (lambda: pushed(sp.I * f), ExpressionRefused, "real"),
    "an angle that no sine has": (lambda: pushed(f * sp.asin(2)), ExpressionRefused, "real"),
    "an imaginary event": (lambda: vm.when(sp.I * (y - 1)), ExpressionRefused, "real"),
    "a stream that is not called": (lambda: particle(streams=vm.at_rest), ModelError, "at_rest(…)"),
    "a list of streams that are not called": (lambda: particle(streams=[vm.at_rest]), ModelError, "at_rest(…)"),
    "a stream by name": (lambda: particle(streams="at_rest"), ModelError, "a Stream"),
    "a number for a stream": (lambda: particle(streams=[5]), ModelError, "a Stream"),
    "None for streams": (lambda: particle(streams=None), ModelError, "a Stream"),
    "laws by sign that are numbers": (lambda: vm.by_sign(1, 2), ModelError, "gain"),
    "a law by sign without its loss": (lambda: vm.by_sign(vm.at_rest(), None), ModelError, "loss"),
    "a port that is not called": (
        lambda: vm.Volume("v", mass=m, position=[y], ports=[vm.Port]),
        ModelError,
        "Port(…)",
    ),
    "no unit": (lambda: vm.coordinate("q", None), ModelError, "unit"),
    "a unit of one": (lambda: vm.coordinate("q", 1), ModelError, "unit"),
    "a misspelt assumption": (lambda: vm.coordinate("q", "m", positiv=True), ModelError, "try       positive"),
    "assumptions at odds": (lambda: vm.coordinate("q", positive=True, negative=True), ModelError, "positive=True"),
    "a coordinate that is not real": (lambda: vm.coordinate("q", real=False), ModelError, "real"),
    "a parameter that is a number": (lambda: vm.parameters(5), ModelError, "a text"),
    "a list of parameters": (lambda: vm.parameters(["a", "b"]), ModelError, "a text"),
    "an exponent by zero": (lambda: vm.parameters("q [m^(1/0)]"), ModelError, "1/0"),
    "an endless exponent": (lambda: vm.coordinate("q", "m^99999999999999"), ModelError, "99"),
    "a unit divided twice": (lambda: vm.coordinate("q", "m//s"), ModelError, "without a unit on both sides"),
    "a unit divided by nothing": (lambda: vm.coordinate("q", "kg/"), ModelError, "without a unit on both sides"),
    "a misspelt argument": (lambda: vm.Particle("p", mas=m, position=[y]), ModelError, "try       mass=…"),
    "arguments without their names": (lambda: vm.Particle("p", m, [y]), ModelError, "try       mass=…, position=…"),
    "an argument that is missing": (lambda: vm.Force("push", force=[f]), ModelError, "on=…"),
    "an argument given twice": (lambda: vm.Potential("V", f * y, name="W"), ModelError, "name twice"),
    "a force on a body that is not its name": (
        lambda: plain(vm.Force("push", on=particle(), force=[f])),
        ModelError,
        "a text",
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
    "a coordinate that no mass resists": (
        lambda: vm.simulate(plain(vm.Dissipation("D", b * x.dot**2 / 2)), {"m": 1, "b": 1}, {"x": 0, "y": 0}, 1),
        "singular mass matrix",
    ),
    "a speed that only a stream has": (
        lambda: vm.simulate(chain_by(vm.absolute(x.dot)), {"k": 1}, {"x": 0, "y": 1}, 1),
        "singular mass matrix",
    ),
    "an event of unlike terms": (
        lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, vm.when(y - k)),
        "unlike terms",
    ),
    "a value given twice": (lambda: vm.simulate(chain(), {k: 1, "k": 2, "g": 1}, {"y": 1}, 1), "'k' is given twice"),
    "an end that is infinite": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, sp.oo), "no end"),
    "a ledger that is a list": (lambda: vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, 1, ledger=[]), "ledger=True"),
    "the values of a case": (lambda: vm.simulate_case(vm.case("cayley_chain"), values={}), "no option 'values'"),
}

ASKED = {
    "a case without a name": (lambda run: vm.case(None), "a text"),
    "an option that is text": (lambda run: vm.case("cayley_chain", mu="abc"), "'abc'"),
    "an option that is None": (lambda run: vm.case("cayley_chain", mu=None), "finite number"),
    "an option that is a list": (lambda run: vm.case("cayley_chain", mu=[1]), "finite number"),
    "an option that is NaN": (lambda run: vm.case("cayley_chain", mu=math.nan), "nan"),
    "an option that nobody has": (lambda run: vm.case("cayley_chain", muu=1), "mu=…"),
    "a direction in a list": (lambda run: vm.when(y, direction=["rising"]), "direction"),
    "an end in words": (lambda run: vm.when(y - 1, terminal="no"), "terminal=True"),
    "a number to be read": (lambda run: vm.read(5, run.system), "a text"),
    "a text for no system": (lambda run: vm.read("y", None), "a System"),
    "a number beyond all": (lambda run: vm.read("1e400*y", run.system), "1e308"),
    "a text with an imaginary root": (lambda run: vm.read("sqrt(-1)*y", run.system), "real"),
    "a text with an angle that no sine has": (lambda run: vm.read("asin(2)*y", run.system), "real"),
    "a picture in a number": (lambda run: run.plot(5), "a path"),
    "a picture that cannot be written": (lambda run: run.plot("/proc/run.png"), "/proc/run.png"),
    "a picture of a system": (lambda run: vm.plot(run.system), "a Trajectory"),
    "scales of nothing": (lambda run: vm.pi_groups(None), "a System"),
    "scales in one text": (lambda run: vm.pi_groups(run.system, "k"), "a list"),
    "an integral of nothing": (lambda run: vm.first_integral(None), "a System"),
    "a principle that is a number": (lambda run: vm.derive(run.system, 5), "a text"),
    "a misspelt book": (lambda run: run.book("dissipted"), "try       dissipated"),
    "a load that nobody stated": (lambda run: run.book("load: pull"), "load: pull"),
    "a misspelt kind of account": (lambda run: run.ledger().closure("enrgy"), "try       energy"),
    "a table in a number": (lambda run: run.to_csv(5), "a path"),
    **{
        f"a {kind} file that cannot be written": (
            lambda run, kind=kind: getattr(run, f"to_{kind}")("/proc/run.file"),
            "cannot write",
        )
        for kind in ("csv", "json", "netcdf", "parquet")
    },
}

STATE = (
    "coordinate System Particle Volume Port Gravity Force GeneralisedForce Potential Dissipation Power "
    "Energies at_rest with_body absolute relative ratio transfer by_sign when Case"
)
ASK = "read derive first_integral pi_groups simulate plot"


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


@pytest.fixture(scope="module")
def run():
    return vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, 1)


@pytest.mark.parametrize("mistake", ASKED)
def test_a_mistake_in_asking_is_refused(mistake, run):
    ask, named = ASKED[mistake]
    with pytest.raises(VarmassError) as refusal:
        ask(run)
    four_parts(refusal.value)
    assert named in str(refusal.value)


@pytest.mark.parametrize("verb", [*STATE.split(), *ASK.split()])
def test_every_verb_names_the_argument_that_it_does_not_have(verb):
    called = getattr(vm, verb)
    known = [p.name for p in inspect.signature(called).parameters.values() if p.kind is not p.VAR_POSITIONAL]
    with pytest.raises(VarmassError) as refusal:
        called(**{known[-1] + "_": None})
    four_parts(refusal.value)
    assert any(f"{name}=" in refusal.value.hint for name in known)


@pytest.mark.parametrize("engine", ["taylor", "dop853"])
def test_a_singular_mass_matrix_is_refused_at_the_start(engine):
    both = vm.System("two for one", particle(position=[x + y]), vm.Gravity([g]), coordinates=[x, y])
    with pytest.raises(ValueRefused) as refusal:
        vm.simulate(both, {"m": 1, "g": 1}, {"x": 0, "y": 0}, 1, engine=engine)
    four_parts(refusal.value)
    assert "singular mass matrix" in str(refusal.value)


def test_a_rate_brings_its_coordinate_in():
    r, phi = vm.coordinate("r", "m", "distance"), vm.coordinate("phi")
    T, V = m * (r.dot**2 + r**2 * phi.dot**2) / 2, vm.Potential("V", f * r)
    polar = vm.System("polar", vm.Energies(T), V)
    assert polar.q == (r, phi)
    assert [str(e) for e in polar.u] == ["r.dot", "phi.dot"]
    assert list(vm.derive(polar).M) == [m, 0, 0, m * r**2]
    damped = vm.System("damped", vm.Energies(m * r.dot**2 / 2), vm.Dissipation("D", b * r.dot**2 / 2))
    assert damped.q == (r,)
    assert damped.q[0].meaning == "distance"
    assert pickle.loads(pickle.dumps(polar)) == polar
    assert pickle.loads(pickle.dumps(r.dot)).of == r


def test_a_force_may_be_a_derivative_or_an_integral_that_can_be_worked_out():
    q = sp.Symbol("q")
    for force in (k * g * sp.Derivative(y**2, y) / 2, k * g * sp.Integral(1, (q, 0, y))):
        assert sp.expand(vm.derive(pushed(force)).r[0] - k * g * y) == 0


def test_arrays_and_numbers_of_other_libraries_are_taken():
    assert particle().streams == ()
    p = vm.Particle("p", mass=np.float64(0.1), position=np.array([y, 0]))
    assert (p.mass, p.position) == (sp.Rational(1, 10), (y, 0))
    assert vm.Particle("p", mass=np.int64(2), position=np.array([0.5, 1.0])).position == (sp.S.Half, 1)
    options = {"until": sp.Integer(1), "t0": sp.Rational(1, 2)}
    assert vm.simulate(chain(), {"k": 1, "g": sp.Rational(9, 2)}, {"y": 1}, **options).t[-1] == 1.0


def test_one_coordinate_or_parameter_needs_no_list():
    free = plain(coordinates=y, parameters=g)
    assert (free.q, free.parameters) == ((y,), (g, m))


def test_a_pure_number_in_an_event_has_the_unit_that_is_due():
    for event in (vm.when(y - 2), vm.when(sp.Max(y, 1) - 2), vm.when(sp.Piecewise((y - 2, y > 1), (-1, True)))):
        assert vm.simulate(chain(), {"k": 1, "g": 1}, {"y": 1}, event).final("y") == pytest.approx(2)


def test_a_book_that_stayed_empty_is_zero(run):
    assert run.book("dissipated") < 0
    assert run.book("drive") == run.book("springs", "momentum", "y") == 0.0
    pulled = chain(vm.Force("pull", on="body", force=[f - f]))
    free = vm.simulate(pulled, {"k": 1, "g": 1}, {"y": 1}, 1)
    assert (free.book("load: pull"), free.book("injected")) == (0.0, 0.0)


@pytest.mark.parametrize("mass", KINKS)
def test_a_mass_with_a_kink_is_none_that_jumps(mass):
    assert vm.System("s", particle(mass=mass, streams=vm.at_rest())).bodies[0].streams


def test_streams_that_nobody_named_are_told_apart():
    streams = [vm.at_rest(mass=k * y), vm.at_rest(mass=k * y), vm.at_rest(mass=k * y, name="at rest 2")]
    system = vm.System("s", particle(mass=3 * k * y, streams=streams))
    assert [s.name for s in system.bodies[0].streams] == ["at rest", "at rest 3", "at rest 2"]
    sources = [term.source for term in vm.derive(system, "meshchersky").terms if term.role == "stream"]
    assert sorted(sources) == ["at rest", "at rest 2", "at rest 3"]


def test_a_model_may_have_no_dimensions_or_those_of_a_slice():
    z, one = vm.coordinate("z"), vm.parameters("one")
    for mass, place in ((one, z), (k, y), (m, z), (one, y)):
        vm.System("s", particle(mass=mass, position=[place]), time="s")


def test_a_normal_that_turns_is_a_unit_vector():
    phi = vm.coordinate("phi", "rad")
    out = [sp.cos(phi), sp.sin(phi)]
    port = vm.Port("p", density_area=k, velocity=[c * n for n in out], boundary=[c * n for n in out], normal=out)
    vm.System("s", vm.Volume("v", mass=m, position=[y, x * sp.cos(phi)], ports=port))


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
    system = vm.System("s", vm.Particle("p", mass=mass, position=[q]), units={"q": "m", "M": "kg"}, coordinates=[q])
    assert [str(s) for s in (*system.q, *system.parameters)] == ["q", "M"]
    with pytest.raises(ModelError):
        vm.System("s", vm.Particle("p", mass=mass, position=[q]), units={"q": "m"})


def test_a_system_prints_itself_on_one_screen():
    text = str(chain())
    assert len(text.splitlines()) <= 25
    assert all(word in text for word in ("chain", "k*y", "w = 0", "gravity", "kg m^-1"))

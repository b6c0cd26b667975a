"""The water column of a moon-pool: an open volume whose lower port, the mouth, is fixed in space.

    (1 + η) η̈ + c η̇² + η = 0 ,   p_D = −c η̇² at the mouth         in units of the draught H and √(H/g)

    c = ½  lossless   (1 + η) η̇² + η² = a² ,   η_max = a ,   T = 4 √(1 + a) E(2a/(1 + a))
    c = 0  jet        ½ η̇² + η − ln(1 + η) = const         the mouth at hydrostatic pressure
    c = 1  sharp      ½ (1 + η)² η̇² + η²/2 + η³/3 = const   a sharp edge that loses the whole velocity head
    switching         c = 1 while the column rises, c = 0 while it falls: damped, though no damper is stated

E = ½ (1 + η) η̇² + ½ η² changes at the rate (½ − c) η̇³.  The lossless column obeys the usual Lagrange equation of
T − V with the hydrostatic force alone.  With p_D among the forces, that equation (N1) gives c = 1, as printed in the
source (16), and with the streams kept (N0) it gives c = 0: the errors have opposite signs.
Source: C. P. Pesce, E. A. Tannuri, L. Casetta, J. Braz. Soc. Mech. Sci. & Eng. 28 (2006) 496–504.
"""

from math import pi, sqrt
from typing import Any, Literal

import numpy as np

from varmass.cases._along import instant, state_at
from varmass.cases._columns import WAYS, head, orbit
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Port, Potential, Volume
from varmass.model.symbols import coordinate
from varmass.model.system import System


def case(closure: Literal["lossless", "jet", "sharp", "switching"] = "lossless", a: float = 0.5) -> Case:
    """closure: pressure at the mouth.  a: depth below calm water from which the column starts.

    Measures.  period: from the bottom to the bottom.  eta_max: the first top.  max_speed: upwards or downwards.
    """
    _refuse_other_columns(closure, a)
    η = coordinate("eta", "1", "elevation of the column above calm water")
    v = η.dot
    pool = System(
        f"Moon-pool, {closure} mouth",
        Volume(
            "column",
            mass=1 + η,
            position=[η],
            ports=[Port("mouth", density_area=1, velocity=[v], normal=[-1], traction=[-head(closure, v)])],
        ),
        Potential("hydrostatic", η**2 / 2),
        time="1",
    )
    return Case(
        system=pool,
        values={},
        start={"eta": -a},
        until=[when(v, name="bottom", direction="rising"), 6 * pi],
        measures={
            "period": lambda run: instant(run, "bottom"),
            "eta_max": lambda run: state_at(run, "top", "eta"),
            "max_speed": fastest,
        },
        exact=_exact(closure, a),
        events=(when(v, name="top", direction="falling", terminal=False),),
    )


def fastest(run: Any) -> float:
    """The largest |η̇|, on ever finer grids about the largest found so far."""
    grid = np.linspace(run.t[0], run.t[-1], 401)
    for _ in range(8):
        speeds = np.abs(run.state("eta.dot", at=grid))
        i = int(np.argmax(speeds))
        grid = np.linspace(grid[max(i - 1, 0)], grid[min(i + 1, len(grid) - 1)], 41)
    return float(speeds[i])


def _exact(closure: str, a: float) -> dict[str, Any]:
    """The orbit ½ (1 + η)^2c η̇² + U = const; a switching mouth has one orbit up and another down."""
    b = 1.5 - a
    top = (sqrt(b * b + 4 * a * b) - b) / 2
    inwards, outwards = map(float, WAYS[closure])
    turn = -a if inwards == outwards else top

    def state(run: Any) -> Any:
        η, v = run.state("eta"), run.state("eta.dot")
        rising = ~(run.t > instant(run, "top"))
        return np.where(rising, orbit(inwards, -a, η, v), orbit(outwards, turn, η, v))

    return {"eta": lambda run: state(run)[0], "eta.dot": lambda run: state(run)[1]}


def _refuse_other_columns(closure: str, a: float) -> None:
    if closure not in WAYS:
        raise ValueRefused(
            f"there is no closure {closure!r}",
            expected="one of " + ", ".join(WAYS),
            got=repr(closure),
            hint="closure='lossless'",
        )
    if not 0 < a < 1:
        raise ValueRefused(
            "this column does not swing",
            expected="0 < a < 1: at a = 1 the mouth is dry",
            got=f"a = {a:g}",
            hint="a=0.5",
        )

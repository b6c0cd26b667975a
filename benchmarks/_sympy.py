"""The chain of `variable_chain` in SymPy's mechanics: by LagrangesMethod, and by KanesMethod for PyDy.

Neither knows streams.  LagrangesMethod is given T alone, weight and ṁ w as forces at the points, and −½ ∂m/∂θ v² as a
torque on each link's frame, without which it would derive the wrong equation (N0).  KanesMethod takes d(mv)/dt for
the inertia force, so that weight and ṁ w are all it wants.
"""

from typing import Any

import sympy as sp
from sympy.physics import mechanics as me

SYMBOLS = sp.symbols("l g m0 eps c")


class Chain:
    """Frames, points and masses of n links; speeds are dθ/dt, or the symbols u of Kane's method."""

    def __init__(self, n: int, kane: bool = False) -> None:
        l, g, m0, eps, c = SYMBOLS
        self.N = N = me.ReferenceFrame("N")
        self.θ = me.dynamicsymbols(f"theta1:{n + 1}")
        self.ω = me.dynamicsymbols(f"u1:{n + 1}") if kane else [x.diff() for x in self.θ]
        point, v = me.Point("O"), me.Vector(0)
        self.bodies, self.forces, self.T = [], [], sp.S.Zero
        point.set_vel(N, 0)
        for i, (θ, ω) in enumerate(zip(self.θ, self.ω, strict=True)):
            point = point.locatenew(f"P{i}", l * (sp.sin(θ) * N.x - sp.cos(θ) * N.y))
            v = v + l * ω * (sp.cos(θ) * N.x + sp.sin(θ) * N.y)
            point.set_vel(N, v)
            m, slope = m0 * (1 + eps * (1 - sp.cos(θ)) / 2), m0 * eps * sp.sin(θ) / 2
            w = (me.Vector(0), v, v + c * N.x - c * N.y)[i % 3]
            frame = N.orientnew(f"A{i}", "Axis", [θ, N.z])
            frame.set_ang_vel(N, ω * N.z)
            self.bodies.append(me.Particle(f"mass{i}", point, m))
            self.T += m * v.dot(v) / 2
            self.forces.append((point, -m * g * N.y + slope * ω * w))
            if not kane:
                self.forces.append((frame, -slope * v.dot(v) / 2 * N.z))


def lagrange(chain: Chain) -> Any:
    """The equations by LagrangesMethod."""
    method = me.LagrangesMethod(chain.T, chain.θ, forcelist=chain.forces, frame=chain.N)
    method.form_lagranges_equations()
    return method


def rates(method: Any) -> Any:
    """ẋ of SciPy's kind, from M and the forcing by lambdify(cse=True)."""
    import numpy as np

    state = [*method.q, *method.u]
    of = sp.lambdify([state, SYMBOLS], (method.mass_matrix, method.forcing), cse=True)
    n = len(method.q)

    def found(t: float, x: Any, values: Any) -> Any:
        M, r = of(x, values)
        return np.concatenate([x[n:], np.linalg.solve(M, r[:, 0])])

    return found


def kane(n: int) -> Any:
    """The equations by KanesMethod."""
    chain = Chain(n, kane=True)
    kinematic = [u - x.diff() for u, x in zip(chain.ω, chain.θ, strict=True)]
    method = me.KanesMethod(chain.N, chain.θ, chain.ω, kd_eqs=kinematic)
    method.kanes_equations(chain.bodies, chain.forces)
    return method

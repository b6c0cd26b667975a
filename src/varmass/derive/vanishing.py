"""det M, and where it vanishes: at real coordinates, speeds and times that a motion can reach.

A factor of the determinant has one of four fates:

    never       one sign for all real q, q̇, t, whatever the parameters are
    positive    one sign for all real q, q̇, t if the parameters are positive
    vanishes    zero somewhere: of odd degree in a symbol, of both signs, or zero where a sine or cosine is ±1
    undecided   none of this could be seen
"""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.compare import determinant
from varmass.derive.equations import Equations
from varmass.derive.tidy import READABLE, TERMS, tidy
from varmass.model.digits import Digits, digits_at_hand
from varmass.model.points import Source, Unfit
from varmass.model.sizes import longer, spread
from varmass.model.symbols import t
from varmass.model.zero import judge

EXPANDED = 3
DRAWS = 60
LONG = READABLE // 4
KEYS = {"vanishes": "vanishes", "positive": "with_negative_parameters", "undecided": "undecided"}
BOUNDED = (sp.sin, sp.cos, sp.tanh)
TOUCHED = (sp.sin, sp.cos)
BROKEN = (sp.tan, sp.floor, sp.ceiling, sp.frac, sp.sign, sp.Heaviside, sp.Mod)


@dataclass(frozen=True)
class MassMatrix:
    """Its symmetry, its determinant, or in words why that is not shown; and the fate of each factor, on a condition."""

    symmetric: bool
    det: sp.Expr | str
    fates: dict[tuple[sp.Expr, Any], str]

    def where(self, fate: str) -> list[tuple[sp.Expr, Any]]:
        """The factors of one fate, each with the condition under which it is a factor."""
        return [place for place, found in self.fates.items() if found == fate]

    @property
    def undecided(self) -> bool:
        """Is nothing known of the zeros?"""
        return isinstance(self.det, str)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        found = {key: [_typed(*place) for place in self.where(fate)] for fate, key in KEYS.items()}
        if self.undecided:
            found["undecided"] = ["det M = 0"]
        elif self.det == 0:
            found["vanishes"] = ["identically: no acceleration is determined"]
        return {"symmetric": self.symmetric, "det": str(self.det), **found}


def _typed(f: sp.Expr, c: Any) -> str:
    return f"{f} = 0" + ("" if c == sp.true else f" where {c}")


def mass_matrix(equations: Equations) -> MassMatrix:
    """The findings; for large systems the symmetry only."""
    M, system = equations.M, equations.system
    symmetric = bool(judge(*(M - M.T), prove=False))
    if len(system.q) > EXPANDED:
        return MassMatrix(symmetric, f"not expanded beyond {EXPANDED} coordinates", {})
    det = tidy(determinant(M.applyfunc(tidy)))
    if judge(det, prove=False):
        return MassMatrix(symmetric, sp.S.Zero, {})
    if longer(det, READABLE) or spread(det) > TERMS:
        return MassMatrix(symmetric, "too long to be read", {})
    det = sp.factor(det)
    moving = {*system.q, *system.u, t}
    places = [place for f in dict.fromkeys(tidy(f) for f in _factors(det)) for place in _branches(f)]
    return MassMatrix(
        symmetric, det, {place: fate(place[0], moving) for place in places if place[0].free_symbols & moving}
    )


def _branches(f: sp.Expr) -> list[tuple[sp.Expr, Any]]:
    """The cases of a factor that has cases, with their conditions."""
    if not isinstance(f, sp.Piecewise):
        return [(f, sp.true)]
    before = [sp.false, *(c for _, c in f.args)]
    return [(e, c if c != sp.true else sp.Not(sp.Or(*before[: i + 1]))) for i, (e, c) in enumerate(f.args)]


def _factors(e: sp.Expr) -> list[sp.Expr]:
    """What the numerator is a product of."""
    top = sp.numer(sp.together(e))
    try:
        return [base for base, _ in sp.factor_list(top)[1]]
    except sp.PolynomialError:
        return [base for factor in sp.Mul.make_args(top) for base, _ in [factor.as_base_exp()]]


def fate(f: sp.Expr, moving: set[sp.Symbol]) -> str:
    """never, positive, vanishes or undecided."""
    if longer(f, LONG):
        return "undecided"
    fixed = sorted(f.free_symbols - moving, key=str)
    if _one_sign(f.xreplace({s: sp.Dummy(s.name, real=True, nonzero=True) for s in fixed})):
        return "never"
    if _one_sign(f.xreplace({s: sp.Dummy(s.name, positive=True) for s in fixed})):
        return "positive"
    if _odd(f, moving) or _touches(f, moving) or _both_signs(f, moving):
        return "vanishes"
    return "undecided"


def _one_sign(e: sp.Expr) -> bool:
    return bool(_positive(e) or _positive(-e))


def _positive(e: sp.Expr) -> bool:
    """By the signs of its parts; by its ends in a sine, a cosine or a tanh; by the discriminant of a square."""
    if e.is_positive:
        return True
    z = sp.Dummy(real=True)
    for bounded in sorted(e.atoms(*BOUNDED), key=str):
        of_z = e.xreplace({bounded: z})
        if of_z.is_polynomial(z) and sp.degree(of_z, z) == 1:
            return all(_positive(of_z.subs(z, end)) for end in (-1, 1))
    for s in sorted(e.free_symbols, key=str):
        if s.is_real and e.is_polynomial(s) and sp.degree(e, s) == 2:
            a, b, c = sp.Poly(e, s).all_coeffs()
            if a.is_positive and sp.expand(b**2 - 4 * a * c).is_negative:
                return True
    return False


def _odd(f: sp.Expr, moving: set[sp.Symbol]) -> bool:
    """Of odd degree in a symbol that may have any real value: there is a real root."""
    free = [s for s in moving & f.free_symbols if s.is_nonnegative is None and s.is_nonpositive is None]
    return any(f.is_polynomial(s) and sp.degree(f, s) % 2 for s in free)


def _touches(f: sp.Expr, moving: set[sp.Symbol]) -> bool:
    """Zero where a sine or a cosine is 1 or −1."""
    waves = [w for w in f.atoms(*TOUCHED) if w.free_symbols & moving and w.args[0].is_polynomial(*moving)]
    return any(f.xreplace({w: sp.Integer(end)}) == 0 for w in waves for end in (-1, 1))


def _both_signs(f: sp.Expr, moving: set[sp.Symbol]) -> bool:
    """Positive at one point and negative at another, for the same positive parameters."""
    if f.has(*BROKEN):
        return False
    symbols = sorted(f.free_symbols, key=str)
    for seed in range(DRAWS // 10):
        source, seen = Source(seed), set()
        fixed = {s: source.rational(signed=False) for s in symbols if s not in moving}
        for _ in range(DRAWS):
            point = fixed | {s: source.rational(signed=not s.is_positive) for s in symbols if s in moving}
            seen.add(_sign(f, point, seed))
        if {-1, 1} <= seen:
            return True
    return False


def _sign(f: sp.Expr, point: dict[Any, Any], seed: int) -> int:
    """−1 or 1; 0 where it cannot be told."""
    try:
        with digits_at_hand():
            x = Digits(point, seed).value(f)
            return 0 if x.negligible() else 1 if x.v > 0 else -1
    except (Unfit, ZeroDivisionError):
        return 0

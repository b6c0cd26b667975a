"""The naive rules on one system: right here, wrong by a force, or about something that does not arise."""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.algebra import SYMPY
from varmass.derive.compare import Form, form, same_motion
from varmass.derive.deriving import derive, member, naive_names
from varmass.derive.momentum import Momentum, Translation, momentum, translations
from varmass.derive.motion import Motion
from varmass.derive.tidy import tidy
from varmass.errors import PrincipleDoesNotApply
from varmass.model.symbols import Coordinate, Rate, Time
from varmass.model.system import System
from varmass.model.zero import Verdict, judge

BLIND = Verdict("unknown", "the energies do not say whether mass is exchanged: it is the reference here")


@dataclass(frozen=True)
class Naive:
    """One naive rule: right or wrong here; the missing force of each coordinate, its power, its momentum.

    `arises`: is there anything that the rule could get wrong?  `remark` says what is not there, or not known.
    """

    right: bool
    ground: Verdict
    missing: tuple[sp.Expr, ...]
    power: sp.Expr
    momentum: Momentum
    arises: bool = True
    remark: str = ""

    @property
    def verdict(self) -> str:
        """right, wrong, or unknown."""
        return "right" if self.right else "unknown" if self.ground.status == "unknown" else "wrong"

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "verdict": self.verdict,
            "arises": self.arises,
            "missing": [str(e) for e in self.missing],
            "power": str(self.power),
            "powerless": bool(self.verdict == "wrong" and self.power == 0),
            "momentum": self.momentum.to_dict(),
            "ground": str(self.ground),
            "remark": self.remark,
        }


def naive_forms(system: System) -> dict[str, Form]:
    """M and r by every naive rule that can be applied."""
    found = {}
    for name in naive_names():
        try:
            found[name] = form(derive(system, name))
        except PrincipleDoesNotApply:
            continue
    return found


def naive_rules(system: System, candidates: dict[str, Form], target: Form) -> dict[str, Naive]:
    """The verdict on every naive rule."""
    motion = Motion(system, SYMPY)
    ways = translations(motion)
    return {name: _naive(motion, name, candidate, target, ways) for name, candidate in candidates.items()}


def _naive(motion: Motion, name: str, candidate: Form, target: Form, ways: dict[str, Translation]) -> Naive:
    system, rule = motion.system, member(name)
    ground = BLIND if blind(system) else same_motion(candidate, target)
    gap = (candidate.M - target.M) * sp.Matrix(system.a) - (candidate.r - target.r)
    missing = tuple(sp.S.Zero if ground else tidy(e) for e in gap)
    power = sum((e * u for e, u in zip(missing, system.u, strict=True)), sp.S.Zero)
    power = sp.S.Zero if judge(power, prove=False) else tidy(power)
    arises = ground is BLIND or not ground or rule.arises(motion)
    remark = ground.ground if ground is BLIND else "" if arises else f"it takes {rule.NEEDS}"
    return Naive(bool(ground), ground, missing, power, momentum(motion, missing, ways), arises, remark)


def blind(system: System) -> bool:
    """Is there a kinetic energy alone, with coefficients that vary, of which nobody knows whether they are masses?

    Of what is closed everybody knows: nothing is exchanged.
    """
    silent = (b for b in system.bodies if getattr(b, "mass", None) is None and not getattr(b, "closed", False))
    energies = [b.kinetic for b in silent]
    moving = [e.diff(u, w) for e in energies for u in system.u for w in system.u]
    return any(s for e in moving for s in e.free_symbols if isinstance(s, Coordinate | Rate | Time))

"""The first vibration mode w(σ) of a bar clamped at 0 and free at 1, with w(1) = 1.

w = ½ [ cosh βσ − cos βσ − s (sinh βσ − sin βσ) ] ,   cos β cosh β = −1 ,   s = (sinh β − sin β)/(cosh β + cos β)

k_U = ½ ∫ w″² = β⁴/8 ,   k_W = ∫ w = s/β ,   k_T = ½ ∫ (1 − σ)² w′² ,   Φ = ∫ (1 − σ) w′²
∫ w² = ¼ ,   ∫ (1 − σ) w w′ = ⅛
"""

from dataclasses import dataclass
from functools import cache

import mpmath as mp

DIGITS = 30


@dataclass(frozen=True)
class Mode:
    """β and the integrals of the mode."""

    beta: float
    k_U: float
    k_T: float
    k_W: float
    Phi: float


@cache
def first_mode() -> Mode:
    """Computed to many digits, and rounded."""
    with mp.workdps(DIGITS):
        β = mp.findroot(lambda x: mp.cos(x) * mp.cosh(x) + 1, 1.875)
        s = (mp.sinh(β) - mp.sin(β)) / (mp.cosh(β) + mp.cos(β))

        def slope(σ: mp.mpf) -> mp.mpf:
            x = β * σ
            return β / 2 * (mp.sinh(x) + mp.sin(x) - s * (mp.cosh(x) - mp.cos(x)))

        k_T = mp.quad(lambda σ: ((1 - σ) * slope(σ)) ** 2, [0, 1]) / 2
        Phi = mp.quad(lambda σ: (1 - σ) * slope(σ) ** 2, [0, 1])
        return Mode(float(β), float(β**4 / 8), float(k_T), float(s / β), float(Phi))

"""Mikičić's discrete model: linear systems with given A(t), their fundamental matrices, errors and orders."""

from functools import cache

import numpy as np
import sympy as sp

import varmass as vm
from reference import finds

t = vm.t
AIRY = [[0, 1], [-t, 0]], [[0], [1]]
EULER = [[0, 1], [-5 / t**2, -3 / t]], None
HALF = sp.Rational(1, 2)
GROWTH = sp.exp(t / 2)
GROWN = [[0, 1], [-4 / GROWTH, sp.Rational(-1, 2)]], [[0], [1 / GROWTH]]
CARRIED = [[0, 1], [-4 / GROWTH, 0]], None
ROW, COLUMN = (lambda place: int(place[0]) - 1), (lambda place: int(place[1]) - 1)


@cache
def transition(name, t0, t1):
    return vm.discrete_model(*{"airy": AIRY, "euler": EULER, "w0": GROWN, "wv": CARRIED}[name]).transition(t0, t1)


@finds("ltv.airy.0_1.11", "airy", 0, 1, "11")
@finds("ltv.airy.0_1.21", "airy", 0, 1, "21")
@finds("ltv.airy.step.11", "airy", 0.5, 0.75, "11")
@finds("ltv.airy.step.12", "airy", 0.5, 0.75, "12")
@finds("ltv.airy.step.21", "airy", 0.5, 0.75, "21")
@finds("ltv.euler.1_2.11", "euler", 1, 2, "11")
@finds("ltv.expmass.w0.12", "w0", 0, 1, "12")
@finds("ltv.expmass.w0.21", "w0", 0, 1, "21")
@finds("ltv.expmass.w0.22", "w0", 0, 1, "22")
@finds("ltv.expmass.wv.12", "wv", 0, 1, "12")
@finds("ltv.expmass.wv.21", "wv", 0, 1, "21")
def entry(name, t0, t1, place):
    return transition(name, t0, t1)[ROW(place), COLUMN(place)]


@finds("ltv.expmass.w0.F.11", GROWN, 0)
@finds("ltv.expmass.w0.F.21", GROWN, 1)
@finds("ltv.airy.F.11", AIRY, 0)
def pushed(system, row):
    return vm.discrete_model(*system, u=1.0).run([0, 0], 0, 1)[1][row, -1]


@finds("mikicic.airy.m3.21", "21")
@finds("mikicic.airy.m3.22", "22")
def printed(place):
    return float(exactly(AIRY, 3, HALF, HALF / 2)[ROW(place), COLUMN(place)])


@finds("mikicic.airy.err.m1", 1)
@finds("mikicic.airy.err.m2", 2)
def airy_error(m):
    return np.abs(vm.discrete_model(*AIRY, order=m).E(0.5, 0.25) - transition("airy", 0.5, 0.75)).max()


@finds("mikicic.airy.order.m1", 1)
@finds("mikicic.airy.order.m2", 2)
@finds("mikicic.airy.order.m4", 4)
def airy_order(m):
    errors = (largest(exactly(AIRY, m, HALF, T) - exactly(AIRY, 14, HALF, T)) for T in (HALF**10, HALF**11))
    return float(sp.log(next(errors) / next(errors), 2).evalf(30))


@finds("mikicic.airy.glob.m2", 2)
@finds("mikicic.airy.glob.m3", 3)
def airy_global(m):
    return float(largest(product(AIRY, m, 0, 64) - product(AIRY, 24, 0, 8)))


@finds("mikicic.euler.err.T0.5.m4", 0.5, 4)
@finds("mikicic.euler.err.T0.5.m8", 0.5, 8)
@finds("mikicic.euler.err.T0.5.m16", 0.5, 16)
@finds("mikicic.euler.err.T1.5.m4", 1.5, 4)
@finds("mikicic.euler.err.T1.5.m16", 1.5, 16)
@finds("mikicic.euler.err.T1.5.m32", 1.5, 32)
def euler_error(T, m):
    return np.abs(vm.discrete_model(*EULER, order=m, step=T).E(1) - transition("euler", 1, 1 + T)).max()


@finds("mikicic.euler.err.T0.5.m32")
def euler_error_below_round_off():
    return float(largest(exactly(EULER, 32, 1, HALF) - product(EULER, 24, 1, 32, 16)))


def exactly(system, m, t_, T):
    """E in rational numbers: what is compared here lies too near to round-off for others."""
    return vm.discrete_model(*system, order=m).formula(t_, T)[0]


def product(system, m, t0, parts, count=None):
    """Of so many steps, each an equal part of 1, to forty digits."""
    found = sp.eye(2)
    for k in range(count or parts):
        found = (exactly(system, m, t0 + sp.Rational(k, parts), sp.Rational(1, parts)) * found).evalf(40)
    return found


def largest(matrix):
    return max(map(abs, matrix.evalf(40)))

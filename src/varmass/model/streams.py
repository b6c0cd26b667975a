"""Streams: the mass that joins or leaves a body, and the absolute velocity w at which it does.

Every law of exchange is w = λ v + c, with v the velocity of the body:

    at_rest      λ = 0, c = 0       picked up from, or left at, rest
    with_body    λ = 1, c = 0       leaves or joins with the body's own velocity
    absolute(w)  λ = 0, c = w       known in the inertial frame
    relative(c)  λ = 1              known as seen from the body (a jet)
    ratio(λ)            c = 0
    transfer(e)  λ = e/2, c = 0     e = 0 inelastic pick-up from rest … e = 1 lossless
"""

import inspect
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model.calls import stated
from varmass.model.values import Vector, scalar, vector

ZERO = (sp.S.Zero,)


@dataclass(frozen=True)
class Exchange:
    """w = λ v + c."""

    ratio: sp.Expr
    offset: Vector

    def velocity(self, v: Any) -> tuple[Any, ...]:
        """w for a body of velocity v."""
        c = self.offset if len(self.offset) == len(v) else self.offset * len(v)
        return tuple(self.ratio * v_x + c_x for v_x, c_x in zip(v, c, strict=True))


@dataclass(frozen=True)
class Stream:
    """Mass joining (ṁ > 0) by one law and leaving by another, or by the same."""

    gain: Exchange
    loss: Exchange
    mass: sp.Expr | None = None
    name: str = "stream"

    @property
    def switches(self) -> bool:
        """Does w depend on the sign of ṁ?"""
        return self.gain != self.loss


def _stream(ratio: Any, offset: Vector, mass: Any, name: str) -> Stream:
    law = Exchange(scalar(ratio, f"the velocity ratio of {name!r}"), offset)
    return Stream(law, law, None if mass is None else scalar(mass, f"the mass of {name!r}"), name)


@stated
def at_rest(*, mass: Any = None, name: str = "at rest") -> Stream:
    """Mass taken from rest, or left at rest: w = 0."""
    return _stream(0, ZERO, mass, name)


@stated
def with_body(*, mass: Any = None, name: str = "with the body") -> Stream:
    """Mass that has the body's own velocity as it passes: w = v."""
    return _stream(1, ZERO, mass, name)


@stated
def absolute(w: Any, *, mass: Any = None, name: str = "absolute") -> Stream:
    """Mass with velocity w in the inertial frame."""
    return _stream(0, vector(w, f"the velocity of {name!r}"), mass, name)


@stated
def relative(c: Any, *, mass: Any = None, name: str = "jet") -> Stream:
    """Mass with velocity c as seen from the body: w = v + c."""
    return _stream(1, vector(c, f"the relative velocity of {name!r}"), mass, name)


@stated
def ratio(lam: Any, *, mass: Any = None, name: str = "ratio") -> Stream:
    """Mass with a fixed fraction of the body's velocity: w = λ v."""
    return _stream(lam, ZERO, mass, name)


@stated
def transfer(e: Any, *, mass: Any = None, name: str = "transfer") -> Stream:
    """Exchange with matter at rest, from inelastic (e = 0) to lossless (e = 1): w = (e/2) v."""
    return _stream(scalar(e, "the transfer coefficient") / 2, ZERO, mass, name)


@stated
def by_sign(gain: Stream, loss: Stream, *, mass: Any = None, name: str = "by sign") -> Stream:
    """One law while mass is gained, another while it is lost."""
    for side, given in (("gain", gain), ("loss", loss)):
        if given.mass is not None or given.switches:
            raise ModelError(
                f"the {side} of {name!r} is more than a law",
                expected="a stream with one law and no mass of its own",
                got=f"{given.name!r} by sign itself" if given.switches else f"{given.name!r} with mass {given.mass}",
                hint="several streams, each with mass=" if given.switches else "by_sign(…, …, mass=…)",
            )
    whole = None if mass is None else scalar(mass, f"the mass of {name!r}")
    return replace(gain, loss=loss.loss, mass=whole, name=name)


USUAL = frozenset(
    inspect.signature(law).parameters["name"].default
    for law in (at_rest, with_body, absolute, relative, ratio, transfer, by_sign)
)


def told_apart(streams: tuple[Stream, ...]) -> tuple[Stream, ...]:
    """Streams to which nobody gave a name are numbered where two have the usual one: 'at rest', 'at rest 2'."""
    taken, found = {s.name for s in streams}, []
    for i, s in enumerate(streams):
        if s.name in USUAL and s.name in (earlier.name for earlier in streams[:i]):
            number = next(n for n in count(2) if f"{s.name} {n}" not in taken)
            s = replace(s, name=f"{s.name} {number}")
            taken.add(s.name)
        found.append(s)
    return tuple(found)

"""A system on one screen."""

from typing import Any

from varmass.model.dimensions import dimension
from varmass.model.parts import Energies, Force, GeneralisedForce, Gravity, Particle, Volume


def screen(system: Any) -> str:
    """Title, coordinates, parameters, and one line for each part."""
    lines = [system.title, ""]
    lines += [f"  coordinate  {_declared(q, system)}" for q in system.q]
    lines += [f"  parameter   {_declared(p, system)}" for p in system.parameters]
    lines += [""]
    for part in system.parts:
        lines += [f"  {line}" for line in _part(part)]
    return "\n".join(lines)


def _declared(s: Any, system: Any) -> str:
    unit = dimension(s, system.time)
    return f"{s.name:<12} [{unit}]" + (f"  {s.meaning}" if s.meaning else "")


def _part(part: Any) -> list[str]:
    if isinstance(part, Particle):
        head = f"particle {part.name!r}: m = {part.mass} at P = {_vector(part.position)}"
        return [head, *(f"    stream {_stream(s)}" for s in part.streams)]
    if isinstance(part, Volume):
        how = f"P = {_vector(part.position)}" if part.position is not None else f"T = {part.kinetic}"
        return [f"volume {part.name!r}: m = {part.mass}, {how}", *(f"    port {_port(p)}" for p in part.ports)]
    if isinstance(part, Energies):
        return [f"energies only{', closed' if part.closed else ''}: T = {part.kinetic}"]
    if isinstance(part, Gravity):
        return [f"gravity: g = {_vector(part.acceleration)}"]
    if isinstance(part, Force):
        return [f"force {part.name!r} on {part.on!r}: f = {_vector(part.force)}"]
    if isinstance(part, GeneralisedForce):
        return [f"generalised force {part.name!r} on {part.on}: Q = {part.force}"]
    kind = type(part).__name__.lower()
    e = getattr(part, "energy", None) or getattr(part, "function", None) or getattr(part, "power", None)
    return [f"{kind} {part.name!r}: {e}"]


def _stream(s: Any) -> str:
    share = "" if s.mass is None else f" with mass {s.mass}"
    if s.switches:
        return f"{s.name!r}{share}: gain {_law(s.gain)}, loss {_law(s.loss)}"
    return f"{s.name!r}{share}: {_law(s.gain)}"


def _law(law: Any) -> str:
    parts = [f"({law.ratio})·v"] if law.ratio not in (0, 1) else ["v"] if law.ratio == 1 else []
    if any(c != 0 for c in law.offset):
        parts.append(_vector(law.offset))
    return "w = " + (" + ".join(parts) or "0")


def _port(p: Any) -> str:
    return (
        f"{p.name!r}: ρA = {p.density_area}, v = {_vector(p.velocity)}, u = {_vector(p.boundary)}, "
        f"n = {_vector(p.normal)}, τ = {_vector(p.traction)}"
    )


def _vector(v: Any) -> str:
    return str(v[0]) if len(v) == 1 else "[" + ", ".join(map(str, v)) + "]"

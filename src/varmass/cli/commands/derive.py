"""varmass derive CASE: the equations of motion, with every term's role and source."""

import json
import re
from pathlib import Path
from typing import Any

import click

from varmass.cli.signatures import CaseCommand, OneOf, stated
from varmass.errors import ValueRefused

FORMATS = ("text", "latex", "svg", "png", "json", "c")
ENDINGS = {".txt": "text", ".tex": "latex", ".svg": "svg", ".png": "png", ".json": "json", ".c": "c"}
TOGETHER = ("text", "latex", "json")
ON_THE_BOARD = ("text", "latex", "svg", "png")
OF_AN_INTEGRAL = (*ON_THE_BOARD, "json")


@click.command(cls=CaseCommand, short_help="The equations of motion of a case.")
@click.argument("case")
@click.option("--principle", metavar="NAME", help="A principle, or a naive rule (N0, N1, …).")
@click.option("--phase", metavar="NAME", help="Of a case in phases, this one only.")
@click.option("--steps", is_flag=True, help="The derivation as it would be written on the board.")
@click.option("--first-integral", is_flag=True, help="Of one coordinate: a Lagrangian, and what is constant.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--format", "kind", type=OneOf(FORMATS), help="Default: by the ending of FILE, else text.")
@click.option("--out", metavar="FILE", help="Write to FILE instead of the standard output.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    case: str,
    principle: str | None,
    phase: str | None,
    steps: bool,
    first_integral: bool,
    as_json: bool,
    kind: str | None,
    out: str | None,
) -> None:
    """The equations of motion of CASE, with the role and the source of every term, and the laws of its jumps.

    Options of the case are set as in `varmass run`; what is a symbol in the equations stays one.
    """
    from varmass.cli.output import deliver
    from varmass.model.phases import systems
    from varmass.show.target import writable

    path = None if out is None else writable(out)
    chosen = _chosen(kind, as_json, path)
    if steps and first_integral:
        raise ValueRefused(
            "a first integral is not derived on the board",
            expected="--steps or --first-integral",
            got="both",
            hint="--first-integral",
        )
    if steps:
        _refuse("steps", chosen, ON_THE_BOARD)
    if first_integral:
        _refuse("a first integral", chosen, OF_AN_INTEGRAL)
    what = _board if steps else _first_integral if first_integral else _equations
    system = stated(ctx, case).system
    laws = _laws(system, phase) if what is _equations and chosen in TOGETHER else ()
    deliver(_written(systems(system, phase), laws, what, principle, chosen, case), path)


def _chosen(kind: str | None, as_json: bool, path: Path | None) -> str:
    """The format that is asked for, by its name or by the ending of the file."""
    if as_json:
        _refuse("--json", kind or "json", ("json",))
        kind = "json"
    ending = ENDINGS.get(path.suffix if path else "")
    chosen = kind or ending or "text"
    if path is not None and ending not in (None, chosen):
        right = path.with_suffix(next(e for e, named in ENDINGS.items() if named == chosen))
        raise ValueRefused(
            f"{chosen} does not belong into {path.name}",
            expected=f"a name ending in {right.suffix}, or --format {ending}",
            got=f"--format {chosen} --out {path}",
            hint=f"--out {right}",
        )
    return chosen


def _refuse(what: str, kind: str, known: tuple[str, ...]) -> None:
    if kind not in known:
        raise ValueRefused(
            f"{what} cannot be written as {kind}",
            expected="one of " + ", ".join(known),
            got=kind,
            hint=f"--format {known[0]}",
        )


def _laws(system: Any, phase: str | None) -> tuple[Any, ...]:
    """The laws of the jumps of a case in phases."""
    from varmass.derive.jump_writing import jump_laws
    from varmass.model.phases import Phases

    return jump_laws(system, phase) if isinstance(system, Phases) else ()


def _written(
    found: dict[str, Any], laws: tuple[Any, ...], what: Any, principle: str | None, kind: str, name: str
) -> str | bytes:
    """What is asked of one system, or of all phases where they can stand one after another; then the jumps."""
    parts: dict[str, str | bytes] = {phase: what(system, principle, kind, name) for phase, system in found.items()}
    if len(parts) == 1 and not laws:
        return next(iter(parts.values()))
    if kind not in TOGETHER:
        raise ValueRefused(
            f"{name} has several phases",
            expected=f"one of them as {kind}: " + ", ".join(parts),
            got="all",
            hint=f"--phase '{next(iter(parts))}'",
        )
    from varmass.derive import jump_writing as jumps

    if kind == "json":
        from varmass.cli.output import as_json

        phases = {p: json.loads(text) for p, text in parts.items()}
        together = {"case": name, "phases": phases} if len(phases) > 1 else next(iter(phases.values()))
        return as_json({**together, **({"jumps": [jumps.as_dict(law) for law in laws]} if laws else {})})
    mark = "%" if kind == "latex" else "Phase"
    blocks = [f"{mark} {p}\n\n{text!s}" if len(parts) > 1 else f"{text!s}" for p, text in parts.items()]
    for law in laws:
        blocks.append(jumps.as_text(law) if kind == "text" else f"% {law.title}\n\n{jumps.as_latex(law)}")
    return "\n\n".join(blocks)


def _board(system: Any, principle: str | None, kind: str, name: str) -> str | bytes:
    from varmass.derive.steps import board

    if kind == "text":
        return board(system, principle)
    return _drawn(board(system, principle, latex=True), kind)


def _first_integral(system: Any, principle: str | None, kind: str, name: str) -> str | bytes:
    from varmass.cli.output import as_json
    from varmass.derive.inverse import first_integrals
    from varmass.derive.inverse_writing import as_dict, as_latex, as_text

    found = first_integrals(system, principle)
    if kind == "text":
        return as_text(found, system, principle)
    if kind == "json":
        return as_json({"case": name, **as_dict(found, system, principle)})
    return _drawn(as_latex(found), kind)


def _equations(system: Any, principle: str | None, kind: str, name: str) -> str | bytes:
    from varmass.cli.output import as_json
    from varmass.compile.source import in_c
    from varmass.derive.deriving import derive

    equations = derive(system, principle)
    if kind == "text":
        return str(equations.text())
    if kind == "json":
        return as_json({"case": name, **json.loads(equations.json())})
    if kind == "c":
        return in_c(equations, re.sub(r"\W", "_", Path(name).stem))
    return _drawn(equations.latex(), kind)


def _drawn(latex: str, kind: str) -> str | bytes:
    if kind == "latex":
        return latex
    from varmass.show import equation

    return equation.svg(latex) if kind == "svg" else equation.png(latex)

"""varmass stability CASE: whether rest, or a motion over one period, keeps what is small small."""

from typing import Any

import click

from varmass.cli.signatures import POSITIVE, CaseCommand, stated

SIGNS = {-1: "·", 0: "▒", 1: "█"}
PICTURES = (".png", ".svg", ".pdf")


@click.command(cls=CaseCommand, short_help="Eigenvalues, multipliers over a period, and stability charts.")
@click.argument("case")
@click.option("--time", type=float, default=0.0, metavar="T", help="The instant at which rest is looked at.")
@click.option("--period", type=POSITIVE, metavar="T", help="Multipliers over this period, of the motion at rest.")
@click.option("--over", multiple=True, metavar="NAME=FROM:TO:COUNT", help="One parameter: loci; two: a chart.")
@click.option("--plot", metavar="FILE", help="Draw the multipliers, or the chart, to FILE.png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the standard output.")
@click.pass_context
def command(ctx: click.Context, /, case: str, as_json: bool, plot: str | None, **how: Any) -> None:
    """Eigenvalues at the point of rest next to the start of CASE; with --period, Floquet's multipliers there.

    With --over once or twice, the same along a parameter of the system or over two of them; this needs --period.
    """
    from varmass.cli.output import print_json, save
    from varmass.show.plot import drawn
    from varmass.show.target import writable

    picture = None if plot is None else writable(plot, PICTURES)
    report, draw = _found(stated(ctx, case), **how)
    if picture is not None:
        save(picture, drawn(draw(), picture.suffix[1:]))
    if as_json:
        print_json({"case": case, **report})
    else:
        _print(report)


def _found(case: Any, time: float, period: float | None, over: tuple[str, ...]) -> tuple[dict[str, Any], Any]:
    """The numbers, and what draws them."""
    from varmass.analyse.chart import chart
    from varmass.analyse.periodic import floquet
    from varmass.analyse.stability import stability
    from varmass.cli.ranges import numbers
    from varmass.show.figures.curves import draw
    from varmass.show.figures.disturbances import chart as charted
    from varmass.show.figures.disturbances import loci

    pairs = [numbers(text, "--over") for text in over]
    given = dict(pairs)
    _refuse(case, period, given, len(pairs))
    rest = stability(case.system, case.values, case.start, time=time)
    if period is None:
        report: dict[str, Any] = {"point": rest.point, "eigenvalues": _pairs(rest.eigenvalues), "verdict": rest.verdict}
        return report, lambda: draw(loci(rest.eigenvalues, ""))
    if not given:
        one = floquet(case.system, case.values, rest.point, period, t0=time)
        report = {"point": rest.point, "period": period, "multipliers": _pairs(one.multipliers), "trace": one.trace}
        return {**report, "verdict": one.verdict}, lambda: draw(loci(one.multipliers))
    if len(given) == 1:
        ((name, x),) = given.items()
        each = [floquet(case.system, {**case.values, name: v}, rest.point, period, t0=time) for v in x.tolist()]
        listed = [{"at": v, "multipliers": _pairs(f.multipliers)} for v, f in zip(x.tolist(), each, strict=True)]
        return {"period": period, "over": name, "loci": listed}, lambda: draw(loci([f.multipliers for f in each], name))
    found = chart(case.system, case.values, rest.point, period, given, t0=time)
    report = {"period": period, "over": list(found.names), "x": found.x.tolist(), "y": found.y.tolist()}
    return {**report, "growth": found.growth.tolist(), "signs": found.signs.tolist()}, lambda: charted(found)


def _refuse(case: Any, period: float | None, given: dict[str, Any], count: int) -> None:
    from math import prod

    from varmass.cli.ranges import MOST
    from varmass.errors import ValueRefused
    from varmass.model.system import System

    if not isinstance(case.system, System):
        raise ValueRefused(
            "a motion in phases has no point of rest to judge",
            expected="a case of one system",
            got=case.system.title,
            hint="varmass variations, for how a disturbance of it grows",
        )
    if len(given) > 2 or len(given) < count or (given and period is None):
        raise ValueRefused(
            "this cannot be charted",
            expected="--period, and --over once, or twice with two parameters",
            got=f"{count} × --over of {len(given)} parameters" + ("" if period else ", no --period"),
            hint="--period 3.14159 --over k=0.1:2:40 --over epsilon=0:0.9:30",
        )
    points = prod(len(x) for x in given.values())
    if points > MOST:
        raise ValueRefused(
            "this chart has too many points",
            expected=f"at most {MOST}",
            got=str(points),
            hint="--over k=0.1:2:40 --over epsilon=0:0.9:30",
        )
    known = [p.name for p in case.system.parameters]
    for name in given:
        if name not in known:
            raise ValueRefused(
                f"there is no parameter {name!r}", expected="one of " + ", ".join(known), got=name, hint=known[0]
            )


def _pairs(values: Any) -> list[list[float]]:
    return [[float(z.real), float(z.imag)] for z in values]


def _print(report: dict[str, Any]) -> None:
    from varmass.show.words import number

    for name, value in report.get("point", {}).items():
        click.echo(f"at rest at {name} = {number(value, 12)}")
    for kind in ("eigenvalues", "multipliers"):
        for re, im in report.get(kind, []):
            click.echo(f"  {kind[:-1]}  {number(re, 12)} {'−' if im < 0 else '+'} {number(abs(im), 12)} i")
    for one in report.get("loci", []):
        largest = max(abs(complex(re, im)) for re, im in one["multipliers"])
        click.echo(f"  {report['over']} = {number(one['at'], 8)}   largest multiplier {number(largest, 8)}")
    for y, row in zip(report.get("y", []), report.get("signs", []), strict=True):
        click.echo(f"{number(y, 4):>12}  " + "".join(SIGNS.get(sign, "?") for sign in row))
    if "signs" in report:
        click.echo("· stable   ▒ marginal   █ unstable   ? no periodic motion")
    if "verdict" in report:
        click.echo(report["verdict"])

"""varmass variations CASE: how a small change of the start, or of a parameter, is found again at the end."""

from typing import Any

import click

from varmass.cli.signatures import POSITIVE, CaseCommand, stated

PICTURES = (".png", ".svg", ".pdf")


@click.command(cls=CaseCommand, short_help="How small changes of the start and of the parameters grow.")
@click.argument("case")
@click.option("--until", type=POSITIVE, metavar="T", help="End at the time T, and not where the case says.")
@click.option("--parameter", "by", multiple=True, metavar="NAME", help="Vary this parameter, too; by default all.")
@click.option("--sigma", multiple=True, metavar="NAME=X", help="A standard deviation of the start or of a parameter.")
@click.option("--symbols", is_flag=True, help="By our own A(t), and not by heyoka's variational equations.")
@click.option("--plot", metavar="FILE", help="Draw the growth over time to FILE.png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the standard output.")
@click.pass_context
def command(ctx: click.Context, /, case: str, as_json: bool, plot: str | None, **how: Any) -> None:
    """Print Φ and Ψ at the end of CASE, the slopes of its events, and, with --sigma, the deviations at the end."""
    from varmass.cli.output import print_json, save
    from varmass.show.figures.curves import draw
    from varmass.show.figures.disturbances import growth
    from varmass.show.plot import drawn
    from varmass.show.target import writable

    picture = None if plot is None else writable(plot, PICTURES)
    found = _found(stated(ctx, case), **how)
    report = _report(case, found, _deviations(how["sigma"]))
    if picture is not None:
        save(picture, drawn(draw(growth(found)), picture.suffix[1:]))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _found(case: Any, until: float | None, by: tuple[str, ...], symbols: bool, **_: Any) -> Any:
    from varmass.analyse.disturbance import disturbance
    from varmass.analyse.variations import variations
    from varmass.integrate.simulate import simulate_case

    wanted = list(by) or "all"
    if symbols:
        return disturbance(simulate_case(case, until), by=wanted)
    return disturbance(simulate_case(variations(case, by=wanted), until))


def _deviations(given: tuple[str, ...]) -> dict[str, float]:
    from varmass.cli.ranges import number
    from varmass.errors import ValueRefused

    found: dict[str, float] = {}
    for name, σ in (number(text, "--sigma") for text in given):
        if name in found:
            raise ValueRefused(
                f"--sigma is given for {name} twice",
                expected="one standard deviation for each name",
                got=f"{found[name]:g} and {σ:g}",
                hint=f"--sigma {name}={σ:g}",
            )
        found[name] = σ
    return found


def _report(name: str, found: Any, deviations: dict[str, float]) -> dict[str, Any]:
    import numpy as np

    from varmass.analyse.spread import spread

    run, Φ, Ψ = found.run, found.Phi(), found.Psi()
    events = {event: found.event(event) for event, hits in run.t_events.items() if len(hits)}
    slopes = {event: dict(zip(found.names, x.g.tolist(), strict=True)) for event, x in events.items()}
    report: dict[str, Any] = {
        "case": name,
        "values": run.values,
        "message": run.message,
        "t": float(run.t[-1]),
        "states": list(run.legs[-1].names),
        "start": list(run.legs[0].names),
        "parameters": [p.name for p in found.by],
        "Phi": Φ.tolist(),
        "Psi": Ψ.tolist(),
        "growth": np.linalg.svd(Φ, compute_uv=False).tolist(),
        "events": {event: {"t": x.value, "slopes": slopes[event]} for event, x in events.items()},
    }
    if deviations:
        report["deviations"] = spread(found, deviations).deviations
    return report


def _print(report: dict[str, Any]) -> None:
    from varmass.derive.writing import dotted
    from varmass.show.words import number

    click.echo(report["message"])
    for title, columns, rows in (("Φ", report["start"], report["Phi"]), ("Ψ", report["parameters"], report["Psi"])):
        if columns:
            click.echo(f"\n{title:<14}" + "".join(f"{dotted(c):>16}" for c in columns))
            for state, row in zip(report["states"], rows, strict=True):
                click.echo(f"{dotted(state):<14}" + "".join(f"{number(x, 8):>16}" for x in row))
    click.echo("\nlargest growth  " + number(report["growth"][0], 8))
    for event, x in report["events"].items():
        said = ", ".join(f"{number(s, 6)} by {dotted(name)}" for name, s in x["slopes"].items() if s)
        click.echo(f"{event}: t = {number(x['t'], 12)}" + (f", with the slopes {said}" if said else ""))
    for state, σ in report.get("deviations", {}).items():
        click.echo(f"deviation of {dotted(state)}: {number(σ, 8)}")

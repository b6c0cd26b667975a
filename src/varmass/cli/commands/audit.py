"""varmass audit CASE: every principle, every naive rule, and somebody else's equation."""

import click

from varmass.cli.signatures import CaseCommand, stated


@click.command(cls=CaseCommand, short_help="Every principle and every naive rule on a case, and a claim.")
@click.argument("case")
@click.option("--claim", metavar='"EXPR = 0"', help='An equation to be judged, as in "y*y.ddot + y.dot**2 - g*y = 0".')
@click.option("--phase", metavar="NAME", help="Of a case in phases, this one only.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the standard output.")
@click.pass_context
def command(ctx: click.Context, case: str, claim: str | None, phase: str | None, as_json: bool) -> None:
    """Do all principles agree on CASE, which naive rules would be right, and what do the others miss?

    With --claim an equation of somebody else is judged: proper, a naive rule by its name, or unknown,
    with what repairs it.  A case in phases is audited phase by phase.
    """
    from varmass.cli.output import print_json
    from varmass.derive.audit import audit
    from varmass.model.phases import systems

    found = {name: audit(s, claim=claim) for name, s in systems(stated(ctx, case).system, phase).items()}
    if as_json:
        each = {name: one.to_dict() for name, one in found.items()}
        print_json({"case": case, **next(iter(each.values())), **({"phases": each} if len(each) > 1 else {})})
    else:
        click.echo("\n\n".join(f"Phase {name}\n\n{one}" if name else str(one) for name, one in found.items()))

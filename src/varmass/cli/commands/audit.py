"""varmass audit CASE: every principle, every naive rule, and somebody else's equation."""

import click

from varmass.cli.signatures import CaseCommand, stated


@click.command(cls=CaseCommand, short_help="Every principle and every naive rule on a case, and a claim.")
@click.argument("case")
@click.option("--claim", metavar='"EXPR = 0"', help='An equation to be judged, as in "y*y.ddot + y.dot**2 - g*y = 0".')
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the standard output.")
@click.pass_context
def command(ctx: click.Context, case: str, claim: str | None, as_json: bool) -> None:
    """Do all principles agree on CASE, which naive rules would be right, and what do the others miss?

    With --claim an equation of somebody else is judged: proper, a naive rule by its name, or unknown,
    with what repairs it.
    """
    from varmass.cli.output import print_json
    from varmass.derive.audit import audit

    found = audit(stated(ctx, case).system, claim=claim)
    if as_json:
        print_json({"case": case, **found.to_dict()})
    else:
        click.echo(str(found))

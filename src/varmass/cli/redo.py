"""One case redone: derived, audited, run, drawn; everything that its part of the page and of the numbers shows."""

from typing import Any

from varmass.cli.report import errors, report
from varmass.cli.signatures import signed


def redo(name: str) -> dict[str, Any]:
    """All of one case with its defaults; `failure` says what went wrong, if anything did."""
    function = signed(name)
    problem = (function.__globals__.get("__doc__") or name).strip()
    entry: dict[str, Any] = {"name": name, "title": problem.splitlines()[0].rstrip("."), "problem": problem}
    try:
        case = function()
        entry |= _derived(case.system) | _ran(name, case) | {"audit": _audited(case.system), "failure": None}
    except Exception as error:
        entry["failure"] = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return entry


def numbers(entry: dict[str, Any]) -> dict[str, Any]:
    """What a script reads: no pictures."""
    if entry["failure"]:
        return {"case": entry["name"], "failure": entry["failure"]}
    audit = entry["audit"]
    return {
        **entry["run"],
        "errors": entry["errors"],
        "equations": entry["equations"],
        "derived_by": entry["principle"],
        "principles": audit["principles"],
        "naive": {rule: "right" if right else "wrong" for rule, (right, _) in audit["naive"].items()},
    }


def _derived(system: Any) -> dict[str, Any]:
    from varmass.derive.deriving import derive
    from varmass.derive.tidy import tidy
    from varmass.derive.writing import as_latex, dotted, equation, law, plain
    from varmass.show.inline import formula

    equations = derive(system)
    rows = [equation(equations, j) for j in range(len(system.q))]
    spoken = "\n".join(f"{dotted(e.lhs)} = {dotted(e.rhs)}" for e in rows)
    terms = [
        {
            "role": term.role,
            "source": term.source,
            "law": law(term.law, equations, term.j),
            "expression": dotted(tidy(equations.expression(term))),
        }
        for term in equations.terms
    ]
    return {
        "principle": equations.principle,
        "equations": [f"{plain(e.lhs)} = {plain(e.rhs)}" for e in rows],
        "equation": formula(as_latex(equations), spoken),
        "terms": terms,
    }


def _ran(name: str, case: Any) -> dict[str, Any]:
    from varmass.integrate.simulate import simulate_case
    from varmass.show.inline import inline
    from varmass.show.plot import drawn, plot

    run = simulate_case(case)
    figure = drawn(plot(run, columns=1, width=4.2, titled=False), "svg", transparent=True).decode()
    label = f"{case.system.title}: {', '.join(run.names)} over time"
    return {"run": report(name, case, run), "errors": errors(case, run), "figure": inline(figure, name, label)}


def _audited(system: Any) -> dict[str, Any]:
    from varmass.derive.audit import audit
    from varmass.derive.writing import brief

    found = audit(system)
    return {
        "principles": {name: verdict.status for name, verdict in found.principles.items()},
        "outside": found.outside,
        "naive": {
            name: (rule.right, "" if rule.right else ", ".join(map(brief, rule.missing)))
            for name, rule in found.naive.items()
        },
    }

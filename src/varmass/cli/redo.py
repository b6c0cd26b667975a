"""One case redone: derived, audited, run, drawn; everything that its part of the page and of the numbers shows."""

from typing import Any

from varmass.cli.report import errors, report
from varmass.cli.signatures import meaning, measures, signed


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


def _derived(stated: Any) -> dict[str, Any]:
    """The equations of the system, or of each phase one after another."""
    from varmass.derive.deriving import derive
    from varmass.derive.writing import as_latex, dotted, equation, plain
    from varmass.model.phases import systems
    from varmass.show.inline import formula

    found: dict[str, Any] = {"principle": "", "equations": [], "equation": "", "terms": []}
    for phase, system in systems(stated).items():
        equations = derive(system)
        rows = [equation(equations, j) for j in range(len(system.q))]
        spoken = "\n".join(f"{dotted(e.lhs)} = {dotted(e.rhs)}" for e in rows)
        found["principle"] = equations.principle
        found["equations"] += [f"{plain(e.lhs)} = {plain(e.rhs)}" for e in rows]
        found["equation"] += formula(as_latex(equations), spoken)
        found["terms"] += [_term(equations, term, phase) for term in equations.terms]
    return found


def _term(equations: Any, term: Any, phase: str) -> dict[str, str]:
    from varmass.derive.tidy import tidy
    from varmass.derive.writing import dotted, law

    return {
        "role": term.role,
        "source": f"{term.source} ({phase})" if phase else term.source,
        "law": law(term.law, equations, term.j),
        "expression": dotted(tidy(equations.expression(term))),
    }


def _ran(name: str, case: Any) -> dict[str, Any]:
    from varmass.integrate.simulate import simulate_case
    from varmass.show.inline import inline
    from varmass.show.plot import drawn, files, plot

    run, explained = simulate_case(case), measures(name)
    figure = drawn(plot(run, columns=1, width=4.2, titled=False), "svg", transparent=True).decode()
    label = f"{case.system.title}: {', '.join(run.names)} over time"
    return {
        "run": report(name, case, run),
        "measured": {measure: meaning(measure, explained) for measure in case.measures},
        "errors": errors(case, run),
        "figure": inline(figure, name, label),
        "files": files(plot(run)),
    }


def _audited(stated: Any) -> dict[str, Any]:
    """The audit of the system, or of all phases together: what holds has to hold in each of them."""
    from varmass.derive.audit import audit
    from varmass.derive.writing import brief
    from varmass.model.phases import systems

    found: dict[str, Any] = {"principles": {}, "outside": {}, "naive": {}}
    for system in systems(stated).values():
        one = audit(system)
        for name, verdict in one.principles.items():
            seen = found["principles"].get(name, verdict.status)
            found["principles"][name] = verdict.status if seen == "proved" else seen
        found["outside"] |= one.outside
        for name, rule in one.naive.items():
            if found["naive"].get(name, (True, ""))[0]:
                found["naive"][name] = (rule.right, "" if rule.right else ", ".join(map(brief, rule.missing)))
    return found

"""One case redone: derived, audited, run, drawn; everything that its part of the page and of the numbers shows."""

from html import escape
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
        **({"jumps": entry["jumps"]} if entry["jumps"] else {}),
        "principles": audit["principles"],
        "naive": {rule: "right" if right else "wrong" for rule, (right, _) in audit["naive"].items()},
    }


def _derived(stated: Any) -> dict[str, Any]:
    """The equations of the system, or of each phase one after another, and the laws of the jumps between them."""
    from varmass.derive.deriving import derive
    from varmass.derive.equations_writing import equation, rows
    from varmass.derive.jump_writing import as_dict, as_latex, jump_laws
    from varmass.derive.jump_writing import spoken as said
    from varmass.derive.writing import plain
    from varmass.model.phases import Phases, systems
    from varmass.show.inline import formula

    found: dict[str, Any] = {"principle": "", "equations": [], "equation": "", "terms": [], "jumps": []}
    for phase, system in systems(stated).items():
        equations = derive(system)
        each = [equation(equations, j) for j in range(len(system.q))]
        spoken = "\n".join(row for e in each for row in rows(e))
        found["principle"] = equations.principle
        found["equations"] += [f"{plain(e.lhs)} = {plain(e.rhs)}" for e in each]
        found["equation"] += _caption(phase) + formula(equations.latex(), spoken)
        found["terms"] += [_term(term, phase) for term in equations.terms]
    for law in jump_laws(stated) if isinstance(stated, Phases) else ():
        found["jumps"].append(as_dict(law))
        found["equation"] += _caption(f"Jump at {law.title}") + formula(as_latex(law), said(law))
    return found


def _caption(text: str) -> str:
    """What a formula is about, where there are several."""
    return f'<p class="quiet">{escape(text)}</p>\n' if text else ""


def _term(term: Any, phase: str) -> dict[str, str]:
    from varmass.derive.tidy import tidy
    from varmass.derive.writing import dotted

    return {
        "role": term.role,
        "source": f"{term.origin} ({phase})" if phase else term.origin,
        "law": term.law,
        "expression": dotted(tidy(term.expression)),
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
            right, told = found["naive"].get(name, (True, "not yet looked at"))
            if right and (told or not rule.right):
                missing = ", ".join(map(brief, rule.missing))
                found["naive"][name] = (rule.right, rule.remark if rule.right or rule.remark else missing)
    return found

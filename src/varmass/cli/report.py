"""The numbers of a run, as scripts read them."""

import math
import os
from typing import Any


def report(name: str, case: Any, run: Any) -> dict[str, Any]:
    """The object of the contract.  A number that does not exist is None, and the message says which and why."""
    from varmass.integrate.accounts import KINDS

    state = {s: float(run.final(s)) for s in run.legs[-1].names}
    measures, remarks = measured(case, run)
    ledger = run.ledger()
    closure = {"energy_closure": ledger.energy_closure, "momentum_closure": ledger.momentum_closure}
    named = {f"final {s}": x for s, x in state.items()} | {k.replace("_", " "): x for k, x in closure.items()}
    if not any(map(ledger.keeps, KINDS[1:])):
        del named["momentum closure"]
        remarks.append("Of a mesh ida accounts for the energy alone.")
    remarks += [f"The {name} is not a finite number." for name, x in named.items() if not math.isfinite(x)]
    return {
        "case": name,
        "values": run.values,
        "principle": run.principle,
        "engine": run.engine,
        "outcome": run.outcome.word,
        "message": " ".join([run.message, *remarks]),
        "t": float(run.t[-1]),
        "state": state,
        "measures": measures,
        "ledger": closure,
        **({"phases": phases(run)} if run.jumps else {}),
    }


def phases(run: Any) -> list[dict[str, Any]]:
    """The legs of a run: which phase, from when to when, and the event that ended it."""
    ends = [*(jump.event for jump in run.jumps), ""]
    return [
        {"name": leg.phase, "start": float(leg.t[0]), "end": float(leg.t[-1]), "switch": end}
        for leg, end in zip(run.legs, ends, strict=True)
    ]


def measured(case: Any, run: Any) -> tuple[dict[str, float | None], list[str]]:
    """Each measure of the case, and a sentence for each that this run does not have."""
    found: dict[str, float | None] = {}
    remarks = []
    for name, measure in case.measures.items():
        try:
            value, why = float(measure(run)), "what it speaks of was not met, or it is no finite number"
        except Exception as error:
            if os.environ.get("VARMASS_DEBUG"):
                raise
            value, why = math.nan, f"{type(error).__name__}: {' '.join(str(error).split())}"
        found[name] = value if math.isfinite(value) else None
        if found[name] is None:
            remarks.append(f"This run has no {name!r} ({why}).")
    return found, remarks


def errors(case: Any, run: Any) -> dict[str, float]:
    """Largest difference from the closed form, relative to the largest value, where the case states one."""
    import numpy as np

    found = {}
    for name, exact in case.exact.items():
        true, ours = np.asarray(exact(run), dtype=float), run.state(name)
        size = float(np.max(np.abs(true)))
        found[name] = float(np.max(np.abs(ours - true))) / (size or 1.0)
    return found

"""A clamped bar in Exudyn: cables of the absolute nodal coordinate formulation, in the plane."""

import warnings
from typing import Any

import exudyn as exu
from exudyn import beams
from exudyn.itemInterface import Cable2D

INTEGRATION = 2  # reduced, the one that converges best
TOLERANCE, RADIUS = 1e-6, 0.9  # of Newton's method, below which round-off of E h is met; of the generalised-α method


def tip_of_bar(values: dict[str, float], E_h: float, elements: int, steps: int, end: float) -> Any:
    """Where the tip of the bar is at `end`, let go straight and at rest."""
    from math import cos, sin

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        container = exu.SystemContainer()
        system = container.AddSystem()
        cable = Cable2D(
            physicsMassPerLength=values["rho"],
            physicsBendingStiffness=values["a"],
            physicsAxialStiffness=E_h,
            useReducedOrderIntegration=INTEGRATION,
        )
        g, α = values["g"], values["alpha"]
        made = beams.GenerateStraightLineANCFCable2D(
            system,
            [0, 0, 0],
            [values["L"], 0, 0],
            elements,
            cable,
            massProportionalLoad=[g * cos(α), g * sin(α), 0],
            fixedConstraintsNode0=[1, 1, 1, 1],
        )
        system.Assemble()
        system.SolveDynamic(_settings(steps, end), showHints=False)
    return system.GetNodeOutput(made[0][-1], exu.OutputVariableType.Position)[:2]


def _settings(steps: int, end: float) -> Any:
    found = exu.SimulationSettings()
    run = found.timeIntegration
    run.endTime, run.numberOfSteps, run.verboseMode = end, steps, 0
    run.newton.useModifiedNewton = True
    run.newton.relativeTolerance = run.newton.absoluteTolerance = TOLERANCE
    run.generalizedAlpha.spectralRadius = RADIUS
    found.solutionSettings.writeSolutionToFile = False
    return found

"""The slides on the dancing rod: a non-material description, simulations, and a model of two coordinates."""

TITLE = "Dancing rod problem in the context of Lagrangian mechanics"
SOURCE = (
    "Yu. Vetyukov, A. Humer, EURODYN 2023, XII International Conference on Structural Dynamics, Delft, 2–5 July 2023."
)
CHAPTERS = ("model", "finite_elements", "simulations", "convergence", "ritz")

"""The Lagrange equations for mass that varies with position, in offshore engineering: moon-pool, impact, cable."""

TITLE = "The Lagrange equations for systems with mass varying explicitly with position"
SOURCE = "C. P. Pesce, E. A. Tannuri, L. Casetta, J. Braz. Soc. Mech. Sci. & Eng. 28 (2006) 496–504."
CHAPTERS = (
    "nomenclature",
    "extended_equations",
    "water_column",
    "water_column_lagrange",
    "impact",
    "sphere",
    "cable",
    "cable_deployed",
    "conclusions",
)

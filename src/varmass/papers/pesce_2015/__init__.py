"""The lecture on the mechanics of systems of variable mass: particle, chain, tower, and the offshore appendix."""

TITLE = "A mecânica de sistemas de massa variável (the mechanics of variable-mass systems)"
SOURCE = "C. P. Pesce, lecture in Mecânica II, PME 3200, Escola Politécnica, Universidade de São Paulo, 18 June 2015."
CHAPTERS = (
    "literature",
    "particle",
    "chain",
    "chain_falls",
    "tower",
    "twin_towers",
    "derivations",
    "cable",
    "column",
    "impact",
    "marked_incorrect",
)

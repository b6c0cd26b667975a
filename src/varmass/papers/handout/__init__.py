"""A handout of a course on vibrations, on analytical mechanics: work, virtual work, d'Alembert, Hamilton, Lagrange."""

TITLE = "Elements of analytical mechanics"
SOURCE = "MEEN 617, Handout 4a; neither author nor year is in the text."
CHAPTERS = ("work_and_energy", "virtual_work", "dalembert", "hamilton", "lagrange", "damping")

"""A paper on the disturbed motion of systems of variable mass: its equations, their normal form, its discrete model."""

TITLE = "Variational equations of motion of the mechanical system of variable mass and their integration"
SOURCE = "D. J. Mikičić, Faculty of Electrical Engineering, Belgrade; received 13 November 1984."
CHAPTERS = ("disturbed_motion", "variational_equations", "normal_form", "series", "discrete_model")

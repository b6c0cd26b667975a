"""The principles: independent routes from a system to its equations of motion, one file each.

A member has `terms(motion)`, the terms of the residual in the order of its displayed equation, and
`board(motion)`, what a person writes on the board before them.
"""

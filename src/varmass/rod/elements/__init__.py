"""Elements: how a rod is approximated, one file each.

A member has `element(n)`, which states fields, velocity and energies in letters; see `angle.py`.
"""

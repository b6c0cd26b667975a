"""Elements: how a rod is approximated, one file each.

A member states its fields on a mesh, its velocity and its curvature in letters; `angle.py` shows how.
"""

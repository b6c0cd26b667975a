"""The engines, one file each.

A member has `TOLERANCE`, its default, and `prepare(problem)`, which returns a compiled model with
`run(values, x0, span, dense, progress)` → Path.  One that cannot take over where another system ends says `ALONE`.
"""

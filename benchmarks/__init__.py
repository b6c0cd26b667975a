"""Speed, measured side by side in one process: a shelf of benchmarks, one file each.

A member has `measure()`, which yields a `Rival` for each contestant and scale.  Every contestant solves the same
equations of motion.  Nothing here is a test: a number belongs to the machine that it was measured on, a ratio less.
"""

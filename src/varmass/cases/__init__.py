"""Worked examples, one file each: a function `case` whose signature is its options and whose docstring is the problem."""

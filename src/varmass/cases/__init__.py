"""Worked examples, one file each: a function `case`; its signature is the options, the docstring the problem."""

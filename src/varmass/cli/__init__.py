"""varmass on the command line: a reading of signatures.  Nothing heavy is imported before a command needs it."""

from varmass.cli.door import Door

main = Door(
    name="varmass",
    help="""Equations of motion for systems whose mass is not constant: derived, audited, run, shown.

    CASE is a name from `varmass list`, or the path of a Python file of your own with a function `case(...)`;
    `varmass run CASE --help` shows the options that it takes.

    Exit codes: 0 done, 2 a mistake that you can mend (said in four lines: what, expected, got, try), 1 our failure.
    """,
)

"""Worked examples, one file each: a function `case`; its signature is the options, the docstring the problem.

The folders named in VARMASS_CASES belong to the shelf as well.
"""

import os

__path__ += filter(None, os.environ.get("VARMASS_CASES", "").split(os.pathsep))

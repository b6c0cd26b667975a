"""The order of convergence that errors show: p of  error ~ C h^p, by least squares over ln h."""

from collections.abc import Sequence

import numpy as np


def observed_order(h: Sequence[float], errors: Sequence[float]) -> float:
    """The slope of ln error over ln h."""
    return float(np.polyfit(np.log(np.asarray(h, float)), np.log(np.asarray(errors, float)), 1)[0])

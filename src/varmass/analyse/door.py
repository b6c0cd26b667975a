"""What `varmass` takes from this room."""

from varmass.analyse.chart import chart
from varmass.analyse.discrete_model import discrete_model
from varmass.analyse.disturbance import disturbance
from varmass.analyse.lyapunov import lyapunov
from varmass.analyse.periodic import floquet
from varmass.analyse.sensitivity import sensitivity
from varmass.analyse.spread import spread
from varmass.analyse.stability import stability
from varmass.analyse.variations import variations

__all__ = [
    "discrete_model",
    "disturbance",
    "floquet",
    "lyapunov",
    "sensitivity",
    "spread",
    "stability",
    "chart",
    "variations",
]

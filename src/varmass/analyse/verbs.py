"""What `varmass` takes from this room."""

from varmass.analyse.discrete_model import discrete_model
from varmass.analyse.disturbance import disturbance
from varmass.analyse.variations import variations

__all__ = ["discrete_model", "disturbance", "variations"]

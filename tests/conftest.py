"""One Hypothesis profile for all tests: the same examples every time, and no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "varmass", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("varmass")

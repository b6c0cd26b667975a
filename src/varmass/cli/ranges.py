"""Numbers by name as they are typed: NAME=X, and NAME=FROM:TO:COUNT."""

from typing import Any

from varmass.errors import ValueRefused

MOST = 10_000  # numbers of a range, and points of a chart


def number(text: str, option: str) -> tuple[str, float]:
    """NAME=X."""
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise _refused(text, option, "NAME=X", f"{option} u1=10") from None


def numbers(text: str, option: str) -> tuple[str, Any]:
    """NAME=FROM:TO:COUNT."""
    import numpy as np

    name, _, rest = text.partition("=")
    try:
        first, last, count = rest.split(":")
        found = np.linspace(float(first), float(last), min(int(count), MOST + 1))
    except ValueError:
        raise _refused(text, option, "NAME=FROM:TO:COUNT", f"{option} k=0.1:2:40") from None
    if len(found) < 2 or not np.isfinite(found).all():
        raise _refused(text, option, "two or more finite numbers", f"{option} k=0.1:2:40")
    if len(found) > MOST:
        raise _refused(text, option, f"at most {MOST} numbers", f"{option} k=0.1:2:40")
    return name, found


def _refused(text: str, option: str, expected: str, hint: str) -> ValueRefused:
    return ValueRefused(f"{option} cannot be read", expected=expected, got=text, hint=hint)

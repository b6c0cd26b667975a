"""PyDy's right-hand sides for SciPy, where PyDy is installed: through lambdify, and through C where Cython is too."""

import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import _sympy


def rates(n: int, values: Any) -> Iterator[tuple[str, Callable[[float, Any], Any]]]:
    """Every generator that this machine can run, with its name."""
    if importlib.util.find_spec("pydy") is None:
        return
    from pydy.codegen.ode_function_generators import generate_ode_function

    method = _sympy.kane(n)
    for generator in ("lambdify", "cython"):
        if generator == "cython" and importlib.util.find_spec("Cython") is None:
            continue
        of = generate_ode_function(
            method.forcing_full,
            method.q,
            method.u,
            _sympy.SYMBOLS,
            mass_matrix=method.mass_matrix_full,
            generator=generator,
            constants_arg_type="array",
        )
        yield f"PyDy ({generator}), SciPy DOP853", lambda t, x, of=of: of(x, t, values)

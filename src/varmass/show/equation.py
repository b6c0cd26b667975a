"""Formulas as pictures, drawn from their LaTeX without TeX: SVG made of plain paths, and PNG."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from varmass.errors import ValueRefused

SIZE = 20.0  # of the letters, in pixels of the SVG
DECIMALS = 2
UNARY = re.compile(r"(\\left\(|=|\{)\s*-\s")  # a minus that belongs to what follows: no space after it


def svg(latex: str, size: float = SIZE, title: str | None = None) -> str:
    """The picture as SVG; `title` is what a reader hears who cannot see it."""
    from ziamath.zmath import Latex

    with _plain():
        try:
            return str(Latex(UNARY.sub(r"\1{-}", latex), size=size, title=title or latex, margin=size / 5).svg())
        except Exception as error:
            raise ValueRefused(
                "this formula cannot be drawn",
                expected="LaTeX that ziamath knows",
                got=f"{type(error).__name__}: {error}",
                hint="--format latex, and a LaTeX of your own",
            ) from error


def png(latex: str, size: float = SIZE, zoom: float = 3.0, background: str | None = "white") -> bytes:
    """The picture as PNG, `zoom` times as large as the SVG; without a background it is transparent."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg(latex, size), zoom=zoom, background=background))


@contextmanager
def _plain() -> Iterator[None]:
    """SVG without symbols to refer to, so that many pictures can stand in one page; the settings are put back."""
    from ziamath.config import config

    before = config.svg2, config.precision
    config.svg2, config.precision = False, DECIMALS
    try:
        yield
    finally:
        config.svg2, config.precision = before

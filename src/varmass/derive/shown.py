"""Formulas in one line of text, whatever their size: what does not fit is in the JSON."""

from typing import Any

from varmass.derive.tidy import READABLE
from varmass.derive.writing import LINE, brief, dotted
from varmass.model.sizes import longer

ABREAST = 4 * LINE  # characters that are looked at, of a text that is cut


def line(e: Any) -> str:
    """An expression in the letters of paper; a very long one is not even written."""
    return "(a long expression, in --json)" if longer(e, READABLE) else brief(e)


def cut(text: str) -> str:
    """A formula that is text already."""
    shown = dotted(text[:ABREAST])
    return shown if len(shown) <= LINE and len(text) <= ABREAST else f"{shown[:LINE]}… (all of it in --json)"

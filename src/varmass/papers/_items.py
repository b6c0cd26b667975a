"""What a source says, item by item, and the words in which it is judged.

    formula    a printed equation that holds            → the verdict on it
    table      printed numbers                          → a Number for each
    figure     a drawing                                → its panels, and the Numbers that can be read off it
    erratum    a printed statement that does not hold   → why it fails, and the verdict on the corrected one;
                                                          or why that is read and not computed

An item is a function.  Its decorator says where the source has it; the first line of its docstring is its title.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from inspect import getdoc
from typing import Any, Literal

from varmass.model.zero import Verdict
from varmass.show.figures.curves import Panel

REPRODUCED = "reproduced"
ASSUMING = "reproduced with stated assumption"
CONTRADICTED = "the paper contradicts itself"
UNDECIDABLE = "not decidable from the paper"
MISSED = "not reproduced"
WORDS = (REPRODUCED, ASSUMING, CONTRADICTED, UNDECIDABLE, MISSED)

Sort = Literal["dimension", "sign or factor", "typo", "contradiction", "claim", "spelling", "none"]


@dataclass(frozen=True)
class Number:
    """A number as it is printed, the one that is found, and what is to be said of the two."""

    what: str
    printed: str
    found: float
    verdict: str
    remark: str = ""


@dataclass(frozen=True)
class Drawing:
    """The panels of a figure, and the numbers that belong to it."""

    panels: tuple[Panel, ...]
    numbers: tuple[Number, ...] = ()
    columns: int = 2


@dataclass(frozen=True)
class Shown:
    """The verdict on what is printed, and on what should be."""

    fails: Verdict
    holds: Verdict


@dataclass(frozen=True)
class Read:
    """An erratum that no computation can show: on what reading it rests."""

    reason: str


@dataclass(frozen=True)
class Item:
    """One thing that a source says."""

    kind: Literal["formula", "table", "figure", "erratum"]
    where: str
    find: Callable[[], Any]
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Chapter and function: two chapters may well speak of the same thing."""
        return f"{self.find.__module__.rpartition('.')[2]}.{self.find.__name__}"

    @property
    def title(self) -> str:
        """The first paragraph of the docstring."""
        return " ".join((getdoc(self.find) or self.name).split("\n\n")[0].split())

    @property
    def remark(self) -> str:
        """The rest of the docstring."""
        return " ".join((getdoc(self.find) or "").partition("\n\n")[2].split())


def formula(where: str, latex: str) -> Callable[[Callable[[], Verdict]], Callable[[], Verdict]]:
    """The function judges the equation that is printed there."""
    return _marked("formula", where, latex=latex)


def table(where: str) -> Callable[[Callable[[], tuple[Number, ...]]], Callable[[], tuple[Number, ...]]]:
    """The function computes the numbers that are printed there."""
    return _marked("table", where)


def figure(where: str) -> Callable[[Callable[[], Drawing]], Callable[[], Drawing]]:
    """The function computes what is drawn there."""
    return _marked("figure", where)


def erratum(
    row: int, where: str, sort: Sort, *, printed: str, correct: str, certain: bool = True
) -> Callable[[Callable[[], Shown | Read | None]], Callable[[], Shown | Read | None]]:
    """The function shows that `printed` fails and that `correct` holds, or says why that is read and not computed.

    Only what is of the sort "spelling" may give None.

    `row` is that of the list of errata; a text in place of LaTeX begins with "text: ".
    """
    return _marked("erratum", where, row=row, sort=sort, printed=printed, correct=correct, certain=certain)


def _marked(kind: Any, where: str, **about: Any) -> Callable[[Any], Any]:
    def keep(function: Any) -> Any:
        function.item = Item(kind, where, function, about)
        return function

    return keep


def rounded(what: str, printed: str, found: float, *, assuming: str = "") -> Number:
    """A number that should agree with the printed one to its last digit."""
    if not _near(found, printed):
        return Number(what, printed, found, MISSED, assuming)
    return Number(what, printed, found, ASSUMING if assuming else REPRODUCED, assuming)


def disputed(what: str, printed: str, other: str, found: float, remark: str) -> Number:
    """A number that another place of the same source prints as `other`; one of the two should be what is found.

    It is a contradiction only where no one number rounds to both.
    """
    apart = abs(Decimal(printed) - Decimal(other)) > _half(printed) + _half(other)
    if not (apart and (_near(found, printed) or _near(found, other))):
        return rounded(what, printed, found, assuming=remark)
    return Number(what, printed, found, CONTRADICTED, remark)


def measured(what: str, value: float, error: float, found: float, missing: str) -> Number:
    """A measurement: what is found has to lie within three of its errors; if not, the source does not decide why."""
    verdict = REPRODUCED if abs(found - value) <= 3 * error else UNDECIDABLE
    return Number(what, f"{value} ± {error:.4f}", found, verdict, missing)


def _half(printed: str) -> Decimal:
    """Half of a unit of the last digit that is printed."""
    return Decimal(10) ** int(Decimal(printed).as_tuple().exponent) / 2


def _near(found: float, printed: str) -> bool:
    return abs(Decimal(found) - Decimal(printed)) <= _half(printed)


def left_open(what: str, printed: str, found: float, other: float, missing: str) -> Number:
    """A number that hangs on what is `missing`, another choice of which makes it `other`.

    It is not decidable where it misses the printed one by no more than that choice moves it.
    """
    exact = rounded(what, printed, found, assuming=missing)
    if exact.verdict == MISSED and abs(found - float(printed)) <= abs(found - other):
        return Number(what, printed, found, UNDECIDABLE, missing)
    return exact


def undecidable(what: str, found: float, missing: str) -> Number:
    """A number that the source shows but that cannot be had from it, for want of what is `missing`."""
    return Number(what, "", found, UNDECIDABLE, missing)

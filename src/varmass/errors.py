"""Every refusal has four parts: what, expected, got, try."""

LONGEST = 600  # characters of one part of a refusal


class VarmassError(Exception):
    """A mistake that the user can mend.  Anything else that escapes is our bug."""

    def __init__(self, what: str, *, expected: str, got: str, hint: str) -> None:
        what, expected, got, hint = map(_one_line, (what, expected, got, hint))
        super().__init__(f"{what}\n  expected  {expected}\n  got       {got}\n  try       {hint}")
        self.what, self.expected, self.got, self.hint = what, expected, got, hint

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.what, self.expected, self.got, self.hint)


def _one_line(text: str) -> str:
    """What a user typed may hold anything, kilobytes too; it is shown on one line, which ends."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text[: 2 * LONGEST]).split()) or "nothing"
    return shown if len(shown) <= LONGEST and len(text) <= 2 * LONGEST else shown[:LONGEST] + "…"


def _rebuild(kind: type[VarmassError], what: str, expected: str, got: str, hint: str) -> VarmassError:
    return kind(what, expected=expected, got=got, hint=hint)


class ModelError(VarmassError):
    """The system, as stated, is not a mechanical system."""


class DimensionError(ModelError):
    """Two terms that are added, or two sides that are equated, differ in dimension."""


class PrincipleDoesNotApply(VarmassError):
    """The system is sound, but outside the scope of this principle."""


class ValueRefused(VarmassError):
    """A number, a name or a file given for a run cannot be used."""


class ExpressionRefused(VarmassError):
    """A text or a SymPy object cannot be read as an expression of this model."""

"""A call is held to the signature of what is called: which arguments there are, and of what kind each of them is."""

import inspect
import math
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial, wraps
from numbers import Integral, Real
from os import PathLike
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

import sympy as sp

from varmass.errors import ModelError, ValueRefused, VarmassError
from varmass.shelf import closest

Made = TypeVar("Made")
WORDS: dict[Any, str] = {
    str: "a text",
    float: "a finite number",
    int: "a whole number",
    bool: "True or False",
    NoneType: "None",
    Callable: "a function",
    Mapping: "a dictionary",
    PathLike: "a path",
    sp.Basic: "a symbol",
    sp.Expr: "a symbol",
}
NAMED, WITHOUT_A_NAME = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
NUMBERS: dict[Any, Any] = {float: Real, int: Integral}
MANY, OTHERS = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
LONGEST = 60


def stated(made: Made) -> Made:
    """What states a model, a function or a class; a call that does not fit its signature is a ModelError."""
    return cast(Made, _held(made, ModelError))


def asked(made: Made) -> Made:
    """What is asked of a model; a call that does not fit its signature is a ValueRefused."""
    return cast(Made, _held(made, ValueRefused))


def guarded(function: Any, name: str, kind: type[VarmassError], skip: int = 0, word: str = "argument") -> Any:
    """`function`, whose arguments are looked at first; `skip` of them, such as self, are nobody's business."""
    everything = signature(function)
    own = everything.replace(parameters=list(everything.parameters.values())[skip:])
    noted = [p for p in own.parameters.values() if p.annotation not in (p.empty, Any)]

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        try:
            arguments = own.bind(*given[skip:], **named).arguments
        except TypeError:
            raise _misfit(own, name, partial(kind, expected=_written(own, name)), word, given[skip:], named) from None
        for p in noted:
            if p.name in arguments and arguments[p.name] is not p.default:
                _look(p, arguments[p.name], _written(own, name), kind)
        return function(*given, **named)

    return call


def signature(function: Any) -> inspect.Signature:
    """The signature, with annotations read even where they are postponed."""
    try:
        return inspect.signature(function, eval_str=True)
    except (NameError, SyntaxError, TypeError, AttributeError):
        return inspect.signature(function)


def fits(value: Any, note: Any) -> bool:
    """Is `value` of the kind that an annotation names?"""
    kind, members = get_origin(note) or note, get_args(note)
    if kind is Any:
        return True
    if kind in (Union, UnionType):
        return any(fits(value, member) for member in members)
    if kind is Literal:
        return any(type(value) is type(member) and value == member for member in members)
    if kind is None:
        return value is None
    if kind in NUMBERS:
        return isinstance(value, NUMBERS[kind]) and type(value) is not bool and _finite(value)
    if not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return True
    if not members:
        return isinstance(value, kind)
    if not isinstance(value, kind) or isinstance(value, str):
        return False
    if isinstance(value, Mapping) and issubclass(kind, Mapping):
        return all(fits(key, members[0]) and fits(x, members[1]) for key, x in value.items())
    if isinstance(value, Collection) and issubclass(kind, Iterable):
        return all(fits(member, members[0]) for member in value)
    return True


def shown(value: Any) -> str:
    """What was given, in few words."""
    if uncalled := _uncalled(value):
        return f"{uncalled}, which is not called"
    text = repr(value)
    return text if len(text) <= LONGEST and not text.startswith("<") else _a(type(value).__name__)


def _uncalled(value: Any) -> str:
    """The name of a function or a class that stands where what it makes is wanted."""
    members = value if isinstance(value, list | tuple) else [value]
    return next((x.__name__ for x in members if inspect.isroutine(x) or isinstance(x, type)), "")


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def _held(made: Any, kind: type[VarmassError]) -> Any:
    if isinstance(made, type):
        made.__init__ = guarded(made.__init__, made.__name__, kind, skip=1)  # type: ignore[misc]
        return made
    of_self = int(next(iter(inspect.signature(made).parameters), "") == "self")
    return guarded(made, made.__name__, kind, skip=of_self)


def _look(p: inspect.Parameter, value: Any, written: str, kind: type[VarmassError]) -> None:
    several = (
        [(p.name, x) for x in value] if p.kind is MANY else value.items() if p.kind is OTHERS else [(p.name, value)]
    )
    for name, member in several:
        if not fits(member, p.annotation):
            usual = f"{name}={p.default!r}" if isinstance(p.default, str | int | float) else written
            raise kind(
                f"{written.partition('(')[0]} cannot use this as {name}",
                expected=_words(p.annotation),
                got=shown(member),
                hint=f"{_uncalled(member)}(…)" if _uncalled(member) else usual,
            )


def _misfit(
    own: inspect.Signature,
    name: str,
    refused: partial[VarmassError],
    word: str,
    given: tuple[Any, ...],
    named: dict[str, Any],
) -> VarmassError:
    """Why the arguments cannot be bound: an unknown name, too many without a name, one missing, or one twice."""
    listed = own.parameters.values()
    known = [p.name for p in listed if p.kind in (NAMED, WITHOUT_A_NAME)]
    first = [p.name for p in listed if p.kind is WITHOUT_A_NAME]
    open_ = [n for n in known if n not in named and n not in first[: len(given)]]
    missing = [n for n in open_ if own.parameters[n].default is inspect.Parameter.empty]
    strange = [n for n in named if n not in known]
    if strange and not any(p.kind is OTHERS for p in listed):
        near = closest(strange[0], open_ or known)
        hint = f"{near}=…" if near in known else near
        return refused(f"{name} has no {word} {strange[0]!r}", got=f"{strange[0]}=…", hint=hint)
    if len(given) > len(first) and not any(p.kind is MANY for p in listed):
        hint = ", ".join(f"{n}=…" for n in missing or open_) or "leave the others out"
        count = f"{len(given)} arguments without a name"
        return refused(f"{name} takes {len(first) or 'none'} of its arguments without a name", got=count, hint=hint)
    if missing:
        got = ", ".join((*map(shown, given), *(f"{n}=…" for n in named)))
        return refused(f"{name} is not given its {missing[0]}", got=got or "nothing", hint=f"{missing[0]}=…")
    twice = next((n for n in first[: len(given)] if n in named), "an argument")
    return refused(f"{name} is given {twice} twice", got=f"{twice}=… and one without a name", hint="one of them")


def _written(own: inspect.Signature, name: str) -> str:
    """The call, as it would be typed."""
    return f"{name}({', '.join(map(_argument, own.parameters.values()))})"


def _argument(p: inspect.Parameter) -> str:
    stars = "*" if p.kind is MANY else "**" if p.kind is OTHERS else ""
    if p.default is p.empty:
        return f"{stars}{p.name}" if p.kind is not NAMED else f"{p.name}=…"
    return f"{p.name}={'…' if repr(p.default).startswith('<') else repr(p.default)}"


def _words(note: Any) -> str:
    kind, members = get_origin(note) or note, get_args(note)
    if kind in (Union, UnionType):
        return ", or ".join(map(_words, members))
    if kind is Literal:
        return "one of " + ", ".join(map(repr, members))
    if kind is Mapping and members and members[1] is not Any:
        return f"a dictionary, each value {_words(members[1])}"
    if kind in WORDS or kind is None:
        return WORDS[kind or NoneType]
    if members and issubclass(kind, Iterable):
        return f"a list, each member {_words(members[0])}"
    return _a(getattr(kind, "__name__", str(kind)))


def _finite(x: Any) -> bool:
    try:
        return math.isfinite(x)
    except (OverflowError, TypeError):
        return False

"""A command about a case takes the options that the signature of its function `case` states."""

import inspect
import math
import re
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import click

from varmass import cases, shelf
from varmass.errors import ValueRefused, VarmassError

GIVEN, STATED, TITLE, MEASURED = "varmass.given", "varmass.stated", "varmass.title", "varmass.measured"
MEASURES = "\n\nMeasures.  "  # begins the paragraph of a docstring that explains them
EXPLAINED = re.compile(r"(\w+(?:, ?\w+)*): (.+?)(?=(?:\s{2,}|\n)\w+(?:, ?\w+)*:|\s*$)", re.DOTALL)


class CaseCommand(click.Command):
    """A command whose argument CASE brings options of its own; they may stand before it or after it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the case first, for only then the options are known."""
        ctx.meta[GIVEN], name = {}, self._named(args)
        taken = {"help", *(word.lstrip("-") for p in self.params for word in p.opts)}
        ctx.meta[STATED] = options(name, taken) if name else []
        ctx.meta[TITLE] = f"{name}: {title(name)}." if name else ""
        ctx.meta[MEASURED] = measures(name) if name else {}
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters, then those of the case."""
        return [*super().get_params(ctx), *ctx.meta.get(STATED, ())]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does, then what the case is."""
        super().format_help_text(ctx, formatter)
        if ctx.meta.get(TITLE):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(ctx.meta[TITLE])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the case under a heading of their own."""
        stated = ctx.meta.get(STATED, [])
        own = [p for p in super().get_params(ctx) if isinstance(p, click.Option)]
        rows = {
            title: [row for p in params if (row := p.get_help_record(ctx)) is not None]
            for title, params in (("Options", own), ("Options of the case", stated))
        }
        for title, lines in (rows | {"Measures of the case": [*ctx.meta.get(MEASURED, {}).items()]}).items():
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)

    def _named(self, args: list[str]) -> str | None:
        """The first word that names a case, else the first that is no option and no option's value."""
        own = [p for p in self.params if isinstance(p, click.Option) and not p.is_flag]
        taking, words, rest = {name for p in own for name in p.opts}, [], iter(args)
        for word in rest:
            if word in taking:
                next(rest, None)
            elif not word.startswith("-"):
                words.append(word)
        known = shelf.names(cases)
        return next((w for w in words if w in known or w.endswith(".py")), words[0] if words else None)


def stated(ctx: click.Context, name: str) -> Any:
    """The case, with the options that were typed; what a user's own file prints is not among our results."""
    from varmass.cases._find import case

    try:
        with redirect_stdout(sys.stderr):
            return case(name, **ctx.meta[GIVEN])
    except VarmassError:
        raise
    except (Exception, SystemExit) as error:
        raise ValueRefused(
            f"{name} cannot be stated with these options",
            expected="numbers with which its own formulas can be worked out",
            got=f"{type(error).__name__}: {error}",
            hint=f"varmass run {name} --help",
        ) from error


def options(name: str, taken: set[str]) -> list[click.Option]:
    """One option for each parameter of the function `case`; --case-NAME where the command has a NAME itself."""
    found: list[click.Option] = []
    function = signed(name)
    explained = _explained((inspect.getdoc(function) or "").partition(MEASURES)[0])
    for parameter in signature(function):
        word = f"case-{parameter.name}" if parameter.name in taken else parameter.name
        found.append(_option(parameter, word, explained.get(parameter.name, ""), name))
    return found


def measures(name: str) -> dict[str, str]:
    """What the docstring of a case says of its measures: `max` stands for `max1`, `max2`, … as well."""
    return _explained((inspect.getdoc(signed(name)) or "").partition(MEASURES)[2])


def meaning(measure: str, explained: Mapping[str, str]) -> str:
    """What is said of a measure, or of the row that it belongs to; nothing if nothing is."""
    return explained.get(measure) or explained.get(measure.rstrip("0123456789"), "")


def _explained(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for names, said in EXPLAINED.findall(text):
        found |= dict.fromkeys(re.split(", ?", names), " ".join(said.split()).rstrip("."))
    return found


def signed(name: str) -> Any:
    """The function `case` of a case."""
    from varmass.cases._find import module, statement

    return statement(module(name))


def title(name: str) -> str:
    """The first line of the file of a case, which says what the problem is."""
    from varmass.cases._find import module

    return (module(name).__doc__ or name).strip().splitlines()[0].rstrip(".")


def signature(function: Any) -> list[inspect.Parameter]:
    """Its named parameters, with annotations read even where they are postponed."""
    try:
        read = inspect.signature(function, eval_str=True)
    except NameError:
        read = inspect.signature(function)
    return [p for p in read.parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _option(parameter: inspect.Parameter, word: str, text: str, case: str) -> click.Option:
    def keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
        if ctx.get_parameter_source(param.name or "") is click.core.ParameterSource.COMMANDLINE:
            ctx.meta[GIVEN][parameter.name] = value

    kind, required = _kind(parameter, case), parameter.default is parameter.empty
    names = [f"case_{parameter.name}", *dict.fromkeys((f"--{word}", f"--{word.replace('_', '-')}"))]
    if kind is click.BOOL:
        names = [names[0], *(f"{name}/--no-{name[2:]}" for name in names[1:])]
    default = {} if required else {"default": parameter.default, "show_default": True}
    return click.Option(names, type=kind, required=required, help=text, callback=keep, expose_value=False, **default)


def _kind(parameter: inspect.Parameter, case: str) -> Any:
    note = parameter.annotation
    if note is parameter.empty:
        note = float if parameter.default in (None, parameter.empty) else type(parameter.default)
    if get_origin(note) in (Union, UnionType):
        note = next(part for part in get_args(note) if part is not NoneType)
    if get_origin(note) is Literal:
        return OneOf(get_args(note))
    kinds: dict[Any, Any] = {float: NUMBER, int: WHOLE, str: click.STRING, bool: click.BOOL}
    if note in kinds:
        return kinds[note]
    raise ValueRefused(
        f"the option {parameter.name} of {case} cannot be typed on a command line",
        expected="float, int, str, bool or Literal[...]",
        got=str(note),
        hint=f"{parameter.name}: float = 1.0",
    )


class Number(click.ParamType):  # type: ignore[type-arg]
    """A finite number; with `whole`, an integer; with `positive`, greater than zero."""

    def __init__(self, whole: bool = False, positive: bool = False) -> None:
        self.whole, self.positive = whole, positive
        self.name = "integer" if whole else "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number that was typed."""
        try:
            found = int(value) if self.whole else float(value)
        except (TypeError, ValueError, OverflowError):
            found = math.nan
        if math.isfinite(found) and (found > 0 or not self.positive):
            return found
        name = param.opts[0] if param else "this"
        kind = "whole number" if self.whole else "finite number"
        raise ValueRefused(
            f"{name} is not a {'positive ' if self.positive else ''}{kind}",
            expected=f"a {kind}{' above zero' if self.positive else ''}",
            got=repr(value),
            hint=f"{name} {2 if self.whole else 1.5}",
        )


class OneOf(click.Choice):  # type: ignore[type-arg]
    """One of a few words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word that was typed."""
        words = [str(c) for c in self.choices]
        if str(value) in words:
            return self.choices[words.index(str(value))]
        name = param.opts[0] if param else "this"
        raise ValueRefused(
            f"{name} cannot be {value!r}",
            expected="one of " + ", ".join(words),
            got=repr(value),
            hint=f"{name} {shelf.closest(str(value), words)}",
        )


NUMBER, WHOLE, POSITIVE = Number(), Number(whole=True), Number(positive=True)

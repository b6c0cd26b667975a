"""Click's complaints in the form of all refusals: what, expected, got, try."""

import click

from varmass.errors import ValueRefused, VarmassError
from varmass.shelf import closest


def in_four_parts(error: Exception) -> VarmassError:
    """The refusal that says the same."""
    if isinstance(error, VarmassError):
        return error
    ctx = getattr(error, "ctx", None)
    help_ = f"{ctx.command_path} --help" if ctx else "varmass --help"
    if isinstance(error, click.NoSuchOption):
        known = _options(ctx)
        return ValueRefused(
            f"there is no option {error.option_name}",
            expected=", ".join(known) or "no option at all",
            got=error.option_name,
            hint=closest(error.option_name, known),
        )
    if isinstance(error, click.MissingParameter):
        return _missing(error, help_)
    if isinstance(error, click.BadOptionUsage):
        return ValueRefused(
            f"{error.option_name} cannot be understood",
            expected=f"{error.option_name} VALUE, or {error.option_name} alone if it is a switch",
            got=error.format_message().rstrip("."),
            hint=help_,
        )
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return ValueRefused(
        "this command cannot be understood",
        expected=_usage(ctx),
        got=" ".join(text.split()).rstrip(".").removeprefix("Got "),
        hint=help_,
    )


def _missing(error: click.MissingParameter, help_: str) -> ValueRefused:
    param, ctx = error.param, error.ctx
    if isinstance(param, click.Argument):
        return ValueRefused(
            f"{param.human_readable_name} is missing",
            expected="a name from `varmass list`, or the path of a Python file with a function case(...)",
            got="nothing",
            hint=f"{ctx.command_path if ctx else 'varmass run'} cayley_chain",
        )
    name = param.opts[0] if param else "an option"
    return ValueRefused(f"{name} is missing", expected=f"{name} VALUE", got="nothing", hint=help_)


def _options(ctx: click.Context | None) -> list[str]:
    if ctx is None:
        return ["--help"]
    return [name for param in ctx.command.get_params(ctx) if isinstance(param, click.Option) for name in param.opts]


def _usage(ctx: click.Context | None) -> str:
    return " ".join(ctx.get_usage().split()).removeprefix("Usage: ") if ctx else "varmass COMMAND"

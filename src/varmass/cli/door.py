"""The group of commands, and the one place where an exception becomes words and an exit code."""

import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import click

from varmass import shelf
from varmass.cli import commands
from varmass.cli.refusals import in_four_parts
from varmass.errors import VarmassError

FLOW = ("list", "derive", "audit", "run", "variations", "stability", "sweep", "reproduce", "doctor")
DONE, FAILURE, MISTAKE, INTERRUPTED = 0, 1, 2, 130


class Door(click.Group):
    """Commands are the members of a shelf, shown in the order of the flow."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            invoke_without_command=True,
            callback=_greet,
            context_settings={"help_option_names": ["-h", "--help"]},
            params=[_version()],
            **options,
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names that the flow knows first, then whatever else stands on the shelf."""
        known = shelf.names(commands)
        return [name for name in FLOW if name in known] + [name for name in known if name not in FLOW]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; its file is read now."""
        if cmd_name not in shelf.names(commands):
            return None
        found: click.Command = shelf.take(commands, cmd_name).command
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """As Click does it, but a name that nobody has is refused in our own words."""
        shelf.take(commands, args[0])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """As Click does it, but a reader who closes the pipe early is left in peace."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(DONE)

    def main(self, *given: Any, **options: Any) -> Any:
        """Run a command, and leave with the exit code of the contract."""
        run = partial(super().main, *given, **{**options, "standalone_mode": False})
        if not options.get("standalone_mode", True):
            return run()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        with _interruptible():
            sys.exit(_code(run))


def _code(run: Callable[[], Any]) -> int:
    """The exit code; what went wrong is said on stderr."""
    try:
        code = run()
    except (click.Abort, KeyboardInterrupt):
        return _said("Interrupted before there was a result.", INTERRUPTED)
    except (VarmassError, click.UsageError, click.FileError) as error:
        return _said(str(in_four_parts(error)), MISTAKE)
    except Exception as error:
        return _said(
            f"varmass failed, and this is our fault, not yours: {type(error).__name__}: {error}\n"
            "With VARMASS_DEBUG=1 in the environment the same command shows where.",
            FAILURE,
        )
    return code if isinstance(code, int) else DONE


def _said(text: str, code: int) -> int:
    """Print a sentence on stderr, after the traceback if one was asked for."""
    if os.environ.get("VARMASS_DEBUG"):
        traceback.print_exc()
    click.echo(text, err=True)
    return code


@click.pass_context
def _greet(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _version() -> click.Option:
    def show(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
        if asked:
            from importlib.metadata import version

            click.echo(f"varmass {version('varmass')}")
            ctx.exit()

    how: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False, "callback": show}
    return click.Option(["--version"], help="Show the version and leave.", **how)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """SIGTERM does what Ctrl-C does, so that what was computed is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)

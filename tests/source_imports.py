"""Who imports what, read from the source of a package without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Import:
    """One name that a file imports; `late` if loading the file does not yet run it."""

    file: str
    line: int
    target: str
    late: bool

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def files(package: Path) -> Iterator[tuple[str, ast.Module]]:
    """Every file below `package`, by its path from there."""
    for path in sorted(package.rglob("*.py")):
        yield path.relative_to(package).as_posix(), ast.parse(path.read_text("utf-8"))


def module(package: Path, file: str) -> str:
    """The dotted name under which a file is imported: that of its folder for an `__init__.py`."""
    parts = [package.name, *file.removesuffix(".py").split("/")]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(package: Path) -> list[Import]:
    """Every import in every file below `package`, absolute or relative, at the top or inside a function."""
    return [
        Import(file, node.lineno, target, late)
        for file, tree in files(package)
        for node, late in statements(tree)
        for target in targets(node, [package.name, *file.split("/")[:-1]])
    ]


def statements(node: ast.AST, late: bool = False) -> Iterator[tuple[ast.stmt | ast.Call, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom | ast.Call):
            yield child, late
        yield from statements(child, late or isinstance(child, FUNCTIONS) or is_for_type_checkers(child))


def is_for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def targets(node: ast.stmt | ast.Call, folder: list[str]) -> list[str]:
    """What one statement imports, as full dotted names; `folder` is the package that the file lies in."""
    match node:
        case ast.Import():
            return [alias.name for alias in node.names]
        case ast.ImportFrom():
            base = absolute("." * node.level + (node.module or ""), folder)
            return [f"{base}.{alias.name}" for alias in node.names]
        case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]):
            is_import = ast.unparse(function).split(".")[-1] in ("import_module", "__import__")
            return [absolute(name, folder)] if is_import else []
    return []


def absolute(name: str, folder: list[str]) -> str:
    level = len(name) - len(name.lstrip("."))
    above = folder[: len(folder) - level + 1] if level else []
    return ".".join([*above, *filter(None, [name[level:]])])
